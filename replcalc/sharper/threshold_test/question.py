"""A test between two values of a parameter, as a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import Assumed, ParsedQuestion
from replcalc.ask.defaults import TEST_FAMILY, TEST_VARIANCE
from replcalc.ask.parsing import parse_unit
from replcalc.numbers.errors import InputError, need
from replcalc.numbers.exact import parse_positive, parse_rational
from replcalc.sharper.threshold_test.certificates import Task

#: What the samples are, and what their parameter is.
FAMILIES: Mapping[str, str] = {
    "binomial": "coins or values in [0, 1]; the mean",
    "poisson": "counts of events in units of exposure; the rate",
    "gaussian": "normal values of known variance; the mean",
}
#: Failure probabilities below this are far from what linear programs in floats can tell apart.
LEAST_BETA = fmpq(1, 10**12)


@dataclass(frozen=True)
class TwoValues(ParsedQuestion):
    """Is the parameter at most ``low`` or at least ``high``? rho-replicable, wrong with probability at most beta."""

    low: fmpq
    high: fmpq
    rho: fmpq
    beta: fmpq
    family: str
    variance: fmpq

    kind: ClassVar[str] = "test"

    @property
    def point(self) -> dict[str, Any]:
        values = {"low": self.low, "high": self.high, "rho": self.rho, "beta": self.beta, "family": self.family}
        return values | ({"variance": self.variance} if self.family == "gaussian" else {})

    typed = point

    @property
    def task(self) -> Task:
        return Task(self.low, self.high, self.rho, self.beta)


def two_values(low: Any, high: Any, rho: Any, beta: Any, family: Any = None, variance: Any = None) -> TwoValues:
    """Parse and check what a user typed."""
    need({"low": low, "high": high, "rho": rho, "beta": beta})
    assumed = Assumed()
    name = str(assumed.given("family", family, TEST_FAMILY))
    if name not in FAMILIES:
        raise InputError("family", name, "one of " + ", ".join(FAMILIES))
    if variance is not None and name != "gaussian":
        raise InputError("variance", variance, "nothing: only the gaussian family has a variance of its own")
    spread = fmpq(1)
    if name == "gaussian":
        spread = assumed.parsed("variance", variance, TEST_VARIANCE, parse_positive)
    first, last = (parse_rational(value, argument) for value, argument in ((low, "low"), (high, "high")))
    if name != "gaussian" and first < 0:
        raise InputError("low", low, f"a number >= 0: {FAMILIES[name]}")
    if name == "binomial" and last > 1:
        raise InputError("high", high, f"a number <= 1: {FAMILIES[name]}")
    if not first < last:
        raise InputError("high", high, f"a number above low, which is {low}")
    wrong = parse_unit(beta, "beta")
    if not LEAST_BETA <= wrong < fmpq(1, 2):
        raise InputError("beta", beta, "a number with 1e-12 <= value < 1/2", "at 1/2 a coin flip is as good as a test")
    return TwoValues(first, last, parse_unit(rho, "rho"), wrong, name, spread, assumed=assumed)
