"""Facts stated with sympy's expressions, each proved by the rule that is named: identities, constants, boxes, forms.

Nothing here rests on sampling: PROVED comes with a certificate that ``replcalc.kernel`` accepts, REFUTED with a
rational point at which it finds the failure; otherwise the answer is UNDECIDED with the box where the search stopped.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import chain, islice
from typing import Any

import sympy as sp
from flint import fmpq

from replcalc.kernel.algebra import NoNormalForm
from replcalc.kernel.relations import Goal, holds_at
from replcalc.kernel.trees import parse, restrict
from replcalc.kernel.values import Unverified
from replcalc.kernel.variables import Bounds, variables_of
from replcalc.numbers.enclosure import Verdict, decimal, rational_text
from replcalc.numbers.errors import MalformedStatement, PrecisionExhausted, UnsupportedNode
from replcalc.numbers.exact import parse_rational
from replcalc.prover.boxes import BoxSearch, box_text, count_forms
from replcalc.prover.forms import (
    Ranges,
    check_range,
    declarations,
    growth_proof,
    polynomial_form,
    relation_of,
    symbols_of,
)
from replcalc.prover.outcome import Outcome, Parts, conclusion_of, outcome_if_proved, outcome_if_refuted, prove_all
from replcalc.prover.points import enclose_tree, simple_points
from replcalc.symbolic.language import at_least, at_most
from replcalc.symbolic.relations import margin, reparametrise, to_tree

__all__ = [
    "Best",
    "Outcome",
    "Parts",
    "best_constant",
    "best_value",
    "prove_all",
    "prove_by_form",
    "prove_exact",
    "prove_growth",
    "prove_identity",
    "prove_on_box",
    "reparametrise",
]

#: How many boxes an inequality may be split into before it counts as undecided.
MAX_BOXES = 4000
#: How many points are tried before an inequality counts as undecided.
MAX_TRIALS = 600


# -- constants ---------------------------------------------------------------------------------------------------------
def prove_exact(relation: Any) -> Outcome:
    """Prove a relation between constants, by intervals of rising precision; equality by the normal form."""
    left, operator, right = relation.lhs, relation.rel_op, relation.rhs
    trees = [to_tree(left), operator.replace("==", "="), to_tree(right)]
    conclusion = conclusion_of([trees], {})
    found = outcome_if_proved(conclusion, {"rule": "exact"}, "exact")
    if found is not None:
        return found
    found = outcome_if_refuted(conclusion, {}, "exact")
    if found is not None:
        return replace(found, counterexample={"left": constant_text(left), "right": constant_text(right)})
    if any(symbols_of(sp.sympify(side)) for side in (left, right)):
        raise MalformedStatement(f"not a constant relation: {relation}")
    return Outcome(Verdict.UNDECIDED, "exact", detail="the two sides agree to the precision ceiling")


def constant_text(expression: Any) -> str:
    """Return a constant as text: a rational exactly, anything else to fifteen digits."""
    tree = to_tree(expression)
    if tree[0] == "q":
        return str(tree[1])
    try:
        low, high = enclose_tree(tree)
    except PrecisionExhausted:
        return "undefined"
    return str(sp.Rational(str((low + high) / 2)).evalf(15))


# -- identities --------------------------------------------------------------------------------------------------------
def prove_identity(left: Any, right: Any) -> Outcome:
    """left = right wherever both are defined, by the kernel's algebra.

    Otherwise REFUTED by a rational point at which the two sides certainly differ, or UNDECIDED.
    """
    left, right = sp.sympify(left), sp.sympify(right)
    every = symbols_of(left, right)
    conclusion = conclusion_of([[to_tree(left), "=", to_tree(right)]], declarations(every))
    found = outcome_if_proved(conclusion, {"rule": "identity"}, "identity", "equal normal forms")
    if found is not None:
        return found
    for point in _distinct_points(every):
        found = outcome_if_refuted(conclusion, point, "identity")
        if found is not None:
            return found
    return Outcome(Verdict.UNDECIDED, "identity", detail="the normal forms differ, no separating point was found")


def _distinct_points(symbols: Sequence[Any]) -> Iterable[dict[str, Fraction]]:
    """Yield a few fixed points that the symbols allow; a wrong identity almost always fails at the first.

    Integer symbols get 2, 3, 5..., the others 1/2, 1/3, 1/5...
    """
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)
    for shift in range(6):
        point = {}
        for j, symbol in enumerate(symbols):
            prime = primes[(j + shift) % 10]
            value = Fraction(prime + shift) if symbol.is_integer else Fraction(shift + 1, prime)
            point[str(symbol)] = -value if symbol.is_nonpositive else value
        yield point


# -- inequalities on boxes ---------------------------------------------------------------------------------------------
def prove_on_box(
    relation: Any,
    box: Mapping[Any, tuple[Any, Any]],
    *,
    assumptions: Sequence[Any] = (),
    open_ends: Iterable[tuple[Any, str]] = (),
    cuts: Mapping[Any, Iterable[Any]] | None = None,
    substitute: Mapping[Any, Any] | None = None,
    max_boxes: int = MAX_BOXES,
    order: int = 3,
) -> Outcome:
    """Prove an inequality for all points of a box that satisfy the assumptions, by branch and bound.

    ``box``: symbol -> (lower, upper), exact. ``open_ends``: pairs (symbol, "lower" | "upper") that the domain leaves
    out. ``cuts``: places where boxes are split first (kinks, interior points of equality). ``substitute``: rewrites the
    relation and the assumptions in the box's variables first. ``order``: how many derivatives a tight end may need.
    The relation is understood where both sides are defined; a singular end needs a form that is defined there (see
    ``reparametrise``), otherwise the search ends UNDECIDED at it.
    """
    whole = _integers_of(relation, substitute)
    if substitute:
        relation = reparametrise(relation, substitute)
        assumptions = [reparametrise(a, substitute) for a in assumptions]
    f, strict = margin(relation)
    region = {str(symbol): (_fraction(low), _fraction(high)) for symbol, (low, high) in box.items()}
    given = [margin(a) for a in assumptions]
    missing = {s for e in (f, *(g for g, _ in given)) for s in e.free_symbols} - set(box)
    if missing:
        raise MalformedStatement(f"no range for {sorted(map(str, missing))} in {relation}")
    symbols_of(f, *(g for g, _ in given), *box)
    for symbol in box:
        low, high = region[str(symbol)]
        check_range(symbol, low, high)
        if low > high:
            raise MalformedStatement(f"empty side for {symbol}: [{low}, {high}]")
    ends = frozenset((str(symbol), end) for symbol, end in open_ends)
    bounds = {
        name: Bounds(low, high, (name, "lower") in ends, (name, "upper") in ends)
        for name, (low, high) in region.items()
    }
    goal = to_tree(f)
    assumed = [[to_tree(g), ">" if g_strict else ">=", ["q", "0"]] for g, g_strict in given]
    stated = relation_of(relation, goal, strict, bounds)
    kept = (
        Goal(stated[0], stated[1], stated[2], bounds, tuple((g[0], str(g[1]), g[2]) for g in assumed)).relevant().domain
    )
    whole_region, region = region, {name: region[name] for name in kept}
    conclusion = conclusion_of([stated], {name: b.constraints() for name, b in bounds.items()}, assumed)
    found = BoxSearch(
        parse(goal),
        strict,
        region,
        frozenset((name, end) for name, end in ends if name in region),
        [(parse(g), operator == ">") for g, operator, _ in assumed],
        {str(s): [_fraction(value) for value in values] for s, values in (cuts or {}).items() if str(s) in region},
        order,
        max_boxes,
        lambda point: _are_integers(whole, point),
        frozenset(str(symbol) for symbol in box if symbol.is_integer and str(symbol) in region),
    ).run()
    outcome = None
    if isinstance(found, list):
        outcome = outcome_if_proved(
            conclusion, {"rule": "box", "goal": goal, "boxes": found}, "box", count_forms(found)
        )
    elif not any(isinstance(value, tuple) for value in found.values()):
        elsewhere = {name: low for name, (low, _) in whole_region.items()}
        outcome = outcome_if_refuted(conclusion, elsewhere | found, "box")  # type: ignore[arg-type]
    else:
        return Outcome(Verdict.UNDECIDED, "box", detail=f"stopped at {box_text(found)}")  # type: ignore[arg-type]
    if outcome is None:
        return Outcome(Verdict.UNDECIDED, "box", detail="the kernel does not accept what was found")
    return _with_originals(outcome, substitute) if outcome.counterexample is not None and substitute else outcome


def _fraction(value: Any) -> Fraction:
    exact = parse_rational(value)
    return Fraction(int(exact.p), int(exact.q))


def _integers_of(relation: Any, substitute: Mapping[Any, Any] | None = None) -> list[Any]:
    """What must be an integer at a counterexample: the relation's integer symbols, in the variables put in for them."""
    whole = sorted((s for s in relation.free_symbols if s.is_integer), key=str)
    return [parse(to_tree(sp.sympify((substitute or {}).get(symbol, symbol)))) for symbol in whole]


