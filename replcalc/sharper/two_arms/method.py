"""Which of two means is larger: the difference against a shared threshold, uniform or of the best distribution.

``optimal`` draws the threshold from the distribution that is best for one coin; ``threshold`` uniformly around zero. A
choice between two options is the same decision, by the better of both.

The certificate of ``optimal`` is that of a coin, with what two unequal arms may add. S counts the successes of the new
arm and the failures of the old one: a sum of 2N coins, N of bias p and N of bias 1 - q, of mean n theta with n = 2N,
theta = (1 + p - q)/2. Compared with n flips of one coin of bias theta (proof.md): Pr[S < c] is no larger for
c <= n theta and no smaller for c >= n theta + 1, on the right sides of 1/2. Only a threshold between n theta and
n theta + 1, one at most, may differ more often than for the coin, by 1/2 - 2F(1-F).
"""

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.exact import to_float
from replcalc.planning.assumption import (
    LEAST_ACCURACY,
    LEAST_PROBABILITY,
    MOST_DIFFERENCE,
    MOST_VARIANCE,
    Assumed,
    NumbersQuestion,
    parse_searched,
    variance_or_default,
)
from replcalc.planning.comparison import SampleBound, rank_results
from replcalc.planning.comparison import solve as solve_method
from replcalc.planning.method import get
from replcalc.planning.proving import derive_with_goals
from replcalc.planning.recipe import write_parameter
from replcalc.search.optimise import round_down
from replcalc.sharper.means.search import NAME, by_threshold, threshold_result
from replcalc.sharper.softmax_race.method import Choose, bound_two_options
from replcalc.sharper.threshold_test.certificates import (
    CheckedDistribution,
    DistributionCheck,
    DistributionNode,
    TwoValues,
)
from replcalc.sharper.threshold_test.method import distribution_result, drawing_step, least_of, one_coin
from replcalc.sharper.threshold_test.search import differs_outside, fewest_test, least_test
from replcalc.sharper.two_arms.statement import two_arms, two_means, two_means_paired
from replcalc.vocabulary import BETA, RHO, Derivation, Enclosure, Method, Result, polynomial

OPTIMAL = "optimal"
#: Values of beta whose distributions are looked at where 2 beta (1 - beta) > rho.
_GRID = tuple(fmpq(digit, 100) for digit in (40, 30, 20, 10, 8, 6, 5, 4, 3, 2, 1))
#: Flips of the coin up to which, and rho from which on, the distribution is found in seconds.
MOST_FLIPS, LEAST_RHO = 60_000, fmpq(1, 50)


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


# -- a uniform threshold -----------------------------------------------------------------------------------------------
def derive_threshold(paired: bool = False) -> Derivation:
    """Return the theorem and the goals."""
    return by_threshold(two_means_paired if paired else two_means)


def solve_threshold(question: TwoMeans, digits: int) -> Result:
    """Return the least certified N."""
    theorem, arms = (two_means_paired, 1) if question.paired else (two_means, 2)
    title = "one shared threshold for the difference"
    return threshold_result(question, theorem, derive_threshold(question.paired), digits, title, arms)


def describe_threshold(result: Result) -> tuple[str, ...]:
    width = write_parameter(2 * result.chosen["lambda"] * result.question.alpha)
    what = "pairs of rewards" if result.question.paired else "rewards of each variant"
    return (
        f"Agree on a random seed; derive from it a threshold, uniform between -w/2 and w/2 with w = {width}.",
        f"Draw {result.samples:,} fresh {what} and take the mean of new less the mean of old.",
        "Answer new if that reaches the threshold, old if not.",
    )


