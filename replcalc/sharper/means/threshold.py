"""The least certified samples of a theorem on a shared threshold or offset, for every task that has one."""

from __future__ import annotations

from typing import Any

from replcalc.planning.proving import at_samples, theorem_and_goals
from replcalc.sharper.means.search import least_samples
from replcalc.vocabulary import BETA, RHO, Derivation, Result, Statement

NAME = "threshold"


def by_threshold(
    theorem: Statement, title: str = "A shared threshold for the difference of two means", method: str = NAME
) -> Derivation:
    """A theorem on a shared threshold or offset and the goals."""
    accuracy, *own = theorem.given
    return theorem_and_goals(method, title, theorem, accuracy, RHO, BETA, *own)


def threshold_result(
    question: Any, theorem: Statement, derivation: Derivation, digits: int, title: str, arms: int = 1
) -> Result:
    """The least certified N of a theorem on a shared threshold or offset, which must be asked at ``question.point``."""
    given = {name: value for name, value in question.point.items() if name not in ("rho", "beta")}
    found = least_samples(theorem, given, question.rho, question.beta)
    samples, chosen = int(found["N"].p), {name: value for name, value in found.items() if name != "N"}
    total = arms * samples if arms > 1 else None
    inputs, reported = question.point | chosen, ("low", "width")
    return at_samples(question, derivation, inputs, samples, digits, title, chosen, reported, total=total)
