"""Heavy hitters by one random threshold (derived:heavy-threshold).

World: two elements and N samples (see ``heavy_hitters``), so that the count of the first is binomial and says all: in
balls N may be large. Disagreement and failure are summed over all counts and all pieces of the threshold's range.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from flint import fmpq

from replcalc.sharper.heavy_hitters.witness import HeavyHittersWorld
from replcalc.simulate.bounds import bound
from replcalc.simulate.simulator import Measurement, Simulator, climbed
from replcalc.simulate.worlds.binomial import ball_pmf
from replcalc.simulate.worlds.laws import fortieths, step_one

LABEL = "derived:heavy-threshold"


def measure(p: fmpq, size: int, nu: fmpq, epsilon: fmpq, share: fmpq) -> Iterator[Measurement]:
    """Two elements of probability p and 1 - p."""
    two = HeavyHittersWorld((p, 1 - p), size, nu, epsilon, share)
    rho, beta = two.totals([((j, size - j), mass) for j, mass in enumerate(ball_pmf(size, p))])
    given = {"nu": nu, "epsilon": epsilon, "N": size, "lambda": share}
    world = {"p": str(p), "N": str(size), "band": f"{two.low}, {two.low + two.width}"}
    yield Measurement(LABEL, "rho", rho, bound(LABEL, "rho", **given), world)
    yield Measurement(LABEL, "beta", beta, bound(LABEL, "beta", **given), world)


class HeavyThresholdSimulator(Simulator):
    name = "heavy-threshold"
    statements = (LABEL,)
    summary = "two elements and a shared random threshold: both samples enumerated, the threshold integrated"
    default_cases = 12

    def named(self) -> Iterator[Measurement]:
        half, third, quarter = fmpq(1, 2), fmpq(1, 3), fmpq(1, 4)
        yield from measure(half, 1200, fmpq(11, 20), fmpq(1, 10), fmpq(9, 10))  # both in the band
        for p in (half, fmpq(2, 5), fmpq(3, 10), quarter):
            for size in (4, 60):
                yield from measure(p, size, half, quarter, fmpq(4, 5))
        yield from measure(third, 100, fmpq(2, 5), fmpq(1, 5), fmpq(9, 10))

    def random(self, rng: Random, count: int) -> Iterator[Measurement]:
        for _ in range(count):
            nu = fmpq(rng.randint(4, 12), 20)
            epsilon = nu * fmpq(rng.randint(1, 4), 5)
            p = fmpq(rng.randint(1, 19), 20)
            yield from measure(p, rng.randint(1, 60), nu, epsilon, fmpq(rng.randint(1, 9), 10))

    def search(self, rng: Random, budget: int) -> Iterator[Measurement]:
        """Hill climbing on the probability of the element and the share of the threshold."""

        def measured(units: tuple[int, ...]) -> Iterator[Measurement]:
            p, share = fortieths(units)
            yield from measure(p, 80, fmpq(1, 2), fmpq(1, 4), share)

        start: tuple[int, ...] = (15, 32)
        yield from climbed(start, lambda units: step_one(rng, units, (-2, -1, 1, 2)), measured, budget)


SIMULATOR = HeavyThresholdSimulator()
