"""Means to a common accuracy, replicably: rounding one by one, cosine noise together or in groups, Gaussian noise.

One module serves every question that comes down to means: k statistical queries as they are, k best-arm instances as
k A means of accuracy alpha/2 (derived:arms-through-means).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.fields import ExactField, ball_precision
from replcalc.paper.boosting_applications.statements import ARMS, arms
from replcalc.planning.assumption import in_turn
from replcalc.planning.recipe import exact
from replcalc.planning.steps import typed
from replcalc.problems.queries import search
from replcalc.problems.queries.question import Arms, Queries
from replcalc.sharper.adaptive_second_moment.statement import adaptive_accuracy, adaptive_rounding, mean_deviation
from replcalc.sharper.arms_through_means.statement import arms_through_means
from replcalc.sharper.cosine.statement import cosine_queries
from replcalc.sharper.expected_gap_rounding.statement import averaged_rounding
from replcalc.sharper.gaussian.statement import gaussian_queries
from replcalc.sharper.race.statement_raced_votes import race_rounds
from replcalc.sharper.small_variance.search import least_threshold
from replcalc.sharper.small_variance.statement import variance_rounding
from replcalc.statements.certification import starting_bits
from replcalc.vocabulary import (
    ALPHA,
    BETA,
    RHO,
    Derivation,
    Effort,
    Enclosure,
    K,
    Method,
    Parameter,
    Proof,
    Result,
    Statement,
    alpha,
    by_name,
    certify,
    exponential_time,
    k,
    polynomial,
    promised,
)

#: Conclusions of the statements whose names the goals would define a second time.
_RENAMED = {"rho": "rho_achieved", "beta": "beta_achieved", "alpha": "alpha_achieved"}


@dataclass(frozen=True)
class Means:
    """What a question asks of means: how many, how accurately, and the inputs of its derivations."""

    count: int
    accuracy: fmpq
    inputs: tuple[Parameter, ...]


def asked(question: Queries | Arms) -> Means:
    if isinstance(question, Arms):
        return Means(question.k * question.arms, question.alpha / 2, (K, RHO, ALPHA, BETA, ARMS))
    return Means(question.k, question.alpha, (K, RHO, ALPHA, BETA))


@cache
def _derive(
    name: str, title: str, statement: Statement, own: tuple[str, ...], left: str, noise: str, kind: str
) -> Derivation:
    """``statement`` applied to the means of the question, with parameters of its own as further inputs; both goals.

    ``left``: its parameter for the accuracy, or for what the parameter ``noise`` leaves of it.
    """
    chosen = tuple(statement.parameter(p) for p in own)
    inputs = (K, RHO, ALPHA, BETA, *((ARMS,) if kind == Arms.kind else ()))
    proof = Proof(name, title, (*inputs, *chosen))
    count, accuracy = k, alpha
    if kind == Arms.kind:
        wanted = proof.apply(arms_through_means, k=k, arms=arms, alpha=alpha)
        count, accuracy = wanted.means, wanted.accuracy
    bound = by_name(*chosen) | {"k": count}
    bound[left] = accuracy - bound[noise] if noise else accuracy
    whole = proof.apply(statement, names=_RENAMED, **bound)
    return promised(proof, whole.rho, whole.beta)


_ROUNDED = ("rounding", "Every mean rounded")
derive_rounding = partial(_derive, *_ROUNDED, averaged_rounding, ("N", "lambda"), "alpha", "")
#: The same with a promised variance.
derive_calm = partial(_derive, *_ROUNDED, variance_rounding, ("N", "lambda", "V"), "alpha", "")
derive_cosine = partial(
    _derive, "cosine", "Cosine noise and a race", cosine_queries, ("N", "G", "g", "a"), "alpha1", "a"
)
derive_gaussian = partial(
    _derive, "gaussian", "Gaussian noise and a race", gaussian_queries, ("N", "sigma", "alpha1"), "alpha2", "alpha1"
)


@cache
def derive_adaptive(kind: str) -> Derivation:
    """Queries chosen one after the other: the disagreement by second moments, the failure by counting what is near."""
    own = (*(averaged_rounding.parameter(name) for name in ("N", "lambda")), adaptive_accuracy.parameter("x"))
    proof = Proof("rounding", "Every mean rounded, one query after the other", (K, RHO, ALPHA, BETA, *own))
    given = by_name(*own)
    N = given["N"]
    one = proof.apply(
        averaged_rounding,
        names={"rho": "rho_one", "beta": "beta_one", "gap": "gap_one"},
        k=1,
        alpha=alpha,
        N=N,
        **{"lambda": given["lambda"]},
    )
    far = proof.apply(mean_deviation, N=N)
    both = proof.apply(adaptive_rounding, names={"rho": "rho_achieved"}, k=k, N=N, a=one.width, deviation=far.deviation)
    wrong = proof.apply(
        adaptive_accuracy, names={"beta": "beta_achieved"}, k=k, N=N, a=one.width, x=given["x"], beta_one=one.beta
    )
    return promised(proof, both.rho, wrong.beta)


def _result(
    name: str,
    title: str,
    question: Queries | Arms,
    derivation: Derivation,
    digits: int,
    chosen: dict[str, fmpq],
    effort: Effort,
    reported: tuple[str, ...] = (),
) -> Result:
    answer = certify(derivation, question.point | chosen, digits=digits)
    achieved = {quantity: answer.value(f"{quantity}_achieved") for quantity in ("rho", "beta")}
    samples = int(chosen["N"].p)
    extra: dict[str, Any] = {"samples": samples, **achieved}
    if isinstance(question, Arms):
        extra["samples_total"] = samples * question.k * question.arms
    shown = {key: value for key, value in chosen.items() if key != "N"}
    return Result(
        name,
        question,
        answer,
        title=title,
        reported=("rho_achieved", "beta_achieved", *reported),
        extra=extra,
        chosen=shown,
        effort=effort,
    )


MeansSearch = Callable[[int, fmpq, fmpq, fmpq], dict[str, fmpq]]


def _found(searched: MeansSearch, question: Queries | Arms) -> dict[str, fmpq]:
    wanted = asked(question)
    return searched(wanted.count, wanted.accuracy, question.rho, question.beta)


def guessed(searched: MeansSearch) -> Callable[[Queries | Arms], int]:
    """The samples that a search finds for a question, not certified."""
    return lambda question: int(_found(searched, question)["N"].p)


#: The same samples that these ways certify.
GUESSES = {"rounding": guessed(search.rounding), "cosine": guessed(search.cosine), "gaussian": guessed(search.gaussian)}


def rounding(question: Queries | Arms, digits: int) -> Result:
    """Every mean rounded to a grid of its own random offset."""
    if question.variance is not None:
        wanted = asked(question)
        given = {"k": fmpq(wanted.count), "alpha": wanted.accuracy, "V": question.variance}
        chosen = least_threshold(variance_rounding, given, question.rho, question.beta) | {"V": question.variance}
        steps = derive_calm(question.kind)
    elif in_turn(question):
        chosen, steps = _found(search.adaptive_rounding, question), derive_adaptive(question.kind)
    else:
        chosen, steps = _found(search.rounding, question), derive_rounding(question.kind)
    title, effort = "every mean rounded to a random grid", polynomial(question.k)
    return _result("rounding", title, question, steps, digits, chosen, effort, ("width",))


def _cosine(name: str, title: str, question: Queries | Arms, digits: int, groups: int) -> Result:
    chosen = _found(partial(search.cosine, groups=groups), question)
    result = _result(name, title, question, derive_cosine(question.kind), digits, chosen, polynomial(question.k))
    with ball_precision(starting_bits(digits)):
        rounds = Enclosure.from_ball(result.value("rounds_log2").ball() * arb(2).log() / arb(10).log())
    return replace(result, effort=Effort(question.k, rounds, groups > 1))


def cosine(question: Queries | Arms, digits: int) -> Result:
    """Cosine noise on all means, drawn by one race."""
    return _cosine("cosine", "cosine noise, one race", question, digits, 1)


def group_size(count: int, max_rounds: fmpq) -> int:
    """The largest g for which ceil(count/g) races of 2^g + 1 points stay within ``max_rounds``; at least 1."""

    def rounds(size: int) -> fmpq:
        at = {"choices": 2, "g": size, "m": -(-count // size)}
        expected: fmpq = race_rounds.evaluate(ExactField(), **at)["rounds"]
        return expected

    size = 1
    while size < count and rounds(size + 1) <= max_rounds:
        size += 1
    return size


def cosine_grouped(question: Queries | Arms, digits: int) -> Result:
    """Cosine noise with a race per group, the groups as large as the rounds allow."""
    return cosine_in_groups(question, digits, group_size(asked(question).count, question.max_rounds))


def cosine_in_groups(question: Queries | Arms, digits: int, size: int) -> Result:
    """Cosine noise with a race for every group of at most ``size`` means."""
    groups = -(-asked(question).count // size)
    return _cosine("cosine-grouped", "cosine noise, a race per group", question, digits, groups)


def gaussian(question: Queries | Arms, digits: int) -> Result:
    """Gaussian noise on all means, drawn by one race."""
    chosen = _found(search.gaussian, question)
    effort = exponential_time(asked(question).count, question.k, digits)
    reported = ("tv", "race")
    return _result(
        "gaussian", "Gaussian noise", question, derive_gaussian(question.kind), digits, chosen, effort, reported
    )


@dataclass(frozen=True)
class AccuracySplit:
    """What is published around a sample mean, and how the accuracy is split between that and the sampling error.

    ``width``: of a grid cell, or of the interval that cosine noise may move an answer in; ``sigma``: of Gaussian noise.
    """

    width: fmpq | None
    sigma: fmpq | None
    published: fmpq
    sampled: fmpq


def accuracy_split(result: Result) -> AccuracySplit | None:
    """Of a way that publishes means; None for one that votes."""
    if not isinstance(result.question, Queries | Arms):
        return None
    accuracy, chosen = asked(result.question).accuracy, result.chosen
    if "sigma" in chosen:  # alpha1 is for the sample means, the rest for the noise
        return AccuracySplit(None, chosen["sigma"], accuracy - chosen["alpha1"], chosen["alpha1"])
    if "lambda" in chosen or "a" in chosen:
        published = chosen["lambda"] * accuracy if "lambda" in chosen else chosen["a"]
        return AccuracySplit(2 * published, None, published, accuracy - published)
    return None


def _frame(result: Result, middle: tuple[str, ...]) -> tuple[str, ...]:
    """What is done before and after the means are made replicable: they are taken, and for arms compared."""
    question = result.question
    count = asked(question).count
    if isinstance(question, Arms):
        draw = f"Pull every arm of every instance {result.samples:,} times; take the {count:,} mean rewards v."
        last = "In every instance output the arm with the largest of these values, the first one of equals."
    else:
        means = "sample mean v of the query" if count == 1 else f"{count:,} sample means v of the queries"
        draw = f"Draw {result.samples:,} fresh samples; take the {means}."
        last = "Output this value." if count == 1 else "Output these values."
    return (middle[0], draw, *middle[1:], last)


def rounded_means(result: Result, width: Any) -> tuple[str, ...]:
    """Means rounded to grids of width ``width`` with shared offsets."""
    count = asked(result.question).count
    offsets = "an offset" if count == 1 else f"{count:,} offsets"
    return _frame(
        result,
        (
            f"Agree on a random seed; derive from it {offsets}, uniform in [0, a) with a = {typed(width)}.",
            (
                f"Replace {'the' if count == 1 else 'every'} mean by the centre of the cell [offset + j a, "
                "offset + (j + 1) a), j an integer, that holds it."
            ),
        ),
    )


def _cosine_recipe(result: Result) -> tuple[str, ...]:
    groups, size, a = (exact(result.chosen[name]) for name in ("G", "g", "a"))
    return _frame(
        result,
        (
            (
                f"Agree on a random seed. Divide the {asked(result.question).count:,} means into groups of at most "
                f"{size} ({groups} in all), in an order fixed beforehand. For every group derive from the seed points "
                f"U_1, U_2, ..., uniform on [0, 2a)^g with a = {a} and g the size of the group, with arrival times "
                "t_1 < t_2 < ... of rate 1."
            ),
            (
                "In a group with means v let y_s be the point of the box v + [-a, a)^g whose coordinates differ from "
                "those of U_s by multiples of 2a, and c_s the product of cos^2(pi (y_s - v)/(2a)) over the coordinates."
            ),
            (
                "Replace the means of the group by the y_s with the smallest t_s/c_s; stop looking once the next "
                "arrival time exceeds the smallest so far."
            ),
        ),
    )


def _gaussian_recipe(result: Result) -> tuple[str, ...]:
    count, sigma = asked(result.question).count, exact(result.chosen["sigma"])
    return _frame(
        result,
        (
            (
                f"Agree on a random seed. Divide the space of {count:,} coordinates into cubes of side s = {sigma}; "
                "for every cube derive from the seed points y, uniform in it, with arrival times t of rate "
                f"s^{count:,} (one exponential gap after the other)."
            ),
            (
                f"Let p(y) be the density at y of {count:,} independent normal variables with means v and standard "
                f"deviation sigma = {sigma}. Replace the means by the point y with the smallest t/p(y) over all cubes."
            ),
            (
                "Look at the cubes around v first: with b the smallest ratio so far, a cube whose largest density is q "
                "needs to be looked at only up to the arrival time b q, and not at all once its first exceeds that."
            ),
        ),
    )


def methods(kind: str) -> tuple[Method, ...]:
    """The ways through means for a kind of question."""

    def method(name: str, summary: str, derive: Any, solve: Any, polynomial: bool, recipe: Any) -> Method:
        in_turn = name == "rounding" and kind == Queries.kind
        return Method(name, summary, kind, partial(derive, kind), solve, (), polynomial, recipe, adaptive=in_turn)

    def steps(result: Result) -> tuple[str, ...]:
        return rounded_means(result, 2 * result.chosen["lambda"] * asked(result.question).accuracy)

    grid = "every mean rounded to a random grid, the accuracy averaged"
    groups = "cosine noise, a race per group within the rounds allowed"
    return (
        method("rounding", grid, derive_rounding, rounding, True, steps),
        method("cosine", "cosine noise on all means, one race", derive_cosine, cosine, False, _cosine_recipe),
        method("cosine-grouped", groups, derive_cosine, cosine_grouped, True, _cosine_recipe),
        method("gaussian", "Gaussian noise on all means, one race", derive_gaussian, gaussian, False, _gaussian_recipe),
    )


METHODS = (*methods(Queries.kind), *methods(Arms.kind))
