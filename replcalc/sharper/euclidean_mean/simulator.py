"""A vector of means within a Euclidean distance, exactly (derived:euclidean-mean).

World. N vectors of d independent coordinates, each of one law on 0, 1/g, ..., 1. Disagreement: one minus the d-th power
of what one rounded coordinate leaves (expected_gap_rounding/witness.py). The distance of the mean from the truth: its
square is a sum of d independent squares, whose law is enumerated. Failure: of one coordinate, where it is a finite sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product as cartesian
from math import prod
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.sharper.expected_gap_rounding.simulator import GridQuery
from replcalc.sharper.small_variance.simulator import variance_of
from replcalc.simulate.worlds.laws import ZERO, Law, law, random_law, show_law
from replcalc.vocabulary import Enclosure, Measurement, Simulator, World, bound, climbed_laws, witness

LABEL = "derived:euclidean-mean"


@dataclass(frozen=True)
class RoundedVector(World):
    """``values``: the law of each of ``d`` coordinates; grids of width ``a``; ``b`` as in the statement."""

    values: Law
    d: int
    n: int
    a: fmpq
    b: fmpq

    def measurements(self) -> Iterator[Measurement]:
        variance, query = variance_of(self.values), GridQuery(self.values, self.n)
        if variance == 0:
            return
        given: dict[str, Any] = {"d": self.d, "N": self.n, "a": self.a, "b": self.b, "V": variance}
        alpha = Enclosure.from_ball(bound(LABEL, "error", alpha=1, **given) + arb(0)).upper
        given["alpha"] = alpha
        differ = 1 - (1 - query.disagreement(self.a)) ** self.d
        yield witness(LABEL, "rho", differ, "disagreement", **given)
        yield witness(LABEL, "gap", query.gap(), "E|v - v'|", **given)
        sampled = Enclosure.from_ball(bound(LABEL, "sampled", **given) + arb(0)).lower
        yield Measurement(LABEL, "mean off by more than sampled", self.far(query, sampled), (arb(-self.b)).exp())
        if self.d == 1:
            yield witness(LABEL, "beta", query.failure(self.a, alpha), "failure", **given)

    def far(self, query: GridQuery, distance: fmpq) -> fmpq:
        """The probability that the mean is farther from the truth than this."""
        masses = [query.sums.between(j, j + 1) for j in range(query.sums.n + 1)]
        off = [((x - query.mean) ** 2, p) for x, p in zip(query.means, masses, strict=True)]
        total = ZERO
        for chosen in cartesian(off, repeat=self.d):
            if sum((square for square, _ in chosen), ZERO) > distance**2:
                total += prod((p for _, p in chosen), start=fmpq(1))
        return total

    def show(self) -> dict[str, Any]:
        shown = {name: str(getattr(self, name)) for name in ("d", "n", "a", "b")}
        return {"law of a coordinate": show_law(self.values), **shown}


class RoundedVectorSimulator(Simulator):
    name, statements, default_cases = "euclidean-mean", (LABEL,), 24
    summary = "vectors of means, every coordinate rounded: exact disagreement, distance and failure"

    def named(self) -> Iterator[World]:
        for values in (law(1, 1), law(19, 1), law(1, 2, 1)):
            for d, n in ((1, 24), (2, 10), (3, 4)):
                yield RoundedVector(values, d, n, fmpq(1, 2), fmpq(1))
                yield RoundedVector(values, d, n, fmpq(9, 10), fmpq(1, 2))
        yield RoundedVector(law(1, 1), 1, 40, fmpq(1, 10), fmpq(1, 4))

    def draw(self, rng: Random, number: int) -> Iterator[World]:
        d = rng.choice((1, 1, 2, 3))
        values, n = random_law(rng, rng.choice((2, 3)), 24), rng.randint(1, 20 if d == 1 else 5)
        yield RoundedVector(values, d, n, fmpq(rng.randint(1, 9), 10), fmpq(rng.randint(1, 30), 10))

    def search(self, rng: Random, budget: int) -> Iterator[World]:
        """Climb over laws towards the bounds."""
        half = fmpq(1, 2)
        yield from climbed_laws(rng, (9, 2, 1), lambda values: RoundedVector(values, 1, 8, half, half), budget)
