"""Quantiles on cut points by binary search (derived:window, derived:quantile-search), exactly.

Case. N draws of a distribution on the cells between a few cuts, enumerated by counts; a threshold uniform around q for
every comparison, shared by both runs. With one cut there is one comparison: does the threshold separate two
frequencies of a coin?
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, product
from math import prod
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
)
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import ONE, ZERO, Distribution, bernoulli, distribution, random_distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import multinomial

WINDOW, SEARCH = "derived:window", "derived:quantile-search"


@dataclass(frozen=True)
class CellSearch(Case):
    """``n`` draws of a distribution on ``cells``, one more than cuts; the q-quantile is searched, within ``tau``."""

    cells: Distribution
    n: int
    q: fmpq
    tau: fmpq
    share: fmpq

    varied: ClassVar[tuple[str, ...]] = ("cells",)

    @property
    def levels(self) -> int:
        return (len(self.cells) - 1).bit_length()

    def find(self, below: tuple[int, ...], thresholds: tuple[fmpq, ...]) -> int:
        """Return the cell, from 0 on, that a search by halving ends in; ``below``: draws at or below every cut."""
        low, high, step = 0, len(self.cells) - 1, 0
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if below[middle] >= self.n * thresholds[step] else (middle + 1, high)
            step += 1
        return low

    def is_wrong(self, cell: int) -> bool:
        whole = [ZERO, *accumulate(self.cells)]
        return bool(whole[cell + 1] < self.q - self.tau or whole[cell] > self.q + self.tau)

    def measurements(self) -> Iterator[Measurement]:
        reach = self.share * self.tau
        pieces = uniform_pieces(self.q - reach, 2 * reach, [fmpq(j, self.n) for j in range(self.n + 1)])
        several = [tuple(zip(*each, strict=True)) for each in product(pieces, repeat=self.levels)]
        differ, wrong = compare_runs(
            [(tuple(accumulate(found))[:-1], chance) for found, chance in multinomial(self.cells, self.n)],
            [(prod(weights, start=ONE), thresholds) for weights, thresholds in several],
            self.find,
            self.is_wrong,
        )
        given = {"N": self.n, "away": abs(self.q - HALF)}
        if self.levels == 1:
            yield measure(WINDOW, "separated", differ, reach=reach, **given)
        given |= {"k": 1, "levels": self.levels, "tau": self.tau, "lambda": self.share}
        for share in accumulate(self.cells[:-1]):
            if 0 < share < 1 and abs(share - self.q) < self.tau:
                yield from self._coin(share, reach, given)
        yield measure(SEARCH, "rho", differ, "disagreement", **given)
        yield measure(SEARCH, "beta", wrong, "failure", **given)

    def _coin(self, share: fmpq, reach: fmpq, given: dict[str, Any]) -> Iterator[Measurement]:
        """Yield the frequency at one cut, whose probability is within the accuracy of q."""
        variance = share * (1 - share)
        yield measure(SEARCH, "spread", variance, "variance at a cut", **given)
        if abs(share - self.q) >= reach:
            return
        yield measure(SEARCH, "V", variance, "variance at a cut near q", **given)
        yield measure(WINDOW, "V", variance, "variance near the window", N=self.n, away=given["away"], reach=reach)
        if share != HALF:  # which attains both: no enclosure tells
            frequency = mean_of_draws(bernoulli(share), self.n)
            off = expectation([(abs(v - share), p) for v, p in frequency])
            yield measure(SEARCH, "gap", mean_distance(frequency), "expected distance of two frequencies", **given)
            yield measure(SEARCH, "deviation", off, "expected distance of a frequency from its mean", **given)


class QuantileSearchSimulator(Simulator):
    name, statements, default_cases = "quantile-search", (WINDOW, SEARCH), 20
    summary = "thresholds around a quantile, and binary searches with them: exact disagreement and failure"

    def examples(self) -> Iterator[Case]:
        for q, reach, n in product((HALF, fmpq(4, 5), fmpq(19, 20)), (fmpq(1, 25), fmpq(4, 25)), (7, 40)):
            for bias in (q, q - reach, q + reach, q - reach - fmpq(1, n), HALF):
                if 0 < bias < 1:
                    yield CellSearch((bias, 1 - bias), n, q, reach * fmpq(5, 4), fmpq(4, 5))
        for weights in ((1, 1, 1), (1, 1, 1, 1), (1, 0, 0, 1), (2, 1, 1, 4)):
            for q, tau, n in ((HALF, fmpq(2, 5), 8), (HALF, fmpq(1, 5), 13), (fmpq(4, 5), fmpq(3, 20), 10)):
                yield CellSearch(distribution(*weights), n if len(weights) < 4 else min(n, 8), q, tau, fmpq(4, 5))
        yield CellSearch(distribution(1, 1), 60, HALF, fmpq(3, 10), fmpq(9, 10))
        yield CellSearch(distribution(1, 0, 1), 30, HALF, fmpq(2, 5), fmpq(9, 10))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "farther from 1/2 than it is", WrongParameter(self.example(0), "away", lambda x: x + fmpq(1, 5))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        for size, most in ((2, 40), (rng.choice((3, 4)), 8)):
            cells, share = random_distribution(rng, size, 24), fmpq(rng.randint(1, 9), 10)
            yield CellSearch(cells, rng.randint(1, most), fmpq(rng.randint(1, 19), 20), fmpq(3, 10), share)
