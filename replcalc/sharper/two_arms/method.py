"""Method ``optimal``: two arms against one threshold, drawn from the distribution that is best for one coin."""

import math
from dataclasses import replace

from flint import fmpq

from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.exact import to_float
from replcalc.planning.assumption import MOST_VARIANCE
from replcalc.planning.comparison import SampleBound
from replcalc.planning.proving import derive_with_goals
from replcalc.search.optimise import round_down
from replcalc.sharper.threshold_test.certificates import CheckedDistribution, TwoValues
from replcalc.sharper.threshold_test.method import distribution_result, drawing_step, least_of, one_coin
from replcalc.sharper.threshold_test.search import differs_outside, fewest_test, least_test
from replcalc.sharper.two_arms.certificate import TwoArmsCheck
from replcalc.sharper.two_arms.method_threshold import TwoMeans
from replcalc.sharper.two_arms.statement import two_arms
from replcalc.vocabulary import BETA, RHO, Derivation, Method, Result

NAME = "optimal"
#: Values of beta whose distributions are looked at where 2 beta (1 - beta) > rho.
_GRID = tuple(fmpq(digit, 100) for digit in (40, 30, 20, 10, 8, 6, 5, 4, 3, 2, 1))
#: Flips of the coin up to which, and rho from which on, the distribution is found in seconds.
MOST_FLIPS, LEAST_RHO = 60_000, fmpq(1, 50)


def derive() -> Derivation:
    """Return the theorem and the goals."""
    title = "A shared threshold for both arms, its distribution the best one of a coin"
    return derive_with_goals(NAME, title, two_arms, RHO, BETA, *two_arms.given)


def solve(question: TwoMeans, digits: int) -> Result:
    """Return the least certified N, its distribution, and what no decision undercuts."""
    half = fmpq(1, 2)
    task = TwoValues(half - question.alpha / 2, half + question.alpha / 2, question.rho, question.beta)
    if reason := _why_refused(question):
        return Result(NAME, question, None, reason, derivation=derive())
    too_small = question.rho < LEAST_RHO or question.alpha < fmpq(1, 10**6)
    if too_small or 1 / (to_float(question.alpha) * to_float(question.rho)) ** 2 / math.pi > MOST_FLIPS:
        raise PrecisionExhausted(
            f"the best distribution is searched for up to {MOST_FLIPS:,} flips of a coin, from rho = {LEAST_RHO} on"
        )
    samples, checked, least = _fewest_rewards(task)
    given = (samples, checked, least, digits, "one shared threshold, its distribution the best one of a coin")
    return distribution_result(question, derive(), task, *given, {"samples_total": 2 * samples})


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


def recipe(result: Result) -> tuple[str, ...]:
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


METHODS = (
    Method(
        NAME,
        "one shared threshold, its distribution the best one of a coin: near what every decision needs",
        TwoMeans.kind,
        derive,
        solve,
        ("samples", "samples_total", "rho", "beta"),
        recipe=recipe,
    ),
)
