"""The best law of a shared threshold: what a test between two values needs, and why fewer samples do not do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.comparison import Comparison
from replcalc.ask.least import Least, excluded_by
from replcalc.ask.one_theorem import ACHIEVED, theorem_and_goals
from replcalc.numbers.exact import to_float
from replcalc.search.integers import next_decimals
from replcalc.sharper.threshold_test.certificates import Task
from replcalc.sharper.threshold_test.question import TwoValues
from replcalc.sharper.threshold_test.search import Excluded, excluded_test, experiment_of, least_test
from replcalc.sharper.threshold_test.statement import threshold_test, threshold_test_lower
from replcalc.vocabulary import BETA, RHO, Derivation, Enclosure, Result, Way, certify, polynomial

NAME = "threshold"
#: Digits of a bound that is used in place of the figure that it bounds.
_DIGITS = 12


def derive() -> Derivation:
    """The theorem and the goals."""
    title = "A shared random threshold, its law the best one"
    return theorem_and_goals(NAME, title, threshold_test, RHO, BETA, *threshold_test.given)


def _bounded(value: fmpq, most: fmpq) -> fmpq:
    """A short decimal at least as large, but not above ``most``, which the value does not exceed."""
    return min(next_decimals(value, _DIGITS)[1], most) if value > 0 else fmpq(0)


def least_of(found: Excluded | None, task: Task, model: str) -> Least | None:
    """What a prior excludes, by the theorem, certified."""
    if found is None:
        return None
    prices = {"price_low": found.prior.price_low, "price_high": found.prior.price_high}
    point = {"N": fmpq(found.samples), "rho": task.rho, "beta": task.beta, "mass": sum(found.prior.weights, fmpq(0))}
    return excluded_by(threshold_test_lower, model, **point, **prices, worth=found.worth)


def solve(question: TwoValues, digits: int) -> Result:
    """The least N that is certified, its law, and the largest N that is excluded."""
    found = least_test(experiment_of(question.family, question.variance), question.task)
    law = found.law
    inputs = {
        "rho": question.rho,
        "beta": question.beta,
        "N": fmpq(found.samples),
        "differ": _bounded(law.differ.upper, question.rho),
        "tail": _bounded(law.tail, fmpq(1, 2)),
        "errs_low": _bounded(law.errs_low.upper, question.beta),
        "errs_high": _bounded(law.errs_high.upper, question.beta),
    }
    answer = certify(derive(), inputs, digits=digits)
    bound = least_of(found.excluded, question.task, f"tests between two values, {question.family}")
    achieved = {name: answer.value(called) for name, called in ACHIEVED.items()}
    return Result(
        NAME,
        question,
        answer,
        title="one shared random threshold",
        chosen={"law": law.law.digest},
        extra={"samples": found.samples, "lower_samples": 1 if bound is None else bound.samples, **achieved},
        reported=("rho_achieved", "beta_achieved"),
        effort=polynomial(1),
        details={"law": law, "least": bound},
        digits=digits,
    )


def recipe(result: Result) -> tuple[str, ...]:
    question, law = result.question, result.details["law"].law
    what = {
        "binomial": "count the successes (of a value x in [0, 1] another shared uniform number u makes one if u <= x)",
        "poisson": "count the events",
        "gaussian": "take the mean",
    }[question.family]
    blind = law.always_low + law.always_high
    ends = f"between {to_float(law.thresholds[0]):.10g} and {to_float(law.thresholds[-1]):.10g}"
    return (
        f"Agree on a random seed; derive from it one of {len(law.thresholds):,} thresholds {ends} by the law of the "
        "threshold" + (" (with a small probability the answer itself, without a look)" if blind else "") + ".",
        f"Draw {result.samples:,} fresh samples and {what}.",
        "Answer high if that reaches the threshold, low if not.",
    )


@dataclass(frozen=True, repr=False)
class TestAnswer(Comparison):
    """The one way, the law it draws the threshold from, and what no test can undercut."""

    __test__: ClassVar[bool] = False  # no test of pytest's
    _writer: ClassVar[tuple[str, str]] = ("problems", "test_report")

    @property
    def result(self) -> Result:
        return self.results[0]

    @property
    def samples(self) -> int | None:
        return self.result.samples

    @property
    def law(self) -> Any:
        """The certified law of the threshold."""
        return self.result.details["law"].law

    @property
    def differ(self) -> Enclosure:
        """The largest disagreement between the two values, between two bounds."""
        found: Enclosure = self.result.details["law"].differ
        return found


def answer(question: TwoValues, digits: int) -> TestAnswer:
    found = solve(question, digits)
    return TestAnswer(question, (found,), digits, lower_bound=found.details["least"])


def bound_of_test(name: str, task: Task, model: str) -> Least | None:
    """What the theorem excludes for a task that a question contains, without a law for it."""
    return least_of(excluded_test(experiment_of(name, fmpq(1)), task), task, model)


WAYS = (
    Way(
        NAME,
        "one shared random threshold with the best law: the least samples that any replicable test needs",
        TwoValues.kind,
        derive,
        solve,
        ("samples", "lower_samples", "rho", "beta"),
        recipe=recipe,
    ),
)
