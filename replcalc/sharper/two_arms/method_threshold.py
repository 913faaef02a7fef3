"""Which of two means is larger: the difference of two sample means against a shared threshold around zero."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.exact import to_float
from replcalc.planning.assumption import (
    MOST_DIFFERENCE,
    MOST_VARIANCE,
    Assumed,
    NumbersQuestion,
    parse_searched,
    variance_or_default,
)
from replcalc.planning.comparison import Comparison, SampleBound, find_lower_bound, rank_results, solve_all
from replcalc.planning.method import names
from replcalc.planning.recipe import write_parameter
from replcalc.sharper.means.threshold import NAME, by_threshold, threshold_result
from replcalc.sharper.softmax_race.method import bound_two_options
from replcalc.sharper.two_arms.statement import two_means, two_means_paired
from replcalc.vocabulary import Derivation, Method, Result


@dataclass(frozen=True)
class TwoMeans(NumbersQuestion):
    """Is the new mean larger than the old one? Right where they differ by ``alpha`` or more, but for beta.

    ``paired``: rewards come in pairs, and ``variance`` is that of a difference; else of one reward.
    """

    alpha: fmpq
    rho: fmpq
    beta: fmpq
    paired: bool = False
    variance: fmpq = MOST_VARIANCE

    kind: ClassVar[str] = "ab"


def ab_question(alpha: Any, rho: Any, beta: Any, *, paired: bool = False, variance: Any = None) -> TwoMeans:
    """Parse and check what a user typed."""
    assumed = Assumed()
    difference = "of a difference of two rewards in [0, 1]" if paired else ""
    spread = variance_or_default(assumed, variance, "rewards in [0, 1] have no larger one", difference)
    accuracy, differ, wrong = parse_searched(alpha, "alpha"), parse_searched(rho, "rho"), parse_searched(beta, "beta")
    return TwoMeans(accuracy, differ, wrong, bool(paired), spread, assumed=assumed)


def derive(paired: bool = False) -> Derivation:
    """Return the theorem and the goals."""
    return by_threshold(two_means_paired if paired else two_means)


def solve(question: TwoMeans, digits: int) -> Result:
    """Return the least certified N."""
    theorem, arms = (two_means_paired, 1) if question.paired else (two_means, 2)
    title = "one shared threshold for the difference"
    return threshold_result(question, theorem, derive(question.paired), digits, title, arms)


def recipe(result: Result) -> tuple[str, ...]:
    width = write_parameter(2 * result.chosen["lambda"] * result.question.alpha)
    what = "pairs of rewards" if result.question.paired else "rewards of each variant"
    return (
        f"Agree on a random seed; derive from it a threshold, uniform between -w/2 and w/2 with w = {width}.",
        f"Draw {result.samples:,} fresh {what} and take the mean of new less the mean of old.",
        "Answer new if that reaches the threshold, old if not.",
    )


def ordinary_samples(question: TwoMeans) -> int:
    """Return what a test takes that need not be replicable: two-sided at level 0.05, right with power 0.95.

    n = s^2 (z(0.975) + z(0.95))^2/alpha^2 rewards of each variant, the normal approximation: s^2 is twice the variance
    that is given, or (1 - alpha^2)/2, that of coins whose means differ by alpha; with n pairs that of a difference.
    """
    quantiles, alpha = NormalDist().inv_cdf(0.975) + NormalDist().inv_cdf(0.95), to_float(question.alpha)
    variance = to_float(question.variance) * (1 if question.paired else 2)
    if question.variance == (MOST_DIFFERENCE if question.paired else MOST_VARIANCE):
        variance *= 1 - alpha**2
    return math.ceil(variance * (quantiles / alpha) ** 2)


def answer(question: TwoMeans, digits: int, methods: Sequence[str] = ()) -> Comparison:
    """Compare the methods; a search for the best distribution also finds the lower bound."""
    found = rank_results(solve_all(question, methods or names(question.kind), digits))
    known = next((result.details["least"] for result in found if result.details.get("least")), None)
    unit = "pairs" if question.paired else "samples per variant"
    return Comparison(
        question, found, digits, unit=unit, lower_bound=known or find_lower_bound(question, question.beta)
    )


SUMMARY = "one shared threshold for the difference of the means"
METHODS = (Method(NAME, SUMMARY, TwoMeans.kind, derive, solve, recipe=recipe),)


def lower_bounds(question: TwoMeans, failure: fmpq | None) -> list[SampleBound]:
    """Return the lower bounds of a choice between two options: rewards that add up to one are a common sample."""
    return bound_two_options(
        question.alpha, question.rho, question.beta, common=question.paired, variance=question.variance
    )
