"""The best distribution of a shared threshold: the samples of a test between two values, and why no fewer do."""

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.errors import PrecisionExhausted, need
from replcalc.numbers.exact import parse_rational, to_float
from replcalc.planning.assumption import ParsedQuestion, parse_unit
from replcalc.planning.comparison import Comparison, SampleBound, apply_lower_bound
from replcalc.planning.comparison import solve as solve_method
from replcalc.planning.proving import ACHIEVED, derive_with_goals
from replcalc.search.optimise import next_decimals
from replcalc.sharper.threshold_test.certificates import CheckedDistribution, Task, ThresholdDistribution
from replcalc.sharper.threshold_test.search import Excluded, find_excluded_test, least_test
from replcalc.sharper.threshold_test.statement import threshold_test, threshold_test_lower
from replcalc.vocabulary import BETA, RHO, Derivation, Enclosure, InputError, Method, Result, certify, polynomial

#: Failure probabilities below this are far from what linear programs in floats can tell apart.
LEAST_BETA = fmpq(1, 10**12)


@dataclass(frozen=True)
class TwoValues(ParsedQuestion):
    """Is the parameter at most ``low`` or at least ``high``? rho-replicable, wrong with probability at most beta."""

    low: fmpq
    high: fmpq
    rho: fmpq
    beta: fmpq

    kind: ClassVar[str] = "test"

    @property
    def point(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high, "rho": self.rho, "beta": self.beta}

    typed = point

    @property
    def task(self) -> Task:
        return Task(self.low, self.high, self.rho, self.beta)


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


def least_of(found: Excluded | None, task: Task, model: str) -> SampleBound | None:
    """Return what a prior excludes, by the theorem, certified."""
    if found is None:
        return None
    prices = {"price_low": found.prior.price_low, "price_high": found.prior.price_high}
    point = {"N": fmpq(found.samples), "rho": task.rho, "beta": task.beta, "mass": sum(found.prior.weights, fmpq(0))}
    return apply_lower_bound(threshold_test_lower, model, **point, **prices, worth=found.worth)


def bind_distribution(task: Task, samples: int, checked: CheckedDistribution) -> dict[str, fmpq]:
    """Return what a theorem about a checked distribution is evaluated at."""
    return {
        "rho": task.rho,
        "beta": task.beta,
        "N": fmpq(samples),
        "differ": _round_up_below(checked.differ.upper, task.rho),
        "tail": _round_up_below(checked.tail, fmpq(1, 2)),
        "errs_low": _round_up_below(checked.errs_low.upper, task.beta),
        "errs_high": _round_up_below(checked.errs_high.upper, task.beta),
    }


def solve(question: TwoValues, digits: int) -> Result:
    """Return the least N that is certified, its distribution, and the largest N that is excluded."""
    if question.beta < LEAST_BETA:
        raise PrecisionExhausted("linear programs in floats tell failure probabilities apart from 1e-12 on")
    found = least_test(question.task)
    checked = found.distribution
    answer = certify(derive(), bind_distribution(question.task, found.samples, checked), digits=digits)
    bound = least_of(found.excluded, question.task, "tests between two means")
    achieved = {name: answer.value(called) for name, called in ACHIEVED.items()}
    return Result(
        NAME,
        question,
        answer,
        title="one shared random threshold",
        chosen={"distribution": checked.distribution.digest},
        extra={"samples": found.samples, "lower_samples": 1 if bound is None else bound.samples, **achieved},
        reported=("rho_achieved", "beta_achieved"),
        effort=polynomial(1),
        details={"distribution": checked, "least": bound},
        digits=digits,
    )


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
    def result(self) -> Result:
        return self.results[0]

    @property
    def samples(self) -> int | None:
        return self.result.samples

    @property
    def distribution(self) -> Any:
        """The certified distribution of the threshold."""
        return self.result.details["distribution"].distribution

    @property
    def differ(self) -> Enclosure:
        """The largest disagreement between the two values, between two bounds."""
        found: Enclosure = self.result.details["distribution"].differ
        return found


def answer(question: TwoValues, digits: int) -> Comparison:
    """Return the test; without its distribution where the search ended without one."""
    found = solve_method(NAME, question, digits)
    if not found.certified:
        return Comparison(question, (found,), digits)
    return TestAnswer(question, (found,), digits, lower_bound=found.details["least"])


def lower_bound_of_test(task: Task, model: str) -> SampleBound | None:
    """Return what the theorem excludes for a task that a question contains, without a distribution for it."""
    return least_of(find_excluded_test(task), task, model)


SUMMARY = "one shared random threshold, best distribution: the least samples that any replicable test needs"
METHODS = (
    Method(NAME, SUMMARY, TwoValues.kind, derive, solve, ("samples", "lower_samples", "rho", "beta"), recipe=recipe),
)
