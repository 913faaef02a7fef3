"""Means over pairs rounded with a shared offset (derived:u-statistic-groups), exactly.

World. A kernel with values 0, 1/2 and 1 on pairs of a few types; N draws of a law for each group, the mean over all N^2
pairs of one of each. How often each type is drawn is enumerated, so the law of the mean is exact; rounding it is as for
a query (expected_gap_rounding/simulator.py). AUC: types are scores, the kernel says which is larger.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import mul
from random import Random
from typing import Any

from flint import fmpq

from replcalc.sharper.expected_gap_rounding.simulator import GridQuery
from replcalc.simulate.worlds.algorithms import multinomial
from replcalc.simulate.worlds.laws import ZERO, Law, collected, law, random_law, show_law
from replcalc.vocabulary import Measurement, Simulator, World, climbed_laws, witness

GROUPS = "derived:u-statistic-groups"
#: Twice the value of every pair of types: 0, 1 or 2.
Kernel = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class PairsWorld(World):
    """``share``: of alpha, spent on rounding."""

    first: Law
    second: Law
    kernel: Kernel
    n: int
    alpha: fmpq
    share: fmpq

    @cached_property
    def mean_law(self) -> Law:
        """The law of the mean over pairs, on 0, 1/(2 pairs), ..., 1."""
        n = self.n
        pairs = n * n
        chances = collected(self._totals())
        return tuple(chances.get(total, ZERO) for total in range(2 * pairs + 1))

    def _totals(self) -> Iterator[tuple[int, fmpq]]:
        """(twice the sum over all pairs of one of each group, probability) for all counts of the types."""
        twos = multinomial(self.second, self.n)
        for xs, p in multinomial(self.first, self.n):
            row = [sum(map(mul, xs, column)) for column in zip(*self.kernel, strict=True)]
            for ys, q in twos:
                yield sum(map(mul, ys, row)), p * q

    def measurements(self) -> Iterator[Measurement]:
        query, a = GridQuery(self.mean_law, 1), 2 * self.share * self.alpha
        given = {"alpha": self.alpha, "N": self.n, "lambda": self.share}
        yield witness(GROUPS, "gap", query.gap(), "expected distance", **given)
        yield witness(GROUPS, "rho", query.disagreement(a), "disagreement", **given)
        yield witness(GROUPS, "beta", query.failure(a, self.alpha), "failure", **given)

    def show(self) -> dict[str, Any]:
        laws = {"first law": show_law(self.first), "second law": show_law(self.second)}
        kernel = "; ".join(",".join(f"{value}/2" for value in row) for row in self.kernel)
        return {**laws, "kernel": kernel, "N": self.n, "alpha": str(self.alpha), "share": str(self.share)}


def scores(count: int) -> Kernel:
    """Is the second score larger? One half for equal ones."""
    return tuple(tuple(1 + (y > x) - (y < x) for y in range(count)) for x in range(count))


class PairsSimulator(Simulator):
    name, statements, default_cases = "u-statistics", (GROUPS,), 20
    summary = "means over pairs of two groups, rounded: exact gap, disagreement and failure"

    def named(self) -> Iterator[World]:
        alpha, share = fmpq(1, 4), fmpq(4, 5)
        fair = law(1, 1)
        for n in (1, 2, 5, 9):
            yield PairsWorld(fair, law(1, 0), ((0, 0), (2, 2)), n, alpha, share)  # a coin of one group
            yield PairsWorld(fair, fair, scores(2), n, alpha, share)
            yield PairsWorld(fair, fair, ((0, 2), (2, 0)), n, alpha, share)  # no linear part: who differs
        yield PairsWorld(law(1, 1, 1), law(1, 1, 1), scores(3), 4, alpha, share)

    def draw(self, rng: Random, number: int) -> Iterator[World]:
        types = rng.choice((2, 2, 3))
        alpha, share = fmpq(rng.randint(5, 45), 100), fmpq(rng.randint(1, 9), 10)
        kernel = tuple(tuple(rng.randint(0, 2) for _ in range(types)) for _ in range(types))
        one, two = random_law(rng, types, 24), random_law(rng, types, 24)
        yield PairsWorld(one, two, kernel, rng.randint(1, 5 if types == 2 else 3), alpha, share)

    def search(self, rng: Random, budget: int) -> Iterator[World]:
        """Climb over laws towards the bounds: of a rare pair, whose mean over pairs varies most."""
        both, quarter, share = ((2, 0), (0, 0)), fmpq(1, 4), fmpq(4, 5)
        yield from climbed_laws(rng, (8, 4), lambda p: PairsWorld(p, law(1, 1), both, 4, quarter, share), budget)
