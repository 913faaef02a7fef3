"""The field of Python's floats: fast and without any promise, for searches."""

from __future__ import annotations

import math
from collections.abc import Callable

from flint import fmpq

from replcalc.numbers import sign_integral
from replcalc.numbers.fields import Field


class FloatField(Field):
    """IEEE doubles: for optimisers that look for parameters. Never for a printed figure. Overflow is infinity."""

    name = "float"

    def number(self, value: fmpq) -> float:
        try:
            return int(value.p) / int(value.q)
        except OverflowError:
            return math.inf if value > 0 else -math.inf

    def power_by(self, exponent: fmpq) -> Callable[[float], float]:
        power = super().power_by(exponent)

        def guarded(x: float) -> float:
            try:
                return float(power(x))
            except (OverflowError, ZeroDivisionError):
                return math.inf

        return guarded

    def fn_exp(self, x: float) -> float:
        try:
            return math.exp(x)
        except OverflowError:
            return math.inf

    def fn_log(self, x: float) -> float:
        return math.log(x) if x > 0 else -math.inf

    def fn_sqrt(self, x: float) -> float:
        return math.sqrt(x) if x >= 0 else math.nan

    def fn_min(self, *args: float) -> float:
        return min(args)

    def fn_max(self, *args: float) -> float:
        return max(args)

    def fn_abs(self, x: float) -> float:
        return abs(x)

    def fn_floor(self, x: float) -> float:
        return math.floor(x) if math.isfinite(x) else x

    def fn_ceiling(self, x: float) -> float:
        return math.ceil(x) if math.isfinite(x) else x

    def fn_erfc(self, x: float) -> float:
        return math.erfc(x)

    def fn_sign_integral(self, a: float, b: float) -> float:
        return sign_integral.in_floats(a, b)

    def fn_pi(self) -> float:
        return math.pi
