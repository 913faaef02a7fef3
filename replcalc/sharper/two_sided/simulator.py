"""Same or different, exactly (derived:same-mean, -arms, -pairs).

Case. N draws of a distribution on 0, 1/g, ..., 1; the mean v less a value is compared with a threshold t, uniform on an
interval: below if v - value <= -t, above if v - value >= t, else the same. For one t a run has three answers with
probabilities that change only where t passes a possible distance, so the integrals over t are finite sums of rationals:
the disagreement 1 - (sum of squares), and the probability of a wrong answer where there is one.

Two arms: a pair (x, y) of independent rewards, or of dependent ones, is one draw of (1 + x - y)/2; their difference is
twice the distance from 1/2 (means/simulator.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from flint import fmpq

from replcalc.sharper.means.simulator import variance_of
from replcalc.sharper.means.simulator_rounding import GridQuery
from replcalc.sharper.two_arms.simulator_means import TwoArms
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import ZERO, Distribution, distribution, random_distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator, climb_distributions

MEAN, ARMS, PAIRS = "derived:same-mean", "derived:same-arms", "derived:same-pairs"
HALF = fmpq(1, 2)


@dataclass(frozen=True)
class ThresholdWindow:
    """``near`` and ``alpha``, and where the threshold varies between them."""

    near: fmpq
    alpha: fmpq
    share: fmpq
    start: fmpq

    @property
    def window(self) -> tuple[fmpq, fmpq]:
        margin = self.alpha - self.near
        low = self.near + self.start * (1 - self.share) * margin
        return low, low + self.share * margin

    def averaged(self, values: list[tuple[fmpq, fmpq]], truth: fmpq) -> tuple[fmpq, fmpq]:
        """(disagreement, wrong answers) for a statistic of this distribution that should be ``truth``."""
        low, high = self.window
        inside = sorted({abs(x) for x, _ in values if low < abs(x) < high})
        differ = wrong = ZERO
        for left, right in pairwise([low, *inside, high]):
            middle, weight = (left + right) / 2, (right - left) / (high - low)
            below = sum((p for x, p in values if x <= -middle), ZERO)
            above = sum((p for x, p in values if x >= middle), ZERO)
            same = 1 - below - above
            differ += weight * (1 - below**2 - above**2 - same**2)
            right_one = same if abs(truth) <= self.near else above if truth >= self.alpha else below
            if abs(truth) <= self.near or abs(truth) >= self.alpha:
                wrong += weight * (1 - right_one)
        return differ, wrong

    def show(self) -> dict[str, str]:
        return {name: str(getattr(self, name)) for name in ("near", "alpha", "share", "start")}


def told_apart(
    label: str, found: tuple[fmpq, fmpq], same: bool, given: dict[str, Any], threshold: ThresholdWindow
) -> Iterator[Measurement]:
    """Disagreement and failure beside the statement's bounds."""
    given = given | {"lambda": threshold.share, "start": threshold.start, "alpha": threshold.alpha}
    differ, wrong = found
    yield measure(label, "rho", differ, "disagreement", **given)
    if wrong:
        yield measure(label, "beta", wrong, "failure", **given)
        yield measure(label, "beta_same" if same else "beta_different", wrong, "failure of its kind", **given)


@dataclass(frozen=True)
class SameMean(Case):
    """A mean of N draws of ``values`` against ``value``; with ``old`` or ``pairs`` the difference of two means."""

    values: Distribution
    n: int
    value: fmpq
    threshold: ThresholdWindow
    old: Distribution = ()
    pairs: bool = False

    def measurements(self) -> Iterator[Measurement]:
        label, scale, distribution_of_draw = MEAN, 1, self.values
        variance = variance_of(self.values)
        if self.old or self.pairs:
            label, scale = (PAIRS, 2) if self.pairs else (ARMS, 2)
            distribution_of_draw = self.values if self.pairs else TwoArms(self.values, self.old, self.n, HALF).pair
            variance = 4 * variance if self.pairs else max(variance, variance_of(self.old))
        query = GridQuery(distribution_of_draw, self.n)
        if variance == 0:
            return
        values = [(scale * (x - self.value), query.sums.between(j, j + 1)) for j, x in enumerate(query.means)]
        truth = scale * (query.mean - self.value)
        given = {"near": self.threshold.near, "N": self.n, "V": variance}
        found, same = self.threshold.averaged(values, truth), abs(truth) <= self.threshold.near
        yield from told_apart(label, found, same, given, self.threshold)
        distance = scale * query.gap()
        parts = {"lambda": self.threshold.share, "start": self.threshold.start, "alpha": self.threshold.alpha}
        yield measure(label, "gap", distance, "E|v - v'|", **given, **parts)


class SameSimulator(Simulator):
    name, statements, default_cases = "two-sided", (MEAN, ARMS, PAIRS), 30
    summary = "same or different by a shared threshold: exact disagreement and failure"

    def examples(self) -> Iterator[Case]:
        fair, rare, calm = distribution(1, 1), distribution(19, 1), distribution(1, 2, 1)
        two_sided = ThresholdWindow(ZERO, fmpq(2, 5), fmpq(3, 4), fmpq(11, 20))
        equivalent = ThresholdWindow(fmpq(1, 10), fmpq(2, 5), fmpq(4, 5), HALF)
        for threshold in (two_sided, equivalent):
            for values in (fair, rare, calm, distribution(3, 1), distribution(4, 1), distribution(9, 1)):
                for n in (6, 24):
                    yield SameMean(values, n, HALF, threshold)
                yield SameMean(values, 10, HALF, threshold, old=fair)
                yield SameMean(values, 10, HALF, threshold, old=values)
            for joint in (distribution(1, 0, 1), distribution(1, 2, 1), distribution(1, 8, 2), distribution(0, 3, 1)):
                yield SameMean(joint, 12, HALF, threshold, pairs=True)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the samples", WrongParameter(self.example(0), "N", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        size, value = rng.choice((2, 3)), fmpq(rng.randint(0, 10), 10)
        alpha = fmpq(rng.randint(5, 60), 100)
        near = rng.choice((ZERO, alpha / 2, alpha * 9 / 10))
        threshold = ThresholdWindow(near, alpha, fmpq(rng.randint(1, 9), 10), fmpq(rng.randint(0, 4), 4))
        yield SameMean(random_distribution(rng, size, 24), rng.randint(1, 24), value, threshold)
        yield SameMean(
            random_distribution(rng, size, 24),
            rng.randint(1, 9),
            HALF,
            threshold,
            old=random_distribution(rng, size, 24),
        )
        yield SameMean(random_distribution(rng, 3, 24), rng.randint(1, 12), HALF, threshold, pairs=True)

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over distributions towards the bounds."""
        threshold = ThresholdWindow(ZERO, fmpq(2, 5), fmpq(4, 5), fmpq(1, 2))
        yield from climb_distributions(rng, (9, 2, 1), lambda values: SameMean(values, 10, HALF, threshold), budget)
        thirds = distribution(1, 1, 1)
        yield from climb_distributions(
            rng, (9, 2, 1), lambda new: SameMean(new, 6, HALF, threshold, old=thirds), budget
        )
