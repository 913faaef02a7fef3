"""Way ``best-law``: two arms against one threshold, drawn from the law that is best for one coin."""

from __future__ import annotations

import math
from dataclasses import replace

from flint import fmpq

from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.exact import to_float
from replcalc.planning.assumption import MOST_VARIANCE
from replcalc.planning.comparison import Least
from replcalc.planning.one_theorem import ACHIEVED, theorem_and_goals
from replcalc.sharper.threshold_test.certificates import Task
from replcalc.sharper.threshold_test.experiments import CoinFlips
from replcalc.sharper.threshold_test.method import drawing_step, law_inputs, least_of
from replcalc.sharper.threshold_test.search import LeastTest, least_test
from replcalc.sharper.two_arms.certificate import TwoArmsCheck
from replcalc.sharper.two_arms.method_threshold import TwoMeans
from replcalc.sharper.two_arms.statement import two_arms
from replcalc.vocabulary import BETA, RHO, Derivation, Method, Result, certify, polynomial

NAME = "best-law"
#: Values of beta that are tried below the one asked for.
_GRID = tuple(fmpq(digit, 100) for digit in (40, 30, 20, 10, 8, 6, 5, 4, 3, 2, 1))
#: Flips of the coin up to which, and rho from which on, the law is found in seconds.
MOST_FLIPS, LEAST_RHO = 10**5, fmpq(1, 100)


def derive() -> Derivation:
    """The theorem and the goals."""
    title = "A shared threshold for both arms, its law the best one of a coin"
    return theorem_and_goals(NAME, title, two_arms, RHO, BETA, *two_arms.given)


def solve(question: TwoMeans, digits: int) -> Result:
    """The least certified N, its law, and what no decision undercuts."""
    half = fmpq(1, 2)
    task = Task(half - question.alpha / 2, half + question.alpha / 2, question.rho, question.beta)
    if reason := _refused(question):
        return Result(NAME, question, None, reason, derivation=derive())
    found, exact = _least_test(task)
    samples, law = found.samples // 2, found.law
    answer = certify(derive(), law_inputs(task, samples, law), digits=digits)
    least = least_of(found.excluded, task, "two options as one coin") if exact else None
    each = None if least is None or least.samples < 3 else Least(least.statement, (least.samples + 1) // 2, least.model)
    achieved = {name: answer.value(called) for name, called in ACHIEVED.items()}
    return Result(
        NAME,
        question,
        answer,
        title="one shared threshold, its law the best one of a coin",
        chosen={"law": law.law.digest},
        extra={"samples": samples, **achieved, "samples_total": 2 * samples},
        reported=tuple(ACHIEVED.values()),
        effort=polynomial(1),
        details={"law": law, "least": each},
        digits=digits,
    )


def _least_test(task: Task) -> tuple[LeastTest, bool]:
    """The distribution of fewest samples among those for beta and for smaller values, which serve beta as well.

    Where 2 beta (1 - beta) > rho the search for beta itself may fail, or end above that of a smaller value; below, its
    own is the best. The second value says whether it is that of beta: only then does what is excluded concern the task.
    """
    best: LeastTest | None = None
    own, failed = False, ""
    for beta in (task.beta, *(value for value in _GRID if value < task.beta)):
        try:
            found = least_test(CoinFlips, replace(task, beta=beta), TwoArmsCheck, 2)
        except PrecisionExhausted as error:
            failed = failed or str(error)
            continue
        if best is None or found.samples < best.samples:
            best, own = found, beta == task.beta
        if 2 * beta * (1 - beta) <= task.rho:
            break
    if best is None:
        raise PrecisionExhausted(failed)
    return best, own


def _refused(question: TwoMeans) -> str:
    if question.paired:
        return "pairs of rewards are no coins: the difference of a pair has three values"
    if question.variance < MOST_VARIANCE:
        return "rewards become coins, which have no small variance"
    if not question.alpha < 1 or not question.beta < fmpq(1, 2):
        return "it needs alpha < 1 and beta < 1/2"
    too_small = question.rho < LEAST_RHO or question.alpha < fmpq(1, 10**6)
    if too_small or 1 / (to_float(question.alpha) * to_float(question.rho)) ** 2 / math.pi > MOST_FLIPS:
        return f"the best law is searched for up to {MOST_FLIPS:,} flips of a coin, from rho = {LEAST_RHO} on"
    return ""


def recipe(result: Result) -> tuple[str, ...]:
    return (
        drawing_step(result.details["law"].law),
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
        "one shared threshold, its law the best one of a coin: within a few rewards of what every decision needs",
        TwoMeans.kind,
        derive,
        solve,
        ("samples", "samples_total", "rho", "beta"),
        recipe=recipe,
    ),
)
