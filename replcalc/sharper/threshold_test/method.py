"""The best distribution of a shared threshold: the samples of a test between two values, and why no fewer do."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.errors import PrecisionExhausted, need
from replcalc.numbers.exact import parse_rational, to_float
from replcalc.planning.assumption import parse_unit
from replcalc.planning.comparison import Comparison, SampleBound, apply_lower_bound
from replcalc.planning.comparison import solve as solve_method
from replcalc.planning.proving import derive_with_goals, result_at_samples
from replcalc.search.optimise import next_decimals
from replcalc.sharper.threshold_test.certificates import CheckedDistribution, ThresholdDistribution, TwoValues
from replcalc.sharper.threshold_test.search import Excluded, find_excluded_test, least_test
from replcalc.sharper.threshold_test.statement import threshold_test, threshold_test_lower
from replcalc.vocabulary import BETA, RHO, Derivation, InputError, Method, Result

#: Failure probabilities below this are far from what linear programs in floats can tell apart.
LEAST_BETA = fmpq(1, 10**12)


def two_values(low: Any, high: Any, rho: Any, beta: Any) -> TwoValues:
    """Parse and check what a user typed."""
    need({"low": low, "high": high, "rho": rho, "beta": beta})
    first, last = (parse_rational(value, argument) for value, argument in ((low, "low"), (high, "high")))
    if first < 0:
        raise InputError("low", low, "a number >= 0: the mean of coins, or of values in [0, 1]")
    if last > 1:
        raise InputError("high", high, "a number <= 1: the mean of coins, or of values in [0, 1]")
    if not first < last:
        raise InputError("high", high, f"a number above low, which is {low}")
    wrong = parse_unit(beta, "beta")
    if not wrong < fmpq(1, 2):
        raise InputError("beta", beta, "a number below 1/2", "at 1/2 a coin flip is as good as a test")
    return TwoValues(first, last, parse_unit(rho, "rho"), wrong)


NAME = "threshold"
#: Digits of a bound that is used instead of the figure that it bounds.
_DIGITS = 12


def derive() -> Derivation:
    """Return the theorem and the goals."""
    title = "A shared random threshold, its distribution the best one"
    return derive_with_goals(NAME, title, threshold_test, RHO, BETA, *threshold_test.given)


def _round_up_below(value: fmpq, most: fmpq) -> fmpq:
    """Return a short decimal at least as large, but not above ``most``, which the value does not exceed."""
    return min(next_decimals(value, _DIGITS)[1], most) if value > 0 else fmpq(0)


def bind_excluded(found: Excluded, task: TwoValues) -> dict[str, fmpq]:
    """Return what derived:threshold-test-lower is evaluated at."""
    prices = {"price_low": found.prior.price_low, "price_high": found.prior.price_high, "worth": found.worth}
    return {"N": fmpq(found.samples), "rho": task.rho, "beta": task.beta, "mass": found.prior.mass, **prices}


def least_of(found: Excluded | None, task: TwoValues, model: str) -> SampleBound | None:
    """Return what a prior excludes, by the theorem, certified."""
    return None if found is None else apply_lower_bound(threshold_test_lower, model, **bind_excluded(found, task))


def distribution_result(
    question: Any,
    derivation: Derivation,
    task: TwoValues,
    samples: int,
    checked: CheckedDistribution,
    least: SampleBound | None,
    digits: int,
    title: str,
    figures: Mapping[str, int],
) -> Result:
    """Return the result of a theorem about a checked distribution of the threshold; ``figures`` are also shown."""
    inputs = {
        "rho": task.rho,
        "beta": task.beta,
        "differ": _round_up_below(checked.differ.upper, task.rho),
        "tail": _round_up_below(checked.tail, fmpq(1, 2)),
        "errs_low": _round_up_below(checked.errs_low.upper, task.beta),
        "errs_high": _round_up_below(checked.errs_high.upper, task.beta),
    }
    chosen = {"distribution": checked.distribution.digest}
    found = result_at_samples(question, derivation, inputs, samples, digits, title, chosen)
    return replace(found, extra={**found.extra, **figures}, details={"distribution": checked, "least": least})


def solve(question: TwoValues, digits: int) -> Result:
    """Return the least N that is certified, its distribution, and the largest N that is excluded."""
    if question.beta < LEAST_BETA:
        raise PrecisionExhausted("linear programs in floats tell failure probabilities apart from 1e-12 on")
    found, title = least_test(question), "one shared random threshold"
    bound = least_of(found.excluded, question, "tests between two means")
    given = (found.samples, found.distribution, bound, digits, title)
    figures = {"lower_samples": 1 if bound is None else bound.samples}
    return distribution_result(question, derive(), question, *given, figures)


def drawing_step(distribution: ThresholdDistribution) -> str:
    """Return the step of a recipe that draws the threshold."""
    ends = f"between {to_float(distribution.thresholds[0]):.10g} and {to_float(distribution.thresholds[-1]):.10g}"
    blind = distribution.always_low + distribution.always_high
    return (
        f"Agree on a random seed; derive from it one of {len(distribution.thresholds):,} thresholds {ends} by the "
        "certified distribution"
        + (" (with a small probability the answer itself, without a look)" if blind else "")
        + "."
    )


def recipe(result: Result) -> tuple[str, ...]:
    distribution = result.details["distribution"].distribution
    what = "count the successes (of a value x in [0, 1] another shared uniform number u makes one if u <= x)"
    return (
        drawing_step(distribution),
        f"Draw {result.samples:,} fresh samples and {what}.",
        "Answer high if that reaches the threshold, low if not.",
    )


@dataclass(frozen=True, repr=False)
class TestAnswer(Comparison):
    """The one method, the distribution it draws the threshold from, and what no test can undercut."""

    __test__: ClassVar[bool] = False  # no test of pytest's
    _writer: ClassVar[tuple[str, str]] = ("problems", "report_threshold_test")

    @property
    def checked(self) -> CheckedDistribution:
        """The certified distribution of the threshold, and its disagreement between the two values."""
        found: CheckedDistribution = self.results[0].details["distribution"]
        return found


def answer(question: TwoValues, digits: int) -> Comparison:
    """Return the test; without its distribution where the search ended without one."""
    found = solve_method(NAME, question, digits)
    if not found.certified:
        return Comparison(question, (found,), digits)
    return TestAnswer(question, (found,), digits, lower_bound=found.details["least"])


# -- lower bounds of questions that contain a test ---------------------------------------------------------------------
#: Samples of a test, about, up to which its linear program is solved in a moment.
_QUICK = 20_000


def one_coin_task(gap: fmpq, rho: fmpq, beta: fmpq) -> TwoValues | None:
    """Return the test of 1/2 - gap against 1/2 + gap; None where its linear program takes more than a moment."""
    half = fmpq(1, 2)
    if not gap < half or not LEAST_BETA <= beta < half or rho < fmpq(1, 100):
        return None
    quick = 1 / (to_float(gap) * to_float(rho)) ** 2 / (4 * math.pi) <= _QUICK
    return TwoValues(half - gap, half + gap, rho, beta) if quick else None


def one_coin(gap: fmpq, rho: fmpq, beta: fmpq, model: str) -> SampleBound | None:
    """Return flips that tell 1/2 - gap from 1/2 + gap; None where that is not quick to find."""
    task = one_coin_task(gap, rho, beta)
    return None if task is None else least_of(find_excluded_test(task), task, model)


SUMMARY = "one shared random threshold, best distribution: the least samples that any replicable test needs"
METHODS = (
    Method(NAME, SUMMARY, TwoValues.kind, derive, solve, ("samples", "lower_samples", "rho", "beta"), recipe=recipe),
)
