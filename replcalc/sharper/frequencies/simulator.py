"""Frequencies by one shared grid or threshold (derived:small-cells, -proportions, -any, -heavy-hitters), exactly.

Case. N independent draws of a distribution on two to four groups. Proportions: every frequency becomes the centre of
its cell of a grid whose offset is shared by all groups. With a floor the boundaries below the first one that is at
least ``low`` are taken away, and what lies below it has the answer of the cell there, 0 if that is negative. Heavy
hitters: the list holds every group whose frequency reaches one threshold. All outcomes of the draws are enumerated.
Sums over the groups of expected distances and of tails need the frequency of one group at a time: there the groups may
be many.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import ClassVar

from flint import fmpq

from replcalc.sharper.means.two_runs import centre_of_cell, compare_runs, mean_distance, offset_pieces, uniform_pieces
from replcalc.simulate.binomial import CountDistribution, exact_pmf
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import ZERO, Distribution, distribution, random_distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import multinomial

CELLS, KNOWN, ANY, HEAVY = (
    "derived:small-cells",
    "derived:proportions",
    "derived:proportions-any",
    "derived:heavy-hitters",
)


def total_distance(groups: Distribution, n: int, low: fmpq = ZERO) -> fmpq:
    """Return the sum of E|max(f, low) - max(f', low)| of two frequencies over the groups."""
    distances = (
        mean_distance([(max(fmpq(count, n), low), mass) for count, mass in enumerate(exact_pmf(n, p))]) for p in groups
    )
    return sum(distances, ZERO)


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
    """``n`` draws of the distribution ``p`` rounded to width 2 share alpha.

    ``heavy``: with a floor, analysed with so many groups.
    """

    p: Distribution
    n: int
    alpha: fmpq
    share: fmpq
    heavy: int = 0

    varied: ClassVar[tuple[str, ...]] = ("p",)

    @property
    def width(self) -> fmpq:
        return 2 * self.share * self.alpha

    @property
    def low(self) -> fmpq:
        return (1 - self.share) * self.alpha if self.heavy else ZERO

    def is_admitted(self) -> bool:
        if not self.heavy:
            return True
        far = (1 + self.share) * self.alpha > fmpq(1, 4)
        return not far and self.n * self.low**2 >= 2 and (self.heavy + 1) * self.low > 1

    def centre(self, frequency: fmpq, offset: fmpq) -> fmpq:
        """Return the answer: boundaries are offset + j width, with a floor only those from ``low`` on."""
        first = offset + self.width * ((self.low - offset) / self.width).ceil()  # least boundary from low on
        if self.heavy and frequency < first:
            return max(ZERO, first - self.width / 2)
        return centre_of_cell(frequency, offset, self.width)

    def run_twice(self) -> tuple[fmpq, fmpq]:
        """Return how often two runs differ, and how often one is wrong."""
        frequencies = [fmpq(count, self.n) for count in range(self.n + 1)]
        ends = [x for p in self.p for x in (p - self.alpha - self.width / 2, p + self.alpha - self.width / 2)]
        pieces = offset_pieces(self.width, [*frequencies, *ends, self.low])
        return compare_runs(
            multinomial(self.p, self.n),
            [(weight, [self.centre(f, offset) for f in frequencies]) for weight, offset in pieces],
            lambda counts, centres: tuple(centres[count] for count in counts),
            lambda answer: any(abs(centre - p) > self.alpha for centre, p in zip(answer, self.p, strict=True)),
        )

    def measurements(self) -> Iterator[Measurement]:
        if not self.is_admitted():
            return
        label, groups = (ANY, {"heavy": self.heavy}) if self.heavy else (KNOWN, {"groups": len(self.p)})
        given = {"alpha": self.alpha, "N": self.n, "lambda": self.share, **groups}
        large = tuple(p for p in self.p if p * (self.heavy + 1) > 1) if self.heavy else self.p
        yield measure(label, "spread", total_distance(large, self.n), "expected distances of groups", **given)
        if self.heavy:
            light = total_distance(self.p, self.n, self.low) - total_distance(large, self.n, self.low)
            yield measure(label, "light", light, "expected distances of light groups", **given)
        if len(self.p) > 4:
            return
        differ, wrong = self.run_twice()
        yield measure(label, "rho", differ, "disagreement", **given)
        yield measure(label, "beta", wrong, "failure", **given)


@dataclass(frozen=True)
class HeavyHitters(Case):
    """``n`` draws of ``p`` and the band (nu - epsilon, nu), of which the threshold takes a share in the middle."""

    p: Distribution
    n: int
    nu: fmpq
    epsilon: fmpq
    share: fmpq
    p0: fmpq  # of the statement

    varied: ClassVar[tuple[str, ...]] = ("p",)

    @property
    def low(self) -> fmpq:
        return self.nu - self.epsilon + (1 - self.share) * self.epsilon / 2

    def is_wrong(self, listed: tuple[bool, ...]) -> bool:
        missing = any(p >= self.nu and not there for p, there in zip(self.p, listed, strict=True))
        return missing or any(p <= self.nu - self.epsilon and there for p, there in zip(self.p, listed, strict=True))

    def measurements(self) -> Iterator[Measurement]:
        if not max(self.p0, self.nu - self.epsilon) * (self.n - 1) < self.n * self.low - 1:
            return
        differ, wrong = compare_runs(
            multinomial(self.p, self.n),
            uniform_pieces(self.low, self.share * self.epsilon, [fmpq(j, self.n) for j in range(self.n + 1)]),
            lambda counts, threshold: tuple(bool(count >= threshold * self.n) for count in counts),
            self.is_wrong,
        )
        given = {"nu": self.nu, "epsilon": self.epsilon, "N": self.n, "lambda": self.share, "p0": self.p0}
        yield measure(HEAVY, "rho", differ, "disagreement", **given)
        yield measure(HEAVY, "beta", wrong, "failure", **given)


class FrequenciesSimulator(Simulator):
    name, statements, default_cases = "frequencies", (CELLS, KNOWN, ANY, HEAVY), 12
    summary = "frequencies of groups against one shared offset or threshold: exact disagreement and failure"
    loose: ClassVar[dict[str, str]] = {CELLS: "the constants stand inside a logarithm; the worst case has a tenth"}

    def examples(self) -> Iterator[Case]:
        fifth, equal = fmpq(1, 5), {groups: distribution(*[1] * groups) for groups in (2, 4, 5, 7, 8, 12, 20)}
        few = (equal[2], distribution(1, 1, 1), distribution(3, 1, 1, 1), distribution(1, 9, 10))
        for p, (n, alpha, share) in product(few, ((6, fifth, fmpq(4, 5)), (15, fmpq(1, 4), fmpq(1, 2)))):
            yield RoundedGroups(p, n, alpha, share)
        yield RoundedGroups(equal[2], 60, fmpq(1, 10), fmpq(9, 10))
        for groups in (5, 8, 20):
            yield RoundedGroups(equal[groups], 40, fmpq(1, 10), fmpq(9, 10))
            yield RoundedGroups(equal[groups], 80, fifth, fifth, 6)
        yield RoundedGroups(equal[7], 80, fifth, fifth, 6)  # all as heavy as light groups can be
        for p in (equal[2], distribution(1, 5), distribution(21, 79), distribution(1, 6, 1)):
            yield RoundedGroups(p, 52 if len(p) < 3 else 51, fmpq(11, 50), fmpq(1, 10), 5)
        rare = distribution(1, 5), distribution(1, 99)
        for p, n, y in product((equal[2], equal[4], equal[12], *rare), (32, 130), (fmpq(1, 4), fifth, fmpq(1, 8))):
            yield Tails(p, n, y)
        for weights, n, nu, epsilon, p0 in (
            ((1, 1), 40, fmpq(3, 5), fifth, fmpq(2, 5)),
            ((9, 1), 60, fmpq(19, 20), fmpq(1, 10), fmpq(3, 4)),
            ((6, 4), 60, fmpq(3, 5), fmpq(3, 10), fmpq(3, 10)),
            ((1, 1, 1), 16, fmpq(2, 5), fmpq(3, 10), fmpq(1, 20)),
            ((2, 1, 1, 1), 9, fmpq(2, 5), fmpq(7, 20), fmpq(1, 50)),
            ((1, 19), 40, fifth, fmpq(3, 20), fmpq(1, 20)),
        ):
            for share in (fmpq(1, 2), fmpq(4, 5)):
                yield HeavyHitters(distribution(*weights), n, nu, epsilon, share, p0)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        half = fmpq(1, 2)
        heavy = HeavyHitters(distribution(1, 1), 40, fmpq(3, 5), fmpq(1, 5), fmpq(4, 5), fmpq(2, 5))
        yield "twice the samples", WrongParameter(self.example(0), "N", lambda x: 2 * x)
        yield "half of the groups", WrongParameter(self.example(0), "groups", lambda x: x * half)
        yield "lighter elements of the same weight", WrongParameter(heavy, "p0", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        size = rng.choice((2, 3, 4))
        p, n = random_distribution(rng, size, 24), rng.randint(2, (30, 14, 8)[size - 2])
        yield RoundedGroups(p, n, fmpq(rng.randint(5, 45), 100), fmpq(rng.randint(1, 9), 10))
        many = random_distribution(rng, rng.randint(2, 9), 40)
        yield RoundedGroups((*many, *[ZERO] * 3), 100, fmpq(19, 100), fmpq(1, 4), rng.randint(7, 12))
        yield Tails(random_distribution(rng, rng.randint(2, 12), 60), rng.randint(32, 90), fmpq(1, 4))
        nu, share = fmpq(rng.randint(20, 90), 100), fmpq(rng.randint(2, 9), 10)
        parts = nu * fmpq(rng.randint(20, 90), 100), nu * fmpq(rng.randint(1, 6), 10)
        yield HeavyHitters(random_distribution(rng, 2, 24), rng.randint(30, 60), nu, parts[0], share, parts[1])
