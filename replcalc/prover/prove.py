"""Deciding facts: identities, exact comparisons, inequalities on boxes. Verdict, certificate or counterexample.

Nothing here rests on sampling: PROVED comes with a certificate that ``replcalc.kernel.recheck`` re-verifies in another
arithmetic, REFUTED with a rational point at which exact or ball arithmetic shows the failure, and otherwise the answer
is UNDECIDED with the box where the search stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp
from flint import fmpq

from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Enclosure, Verdict, decimal, rational_text
from replcalc.numbers.errors import MalformedStatement, PrecisionExhausted
from replcalc.numbers.exact import parse_rational
from replcalc.prover.boxes import Box, BoxEnd, parse_cuts, point_text
from replcalc.prover.branch_and_bound import Search
from replcalc.prover.declared import check_box, declarations, stated_by, symbols_of
from replcalc.prover.leaves import GoalDomain, LeafFunction, constant_ball, sign_of, sympy_rational, value_at
from replcalc.prover.outcome import Outcome, Parts, not_looked_at, prove_all
from replcalc.prover.ranges import RangeField
from replcalc.symbolic.relations import cleared, margin, relation_json, reparametrise, to_tree

__all__ = [
    "Best",
    "Outcome",
    "Parts",
    "best_constant",
    "best_value",
    "cleared",
    "prove_all",
    "prove_exact",
    "prove_identity",
    "prove_on_box",
    "reparametrise",
]

#: How many boxes an inequality may be split into before it counts as undecided.
MAX_BOXES = 4000

_HOLDS: dict[str, Callable[[int], bool]] = {  # by the sign of right - left
    "<=": lambda sign: sign >= 0,
    "<": lambda sign: sign > 0,
    ">=": lambda sign: sign <= 0,
    ">": lambda sign: sign < 0,
    "==": lambda sign: sign == 0,
    "!=": lambda sign: sign != 0,
}


# -- constants ---------------------------------------------------------------------------------------------------------
def prove_exact(relation: Any) -> Outcome:
    """A relation between constants: rationals exactly, anything else by balls at rising precision.

    Equality of algebraic numbers is decided exactly (normal form, then minimal polynomial); other constants that agree
    up to the precision ceiling are UNDECIDED.
    """
    left, operator, right = relation.lhs, relation.rel_op, relation.rhs
    difference = right - left
    if difference.free_symbols:
        raise MalformedStatement(f"not a constant relation: {relation}")
    sign = sign_of(difference)
    if sign is None and _algebraic_zero(difference):
        sign = 0
    if sign is None:
        return Outcome(Verdict.UNDECIDED, "exact", detail="the two sides agree to the precision ceiling")
    data: dict[str, Any] = {"relation": relation_json(relation), "sign": sign}
    if sign:
        data["difference"] = _enclosure_of(difference)
    if _HOLDS[operator](sign):
        return Outcome(Verdict.PROVED, "exact", Certificate("exact", data))
    values = {"left": _constant_text(left), "right": _constant_text(right)}
    return Outcome(Verdict.REFUTED, "exact", Certificate("exact", data), values)


def _algebraic_zero(expression: Any) -> bool:
    value = sp.sympify(expression)
    if not value.is_algebraic:
        return False
    x = sp.Dummy("x")
    return bool(sp.minimal_polynomial(value, x) == x)


def _enclosure_of(expression: Any) -> list[str]:
    """Decimal strings that enclose a constant whose sign is certain, rounded outward."""
    for bits in (128, 256, 1024, 4096):
        ball = constant_ball(expression, bits)
        if ball is not None and ball.is_finite() and (ball > 0 or ball < 0):
            return list(Enclosure.from_ball(ball).decimals(12))
    raise PrecisionExhausted("no enclosure of a constant")


def _constant_text(expression: Any) -> str:
    if expression.is_Rational:
        return str(expression)
    ball = constant_ball(expression, 128)
    return "undefined" if ball is None else ball.str(15, radius=False)


# -- identities --------------------------------------------------------------------------------------------------------
def _identity_as_written(left: Any, right: Any) -> Outcome:
    """Its trees as they stand, not proved."""
    sides = [sp.sympify(left), sp.sympify(right)]
    with sp.evaluate(True):
        symbols = declarations(symbols_of(*sides))
    data = {"left": to_tree(sides[0]), "right": to_tree(sides[1]), "symbols": symbols}
    return Outcome(Verdict.PROVED, "identity", Certificate("identity", data))


@stated_by(_identity_as_written)
def prove_identity(left: Any, right: Any) -> Outcome:
    """left = right wherever both are defined, by the kernel's algebra.

    Otherwise REFUTED by a rational point at which the enclosures of the two sides are disjoint, or UNDECIDED. Only what
    the checker accepts is told; a formula equals itself, though a certificate of that says nothing.
    """
    left, right = sp.sympify(left), sp.sympify(right)
    every = symbols_of(left, right)
    statement = {"left": to_tree(left), "right": to_tree(right), "symbols": declarations(every)}
    certificate = Certificate("identity", statement)
    if statement["left"] == statement["right"] or recheck(certificate) is Verdict.PROVED:
        return Outcome(Verdict.PROVED, "identity", certificate, detail="equal normal forms")
    if any(isinstance(s, sp.Indexed) for s in every) or (left - right).has(sp.Sum, sp.Product):
        return Outcome(Verdict.UNDECIDED, "identity", detail="the normal forms differ")
    for values in _test_points(every):
        point = dict(zip(every, values, strict=True))
        difference = value_at(left - right, {s: sympy_rational(v) for s, v in point.items()})
        refutation = Certificate("point", {**statement, "of": "identity", "integers": [], "point": point_text(point)})
        if sign_of(difference) and recheck(refutation) is Verdict.REFUTED:
            return Outcome(Verdict.REFUTED, "identity", refutation, point_text(point))
    return Outcome(Verdict.UNDECIDED, "identity", detail="the normal forms differ, no separating point was found")


def _test_points(symbols: Sequence[Any]) -> Iterable[tuple[fmpq, ...]]:
    """A few fixed points within what the symbols are declared to be; a wrong identity almost always fails at the first.

    Integer symbols get 2, 3, 5..., the others 1/2, 1/3, 1/5...
    """
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)
    for shift in range(6):
        point = []
        for j, symbol in enumerate(symbols):
            prime = primes[(j + shift) % 10]
            value = fmpq(prime + shift) if symbol.is_integer else fmpq(shift + 1, prime)
            point.append(-value if symbol.is_nonpositive else value)
        yield tuple(point)


# -- inequalities on boxes ---------------------------------------------------------------------------------------------
@stated_by(not_looked_at)
def prove_on_box(
    relation: Any,
    box: Mapping[Any, tuple[Any, Any]],
    *,
    assumptions: Sequence[Any] = (),
    open_ends: Iterable[tuple[Any, BoxEnd]] = (),
    cuts: Mapping[Any, Iterable[Any]] | None = None,
    substitute: Mapping[Any, Any] | None = None,
    max_boxes: int = MAX_BOXES,
    order: int = 3,
    bits: int = 96,
) -> Outcome:
    """An inequality for all points of a box that satisfy the assumptions, by branch and bound.

    ``box``: symbol -> (lower, upper), exact. ``open_ends``: pairs (symbol, "lower" | "upper") that the domain leaves
    out. ``cuts``: places where boxes are split first (kinks, interior points of equality). ``substitute``: rewrites the
    relation and the assumptions in the box's variables first. ``order``: how many derivatives a tight end may need.
    The relation is understood where both sides are defined; a singular end needs a form that is defined there (see
    ``cleared`` and ``reparametrise``), otherwise the search ends UNDECIDED at it.
    """
    whole = [sp.sympify((substitute or {}).get(s, s)) for s in sorted(relation.free_symbols, key=str) if s.is_integer]
    if substitute:
        relation = reparametrise(relation, substitute)
        assumptions = [reparametrise(a, substitute) for a in assumptions]
    f, strict = margin(relation)
    region = Box.of(box)
    missing = (f.free_symbols | {s for a in assumptions for s in a.free_symbols}) - set(region.symbols)
    if missing:
        raise MalformedStatement(f"no range for {sorted(map(str, missing))} in {relation}")
    symbols_of(f, *(margin(a)[0] for a in assumptions), *region.symbols)
    check_box(region)
    search = Search(
        goal=LeafFunction.of(f),
        strict=strict,
        domain=GoalDomain(region, frozenset(open_ends), tuple(parse_cuts(cuts).items())),
        assumptions=[(LeafFunction.of(g), s) for g, s in map(margin, assumptions)],
        number_field=RangeField(bits),
        order=order,
        max_boxes=max_boxes,
        integers=whole,
        relation=relation,
    )
    outcome = search.run()
    if outcome.certificate is not None and recheck(outcome.certificate) is not outcome.verdict:
        return Outcome(Verdict.UNDECIDED, "box", detail="the checker does not accept what was found")
    return _with_originals(outcome, substitute) if outcome.counterexample is not None and substitute else outcome


def _with_originals(outcome: Outcome, substitute: Mapping[Any, Any]) -> Outcome:
    """Add the original variables' values to a counterexample found in new variables."""
    assert outcome.counterexample is not None
    named = {name: sp.Rational(value) for name, value in outcome.counterexample.items()}
    values = dict(outcome.counterexample)
    for symbol, expression in substitute.items():
        at = sp.sympify(expression)
        at = at.xreplace({s: named[str(s)] for s in at.free_symbols if str(s) in named})
        values[str(symbol)] = str(at) if at.free_symbols else _constant_text(at)
    return replace(outcome, counterexample=values)


