"""Inequalities on unbounded domains: the difference of the two sides is an expression whose sign can be read off.

``prove_by_form``: right minus left is identically equal to a form that is evidently nonnegative: sums, products and
even powers of things that are, symbols declared nonnegative, exponentials. Without a given form, a quotient of two
polynomials with nonnegative coefficients is looked for (after a substitution such as k = 1 + t).
``prove_growth``: f and its first derivatives vanish or are positive at the start, and the next derivative is evidently
nonnegative; so f >= 0 from there to infinity.

Certificates: ``signs`` holds the goal, the form and the symbols' declared signs; ``growth`` the goal and the steps.
Nothing is sampled: a failure is a rational point at which the sign is decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, product
from typing import Any

import sympy as sp

from replcalc.checker.certificate import Certificate
from replcalc.numbers.verdict import Verdict
from replcalc.prover.leaves import sign_of
from replcalc.prover.normal_form import is_zero
from replcalc.prover.outcome import Outcome, prove_all
from replcalc.prover.prove import prove_exact
from replcalc.statements.relations import at_least, margin, relation_json, reparametrise
from replcalc.statements.trees import to_tree

#: Values tried for every symbol, in order, when the sign cannot be read off: a failing point refutes.
TRIAL = tuple(
    sp.Rational(*v) for v in ((1, 1), (1, 2), (1, 10), (2, 1), (10, 1), (1, 1000), (1000, 1), (1, 10**6), (10**6, 1))
)
#: How many trial points are looked at before giving up.
MAX_TRIALS = 3000


def evident_sign(node: Any) -> int | None:
    """1: evidently > 0, 0: evidently >= 0, None: cannot be read off."""
    if not node.free_symbols:
        sign = sign_of(node)
        return None if sign is None or sign < 0 else sign
    if node.is_Symbol:
        return 1 if node.is_positive else 0 if node.is_nonnegative else None
    if isinstance(node, sp.exp | sp.cosh):
        return 1
    if isinstance(node, sp.log):
        return evident_sign(sp.expand(node.args[0] - 1))
    if node.is_Add or node.is_Mul:
        signs = [evident_sign(a) for a in node.args]
        known = [s for s in signs if s is not None]
        if len(known) < len(signs):
            return None
        return max(known) if node.is_Add else min(known)
    if node.is_Pow:
        return _power_sign(node.base, node.exp)
    return None


def _power_sign(base: Any, exponent: Any) -> int | None:
    sign = evident_sign(base)
    if sign == 1:
        return 1
    if exponent.is_Integer and exponent % 2 == 0:  # a negative even power is positive wherever it is defined
        return 0
    return 0 if sign == 0 and exponent.is_positive else None


def _polynomial_form(f: Any) -> Any:
    """f as a quotient of two expanded polynomials, both multiplied by -1 if the denominator starts negative."""
    top, bottom = map(sp.expand, sp.fraction(sp.cancel(sp.together(f))))
    if all(evident_sign(-term) is not None for term in sp.Add.make_args(bottom)):
        top, bottom = sp.expand(-top), sp.expand(-bottom)
    return top / bottom


def prove_by_form(relation: Any, form: Any = None, *, substitute: Mapping[Any, Any] | None = None) -> Outcome:
    """An inequality for all values of its symbols that their assumptions (positive, nonnegative) allow.

    ``substitute`` brings a half line to the nonnegative numbers first ({k: 1 + t}); ``form`` is an expression equal to
    the difference of the two sides whose sign is evident.
    """
    original = relation
    if substitute:
        relation = reparametrise(relation, substitute)
    f, strict = margin(relation)
    shown = _polynomial_form(f) if form is None else sp.sympify(form)
    sign = evident_sign(shown)
    if sign is not None and (sign == 1 or not strict):
        if form is not None and not is_zero(f - shown):
            return Outcome(Verdict.UNDECIDED, "signs", detail="the form is not identical to the difference")
        symbols = sorted(f.free_symbols | shown.free_symbols, key=str)
        data = {
            "goal": to_tree(f),
            "form": to_tree(shown),
            "strict": strict,
            "symbols": {s.name: "positive" if s.is_positive else "nonnegative" for s in symbols},
        }
        return Outcome(Verdict.PROVED, "signs", Certificate("signs", data), detail=f"difference = {shown}")
    point = _failing_point(f, strict)
    if point is None:
        return Outcome(Verdict.UNDECIDED, "signs", detail=f"no evident sign: {shown}")
    exact = {symbol: sp.Integer(1) for symbol in relation.free_symbols | original.free_symbols} | point
    exact |= {symbol: sp.sympify(value).xreplace(exact) for symbol, value in (substitute or {}).items()}
    named = {str(symbol): str(exact[symbol]) for symbol in sorted(original.free_symbols, key=str)}
    data = {"relation": relation_json(original), "point": named}
    return Outcome(Verdict.REFUTED, "signs", Certificate("point", data), named)


def _failing_point(f: Any, strict: bool) -> dict[Any, Any] | None:
    symbols = sorted(f.free_symbols, key=str)
    for point in _trial_points(symbols):
        value = f.xreplace(point)
        if value.has(sp.nan, sp.zoo, sp.oo):
            continue
        sign = sign_of(value)
        if sign is not None and (sign < 0 or (strict and sign == 0)):
            return point
    return None


def _trial_points(symbols: Sequence[Any]) -> Iterable[dict[Any, Any]]:
    choices = [(TRIAL if s.is_positive else (sp.Integer(0), *TRIAL)) for s in symbols]
    few = [(values[0], sp.Integer(1), TRIAL[5])[: 3 if len(symbols) < 7 else 2] for values in choices]
    for number, values in enumerate(chain(product(*few), product(*choices))):
        if number == MAX_TRIALS:
            return
        if all(not s.is_integer or v.is_integer for s, v in zip(symbols, values, strict=True)):
            yield dict(zip(symbols, values, strict=True))


def prove_growth(relation: Any, symbol: Any, start: Any = 0, *, order: int = 1, form: Any = None) -> Outcome:
    """An inequality for all ``symbol`` >= ``start``.

    f and its derivatives below ``order`` are >= 0 at the start, and the derivative of that order, with the symbol moved
    to start + t, is evidently nonnegative (``form``: that derivative in the symbol, written so that one can see it).
    """
    f, strict = margin(relation)
    if strict:
        raise ValueError("growth proves weak inequalities")
    start = sp.sympify(start)
    parts: dict[str, Outcome] = {}
    derivative = f
    for step in range(order):
        at_start = prove_exact(at_least(derivative.xreplace({symbol: start}), 0))
        if step == 0 and at_start.verdict is Verdict.REFUTED:
            return Outcome(Verdict.REFUTED, "growth", at_start.certificate, {str(symbol): str(start)})
        parts[f"derivative {step} at {symbol} = {start}" if step else f"at {symbol} = {start}"] = at_start
        derivative = derivative.diff(symbol)
    t = sp.Symbol("t", nonnegative=True)
    moved = {symbol: start + t}
    shown = sp.sympify(form).xreplace(moved) if form is not None else None
    parts[f"derivative {order} for {symbol} >= {start}"] = prove_by_form(at_least(derivative.xreplace(moved), 0), shown)
    if all(part.verdict is Verdict.PROVED for part in parts.values()):
        steps = [part.certificate.to_json() for part in parts.values() if part.certificate is not None]
        proof = {"goal": to_tree(f), "symbol": symbol.name, "start": to_tree(start), "steps": steps}
        return Outcome(Verdict.PROVED, "growth", Certificate("growth", proof), detail=prove_all(parts).detail)
    point = _failing_point(f.xreplace(moved), False)
    if point is None:
        return Outcome(Verdict.UNDECIDED, "growth", detail="no sign for the derivatives")
    values = {str(symbol): str(start + point.get(t, 0))} | {str(s): str(v) for s, v in point.items() if s != t}
    data = {"relation": relation_json(relation), "point": values}
    return Outcome(Verdict.REFUTED, "growth", Certificate("point", data), values)
