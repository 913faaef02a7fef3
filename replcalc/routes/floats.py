"""Floating-point helpers of the parameter searches. Nothing here is trusted: what a search finds is certified later."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from flint import fmpq

#: Golden sections: an interval of length 3 shrinks to 3e-4; a flat minimum is then known to one part in 10^7.
STEPS = 19
_GOLD = (math.sqrt(5) - 1) / 2
_HUGE = 1e300
#: ln of the largest s < 1 considered.
LAST = math.log1p(-1e-9)


def log_rational(q: fmpq) -> float:
    """ln q for q > 0 of any size."""
    return math.log(int(q.p)) - math.log(int(q.q))


def distinct(values: tuple[fmpq, ...]) -> set[fmpq]:
    """The different values among many; equal objects are compared by identity first, which is much cheaper."""
    return set({id(value): value for value in values}.values())


def divergence_excess(y: float) -> float:
    """(1+y)ln(1+y) - y for y > -1, without cancellation."""
    if abs(y) < 1e-3:
        return y * y * (0.5 - y * (1 / 6 - y * (1 / 12 - y / 20)))
    return (1 + y) * math.log1p(y) - y if y > -1 else 1.0


@dataclass(frozen=True)
class Base:
    """A probability b in (0,1) by itself, its complement and its logarithm, none of which may underflow unseen."""

    value: float
    rest: float
    log: float

    @staticmethod
    def of(q: fmpq) -> Base:
        return Base(int(q.p) / int(q.q), int((1 - q).p) / int((1 - q).q), log_rational(q))

    def moved(self, s: float) -> Base:
        """b + (1-b)s."""
        x = self.value + self.rest * s
        return Base(x, self.rest * (1 - s), math.log(x) if x > 0 else self.log)

    def log_divergence(self, log_s: float) -> float:
        """ln kl(b + (1-b)s || b) for s = e^log_s."""
        s = math.exp(log_s)
        step = self.rest * s
        if step < 1e-4 * self.value and s < 1e-4:  # (1-b)s^2/(2b) to four digits
            return math.log(self.rest) - self.log - math.log(2) + 2 * log_s
        upper = self.rest * divergence_excess(-s)
        if self.value > 1e-280:
            return math.log(self.value * divergence_excess(step / self.value) + upper)
        return math.log(step * (math.log(step) - self.log - 1) + upper)


def exp_capped(x: float) -> float:
    """e^x, at most 1e300."""
    return math.exp(x) if x < 700 else _HUGE


def golden(function: Callable[[float], float], low: float, high: float, steps: int = STEPS) -> tuple[float, float]:
    """Minimum and minimiser of a unimodal function on [low, high]."""
    left, right = high - _GOLD * (high - low), low + _GOLD * (high - low)
    at_left, at_right = function(left), function(right)
    for _ in range(steps):
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLD * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLD * (high - low)
            at_right = function(right)
    return (at_left, left) if at_left <= at_right else (at_right, right)


def log_inverse(base: Base, target: float) -> float:
    """About ln of the s in (0,1) whose ln divergence from ``base`` is ``target`` (not above it); near 0 if none is.

    The slope of one logarithm against the other lies between 1 and 2 almost everywhere, so damped steps converge.
    """
    if base.log_divergence(LAST) < target:
        return LAST
    x = min(LAST, target / 2)
    for _ in range(80):
        gap = target - base.log_divergence(x)
        if -0.02 < gap < 0.02:
            return x - 0.03
        x = min(LAST, x + gap / 2)
    return x - 1.0


def from_log(x: float) -> fmpq:
    """e^x < 1 as a rational of about fifteen digits, however small."""
    exponent = math.floor(x / math.log(10))
    mantissa = math.exp(x - exponent * math.log(10))
    return fmpq(*mantissa.as_integer_ratio()) * fmpq(10) ** exponent


def nearest_decimal(x: fmpq, gap: fmpq) -> fmpq:
    """The decimal nearest to x whose last place is three places below the leading one of ``gap``."""
    unit = fmpq(10) ** (math.floor(log_rational(gap) / math.log(10)) - 3)
    return fmpq((x / unit + fmpq(1, 2)).floor()) * unit
