"""Order statistics, and quantiles of populations with a density rounded with a shared offset, exactly.

World of an order statistic. The r-th smallest of N uniform numbers has the distribution function G, a polynomial; the
expected distance of two of them is the integral of 2G(1-G).

World of a quantile. The population has a density that is constant on a few intervals, so F is linear on each and the
sample quantile has the distribution function G(F(x)), a polynomial on each. Which interval a boundary of the grid lies
in changes at finitely many offsets: between them the probabilities of all cells are polynomials in the offset, and the
disagreement is an integral of polynomials. The centre of the cell that holds a number is uniform on half a width to
either side of it, so the failure is an integral of G(F(x)) too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from random import Random
from typing import Any

from flint import fmpq, fmpq_poly

from replcalc.sharper.expected_gap_rounding.simulator import modulo
from replcalc.simulate.worlds.binomial import binomials
from replcalc.simulate.worlds.laws import ZERO, Law, law, random_law, show_law
from replcalc.vocabulary import Measurement, Simulator, World, climbed_laws, witness

RANK, DENSITY = "derived:order-statistic", "derived:quantile-density"


def order_law(n: int, rank: int) -> fmpq_poly:
    """Pr[the rank-th smallest of n uniform numbers is at most x]: at least rank of them are."""
    x, rest = fmpq_poly([0, 1]), fmpq_poly([1, -1])
    return sum((fmpq(binomials(n)[j]) * x**j * rest ** (n - j) for j in range(rank, n + 1)), fmpq_poly([]))


def integral(body: fmpq_poly, low: fmpq, high: fmpq) -> fmpq:
    whole = body.integral()
    return whole(high) - whole(low)


@dataclass(frozen=True)
class UniformRank(World):
    """The rank-th smallest of n uniform numbers, in two runs."""

    n: int
    rank: int

    def measurements(self) -> Iterator[Measurement]:
        below = order_law(self.n, self.rank)
        distance = integral(2 * below * (1 - below), ZERO, fmpq(1))
        yield witness(RANK, "spread", distance, N=self.n, rank=self.rank)

    def show(self) -> dict[str, Any]:
        return {"N": self.n, "rank": self.rank}


@dataclass(frozen=True)
class SteppedPopulation(World):
    """Masses of intervals of length 1/len(masses) on [0, 1]; the q-quantile of n draws, rounded to 2 share alpha.

    ``within`` says how far the density is promised.
    """

    masses: Law
    n: int
    q: fmpq
    alpha: fmpq
    within: fmpq
    share: fmpq

    @property
    def width(self) -> fmpq:
        return 2 * self.share * self.alpha

    @cached_property
    def ends(self) -> list[fmpq]:
        return [fmpq(j, len(self.masses)) for j in range(len(self.masses) + 1)]

    @cached_property
    def below(self) -> list[fmpq]:
        return [ZERO, *accumulate(self.masses)]

    def line(self, x: fmpq) -> tuple[fmpq, fmpq]:
        """(a, b) with F(y) = a + b y next to x."""
        if not 0 <= x < 1:
            return (ZERO, ZERO) if x < 0 else (fmpq(1), ZERO)
        place = int((x * len(self.masses)).floor())
        density = self.masses[place] * len(self.masses)
        return self.below[place] - density * self.ends[place], density

    @property
    def quantile(self) -> fmpq:
        place = next(j for j, share in enumerate(self.below[1:]) if share >= self.q)
        return self.ends[place] + (self.q - self.below[place]) / (self.masses[place] * len(self.masses))

    @property
    def density(self) -> fmpq:
        """The least density up to ``within`` of the quantile."""
        low, high = self.quantile - self.within, self.quantile + self.within
        if low < 0 or high > 1:
            return ZERO
        near = [d for d, (x, y) in zip(self.masses, pairwise(self.ends), strict=True) if x < high and y > low]
        return min(near) * len(self.masses)

    def reach(self) -> Iterator[tuple[fmpq, fmpq, fmpq]]:
        """F next to both ends of where the density is promised, and these ends."""
        for x in (self.quantile - self.within, self.quantile + self.within):
            yield *self.line(x), x

    @cached_property
    def law(self) -> fmpq_poly:
        return order_law(self.n, int((self.q * self.n).ceil()))

    def disagreement(self) -> fmpq:
        a, agree = self.width, ZERO
        count = int((1 / a).ceil()) + 1
        cuts = sorted({ZERO, a, *(modulo(end, a) for end in self.ends)})
        for left, right in pairwise(cuts):
            middle, edges = (left + right) / 2, []
            for cell in range(-1, count + 1):
                start, slope = self.line(middle + cell * a)
                edges.append(self.law(fmpq_poly([start + slope * cell * a, slope])))
            agree += sum((integral((two - one) ** 2, left, right) for one, two in pairwise(edges)), ZERO) / a
        return 1 - agree

    def failure(self) -> fmpq:
        a, x = self.width, self.quantile

        def mean(low: fmpq, high: fmpq) -> fmpq:
            """The mean over the interval of the probability that the sample quantile is below."""
            ends = [low, *(end for end in self.ends if low < end < high), high]
            found = ZERO
            for left, right in pairwise(ends):
                start, slope = self.line((left + right) / 2)
                found += integral(self.law(fmpq_poly([start, slope])), left, right)
            return found / (high - low)

        far, half = self.alpha, a / 2
        return 1 - mean(x + far - half, x + far + half) + mean(x - far - half, x - far + half)

    def measurements(self) -> Iterator[Measurement]:
        if self.density <= 0 or (1 + self.share) * self.alpha > self.within:
            return
        given = {
            "k": 1,
            "away": abs(self.q - fmpq(1, 2)),
            "alpha": self.alpha,
            "kappa": self.density,
            "within": self.within,
            "N": self.n,
            "lambda": self.share,
        }
        more = {"quantile": str(self.quantile), "density": str(self.density)}
        mean = fmpq(int((self.q * self.n).ceil()), self.n + 1)
        distance = integral(2 * self.law * (1 - self.law), ZERO, fmpq(1))
        low, high = (self.law(start + slope * x) for start, slope, x in self.reach())
        reached = self.q + self.density * self.share * self.alpha
        yield witness(DENSITY, "V", mean * (1 - mean), "variance at the mean rank", **given)
        yield witness(DENSITY, "spread", distance, "expected distance in rank", **given)
        yield witness(DENSITY, "outside", low + 1 - high, "outside the promised density", more=more, **given)
        yield witness(DENSITY, "tails", reached * (1 - reached), "variance as far as the accuracy reaches", **given)
        yield witness(DENSITY, "rho", self.disagreement(), "disagreement", more=more, **given)
        yield witness(DENSITY, "beta", self.failure(), "failure", more=more, **given)

    def show(self) -> dict[str, Any]:
        asked = {"q": str(self.q), "alpha": str(self.alpha), "within": str(self.within), "share": str(self.share)}
        return {"masses": show_law(self.masses), "N": self.n, **asked}


class QuantileDensitySimulator(Simulator):
    name, statements, default_cases = "quantile-density", (RANK, DENSITY), 12
    summary = "order statistics, and sample quantiles of stepped densities rounded: exact disagreement and failure"

    def named(self) -> Iterator[World]:
        for n in (1, 2, 5, 12, 30):
            for rank in sorted({1, (n + 1) // 2, n}):
                yield UniformRank(n, rank)
        half, fifth = fmpq(1, 2), fmpq(1, 5)
        for masses in (law(1), law(1, 1, 2, 2), law(2, 1, 1, 2), law(1, 3, 3, 1)):
            for n in (5, 16):
                yield SteppedPopulation(masses, n, half, fifth, fmpq(2, 5), fmpq(3, 4))
                yield SteppedPopulation(masses, n, half, fmpq(1, 8), fmpq(1, 4), fmpq(9, 10))
        yield SteppedPopulation(law(1), 24, half, fmpq(1, 4), half, fmpq(9, 10))
        yield SteppedPopulation(law(1), 20, fmpq(3, 4), fmpq(1, 8), fmpq(1, 4), fmpq(4, 5))

    def draw(self, rng: Random, number: int) -> Iterator[World]:
        n = rng.randint(1, 24)
        yield UniformRank(n, rng.randint(1, n))
        masses, q = random_law(rng, rng.choice((1, 2, 4)), 12), fmpq(rng.randint(6, 14), 20)
        within = fmpq(rng.randint(10, 30), 100)
        yield SteppedPopulation(masses, rng.randint(2, 14), q, within / 2, within, fmpq(rng.randint(2, 9), 10))

    def search(self, rng: Random, budget: int) -> Iterator[World]:
        """Climb over densities."""
        given = (9, fmpq(1, 2), fmpq(1, 8), fmpq(1, 4), fmpq(9, 10))
        yield from climbed_laws(rng, (4, 3, 3, 4), lambda masses: SteppedPopulation(masses, *given), budget, 1)
