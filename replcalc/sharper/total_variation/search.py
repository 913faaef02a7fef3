"""Looking for epsilon_i, delta and the shapes of Lemma E for route ``sharp`` in floating point; certified later.

With N samples the i-th algorithm votes on T_i = floor(N/n_i) blocks, and derived:lemma-e then gives its smallest
epsilon_i for a common delta. So the disagreement bound is a function of N and delta alone: it is minimised over delta
by Brent's method and decreases in N. Sizes are merged into few blocks while searching; all numbers are logarithms.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from flint import fmpq

from replcalc.numbers.family import Family
from replcalc.planning.blocks import Group, groups
from replcalc.planning.composition import Composition
from replcalc.search.optimise import from_log, log_rational, nearest_decimal, nine_digits, smallest_on
from replcalc.sharper.lemma_e.method import (
    Strings,
    Votes,
    best_strings,
    exact_shape,
    log_epsilon_at,
    most_strings,
    votes,
)
from replcalc.sharper.race.statement import race_composition
from replcalc.sharper.total_variation.statement import nonadaptive_tv, tv_to_replicable
from replcalc.statements.notation import delta
from replcalc.symbolic.compiled import LOG_FLOAT, Compiled, compiled, definitions_of
from replcalc.symbolic.forms import losses

#: The search aims this far below ln rho, so that rounding epsilon_i and the shapes to decimals does no harm.
_AIM = 4e-6
#: epsilon_i is rounded up by about this much.
_ROOM = 1e-6
#: Different shapes (nu, h, l) per value of rho0.
_SHAPES = 48


@dataclass(frozen=True)
class _Layout:
    """For every kind (rho0, n): ln epsilon and which of the shapes it has; no shapes where it is hopeless."""

    samples: int
    log_epsilons: list[float]
    codes: list[int]
    shapes: list[tuple[Strings, Votes]]


@dataclass(frozen=True)
class _Kinds:
    """The different (rho0, n), largest n first, rho0 by its code; how many there are, and for every run its kind."""

    pairs: list[tuple[int, int]]
    counts: list[int]
    codes: tuple[int, ...]

    @staticmethod
    def of(goal: Composition) -> _Kinds:
        runs = list(zip(goal.rho0.codes, goal.n.values, strict=True))
        counts: dict[tuple[int, int], int] = {}
        for pair, count in zip(runs, goal.n.counts, strict=True):
            counts[pair] = counts.get(pair, 0) + count
        ordered = sorted(counts, key=lambda pair: -pair[1])
        place = dict(zip(ordered, range(len(ordered)), strict=True))
        return _Kinds(ordered, list(map(counts.__getitem__, ordered)), tuple(map(place.__getitem__, runs)))


@cache
def _disagreement(raced: bool) -> Compiled:
    """rho of the composition in epsilon_i and a common delta, from the statements' own formulas."""
    whole = race_composition if raced else tv_to_replicable
    known = definitions_of(nonadaptive_tv) | definitions_of(whole)
    common = {parameter.entry: delta for parameter in nonadaptive_tv.given if parameter.name != "epsilon"}
    return compiled(whole.conclusion("rho").formula, LOG_FLOAT, losses(known) | common)


