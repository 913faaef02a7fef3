"""The best of many options: shared clocks that larger scores speed up, every instance by itself or all in one race."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.numbers.exact import parse_integer
from replcalc.numbers.family import MAX_LENGTH
from replcalc.planning.assumption import (
    MOST_VARIANCE,
    ROUNDS,
    Assumed,
    NumbersQuestion,
    failure_or_half,
    parse_count,
    parse_unit,
    promised_variance,
)
from replcalc.planning.comparison import Least
from replcalc.planning.defaults import CHOICES
from replcalc.planning.effort import rounds_log10
from replcalc.planning.proving import ACHIEVED, at_samples, least_meeting
from replcalc.planning.recipe import typed
from replcalc.search.optimise import to_decimal
from replcalc.sharper.shrinking_window.lower import needed_for_coins
from replcalc.sharper.softmax_race import search
from replcalc.sharper.softmax_race.statement import OPTIONS, softmax_race, softmax_race_common, softmax_race_joint
from replcalc.sharper.threshold_test.lower import one_coin
from replcalc.vocabulary import (
    ALPHA,
    BETA,
    RHO,
    Derivation,
    Effort,
    Enclosure,
    K,
    Method,
    Proof,
    Result,
    by_name,
    polynomial,
    promised,
)


@dataclass(frozen=True)
class Choose(NumbersQuestion):
    """In each of k instances one of ``arms`` options, within ``alpha`` of the best: rho-replicably, but for beta.

    ``common``: all options of an instance are scored on the same samples. ``variance``: of one reward, at most; with
    ``common`` of the difference of two scores.
    """

    k: int
    arms: int
    alpha: fmpq
    rho: fmpq
    beta: fmpq
    common: bool = False
    variance: fmpq = MOST_VARIANCE
    max_rounds: fmpq = field(default=ROUNDS, kw_only=True)

    kind: ClassVar[str] = "choose"


def choose_question(
    arms: Any,
    alpha: Any,
    rho: Any,
    beta: Any = None,
    k: Any = None,
    *,
    common: bool = False,
    variance: Any = None,
    settings: Mapping[str, fmpq] | None = None,
) -> Choose:
    """Parse and check what a user typed; ``beta`` None is assumed: half of rho."""
    assumed = Assumed()
    difference = "of a difference of two scores in [0, 1]" if common else ""
    count = assumed.parsed("k", k, CHOICES, lambda text, name: parse_integer(text, name, maximum=MAX_LENGTH))
    spread = promised_variance(assumed, variance, "rewards in [0, 1] have no larger one", difference)
    options, accuracy, allowed = (
        parse_count(arms, "arms", minimum=2),
        parse_unit(alpha, "alpha"),
        parse_unit(rho, "rho"),
    )
    failure, half = failure_or_half(beta, allowed)
    return Choose(
        count,
        options,
        accuracy,
        allowed,
        failure,
        bool(common),
        spread,
        settings=dict(settings or {}),
        assumed={**assumed, **half},
    )


EACH, JOINT = "softmax", "softmax-joint"
#: N is the least one to so many digits, as a multiple of a unit.
_FINE = 10**12
#: What samples count where every option has draws of its own.
PER_OPTION = "samples per option"


def _theorem(common: bool) -> Any:
    return softmax_race_common if common else softmax_race


@cache
def derive(common: bool = False, joint: bool = False) -> Derivation:
    """The theorem and the goals; ``joint``: one race over the choices of all instances."""
    theorem = _theorem(common)
    own = tuple(theorem.parameter(name) for name in ("N", "eta", "V"))
    title = "One race over all combinations" if joint else "A race for every choice"
    proof = Proof(JOINT if joint else EACH, title, (K, OPTIONS, ALPHA, RHO, BETA, *own))
    shared = by_name(OPTIONS, ALPHA, *own)
    if not joint:
        whole = proof.apply(theorem, names=ACHIEVED, k=K.variable, **shared)
        return promised(proof, whole.rho, whole.beta)
    one = proof.apply(theorem, names={"rho": "rho_one", "beta": "beta_one", "root": "root_one"}, k=1, **shared)
    whole = proof.apply(softmax_race_joint, names=ACHIEVED, k=K.variable, spread=one.spread, beta_each=one.beta_each)
    return promised(proof, whole.rho, whole.beta)


def solved(question: Any, point: Mapping[str, fmpq], digits: int, *, common: bool, joint: bool) -> Result:
    """The least certified N at the speed that the search finds. ``point``: k, arms, alpha, rho, beta and V."""
    k, derivation = point["k"], derive(common, joint)
    share = 1 / k if not joint else 1 / to_decimal(math.sqrt(int(k.p)), 9)
    odds = (point["arms"] - 1) * (1 - point["beta"] / k) * k / point["beta"]
    found = search.race(_theorem(common), dict(point), point["rho"] * share, odds)
    inputs = {**point, "eta": found["eta"]}
    samples = least_race(derivation, inputs, int(found["N"].p))
    each, arms = int(k.p), int(point["arms"].p)
    title = "one race over all combinations" if joint else "a race of shared clocks for every choice"
    chosen, effort = {"eta": found["eta"]}, _effort(each, arms, digits) if joint else polynomial(each)
    total = None if common else samples * each * arms
    return at_samples(question, derivation, inputs, samples, digits, title, chosen, effort=effort, total=total)


def least_race(derivation: Derivation, inputs: Mapping[str, fmpq], guess: int) -> int:
    """The least N at which both goals are met, near a guess."""
    unit = max(1, guess // _FINE)
    goals = {called: inputs[name] for name, called in ACHIEVED.items()}
    return least_meeting(derivation, inputs, goals, guess, unit, unit)


def _effort(k: int, arms: int, digits: int) -> Effort:
    """A race over arms^k combinations looks at no more of them."""
    return Effort(k, rounds_log10(((fmpq(1), k),), digits, arms), k == 1)


def solve(question: Choose, digits: int) -> Result:
    """A race for every choice."""
    return solved(question, question.point, digits, common=question.common, joint=False)


def solve_joint(question: Choose, digits: int) -> Result:
    """One race over all combinations of choices; on a common sample instances are not independent."""
    if question.common:
        reason = "instances scored on one sample are not independent"
        return Result(JOINT, question, None, reason, derivation=derive(joint=True))
    if question.k == 1:
        return Result(JOINT, question, None, "one choice is one race: see softmax", derivation=derive(joint=True))
    return solved(question, question.point, digits, common=False, joint=True)


def steps(joint: bool, common: Callable[[Any], bool]) -> Callable[[Result], tuple[str, ...]]:
    """What to do, for any question that asks for choices."""

    def recipe(result: Result) -> tuple[str, ...]:
        question, eta = result.question, typed(result.chosen["eta"])
        if common(question):
            draw = f"Draw {result.samples:,} fresh samples and take the mean score v of every option on all of them."
        else:
            draw = f"Draw {result.samples:,} fresh rewards of every arm and take the mean v of each."
        if joint and question.k > 1:
            return (
                "Agree on a random seed; derive from it an exponential time t for every choice of one option each.",
                draw,
                f"Output the choices with the smallest t/exp(eta (sum of its v)), eta = {eta}.",
            )
        each = "" if question.k == 1 else " of every instance"
        return (
            f"Agree on a random seed; derive from it an exponential time t for every option{each}.",
            draw,
            f"Output the option{each} with the smallest t/exp(eta v), eta = {eta}.",
        )

    return recipe


SUMMARY = "a race of shared clocks, sped up by exp(eta mean)"
SUMMARY_JOINT = "one race of shared clocks over all combinations of choices"
_WAYS = ((EACH, SUMMARY, False, solve), (JOINT, SUMMARY_JOINT, True, solve_joint))
METHODS = tuple(
    Method(
        name,
        summary,
        Choose.kind,
        partial(derive, False, joint),
        solver,
        polynomial=not joint,
        recipe=steps(joint, lambda question: question.common),
    )
    for name, summary, joint, solver in _WAYS
)


def two_options(alpha: fmpq, rho: fmpq, beta: fmpq, *, common: bool, variance: fmpq) -> list[Least]:
    """Samples of each of two options; with ``common`` of both, ``variance`` then being that of a difference."""
    width = 2 * arb(variance if common else 4 * variance).sqrt()
    gap = Enclosure.from_ball(arb(alpha) / width).upper  # a larger gap is easier to see
    model = "two options as one coin"
    bounds = [bound for bound in (one_coin(gap, rho, beta, model), needed_for_coins(1, gap, rho, beta, model)) if bound]
    if not bounds:
        return []
    found = max(bounds, key=lambda bound: bound.samples)
    each = found.samples if common else (found.samples + 1) // 2
    return [Least(found.statement, each, found.model)] if each > 1 else []


def lower_bounds(question: Choose, failure: fmpq | None) -> list[Least]:
    """Of one instance of two options, where it is quick to find; more instances and options contain it."""
    return two_options(question.alpha, question.rho, question.beta, common=question.common, variance=question.variance)
