"""Intervals whose two ends are Arb balls: what the prover evaluates inequalities with on a box.

A single Arb ball stores its radius to about 30 bits, so the ball of [0, 1] reaches below 0 and log or sqrt of it is
nan; and a wide ball loses the monotonicity of exp or log. A ``Range`` keeps both ends at full precision instead: it
stands for every real number between the lowest point of ``low`` and the highest point of ``high``. An operation that is
not defined on the whole interval gives an undefined range, about which nothing is ever proved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import methodcaller
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.fields import Field, ball_precision

_NAN = arb("nan")


@dataclass(frozen=True, slots=True)
class Range:
    """The reals from ``low`` (its lowest point) to ``high`` (its highest point); nan ends: undefined."""

    low: arb
    high: arb

    @property
    def defined(self) -> bool:
        return not (self.low.is_nan() or self.high.is_nan())

    @property
    def is_zero(self) -> bool:
        return bool(self.low.is_zero() and self.high.is_zero())

    def nonnegative(self) -> bool:
        """Certainly >= 0 everywhere."""
        return bool(self.low >= 0) and self.defined

    def positive(self) -> bool:
        return bool(self.low > 0) and self.defined

    def nonpositive(self) -> bool:
        return bool(self.high <= 0) and self.defined

    def negative(self) -> bool:
        return bool(self.high < 0) and self.defined

    def __neg__(self) -> Range:
        return type(self)(-self.high, -self.low)

    def __add__(self, other: Range) -> Range:
        return type(self)(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Range) -> Range:
        return type(self)(self.low - other.high, self.high - other.low)

    def __mul__(self, other: Range) -> Range:
        if self.is_zero or other.is_zero:  # also where the other factor is unbounded, but not where it is undefined
            return type(self)(arb(0), arb(0)) if self.defined and other.defined else UNDEFINED
        if self.low >= 0:
            return self._times(other)
        if other.low >= 0:
            return other._times(self)
        if self.high <= 0:
            return -((-self)._times(other))
        return self._general(other)

    def _times(self, other: Range) -> Range:
        """The product where nothing here is negative: two products instead of four."""
        if not (_signed(other.low) and _signed(other.high)):
            return self._general(other)
        low = other.low * (self.low if other.low >= 0 else self.high)
        return type(self)(low, other.high * (self.high if other.high >= 0 else self.low))

    def _general(self, other: Range) -> Range:
        products = [x * y for x in (self.low, self.high) for y in (other.low, other.high)]
        return type(self)(reduce(arb.min, products), reduce(arb.max, products))

    def __truediv__(self, other: Range) -> Range:
        return self * other.reciprocal()

    def reciprocal(self) -> Range:
        if self.low > 0 or self.high < 0:
            return type(self)(1 / self.high, 1 / self.low)
        if self.low.is_zero() and self.high > 0:
            return type(self)(1 / self.high, arb("inf"))
        if self.high.is_zero() and self.low < 0:
            return type(self)(arb("-inf"), 1 / self.low)
        return UNDEFINED

    def __pow__(self, exponent: int) -> Range:
        if exponent < 0:
            return (self**-exponent).reciprocal()
        if exponent == 0:
            return type(self)(arb(1), arb(1))
        if exponent % 2 or self.low >= 0:
            return type(self)(self.low**exponent, self.high**exponent)
        if self.high <= 0:
            return type(self)(self.high**exponent, self.low**exponent)
        return type(self)(arb(0), (self.low**exponent).max(self.high**exponent))

    def hull(self, other: Range) -> Range:
        return type(self)(self.low.min(other.low), self.high.max(other.high))


@dataclass(frozen=True, slots=True)
class ProperRange(Range):
    """A range in which no singularity is touched, not even at an end: what is defined on a box is continuous there."""

    def reciprocal(self) -> Range:
        if self.low > 0 or self.high < 0:
            return ProperRange(1 / self.high, 1 / self.low)
        return UNDEFINED


UNDEFINED = Range(_NAN, _NAN)
#: Functions that increase wherever they are defined; elsewhere, at an end, Arb's are nan.
_INCREASING = frozenset(("exp", "sqrt", "tanh", "sinh", "atanh", "asin", "erf"))


def _signed(end: arb) -> bool:
    return bool(end >= 0) or bool(end < 0)


class RangeField(Field):
    """Ranges at ``bits`` of precision. Use inside ``with field.active():``.

    A function may be singular at an end of a range: 1/x on [0, 1] is [1, oo]. With ``proper`` it may not: then a
    defined result means that the function is continuous on the whole box, which arguments by derivatives need.
    """

    name = "range"

    def __init__(self, bits: int = 96, *, proper: bool = False, face: bool = False) -> None:
        self.bits, self.face = bits, face
        self.kind: type[Range] = ProperRange if proper else Range

    def proper(self) -> RangeField:
        return RangeField(self.bits, proper=True, face=self.face)

    @cached_property
    def on_a_face(self) -> RangeField:
        """The same field for boxes with a fixed side, on which equal branches say nothing about their neighbourhood."""
        return self if self.face else RangeField(self.bits, proper=self.kind is ProperRange, face=True)

    def active(self) -> Any:
        return ball_precision(self.bits)

    def number(self, value: fmpq) -> Range:
        ball = arb(value)
        return self.kind(ball, ball)

    def interval(self, lower: fmpq, upper: fmpq) -> Range:
        return self.kind(arb(lower), arb(upper))

    def callable(self, name: str) -> Callable[..., Range]:
        if name not in _INCREASING:
            return super().callable(name)
        function, kind = methodcaller(name), self.kind
        return lambda x: kind(function(x.low), function(x.high))

    def fn_log(self, x: Range) -> Range:
        if x.low.is_zero() and self.kind is Range:
            return self.kind(arb("-inf"), x.high.log()) if x.high > 0 else UNDEFINED
        return self.kind(x.low.log(), x.high.log()) if x.low > 0 else UNDEFINED

    def fn_min(self, *args: Range) -> Range:
        low, high = args[0].low, args[0].high
        for x in args[1:]:
            low, high = low.min(x.low), high.min(x.high)
        return self.kind(low, high)

    def fn_max(self, *args: Range) -> Range:
        low, high = args[0].low, args[0].high
        for x in args[1:]:
            low, high = low.max(x.low), high.max(x.high)
        return self.kind(low, high)

    def fn_abs(self, x: Range) -> Range:
        larger = self.fn_max(x, -x)
        return self.kind(larger.low.max(arb(0)), larger.high)

    def fn_chosen(self, a: Range, b: Range, p: Range, q: Range) -> Range:
        """p where a < b, q where a > b, anything between the two where they cannot be told apart.

        On a box with interior a <= b is enough for p: there the minimum is a. On a face the two branches may be equal
        (x and x(x-1) at x = 0) while the other one is active on all of the box: only a < b tells them apart.
        """
        if self._under(a, b):
            return p
        if self._under(b, a):
            return q
        return p.hull(q) if self.kind is Range else UNDEFINED

    def fn_fixed(self, a: Range, b: Range, p: Range, q: Range) -> Range:
        """p if a <= b on the whole box, q if a >= b on the whole box (strictly on a face), otherwise undefined."""
        if self._under(a, b):
            return p
        if self._under(b, a):
            return q
        return UNDEFINED

    def _under(self, a: Range, b: Range) -> bool:
        return bool(a.high < b.low) if self.face else bool(a.high <= b.low)

    def fn_cosh(self, x: Range) -> Range:
        size = self.fn_abs(x)
        return self.kind(size.low.cosh(), size.high.cosh())

    def fn_sech(self, x: Range) -> Range:
        return self.fn_cosh(x).reciprocal()

    def fn_erfc(self, x: Range) -> Range:
        return self.kind(x.high.erfc(), x.low.erfc())

    def fn_loggamma(self, x: Range) -> Range:
        """Only where it is increasing."""
        return self.kind(x.low.lgamma(), x.high.lgamma()) if x.low >= 2 else UNDEFINED

    def fn_pi(self) -> Range:
        return self.kind(arb.pi(), arb.pi())
