"""Heavy hitters by one random threshold (derived:heavy-threshold).

World: two elements and N samples, so that the count of the first is binomial and says all. Both samples are enumerated,
and the threshold is integrated exactly: it separates two runs where it lies between the two frequencies of an element,
on a union of two intervals. Failure: the exact probability that a heavy element is left out or a light one listed, over
samples and threshold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from flint import arb, fmpq

from replcalc.simulate.bounds import bound
from replcalc.simulate.simulator import Measurement, Simulator, climbed
from replcalc.simulate.worlds.laws import ONE, ZERO, fortieths, step_one

LABEL = "derived:heavy-threshold"


@dataclass(frozen=True)
class TwoElements:
    """Two elements of probability p and 1 - p, N samples, and the tolerated band."""

    p: fmpq
    size: int
    nu: fmpq
    epsilon: fmpq
    share: fmpq

    @property
    def band(self) -> tuple[fmpq, fmpq]:
        """The ends of the interval from which the threshold is drawn."""
        margin = (ONE - self.share) * self.epsilon / 2
        return self.nu - self.epsilon + margin, self.nu - margin

    @cached_property
    def law(self) -> list[arb]:
        """Pr[the first element occurs j times], in balls."""
        p, q = arb(self.p), arb(ONE - self.p)
        masses = [q**self.size]
        for j in range(self.size):
            masses.append(masses[-1] * (self.size - j) / (j + 1) * p / q)
        return masses

    def _clipped(self, count: int) -> fmpq:
        low, high = self.band
        return min(max(fmpq(count, self.size), low), high)

    @cached_property
    def places(self) -> list[tuple[fmpq, fmpq]]:
        """Where the two frequencies lie in the band, by the count of the first element."""
        return [(self._clipped(j), self._clipped(self.size - j)) for j in range(self.size + 1)]

    def differ(self, a: int, b: int) -> fmpq:
        """The length of thresholds at which samples with counts a and b give different lists."""
        (x, y), (v, w) = self.places[a], self.places[b]
        first, second = sorted((x, v)), sorted((y, w))
        both = max(min(first[1], second[1]) - max(first[0], second[0]), ZERO)
        return first[1] - first[0] + second[1] - second[0] - both

    def rho(self) -> arb:
        """Counts whose places are the same give the same lists: they are taken together."""
        grouped: dict[tuple[fmpq, fmpq], tuple[int, arb]] = {}
        for count, (place, mass) in enumerate(zip(self.places, self.law, strict=True)):
            first, total = grouped.get(place, (count, arb(0)))
            grouped[place] = (first, total + mass)
        kept = list(grouped.values())
        total = arb(0)
        for i, (a, p) in enumerate(kept):
            total += p * sum((q * arb(self.differ(a, b)) for b, q in kept[:i]), arb(0))
        low, high = self.band
        return 2 * total / arb(high - low)

    def beta(self) -> arb:
        """A heavy element is missed where the threshold is above its frequency, a light one listed where it is not."""
        low, high = self.band
        total = arb(0)
        for place, mass in zip(self.places, self.law, strict=True):
            bad_above, bad_below = high, low  # thresholds in (bad_above, high] or [low, bad_below) are wrong
            for p, x in zip((self.p, ONE - self.p), place, strict=True):
                if p >= self.nu:
                    bad_above = min(bad_above, x)
                elif p <= self.nu - self.epsilon:
                    bad_below = max(bad_below, x)
            total += mass * arb(min(high - bad_above + bad_below - low, high - low))
        return total / arb(high - low)

    def compare(self) -> Iterator[Measurement]:
        given = {"nu": self.nu, "epsilon": self.epsilon, "N": self.size, "lambda": self.share}
        world = {"p": str(self.p), "N": str(self.size), "band": ", ".join(map(str, self.band))}
        yield Measurement(LABEL, "rho", self.rho(), bound(LABEL, "rho", **given), world)
        yield Measurement(LABEL, "beta", self.beta(), bound(LABEL, "beta", **given), world)


class HeavyThresholdSimulator(Simulator):
    """See the module's docstring."""

    name = "heavy-threshold"
    statements = (LABEL,)
    summary = "two elements and a shared random threshold: both samples enumerated, the threshold integrated"
    default_cases = 12

    def named(self) -> Iterator[Measurement]:
        half, third, quarter = fmpq(1, 2), fmpq(1, 3), fmpq(1, 4)
        yield from TwoElements(half, 1200, fmpq(11, 20), fmpq(1, 10), fmpq(9, 10)).compare()  # both in the band
        for p in (half, fmpq(2, 5), fmpq(3, 10), quarter):
            for size in (4, 60):
                yield from TwoElements(p, size, half, quarter, fmpq(4, 5)).compare()
        yield from TwoElements(third, 100, fmpq(2, 5), fmpq(1, 5), fmpq(9, 10)).compare()

    def random(self, rng: Random, count: int) -> Iterator[Measurement]:
        for _ in range(count):
            nu = fmpq(rng.randint(4, 12), 20)
            epsilon = nu * fmpq(rng.randint(1, 4), 5)
            p = fmpq(rng.randint(1, 19), 20)
            yield from TwoElements(p, rng.randint(1, 60), nu, epsilon, fmpq(rng.randint(1, 9), 10)).compare()

    def search(self, rng: Random, budget: int) -> Iterator[Measurement]:
        """Hill climbing on the probability of the element and the share of the threshold."""

        def measured(units: tuple[int, ...]) -> Iterator[Measurement]:
            p, share = fortieths(units)
            yield from TwoElements(p, 80, fmpq(1, 2), fmpq(1, 4), share).compare()

        start: tuple[int, ...] = (15, 32)
        yield from climbed(start, lambda units: step_one(rng, units, (-2, -1, 1, 2)), measured, budget)


SIMULATOR = HeavyThresholdSimulator()