# -- the best distribution of a coin -----------------------------------------------------------------------------------
class TwoArmsCheck(DistributionCheck):
    """Bounds on a distribution for two arms; ``experiment`` flips one coin 2N times."""

    def on_cell(self, first: DistributionNode, last: DistributionNode) -> arb:
        return super().on_cell(first, last) + self._centre(first, last)

    def at_node(self, node: DistributionNode) -> arb:
        return node.differ + self._centre(node, node)

    def _centre(self, first: DistributionNode, last: DistributionNode) -> arb:
        """Return what a threshold next to the mean of a theta between two nodes may add. F(1-F) is least at an end."""
        n, thresholds, most = self.experiment.samples, self.distribution.thresholds, arb(0)
        places = range(bisect_right(thresholds, n * first.theta), bisect_left(thresholds, n * last.theta + 1))
        for place in places:
            top, bottom = first.below[place], last.below[place]
            least = (top * (1 - top)).min(bottom * (1 - bottom))
            most = most.max(arb(self.distribution.weights[place]) * (arb(fmpq(1, 2)) - 2 * least))
        return most

    def low_at(self, theta: fmpq) -> arb:
        """Return Pr[old], at most: thresholds above the mean count in full."""
        mean, below = self.experiment.samples * theta, self.node(theta).below
        rows = zip(self.distribution.weights, self.distribution.thresholds, below, strict=True)
        return sum((w * (f if c <= mean else 1) for w, c, f in rows), arb(self.distribution.always_low))

    def high_at(self, theta: fmpq) -> arb:
        """Return Pr[new], at most: thresholds up to one above the mean count in full."""
        mean, below = self.experiment.samples * theta, self.node(theta).below
        rows = zip(self.distribution.weights, self.distribution.thresholds, below, strict=True)
        return sum((w * ((1 - f) if c >= mean + 1 else 1) for w, c, f in rows), arb(self.distribution.always_high))


def derive_optimal() -> Derivation:
    """Return the theorem and the goals."""
    title = "A shared threshold for both arms, its distribution the best one of a coin"
    return derive_with_goals(OPTIMAL, title, two_arms, RHO, BETA, *two_arms.given)


def solve_optimal(question: TwoMeans, digits: int) -> Result:
    """Return the least certified N, its distribution, and what no decision undercuts."""
    half = fmpq(1, 2)
    task = TwoValues(half - question.alpha / 2, half + question.alpha / 2, question.rho, question.beta)
    if reason := _why_refused(question):
        return Result(OPTIMAL, question, None, reason, derivation=derive_optimal())
    too_small = question.rho < LEAST_RHO or question.alpha < fmpq(1, 10**6)
    if too_small or 1 / (to_float(question.alpha) * to_float(question.rho)) ** 2 / math.pi > MOST_FLIPS:
        raise PrecisionExhausted(
            f"the best distribution is searched for up to {MOST_FLIPS:,} flips of a coin, from rho = {LEAST_RHO} on"
        )
    samples, checked, least = _fewest_rewards(task)
    given = (samples, checked, least, digits, "one shared threshold, its distribution the best one of a coin")
    return distribution_result(question, derive_optimal(), task, *given, {"samples_total": 2 * samples})


def _fewest_rewards(task: TwoValues) -> tuple[int, CheckedDistribution, SampleBound | None]:
    """Return the rewards of each arm, the distribution of the threshold, and what no decision undercuts.

    Where 2 beta (1 - beta) > rho the disagreement outside of the two values counts as well; there a distribution for a
    smaller beta, which serves beta too, may need fewer rewards than the one that is found for beta itself.
    """
    model = "two options as one coin"
    if not differs_outside(task):
        found = least_test(task, TwoArmsCheck, 2)
        samples, checked, bound = found.samples, found.distribution, least_of(found.excluded, task, model)
    else:
        inside = _rational((1 - math.sqrt(1 - 2 * to_float(task.rho))) / 2)  # 2 beta (1 - beta) <= rho from here down
        betas = (task.beta, *(beta for beta in _GRID if inside < beta < task.beta), round_down(inside, 6))
        _, samples, checked = fewest_test([replace(task, beta=beta) for beta in betas], TwoArmsCheck, 2)
        bound = one_coin((task.high - task.low) / 2, task.rho, task.beta, model)
    if bound is None or bound.samples < 3:
        return samples // 2, checked, None
    return samples // 2, checked, SampleBound(bound.statement, (bound.samples + 1) // 2, bound.model)


