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
    ALPHA, BETA, RHO, Derivation, Proof, Result, Way, by_name, certify, polynomial, promised,
)  # fmt: skip

NAME = "threshold"


@cache
def derive(paired: bool = False) -> Derivation:
    """The theorem and the goals."""
    theorem = two_means_paired if paired else two_means
    own = tuple(theorem.parameter(name) for name in ("N", "lambda", "V"))
    proof = Proof(NAME, "A shared threshold for the difference of two means", (ALPHA, RHO, BETA, *own))
    names = {"rho": "rho_achieved", "beta": "beta_achieved"}
    whole = proof.apply(theorem, names=names, **by_name(ALPHA, *own))
    return promised(proof, whole.rho, whole.beta)


def solve(question: TwoMeans, digits: int) -> Result:
    """The least certified N."""
    theorem = two_means_paired if question.paired else two_means
    given = {"alpha": question.alpha, "V": question.variance}
    found = least_threshold(theorem, given, question.rho, question.beta)
    answer = certify(derive(question.paired), question.point | found, digits=digits)
    achieved = {name: answer.value(f"{name}_achieved") for name in ("rho", "beta")}
    samples = int(found["N"].p)
    extra: dict[str, Any] = {"samples": samples, **achieved}
    if not question.paired:
        extra["samples_total"] = 2 * samples
    return Result(
        NAME,
        question,
        answer,
        title="one shared threshold for the difference",
        chosen={"lambda": found["lambda"]},
        extra=extra,
        reported=("width", "rho_achieved", "beta_achieved"),
        effort=polynomial(1),
        digits=digits,
    )


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
