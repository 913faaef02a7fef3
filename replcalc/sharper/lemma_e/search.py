"""Looking for nu, h, l of derived:lemma-e in floating point; what is found is certified later.

Write h = 1/2 + a and l = 1 - nu - b. The number of strings J fixes the smallest nu: 2 nu (1-nu) = rho0/g with
g = e^(-ln(32/delta^2)/J). For T blocks the last terms of the lemma fix the smallest a and b,
    kl(1/2+a || 1/2) = ln(64J/delta^2)/T,   kl(nu+b || nu) = ln(32/delta^2)/T,
and then the first one fixes the smallest epsilon: sqrt(2L/T) ln(2(1+e)J/delta)/(1/2-nu-a-b).
All sizes are carried as logarithms, so that rho = 1e-300 is no special case.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from flint import fmpq

from replcalc.ask.composition import Composition
from replcalc.formulas.compiled import LOG_FLOAT, Compiled, compiled
from replcalc.formulas.node import Symbol
from replcalc.numbers.logs import log_divergence, log_total, subtract
from replcalc.search.optimise import from_log, log_rational, nearest_decimal
from replcalc.search.optimise import crossing, smallest_on
from replcalc.sharper.lemma_e.statement import GOOD, WRONG
from replcalc.sharper.lemma_e.statement import replicable_to_pg_explicit as lemma

#: Relative room left above the smallest nu, a and b before they are rounded up.
_ROOM = 1e-7
#: -ln of the smallest step looked for.
_FARTHEST = 1e5
#: A smaller nu would save less than one part in 10^5 of the blocks.
_SMALLEST_NU = 1e-6


@dataclass(frozen=True)
class Strings:
    """J strings for one (rho0, delta): nu, and two logarithms of the lemma."""

    count: int
    log_delta: float
    nu: float
    good: float  # ln(32/delta^2)
    wrong: float  # ln(64 J/delta^2)

    @property
    def width(self) -> float:
        """1/2 - nu: what is left for l - h when T is large."""
        return 0.5 - self.nu

    def cost(self) -> float:
        """T epsilon^2 for large T."""
        return math.exp(_log_blocks(self, self.width)) if self.width > 0 else math.inf


def strings(count: int, rho0: float, log_delta: float) -> Strings | None:
    """The logarithms for J = ``count``; None if so few strings cannot contain a good one surely enough."""
    good, wrong = _logarithms(count, log_delta)
    ratio = 2 * rho0 * math.exp(min(good / count, 700.0))  # 2 rho0/g
    if ratio >= 1:
        return None
    nu = max(ratio / (2 * (1 + math.sqrt(1 - ratio))) * (1 + _ROOM), _SMALLEST_NU)
    if nu >= 0.5:
        return None
    return Strings(count, log_delta, nu, good, wrong)


def _logarithms(count: int, log_delta: float) -> tuple[float, float]:
    """GOOD and WRONG of the lemma, from its own expressions."""
    good, wrong = _compiled()(J=math.log(count), delta=log_delta)
    return math.exp(good), math.exp(wrong)


@cache
def _compiled() -> Compiled:
    return compiled((GOOD, WRONG), LOG_FLOAT)


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
    log_a = _log_step(0.5, math.log(chosen.wrong) - log_blocks)
    log_b = _log_step(chosen.nu, math.log(chosen.good) - log_blocks)
    if log_a is None or log_b is None:
        return None
    width = chosen.width - math.exp(log_a) - math.exp(log_b)
    if width <= 0 or math.log(2) + log_a + log_blocks < 0:  # (2h-1)T >= 1
        return None
    found = Votes(0.0, log_a, log_b)
    return replace(found, log_epsilon=log_epsilon_at(chosen, found, log_blocks))


def log_epsilon_at(chosen: Strings, found: Votes, log_blocks: float) -> float:
    """ln of the epsilon at which the first term of the lemma asks for so many blocks: it goes with 1/epsilon^2."""
    width = chosen.width - math.exp(found.log_a) - math.exp(found.log_b)
    return (_log_blocks(chosen, width) - log_blocks) / 2


def _log_blocks(chosen: Strings, width: float) -> float:
    """ln of the first term of the lemma at epsilon = 1 and l - h = width."""
    found: float = _blocks()(J=math.log(chosen.count), delta=chosen.log_delta, width=math.log(width))
    return found


@cache
def _blocks() -> Compiled:
    """The first term of the lemma's blocks at epsilon = 1, with l - h as one number."""
    l, h, epsilon = (lemma.parameter(name).variable for name in ("l", "h", "epsilon"))
    terms = lemma.conclusion("blocks").formula.args[0].args
    first = next(term for term in terms if term.has(epsilon))
    width = Symbol("width", positive=True)
    exponent = lemma.conclusion("L")
    whole = first.xreplace({exponent.variable: exponent.formula})
    return compiled(whole.xreplace({l: h + width, epsilon: 1}), LOG_FLOAT)


@cache
def _failure() -> tuple[Compiled, Compiled]:
    """The lemma's failure probability without any string, and what every string adds to it."""
    failure, strings = lemma.conclusion("failure").formula, lemma.conclusion("J").variable
    none, one = (failure.xreplace({strings: count}) for count in (0, 1))  # it is linear in the strings
    return compiled(none, LOG_FLOAT), compiled(one - none, LOG_FLOAT)


@lru_cache(maxsize=8)
def _per_string(goal: Composition) -> float:
    """ln of what one string more for every algorithm adds to the failure probability."""
    each = [_failure()[1](beta0=log_rational(beta0)) for beta0 in goal.beta0.distinct]
    return log_total([each[code] for code in goal.beta0.codes], goal.beta0.counts)


def most_strings(goal: Composition, log_deltas: Iterable[tuple[float, int]]) -> int | None:
    """The most strings per algorithm that max_strings and the goal on the failure probability allow.

    ``log_deltas``: ln delta_i with how many algorithms have it.
    """
    if goal.beta is None:
        return goal.max_strings
    spilt, _ = _failure()
    deltas, counts = zip(*log_deltas, strict=True)
    lost = log_total([spilt(delta=log_delta) for log_delta in deltas], counts)
    each = _per_string(goal)
    room = subtract(log_rational(goal.beta), lost)
    allowed = math.floor(math.exp(min(room - each, 40.0)) * (1 - 1e-12)) if room > -math.inf else 0
    return allowed if goal.max_strings is None else min(allowed, goal.max_strings)


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


def _log_step(base: float, target: float) -> float | None:
    """ln of the step x with kl(base + x || base) = e^target, to ten digits; None if no step is as large as that."""
    log_base, log_rest = math.log(base), math.log1p(-base)

    def lacking(minus_log_s: float) -> float:
        """How far the divergence at s = e^-x exceeds the target: it falls with x."""
        return log_divergence(log_base, log_rest, -minus_log_s) - target

    if lacking(0.0) <= 0:
        return None
    found = crossing(lacking, 1.0 - target / 2, 0.0, _FARTHEST, -1.8, 1e-11)
    return None if found is None else log_rest - found


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
