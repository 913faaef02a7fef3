"""Means over pairs rounded with a shared offset (derived:u-statistic-groups), exactly.

Case. A kernel with values 0, 1/2 and 1 on pairs of a few types; N draws of a distribution for each group, the mean over
all N^2 pairs of one of each. How often each type is drawn is enumerated. AUC: types are scores, the kernel says which
is larger.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import mul
from random import Random

from flint import fmpq

from replcalc.sharper.means.two_runs import expectation, mean_distance, round_to_grid
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import Distribution, collect_outcomes, distribution, random_distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import multinomial

GROUPS = "derived:u-statistic-groups"
#: Twice the value of every pair of types: 0, 1 or 2.
Kernel = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class PairsCase(Case):
    """``share``: of alpha, spent on rounding."""

    first: Distribution
    second: Distribution
    kernel: Kernel
    n: int
    alpha: fmpq
    share: fmpq

    varied = ("first", "second", "share")

    def _means(self) -> Iterator[tuple[fmpq, fmpq]]:
        """Yield the mean over all pairs of one of each group with its probability, for all counts of the types."""
        twos = multinomial(self.second, self.n)
        for xs, p in multinomial(self.first, self.n):
            row = [sum(map(mul, xs, column)) for column in zip(*self.kernel, strict=True)]
            for ys, q in twos:
                yield fmpq(sum(map(mul, ys, row)), 2 * self.n**2), p * q

    def measurements(self) -> Iterator[Measurement]:
        mean = sorted(collect_outcomes(self._means()).items())
        differ, wrong = round_to_grid(mean, expectation(mean), 2 * self.share * self.alpha, self.alpha)
        given = {"alpha": self.alpha, "N": self.n, "lambda": self.share}
        yield measure(GROUPS, "gap", mean_distance(mean), "expected distance", **given)
        yield measure(GROUPS, "rho", differ, "disagreement", **given)
        yield measure(GROUPS, "beta", wrong, "failure", **given)


def scores(count: int) -> Kernel:
    """Return whether the second score is larger; one half for equal ones."""
    return tuple(tuple(1 + (y > x) - (y < x) for y in range(count)) for x in range(count))


class PairsSimulator(Simulator):
    name, statements, default_cases = "u-statistics", (GROUPS,), 20
    summary = "means over pairs of two groups, rounded: exact gap, disagreement and failure"

    def examples(self) -> Iterator[Case]:
        alpha, share = fmpq(1, 4), fmpq(4, 5)
        fair, thirds = distribution(1, 1), distribution(1, 1, 1)
        for n in (1, 2, 5, 9):
            yield PairsCase(fair, distribution(1, 0), ((0, 0), (2, 2)), n, alpha, share)  # a coin of one group
            yield PairsCase(fair, fair, scores(2), n, alpha, share)
            yield PairsCase(fair, fair, ((0, 2), (2, 0)), n, alpha, share)  # no linear part: who differs
        yield PairsCase(thirds, thirds, scores(3), 4, alpha, share)
        yield PairsCase(distribution(2, 1), fair, ((2, 0), (0, 0)), 4, alpha, share)  # the most varying mean over pairs

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the samples", WrongParameter(self.example(3), "N", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        types = rng.choice((2, 2, 3))
        alpha, share = fmpq(rng.randint(5, 45), 100), fmpq(rng.randint(1, 9), 10)
        kernel = tuple(tuple(rng.randint(0, 2) for _ in range(types)) for _ in range(types))
        one, two = random_distribution(rng, types, 24), random_distribution(rng, types, 24)
        yield PairsCase(one, two, kernel, rng.randint(1, 5 if types == 2 else 3), alpha, share)
