"""The field of mpmath.iv intervals: certificates are checked again in it, with arithmetic other than Arb's."""

from collections.abc import Callable
from typing import Any

from flint import fmpq
from mpmath import bernfrac
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
        """Return the interval from the rational ``lower`` to ``upper``."""
        return self.context.mpf([self.number(lower).a, self.number(upper).b])

    def callable(self, name: str) -> Callable[..., Any]:
        return getattr(self.context, name) if name in ("exp", "log", "sqrt") else super().callable(name)

    def fn_min(self, *args: Any) -> Any:
        return self.context.mpf([min(x.a for x in args), min(x.b for x in args)])

    def fn_max(self, *args: Any) -> Any:
        return self.context.mpf([max(x.a for x in args), max(x.b for x in args)])

    def fn_abs(self, x: Any) -> Any:
        return abs(x)

    def _map_ends(self, x: Any, function: Callable[[Any], Any]) -> Any:
        """Return an increasing function of an interval: at its two ends, where no dependency widens the values."""
        return self.context.mpf([function(x.a).a, function(x.b).b])

    def fn_cosh(self, x: Any) -> Any:
        if x.b < 0:
            return self.fn_cosh(-x)
        if not x.a >= 0:
            return self.fn_cosh(self.context.mpf([0, max(-x.a, x.b)]))
        return self._map_ends(x, lambda end: self._half_sum(end, 1))

    def fn_sinh(self, x: Any) -> Any:
        return self._map_ends(x, lambda end: self._half_sum(end, -1))

    def _half_sum(self, x: Any, sign: int) -> Any:
        """Return (e^x + sign e^-x)/2."""
        up = self.context.exp(x)
        return (up + sign / up) / 2

    def fn_sech(self, x: Any) -> Any:
        return 1 / self.fn_cosh(x)

    def fn_tanh(self, x: Any) -> Any:
        def tanh(end: Any) -> Any:
            double = self.context.exp(2 * end)
            return (double - 1) / (double + 1)

        return self._map_ends(x, tanh)

    def fn_asin(self, x: Any) -> Any:
        return self._map_ends(x, lambda end: self.context.atan2(end, self.context.sqrt(1 - end * end)))

    def fn_atanh(self, x: Any) -> Any:
        return self._map_ends(x, lambda end: self.context.log((1 + end) / (1 - end)) / 2)

    # -- functions that mpmath.iv does not have ----------------------------------------------------------------------
    def fn_erf(self, x: Any) -> Any:
        return self._map_ends(x, self._erf)

    def fn_erfc(self, x: Any) -> Any:
        return self.context.mpf([self._erfc(x.b).a, self._erfc(x.a).b])

    def _erf(self, x: Any) -> Any:
        """At an end: 2/sqrt(pi) e^-xx sum 2^n x^(2n+1)/(2n+1)!!, whose terms are positive for x > 0;
        each is the one before times 2xx/(2n+1), so what is left out is at most a geometric series. Where e^-xx is out
        of sight, 1 - e^-xx <= erf x <= 1."""
        if x.b < 0:
            return -self._erf(-x)
        square = x * x
        if square.a > 3 * self.context.dps:
            return self.context.mpf([(1 - self.context.exp(-square)).a, 1])
        total, term, n = x, x, 0
        tiny = self.context.mpf(10) ** (-self.context.dps - 5)
        while not ((2 * square).b < n and term.b <= (total * tiny).b):
            n += 1
            term = term * 2 * square / (2 * n + 1)
            total = total + term
        ratio = 2 * square / (2 * n + 3)
        rest = term * ratio / (1 - ratio)
        total = self.context.mpf([total.a, (total + rest).b])
        return 2 / self.context.sqrt(self.context.pi) * self.context.exp(-square) * total

    def _erfc(self, x: Any) -> Any:
        """At an end. Far out, e^-xx/(x sqrt(pi)) (1 - 1/(2xx) + 3/(2xx)^2 - 15/(2xx)^3 ...): the value
        lies between any two partial sums that follow each other."""
        if not x.a >= 7:
            return 1 - self._erf(x)
        double, sums, term, n = 2 * x * x, [self.context.mpf(1)], self.context.mpf(1), 0
        while (2 * n + 1) < double.a and n < 200:
            term = -term * (2 * n + 1) / double
            sums.append(sums[-1] + term)
            n += 1
        low, high = sorted(sums[-2:], key=lambda part: part.a)
        between = self.context.mpf([min(low.a, high.a), max(low.b, high.b)])
        return self.context.exp(-x * x) / (x * self.context.sqrt(self.context.pi)) * between

    def fn_loggamma(self, x: Any) -> Any:
        """Evaluate for positive numbers: falling until 1.46, rising from 1.47 on, nowhere under -0.12148629054."""
        if not x.a > 0:
            raise ValueError("loggamma of a number that may not be positive")
        ends = [self._loggamma(end) for end in (x.a, x.b)]
        low = min(end.a for end in ends)
        if x.a < 1.47 and x.b > 1.46 and x.a != x.b:
            low = self.number(fmpq(-12148629054, 10**11)).a
        return self.context.mpf([low, max(end.b for end in ends)])

    def _loggamma(self, x: Any) -> Any:
        """At an end: Stirling's series at x + m, less ln x(x+1)...(x+m-1). The value lies between any
        two partial sums that follow each other."""
        product, least = self.context.mpf(1), self.context.dps
        while not x.a >= least:
            product, x = product * x, x + 1
        total = (x - self.context.mpf(1) / 2) * self.context.log(x) - x + self.context.log(2 * self.context.pi) / 2
        terms = max(4, self.context.dps // 2)
        for k in range(1, terms + 1):
            total = total + self._stirling(k) / x ** (2 * k - 1)
        after = total + self._stirling(terms + 1) / x ** (2 * terms + 1)
        between = self.context.mpf([min(total.a, after.a), max(total.b, after.b)])
        return between - self.context.log(product)

    def fn_digamma(self, x: Any) -> Any:
        """Slope of loggamma, rising: by the slope of Stirling's series, ln x - 1/(2x) - sum B_2k/(2k x^2k)."""
        if not x.a > 0:
            raise ValueError("digamma of a number that may not be positive")
        return self._map_ends(x, self._digamma)

    def _digamma(self, x: Any) -> Any:
        before, least = self.context.mpf(0), self.context.dps
        while not x.a >= least:
            before, x = before + 1 / x, x + 1
        total = self.context.log(x) - 1 / (2 * x)
        terms = max(4, self.context.dps // 2)
        for k in range(1, terms + 1):
            total = total - self._stirling(k) * (2 * k - 1) / x ** (2 * k)
        after = total - self._stirling(terms + 1) * (2 * terms + 1) / x ** (2 * terms + 2)
        return self.context.mpf([min(total.a, after.a), max(total.b, after.b)]) - before

    def _stirling(self, k: int) -> Any:
        """Return B_2k / (2k (2k - 1))."""
        top, bottom = bernfrac(2 * k)
        return self.context.mpf(int(top)) / (self.context.mpf(int(bottom)) * (2 * k * (2 * k - 1)))

    def fn_pi(self) -> Any:
        return self.context.pi
