"""The leading order of a formula, with its constant, as a symbol goes to infinity or 0.

Every part that grows or shrinks regularly is C x^a (ln x)^b (ln ln x)^d (1 + o(1)) with x = the symbol, or 1 over it,
going to infinity, and C free of x. Sums keep their largest terms, products and powers multiply, ln(C x^a ...) is
a ln x, or b ln ln x, or ln C. Where terms with limits cancel, what is left is the sum of how far each is from its
limit, to first order: exp(f) - exp(C) ~ exp(C) (f - C), and alike for powers, logarithms, products. What has no such
form, or cancels further, is refused: nothing is guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Any

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits

from replcalc.numbers.errors import ReplcalcError
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
    """Return the leading term as a formula in the symbol, which goes to 0 from above or to infinity.

    All symbols are taken to be positive.
    """
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
        """Return how far the formula is from its limit, to first order; nothing (constant 0) if it does not move."""
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
        """Return the one argument that a min or max comes down to near its limit; None if several may."""
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
