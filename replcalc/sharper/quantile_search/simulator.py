"""Quantiles on cut points by binary search (derived:window, derived:quantile-search), exactly.

Case of the window. N flips of a coin; a threshold uniform around q, shared by both runs. Which counts reach it changes
only where it passes a multiple of 1/N: the probability that it separates two counts is a finite sum.

Case of the search. N draws of a distribution on the cells between a few cuts, enumerated by counts; a threshold uniform
around q for every comparison, shared by both runs. All combinations of the pieces of the thresholds are gone through.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, product
from random import Random

from flint import fmpq

from replcalc.sharper.means.simulator_rounding import GridQuery
from replcalc.simulate.binomial import CountDistribution, threshold_pieces
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import (
    ZERO,
    Distribution,
    collected,
    distribution,
    random_distribution,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator, climb_distributions
from replcalc.simulate.tables import multinomial

WINDOW, SEARCH = "derived:window", "derived:quantile-search"
HALF = fmpq(1, 2)


@dataclass(frozen=True)
class Separation(Case):
    """n flips of a coin of this bias, a threshold within ``reach`` of q."""

    bias: fmpq
    n: int
    q: fmpq
    reach: fmpq

    def measurements(self) -> Iterator[Measurement]:
        counts, separated = CountDistribution.exact(self.n, self.bias), ZERO
        for weight, least in threshold_pieces(self.q - self.reach, self.q + self.reach, self.n):
            below = counts.less(least)
            separated += weight * 2 * below * (1 - below)
        given = {"N": self.n, "away": abs(self.q - HALF), "reach": self.reach}
        yield measure(WINDOW, "separated", separated, **given)
        if abs(self.bias - self.q) <= self.reach:
            variance = self.bias * (1 - self.bias)
            yield measure(WINDOW, "V", variance, "variance inside the window", **given)


@dataclass(frozen=True)
class CellSearch(Case):
    """n draws of a distribution on cells; one cut fewer than cells; the q-quantile is searched with thresholds of its
    own.
    """

    cells: Distribution
    n: int
    q: fmpq
    tau: fmpq
    share: fmpq

    @property
    def levels(self) -> int:
        return (len(self.cells) - 1).bit_length()

    @cached_property
    def below(self) -> list[tuple[tuple[int, ...], fmpq]]:
        """How many draws lie at or below each cut, with probabilities."""
        return [(tuple(accumulate(found))[:-1], chance) for found, chance in multinomial(self.cells, self.n)]

    def found(self, counts: tuple[int, ...], least: tuple[int, ...]) -> int:
        """The cell, from 0 on, that a search by halving ends in; the s-th comparison asks for ``least[s]`` draws."""
        low, high, step = 0, len(self.cells) - 1, 0
        while low < high:
            middle = (low + high) // 2
            if counts[middle] >= least[step]:
                high = middle
            else:
                low = middle + 1
            step += 1
        return low

    def wrong(self, cell: int) -> bool:
        whole = [ZERO, *accumulate(self.cells)]
        return bool(whole[cell + 1] < self.q - self.tau or whole[cell] > self.q + self.tau)

    def measurements(self) -> Iterator[Measurement]:
        differ = fails = ZERO
        reach = self.share * self.tau
        thresholds = list(threshold_pieces(self.q - reach, self.q + reach, self.n))
        for several in product(thresholds, repeat=self.levels):
            weight, least = fmpq(1), tuple(count for _, count in several)
            for one, _ in several:
                weight *= one
            answers = collected((self.found(counts, least), chance) for counts, chance in self.below)
            differ += weight * (1 - sum((x * x for x in answers.values()), ZERO))
            fails += weight * sum((x for cell, x in answers.items() if self.wrong(cell)), ZERO)
        given = {
            "k": 1,
            "levels": self.levels,
            "away": abs(self.q - HALF),
            "tau": self.tau,
            "N": self.n,
            "lambda": self.share,
        }
        for share in accumulate(self.cells[:-1]):
            if 0 < share < 1 and abs(share - self.q) < self.tau:
                yield measure(SEARCH, "spread", share * (1 - share), "variance at a cut", **given)
            if 0 < share < 1 and abs(share - self.q) < self.share * self.tau:
                coin = GridQuery((1 - share, share), self.n)
                off = sum((abs(v - share) * p for v, p in zip(coin.means, coin.sums.pmf, strict=True)), ZERO)
                yield measure(SEARCH, "V", share * (1 - share), "variance at a cut near q", **given)
                if share == HALF:  # which attains both: no enclosure tells
                    continue
                yield measure(SEARCH, "gap", coin.gap(), "expected distance of two frequencies", **given)
                yield measure(SEARCH, "deviation", off, "expected distance of a frequency from its mean", **given)
        yield measure(SEARCH, "rho", differ, "disagreement", **given)
        yield measure(SEARCH, "beta", fails, "failure", **given)


class QuantileSearchSimulator(Simulator):
    name, statements, default_cases = "quantile-search", (WINDOW, SEARCH), 20
    summary = "thresholds around a quantile, and binary searches with them: exact disagreement and failure"

    def examples(self) -> Iterator[Case]:
        for q, reach, n in product((HALF, fmpq(4, 5), fmpq(19, 20)), (fmpq(1, 20), fmpq(1, 5)), (7, 40)):
            for bias in (q, q - reach, q + reach, q - reach - fmpq(1, n), HALF):
                if 0 < bias < 1:
                    yield Separation(bias, n, q, reach)
        for cells in (
            distribution(1, 1),
            distribution(1, 1, 1),
            distribution(1, 1, 1, 1),
            distribution(1, 0, 0, 1),
            distribution(9, 1),
            distribution(2, 1, 1, 4),
        ):
            for q, tau, n in ((HALF, fmpq(2, 5), 8), (HALF, fmpq(1, 5), 13), (fmpq(4, 5), fmpq(3, 20), 10)):
                yield CellSearch(cells, n if len(cells) < 4 else min(n, 8), q, tau, fmpq(4, 5))
        yield CellSearch(distribution(1, 1), 60, HALF, fmpq(3, 10), fmpq(9, 10))
        yield CellSearch(distribution(1, 0, 1), 30, HALF, fmpq(2, 5), fmpq(9, 10))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "farther from 1/2 than it is", WrongParameter(self.example(0), "away", lambda x: x + fmpq(1, 5))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        q, reach = fmpq(rng.randint(1, 19), 20), fmpq(rng.randint(1, 30), 100)
        yield Separation(fmpq(rng.randint(1, 59), 60), rng.randint(1, 40), q, reach)
        size = rng.choice((2, 3, 4))
        cells, n = random_distribution(rng, size, 24), rng.randint(1, (20, 9, 7)[size - 2])
        yield CellSearch(cells, n, q, fmpq(rng.randint(5, 45), 100), fmpq(rng.randint(1, 9), 10))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over biases and over distributions of the cells."""
        tau, share = fmpq(2, 5), fmpq(9, 10)
        yield from climb_distributions(
            rng, (35, 15), lambda p: Separation(p[0], 30, fmpq(4, 5), fmpq(1, 10)), budget, 1
        )
        yield from climb_distributions(rng, (4, 3, 4), lambda cells: CellSearch(cells, 8, HALF, tau, share), budget, 1)
