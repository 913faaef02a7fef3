"""Looking for nu, h, l of derived:lemma-e in floating point; what is found is certified later.

Write h = 1/2 + a and l = 1 - nu - b. The number of strings J fixes the smallest nu: 2 nu (1-nu) = rho0/g with
g = e^(-ln(32/delta^2)/J). For T blocks the last terms of the lemma fix the smallest a and b,
    kl(1/2+a || 1/2) = ln(64J/delta^2)/T,   kl(nu+b || nu) = ln(32/delta^2)/T,
and then the first one fixes the smallest epsilon: sqrt(2L/T) ln(2(1+e)J/delta)/(1/2-nu-a-b).
All sizes are carried as logarithms, so that rho = 1e-300 is no special case.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache

from flint import fmpq

from replcalc.search.floats import Base, from_log, log_inverse, nearest_decimal
from replcalc.search.optimise import smallest_on
from replcalc.statements.compiled import LOG_FLOAT, Compiled, compiled

_HALF = Base(0.5, 0.5, math.log(0.5), math.log(0.5))
#: Relative room left above the smallest nu, a and b before they are rounded up.
_ROOM = 1e-7
#: A smaller nu would save less than one part in 10^5 of the blocks.
_SMALLEST_NU = 1e-6


@dataclass(frozen=True)
class Strings:
    """J strings for one (rho0, delta): nu, and the three logarithms of the lemma."""

    count: int
    nu: float
    good: float  # ln(32/delta^2)
    wrong: float  # ln(64 J/delta^2)
    concentration: float  # L
    spill: float  # ln(2(1+e)J/delta)

    @property
    def width(self) -> float:
        """1/2 - nu: what is left for l - h when T is large."""
        return 0.5 - self.nu

    def cost(self) -> float:
        """T epsilon^2 for large T."""
        return 2 * self.concentration * self.spill**2 / self.width**2 if self.width > 0 else math.inf


def strings(count: int, rho0: float, log_delta: float) -> Strings | None:
    """The logarithms for J = ``count``; None if so few strings cannot contain a good one surely enough."""
    good, wrong, concentration, spill = _logarithms(count, log_delta)
    ratio = 2 * rho0 * math.exp(min(good / count, 700.0))  # 2 rho0/g
    if ratio >= 1:
        return None
    nu = max(ratio / (2 * (1 + math.sqrt(1 - ratio))) * (1 + _ROOM), _SMALLEST_NU)
    if nu >= 0.5:
        return None
    return Strings(count, nu, good, wrong, concentration, spill)


def _logarithms(count: int, log_delta: float) -> tuple[float, float, float, float]:
    """GOOD, WRONG, CONCENTRATION and SPILL of the lemma, from its own expressions."""
    logs = _compiled()(J=math.log(count), delta=log_delta)
    return math.exp(logs[0]), math.exp(logs[1]), math.exp(logs[2]), math.exp(logs[3])


@cache
def _compiled() -> Compiled:
    from replcalc.theories.sharper.lemma_e import CONCENTRATION, GOOD, SPILL, WRONG

    return compiled((GOOD, WRONG, CONCENTRATION, SPILL), LOG_FLOAT)


@lru_cache(maxsize=4096)
def best_strings(rho0: float, log_delta: float, ceiling: int | None = None) -> Strings | None:
    """The J with the smallest cost for many blocks; at most ``ceiling`` strings. None if no J will do."""
    if rho0 >= 0.5:
        return None
    good = _logarithms(1, log_delta)[0]
    fewest = max(1, math.floor(good / -math.log(2 * rho0)) + 1) if rho0 > 0 else 1
    if ceiling is not None and fewest > ceiling:
        return None

    def cost(count: int) -> float:
        found = strings(count, rho0, log_delta)
        return math.inf if found is None else found.cost()

    high = math.log(fewest) + math.log(4096)
    if ceiling is not None:
        high = min(high, math.log(ceiling))
    if high > math.log(fewest):
        _, log_count = smallest_on(lambda x: cost(round(math.exp(x))), math.log(fewest), high, 1e-4)
        middle = round(math.exp(log_count))
    else:
        middle = fewest
    top = ceiling if ceiling is not None else middle + 2
    near = {fewest, *range(max(fewest, middle - 2), min(top, middle + 2) + 1)}
    best = min(sorted(near), key=cost)
    return strings(best, rho0, log_delta)


@dataclass(frozen=True)
class Votes:
    """For T blocks: ln of the smallest epsilon, and ln a, ln b."""

    log_epsilon: float
    log_a: float
    log_b: float


def votes(chosen: Strings, log_blocks: float) -> Votes | None:
    """None where so few blocks leave no room between h and l."""
    log_a = _log_step(_HALF, math.log(chosen.wrong) - log_blocks)
    base = Base(chosen.nu, 1 - chosen.nu, math.log(chosen.nu), math.log1p(-chosen.nu))
    log_b = _log_step(base, math.log(chosen.good) - log_blocks)
    if log_a is None or log_b is None:
        return None
    width = chosen.width - math.exp(log_a) - math.exp(log_b)
    if width <= 0 or math.log(2) + log_a + log_blocks < 0:  # (2h-1)T >= 1
        return None
    log_epsilon = 0.5 * (math.log(2 * chosen.concentration) - log_blocks) + math.log(chosen.spill / width)
    return Votes(log_epsilon, log_a, log_b)


def blocks_for(chosen: Strings, log_epsilon: float) -> tuple[float, Votes] | None:
    """ln T at which the smallest epsilon is the given one, with a and b there."""
    low = math.log(chosen.cost()) - 2 * log_epsilon
    high = low
    while (found := votes(chosen, high)) is None or found.log_epsilon > log_epsilon:
        high += 0.5
        if high > low + 200:
            return None
    for _ in range(60):
        middle = (low + high) / 2
        trial = votes(chosen, middle)
        if trial is None or trial.log_epsilon > log_epsilon:
            low = middle
        else:
            high, found = middle, trial
    return high, found


def _log_step(base: Base, target: float) -> float | None:
    """ln of the step x with kl(base + x || base) = e^target, to ten digits; None if no step is as large as that."""
    x = log_inverse(base, target)
    previous: tuple[float, float] | None = None
    slope = 1.8
    for _ in range(40):
        gap = target - base.log_divergence(x)
        if abs(gap) < 1e-11 * max(1.0, abs(target)):
            return x + base.log_rest
        if previous is not None and previous[0] != x:
            slope = min(3.0, max(0.5, (previous[1] - gap) / (x - previous[0])))
        previous = (x, gap)
        x += gap / slope
        if x >= 0:
            return None
    return x + base.log_rest


def exact_shape(chosen: Strings, found: Votes) -> tuple[fmpq, fmpq, fmpq]:
    """nu, h and l as rationals, rounded to the safe side: nu, a and b up."""
    nu = _up(from_log(math.log(chosen.nu)), min(chosen.nu, chosen.width))
    a, b = from_log(found.log_a + 1e-9), from_log(found.log_b + 1e-9)
    return nu, fmpq(1, 2) + _digits_up(a), 1 - nu - _digits_up(b)


def _up(x: fmpq, gap: float) -> fmpq:
    """x rounded up at the sixth digit of ``gap``."""
    unit = fmpq(10) ** (math.floor(math.log10(gap)) - 6)
    return fmpq((x / unit).ceil()) * unit


def _digits_up(x: fmpq) -> fmpq:
    """x rounded up to seven digits."""
    rounded = nearest_decimal(x, x / 1000)
    return rounded if rounded >= x else nearest_decimal(x * (1 + fmpq(1, 10**6)), x / 1000)
