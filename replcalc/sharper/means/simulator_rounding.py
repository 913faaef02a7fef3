"""Statistical queries by rounding to grids of random offset, exactly.

Statements: derived:expected-gap-rounding, thm:boost_sq.

Case. N independent draws of a query with values in {0, 1/g, .., 1} and a rational distribution; the mean v is rounded
to the centre of its cell [o + a z, o + a (z+1)), where the offset o is uniform on [0, a) and shared by both runs. For a
given o the answer is a function of v, so two runs disagree with probability 1 - sum_z Pr[v in cell z]^2.

Why it is exact. The cells that the possible means fall into change only when o passes one of them modulo a, and
whether a centre is within alpha of the true mean changes only when o passes mu +- alpha - a/2 modulo a. Between these
finitely many rational points everything is constant, so the integral over o is a finite sum of rationals.

What is compared. The expected gap E|v - v'| with C(2N,N)/4^N and 1/sqrt(pi N) (fair coins attain the first), the
exact disagreement and the exact failure probability with what the statement guarantees for its N, and the classical
argument, which spends 2 t/a on means within t of the truth and gives up the rest, at its best t: it is larger by a
factor that grows with the required reliability.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any, ClassVar

from flint import arb, fmpq, fmpq_poly

from replcalc.simulate.binomial import CountDistribution
from replcalc.simulate.bounds import WrongParameter, bound, certain_ceiling, measure
from replcalc.simulate.distributions import Distribution, distribution, random_distribution, vary
from replcalc.simulate.simulator import Case, Measurement, Simulator

LABEL = "derived:expected-gap-rounding"
CLASSICAL = "thm:boost_sq"
#: Cases with more samples than this are left out: the exact sums grow quadratically.
MOST_SAMPLES = 60


def modulo(x: fmpq, a: fmpq) -> fmpq:
    """x mod a in [0, a)."""
    return x - a * (x / a).floor()


def offset_pieces(points: Sequence[fmpq], a: fmpq) -> Iterator[tuple[fmpq, fmpq]]:
    """The open intervals of offsets between the points (taken modulo a): (probability, midpoint) of each."""
    ends = sorted({fmpq(0), a, *(modulo(x, a) for x in points)})
    for left, right in pairwise(ends):
        yield (right - left) / a, (left + right) / 2


def distribution_of_sum(p: Distribution, n: int) -> CountDistribution:
    """The distribution of a sum of n independent draws: the coefficients of a power of a polynomial."""
    power = fmpq_poly(list(p)) ** n
    return CountDistribution(tuple(power[j] for j in range((len(p) - 1) * n + 1)))


def cells(counts: CountDistribution, offset: fmpq, width: fmpq) -> Iterator[tuple[Any, fmpq]]:
    """(probability, centre) of every cell that can hold the count over its largest value."""
    n, low = counts.n, 0
    edge = offset + width * ((0 - offset) / width).floor()
    while low <= n:
        edge += width
        high = min(n + 1, max(low, int((edge * n).ceil())))
        if high > low:
            yield counts.between(low, high), edge - width / 2
        low = high


@dataclass(frozen=True)
class GridQuery:
    """A query with values 0, 1/g, .., 1 of distribution ``values``, asked on n draws."""

    values: Distribution
    n: int

    @property
    def mean(self) -> fmpq:
        return sum((fmpq(i, len(self.values) - 1) * x for i, x in enumerate(self.values)), fmpq(0))

    @cached_property
    def sums(self) -> CountDistribution:
        """The distribution of the sum; the mean is the sum over its largest value."""
        return distribution_of_sum(self.values, self.n)

    @property
    def means(self) -> list[fmpq]:
        return [fmpq(i, self.sums.n) for i in range(self.sums.n + 1)]

    def gap(self) -> fmpq:
        """E|v - v'| = 2 sum over the steps of F (1 - F), F the distribution function: no pair is left out."""
        below = (self.sums.less(j) for j in range(1, self.sums.n + 1))
        return 2 * sum((f * (1 - f) for f in below), fmpq(0)) / self.sums.n

    def disagreement(self, a: fmpq) -> fmpq:
        """Pr over the offset and two samples that the rounded means differ."""
        total = fmpq(0)
        for weight, offset in offset_pieces(self.means, a):
            total += weight * (1 - sum((p * p for p, _ in cells(self.sums, offset, a)), fmpq(0)))
        return total

    def failure(self, a: fmpq, alpha: fmpq) -> fmpq:
        """Pr over the offset and one sample that the answer is off by more than alpha."""
        mu = self.mean
        points = [*self.means, mu + alpha - a / 2, mu - alpha - a / 2]
        total = fmpq(0)
        for weight, offset in offset_pieces(points, a):
            total += weight * sum((p for p, centre in cells(self.sums, offset, a) if abs(centre - mu) > alpha), fmpq(0))
        return total


