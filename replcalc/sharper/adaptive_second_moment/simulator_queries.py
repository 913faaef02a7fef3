"""Two adaptive queries answered by rounding the means of one sample, every offset and outcome enumerated.

Case: flips of a coin; a query gives heads and tails a value in [0, 1], so its mean depends on the number of heads. The
second query is chosen by the cell of the first answer and by the first offset. As a function of an offset everything is
constant between finitely many points (where a mean, or an answer that is just right, meets the grid), so the uniform
offset is a finite distribution. Measured: how often two runs differ somewhere, and how often a run is off by more than
alpha somewhere, against derived:adaptive-rounding and, with the exact failure of the queries one by one, against
derived:adaptive-accuracy. No formula of the theorems is used.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress, pairwise
from random import Random

from flint import fmpq

from replcalc.simulate.binomial import exact_pmf
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.distributions import ONE, ZERO
from replcalc.simulate.simulator import Case, Measurement, Simulator

ROUNDING, ACCURACY = "derived:adaptive-rounding", "derived:adaptive-accuracy"
#: Values at tails and at heads.
CoinQuery = tuple[fmpq, fmpq]


@dataclass(frozen=True)
class AdaptiveMeans(Case):
    """``seconds``: the queries that the first answer chooses among; ``near``: the x of the accuracy."""

    flips: int
    bias: fmpq
    alpha: fmpq
    width: fmpq
    first: CoinQuery
    seconds: tuple[CoinQuery, ...]
    near: fmpq

    @property
    def outcomes(self) -> tuple[fmpq, ...]:
        return exact_pmf(self.flips, self.bias)

    def _round_query(self, query: CoinQuery) -> Iterator[tuple[fmpq, list[int], list[bool]]]:
        """Yield the mass of every kind of offset, with the cell and whether the answer is off by number of heads."""
        a, tails, heads = self.width, *query
        means = [tails + (heads - tails) * fmpq(h, self.flips) for h in range(self.flips + 1)]
        truth = tails + (heads - tails) * self.bias
        just_right = (truth + self.alpha - a / 2, truth - self.alpha - a / 2)
        edges = {value - a * (value / a).floor() for value in (*means, *just_right)}
        cuts = [ZERO, *sorted(edges - {ZERO}), a]
        for low, high in pairwise(cuts):
            offset = (low + high) / 2
            cells = [int(((mean - offset) / a).floor()) for mean in means]
            off = [abs(offset + a * cell + a / 2 - truth) > self.alpha for cell in cells]
            yield (high - low) / a, cells, off

    def alone(self, query: CoinQuery) -> fmpq:
        """Return how often a fixed query is answered wrongly."""
        rounded = self._round_query(query)
        return sum((weight * sum(compress(self.outcomes, off), ZERO) for weight, _, off in rounded), ZERO)

    def whole(self) -> tuple[fmpq, fmpq]:
        """Return how often two runs differ somewhere, and how often a run is wrong somewhere."""
        masses, agree, fails = self.outcomes, ZERO, ZERO
        later = [list(self._round_query(query)) for query in self.seconds]
        for place, (weight, cells, off) in enumerate(self._round_query(self.first)):
            for cell in set(cells):
                for second, cells2, off2 in later[(cell + place) % len(later)]:
                    joint: dict[int, fmpq] = defaultdict(lambda: ZERO)
                    for h, mass in enumerate(masses):
                        if cells[h] == cell:
                            joint[cells2[h]] += mass
                            fails += weight * second * mass if off[h] or off2[h] else ZERO
                    agree += weight * second * sum((mass**2 for mass in joint.values()), ZERO)
        return ONE - agree, fails

    def met(self) -> fmpq:
        """Return the first query and those that follow from its near cells, averaged over its offset."""
        a, truth = self.width, self.first[0] + (self.first[1] - self.first[0]) * self.bias
        low, high = truth - self.near, truth + self.near
        cuts = [ZERO, *sorted({edge - a * (edge / a).floor() for edge in (low, high)} - {ZERO}), a]
        near = ZERO
        for left, right in pairwise(cuts):
            offset = (left + right) / 2
            cells = ((high - offset) / a).floor() - ((low - offset) / a).floor() + 1
            near += (right - left) / a * fmpq(cells)
        return ONE + near

    def distance(self) -> fmpq:
        """Return the expected distance of the means of two samples, the largest over the queries."""
        masses, farthest = self.outcomes, max(abs(high - low) for low, high in (self.first, *self.seconds))
        gaps = (p * q * abs(h - other) for h, p in enumerate(masses) for other, q in enumerate(masses))
        return farthest * sum(gaps, ZERO) / self.flips

    def measurements(self) -> Iterator[Measurement]:
        differ, fails = self.whole()
        common = {"k": 2, "N": self.flips, "a": self.width}
        deviation = bound("derived:mean-deviation", "deviation", N=self.flips)
        yield measure(ROUNDING, "rho", differ, **common, deviation=deviation)
        yield measure(ROUNDING, "gap", self.distance(), **common, deviation=deviation)
        alone = max(map(self.alone, (self.first, *self.seconds)))
        wrong = common | {"x": self.near, "beta_one": alone}
        yield measure(ACCURACY, "beta", fails, **wrong)
        yield measure(ACCURACY, "nodes", self.met(), **wrong)


def _random_query(rng: Random) -> CoinQuery:
    return fmpq(rng.randint(0, 2), 4), fmpq(rng.randint(2, 4), 4)


class AdaptiveQueries(Simulator):
    name, statements, default_cases = "adaptive-queries", (ROUNDING, ACCURACY), 60
    summary = "two adaptive queries, answered by rounded means of one sample, offsets and outcomes enumerated"

    def examples(self) -> Iterator[Case]:
        """The second query asks for the same coin again, or turned over, where the first answer was high or low."""
        coin, turned = (ZERO, ONE), (ONE, ZERO)
        for flips, width in ((9, fmpq(1, 2)), (25, fmpq(3, 4)), (25, fmpq(1, 3))):
            yield AdaptiveMeans(flips, fmpq(1, 2), fmpq(3, 10), width, coin, (coin, turned), fmpq(1, 5))
        yield AdaptiveMeans(16, fmpq(1, 4), fmpq(2, 5), fmpq(4, 5), coin, (turned, (ZERO, fmpq(1, 2))), fmpq(1, 4))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the samples", WrongParameter(self.example(0), "N", lambda x: 2 * x)
        yield "twice the accuracy", WrongParameter(self.example(0), "a", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        bias, alpha, width = (fmpq(rng.randint(low, 9), 10) for low in (1, 2, 2))
        seconds, near = tuple(_random_query(rng) for _ in range(rng.randint(1, 3))), fmpq(rng.randint(1, 6), 10)
        yield AdaptiveMeans(rng.randint(2, 24), bias, alpha, width, _random_query(rng), seconds, near)
