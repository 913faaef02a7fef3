"""The k best of many options: one race after the other, each among those that are left."""

from __future__ import annotations

from functools import cache
from typing import Any

from flint import fmpq

from replcalc.ask.steps import typed
from replcalc.sharper.softmax_race import search
from replcalc.sharper.softmax_race.way import EACH, least_race
from replcalc.sharper.top_options.question import TopOptions
from replcalc.sharper.top_options.statement import top_options, top_options_common
from replcalc.vocabulary import BETA, RHO, Derivation, Proof, Result, Way, by_name, certify, polynomial, promised


@cache
def derive(common: bool = False) -> Derivation:
    """The theorem and the goals."""
    theorem = top_options_common if common else top_options
    proof = Proof(EACH, "One race after the other", (*theorem.given, RHO, BETA))
    names = {"rho": "rho_achieved", "beta": "beta_achieved"}
    whole = proof.apply(theorem, names=names, **by_name(*theorem.given))
    return promised(proof, whole.rho, whole.beta)


def solve(question: TopOptions, digits: int) -> Result:
    """The least certified N at the speed that the search finds."""
    point, k, arms = question.point, question.k, question.arms
    theorem = top_options_common if question.common else top_options
    given = {name: value for name, value in point.items() if name not in ("rho", "beta")}
    odds = k * (arms - k) * theorem.bound("squares", N=1, eta=1, **given) / question.beta
    found = search.race(theorem, point, question.rho, odds, k, "rho")
    inputs = {**point, "eta": found["eta"]}
    samples = least_race(derive(question.common), inputs, int(found["N"].p))
    answer = certify(derive(question.common), inputs | {"N": fmpq(samples)}, digits=digits)
    extra: dict[str, Any] = {"samples": samples, **{n: answer.value(f"{n}_achieved") for n in ("rho", "beta")}}
    if not question.common:
        extra["samples_total"] = samples * arms
    return Result(
        EACH,
        question,
        answer,
        title="one race after the other",
        chosen={"eta": found["eta"]},
        extra=extra,
        reported=("rho_achieved", "beta_achieved"),
        effort=polynomial(k),
        digits=digits,
    )


def recipe(result: Result) -> tuple[str, ...]:
    question = result.question
    draw = "samples and take the mean score v" if question.common else "rewards of every option and take the mean v"
    eta = typed(result.chosen["eta"])
    return (
        f"Agree on a random seed; derive from it for each of {question.k} rounds an exponential time t per option.",
        f"Draw {result.samples:,} fresh {draw} of each.",
        f"In every round take the option with the smallest t/exp(eta v) of those left, eta = {eta}.",
    )


WAYS = (
    Way(
        EACH,
        "one race of shared clocks after the other, among the options that are left",
        TopOptions.kind,
        derive,
        solve,
        ("samples", "rho", "beta"),
        polynomial=True,
        recipe=recipe,
    ),
)
