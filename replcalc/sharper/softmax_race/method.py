"""The best of many options: shared clocks that larger scores speed up, every instance by itself or all in one race."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.numbers.exact import parse_integer
from replcalc.numbers.family import MAX_LENGTH
from replcalc.planning.assumption import (
    CHOICES,
    MOST_VARIANCE,
    ROUNDS,
    Assumed,
    NumbersQuestion,
    failure_or_half,
    parse_count,
    parse_unit,
    variance_or_default,
)
from replcalc.planning.comparison import SampleBound
from replcalc.planning.effort import rounds_log10
from replcalc.planning.proving import ACHIEVED, derive_with_goals, minimum_samples, result_at_samples
from replcalc.planning.recipe import write_parameter
from replcalc.search.optimise import to_decimal
from replcalc.sharper.shrinking_window.lower import find_bound_for_coins
from replcalc.sharper.softmax_race import search
from replcalc.sharper.softmax_race.statement import OPTIONS, RACES, TOPS, softmax_race_joint
from replcalc.sharper.threshold_test.method import one_coin
from replcalc.vocabulary import (
    ALPHA,
    BETA,
    RHO,
    Derivation,
    Effort,
    Enclosure,
    InputError,
    K,
    Method,
    Proof,
    Result,
    bindings_by_name,
    polynomial,
    with_goals,
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


def parse_choose_question(
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
    spread = variance_or_default(assumed, variance, "rewards in [0, 1] have no larger one", difference)
    options, accuracy, allowed = (
        parse_count(arms, "arms", minimum=2),
        parse_unit(alpha, "alpha"),
        parse_unit(rho, "rho"),
    )
    failure, half = failure_or_half(beta, allowed)
    given, kept = (count, options, accuracy, allowed, failure, bool(common), spread), dict(settings or {})
    return Choose(*given, settings=kept, assumed={**assumed, **half})


@dataclass(frozen=True)
class TopOptions(Choose):
    """``k`` of ``arms`` options in order, each within ``alpha`` of the k-th best."""

    kind: ClassVar[str] = "top"


def parse_top_question(
    arms: Any, k: Any, alpha: Any, rho: Any, beta: Any, *, common: bool = False, variance: Any = None
) -> TopOptions:
    """Parse and check what a user typed."""
    one = parse_choose_question(arms, alpha, rho, beta, k, common=common, variance=variance)
    if not one.k < one.arms:
        raise InputError("k", k, f"fewer than all {one.arms} options")
    assumed = {name: why for name, why in one.assumed.items() if name != "k"}
    return TopOptions(one.k, one.arms, one.alpha, one.rho, one.beta, one.common, one.variance, assumed=assumed)


EACH, JOINT = "softmax", "softmax-joint"
#: N is the least one to so many digits, as a multiple of a unit.
_FINE = 10**12
#: Unit of the samples if every option has draws of its own.
PER_OPTION = "samples per option"


# -- choices in several instances --------------------------------------------------------------------------------------
@cache
def derive(common: bool = False, joint: bool = False) -> Derivation:
    """Return the theorem and the goals; ``joint``: one race over the choices of all instances."""
    theorem = RACES[common]
    own = tuple(theorem.parameter(name) for name in ("N", "eta", "V"))
    title = "One race over all combinations" if joint else "A race for every choice"
    proof = Proof(JOINT if joint else EACH, title, (K, OPTIONS, ALPHA, RHO, BETA, *own))
    shared = bindings_by_name(OPTIONS, ALPHA, *own)
    if not joint:
        whole = proof.apply(theorem, names=ACHIEVED, k=K.variable, **shared)
        return with_goals(proof, whole.rho, whole.beta)
    one = proof.apply(theorem, names={"rho": "rho_one", "beta": "beta_one", "root": "root_one"}, k=1, **shared)
    whole = proof.apply(softmax_race_joint, names=ACHIEVED, k=K.variable, spread=one.spread, beta_each=one.beta_each)
    return with_goals(proof, whole.rho, whole.beta)


def solve(question: Choose, digits: int) -> Result:
    """Return a race for every choice."""
    title = "a race of shared clocks for every choice"
    derivation, k = derive(question.common), fmpq(question.k)
    return _solve_race(question, digits, derivation, title, question.rho / k, polynomial(question.k))


def solve_joint(question: Choose, digits: int) -> Result:
    """Solve by one race over all combinations of choices, which looks at no more than arms^k of them.

    On a common sample instances are not independent.
    """
    derivation, k = derive(joint=True), question.k
    if question.common or k == 1:
        reason = "instances scored on one sample are not independent" if question.common else "one choice is one race"
        return Result(JOINT, question, None, reason, derivation=derivation)
    effort = Effort(k, rounds_log10(((fmpq(1), k),), digits, question.arms), False)
    title = "one race over all combinations"
    return _solve_race(question, digits, derivation, title, question.rho / to_decimal(math.sqrt(k), 9), effort)


def _solve_race(question: Choose, digits: int, derivation: Derivation, title: str, rho: fmpq, effort: Effort) -> Result:
    """Find the least certified N at the speed that gives every choice this share of rho and its share of beta."""
    odds = (question.arms - 1) * (1 - question.beta / question.k) * question.k / question.beta
    found = search.find_race(RACES[question.common], question.point, rho, odds)
    return _certify_result(question, digits, derivation, title, found, effort)


def _certify_result(
    question: Choose, digits: int, derivation: Derivation, title: str, found: Mapping[str, fmpq], effort: Effort
) -> Result:
    """Certify the least N at which both goals are met at a speed, near the N that was found with it."""
    instances = 1 if question.kind == TopOptions.kind else question.k
    inputs, guess = {**question.point, "eta": found["eta"]}, int(found["N"].p)
    unit = max(1, guess // _FINE)
    goals = {called: inputs[name] for name, called in ACHIEVED.items()}
    samples = minimum_samples(derivation, inputs, goals, guess, unit, unit)
    total = None if question.common else samples * instances * question.arms
    chosen = {"eta": found["eta"]}
    return result_at_samples(question, derivation, inputs, samples, digits, title, chosen, effort=effort, total=total)


def recipe(result: Result) -> tuple[str, ...]:
    """Return the steps of a race for every choice, of one for all, or of one round after the other."""
    question, eta = result.question, write_parameter(result.chosen["eta"])
    draw = f"Draw {result.samples:,} fresh rewards of every option and take the mean v of each."
    if question.common:
        draw = f"Draw {result.samples:,} fresh samples and take the mean score v of every option on all of them."
    each = "" if question.k == 1 else " of every instance"
    seed, first = f"for every option{each}", f"Output the option{each} with the smallest t/exp(eta v)"
    if question.kind == TopOptions.kind:
        seed = f"for each of {question.k} rounds and every option"
        first = "In every round take the option with the smallest t/exp(eta v) of those left"
    elif result.method == JOINT:
        seed = "for every choice of one option each"
        first = "Output the choices with the smallest t/exp(eta (sum of its v))"
    agree = f"Agree on a random seed; derive from it an exponential time t {seed}."
    return (agree, draw, f"{first}, eta = {eta}.")


# -- the k best, one race after the other ------------------------------------------------------------------------------
def derive_top(common: bool = False) -> Derivation:
    """Return the theorem and the goals."""
    return derive_with_goals(EACH, "One race after the other", TOPS[common])


def solve_top(question: TopOptions, digits: int) -> Result:
    """Return the least certified N at the speed that the search finds."""
    point, k = question.point, question.k
    theorem = TOPS[question.common]
    given = {name: value for name, value in point.items() if name not in ("rho", "beta")}
    odds = k * (question.arms - k) * theorem.bound("squares", N=1, eta=1, **given) / question.beta
    found = search.find_race(theorem, point, question.rho, odds, k, "rho")
    title = "one race after the other"
    return _certify_result(question, digits, derive_top(question.common), title, found, polynomial(k))


SUMMARY = "a race of shared clocks, sped up by exp(eta mean)"
SUMMARY_JOINT = "one race of shared clocks over all combinations of choices"
SUMMARY_TOP = "one race of shared clocks after the other, among the options that are left"
_derive_joint = partial(derive, joint=True)
METHODS = (
    Method(EACH, SUMMARY, Choose.kind, derive, solve, polynomial=True, recipe=recipe),
    Method(JOINT, SUMMARY_JOINT, Choose.kind, _derive_joint, solve_joint, polynomial=False, recipe=recipe),
    Method(EACH, SUMMARY_TOP, TopOptions.kind, derive_top, solve_top, recipe=recipe),
)


def bound_two_options(alpha: fmpq, rho: fmpq, beta: fmpq, *, common: bool, variance: fmpq) -> list[SampleBound]:
    """Bound the samples of each of two options (``common``: of both; ``variance`` is that of a difference)."""
    width = 2 * arb(variance if common else 4 * variance).sqrt()
    gap = Enclosure.from_ball(arb(alpha) / width).upper  # a larger gap is easier to see
    model = "two options as one coin"
    bounds = one_coin(gap, rho, beta, model), find_bound_for_coins(1, gap, rho, beta, model)
    found = max((bound for bound in bounds if bound), key=lambda bound: bound.samples, default=None)
    if found is None:
        return []
    each = found.samples if common else (found.samples + 1) // 2
    return [SampleBound(found.statement, each, found.model)] if each > 1 else []


def lower_bounds(question: Choose, failure: fmpq | None) -> list[SampleBound]:
    """Return lower bounds for one instance of two options, where quick to find; other questions contain it."""
    return bound_two_options(
        question.alpha, question.rho, question.beta, common=question.common, variance=question.variance
    )
