"""Which of two means is larger: the difference of two sample means against a shared threshold around zero."""

from __future__ import annotations

from functools import cache
from typing import Any

from replcalc.ask.comparison import Comparison
from replcalc.ask.least import least
from replcalc.ask.steps import typed
from replcalc.sharper.small_variance.question import TwoMeans
from replcalc.sharper.small_variance.search import least_threshold
from replcalc.sharper.small_variance.statement import two_means, two_means_paired
from replcalc.vocabulary import (
    BETA, RHO, Derivation, Proof, Result, Statement, Way, by_name, certify, polynomial, promised,
)  # fmt: skip

NAME = "threshold"


@cache
def by_threshold(
    theorem: Statement, title: str = "A shared threshold for the difference of two means", way: str = NAME
) -> Derivation:
    """A theorem on a shared threshold or offset and the goals."""
    accuracy, *own = theorem.given
    proof = Proof(way, title, (accuracy, RHO, BETA, *own))
    names = {"rho": "rho_achieved", "beta": "beta_achieved"}
    whole = proof.apply(theorem, names=names, **by_name(*theorem.given))
    return promised(proof, whole.rho, whole.beta)


def derive(paired: bool = False) -> Derivation:
    """The theorem and the goals."""
    return by_threshold(two_means_paired if paired else two_means)


def threshold_result(
    question: Any,
    theorem: Statement,
    derivation: Derivation,
    digits: int,
    title: str,
    *,
    arms: int = 1,
    way: str = NAME,
) -> Result:  # fmt: skip
    """The least certified N of a theorem on a shared threshold or offset, which must be asked at ``question.point``."""
    given = {name: value for name, value in question.point.items() if name not in ("rho", "beta")}
    found = least_threshold(theorem, given, question.rho, question.beta)
    answer = certify(derivation, question.point | found, digits=digits)
    achieved = {name: answer.value(f"{name}_achieved") for name in ("rho", "beta")}
    samples = int(found["N"].p)
    extra: dict[str, Any] = {"samples": samples, **achieved}
    if arms > 1:
        extra["samples_total"] = arms * samples
    return Result(
        way,
        question,
        answer,
        title=title,
        chosen={name: value for name, value in found.items() if name != "N"},
        extra=extra,
        reported=tuple(n for n in ("low", "width", "rho_achieved", "beta_achieved") if n in answer.quantities),
        effort=polynomial(1),
        digits=digits,
    )


def solve(question: TwoMeans, digits: int) -> Result:
    """The least certified N."""
    theorem = two_means_paired if question.paired else two_means
    title = "one shared threshold for the difference"
    return threshold_result(question, theorem, by_threshold(theorem), digits, title, arms=1 if question.paired else 2)


def recipe(result: Result) -> tuple[str, ...]:
    width = typed(2 * result.chosen["lambda"] * result.question.alpha)
    what = "pairs of rewards" if result.question.paired else "rewards of each variant"
    return (
        f"Agree on a random seed; derive from it a threshold, uniform between -w/2 and w/2 with w = {width}.",
        f"Draw {result.samples:,} fresh {what} and take the mean of new less the mean of old.",
        "Answer new if that reaches the threshold, old if not.",
    )


def answer(question: TwoMeans, digits: int) -> Comparison:
    found = solve(question, digits)
    unit = "pairs" if question.paired else "samples per variant"
    return Comparison(question, (found,), digits, unit=unit, lower_bound=least(question, question.beta))


WAYS = (
    Way(
        NAME,
        "one shared threshold for the difference of the means",
        TwoMeans.kind,
        derive,
        solve,
        ("samples", "rho", "beta"),
        polynomial=True,
        recipe=recipe,
    ),
)