def _are_integers(whole: Sequence[Any], point: Mapping[str, Fraction]) -> bool:
    values = [restrict(each, point) for each in whole]
    return all(value.head == "q" and value.value.denominator == 1 for value in values)


def _with_originals(outcome: Outcome, substitute: Mapping[Any, Any]) -> Outcome:
    """Add the original variables' values to a counterexample found in new variables."""
    assert outcome.counterexample is not None
    named = {name: sp.Rational(value) for name, value in outcome.counterexample.items()}
    values = dict(outcome.counterexample)
    for symbol, expression in substitute.items():
        at = sp.sympify(expression)
        at = at.xreplace({s: named[str(s)] for s in at.free_symbols if str(s) in named})
        values[str(symbol)] = str(at) if at.free_symbols else constant_text(at)
    return replace(outcome, counterexample=values)


# -- inequalities on unbounded domains ---------------------------------------------------------------------------------
def prove_by_form(
    relation: Any, form: Any = None, *, substitute: Mapping[Any, Any] | None = None, ranges: Ranges | None = None
) -> Outcome:
    """Prove an inequality for all values of its symbols that their assumptions (positive, nonnegative...) allow.

    The difference of the two sides equals ``form``, whose sign can be read off: sums, products and even powers of
    things that are nonnegative. Without one, a quotient of two polynomials with nonnegative coefficients is looked for.
    ``substitute`` brings a half line to the nonnegative numbers first ({k: 1 + t}); ``ranges``: two bounds of some.
    """
    original = relation
    if substitute:
        relation = reparametrise(relation, substitute)
    f, strict = margin(relation)
    shown = polynomial_form(f) if form is None else sp.sympify(form)
    goal, domain = to_tree(f), declarations(symbols_of(f, shown, relation.lhs, relation.rhs), ranges)
    conclusion = conclusion_of([relation_of(relation, goal, strict, variables_of(domain))], domain)
    found = outcome_if_proved(conclusion, {"rule": "signs", "form": to_tree(shown)}, "signs", f"difference = {shown}")
    if found is None:
        found = _refute(conclusion, _integers_of(original, substitute), "signs")
        if found is None:
            return Outcome(Verdict.UNDECIDED, "signs", detail=f"no evident sign: {shown}")
        return _with_originals(found, substitute) if substitute else found
    return found


