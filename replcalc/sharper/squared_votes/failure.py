"""The x0 and x1 at which the theorem on squared votes bounds the failure probability best: floats, nothing is trusted.

They are parameters of the analysis, so the bound on beta may have its own. The groups of equal rho0 add up, and each is
searched alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

from flint import fmpq

from replcalc.ask.composition import Composition
from replcalc.ask.grouping import Group, groups
from replcalc.formulas.compiled import LOG_FLOAT
from replcalc.numbers.family import Family
from replcalc.search.optimise import nelder_mead
from replcalc.sharper.squared_votes.model import (
    FARTHEST,
    LOOKS,
    ExcessAtPlace,
    Place,
    exact_places,
    excess_over,
    formulas,
)
from replcalc.sharper.squared_votes.statement import squared_votes


def least_failure(goal: Composition, samples: int, strings: int) -> tuple[Family[fmpq], Family[fmpq]]:
    """x0 and x1 that make beta of derived:squared-votes smallest with so many samples and strings."""
    divided = tuple(groups(goal))
    places = [_least(_failure(group, samples, strings)) for group in divided]
    return exact_places(goal, divided, places)


def _failure(group: Group, samples: int, strings: int) -> ExcessAtPlace:
    """(ln s, ln t) -> ln of the group's share in beta; infinite where there is no value."""
    known = {
        "k": math.log(sum(group.counts)), "rho0": group.log_rho0, "beta0": group.log_beta0, "J": math.log(strings),
        "T": [math.log(samples // mean) for _, mean, _ in group.members],
    }  # fmt: skip
    parts = formulas(squared_votes, LOG_FLOAT, ("beta",), True)
    return excess_over(parts, [known.get(name) for name in parts.inner.arguments], group.counts, (0.0,))


def _least(failure: ExcessAtPlace) -> Place:
    log_s, log_t = nelder_mead(failure, _look_around(failure), 0.3)
    level = failure((log_s, log_t)) + 1e-7  # no larger than they must be: omega and tau would need many digits
    low_t = _lowest(lambda t: failure((log_s, t)) <= level, log_t)
    return _lowest(lambda s: failure((s, low_t)) <= level + 1e-7, log_s), low_t


def _look_around(failure: ExcessAtPlace) -> Place:
    """The best place of the grid of looks: the best of every third look, then its neighbours while they improve.

    Small t have a valley of their own, where tau is about 1 and nothing is asked of the votes: both sides are searched.
    """
    size, half = len(LOOKS), len(LOOKS) // 2

    @cache
    def at(place: tuple[int, int]) -> float:
        return failure((LOOKS[place[0]], LOOKS[place[1]]))

    found = []
    for side in (range(1, half, 3), range(half, size, 3)):
        best = min(((a, b) for a in range(1, size, 3) for b in side), key=at)
        while True:
            near = [(best[0] + x, best[1] + y) for x in (0, -1, 1) for y in (0, -1, 1)]
            better = min((p for p in near if min(p) >= 0 and max(p) < size), key=at)
            if better == best:
                break
            best = better
        found.append(best)
    best = min(found, key=at)
    return LOOKS[best[0]], LOOKS[best[1]]


def _lowest(holds: Callable[[float], bool], start: float) -> float:
    """About the smallest x, going down from ``start``, at which the condition still holds."""
    step, good = 0.5, start
    while good - step > -FARTHEST and holds(good - step):
        good, step = good - step, 2 * step
    bad = good - step
    while good - bad > 0.01:
        middle = (good + bad) / 2
        good, bad = (middle, bad) if holds(middle) else (good, middle)
    return good
