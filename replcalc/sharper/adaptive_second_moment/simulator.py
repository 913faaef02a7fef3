"""Adaptive problems by second moments, every string and pair of samples enumerated; mean deviations of coins, exactly.

The cases of two stages are those of ``adaptive-one-sample``: tables that say what is answered on a string and a
sample. Measured are the disagreement and the failure of the whole; rho0, beta0, the root mean square tau (rounded up)
and the share eps of answers that are not the most likely one are the largest of every stage's tables. A coin's mean
deviation is the sum over its N + 1 outcomes. No formula of the theorem is used.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

from flint import fmpq

from replcalc.sharper.adaptive_one_sample.simulator import Adaptive, StageTable, neighbouring_case, random_stages
from replcalc.simulate.bounds import measure
from replcalc.simulate.distributions import ONE, ZERO, collected, distribution, uniform
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb

LABEL, DEVIATION, SUMS = "derived:adaptive-second-moment", "derived:mean-deviation", "derived:adaptive-sums"
_PARTS = 10**15


def root_up(square: fmpq) -> fmpq:
    """The square root, rounded up to 1/10^15."""
    return fmpq(math.isqrt(int(square.p) * _PARTS**2 // int(square.q)) + 1, _PARTS)


@dataclass(frozen=True)
class SecondMoments(Case):
    """Two stages, as in ``adaptive-one-sample``."""

    stages: Adaptive

    def show(self) -> dict[str, str]:
        return self.stages.show()

    def _moment(self, table: StageTable) -> fmpq:
        """E t^2: t is the probability over the string that the answers on two samples differ."""
        case, total = self.stages, ZERO
        for (s, p), (other, q) in product(enumerate(case.samples), repeat=2):
            rows = zip(case.strings, table, strict=True)
            total += p * q * sum((w for w, row in rows if row[s] != row[other]), ZERO) ** 2
        return total

    def _unlikely(self, table: StageTable) -> fmpq:
        """How often the answer is not the most likely one of its string."""
        case, total = self.stages, ZERO
        for weight, row in zip(case.strings, table, strict=True):
            masses = collected(zip(row, case.samples, strict=True))
            total += weight * (ONE - max(masses.values()))
        return total

    def measurements(self) -> Iterator[Measurement]:
        case = self.stages
        stages = [[case.first], [table for tables in case.second for table in tables]]
        rates, failures, squares, leaves = (
            tuple(max(map(measure, tables)) for tables in stages)
            for measure in (case.disagreement, case.failure, self._moment, self._unlikely)
        )
        differ, fails = case.whole()
        if not all(0 < rate < 1 for rate in (*rates, *failures)):
            return
        given = {"rho0": rates, "beta0": failures, "tau": tuple(map(root_up, squares)), "eps": leaves}
        yield measure(LABEL, "rho_moments", differ, **given)
        yield measure(LABEL, "rho", differ, **given)
        yield measure(LABEL, "beta", fails, **given)
        sums = {"k": len(stages), "rho_sum": sum(rates, ZERO), "beta_sum": sum(failures, ZERO)}
        yield measure(SUMS, "rho_early", differ, **sums)
        yield measure(SUMS, "rho_moments", differ, **sums)
        yield measure(SUMS, "beta", fails, **sums)


@dataclass(frozen=True)
class MeanOfFlips(Case):
    """The mean of ``flips`` flips of a coin."""

    flips: int
    bias: fmpq

    def show(self) -> dict[str, str]:
        return {"flips": str(self.flips), "bias": str(self.bias)}

    def measurements(self) -> Iterator[Measurement]:
        n, p = self.flips, self.bias
        masses = (math.comb(n, heads) * p**heads * (1 - p) ** (n - heads) for heads in range(n + 1))
        mean = sum((mass * abs(fmpq(heads, n) - p) for heads, mass in enumerate(masses)), ZERO)
        yield measure(DEVIATION, "deviation", mean, N=n)


class AdaptiveSecondMoment(Simulator):
    name, statements, default_cases = "adaptive-second-moment", (LABEL, DEVIATION, SUMS), 120
    summary = "two adaptive problems on one sample, by second moments, and mean deviations of coins, enumerated"

    def examples(self) -> Iterator[Case]:
        """Stages that disagree together, hardly add up, or never; fair coins."""
        flip, quiet, loud = ((0, 1),), ((0, 0),), ((1, 0),)
        yield SecondMoments(Adaptive(uniform(2), (ONE,), flip, ((flip, loud, quiet),)))
        yield SecondMoments(Adaptive(distribution(1, 9), (ONE,), flip, ((quiet, flip, quiet),)))
        for flips in (1, 2, 3, 8, 15):
            yield MeanOfFlips(flips, fmpq(1, 2))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        yield SecondMoments(random_stages(rng))
        yield MeanOfFlips(rng.randint(1, 20), fmpq(rng.randint(1, 19), 20))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        for _ in range(4):
            yield from hill_climb(
                random_stages(rng),
                lambda case: neighbouring_case(rng, case),
                lambda case: (SecondMoments(case),),
                budget // 2,
            )
