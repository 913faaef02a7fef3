"""Inequalities on unbounded domains: the difference of the two sides is an expression whose sign can be read off.

``prove_by_form``: right minus left is identically equal to a form that is evidently nonnegative: sums, products and
even powers of things that are, symbols declared nonnegative, exponentials. Without a given form, a quotient of two
polynomials with nonnegative coefficients is looked for (after a substitution such as k = 1 + t).
``prove_growth``: f and its first derivatives vanish or are positive at the start, and the next derivative is evidently
nonnegative; so f >= 0 from there to infinity, provided that f is smooth all the way, which must be evident too.

What is evident is what the checker can read off the certificate's tree (``replcalc.kernel.signs``). Nothing is
sampled: a failure is a rational point, within what the symbols are declared to be, at which the sign is decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, product
from typing import Any

import sympy as sp

from replcalc.kernel.algebra import NoNormalForm
from replcalc.kernel.certificate import Certificate
from replcalc.kernel.signs import Reader
from replcalc.kernel.values import Unverified, constant_sign
from replcalc.kernel.variables import variables_of
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import UnsupportedNode
from replcalc.prover.declared import Ranges, calculates, declarations, fresh, stated_by, symbols_of, trial_values
from replcalc.prover.leaves import sign_of, two_sides, value_at
from replcalc.prover.outcome import Outcome, not_looked_at, prove_all
from replcalc.prover.prove import prove_exact
from replcalc.symbolic.language import at_least
from replcalc.symbolic.relations import margin, reparametrise, to_tree

#: How many trial points are looked at before giving up.
MAX_TRIALS = 3000


def _reader(symbols: Iterable[Any], ranges: Ranges | None = None, positive: Iterable[Any] = ()) -> Reader:
    return Reader(variables_of(declarations(symbols, ranges)), constant_sign, tuple(map(to_tree, positive)))


@calculates
def evident_sign(node: Any) -> int | None:
    """1: evidently > 0, 0: evidently >= 0, None: cannot be read off."""
    try:
        return _reader(symbols_of(node)).sign(to_tree(node))
    except (Unverified, UnsupportedNode):
        return None


def _shows(reader: Reader, goal: Any, form: Any, strict: bool) -> bool:
    """Whether the form proves the goal."""
    try:
        return reader.proves(to_tree(goal), to_tree(form), strict)
    except (Unverified, NoNormalForm, UnsupportedNode):
        return False


def _polynomial_form(f: Any) -> Any:
    """f as a quotient of two expanded polynomials, both multiplied by -1 if the denominator starts negative."""
    top, bottom = map(sp.expand, sp.fraction(sp.cancel(sp.together(f))))
    if all(evident_sign(-term) is not None for term in sp.Add.make_args(bottom)):
        top, bottom = sp.expand(-top), sp.expand(-bottom)
    return top / bottom


@stated_by(not_looked_at)
def prove_by_form(
    relation: Any, form: Any = None, *, substitute: Mapping[Any, Any] | None = None, ranges: Ranges | None = None
) -> Outcome:
    """An inequality for all values of its symbols that their assumptions (positive, nonnegative...) allow.

    ``substitute`` brings a half line to the nonnegative numbers first ({k: 1 + t}); ``form`` is an expression equal to
    the difference of the two sides whose sign is evident; ``ranges`` gives symbols two bounds ({m: (-1, 1)}).
    """
    original = relation
    if substitute:
        relation = reparametrise(relation, substitute)
    f, strict = margin(relation)
    shown = _polynomial_form(f) if form is None else sp.sympify(form)
    symbols = symbols_of(f, shown)
    statement = {"goal": to_tree(f), "strict": strict, "symbols": declarations(symbols, ranges)}
    statement |= two_sides(relation, "signs", statement)
    if _shows(_reader(symbols, ranges), f, shown, strict):
        certificate = Certificate("signs", {**statement, "form": to_tree(shown)})
        return Outcome(Verdict.PROVED, "signs", certificate, detail=f"difference = {shown}")
    integers = _integral(original, substitute)
    point = _failing_point(f, strict, symbols, ranges, integers)
    if point is None:
        return Outcome(Verdict.UNDECIDED, "signs", detail=f"no evident sign: {shown}")
    exact = {symbol: sp.Integer(1) for symbol in original.free_symbols} | point
    exact |= {symbol: sp.sympify(value).xreplace(exact) for symbol, value in (substitute or {}).items()}
    named = {str(symbol): str(exact[symbol]) for symbol in sorted(original.free_symbols, key=str)}
    return Outcome(Verdict.REFUTED, "signs", _point("signs", statement, point, integers), named)


def _integral(relation: Any, substitute: Mapping[Any, Any] | None = None) -> list[Any]:
    """What must be an integer at a counterexample: the relation's integer symbols, in the variables put in for them."""
    whole = sorted((s for s in relation.free_symbols if s.is_integer), key=str)
    return [sp.sympify((substitute or {}).get(symbol, symbol)) for symbol in whole]


def _point(of: str, statement: Mapping[str, Any], point: Mapping[Any, Any], integers: Iterable[Any]) -> Certificate:
    named = {str(symbol): str(value) for symbol, value in point.items()}
    return Certificate("point", {"of": of, **statement, "integers": [to_tree(e) for e in integers], "point": named})