@dataclass(frozen=True)
class Setting:
    """The guarantee: accuracy, replicability, failure probability; and the share of accuracy spent on rounding."""

    alpha: fmpq
    rho: fmpq
    beta: fmpq
    share: fmpq

    @property
    def given(self) -> dict[str, Any]:
        return {"alpha": self.alpha, "rho": self.rho, "beta": self.beta, "lambda": self.share}

    def promise(self, name: str) -> Any:
        return bound(LABEL, name, **self.given)

    @property
    def samples(self) -> int:
        return certain_ceiling(self.promise("samples"))

    @property
    def width(self) -> fmpq:
        return 2 * self.share * self.alpha


def classical_bound(n: int, a: fmpq) -> arb:
    """The union bound at its best t on a grid: 2t/a for two means within t of the truth, 4 exp(-2nt^2) for the rest."""
    best = arb(1)
    for i in range(1, 64):
        t = a * i / 128
        best = best.min(arb(2 * t / a) + 4 * (arb(-2 * n * t * t)).exp())
    return best


@dataclass(frozen=True)
class RoundedQuery(Case):
    """A query of this distribution on [0, 1], rounded as the setting says."""

    values: Distribution
    setting: Setting

    varied: ClassVar[tuple[str, ...]] = ("values",)

    def vary(self, rng: Random) -> RoundedQuery | None:
        """Change the distribution of the query, or one number of the setting that needs few samples still."""
        if rng.random() < 0.5:
            return super().vary(rng)
        name = rng.choice(("alpha", "rho", "beta", "share"))
        setting = replace(self.setting, **{name: vary(rng, getattr(self.setting, name))})
        return replace(self, setting=setting) if setting.samples <= MOST_SAMPLES else None

    @cached_property
    def query(self) -> GridQuery:
        return GridQuery(self.values, self.setting.samples)

    def disagreement(self) -> fmpq:
        return self.query.disagreement(self.setting.width)

    def measurements(self) -> Iterator[Measurement]:
        setting, a = self.setting, self.setting.width
        gap, differ, failure = self.query.gap(), self.disagreement(), self.query.failure(a, setting.alpha)
        yield measure(LABEL, "gap", gap, "E|v - v'|", **setting.given)
        yield measure(LABEL, "gap_simple", gap, "E|v - v'|", **setting.given)
        yield Measurement(LABEL, "disagreement against E|v - v'|/a", differ, gap / a)
        yield measure(LABEL, "rho_achieved", differ, "disagreement", **setting.given)
        yield measure(LABEL, "rho", differ, "disagreement", **setting.given)
        yield measure(LABEL, "beta_achieved", failure, "failure", **setting.given)
        yield measure(LABEL, "beta", failure, "failure", **setting.given)
        classical = classical_bound(self.query.n, a)
        yield Measurement(CLASSICAL, "disagreement, classical argument", differ, classical)


def random_setting(rng: Random) -> Setting:
    """A setting whose N is small enough for exact sums."""
    while True:
        setting = Setting(
            fmpq(rng.randint(20, 90), 100),
            fmpq(rng.randint(20, 95), 100),
            fmpq(rng.randint(5, 90), 100),
            fmpq(rng.randint(2, 8), 10),
        )
        if setting.samples <= MOST_SAMPLES:
            return setting


class RoundingSimulator(Simulator):
    name, statements, default_cases = "rounding", (LABEL, CLASSICAL), 40
    summary = "rounding with a shared random offset: exact disagreement and failure of one query"

    def examples(self) -> Iterator[Case]:
        fair, skew, three = distribution(1, 1), distribution(9, 1), distribution(1, 2, 1)
        for setting in (
            Setting(fmpq(1, 2), fmpq(1, 2), fmpq(1, 4), fmpq(1, 2)),
            Setting(fmpq(1, 4), fmpq(1, 2), fmpq(1, 4), fmpq(1, 2)),
            Setting(fmpq(9, 10), fmpq(9, 10), fmpq(9, 10), fmpq(3, 5)),
            Setting(fmpq(13, 20), fmpq(29, 100), fmpq(23, 50), fmpq(3, 10)),
        ):
            for values in (fair, skew, three):
                yield RoundedQuery(values, setting)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "half of rho", WrongParameter(self.example(0), "rho", lambda x: x / 2)
        yield "twice the accuracy", WrongParameter(self.example(0), "alpha", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        values = random_distribution(rng, rng.choice((2, 2, 3)), 24)
        yield RoundedQuery(values, random_setting(rng))
