"""The least certified samples of a theorem on a shared threshold or offset, for every task that has one."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from replcalc.planning.effort import Effort
from replcalc.planning.proving import ACHIEVED, derive_with_goals, minimum_samples, result_at_samples
from replcalc.sharper.means.search import least_samples
from replcalc.vocabulary import BETA, RHO, Derivation, Result, Statement

NAME = "threshold"


def by_threshold(
    theorem: Statement, title: str = "A shared threshold for the difference of two means", method: str = NAME
) -> Derivation:
    """Return a theorem on a shared threshold or offset and the goals."""
    accuracy, *own = theorem.given
    return derive_with_goals(method, title, theorem, accuracy, RHO, BETA, *own)


def threshold_result(
    question: Any, theorem: Statement, derivation: Derivation, digits: int, title: str, arms: int = 1
) -> Result:
    """Return the least certified N of a theorem on a shared threshold or offset, asked at ``question.point``."""
    given = {name: value for name, value in question.point.items() if name not in ("rho", "beta")}
    found = least_samples(theorem, given, question.rho, question.beta)
    samples, chosen = int(found["N"].p), {name: value for name, value in found.items() if name != "N"}
    total = arms * samples if arms > 1 else None
    inputs, reported = question.point | chosen, ("low", "width")
    return result_at_samples(question, derivation, inputs, samples, digits, title, chosen, reported, total=total)


def least_in_floats(met: Callable[[float], bool], start: float, most: float, accuracy: float) -> float:
    """Return the least N from ``start`` on at which ``met`` holds, to a relative accuracy; infinite beyond ``most``."""
    low, high = start, 2 * start
    while not met(high):
        low, high = high, 2 * high
        if high > most:
            return math.inf
    while high / low > 1 + accuracy:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if met(middle) else (middle, high)
    return high


def certify_near(
    guess: float,
    question: Any,
    derivation: Derivation,
    inputs: Mapping[str, Any],
    digits: int,
    title: str,
    chosen: Mapping[str, Any],
    reported: tuple[str, ...] = (),
    effort: Effort | None = None,
) -> Result:
    """Return the result at the least certified N near a guess of a search in floats, all else being chosen."""
    goals = {called: getattr(question, name) for name, called in ACHIEVED.items()}
    samples = minimum_samples(derivation, inputs, goals, int(guess), int(guess / 2))
    return result_at_samples(question, derivation, inputs, samples, digits, title, chosen, reported, effort)
