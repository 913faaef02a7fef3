"""How an inequality f >= 0 (or f > 0) is proved on one box: the forms a certificate may use.

A proof is a JSON object with its ``form``:

- ``ball``: the range of f over the box is nonnegative.
- ``mean``: f(c) + sum of f_j(box) (x_j - c_j) is nonnegative, c the midpoint of the box, f_j the partial derivatives.
- ``monotone``: f does not decrease away from one face: ``derivative`` proves that the partial derivative in
  ``variable`` (its negative for the upper end) is >= 0 on the box, ``face`` proves f >= 0 on the face ``end``. Applied
  to the derivative again this is the Taylor form of any order for a tight end: f(a) = f'(a) = 0 and f'' >= 0.
- ``zero``: f is identically zero on the box (a face) by its normal form.
- ``point``: the box is one point, where f is decided exactly.

The forms with derivatives need f to be continuous on the whole box: its evaluation may touch no singularity there, not
even at an end (see ``RangeField.proper``). The derivative itself may be infinite at single points.

For strict goals the same forms must hold strictly, except that f may vanish on a face that the domain leaves out (an
open end) as long as the derivative is strictly positive off that face.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from typing import Any

import sympy as sp
from flint import arb, fmpq

from replcalc.kernel.algebra import NoNormalForm
from replcalc.kernel.statement import is_goal_of
from replcalc.kernel.values import Unverified
from replcalc.numbers.errors import MalformedStatement, NotExact, UnsupportedNode
from replcalc.numbers.fields import BallField, ExactField
from replcalc.prover.boxes import ENDS, Box, BoxEnd
from replcalc.prover.declared import is_zero
from replcalc.prover.kinks import Chosen, Fixed, Greater, Lesser
from replcalc.prover.ranges import UNDEFINED, Range, RangeField
from replcalc.symbolic.evaluation import Environment, evaluate
from replcalc.symbolic.language import free, number, replace
from replcalc.symbolic.relations import relation_json

# -- partial derivatives of formulas, for bounds on boxes --------------------------------------------------------------
# At a minimum or maximum the derivative is ``chosen``: on a box, the hull of the derivatives of the branches that may
# be active; a second derivative there is ``fixed``, undefined unless one branch is active throughout (see
# ``expressions``).


def _bell(x: Any, factor: int) -> Any:
    """factor e^(-x^2)/sqrt(pi)."""
    return factor * sp.exp(-(x**2)) / sp.sqrt(sp.pi)


#: The derivative of a function of one argument, at that argument.
_OUTER: dict[Any, Callable[[Any], Any]] = {
    sp.exp: sp.exp,
    sp.log: lambda x: 1 / x,
    sp.sinh: sp.cosh,
    sp.cosh: sp.sinh,
    sp.tanh: lambda x: 1 - sp.tanh(x) ** 2,
    sp.sech: lambda x: -sp.tanh(x) * sp.sech(x),
    sp.atanh: lambda x: 1 / (1 - x**2),
    sp.asin: lambda x: 1 / sp.sqrt(1 - x**2),
    sp.erf: lambda x: _bell(x, 2),
    sp.erfc: lambda x: _bell(x, -2),
}


@lru_cache(maxsize=1 << 14)
def partial_slope(formula: Any, symbol: Any) -> Any:
    """d formula/d symbol; UnsupportedNode where there is no rule."""
    if symbol not in free(formula):
        return sp.S.Zero
    if formula == symbol:
        return sp.S.One
    if formula.is_Add:
        return sp.Add(*(partial_slope(a, symbol) for a in formula.args))
    if formula.is_Mul:
        args = formula.args
        moving = (place for place, a in enumerate(args) if symbol in free(a))
        return sp.Add(*(sp.Mul(*args[:p], partial_slope(args[p], symbol), *args[p + 1 :]) for p in moving))
    if type(formula) in _OUTER:
        return _OUTER[type(formula)](formula.args[0]) * partial_slope(formula.args[0], symbol)
    if formula.is_Pow:
        return _of_power(formula.base, formula.exp, symbol)
    if isinstance(formula, Lesser | Greater):
        a, b = formula.args if isinstance(formula, Lesser) else (-x for x in formula.args)
        return Chosen(a, b, *(partial_slope(x, symbol) for x in formula.args))
    if isinstance(formula, Chosen | Fixed):
        a, b, p, q = formula.args
        return Fixed(a, b, partial_slope(p, symbol), partial_slope(q, symbol))
    raise UnsupportedNode(f"no derivative of {formula}")


def _of_power(base: Any, exponent: Any, symbol: Any) -> Any:
    if symbol not in free(exponent):
        return exponent * base ** (exponent - 1) * partial_slope(base, symbol)
    rate = partial_slope(exponent, symbol) * sp.log(base)
    if symbol in free(base):
        rate += exponent * partial_slope(base, symbol) / base
    return base**exponent * rate


LeafProof = dict[str, Any]

#: Working precisions tried, in bits, before the sign of a constant counts as undecided.
PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)
#: Where a function is looked at before its normal form is computed: not zero there, not zero at all.
SAMPLE = fmpq(7, 17)


def sympy_rational(value: fmpq) -> Any:
    return sp.Rational(int(value.p), int(value.q))


def value_at(expression: Any, point: Mapping[Any, Any]) -> Any:
    """The expression at a point; nan where sympy finds it undefined or not real."""
    try:
        return expression.xreplace(dict(point))
    except (ValueError, ZeroDivisionError):  # the minimum of something that cannot be compared
        return sp.nan


def sign_of(expression: Any) -> int | None:
    """-1, 0 or 1 for a constant, None if undecided: exactly, by balls, by normal form for zero."""
    if expression.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        return None
    try:
        value = evaluate(expression, Environment({}), ExactField())
        return int(value > 0) - int(value < 0)
    except (NotExact, UnsupportedNode, ZeroDivisionError):
        pass
    for bits in PRECISIONS:
        ball = constant_ball(expression, bits)
        if ball is None or ball.is_nan():
            return None
        if ball > 0:
            return 1
        if ball < 0:
            return -1
        if bits == 256 and is_zero(sp.sympify(expression)):
            return 0
    return None


def constant_ball(expression: Any, bits: int) -> arb | None:
    """A constant expression as an Arb ball; None where it has no value."""
    number_field = BallField(bits)
    try:
        with number_field.active():
            return evaluate(expression, Environment({}), number_field)
    except (NotExact, UnsupportedNode, ZeroDivisionError, ValueError):
        return None


def differentiable(expression: Any) -> Any:
    """Minima, maxima and absolute values in a form whose derivative can be enclosed on a box."""
    expression = expression.replace(sp.Min, lambda *args: reduce(Lesser, args))
    expression = expression.replace(sp.Max, lambda *args: reduce(Greater, args))
    return expression.replace(sp.Abs, lambda a: Greater(a, -a))


@dataclass
class LeafFunction:
    """A formula to be bounded on boxes, with its derivatives computed once; None: one that has no value anywhere.

    ``expression``: the same in sympy, where it was stated so.
    """

    formula: Any | None
    expression: Any = None
    derivatives: dict[Any, LeafFunction] = field(default_factory=dict)
    zeros: dict[Any, bool] = field(default_factory=dict)

    @classmethod
    def of(cls, expression: Any) -> LeafFunction:
        """An expression of sympy as such a function."""
        stated = differentiable(expression)
        return cls(None if stated.has(sp.nan, sp.zoo, sp.oo, -sp.oo) else stated, stated)

    def on(self, box: Box, number_field: RangeField) -> Range:
        if any(low == high for _, low, high in box.sides):
            number_field = number_field.on_a_face
        values = {symbol: number_field.interval(low, high) for symbol, low, high in box.sides}
        try:
            return evaluate(self.formula, Environment(values), number_field)  # type: ignore[no-any-return]
        except (NotExact, UnsupportedNode, ZeroDivisionError):  # no value: nothing is proved with it
            return UNDEFINED

    def derivative(self, symbol: Any, end: BoxEnd = "lower") -> LeafFunction:
        """The partial derivative, negated for the upper end: nonnegative means f is smallest at ``end``."""
        key = (symbol, end)
        if key not in self.derivatives:
            self.derivatives[key] = self._derivative(symbol, end)
        return self.derivatives[key]

    def _derivative(self, symbol: Any, end: BoxEnd) -> LeafFunction:
        if self.formula is None:
            return self
        try:
            found = partial_slope(self.formula, symbol)
            return LeafFunction(found if end == "lower" else -found)
        except (UnsupportedNode, ZeroDivisionError):  # no derivative: nothing is proved with it
            return LeafFunction(None)

    def vanishes(self, face: Box, number_field: RangeField) -> bool:
        """Identically zero on the face: by the normal form after putting in the fixed values."""
        fixed = {symbol: sympy_rational(value) for symbol, value in face.fixed().items()}
        key = tuple(sorted((str(s), v) for s, v in fixed.items()))
        if key not in self.zeros:
            inside = Box(tuple((s, a + (b - a) * SAMPLE, a + (b - a) * SAMPLE) for s, a, b in face.sides))
            there = self.on(inside, number_field)
            self.zeros[key] = not (there.positive() or there.negative()) and _vanishes(self.at(face.fixed()))
        return self.zeros[key]

    def at(self, point: Any) -> Any:
        """The formula with rationals put in for some symbols, for sympy; nan where it has no value."""
        if self.formula is None:
            return sp.nan
        try:
            return replace(self.formula, {s: number(v) for s, v in point.items()})
        except ZeroDivisionError:
            return sp.nan


def _vanishes(expression: Any) -> bool:
    return not expression.has(sp.nan, sp.zoo, sp.oo, -sp.oo) and is_zero(expression)


@dataclass(frozen=True)
class GoalDomain:
    """Where the goal is to hold: the box, the ends left out, and the places where tight ends may be (cuts)."""

    box: Box
    open_ends: frozenset[tuple[Any, BoxEnd]] = frozenset()
    cuts: tuple[tuple[Any, tuple[fmpq, ...]], ...] = ()

    def special(self, symbol: Any, value: fmpq) -> bool:
        """May f be tight here? At the domain's own ends and at the cuts."""
        return value in self.box.ends(symbol) or value in dict(self.cuts).get(symbol, ())

    def left_out(self, symbol: Any, end: BoxEnd, value: fmpq) -> bool:
        return (symbol, end) in self.open_ends and value == self.box.end(symbol, end)


