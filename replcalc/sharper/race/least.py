"""The smallest N for given strings, x0 and x1: a theorem on votes in floats to come close, in balls to decide.

The algorithms of one rho0 and beta0 share x0 and x1, so everything but their sizes n is computed once for all of them.
``least_failure``: x0 and x1 are parameters of the analysis, so the bound on beta may have its own; groups of equal rho0
add up, and each is searched alone, in floats.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.family import Family
from replcalc.numbers.fields import ball_precision
from replcalc.planning.blocks import Group, groups, sizes_by_codes
from replcalc.planning.composition import Composition
from replcalc.search.optimise import certain, log_rational, nelder_mead, smallest_integer
from replcalc.sharper.race.model import (
    FARTHEST,
    LOOKS,
    ExcessAtPlace,
    Place,
    bounded,
    exact_places,
    excess_over,
    formulas,
    log_sum,
)
from replcalc.sharper.race.search import Choice, VotesSearch
from replcalc.sharper.race.statement_squared_votes import squared_votes
from replcalc.statements.certification import starting_bits
from replcalc.statements.statement import Statement
from replcalc.symbolic.compiled import BALL, LOG, Separated

#: Beyond this many sizes the float model is evaluated by numpy.
_MANY = 300


@dataclass(frozen=True)
class SizeKind:
    """Algorithms that differ in their sizes alone."""

    rho0: fmpq
    beta0: fmpq
    x0: fmpq
    x1: fmpq
    sizes: tuple[int, ...]
    counts: tuple[int, ...]


def kinds(goal: Composition, parameters: Mapping[str, Any]) -> list[SizeKind]:
    """The algorithms of a goal by rho0 and beta0; x0 and x1 (families) go with rho0."""
    x0, x1 = parameters["x0"], parameters["x1"]
    return [
        SizeKind(
            goal.rho0.distinct[r],
            goal.beta0.distinct[b],
            x0.distinct[r],
            x1.distinct[r],
            tuple(sizes),
            tuple(sizes.values()),
        )
        for (r, b), sizes in sizes_by_codes(goal).items()
    ]


class VotesBound:
    """N -> ln of the larger of rho/goal and beta/goal, for fixed strings, x0 and x1."""

    def __init__(
        self,
        goal: Composition,
        parameters: Mapping[str, Any],
        statement: Statement = squared_votes,
        **settings: int | fmpq,
    ) -> None:
        self.names = bounded(goal)
        self.statement = statement
        self.targets = [goal.rho] + ([goal.beta] if goal.beta is not None else [])
        self.targets += [fmpq(1)] * (self._formulas(BALL).results - len(self.targets))
        self.strings: int = parameters["J"]
        self.kinds = kinds(goal, parameters)
        self.settings = {name: fmpq(value) for name, value in (settings | {"k": goal.k}).items()}

    def _formulas(self, target: Any) -> Separated:
        return formulas(self.statement, target, self.names, by_share=target is not BALL)

    def ball(self, samples: int) -> arb:
        """A ball whose sign is certain."""
        runs = sum(len(kind.sizes) for kind in self.kinds)
        return certain(lambda _: self._ball(samples), samples, self.statement.label, runs)

    def _ball(self, samples: int) -> arb:
        parts = self._formulas(BALL)
        totals, around = [arb(0)] * len(parts.totals), {name: arb(value) for name, value in self.settings.items()}
        for kind in self.kinds:
            values = {name: arb(getattr(kind, name)) for name in ("rho0", "beta0", "x0", "x1")}
            values |= around | {"J": arb(self.strings), "k": arb(sum(kind.counts))}
            values["T"] = [arb(samples // n) for n in kind.sizes]
            totals = [a + b for a, b in zip(totals, parts.inner(kind.counts, **values), strict=True)]
        bounds = parts.outer(**dict(zip(parts.totals, totals, strict=True)), **around)
        result: arb | None = None
        for bound, target in reversed(list(zip(bounds, self.targets, strict=True))):
            excess = (bound / target).log()
            result = excess if result is None else result.max(excess)
            if result > 0:  # where a condition fails the bounds may have no value
                break
        return result

    def rough(self) -> Callable[[int], float]:
        """The same in floats: only to come close."""
        parts = self._formulas(LOG)
        targets = [log_rational(target) for target in self.targets]
        around = {name: log_rational(value) for name, value in self.settings.items()}
        terms = [self._rough_totals(kind, around) for kind in self.kinds]

        def excess(samples: int) -> float:
            totals = [term(samples) for term in terms]
            sums = totals[0] if len(totals) == 1 else [log_sum(column) for column in zip(*totals, strict=True)]
            bounds = parts.outer(**dict(zip(parts.totals, sums, strict=True)), **around)
            worst = max(bound - target for bound, target in zip(bounds, targets, strict=True))
            return worst if worst == worst else math.inf

        return excess

    def _rough_totals(self, kind: SizeKind, around: dict[str, float]) -> Callable[[int], tuple[float, ...]]:
        given: dict[str, Any] = {name: log_rational(getattr(kind, name)) for name in ("rho0", "beta0")}
        given |= around | {"J": math.log(self.strings), "k": math.log(sum(kind.counts))}
        given["s"] = log_rational((kind.x0 - kind.rho0) / (1 - kind.rho0))
        given["t"] = log_rational((kind.x1 - kind.x0) / (1 - kind.x0))
        if len(kind.sizes) <= _MANY:
            inner = self._formulas(LOG).inner
            return lambda samples: inner(kind.counts, T=[math.log(samples // n) for n in kind.sizes], **given)
        return self._many_totals(kind, given)

    def _many_totals(self, kind: SizeKind, given: dict[str, Any]) -> Callable[[int], tuple[float, ...]]:
        import numpy as np

        inner = self._formulas(LOG).inner
        small = max(kind.sizes) < 1 << 53
        sizes: Any = np.array(kind.sizes, dtype=np.int64 if small else object)
        counts = np.array(kind.counts, dtype=float)

        def totals(samples: int) -> tuple[float, ...]:
            if small and samples < 1 << 62:
                logs = np.log((samples // sizes).astype(float))
            else:
                logs = np.array([math.log(samples // n) for n in kind.sizes])
            return tuple(float(total) for total in inner(counts, T=logs, **given))

        return totals


def best_choice(goal: Composition, statement: Statement, **settings: int | fmpq) -> Choice:
    """What the search in floats chooses; where it reaches the goal, with the smallest N at which that is PROVED."""
    choice = VotesSearch(goal, statement, **settings).choose(goal.max_strings)
    if not choice.reaches:
        return choice

    def proved(parameters: Mapping[str, Any]) -> Choice:
        samples = least_samples(goal, parameters, choice.samples, statement, **settings)
        return replace(choice, parameters=dict(parameters), samples=samples)

    found = proved(choice.parameters)
    if found.samples * 1000 <= choice.samples * 1001:
        return found
    # few large blocks: what short decimals of x0 and x1 lose costs a whole block
    return min(found, proved(choice.finer), key=lambda one: one.samples)


def least_samples(
    goal: Composition,
    parameters: Mapping[str, Any],
    guess: int,
    statement: Statement = squared_votes,
    **settings: int | fmpq,
) -> int:
    """The smallest N for which the goal is PROVED at these parameters: one less is certainly not enough."""
    bound = VotesBound(goal, parameters, statement, **settings)
    lowest, unit = max(goal.n.distinct), math.gcd(*goal.n.distinct)
    with ball_precision(starting_bits(20) + 2 * guess.bit_length()):
        return smallest_integer(bound.ball, guess, lowest, bound.rough(), unit, sorted(goal.n.distinct)[-3:])


def least_failure(goal: Composition, samples: int, strings: int) -> tuple[Family[fmpq], Family[fmpq]]:
    """x0 and x1 that make beta of derived:squared-votes smallest with so many samples and strings."""
    divided = tuple(groups(goal))
    places = [_least(_failure(group, samples, strings)) for group in divided]
    return exact_places(goal, divided, places)


def _failure(group: Group, samples: int, strings: int) -> ExcessAtPlace:
    """(ln s, ln t) -> ln of the group's share in beta; infinite where there is no value."""
    known = {
        "k": math.log(sum(group.counts)),
        "rho0": group.log_rho0,
        "beta0": group.log_beta0,
        "J": math.log(strings),
        "T": [math.log(samples // mean) for _, mean, _ in group.members],
    }
    parts = formulas(squared_votes, LOG, ("beta",), True)
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
