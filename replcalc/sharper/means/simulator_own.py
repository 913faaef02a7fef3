"""Means of accuracies of their own, exactly (derived:own-accuracies).

Case. N draws of several independent columns on 0, 1/g, ..., 1, each of its own distribution, rounded to a grid of its
own width with an offset of its own. Disagreement and failure of one column are finite sums
(simulator_rounding.py); columns are independent here, so those of all are one minus the product of what is
left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from random import Random

from flint import fmpq

from replcalc.sharper.means.simulator import variance_of
from replcalc.sharper.means.simulator_rounding import GridQuery
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import Distribution, distribution, random_distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator, climb_distributions

LABEL = "derived:own-accuracies"


@dataclass(frozen=True)
class OwnMeans(Case):
    """``columns``: the distribution of a column, its accuracy, the share of it that the grid varies over."""

    n: int
    columns: tuple[tuple[Distribution, fmpq, fmpq], ...]

    def measurements(self) -> Iterator[Measurement]:
        variances = tuple(variance_of(values) for values, _, _ in self.columns)
        if 0 in variances:
            return
        agree, right = [], []
        for values, alpha, share in self.columns:
            query, width = GridQuery(values, self.n), 2 * share * alpha
            agree.append(1 - query.disagreement(width))
            right.append(1 - query.failure(width, alpha))
        given = {
            "N": self.n,
            "alpha": tuple(c[1] for c in self.columns),
            "lambda": tuple(c[2] for c in self.columns),
            "V": variances,
        }
        yield measure(LABEL, "rho", 1 - prod(agree, start=fmpq(1)), "disagreement", **given)
        yield measure(LABEL, "beta", 1 - prod(right, start=fmpq(1)), "failure", **given)


class OwnMeansSimulator(Simulator):
    name, statements, default_cases = "own-accuracies", (LABEL,), 30
    summary = "means of accuracies of their own: exact disagreement and failure"

    def examples(self) -> Iterator[Case]:
        fair, rare, calm = distribution(1, 1), distribution(19, 1), distribution(0, 1, 8, 1, 0)
        wide, narrow = (fmpq(2, 5), fmpq(9, 10)), (fmpq(1, 5), fmpq(3, 5))
        for n in (6, 24):
            yield OwnMeans(n, ((fair, *wide),))
            yield OwnMeans(n, ((fair, *wide), (fair, *narrow)))
            yield OwnMeans(n, ((fair, *wide), (rare, fmpq(1, 10), fmpq(4, 5)), (calm, *narrow)))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the samples", WrongParameter(self.example(0), "N", lambda x: 2 * x)
        yield "half of the variance", WrongParameter(self.example(0), "V", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        columns = tuple(
            (
                random_distribution(rng, rng.choice((2, 3)), 24),
                fmpq(rng.randint(5, 45), 100),
                fmpq(rng.randint(1, 9), 10),
            )
            for _ in range(rng.randint(1, 3))
        )
        yield OwnMeans(rng.randint(1, 20), columns)

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over distributions towards the bounds."""
        share, second = fmpq(4, 5), (distribution(1, 1), fmpq(1, 3), fmpq(4, 5))
        own = lambda values: OwnMeans(8, ((values, fmpq(1, 4), share), second))  # noqa: E731
        yield from climb_distributions(rng, (9, 2, 1), own, budget)