def _failing_point(
    f: Any, strict: bool, symbols: Sequence[Any], ranges: Ranges | None, integers: Sequence[Any]
) -> dict[Any, Any] | None:
    for point in _trial_points(symbols, ranges):
        if not all(e.xreplace(point).is_Integer for e in integers if e.free_symbols <= set(point)):
            continue
        sign = sign_of(value_at(f, point))
        if sign is not None and (sign < 0 or (strict and sign == 0)):
            return point
    return None


def _trial_points(symbols: Sequence[Any], ranges: Ranges | None) -> Iterable[dict[Any, Any]]:
    choices = [trial_values(s, ranges) for s in symbols]
    few = [(values[0], *(v for v in (sp.Integer(1), sp.Rational(1, 1000)) if v in values)) for values in choices]
    few = [values[: 3 if len(symbols) < 7 else 2] for values in few]
    for number, values in enumerate(chain(product(*few), product(*choices))):
        if number == MAX_TRIALS:
            return
        yield dict(zip(symbols, values, strict=True))


@stated_by(not_looked_at)
def prove_growth(
    relation: Any,
    symbol: Any,
    start: Any = 0,
    *,
    order: int = 1,
    form: Any = None,
    positive: Mapping[Any, Any] | None = None,
    ranges: Ranges | None = None,
    refute: bool = True,
) -> Outcome:
    """An inequality for all ``symbol`` >= ``start``; with ``refute`` a point is looked for where it fails.

    f and its derivatives below ``order`` are >= 0 at the start, and the derivative of that order, with the symbol moved
    to start + step, is evidently nonnegative (``form``: that derivative in the symbol, written so that one can see it).
    f must evidently be smooth from the start on: arguments of logarithms and roots and denominators are positive.
    ``positive``: those of which one cannot see it, each with an equal form of which one can. ``ranges``: two bounds of
    other symbols.
    """
    f, strict = margin(relation)
    if strict:
        raise ValueError("growth proves weak inequalities")
    start = sp.sympify(start)
    hints = [(sp.sympify(a), sp.sympify(b)) for a, b in (positive or {}).items()]
    others = [s for s in symbols_of(f, start, *chain(*hints), *([] if form is None else [form])) if s != symbol]
    values: dict[str, Outcome] = {}
    derivative = f
    for number in range(order):
        at_start = prove_exact(at_least(value_at(derivative, {symbol: start}), 0))
        if number == 0 and at_start.verdict is Verdict.REFUTED:
            return Outcome(Verdict.REFUTED, "growth", at_start.certificate, {str(symbol): str(start)})
        values[f"derivative {number} at {symbol} = {start}" if number else f"at {symbol} = {start}"] = at_start
        derivative = derivative.diff(symbol)
    step = fresh("step", [*others, symbol])
    moved = {symbol: start + step}
    symbols = [*others, step]
    statement = {
        "goal": to_tree(f),
        "strict": False,
        "symbol": str(symbol),
        "start": to_tree(start),
        "symbols": declarations(others, ranges),
    }
    statement |= two_sides(relation, "growth", statement)
    beyond = derivative.xreplace(moved)
    shown = _polynomial_form(beyond) if form is None else sp.sympify(form).xreplace(moved)
    hints = [(a.xreplace(moved), b.xreplace(moved)) for a, b in hints]
    if (
        all(part.verdict is Verdict.PROVED for part in values.values())
        and all(_shows(_reader(symbols, ranges), a, b, True) for a, b in hints)
        and _regular(_reader(symbols, ranges, [a for a, _ in hints]), f.xreplace(moved))
        and _shows(_reader(symbols, ranges, [a for a, _ in hints]), beyond, shown, False)
    ):
        proof = {
            "step": str(step),
            "values": [part.certificate.to_json() for part in values.values() if part.certificate is not None],
            "form": to_tree(shown),
            "positive": [[to_tree(a), to_tree(b)] for a, b in hints],
        }
        last = Outcome(Verdict.PROVED, "signs", Certificate("signs", {}), detail=f"difference = {shown}")
        detail = prove_all({**values, f"derivative {order} for {symbol} >= {start}": last}).detail
        return Outcome(Verdict.PROVED, "growth", Certificate("growth", {**statement, **proof}), detail=detail)
    if not refute:
        return Outcome(Verdict.UNDECIDED, "growth", detail="no sign for the derivatives, or no evident continuity")
    integers = _integral(relation)
    point = _failing_point(f.xreplace(moved), False, symbols, ranges, [e.xreplace(moved) for e in integers])
    if point is None or not (start + point[step]).is_Rational:
        return Outcome(Verdict.UNDECIDED, "growth", detail="no sign for the derivatives, or no evident continuity")
    at = {symbol: start + point.pop(step), **point}
    named = {str(s): str(v) for s, v in at.items()}
    return Outcome(Verdict.REFUTED, "growth", _point("growth", statement, at, integers), named)


def _regular(reader: Reader, f: Any) -> bool:
    try:
        return reader.regular(to_tree(f))
    except (Unverified, NoNormalForm, UnsupportedNode):
        return False
