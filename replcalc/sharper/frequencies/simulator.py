"""Proportions of groups by one shared grid (derived:small-cells, derived:proportions, -any), exactly.

Case. N independent draws of a distribution on two to four groups; every frequency becomes the centre of its cell of a
grid of width a whose offset is uniform and shared by both runs and all groups. With a floor the boundaries below the
first one that is at least ``low`` are taken away, and what lies below it has the answer of the cell there, 0 if that is
negative. Everything changes only where the offset passes a frequency, or a point at which a centre is alpha from a
probability, modulo a: the integral over it is a finite sum. All outcomes of the draws are enumerated. Sums over the
groups of expected distances and of tails need the frequency of one group at a time: there the groups may be many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, ClassVar

from flint import fmpq

from replcalc.sharper.means.simulator_rounding import offset_pieces
from replcalc.simulate.binomial import CountDistribution, exact_pmf
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import (
    ZERO,
    Distribution,
    collected,
    distribution,
    random_distribution,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator, climb_distributions
from replcalc.simulate.tables import multinomial

CELLS, KNOWN, ANY = "derived:small-cells", "derived:proportions", "derived:proportions-any"


def gap(n: int, p: fmpq, low: fmpq = ZERO) -> fmpq:
    """E|max(f, low) - max(f', low)| of two frequencies of a group of probability p."""
    masses = [(max(fmpq(count, n), low), mass) for count, mass in enumerate(exact_pmf(n, p))]
    total, below, mean = ZERO, ZERO, ZERO
    for value, mass in masses:  # values grow
        total += 2 * mass * (value * below - mean)
        below, mean = below + mass, mean + mass * value
    return total


@dataclass(frozen=True)
class Tails(Case):
    """The groups of a distribution, N draws: by how much some frequency is off."""

    p: Distribution
    n: int
    y: fmpq

    def measurements(self) -> Iterator[Measurement]:
        if self.y > fmpq(1, 4) or self.n * self.y**2 < 2:
            return
        above = below = ZERO
        for p in self.p:
            counts = CountDistribution.exact(self.n, p)
            above += counts.at_least(int((self.n * (p + self.y)).ceil()))
            below += counts.less(int((self.n * (p - self.y)).floor()) + 1)
        for name, true in (("above", above), ("below", below)):
            yield measure(CELLS, name, true, N=self.n, y=self.y)


@dataclass(frozen=True)
class RoundedGroups(Case):
    """n draws of the distribution p rounded to width 2 share alpha; ``heavy``: with a floor, analysed with so many
    groups.
    """

    p: Distribution
    n: int
    alpha: fmpq
    share: fmpq
    heavy: int = 0

    @property
    def width(self) -> fmpq:
        return 2 * self.share * self.alpha

    @property
    def low(self) -> fmpq:
        return (1 - self.share) * self.alpha if self.heavy else ZERO

    @property
    def given(self) -> dict[str, Any]:
        groups = {"heavy": self.heavy} if self.heavy else {"groups": len(self.p)}
        return {"alpha": self.alpha, "N": self.n, "lambda": self.share, **groups}

    def admitted(self) -> bool:
        if not self.heavy:
            return True
        far = (1 + self.share) * self.alpha > fmpq(1, 4)
        return not far and self.n * self.low**2 >= 2 and (self.heavy + 1) * self.low > 1

    def centre(self, frequency: fmpq, offset: fmpq) -> fmpq:
        """The answer: boundaries are offset + j width, with a floor only those from ``low`` on."""
        a = self.width
        first = offset + a * ((self.low - offset) / a).ceil()  # least boundary from low on
        edge = offset + a * ((frequency - offset) / a).floor()
        if self.heavy and frequency < first:
            return max(ZERO, first - a / 2)
        return edge + a / 2

    def totals(self) -> tuple[fmpq, fmpq]:
        """Disagreement and failure probability."""
        outcomes = multinomial(self.p, self.n)
        points = [fmpq(count, self.n) for count in range(self.n + 1)]
        points += [x for p in self.p for x in (p - self.alpha - self.width / 2, p + self.alpha - self.width / 2)]
        differ = wrong = ZERO
        for weight, offset in offset_pieces([*points, self.low], self.width):
            centres = [self.centre(fmpq(count, self.n), offset) for count in range(self.n + 1)]
            first = [centres.index(centre) for centre in centres]  # the least count with the same answer
            answers = collected((tuple(first[count] for count in found), chance) for found, chance in outcomes)
            off = [{place for place in first if abs(centres[place] - p) > self.alpha} for p in self.p]
            differ += weight * (1 - sum((x * x for x in answers.values()), ZERO))
            wrong += weight * sum((x for found, x in answers.items() if any(map(set.__contains__, off, found))), ZERO)
        return differ, wrong

    def measurements(self) -> Iterator[Measurement]:
        if not self.admitted():
            return
        label = ANY if self.heavy else KNOWN
        large = [p for p in self.p if p * (self.heavy + 1) > 1] if self.heavy else self.p
        apart = sum((gap(self.n, p) for p in large), ZERO)
        yield measure(label, "spread", apart, "expected distances of groups", **self.given)
        gaps = sum((gap(self.n, p, self.low) for p in self.p), ZERO)
        if self.heavy:
            light = gaps - sum((gap(self.n, p, self.low) for p in large), ZERO)
            yield measure(label, "light", light, "expected distances of light groups", **self.given)
        if len(self.p) > 4:
            return
        differ, wrong = self.totals()
        yield Measurement(label, "disagreement against the distances", differ, gaps / self.width)
        yield measure(label, "rho", differ, "disagreement", **self.given)
        yield measure(label, "beta", wrong, "failure", **self.given)


class ProportionsSimulator(Simulator):
    name, statements, default_cases = "proportions", (CELLS, KNOWN, ANY), 12
    summary = "frequencies of groups, rounded with one shared offset: exact disagreement and failure"
    loose: ClassVar[dict[str, str]] = {CELLS: "the constants stand inside a logarithm; the worst case has a tenth"}

    def examples(self) -> Iterator[Case]:
        distributions = (
            distribution(1, 1),
            distribution(1, 1, 1),
            distribution(3, 1, 1, 1),
            distribution(1, 9, 10),
            distribution(1, 1, 1, 97),
        )
        for p, (n, alpha, share) in product(distributions, ((6, fmpq(1, 5), fmpq(4, 5)), (15, fmpq(1, 4), fmpq(1, 2)))):
            yield RoundedGroups(p, n, alpha, share)
        yield RoundedGroups(distribution(1, 1), 60, fmpq(1, 10), fmpq(9, 10))
        for groups in (5, 8, 20):
            yield RoundedGroups(distribution(*[1] * groups), 40, fmpq(1, 10), fmpq(9, 10))
            yield RoundedGroups(distribution(*[1] * groups), 80, fmpq(1, 5), fmpq(1, 5), 6)
        yield RoundedGroups(
            distribution(*[1] * 7), 80, fmpq(1, 5), fmpq(1, 5), 6
        )  # all as heavy as light groups can be
        for p in (distribution(1, 1), distribution(1, 5), distribution(21, 79), distribution(1, 6, 1)):
            yield RoundedGroups(p, 52 if len(p) < 3 else 51, fmpq(11, 50), fmpq(1, 10), 5)
        for p, n, y in product(
            (
                distribution(1, 1),
                distribution(1, 1, 1, 1),
                distribution(1, 5),
                distribution(*[1] * 12),
                distribution(1, 99),
            ),
            (32, 50, 130),
            (fmpq(1, 4), fmpq(1, 5), fmpq(1, 8)),
        ):
            yield Tails(p, n, y)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the samples", WrongParameter(self.example(0), "N", lambda x: 2 * x)
        yield "half of the groups", WrongParameter(self.example(0), "groups", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        size = rng.choice((2, 3, 4))
        p, n = random_distribution(rng, size, 24), rng.randint(2, (30, 14, 8)[size - 2])
        yield RoundedGroups(p, n, fmpq(rng.randint(5, 45), 100), fmpq(rng.randint(1, 9), 10))
        many = random_distribution(rng, rng.randint(2, 9), 40)
        yield RoundedGroups((*many, *[ZERO] * 3), 100, fmpq(19, 100), fmpq(1, 4), rng.randint(7, 12))
        yield Tails(random_distribution(rng, rng.randint(2, 12), 60), rng.randint(32, 90), fmpq(1, 4))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over distributions towards the bounds."""
        few, more, fifth = (6, 5, 1), (9, 5, 5, 5, 2), fmpq(1, 5)
        yield from climb_distributions(rng, few, lambda p: RoundedGroups(p, 7, fifth, fmpq(9, 10)), budget)
        yield from climb_distributions(rng, more, lambda p: RoundedGroups(p, 80, fifth, fifth, 6), budget)
