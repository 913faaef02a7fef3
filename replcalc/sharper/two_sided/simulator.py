"""Means against shared thresholds, exactly: same or different, and which of two means is larger.

Case. The mean of N draws of a distribution on 0, 1/g, ..., 1 less a value. Two arms: a pair (x, y) of rewards is one
draw of (1 + x - y)/2, so their difference is twice the distance of its mean from 1/2; pairs may be dependent. The
variance given is the exact one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from flint import fmpq

from replcalc.sharper.means.two_runs import (
    HALF,
    compare_runs,
    expectation,
    mean_distance,
    mean_of_draws,
    uniform_pieces,
    variance_of,
)
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import ONE, ZERO, Distribution, distribution, random_distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator

MEAN, ARMS, PAIRS = "derived:same-mean", "derived:same-arms", "derived:same-pairs"
LARGER, LARGER_PAIRED = "derived:two-means", "derived:two-means-paired"


@dataclass(frozen=True)
class Window:
    """``near`` and ``alpha``, and where the threshold varies between them."""

    near: fmpq
    alpha: fmpq
    share: fmpq
    start: fmpq

    @property
    def width(self) -> fmpq:
        return self.share * (self.alpha - self.near)

    @property
    def low(self) -> fmpq:
        return self.near + self.start * (1 - self.share) * (self.alpha - self.near)


@dataclass(frozen=True)
class Difference(Case):
    """``n`` draws of ``values`` against ``value``; with ``old`` two arms, with ``pairs`` dependent pairs of rewards."""

    values: Distribution
    n: int
    window: Window
    value: fmpq = HALF
    old: Distribution = ()
    pairs: bool = False

    varied: ClassVar[tuple[str, ...]] = ("values", "n")

    @cached_property
    def draw(self) -> Distribution:
        """The distribution of one draw: of two arms (1 + x - y)/2."""
        if not self.old:
            return self.values
        found = [ZERO] * (len(self.values) + len(self.old) - 1)
        for i, p in enumerate(self.values):
            for j, q in enumerate(reversed(self.old)):
                found[i + j] += p * q
        return tuple(found)

    @property
    def variance(self) -> fmpq:
        spread = variance_of(self.values)
        return max(spread, variance_of(self.old)) if self.old else 4 * spread if self.pairs else spread

    @cached_property
    def differences(self) -> list[tuple[fmpq, fmpq]]:
        scale = 2 if self.old or self.pairs else 1
        return [(scale * (x - self.value), p) for x, p in mean_of_draws(self.draw, self.n)]

    def measurements(self) -> Iterator[Measurement]:
        if not self.variance:
            return
        truth, given = expectation(self.differences), {"N": self.n, "V": self.variance}
        yield from self._same(truth, given)
        if self.old or self.pairs:
            yield from self._larger(truth, given)

    def _same(self, truth: fmpq, given: dict[str, Any]) -> Iterator[Measurement]:
        """Measure three answers: below, the same, above."""
        label, window = PAIRS if self.pairs else ARMS if self.old else MEAN, self.window
        right = 0 if abs(truth) <= window.near else 1 if truth > 0 else -1
        differ, wrong = compare_runs(
            self.differences,
            uniform_pieces(window.low, window.width, [abs(x) for x, _ in self.differences]),
            lambda x, threshold: (x >= threshold) - (x <= -threshold),
            lambda answer: answer != right,
        )
        given = given | {"near": window.near, "alpha": window.alpha, "lambda": window.share, "start": window.start}
        yield measure(label, "gap", mean_distance(self.differences), "E|v - v'|", **given)
        yield measure(label, "rho", differ, "disagreement", **given)
        if wrong and (right == 0 or abs(truth) >= window.alpha):
            yield measure(label, "beta", wrong, "failure", **given)
            yield measure(label, "beta_different" if right else "beta_same", wrong, "failure of its kind", **given)

    def _larger(self, truth: fmpq, given: dict[str, Any]) -> Iterator[Measurement]:
        """Measure two answers: new, if the difference reaches a threshold around 0, or old."""
        label = LARGER_PAIRED if self.pairs else LARGER
        alpha = abs(truth) * fmpq(999, 1000) or fmpq(1, 3)
        width = 2 * self.window.share * alpha
        differ, wrong = compare_runs(
            self.differences,
            uniform_pieces(-width / 2, width, [x for x, _ in self.differences]),
            lambda x, threshold: bool(x >= threshold),
            lambda is_new: is_new != (truth > 0),
        )
        given = given | {"alpha": alpha, "lambda": self.window.share}
        yield measure(label, "rho", differ, "disagreement", **given)
        if truth:
            yield measure(label, "beta", wrong, "failure", **given)


class DifferenceSimulator(Simulator):
    name, statements, default_cases = "two-sided", (MEAN, ARMS, PAIRS, LARGER, LARGER_PAIRED), 30
    summary = "means and differences of means against a shared threshold: exact disagreement and failure"

    def examples(self) -> Iterator[Case]:
        fair, rare, calm = distribution(1, 1), distribution(19, 1), distribution(1, 2, 1)
        two_sided = Window(ZERO, fmpq(2, 5), fmpq(3, 4), fmpq(11, 20))
        equivalent = Window(fmpq(1, 10), fmpq(2, 5), fmpq(4, 5), HALF)
        for window in (two_sided, equivalent):
            for values in (fair, rare, calm, distribution(3, 1), distribution(4, 1), distribution(9, 1)):
                for n in (6, 24):
                    yield Difference(values, n, window)
                yield Difference(values, 10, window, old=fair)
                yield Difference(values, 10, window, old=values)
            for joint in (distribution(1, 0, 1), distribution(1, 2, 1), distribution(1, 8, 2), distribution(0, 3, 1)):
                yield Difference(joint, 12, window, pairs=True)
        yield Difference(distribution(2, 3), 12, two_sided, old=distribution(3, 2))
        yield Difference(fair, 6, replace(two_sided, share=HALF, start=ONE), old=fair)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        arms = Difference(distribution(1, 1), 12, Window(ZERO, fmpq(2, 5), fmpq(9, 10), HALF), old=distribution(1, 1))
        yield "twice the samples", WrongParameter(self.example(0), "N", lambda x: 2 * x)
        yield "twice the samples of two arms", WrongParameter(arms, "N", lambda x: 2 * x)
        yield "half of the variance", WrongParameter(arms, "V", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        size, alpha = rng.choice((2, 3)), fmpq(rng.randint(5, 60), 100)
        near = rng.choice((ZERO, alpha / 2, alpha * 9 / 10))
        window = Window(near, alpha, fmpq(rng.randint(1, 9), 10), fmpq(rng.randint(0, 4), 4))
        new, old = (random_distribution(rng, size, 24) for _ in range(2))
        yield Difference(new, rng.randint(1, 24), window, fmpq(rng.randint(0, 10), 10))
        yield Difference(new, rng.randint(1, 9), window, old=old)
        yield Difference(random_distribution(rng, 3, 24), rng.randint(1, 12), window, pairs=True)
