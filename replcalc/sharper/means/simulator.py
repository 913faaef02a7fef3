"""Means of known variance rounded to grids, exactly (derived:variance-gap, derived:variance-rounding).

Case. N draws of a distribution on 0, 1/g, ..., 1. Its exact variance is the one given. The expected distance of two
means, the disagreement and the failure of rounding them are finite sums (simulator_rounding.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from flint import fmpq

from replcalc.sharper.means.simulator_rounding import GridQuery
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import ZERO, Distribution, distribution, random_distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator

GAP, ROUNDING = "derived:variance-gap", "derived:variance-rounding"


def variance_of(values: Distribution) -> fmpq:
    steps = len(values) - 1
    mean = sum((fmpq(i, steps) * p for i, p in enumerate(values)), ZERO)
    return sum((fmpq(i, steps) ** 2 * p for i, p in enumerate(values)), ZERO) - mean**2


@dataclass(frozen=True)
class CalmMeans(Case):
    """``count`` queries of one distribution, N draws each, rounded to width 2 share alpha with offsets of their own."""

    values: Distribution
    n: int
    alpha: fmpq
    share: fmpq
    count: int = 1

    varied: ClassVar[tuple[str, ...]] = ("values", "n", "share")

    def measurements(self) -> Iterator[Measurement]:
        variance, query = variance_of(self.values), GridQuery(self.values, self.n)
        if variance == 0:
            return
        for name in ("spread", "gap"):
            yield measure(GAP, name, query.gap(), "E|v - v'|", N=self.n, V=variance)
        given = {"k": self.count, "alpha": self.alpha, "N": self.n, "lambda": self.share, "V": variance}
        a = 2 * self.share * self.alpha
        agree, right = 1 - query.disagreement(a), 1 - query.failure(a, self.alpha)
        yield measure(ROUNDING, "rho", 1 - agree**self.count, "disagreement", **given)
        yield measure(ROUNDING, "beta", 1 - right**self.count, "failure", **given)


class MeansSimulator(Simulator):
    name, statements, default_cases = "means", (GAP, ROUNDING), 30
    summary = "means of known variance: exact gap, disagreement and failure"

    def examples(self) -> Iterator[Case]:
        fair, rare, calm = distribution(1, 1), distribution(19, 1), distribution(0, 1, 8, 1, 0)
        for values in (fair, rare, calm, distribution(1, 2, 1)):
            for n, share in ((4, fmpq(1, 2)), (24, fmpq(9, 10)), (40, fmpq(3, 5))):
                yield CalmMeans(values, n, fmpq(1, 5), share)
        yield CalmMeans(rare, 20, fmpq(1, 10), fmpq(4, 5), 3)
        yield CalmMeans(fair, 4, fmpq(1, 4), fmpq(1))
        yield CalmMeans(rare, 9, fmpq(3, 5), fmpq(9, 10))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the samples", WrongParameter(self.example(0), "N", lambda x: 2 * x)
        yield "half of the variance", WrongParameter(self.example(0), "V", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        size, share = rng.choice((2, 3)), fmpq(rng.randint(1, 9), 10)
        alpha = fmpq(rng.randint(5, 45), 100)
        yield CalmMeans(random_distribution(rng, size, 24), rng.randint(1, 24), alpha, share, rng.choice((1, 1, 3)))
