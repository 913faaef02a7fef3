"""The field of mpmath.iv intervals: certificates are checked again in it, with arithmetic other than Arb's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import fmpq
from mpmath.ctx_iv import MPIntervalContext

from replcalc.numbers.fields import Field


class IntervalField(Field):
    """mpmath.iv intervals: slower than Arb, but another implementation altogether."""

    name = "interval"

    def __init__(self, digits: int = 40) -> None:
        self.context = MPIntervalContext()  # one of its own: mpmath.iv is global and has no clone
        self.context.dps = digits

    def number(self, value: fmpq) -> Any:
        return self.context.mpf(int(value.p)) / self.context.mpf(int(value.q))

    def hull(self, lower: fmpq, upper: fmpq) -> Any:
        """The interval from the rational ``lower`` to ``upper``."""
        return self.context.mpf([self.number(lower).a, self.number(upper).b])

    def callable(self, name: str) -> Callable[..., Any]:
        return getattr(self.context, name) if name in ("exp", "log", "sqrt") else super().callable(name)

    def fn_min(self, *args: Any) -> Any:
        return self.context.mpf([min(x.a for x in args), min(x.b for x in args)])

    def fn_max(self, *args: Any) -> Any:
        return self.context.mpf([max(x.a for x in args), max(x.b for x in args)])

    def fn_abs(self, x: Any) -> Any:
        return abs(x)

    def _increasing(self, x: Any, function: Callable[[Any], Any]) -> Any:
        """An increasing function of an interval: at its two ends, where no dependency widens the values."""
        return self.context.mpf([function(x.a).a, function(x.b).b])

    def fn_cosh(self, x: Any) -> Any:
        if x.b <= 0:
            return self.fn_cosh(-x)
        if not x.a >= 0:
            return self.fn_cosh(self.context.mpf([0, max(-x.a, x.b)]))
        return self._increasing(x, lambda end: self._half_sum(end, 1))

    def fn_sinh(self, x: Any) -> Any:
        return self._increasing(x, lambda end: self._half_sum(end, -1))

    def _half_sum(self, x: Any, sign: int) -> Any:
        """(e^x + sign e^-x)/2."""
        up = self.context.exp(x)
        return (up + sign / up) / 2

    def fn_sech(self, x: Any) -> Any:
        return 1 / self.fn_cosh(x)

    def fn_tanh(self, x: Any) -> Any:
        def tanh(end: Any) -> Any:
            double = self.context.exp(2 * end)
            return (double - 1) / (double + 1)

        return self._increasing(x, tanh)

    def fn_asin(self, x: Any) -> Any:
        return self._increasing(x, lambda end: self.context.atan2(end, self.context.sqrt(1 - end * end)))

    def fn_atanh(self, x: Any) -> Any:
        return self._increasing(x, lambda end: self.context.log((1 + end) / (1 - end)) / 2)

    def fn_pi(self) -> Any:
        return self.context.pi
