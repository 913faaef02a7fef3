"""The k best of many options: one race after the other, each among those that are left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from replcalc.planning.proving import at_samples, theorem_and_goals
from replcalc.planning.recipe import typed
from replcalc.sharper.softmax_race import search
from replcalc.sharper.softmax_race.method import EACH, Choose, choose_question, least_race
from replcalc.sharper.softmax_race.statement_top import top_options, top_options_common
from replcalc.vocabulary import Derivation, InputError, Method, Result, polynomial


@dataclass(frozen=True)
class TopOptions(Choose):
    """``k`` of ``arms`` options in order, each within ``alpha`` of the k-th best."""

    kind: ClassVar[str] = "top"


def top_question(
    arms: Any, k: Any, alpha: Any, rho: Any, beta: Any, *, common: bool = False, variance: Any = None
) -> TopOptions:
    """Parse and check what a user typed."""
    one = choose_question(arms, alpha, rho, beta, k, common=common, variance=variance)
    if not one.k < one.arms:
        raise InputError("k", k, f"fewer than all {one.arms} options")
    assumed = {name: why for name, why in one.assumed.items() if name != "k"}
    return TopOptions(one.k, one.arms, one.alpha, one.rho, one.beta, one.common, one.variance, assumed=assumed)


def derive(common: bool = False) -> Derivation:
    """The theorem and the goals."""
    return theorem_and_goals(EACH, "One race after the other", top_options_common if common else top_options)


def solve(question: TopOptions, digits: int) -> Result:
    """The least certified N at the speed that the search finds."""
    point, k, arms = question.point, question.k, question.arms
    theorem = top_options_common if question.common else top_options
    given = {name: value for name, value in point.items() if name not in ("rho", "beta")}
    odds = k * (arms - k) * theorem.bound("squares", N=1, eta=1, **given) / question.beta
    found = search.race(theorem, point, question.rho, odds, k, "rho")
    inputs = {**point, "eta": found["eta"]}
    derivation = derive(question.common)
    samples = least_race(derivation, inputs, int(found["N"].p))
    chosen, total = {"eta": found["eta"]}, None if question.common else samples * arms
    title, effort = "one race after the other", polynomial(k)
    return at_samples(question, derivation, inputs, samples, digits, title, chosen, effort=effort, total=total)


def recipe(result: Result) -> tuple[str, ...]:
    question = result.question
    draw = "samples and take the mean score v" if question.common else "rewards of every option and take the mean v"
    eta = typed(result.chosen["eta"])
    return (
        f"Agree on a random seed; derive from it for each of {question.k} rounds an exponential time t per option.",
        f"Draw {result.samples:,} fresh {draw} of each.",
        f"In every round take the option with the smallest t/exp(eta v) of those left, eta = {eta}.",
    )


SUMMARY = "one race of shared clocks after the other, among the options that are left"
METHODS = (Method(EACH, SUMMARY, TopOptions.kind, derive, solve, recipe=recipe),)
