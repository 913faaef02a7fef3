"""The field of mpmath.iv intervals: certificates are checked again in it, with arithmetic other than Arb's."""

from __future__ import annotations

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

    def fn_exp(self, x: Any) -> Any:
        return self.context.exp(x)

    def fn_log(self, x: Any) -> Any:
        return self.context.log(x)

    def fn_sqrt(self, x: Any) -> Any:
        return self.context.sqrt(x)

    def fn_min(self, *args: Any) -> Any:
        return self.context.mpf([min(x.a for x in args), min(x.b for x in args)])

    def fn_max(self, *args: Any) -> Any:
        return self.context.mpf([max(x.a for x in args), max(x.b for x in args)])

    def fn_abs(self, x: Any) -> Any:
        return abs(x)

    def fn_cosh(self, x: Any) -> Any:
        if x.b <= 0:
            return self.fn_cosh(-x)
        if not x.a >= 0:
            return self.fn_cosh(self.context.mpf([0, max(-x.a, x.b)]))
        ends = []
        for end in (x.a, x.b):  # increasing from 0 on: no dependency widens the values at the ends
            up = self.context.exp(end)
            ends.append((up + 1 / up) / 2)
        return self.context.mpf([ends[0].a, ends[1].b])

    def fn_sech(self, x: Any) -> Any:
        return 1 / self.fn_cosh(x)

    def fn_tanh(self, x: Any) -> Any:
        # monotone: evaluate at the two ends, where no dependency widens the interval
        ends = []
        for end in (x.a, x.b):
            double = self.context.exp(2 * end)
            ends.append((double - 1) / (double + 1))
        return self.context.mpf([ends[0].a, ends[1].b])

    def fn_sinh(self, x: Any) -> Any:
        ends = []
        for end in (x.a, x.b):
            up = self.context.exp(end)
            ends.append((up - 1 / up) / 2)
        return self.context.mpf([ends[0].a, ends[1].b])

    def fn_asin(self, x: Any) -> Any:
        ends = [self.context.atan2(end, self.context.sqrt(1 - end * end)) for end in (x.a, x.b)]
        return self.context.mpf([ends[0].a, ends[1].b])

    def fn_atanh(self, x: Any) -> Any:
        ends = [self.context.log((1 + end) / (1 - end)) / 2 for end in (x.a, x.b)]
        return self.context.mpf([ends[0].a, ends[1].b])

    def fn_pi(self) -> Any:
        return self.context.pi