# -- best constants and largest ranges ---------------------------------------------------------------------------------
@dataclass(frozen=True)
class Best:
    """``constant`` is PROVED by ``proof``, ``beyond`` is REFUTED by ``refutation``: the best one lies between them."""

    constant: fmpq
    beyond: fmpq
    proof: Outcome
    refutation: Outcome

    def __str__(self) -> str:
        return f"{_short(self.constant)} (not {_short(self.beyond)})"


def _short(q: fmpq) -> str:
    text = decimal(q, 24, up=False)
    return text if parse_rational(text) == q else rational_text(q)


def best_value(
    decide: Callable[[Any], Outcome], holds_at: Any, fails_at: Any, digits: int, near: fmpq | None = None
) -> Best:
    """The last decimal with ``digits`` decimals, going from ``holds_at`` to ``fails_at``, at which ``decide`` proves.

    ``decide`` gets a sympy Rational. Where the prover is undecided between the two the gap is wider than one unit.
    ``near``: about where that is; with a good guess the proof there and the refutation one unit further are all that is
    decided, with a bad one the bracket grows until it holds the answer.
    """
    scale = 10**digits
    good, bad = (int((parse_rational(end) * scale).floor()) for end in (holds_at, fails_at))
    known: dict[int, Outcome] = {}

    def at(step: int) -> Outcome:
        if step not in known:
            known[step] = decide(sp.Rational(step, scale))
        return known[step]

    def last(start: int, end: int, verdict: Verdict) -> int:
        """Bisect from ``start``, where the verdict holds, towards ``end``, where it does not."""
        while abs(start - end) > 1:
            middle = (start + end) // 2
            if at(middle).verdict is verdict:
                start = middle
            else:
                end = middle
        return start

    for inner, outer in _brackets(good, bad, None if near is None else near * scale):
        if at(inner).verdict is Verdict.PROVED and at(outer).verdict is Verdict.REFUTED:
            proved = last(inner, outer, Verdict.PROVED)
            refuted = last(outer, proved, Verdict.REFUTED)
            return Best(fmpq(proved, scale), fmpq(refuted, scale), at(proved), at(refuted))
    raise MalformedStatement(f"best value: {at(good).verdict} at {holds_at}, {at(bad).verdict} at {fails_at}")


def _brackets(good: int, bad: int, near: fmpq | None) -> Iterator[tuple[int, int]]:
    """The unit step around ``near``, then wider ones, within ``good`` to ``bad``; these two last."""
    width = 1
    while near is not None and width < abs(bad - good):
        if good < bad:
            inner = int(near.floor()) + 1 - width
            yield max(inner, good), min(inner + 2 * width - 1, bad)
        else:
            inner = int(near.ceil()) - 1 + width
            yield min(inner, good), max(inner - 2 * width + 1, bad)
        width *= 8
    yield good, bad


def best_constant(
    make_relation: Callable[[Any], Any],
    box: Mapping[Any, tuple[Any, Any]],
    holds_at: Any,
    fails_at: Any,
    digits: int = 6,
    **hints: Any,
) -> Best:
    """The best constant in an inequality on a box: PROVED at ``constant``, REFUTED one unit further."""
    return best_value(lambda c: prove_on_box(make_relation(c), box, **hints), holds_at, fails_at, digits)
