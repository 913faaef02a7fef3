"""Looking for epsilon_i, delta and the shapes of Lemma E for route ``sharp`` in floating point; certified later.

With N samples the i-th algorithm votes on T_i = floor(N/n_i) blocks, and derived:lemma-e then gives its smallest
epsilon_i for a common delta. So the disagreement bound is a function of N and delta alone: it is minimised over delta
by Brent's method and decreases in N. Sizes are merged into few blocks while searching; everything is in units of rho.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from flint import fmpq

from replcalc.numbers.family import Family
from replcalc.questions.composition import Composition
from replcalc.search.floats import exp_capped, from_log, log_rational, nearest_decimal
from replcalc.search.grouping import Group, groups
from replcalc.search.lemma_e import Strings, Votes, best_strings, exact_shape, votes
from replcalc.search.optimise import smallest_on

#: The search aims this far below rho, so that rounding epsilon_i and the shapes to decimals does no harm.
_AIM = 1 - 4e-6
#: epsilon_i is rounded up by about this much.
_ROOM = 1e-6
#: Different shapes (nu, h, l) per value of rho0.
_SHAPES = 48


@dataclass(frozen=True)
class SharpChoice:
    """Exact parameters: delta, and epsilon, nu, h, l for every run."""

    delta: fmpq
    families: dict[str, Family[fmpq]]


@dataclass(frozen=True)
class _Layout:
    """Per (identity of rho0, n): ln epsilon, strings and votes; with the sum of -2 ln sech(epsilon_i/2) over rho^2."""

    samples: int
    squares: float
    places: dict[tuple[int, int], tuple[float, Strings, Votes]]


class SharpSearch:
    """The float model of lemma-e + nonadaptive-tv + race-composition (or tv-to-replicable) for one goal."""

    def __init__(self, goal: Composition, raced: bool = True) -> None:
        self.goal, self.raced = goal, raced
        self.log_rho = log_rational(goal.rho)
        self.groups: tuple[Group, ...] = tuple(groups(goal))
        self.log_k = math.log(goal.k)
        terms = zip(goal.n.counts, goal.beta0.values, strict=True)
        failures = sum((count * beta0 for count, beta0 in terms), fmpq(0))
        self.log_per_string = None if goal.beta is None else log_rational(2 * failures / goal.beta)
        self.log_beta = None if goal.beta is None else log_rational(goal.beta)

    # -- the bound -------------------------------------------------------------------------------------------------
    def ceiling(self, log_delta: float) -> int | None:
        """The most strings per algorithm that the goal on the failure probability and max_strings allow."""
        allowed = self.goal.max_strings
        if self.log_beta is not None and self.log_per_string is not None:
            spilt = exp_capped(self.log_k + log_delta - self.log_beta)
            room = 1 - spilt * (math.exp(log_delta) / 4 + 1 / (2 * (1 + math.e)))
            by_beta = math.floor(math.exp(min(math.log(room) - self.log_per_string, 40.0))) if room > 0 else 0
            allowed = by_beta if allowed is None else min(allowed, by_beta)
        return allowed

    def strings(self, group: Group, log_delta: float) -> Strings | None:
        return best_strings(group.rho0, log_delta, self.ceiling(log_delta))

    def bound(self, samples: int, log_delta: float) -> float:
        """The disagreement bound over rho."""
        squares = 0.0  # sum of -2 ln sech(epsilon_i/2), over rho^2
        for group in self.groups:
            chosen = self.strings(group, log_delta)
            if chosen is None:
                return math.inf
            for largest, mean, count in group.members:
                found = votes(chosen, math.log(samples // largest))
                if found is None or found.log_epsilon > 0:
                    return math.inf
                squares += count * (mean / largest) * self._square(found.log_epsilon)
        return self._total(squares, log_delta)

    def _square(self, log_epsilon: float) -> float:
        """-2 ln sech(epsilon/2) over rho^2."""
        half = math.exp(log_epsilon) / 2
        shrink = 2 * math.log(math.cosh(half)) / half**2 if half > 1e-4 else 1.0
        return shrink * exp_capped(2 * (log_epsilon - self.log_rho)) / 4

    def _total(self, squares: float, log_delta: float) -> float:
        """2 sum gamma_i + min(f(2 Delta), g(2(1 - a^2))), over rho, from the sum of the squares."""
        rho = math.exp(self.log_rho)
        total = squares * rho * rho
        tv = math.sqrt(squares) * (math.sqrt(-math.expm1(-total) / total) if total > 1e-12 else 1.0)
        spent = exp_capped(self.log_k + log_delta - self.log_rho)
        revealed = spent
        if spent * rho > 1e-12:
            revealed = -math.expm1(self.goal.k * math.log1p(-math.exp(log_delta))) / rho
        distance = tv + revealed * (1 - min(1.0, tv * rho))
        apart = 4 * distance / (1 + 2 * distance * rho)
        return 2 * spent + (min(apart, self._raced(squares, spent, total)) if self.raced else apart)

    def _raced(self, squares: float, spent: float, total: float) -> float:
        """g(X)/rho for X = 2(1 - a^2), a^2 = e^-total (1 - delta)^2k; ``spent`` is k delta/rho, with -ln(1 - delta)
        a little more than delta."""
        rho = math.exp(self.log_rho)
        share = spent * rho / self.goal.k
        shrunk = -2 * spent * (math.log1p(-share) / share if share > 1e-12 else -1.0)  # -2k ln(1 - delta)/rho
        lost = total + shrunk * rho
        x = 2 * (squares + (exp_capped(math.log(shrunk) - self.log_rho) if shrunk else 0.0))  # X/rho^2
        if lost > 1e-12:
            x *= -math.expm1(-lost) / lost
        if x * rho * rho >= 1:
            return math.inf
        root, c = math.sqrt(x * (2 - x * rho * rho)), 2 / math.sqrt(3)
        return root * (c + root * rho) / (1 + c * root * rho)

    def best_delta(self, samples: int) -> tuple[float, float]:
        """The smallest bound over delta, and ln delta there."""
        top = self.log_rho - self.log_k - math.log(6)
        found = smallest_on(lambda log_delta: self.bound(samples, log_delta), top - 40, top, 1e-4)
        if self.raced and self.log_rho < -8:  # a race wants k delta of the order of rho^2
            low = top + self.log_rho
            found = min(found, smallest_on(lambda log_delta: self.bound(samples, log_delta), low - 30, low + 5, 1e-4))
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
            if value <= _AIM:
                break
            low, high = high, high * 2
            value, log_delta = self.best_delta(high)
        else:
            return None
        while high - low > 1 and (high - low) * 10**5 > high:
            middle = (low + high) // 2
            value, trial = self.best_delta(middle)
            if value <= _AIM:
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

    def choose(self) -> SharpChoice | None:
        """Exact parameters for the smallest N; None if nothing reaches the goal."""
        least = self.least_samples()
        if least is None:
            return None
        samples, log_delta = least
        exact = from_log(log_delta)
        delta = nearest_decimal(exact, exact)
        log_delta = log_rational(delta)
        best: _Layout | None = None
        for _ in range(12):  # the merged sizes were only nearly right: Newton on the exact sum, where N goes as rho^-2
            layout = self._layout(samples, log_delta)
            if layout.squares == math.inf:  # so many blocks were not enough for these shapes
                samples += samples // 50 + 1
                continue
            value = self._total(layout.squares, log_delta)
            if value <= _AIM and (best is None or samples < best.samples):
                best = layout
            step = (value / _AIM) ** 2 - 1
            if -2e-6 < step <= 0:
                break
            if step > 0:  # a little further, so as to arrive on the right side
                step = 1.02 * step + 5e-7
            samples += math.ceil(abs(step) * 10**9) * samples // 10**9 * (1 if step > 0 else -1)
            samples = max(samples, max(self.goal.n.values))
        return None if best is None else SharpChoice(delta, self._exact(best))

    def _layout(self, samples: int, log_delta: float) -> _Layout:
        """epsilon_i for every (rho0, n), and shapes for few of them: a shape fits every smaller size as well."""
        pairs = list(zip(self.goal.rho0.codes, self.goal.n.values, strict=True))
        counts: dict[tuple[int, int], int] = {}
        for pair, count in zip(pairs, self.goal.n.counts, strict=True):
            counts[pair] = counts.get(pair, 0) + count
        ordered = sorted(counts, key=lambda pair: -pair[1])
        group_of = {rho0: group for group in self.groups for rho0 in group.covers}
        step = -(-len(ordered) // _SHAPES)
        latest: dict[int, tuple[Strings, Votes, int]] = {}
        places: dict[tuple[int, int], tuple[float, Strings, Votes]] = {}
        squares = 0.0
        for position, pair in enumerate(ordered):
            rho0, n = pair
            if rho0 not in latest or position - latest[rho0][2] >= step:
                chosen = self.strings(group_of[self.goal.rho0.distinct[rho0]], log_delta)
                found = None if chosen is None else votes(chosen, math.log(samples // n))
                if chosen is None or found is None:
                    return _Layout(samples, math.inf, {})
                latest[rho0] = (chosen, found, position)
            chosen, found, _ = latest[rho0]
            width = chosen.width - math.exp(found.log_a) - math.exp(found.log_b)
            spread = 0.5 * (math.log(2 * chosen.concentration) - math.log(samples // n))
            log_epsilon = min(0.0, math.log(chosen.spill / width) + spread + _ROOM)
            places[pair] = (log_epsilon, chosen, found)
            squares += counts[pair] * self._square(log_epsilon)
        return _Layout(samples, squares, places)

    def _exact(self, layout: _Layout) -> dict[str, Family[fmpq]]:
        shapes: dict[tuple[Strings, Votes], tuple[fmpq, fmpq, fmpq]] = {}
        rows: dict[tuple[int, int], tuple[fmpq, ...]] = {}
        for pair, (log_epsilon, chosen, found) in layout.places.items():
            if (chosen, found) not in shapes:
                shapes[chosen, found] = exact_shape(chosen, found)
            epsilon = fmpq(1)
            if log_epsilon < 0:
                epsilon = from_log(log_epsilon)
                epsilon = nearest_decimal(epsilon, epsilon / 10**5)
            rows[pair] = (epsilon, *shapes[chosen, found])
        pairs = list(zip(self.goal.rho0.codes, self.goal.n.values, strict=True))
        names = ("epsilon", "nu", "h", "l")
        return {name: self.goal.n.with_values([rows[p][c] for p in pairs]) for c, name in enumerate(names)}
