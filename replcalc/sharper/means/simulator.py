"""Means rounded to grids of shared random offset, exactly (derived:variance-gap, -rounding, derived:own-accuracies).

Case. N draws of several independent columns on 0, 1/g, ..., 1, each of its own distribution, rounded to a grid of its
own width with an offset of its own. The variance given is the exact one. Columns are independent here, so disagreement
and failure of all are one minus the product of what is left. Equal columns are k means of one accuracy.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from flint import fmpq

from replcalc.sharper.means.two_runs import expectation, mean_distance, mean_of_draws, round_to_grid, variance_of
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import ONE, Distribution, distribution, random_distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator

GAP, ROUNDING, OWN = "derived:variance-gap", "derived:variance-rounding", "derived:own-accuracies"
#: The distribution of a column, its accuracy, the share of it that the grid varies over.
Column = tuple[Distribution, fmpq, fmpq]


@dataclass(frozen=True)
class RoundedMeans(Case):
    """``n`` draws of every column."""

    n: int
    columns: tuple[Column, ...]

    varied: ClassVar[tuple[str, ...]] = ("n", "columns")

    def measurements(self) -> Iterator[Measurement]:
        variances = tuple(variance_of(values) for values, _, _ in self.columns)
        if 0 in variances:
            return
        agree = right = ONE
        for values, alpha, share in self.columns:
            mean = mean_of_draws(values, self.n)
            differ, wrong = round_to_grid(mean, expectation(mean), 2 * share * alpha, alpha)
            agree, right = agree * (1 - differ), right * (1 - wrong)
        _, alphas, shares = zip(*self.columns, strict=True)
        given = {"N": self.n, "alpha": alphas, "lambda": shares, "V": variances}
        yield measure(OWN, "rho", 1 - agree, "disagreement", **given)
        yield measure(OWN, "beta", 1 - right, "failure", **given)
        if len(set(self.columns)) == 1:
            one = {"alpha": alphas[0], "lambda": shares[0], "V": variances[0]}
            given = {"k": len(self.columns), "N": self.n, **one}
            yield measure(ROUNDING, "rho", 1 - agree, "disagreement", **given)
            yield measure(ROUNDING, "beta", 1 - right, "failure", **given)
            for name in ("spread", "gap"):
                yield measure(GAP, name, mean_distance(mean), "E|v - v'|", N=self.n, V=variances[0])


class RoundingSimulator(Simulator):
    name, statements, default_cases = "rounding", (GAP, ROUNDING, OWN), 40
    summary = "means rounded with shared random offsets: exact gap, disagreement and failure"

    def examples(self) -> Iterator[Case]:
        fair, rare, calm = distribution(1, 1), distribution(19, 1), distribution(0, 1, 8, 1, 0)
        for values in (fair, rare, calm, distribution(1, 2, 1)):
            for n, share in ((4, fmpq(1, 2)), (24, fmpq(9, 10)), (40, fmpq(3, 5))):
                yield RoundedMeans(n, ((values, fmpq(1, 5), share),))
        yield RoundedMeans(20, ((rare, fmpq(1, 10), fmpq(4, 5)),) * 3)
        yield RoundedMeans(4, ((fair, fmpq(1, 4), fmpq(9, 10)),))
        yield RoundedMeans(9, ((rare, fmpq(3, 5), fmpq(9, 10)),))
        wide, narrow = (fmpq(2, 5), fmpq(9, 10)), (fmpq(1, 5), fmpq(3, 5))
        for n in (6, 24):
            yield RoundedMeans(n, ((fair, *wide), (fair, *narrow)))
            yield RoundedMeans(n, ((fair, *wide), (rare, fmpq(1, 10), fmpq(4, 5)), (calm, *narrow)))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the samples", WrongParameter(self.example(0), "N", lambda x: 2 * x)
        yield "half of the variance", WrongParameter(self.example(0), "V", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        def column() -> Column:
            values = random_distribution(rng, rng.choice((2, 3)), 24)
            return values, fmpq(rng.randint(5, 45), 100), fmpq(rng.randint(1, 9), 10)

        yield RoundedMeans(rng.randint(1, 24), (column(),) * rng.choice((1, 1, 3)))
        yield RoundedMeans(rng.randint(1, 20), tuple(column() for _ in range(rng.randint(2, 3))))
