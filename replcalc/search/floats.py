"""Floating-point helpers of the parameter searches. Nothing here is trusted: what a search finds is certified later."""

from __future__ import annotations

import math
from dataclasses import dataclass

from flint import fmpq

from replcalc.numbers.enclosure import decimal_exponent

_HUGE = 1e300
#: ln of the largest s < 1 considered.
LAST = math.log1p(-1e-9)


def log_rational(q: fmpq) -> float:
    """ln q for q > 0 of any size, also next to 1."""
    if abs(q - 1) < fmpq(1, 4):
        near = q - 1
        return math.log1p(int(near.p) / int(near.q))
    return math.log(int(q.p)) - math.log(int(q.q))


def divergence_excess(y: float) -> float:
    """(1+y)ln(1+y) - y for y > -1, without cancellation."""
    if abs(y) < 1e-3:
        return y * y * (0.5 - y * (1 / 6 - y * (1 / 12 - y / 20)))
    return (1 + y) * math.log1p(y) - y if y > -1 else 1.0


@dataclass(frozen=True)
class Base:
    """A probability b in (0,1), its complement, and both logarithms: these stay exact where the floats underflow."""

    value: float
    rest: float
    log: float
    log_rest: float

    @staticmethod
    def of(q: fmpq) -> Base:
        rest = 1 - q
        return Base(int(q.p) / int(q.q), int(rest.p) / int(rest.q), log_rational(q), log_rational(rest))

    def moved(self, s: float) -> Base:
        """b + (1-b)s."""
        x = self.value + self.rest * s
        return Base(x, self.rest * (1 - s), math.log(x) if x > 0 else self.log, self.log_rest + math.log1p(-s))

    def log_divergence(self, log_s: float) -> float:
        """ln kl(b + (1-b)s || b) for s = e^log_s, the sum of b phi((1-b)s/b) and (1-b) phi(-s) with phi(y) as above."""
        log_rest = self.log_rest
        log_ratio = log_s + log_rest - self.log
        if log_ratio > 25:
            lower = log_s + log_rest + math.log(log_ratio - 1)
        else:
            lower = self.log + _log_excess(math.exp(log_ratio), log_ratio)
        upper = log_rest + _log_excess(-math.exp(log_s), log_s)
        top = max(lower, upper)
        return top + math.log1p(math.exp(min(lower, upper) - top))


def _log_excess(y: float, log_size: float) -> float:
    """ln divergence_excess(y), given ln abs(y), for y of any size."""
    return 2 * log_size - math.log(2) - y / 3 if log_size < -9 else math.log(divergence_excess(y))


def exp_capped(x: float) -> float:
    """e^x, at most 1e300."""
    return math.exp(x) if x < 700 else _HUGE


def log_inverse(base: Base, target: float) -> float:
    """About ln of the s in (0,1) whose ln divergence from ``base`` is ``target`` (not above it); near 0 if none is.

    The slope of one logarithm against the other lies between 1 and 2 except near s = 1, so damped steps converge
    there, and a bracket takes over where they would not.
    """
    if base.log_divergence(LAST) < target:
        return LAST
    x, below, above = min(LAST, target / 2), -math.inf, LAST
    for _ in range(80):
        gap = target - base.log_divergence(x)
        if -0.02 < gap < 0.02:
            return x - 0.03
        if gap > 0:
            below = x
        else:
            above = x
        x += gap / 2
        if not below < x < above:
            x = (below + above) / 2
    return x - 0.03


def from_log(x: float) -> fmpq:
    """e^x < 1 as a rational of about fifteen digits, however small."""
    exponent = math.floor(x / math.log(10))
    mantissa = math.exp(x - exponent * math.log(10))
    return fmpq(*mantissa.as_integer_ratio()) * fmpq(10) ** exponent


def whole(x: float) -> int:
    """e^x rounded up to an integer; of about fifteen digits, however large."""
    if x < 34:
        return math.ceil(math.exp(x) * (1 - 1e-14))
    shift = max(0, math.floor(x / math.log(2)) - 50)
    return math.ceil(math.exp(x - shift * math.log(2))) << shift


def _unit(gap: fmpq) -> fmpq:
    """The power of ten three places below the leading place of ``gap``."""
    return fmpq(10) ** (math.floor(log_rational(gap) / math.log(10)) - 3)


def nearest_decimal(x: fmpq, gap: fmpq) -> fmpq:
    """The decimal nearest to x whose last place is three places below the leading one of ``gap``."""
    return fmpq((x / _unit(gap) + fmpq(1, 2)).floor()) * _unit(gap)


def decimal_up(x: fmpq, gap: fmpq) -> fmpq:
    """The smallest such decimal that is at least x."""
    return fmpq((x / _unit(gap)).ceil()) * _unit(gap)


def rounded(value: float, digits: int = 8) -> fmpq:
    """A float as a short exact decimal, rounded to nearest."""
    mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    whole = int(mantissa.replace(".", ""))
    power = int(exponent) - (digits - 1)
    return fmpq(whole) * fmpq(10) ** power


def rounded_down(value: fmpq, digits: int = 8) -> fmpq:
    """A positive rational rounded down to ``digits`` significant decimal digits."""
    unit = fmpq(10) ** (decimal_exponent(value) - digits + 1)
    return fmpq((value / unit).floor()) * unit
