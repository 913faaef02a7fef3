"""Adaptive problems on one sample, every string and pair of samples enumerated; mean deviations of coins, exactly.

Case: a distribution of the sample and, for every stage and every history of strings and answers, a table that says what
is answered on a string and a sample. Two runs share the strings and read independent samples; each follows its own
history. Measured are the disagreement and the failure (the answer 1 counts as wrong) of the whole; rho0, beta0, the
root mean square tau (rounded up) and the share eps of answers that are not the most likely one are the largest of every
stage's tables, each by itself. A coin's mean deviation is the sum over its N + 1 outcomes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any, ClassVar

from flint import fmpq

from replcalc.simulate.binomial import exact_pmf
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    collect_outcomes,
    distribution,
    random_distribution,
    uniform,
    vary,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator

ONE_SAMPLE = "derived:adaptive-one-sample"
LABEL, DEVIATION, SUMS = "derived:adaptive-second-moment", "derived:mean-deviation", "derived:adaptive-sums"
_PARTS = 10**15
#: what is answered on string r and sample s: table[r][s]
StageTable = tuple[tuple[int, ...], ...]


def root_up(square: fmpq) -> fmpq:
    """Return the square root, rounded up to 1/10^15."""
    return fmpq(math.isqrt(int(square.p) * _PARTS**2 // int(square.q)) + 1, _PARTS)


@dataclass(frozen=True)
class TwoStages(Case):
    """``first`` is one table, ``second`` has one for every string and answer of the first stage."""

    samples: Distribution
    strings: Distribution
    first: StageTable
    second: tuple[tuple[StageTable, ...], ...]  # [string of the first stage][its answer]

    varied: ClassVar[tuple[str, ...]] = ("samples", "first", "second")

    def vary(self, rng: Random) -> TwoStages:
        """Change the distribution of the sample, or one answer of one table."""
        if rng.random() < 0.3:
            return replace(self, samples=vary(rng, self.samples))
        if rng.random() < 0.4:
            return replace(self, first=_change_answer(rng, self.first))
        r, answer = rng.randrange(len(self.second)), rng.randrange(3)
        row = self.second[r]
        row = (*row[:answer], _change_answer(rng, row[answer]), *row[answer + 1 :])
        return replace(self, second=(*self.second[:r], row, *self.second[r + 1 :]))

    def expect(self, table: StageTable, value: Callable[[tuple[int, ...]], fmpq]) -> fmpq:
        """Return E over the string of a value of its row of answers."""
        return sum((w * value(row) for w, row in zip(self.strings, table, strict=True)), ZERO)

    def moment(self, table: StageTable) -> fmpq:
        """Return E t^2: t is the probability over the string that the answers on two samples differ."""
        total = ZERO
        for (s, p), (other, q) in product(enumerate(self.samples), repeat=2):
            total += p * q * self.expect(table, lambda row, s=s, o=other: fmpq(row[s] != row[o])) ** 2  # type: ignore[misc]
        return total

    def masses(self, row: tuple[int, ...]) -> dict[int, fmpq]:
        return collect_outcomes(zip(row, self.samples, strict=True))

    def whole(self) -> tuple[fmpq, fmpq]:
        """Return how often two runs differ somewhere, and how often a run is wrong somewhere."""
        differ = fails = ZERO
        for (one, v), (two, w) in product(enumerate(self.strings), repeat=2):
            runs = [(a, self.second[one][a][two][s]) for s, a in enumerate(self.first[one])]
            together = collect_outcomes(zip(runs, self.samples, strict=True))
            differ += v * w * (ONE - sum((p * p for p in together.values()), ZERO))
            fails += v * w * sum((p for answers, p in together.items() if 1 in answers), ZERO)
        return differ, fails

    def measurements(self) -> Iterator[Measurement]:
        def largest(value: Callable[[StageTable], fmpq]) -> tuple[fmpq, fmpq]:
            return value(self.first), max(value(table) for tables in self.second for table in tables)

        def squares(row: tuple[int, ...]) -> fmpq:
            return ONE - sum((p * p for p in self.masses(row).values()), ZERO)

        rates = largest(lambda table: self.expect(table, squares))
        failures = largest(lambda table: self.expect(table, lambda row: self.masses(row).get(1, ZERO)))
        leaves = largest(lambda table: self.expect(table, lambda row: ONE - max(self.masses(row).values())))
        differ, fails = self.whole()
        if not all(0 < rate < 1 for rate in (*rates, *failures)):
            return
        given: dict[str, Any] = {"rho0": rates, "beta0": failures}
        moments = given | {"tau": tuple(map(root_up, largest(self.moment))), "eps": leaves}
        sums = {"k": 2, "rho_sum": sum(rates, ZERO), "beta_sum": sum(failures, ZERO)}
        yield from (measure(ONE_SAMPLE, "rho", differ, **given), measure(ONE_SAMPLE, "beta", fails, **given))
        for label, names, at in ((LABEL, ("rho_moments", "rho"), moments), (SUMS, ("rho_early", "rho_moments"), sums)):
            yield from (measure(label, name, differ, **at) for name in names)
            yield measure(label, "beta", fails, **at)


def _change_answer(rng: Random, table: StageTable) -> StageTable:
    r, s = rng.randrange(len(table)), rng.randrange(len(table[0]))
    row = (*table[r][:s], rng.randint(0, 2), *table[r][s + 1 :])
    return (*table[:r], row, *table[r + 1 :])


@dataclass(frozen=True)
class MeanOfFlips(Case):
    """The mean of ``flips`` flips of a coin."""

    flips: int
    bias: fmpq

    def measurements(self) -> Iterator[Measurement]:
        n, p = self.flips, self.bias
        mean = sum((mass * abs(fmpq(heads, n) - p) for heads, mass in enumerate(exact_pmf(n, p))), ZERO)
        yield measure(DEVIATION, "deviation", mean, N=n)


def rarely_read() -> TwoStages:
    """Return two stages, the first reading the sample for a string of probability 1/24; near every bound, by search."""
    second = (
        (((2, 1, 0, 0), (1, 0, 1, 2)), ((0, 2, 0, 1), (1, 1, 2, 2)), ((1, 0, 2, 0), (0, 2, 1, 0))),
        (((0, 2, 2, 1), (1, 1, 1, 2)), ((1, 0, 0, 1), (2, 1, 2, 1)), ((2, 2, 2, 2), (0, 0, 1, 1))),
    )
    return TwoStages(distribution(1, 8, 1, 14), distribution(23, 1), ((1, 1, 1, 1), (0, 0, 2, 0)), second)


class AdaptiveSecondMoment(Simulator):
    name, statements, default_cases = "adaptive-second-moment", (ONE_SAMPLE, LABEL, DEVIATION, SUMS), 240
    summary = "two adaptive problems on one sample, every string and pair of samples; mean deviations of coins"

    def examples(self) -> Iterator[Case]:
        """Yield stages that disagree together, hardly add up, or never; fair coins."""
        flip, quiet, loud = ((0, 1),), ((0, 0),), ((1, 0),)
        yield TwoStages(uniform(2), (ONE,), flip, ((flip, loud, quiet),))
        yield TwoStages(distribution(1, 9), (ONE,), flip, ((quiet, flip, quiet),))
        yield TwoStages(distribution(9, 1, 1), (ONE,), ((0, 1, 0),), ((((0, 0, 1),), ((0, 1, 1),), ((0, 0, 1),)),))
        four = (((0, 1, 1, 1),), ((1, 1, 1, 2),), ((0, 0, 0, 0),))
        yield TwoStages(distribution(1, 13, 9, 1), (ONE,), ((0, 1, 0, 1),), (four,))
        three = (((0, 1, 2),), ((0, 1, 2),), ((0, 1, 2),))
        yield TwoStages(distribution(22, 1, 1), (ONE,), ((0, 1, 0),), (three,))
        yield rarely_read()
        wrong = (
            (((2, 1, 2), (0, 0, 1)), ((0, 1, 0), (2, 2, 1)), ((0, 2, 2), (2, 2, 2))),
            (((0, 1, 0), (1, 1, 2)), ((0, 2, 0), (2, 1, 2)), ((0, 1, 0), (0, 1, 1))),
        )
        yield TwoStages(distribution(22, 1, 1), distribution(5, 1), ((1, 1, 1), (1, 1, 2)), wrong)
        for flips in (1, 2, 3, 8, 15):
            yield MeanOfFlips(flips, fmpq(1, 2))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "half the disagreement of each stage", WrongParameter(rarely_read(), "rho0", lambda x: x / 2)
        yield "the mean of four times as many flips", WrongParameter(MeanOfFlips(2, fmpq(1, 2)), "N", lambda n: 4 * n)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        strings, samples = rng.randint(1, 3), rng.randint(2, 4)

        def table() -> StageTable:
            return tuple(tuple(rng.randint(0, 2) for _ in range(samples)) for _ in range(strings))

        second = tuple(tuple(table() for _ in range(3)) for _ in range(strings))
        weights = random_distribution(rng, samples, positive=True)
        yield TwoStages(weights, random_distribution(rng, strings, positive=True), table(), second)
        yield MeanOfFlips(rng.randint(1, 20), fmpq(rng.randint(1, 19), 20))
