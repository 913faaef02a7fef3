"""The leading order of a formula, with its constant, as a symbol goes to infinity or 0; how near it is from where on.

Every part that grows or shrinks regularly is C x^a (ln x)^b (ln ln x)^d (1 + o(1)) with x = the symbol, or 1 over it,
going to infinity, and C free of x. Sums keep their largest terms, products and powers multiply, ln(C x^a ...) is
a ln x, or b ln ln x, or ln C. Where terms with limits cancel, what is left is the sum of how far each is from its
limit, to first order: exp(f) - exp(C) ~ exp(C) (f - C), and alike for powers, logarithms, products. What has no such
form, or cancels further, is refused: nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

import sympy as sp
from flint import arb, fmpq
from sympy.concrete.expr_with_limits import ExprWithLimits

from replcalc.numbers.errors import ReplcalcError
from replcalc.numbers.fields import BallField, ExactField, Field
from replcalc.symbolic.evaluation import Environment, evaluate
from replcalc.symbolic.language import free, over, replace
from replcalc.symbolic.reduction import is_positive

ZERO, ONE = sp.S.Zero, sp.S.One

#: log x itself has no logarithm in this scale beyond ln ln ln x.
_SCALES = 3


class NoLeadingOrder(ReplcalcError):
    """A formula, or a part of it, without a leading order of this form."""


@dataclass(frozen=True)
class Leading:
    """constant x^powers[0] (ln x)^powers[1] (ln ln x)^powers[2]."""

    constant: Any
    powers: tuple[Any, Any, Any] = (ZERO, ZERO, ZERO)

    def times(self, other: Leading) -> Leading:
        powers = tuple(p + q for p, q in zip(self.powers, other.powers, strict=True))
        return Leading(self.constant * other.constant, powers)  # type: ignore[arg-type]

    def to(self, exponent: Any) -> Leading:
        powers = tuple(p * exponent for p in self.powers)
        return Leading(self.constant**exponent, powers)  # type: ignore[arg-type]

    @property
    def size(self) -> int:
        """1: goes to infinity, -1: to 0, 0: to its constant."""
        for p in self.powers:
            if p is not ZERO:
                if p.is_Rational:
                    return 1 if p > 0 else -1
                for sign in (1, -1):
                    if is_positive(sign * p):
                        return sign
                raise NoLeadingOrder(f"the sign of the exponent {p} is not known: give it a value")
        return 0


def leading_order(formula: Any, symbol: Any, *, to_zero: bool) -> Any:
    """The leading term as a formula in the symbol, which goes to 0 from above, or to infinity; symbols are positive."""
    large = sp.Dummy("large", positive=True)
    declared = {s: type(s)(str(s), positive=True) for s in free(formula)}
    plain = {known: s for s, known in declared.items()}
    found = _Orders(large).of(replace(formula, {**declared, symbol: 1 / large if to_zero else large}))
    grows = 1 / symbol if to_zero else symbol
    scales = (grows, sp.log(grows), sp.log(sp.log(grows)))
    powers = (replace(p, plain) for p in found.powers)
    return replace(found.constant, plain) * sp.Mul(*(s**p for s, p in zip(scales, powers, strict=True)))


class _Orders:
    def __init__(self, large: Any) -> None:
        self.large = large
        self._done: dict[Any, Leading] = {}

    def of(self, formula: Any) -> Leading:
        if self.large not in free(formula):
            return Leading(formula)
        if formula not in self._done:
            self._done[formula] = self._of(formula)
        return self._done[formula]

    def _of(self, formula: Any) -> Leading:
        if formula == self.large:
            return Leading(ONE, (ONE, ZERO, ZERO))
        if formula.is_Mul:
            return reduce(Leading.times, map(self.of, formula.args))
        if isinstance(formula, sp.Function | sp.Min | sp.Max):
            return self._function(formula)
        if formula.is_Pow and self.large not in free(formula.exp):
            return self.of(formula.base).to(formula.exp)
        if formula.is_Add:
            return self._sum(formula)
        if isinstance(formula, ExprWithLimits):
            return self._over(formula)
        raise NoLeadingOrder(f"no leading order of {formula}")

    def _sum(self, formula: Any) -> Leading:
        found = self._largest(list(map(self.of, formula.args)))
        if found.constant != 0:
            return found
        if found.size != 0:
            raise NoLeadingOrder("the leading terms of a difference cancel, and they have no limits")
        return self._rest(formula)

    def _rest(self, formula: Any) -> Leading:
        """How far the formula is from its limit, to first order; nothing (constant 0) if it does not move."""
        whole = None if formula.is_Add else self.of(formula)
        if self.large not in free(formula):
            return Leading(ZERO)
        if whole is not None and whole.size < 0:
            return whole
        if whole is not None and whole.size > 0:
            raise NoLeadingOrder("a term without a limit in a difference whose leading terms cancel")
        if formula.is_Add:
            moved = [self._rest(a) for a in formula.args if self.large in free(a)]
        elif formula.is_Mul:
            limits = list(map(self.of, formula.args))
            moved = []
            for place, factor in enumerate(formula.args):
                others = sp.Mul(*(limit.constant for at, limit in enumerate(limits) if at != place))
                moved.append(Leading(others).times(self._rest(factor)))
        elif isinstance(formula, sp.exp | sp.log):
            inner = self.of(formula.args[0])
            limit = inner.constant if inner.size == 0 else ZERO
            slope = sp.exp(limit) if isinstance(formula, sp.exp) else 1 / limit
            moved = [Leading(slope).times(self._rest(formula.args[0]))]
        elif formula.is_Pow and self.large not in free(formula.exp):
            slope = formula.exp * self.of(formula.base).constant ** (formula.exp - 1)
            moved = [Leading(slope).times(self._rest(formula.base))]
        elif whole is not None and (reached := self._reached(formula, whole)) is not None:
            moved = [self._rest(reached)]
        else:
            raise NoLeadingOrder("leading terms cancel in what has no expansion here")
        moved = [m for m in moved if m.constant != 0]
        if not moved:
            return Leading(ZERO)
        found = self._largest(moved)
        if found.constant == 0:
            raise NoLeadingOrder("the leading terms of a difference cancel, and those after them")
        return found

    def _largest(self, terms: list[Leading]) -> Leading:
        top = reduce(lambda a, b: a if self._compared(a, b) >= 0 else b, terms)
        constant = sp.expand(sp.Add(*(t.constant for t in terms if self._compared(t, top) == 0)))
        return Leading(constant, top.powers)

    @staticmethod
    def _compared(a: Leading, b: Leading) -> int:
        return Leading(ONE, tuple(p - q for p, q in zip(a.powers, b.powers, strict=True))).size  # type: ignore[arg-type]

    def _function(self, formula: Any) -> Leading:
        inner = list(map(self.of, formula.args))
        if isinstance(formula, sp.log):
            if inner[0].constant == 1 and inner[0].size == 0:
                return self._rest(formula.args[0])  # ln(1 + f) ~ f
            return self._log(inner[0])
        if isinstance(formula, sp.exp) and inner[0].size <= 0:
            return Leading(ONE if inner[0].size < 0 else sp.exp(inner[0].constant))
        if isinstance(formula, sp.ceiling) and inner[0].size > 0:
            return inner[0]
        if isinstance(formula, sp.Min | sp.Max):
            return self._extremum(formula, inner)
        raise NoLeadingOrder(f"no leading order of {formula}")

    def _log(self, inner: Leading) -> Leading:
        for place, exponent in enumerate(inner.powers[: _SCALES - 1]):
            if exponent != 0:
                powers = tuple(ONE if at == place + 1 else ZERO for at in range(_SCALES))
                return Leading(exponent, powers)  # type: ignore[arg-type]
        if inner.size:
            raise NoLeadingOrder("a logarithm whose leading order is ln ln ln")
        return Leading(sp.log(inner.constant))

    def _extremum(self, formula: Any, inner: list[Leading]) -> Leading:
        sign = 1 if isinstance(formula, sp.Max) else -1
        best = reduce(lambda a, b: a if sign * self._compared(a, b) >= 0 else b, inner)
        equal = [t.constant for t in inner if self._compared(t, best) == 0]
        if not all(is_positive(t.constant) for t in inner):
            raise NoLeadingOrder(f"a {type(formula).__name__} of terms whose signs are not known")
        figures = [c for c in equal if c.is_Rational]  # folded, so that what cancels is seen to be 0
        top = sorted(figures, key=lambda c: sign * c)[-1:]
        others = [c for c in equal if not c.is_Rational]
        return Leading(formula.func(*others, *top, evaluate=False), best.powers)

    def _reached(self, formula: Any, limit: Leading) -> Any | None:
        """The one argument that a min or max comes down to near its limit; None if several may."""
        if not (isinstance(formula, sp.Min | sp.Max) and limit.constant.is_Rational):
            return None
        found = [a for a in formula.args if self.of(a) == limit]
        return found[0] if len(found) == 1 else None

    def _over(self, formula: Any) -> Leading:
        inside, index, upper = over(formula)
        if self.large in free(upper):
            raise NoLeadingOrder(
                "the members of a family change with k: say that they are equal, NAME=const for every family"
            )
        body = self.of(inside)
        constant = formula.func(body.constant, (index, 1, upper))
        if isinstance(formula, sp.Product):
            return Leading(constant, tuple(p * upper for p in body.powers))  # type: ignore[arg-type]
        if any(index in free(p) for p in body.powers):
            raise NoLeadingOrder(f"the members of {formula} are of different orders")
        return Leading(constant, body.powers)


# -- how far a formula of one symbol is from its leading order, certified for all values beyond a point ----------------
# On x >= x0 each part is C x^a (ln x)^b (ln ln x)^d (1 + r), every constant a number, where r lies in a ball that holds
# for all of these x at once: (1+r)(1+s) - 1 for products, (1+r)^p - 1 for powers; a smaller term of a sum adds its
# quotient by the largest ones, ln(C x^a ..(1+r)) = a ln x (1 + (ln C + b ln ln x + .. + ln(1+r))/(a ln x)). A quotient
# x^-a (ln x)^b .. that vanishes lies between 0 and its value at x0 once it decreases there: with y = ln x its logarithm
# has the slope a + b/y + d/(y ln y). What has no such form is refused.
_BITS = 256
Powers = tuple[fmpq, fmpq, fmpq]
_FLAT: Powers = (fmpq(0), fmpq(0), fmpq(0))


@dataclass(frozen=True)
class Near:
    """constant x^powers[0] (ln x)^powers[1] (ln ln x)^powers[2] (1 + rest), for all x from a point on."""

    constant: arb
    powers: Powers
    rest: arb


def within(formula: Any, symbol: Any, values: Mapping[Any, fmpq], factor: fmpq, *, to_zero: bool) -> int | None:
    """The least m, as far as this bounds it, such that the formula is within the factor of its leading order for all
    values of the symbol from 10^m on (or up to 10^-m); None where no m up to a million is found."""
    large = sp.Dummy("large", positive=True)
    whole = replace(formula, {symbol: 1 / large if to_zero else large})

    def enough(m: int) -> bool:
        try:
            rest = remainder(whole, large, values, m)
        except NoLeadingOrder:
            return False
        return bool(1 + rest <= arb(factor)) and bool((1 + rest) * arb(factor) >= 1)

    low, high = 1, 2
    while not enough(high):
        low, high = high, 2 * high
        if high > 10**6:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def remainder(formula: Any, large: Any, values: Mapping[Any, fmpq], m: int) -> arb:
    """A ball that holds formula/(leading order) - 1 for every value of ``large`` from 10^m on, m >= 2."""
    field = BallField(_BITS)
    with field.active():
        return _Remainders(large, dict(values), arb(10).log() * m, field).of(formula).rest


class _Remainders:
    def __init__(self, large: Any, values: dict[Any, fmpq], y: arb, field: BallField) -> None:
        self.large, self.values, self.field = large, values, field
        self.y, self.log = y, y.log()  # ln x0 and ln ln x0

    def number(self, formula: Any, field: Field) -> Any:
        try:
            return evaluate(formula, Environment(self.values, {}), field)
        except ReplcalcError as error:
            raise NoLeadingOrder(str(error)) from None

    def of(self, formula: Any) -> Near:
        if self.large not in free(formula):
            return Near(_nonzero(arb(self.number(formula, self.field))), _FLAT, arb(0))
        if formula == self.large:
            return Near(arb(1), (fmpq(1), fmpq(0), fmpq(0)), arb(0))
        if isinstance(formula, sp.Function | sp.Min | sp.Max):
            return self._function(formula, list(map(self.of, formula.args)))
        if formula.is_Mul:
            return reduce(_product, map(self.of, formula.args))
        if formula.is_Pow and self.large not in free(formula.exp):
            return self._power(self.of(formula.base), formula.exp)
        if formula.is_Add:
            return self._sum(list(map(self.of, formula.args)))
        raise NoLeadingOrder(f"no bound on the rest of {formula}")

    def vanishing(self, powers: Powers) -> arb:
        """From 0 to the value at x0 of x^a (ln x)^b (ln ln x)^d, where it decreases from x0 on."""
        a, b, d = powers
        d = max(d, fmpq(0)) if a or b else d  # a y + b + d/ln y falls as y grows: what is negative stays so
        if _size(powers) >= 0 or not arb(a) + arb(b) / self.y + arb(d) / (self.y * self.log) < 0:
            raise NoLeadingOrder("a smaller term still grows there")
        exponents = zip(powers, (self.y, self.log, self.log.log()), strict=True)
        return _from_zero(sum((arb(p) * scale for p, scale in exponents), arb(0)).exp())

    def _power(self, base: Near, exponent: Any) -> Near:
        p = self.number(exponent, ExactField())
        powers = tuple(q * p for q in _positive_near(base).powers)
        return Near(base.constant ** arb(p), powers, (1 + base.rest) ** arb(p) - 1)  # type: ignore[arg-type]

    def _sum(self, terms: list[Near]) -> Near:
        top = reduce(lambda a, b: b if _size(_less(b.powers, a.powers)) > 0 else a, terms).powers
        equal = [t for t in terms if t.powers == top]
        constant = _nonzero(sum((t.constant for t in equal), arb(0)))
        rest = sum((t.constant * t.rest for t in equal), arb(0)) / constant
        for t in terms:
            if t.powers != top:
                rest += t.constant / constant * self.vanishing(_less(t.powers, top)) * (1 + t.rest)
        return Near(constant, top, rest)

    def _function(self, formula: Any, inner: list[Near]) -> Near:
        first = inner[0]
        if isinstance(formula, sp.log):
            return self._log(_positive_near(first))
        if isinstance(formula, sp.exp) and _size(first.powers) == 0:
            return Near(first.constant.exp(), _FLAT, (first.constant * first.rest).exp() - 1)
        if isinstance(formula, sp.exp) and _size(first.powers) < 0:
            small = first.constant * self.vanishing(first.powers) * (1 + first.rest)
            return Near(arb(1), _FLAT, small.exp() - 1)
        if isinstance(formula, sp.ceiling) and _size(first.powers) > 0:  # adds at most 1 over the least value
            step = self.vanishing(_less(_FLAT, _positive_near(first).powers)) / first.constant
            return Near(first.constant, first.powers, first.rest + _from_zero(step))
        if isinstance(formula, sp.Min | sp.Max):
            return self._extremum(isinstance(formula, sp.Max), list(map(_positive_near, inner)))
        raise NoLeadingOrder(f"no bound on the rest of {formula}")

    def _log(self, inner: Near) -> Near:
        a, b, d = inner.powers
        off = inner.constant.log() + (1 + inner.rest).log()
        if a:
            later = arb(b + abs(d)) * _from_zero(self.log / self.y)  # falls from ln x = e on; ln ln ln x is smaller
            if d < 0 or not self.y > arb(1).exp():
                raise NoLeadingOrder("a logarithm with a small power of ln ln x in it")
            return Near(arb(a), (fmpq(0), fmpq(1), fmpq(0)), (off * _from_zero(1 / self.y) + later) / arb(a))
        if b and not d:
            return Near(arb(b), (fmpq(0), fmpq(0), fmpq(1)), off * _from_zero(1 / self.log) / arb(b))
        if b or d:
            raise NoLeadingOrder("a logarithm of ln ln")
        constant = _nonzero(inner.constant.log())
        return Near(constant, _FLAT, (1 + inner.rest).log() / constant)

    def _extremum(self, largest: bool, inner: list[Near]) -> Near:
        """Of terms of one order; a term of another order must already lie on its side at x0."""
        sign, choose = (1, arb.max) if largest else (-1, arb.min)
        top = reduce(lambda a, b: b if sign * _size(_less(b.powers, a.powers)) > 0 else a, inner).powers
        equal = [t for t in inner if t.powers == top]
        constant = reduce(choose, (t.constant for t in equal))
        taken = reduce(choose, (t.constant * (1 + t.rest) for t in equal))
        for t in (t for t in inner if t.powers != top):
            other = t.constant * (1 + t.rest)
            smaller, larger, powers = (other, taken, t.powers) if largest else (taken, other, top)
            if not smaller * self.vanishing(_less(powers, top if largest else t.powers)) < larger:
                raise NoLeadingOrder("the terms of an extreme change places later")
        return Near(constant, top, taken / constant - 1)


def _product(one: Near, other: Near) -> Near:
    powers = tuple(p + q for p, q in zip(one.powers, other.powers, strict=True))
    return Near(one.constant * other.constant, powers, (1 + one.rest) * (1 + other.rest) - 1)  # type: ignore[arg-type]


def _size(powers: Powers) -> int:
    """1: goes to infinity, -1: to 0, 0: stays."""
    return next((1 if p > 0 else -1 for p in powers if p), 0)


def _nonzero(constant: arb) -> arb:
    if not (constant > 0 or constant < 0):
        raise NoLeadingOrder("a constant that may be 0")
    return constant


def _positive_near(near: Near) -> Near:
    if not (near.constant > 0 and 1 + near.rest > 0):
        raise NoLeadingOrder("a power, logarithm or extreme of what may be negative")
    return near


def _from_zero(value: arb) -> arb:
    """A ball that holds everything between 0 and the value."""
    return value.union(arb(0))


def _less(one: Powers, other: Powers) -> Powers:
    return tuple(p - q for p, q in zip(one, other, strict=True))  # type: ignore[return-value]