def _rational(value: float) -> fmpq:
    return fmpq(*value.as_integer_ratio())


def _why_refused(question: TwoMeans) -> str:
    if question.paired:
        return "pairs of rewards are no coins: the difference of a pair has three values"
    if question.variance < MOST_VARIANCE:
        return "rewards become coins, which have no small variance"
    if not question.alpha < 1 or not question.beta < fmpq(1, 2):
        return "it needs alpha < 1 and beta < 1/2"
    return ""


def describe_optimal(result: Result) -> tuple[str, ...]:
    return (
        drawing_step(result.details["distribution"].distribution),
        (
            f"Draw {result.samples:,} fresh rewards of each variant. A reward x of the t-th place, neither 0 nor 1, "
            "counts as 1 if a shared uniform number u_t of that place is below x, else as 0."
        ),
        (
            f"Count the ones of new and the zeros of old, {2 * (result.samples or 0):,} at most: answer new if they "
            "reach the threshold, old if not."
        ),
    )


# -- a choice between two options --------------------------------------------------------------------------------------
def solve_choice(question: Choose, digits: int) -> Result:
    """Return the better method of ``ab``, at rho/k and beta/k for k choices; a common sample holds pairs."""
    if question.arms > 2:
        return Result(NAME, question, None, "it chooses between two options", derivation=derive_optimal())
    k = question.k
    if question.alpha < LEAST_ACCURACY or min(question.rho, question.beta) / k < LEAST_PROBABILITY:
        raise PrecisionExhausted("the threshold is searched for alpha from 1e-6, rho/k and beta/k from 1e-300 on")
    wanted = TwoMeans(question.alpha, question.rho / k, question.beta / k, question.common, question.variance)
    found = rank_results([solve_method(method, wanted, digits) for method in ("optimal", "threshold")])[0]
    details = {"ab": found, "least": found.details.get("least") if k == 1 else None}
    extra = {**found.extra, "by": found.method}
    if k > 1 and found.applicable:  # union bounds
        extra |= {name: _times(k, extra[name]) for name in ("rho", "beta", "samples_total") if name in extra}
    effort = found.effort if k == 1 else polynomial(k)
    return replace(found, method=NAME, question=question, details=details, extra=extra, effort=effort)


def _times(k: int, value: Any) -> Any:
    return Enclosure(k * value.lower, k * value.upper) if isinstance(value, Enclosure) else k * value


def describe_choice(result: Result) -> tuple[str, ...]:
    steps = get(result.details["ab"].method, TwoMeans.kind).recipe
    assert steps is not None
    each = "" if result.question.k == 1 else ", and for every instance anew"
    return (f"Call one of the two options old and the other one new, beforehand{each}.", *steps(result.details["ab"]))


# -- comparison --------------------------------------------------------------------------------------------------------
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


def lower_bounds(question: TwoMeans, failure: fmpq | None) -> list[SampleBound]:
    """Return the lower bounds of a choice between two options: rewards that add up to one are a common sample."""
    return bound_two_options(
        question.alpha, question.rho, question.beta, common=question.paired, variance=question.variance
    )


_OPTIMAL = "one shared threshold, its distribution the best one of a coin: near what every decision needs"
_CHOICE = "one shared threshold for the difference of two options, by the better method of ab"
_QUANTITIES = ("samples", "samples_total", "rho", "beta")
METHODS = (
    Method(OPTIMAL, _OPTIMAL, TwoMeans.kind, derive_optimal, solve_optimal, _QUANTITIES, recipe=describe_optimal),
    Method(
        NAME,
        "one shared threshold for the difference of the means",
        TwoMeans.kind,
        derive_threshold,
        solve_threshold,
        recipe=describe_threshold,
    ),
    Method(
        NAME, _CHOICE, Choose.kind, derive_optimal, solve_choice, ("samples", "rho", "beta"), recipe=describe_choice
    ),
)