class SharpSearch:
    """The float model of lemma-e + nonadaptive-tv + race-composition (or tv-to-replicable) for one goal."""

    def __init__(self, goal: Composition, raced: bool = True) -> None:
        self.goal, self.raced = goal, raced
        self.log_rho = log_rational(goal.rho)
        self.groups: tuple[Group, ...] = tuple(groups(goal))
        self.log_k = math.log(goal.k)
        self._rho = _disagreement(raced)

    # -- the bound -------------------------------------------------------------------------------------------------
    def strings(self, group: Group, log_delta: float) -> Strings | None:
        return best_strings(group.rho0, log_delta, most_strings(self.goal, ((log_delta, self.goal.k),)))

    def bound(self, samples: int, log_delta: float) -> float:
        """ln of the disagreement bound over rho."""
        logs: list[float] = []
        counts: list[int] = []
        for group in self.groups:
            chosen = self.strings(group, log_delta)
            if chosen is None:
                return math.inf
            for largest, mean, count in group.members:
                found = votes(chosen, math.log(samples // largest))
                if found is None or found.log_epsilon > 0:
                    return math.inf
                logs.append(found.log_epsilon + math.log(mean / largest) / 2)  # epsilon goes with the root of n
                counts.append(count)
        return self._excess(logs, counts, log_delta)

    def _excess(self, log_epsilons: Sequence[float], counts: Sequence[int], log_delta: float) -> float:
        """ln of the disagreement bound over rho, from the epsilon_i."""
        value: float = self._rho(counts, k=self.log_k, epsilon=log_epsilons, delta=log_delta) - self.log_rho
        return value if value == value else math.inf

    def best_delta(self, samples: int) -> tuple[float, float]:
        """The smallest excess over delta, and ln delta there."""
        top = self.log_rho - self.log_k - math.log(6)
        windows = [(top - 40, top)]
        if self.raced and self.log_rho < -8:  # a race may want k delta of the order of rho^2
            low = top + self.log_rho
            windows += [(low - 30, low + 5), (top - 12, top)]
        found = min(smallest_on(lambda log_delta: self.bound(samples, log_delta), *window, 1e-4) for window in windows)
        if found[0] < math.inf:
            return found
        # few strings are enough only for large delta, few failures only for small: look for the window
        grid = [top - 0.1 * step for step in range(120)]
        value, middle = min((self.bound(samples, log_delta), log_delta) for log_delta in grid)
        if value == math.inf:
            return value, middle
        return smallest_on(lambda log_delta: self.bound(samples, log_delta), middle - 0.1, min(middle + 0.1, top), 5e-4)

    # -- samples ---------------------------------------------------------------------------------------------------
    def least_samples(self) -> tuple[int, float] | None:
        """The smallest N (to one part in 10^5) and ln delta; None if nothing reaches the goal."""
        high = self._start()
        if high is None:
            return None
        low = max(self.goal.n.values) - 1
        value, log_delta = self.best_delta(high)
        for _ in range(60):
            if value <= -_AIM:
                break
            low, high = high, high * 2
            value, log_delta = self.best_delta(high)
        else:
            return None
        while high - low > 1 and (high - low) * 10**5 > high:
            middle = (low + high) // 2
            value, trial = self.best_delta(middle)
            if value <= -_AIM:
                high, log_delta = middle, trial
            else:
                low = middle
        return high, log_delta

    def _start(self) -> int | None:
        """4 (sum of n_i T_i epsilon_i^2)/rho^2, where all of rho went to the epsilon_i: below the answer."""
        log_delta = self.log_rho - self.log_k - math.log(60)
        logs = []
        for group in self.groups:
            chosen = self.strings(group, log_delta)
            if chosen is None:
                chosen = best_strings(group.rho0, log_delta)
            if chosen is None:
                return None
            weight = sum(mean * count for _, mean, count in group.members)
            logs.append(math.log(weight) + math.log(chosen.cost()))
        top = max(logs)
        total = math.log(4) + top + math.log(sum(math.exp(x - top) for x in logs)) - 2 * self.log_rho
        whole = math.floor(total / math.log(2)) - 50
        scale = 1 << whole if whole > 0 else 1
        return max(max(self.goal.n.values), int(math.exp(total - max(whole, 0) * math.log(2))) * scale)

    def choose(self) -> dict[str, fmpq | Family[fmpq]] | None:
        """epsilon, nu, h, l (families) and delta for the smallest N, exactly; None if nothing reaches the goal."""
        least = self.least_samples()
        if least is None:
            return None
        samples, log_delta = least
        exact = from_log(log_delta)
        delta = nearest_decimal(exact, exact)
        log_delta = log_rational(delta)
        kinds = _Kinds.of(self.goal)
        best: _Layout | None = None
        for _ in range(12):  # the merged sizes were only nearly right: Newton on the exact sum, where N goes as rho^-2
            layout = self._layout(kinds, samples, log_delta)
            if not layout.shapes:  # so many blocks were not enough for these shapes
                samples += samples // 50 + 1
                continue
            value = self._excess(layout.log_epsilons, kinds.counts, log_delta)
            if value <= -_AIM and (best is None or samples < best.samples):
                best = layout
            step = math.expm1(2 * (value + _AIM))
            if -2e-6 < step <= 0:
                break
            if step > 0:  # a little further, so as to arrive on the right side
                step = 1.02 * step + 5e-7
            samples += math.ceil(abs(step) * 10**9) * samples // 10**9 * (1 if step > 0 else -1)
            samples = max(samples, max(self.goal.n.values))
        return None if best is None else {**self._exact(kinds, best), "delta": delta}

    def _layout(self, kinds: _Kinds, samples: int, log_delta: float) -> _Layout:
        """epsilon_i for every kind, and shapes for few of them: a shape fits every smaller size as well."""
        group_of = {rho0: group for group in self.groups for rho0 in group.covers}
        step = -(-len(kinds.pairs) // _SHAPES)
        latest: dict[int, tuple[int, int, float]] = {}  # for every rho0: where its shape was made, its code and base
        layout = _Layout(samples, [], [], [])
        for position, (rho0, n) in enumerate(kinds.pairs):
            log_blocks = math.log(samples // n)
            if rho0 not in latest or position - latest[rho0][0] >= step:
                chosen = self.strings(group_of[self.goal.rho0.distinct[rho0]], log_delta)
                found = None if chosen is None else votes(chosen, log_blocks)
                if chosen is None or found is None:
                    return _Layout(samples, [], [], [])
                latest[rho0] = (position, len(layout.shapes), log_epsilon_at(chosen, found, 0.0))
                layout.shapes.append((chosen, found))
            _, code, base = latest[rho0]
            layout.log_epsilons.append(min(0.0, base - log_blocks / 2 + _ROOM))
            layout.codes.append(code)
        return layout

    def _exact(self, kinds: _Kinds, layout: _Layout) -> dict[str, Family[fmpq]]:
        epsilons = tuple(nine_digits(x) if x < 0 else fmpq(1) for x in layout.log_epsilons)
        shapes = zip(*(exact_shape(chosen, found) for chosen, found in layout.shapes), strict=True)
        codes = tuple(map(layout.codes.__getitem__, kinds.codes))
        named = zip(("nu", "h", "l"), shapes, strict=True)
        families = {name: self.goal.n.select(column, codes) for name, column in named}
        return {"epsilon": self.goal.n.select(epsilons, kinds.codes)} | families
