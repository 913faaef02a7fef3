"""The best replicable test on data (derived:threshold-test): one threshold from the shared seed, one comparison.

- Binomial: the values lie in [0, 1]. The t-th shared uniform number u_t makes x_t a success if u_t < x_t, so a coin
  stays what it is; the statistic is the number of successes. Every uniform number belongs to a place in the sample, not
  to a value, so two runs use the same ones.
- Poisson: the values are counts, one for each unit of exposure; the statistic is their sum.
- Gaussian: the statistic is the mean, compared exactly as a rational.

The threshold is drawn exactly: the probabilities are multiples of one unit, and a uniform whole number picks one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from replcalc.ask.result import Result
from replcalc.data.plan import require_certified, require_samples
from replcalc.data.streams import Shared, Stream
from replcalc.numbers.errors import InputError
from replcalc.sharper.threshold_test.certificates import ThresholdLaw

LOW, HIGH = "low", "high"


def drawn(law: ThresholdLaw, stream: Stream) -> Fraction | str:
    """The threshold, or the answer that is given without a look."""
    masses: list[fmpq] = [*law.weights, law.always_low, law.always_high]
    unit = math.lcm(*(int(mass.q) for mass in masses))
    choices: list[Fraction | str] = [*map(_fraction, law.thresholds), LOW, HIGH]
    place = stream.below(unit)
    for index, mass in enumerate(masses):
        place -= int((mass * unit).p)
        if place < 0:
            return choices[index]
    raise AssertionError("the masses of a law add up to one")


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


@dataclass(frozen=True)
class ThresholdTest:
    """A certified plan of ``replcalc test`` and the shared seed. ``name`` tells tests with the same seed apart."""

    plan: Result
    shared: Shared
    name: str = "test"

    def __post_init__(self) -> None:
        require_certified(self.plan)

    @property
    def samples(self) -> int:
        return self.plan.samples or 0

    @property
    def threshold(self) -> Fraction | str:
        law: Any = self.plan.details["law"].law
        return drawn(law, self.shared.stream("test", self.name, "threshold"))

    def statistic(self, values: Sequence[Fraction]) -> Fraction:
        """Of the first ``samples`` values; further ones are not looked at."""
        require_samples(self.plan, len(values))
        family, kept = self.plan.question.family, values[: self.samples]
        if family == "gaussian":
            return sum(kept, Fraction(0)) / self.samples
        if family == "poisson":
            self._refuse(kept, lambda x: x >= 0 and x.denominator == 1, "counts: whole numbers from 0 on")
            return sum(kept, Fraction(0))
        self._refuse(kept, lambda x: 0 <= x <= 1, "values between 0 and 1")
        sure = sum(1 for x in kept if x == 1)
        split = ((t, x) for t, x in enumerate(kept) if 0 < x < 1)
        return Fraction(sure + sum(self.shared.uniform("test", self.name, "coin", t).below(x) for t, x in split))

    @staticmethod
    def _refuse(values: Sequence[Fraction], allowed: Any, told: str) -> None:
        for value in values:
            if not allowed(value):
                raise InputError("values", value, told)

    def answer(self, values: Sequence[Fraction]) -> str:
        """ "low" or "high"."""
        threshold, statistic = self.threshold, self.statistic(values)
        if isinstance(threshold, str):
            return threshold
        return HIGH if statistic >= threshold else LOW
