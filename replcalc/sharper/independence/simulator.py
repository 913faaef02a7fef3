"""Independence of two bits by a shared threshold, exactly (derived:independence).

World. N pairs of bits of a rational law on 00, 01, 10, 11: all tables of counts with their multinomial probabilities,
and the unbiased covariance of each. The threshold is uniform on an interval; averages over it are finite sums
(two_sided/witness.py). Beside the disagreement and the wrong answers the expected distance of two covariances is taken
over all pairs of values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from flint import fmpq

from replcalc.sharper.two_sided.simulator import ThresholdWindow, told_apart
from replcalc.simulate.worlds.algorithms import multinomial
from replcalc.simulate.worlds.laws import ZERO, Law, collected, law, random_law, show_law
from replcalc.vocabulary import Measurement, Simulator, World, climbed_laws, witness

LABEL = "derived:independence"


@dataclass(frozen=True)
class TwoBits(World):
    """``cells``: the law of 00, 01, 10, 11; N pairs."""

    cells: Law
    n: int
    threshold: ThresholdWindow

    @cached_property
    def covariances(self) -> list[tuple[fmpq, fmpq]]:
        """(value, probability) of every value of U, in increasing order."""
        n = self.n
        found = collected((a * d - b * c, p) for (a, b, c, d), p in multinomial(self.cells, n) if p)
        return [(fmpq(value, n * (n - 1)), p) for value, p in sorted(found.items())]

    @property
    def truth(self) -> fmpq:
        return self.cells[0] * self.cells[3] - self.cells[1] * self.cells[2]

    def gap(self) -> fmpq:
        """E|U - U'| = 2 sum of F (1 - F) times the step to the next value."""
        total = below = ZERO
        for (value, p), (after, _) in zip(self.covariances, self.covariances[1:], strict=False):
            below += p
            total += 2 * below * (1 - below) * (after - value)
        return total

    def measurements(self) -> Iterator[Measurement]:
        parts = {"lambda": self.threshold.share, "start": self.threshold.start, "alpha": self.threshold.alpha}
        yield witness(LABEL, "gap", self.gap(), "E|U - U'|", N=self.n, **parts)
        found = self.threshold.averaged(self.covariances, self.truth)
        yield from told_apart(LABEL, found, self.truth == 0, {"N": self.n}, self.threshold)

    def show(self) -> dict[str, Any]:
        shown = self.threshold.show()
        shown.pop("near")
        return {"law of 00, 01, 10, 11": show_law(self.cells), "N": str(self.n), **shown}


class IndependenceSimulator(Simulator):
    name, statements, default_cases = "independence", (LABEL,), 20
    summary = "independence of two bits by a shared threshold: exact disagreement and failure"

    def named(self) -> Iterator[World]:
        threshold = ThresholdWindow(ZERO, fmpq(1, 5), fmpq(3, 5), fmpq(1, 2))
        for weights in ((1, 1, 1, 1), (9, 1, 1, 9), (1, 0, 0, 1), (0, 1, 1, 0), (4, 2, 2, 1), (6, 1, 1, 2)):
            for n in (2, 6, 14):
                yield TwoBits(law(*weights), n, threshold)

    def draw(self, rng: Random, number: int) -> Iterator[World]:
        alpha = fmpq(rng.randint(2, 25), 100)
        threshold = ThresholdWindow(ZERO, alpha, fmpq(rng.randint(1, 9), 10), fmpq(rng.randint(0, 4), 4))
        yield TwoBits(random_law(rng, 4, 16), rng.randint(2, 12), threshold)
        x, y = (fmpq(rng.randint(1, 7), 8) for _ in "xy")
        yield TwoBits(((1 - x) * (1 - y), (1 - x) * y, x * (1 - y), x * y), rng.randint(2, 12), threshold)

    def search(self, rng: Random, budget: int) -> Iterator[World]:
        """Climb over laws towards the bounds."""
        threshold = ThresholdWindow(ZERO, fmpq(1, 5), fmpq(4, 5), fmpq(1, 2))
        yield from climbed_laws(rng, (5, 2, 1, 1), lambda cells: TwoBits(cells, 8, threshold), budget)
