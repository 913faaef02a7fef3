"""Adaptive problems on one sample (derived:adaptive-one-sample), every string and every pair of samples enumerated.

Case: a distribution of the sample and, for every stage and every history of strings and answers, a table that says what
the way answers on a string and a sample. Two runs share the strings and read independent samples; each follows its own
history. The disagreement is the mass of the string vectors and pairs of samples whose answers differ somewhere. The
replicability of a stage is the largest disagreement of its tables, each by itself. The answer 1 counts as wrong. No
formula of the theorem is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

from flint import fmpq

from replcalc.simulate.bounds import measure
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    distribution,
    random_distribution,
    show_distribution,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb

LABEL = "derived:adaptive-one-sample"
#: what is answered on string r and sample s: table[r][s]
StageTable = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Adaptive(Case):
    """Two stages: ``first`` is one table, ``second`` has one for every string and answer of the first stage."""

    samples: Distribution
    strings: Distribution
    first: StageTable
    second: tuple[tuple[StageTable, ...], ...]  # [string of the first stage][its answer]

    def show(self) -> dict[str, str]:
        return {
            "samples": show_distribution(self.samples),
            "strings": show_distribution(self.strings),
            "first": str(self.first),
            "second": str(self.second),
        }

    def disagreement(self, table: StageTable) -> fmpq:
        """Two runs of one stage: one string, two samples."""
        return sum(
            (
                w * p * q
                for w, row in zip(self.strings, table, strict=True)
                for (a, p), (b, q) in product(zip(row, self.samples, strict=True), repeat=2)
                if a != b
            ),
            ZERO,
        )

    def failure(self, table: StageTable) -> fmpq:
        return sum(
            (
                w * p
                for w, row in zip(self.strings, table, strict=True)
                for answer, p in zip(row, self.samples, strict=True)
                if answer == 1
            ),
            ZERO,
        )

    def _answers(self, one: int, two: int, sample: int) -> tuple[int, int]:
        answer = self.first[one][sample]
        return answer, self.second[one][answer][two][sample]

    def whole(self) -> tuple[fmpq, fmpq]:
        """How often two runs differ somewhere, and how often a run is wrong somewhere."""
        differ = fails = ZERO
        for one, two in product(range(len(self.strings)), repeat=2):
            weight = self.strings[one] * self.strings[two]
            runs = [(self._answers(one, two, s), p) for s, p in enumerate(self.samples)]
            differ += weight * sum((p * q for (a, p), (b, q) in product(runs, repeat=2) if a != b), ZERO)
            fails += weight * sum((p for answers, p in runs if 1 in answers), ZERO)
        return differ, fails

    def measurements(self) -> Iterator[Measurement]:
        later = [table for tables in self.second for table in tables]
        rates = (self.disagreement(self.first), max(map(self.disagreement, later)))
        failures = (self.failure(self.first), max(map(self.failure, later)))
        differ, fails = self.whole()
        if not all(0 < rate < 1 for rate in (*rates, *failures)):
            return
        given = {"rho0": rates, "beta0": failures}
        yield measure(LABEL, "rho", differ, **given)
        yield measure(LABEL, "beta", fails, **given)


def _random_table(rng: Random, strings: int, samples: int) -> StageTable:
    return tuple(tuple(rng.randint(0, 2) for _ in range(samples)) for _ in range(strings))


def random_stages(rng: Random) -> Adaptive:
    strings, samples = rng.randint(1, 3), rng.randint(2, 4)
    first = _random_table(rng, strings, samples)
    second = tuple(tuple(_random_table(rng, strings, samples) for _ in range(3)) for _ in range(strings))
    return Adaptive(
        random_distribution(rng, samples, positive=True),
        random_distribution(rng, strings, positive=True),
        first,
        second,
    )


def neighbouring_case(rng: Random, case: Adaptive) -> Adaptive:
    """One answer of one table changed, or the distribution of the sample."""
    if rng.random() < 0.3:
        return Adaptive(
            random_distribution(rng, len(case.samples), positive=True), case.strings, case.first, case.second
        )
    strings, samples = len(case.strings), len(case.samples)
    if rng.random() < 0.4:
        return Adaptive(case.samples, case.strings, _changed(rng, case.first, strings, samples), case.second)
    one, answer = rng.randrange(strings), rng.randrange(3)
    rows = list(map(list, case.second))
    rows[one][answer] = _changed(rng, rows[one][answer], strings, samples)
    return Adaptive(case.samples, case.strings, case.first, tuple(map(tuple, rows)))


def _changed(rng: Random, table: StageTable, strings: int, samples: int) -> StageTable:
    rows = list(map(list, table))
    rows[rng.randrange(strings)][rng.randrange(samples)] = rng.randint(0, 2)
    return tuple(map(tuple, rows))


class AdaptiveOneSample(Simulator):
    name, statements, default_cases = "adaptive-one-sample", (LABEL,), 120
    summary = "two adaptive problems on one sample, every string and pair of samples enumerated"

    def examples(self) -> Iterator[Case]:
        """The second problem's answer moves only where the first one's did: disagreements hardly add up; or never."""
        flip = ((0, 1),)
        quiet, loud = ((0, 0),), ((1, 0),)
        yield Adaptive(uniform(2), (ONE,), flip, ((flip, loud, quiet),))
        yield Adaptive(distribution(1, 9), (ONE,), flip, ((quiet, flip, quiet),))
        yield Adaptive(distribution(9, 1, 1), (ONE,), ((0, 1, 0),), ((((0, 0, 1),), ((0, 1, 1),), ((0, 0, 1),)),))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        yield random_stages(rng)

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        for _ in range(4):
            yield from hill_climb(
                random_stages(rng), lambda case: neighbouring_case(rng, case), lambda case: (case,), budget // 2
            )