def _refute(conclusion: Mapping[str, Any], whole: Sequence[Any], method: str) -> Outcome | None:
    """REFUTED at a simple point of the domain at which what has to be is an integer."""
    (relation,) = conclusion["relations"]
    for point in islice(simple_points(variables_of(conclusion["domain"]), MAX_TRIALS), MAX_TRIALS):
        try:
            if _are_integers(whole, point) and not holds_at(tuple(relation), point):
                return outcome_if_refuted(conclusion, point, method)
        except (Unverified, NoNormalForm, ZeroDivisionError, ValueError):
            continue
    return None


def prove_growth(
    relation: Any,
    symbol: Any,
    start: Any = 0,
    *,
    order: int = 1,
    form: Any = None,
    positive: Mapping[Any, Any] | None = None,
    ranges: Ranges | None = None,
) -> Outcome:
    """Prove an inequality for all ``symbol`` >= ``start``.

    f and its derivatives below ``order`` are >= 0 at the start, and the derivative of that order, with the symbol moved
    to start + step, is evidently nonnegative (``form``: that derivative in the symbol, written so that one can see it).
    f must evidently be smooth from the start on: arguments of logarithms and roots and denominators are positive.
    ``positive``: those of which one cannot see it, each with an equal form of which one can. ``ranges``: two bounds of
    other symbols.
    """
    f, strict = margin(relation)
    if strict:
        raise ValueError("growth proves weak inequalities")
    begin = _fraction(start)
    hints = [(sp.sympify(a), sp.sympify(b)) for a, b in (positive or {}).items()]
    shown = None if form is None else sp.sympify(form)
    every = symbols_of(f, relation.lhs, relation.rhs, *chain(*hints), *([] if form is None else [shown]))
    others = [s for s in every if s != symbol]
    domain = declarations(others, ranges) | {str(symbol): [f">= {begin}"]}
    goal = to_tree(f)
    conclusion = conclusion_of([relation_of(relation, goal, False, variables_of(domain))], domain)
    try:
        proof = growth_proof(f, symbol, begin, order, shown, hints)
        found = outcome_if_proved(
            conclusion, proof, "growth", f"derivative {order} has a sign beyond {symbol} = {start}"
        )
    except UnsupportedNode:
        found = None
    found = found or _refute(conclusion, _integers_of(relation), "growth")
    return found or Outcome(Verdict.UNDECIDED, "growth", detail="no sign for the derivatives, or no evident continuity")


_t = sp.Symbol("t", nonnegative=True)


@cache
def exponential_above_tangent() -> Outcome:
    """e^x >= 1 + x for every real x: f(0) = f'(0) = 0 and f'' = e^x > 0, to the right and to the left of 0."""
    return prove_all(
        {
            "x >= 0": prove_growth(at_least(sp.exp(_t), 1 + _t), _t, 0, order=2),
            "x <= 0": prove_growth(at_least(sp.exp(-_t), 1 - _t), _t, 0, order=2),
        }
    )


def tangent_above_logarithm(slope: sp.Expr) -> Outcome:
    """ln x <= slope (x - 1) for x >= 1: holds for slope 1."""
    return prove_growth(at_most(sp.log(1 + _t), slope * _t), _t, 0)


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
    """Find the last decimal of ``digits`` places from ``holds_at`` to ``fails_at`` at which ``decide`` proves.

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
    """Yield the unit step around ``near``, then wider ones, within ``good`` to ``bad``; these two last."""
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
    """Return the best constant in an inequality on a box: PROVED at ``constant``, REFUTED one unit further."""
    return best_value(lambda c: prove_on_box(make_relation(c), box, **hints), holds_at, fails_at, digits)