@dataclass
class Prover:
    """Tries the forms on one box. ``order`` bounds how often derivatives of derivatives are taken."""

    domain: GoalDomain
    number_field: RangeField
    order: int = 3
    proper_field: RangeField = field(init=False)
    seen: dict[tuple[Any, Box, bool, int], LeafProof | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.proper_field = self.number_field.proper()

    def prove(self, f: LeafFunction, box: Box, strict: bool) -> LeafProof | None:
        """A proof of f >= 0 (f > 0 if strict) on the whole box, or None if no form works."""
        self.seen.clear()  # faces and derivatives come up again and again within one box only
        return self._prove(f, box, strict, self.order)

    def _prove(self, f: LeafFunction, box: Box, strict: bool, depth: int) -> LeafProof | None:
        key = (f.formula, box, strict, depth)
        if key not in self.seen:
            self.seen[key] = self._try(f, box, strict, depth)
        return self.seen[key]

    def _try(self, f: LeafFunction, box: Box, strict: bool, depth: int) -> LeafProof | None:
        if box.is_point:
            return self._point(f, box, strict)
        values = f.on(box, self.proper_field)  # where it is defined it is the range
        continuous = values.defined
        if not continuous:
            values = f.on(box, self.number_field)
        if values.positive() or (not strict and values.nonnegative()):
            return {"form": "ball"}
        if values.defined and values.negative():
            return None
        if not strict and len(box.free) < len(box.symbols) and f.vanishes(box, self.number_field):
            return {"form": "zero"}
        if depth == 0:
            return None
        if not continuous:
            return None  # not certainly: derivatives say nothing
        slopes = {symbol: f.derivative(symbol).on(box, self.number_field) for symbol in box.free}
        if self._mean(f, box, slopes, strict):
            return {"form": "mean"}
        for symbol, slope in slopes.items():
            ends: tuple[BoxEnd, ...] = ("lower",) if slope.nonnegative() else ("upper",) if slope.nonpositive() else ()
            for end in ends:
                face = self._prove(f, box.face(symbol, end), strict, depth)
                if face is not None:
                    return _monotone(symbol, end, {"form": "ball"}, face)
        return self._tight(f, box, strict, depth)

    def _tight(self, f: LeafFunction, box: Box, strict: bool, depth: int) -> LeafProof | None:
        """A face where f may vanish, and a derivative that is itself proved nonnegative by any form."""
        for symbol in box.free:
            for end in ENDS:
                value = box.end(symbol, end)
                if not self.domain.special(symbol, value):
                    continue
                left_out = strict and self.domain.left_out(symbol, end, value)
                face = self._prove(f, box.face(symbol, end), strict and not left_out, depth)
                if face is None:
                    continue
                derivative = self._prove(f.derivative(symbol, end), box, left_out, depth - 1)
                if derivative is not None:
                    return _monotone(symbol, end, derivative, face)
        return None

    def _point(self, f: LeafFunction, box: Box, strict: bool) -> LeafProof | None:
        values = f.on(box, self.number_field)
        if values.positive() or values.negative():
            return {"form": "point"} if values.positive() else None
        sign = sign_of(f.at(box.fixed()))
        return {"form": "point"} if sign is not None and (sign > 0 or (sign == 0 and not strict)) else None

    def _mean(self, f: LeafFunction, box: Box, slopes: dict[Any, Range], strict: bool) -> bool:
        if not all(slope.defined for slope in slopes.values()):
            return False
        centre = box.midpoint()
        total = f.on(Box(tuple((s, centre[s], centre[s]) for s in box.symbols)), self.number_field)
        for symbol, slope in slopes.items():
            low, high = box.ends(symbol)
            total = total + slope * self.number_field.interval(low - centre[symbol], high - centre[symbol])
        return total.positive() or (not strict and total.nonnegative())


def _monotone(symbol: Any, end: BoxEnd, derivative: LeafProof, face: LeafProof) -> LeafProof:
    return {"form": "monotone", "variable": str(symbol), "end": end, "derivative": derivative, "face": face}


# -- the two sides of an inequality kept with the certificate of their difference --------------------------------------
# The two sides of an inequality kept with the certificate of their difference, where the checker will see it so.
def two_sides(relation: Any, kind: str, stated: Mapping[str, Any]) -> dict[str, Any]:
    """``{"relation": ...}``, or nothing: the goal is then all that is stated."""
    try:
        written = relation_json(relation)
        return {"relation": written} if is_goal_of(written, kind, stated) else {}
    except (NoNormalForm, Unverified, UnsupportedNode, MalformedStatement, ValueError):
        return {}
