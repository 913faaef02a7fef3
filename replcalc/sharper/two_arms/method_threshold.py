"""Which of two means is larger: the difference of two sample means against a shared threshold around zero."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.exact import to_float
from replcalc.planning.assumption import MOST_VARIANCE, Assumed, NumbersQuestion, promised_variance, searched
from replcalc.planning.comparison import Comparison, Least, least, ranked, solve_all
from replcalc.planning.method import names
from replcalc.planning.recipe import typed
from replcalc.sharper.means.threshold import NAME, by_threshold, threshold_result
from replcalc.sharper.softmax_race.method import two_options
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
    spread = promised_variance(assumed, variance, "rewards in [0, 1] have no larger one", difference)
    accuracy, differ, wrong = searched(alpha, "alpha"), searched(rho, "rho"), searched(beta, "beta")
    return TwoMeans(accuracy, differ, wrong, bool(paired), spread, assumed=assumed)


def derive(paired: bool = False) -> Derivation:
    """The theorem and the goals."""
    return by_threshold(two_means_paired if paired else two_means)


def solve(question: TwoMeans, digits: int) -> Result:
    """The least certified N."""
    theorem, arms = (two_means_paired, 1) if question.paired else (two_means, 2)
    title = "one shared threshold for the difference"
    return threshold_result(question, theorem, derive(question.paired), digits, title, arms)


def recipe(result: Result) -> tuple[str, ...]:
    width = typed(2 * result.chosen["lambda"] * result.question.alpha)
    what = "pairs of rewards" if result.question.paired else "rewards of each variant"
    return (
        f"Agree on a random seed; derive from it a threshold, uniform between -w/2 and w/2 with w = {width}.",
        f"Draw {result.samples:,} fresh {what} and take the mean of new less the mean of old.",
        "Answer new if that reaches the threshold, old if not.",
    )


@dataclass(frozen=True)
class OrdinaryTest:
    """What a test that need not be replicable takes: two-sided at ``level``, right with ``power``."""

    samples: int
    level: str = "0.05"
    power: str = "0.95"


def ordinary_test(question: TwoMeans) -> OrdinaryTest:
    """Return the usual sample size of a z-test for a difference of ``alpha``.

    n = s^2 (z(1 - level/2) + z(power))^2/alpha^2 rewards of each variant, with s^2 = 2V for two independent variants,
    or n pairs with s^2 = V for the differences of pairs: the normal approximation, with the variance that is given.
    """
    level, power = float(OrdinaryTest.level), float(OrdinaryTest.power)
    quantiles = NormalDist().inv_cdf(1 - level / 2) + NormalDist().inv_cdf(power)
    variance = to_float(question.variance) * (1 if question.paired else 2)
    return OrdinaryTest(math.ceil(variance * (quantiles / to_float(question.alpha)) ** 2))


@dataclass(frozen=True, repr=False)
class AbComparison(Comparison):
    """The methods, and what an ordinary test takes: the difference is what replicability costs."""

    ordinary: OrdinaryTest | None = None


def answer(question: TwoMeans, digits: int, methods: Sequence[str] = ()) -> AbComparison:
    """Compare the methods; a search for the best distribution also finds the lower bound."""
    found = ranked(solve_all(question, methods or names(question.kind), digits))
    known = next((result.details["least"] for result in found if result.details.get("least")), None)
    unit = "pairs" if question.paired else "samples per variant"
    bound = known or least(question, question.beta)
    return AbComparison(question, found, digits, unit=unit, lower_bound=bound, ordinary=ordinary_test(question))


SUMMARY = "one shared threshold for the difference of the means"
METHODS = (Method(NAME, SUMMARY, TwoMeans.kind, derive, solve, recipe=recipe),)


def lower_bounds(question: TwoMeans, failure: fmpq | None) -> list[Least]:
    """The choice between two options: pairs of rewards that add up to one are a common sample."""
    return two_options(question.alpha, question.rho, question.beta, common=question.paired, variance=question.variance)
