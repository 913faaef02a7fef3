"""A vector of means within a Euclidean distance: every coordinate rounded to a grid of one width."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.exact import parse_positive, to_float
from replcalc.planning.assumption import (
    MOST_VARIANCE,
    Assumed,
    NumbersQuestion,
    parse_count,
    promised_variance,
    searched,
)
from replcalc.planning.one_theorem import at_samples, least_meeting, theorem_and_goals
from replcalc.planning.steps import typed
from replcalc.search.optimise import rounded
from replcalc.sharper.euclidean_mean.statement import euclidean_mean
from replcalc.symbolic.compiled import FLOAT, Compiled, compiled, in_parameters
from replcalc.vocabulary import Derivation, InputError, Method, PrecisionExhausted, Result, polynomial


@dataclass(frozen=True)
class EuclideanMean(NumbersQuestion):
    """The mean of vectors in [0, 1]^d within the distance ``alpha``; ``variance``: of one coordinate."""

    d: int
    alpha: fmpq
    rho: fmpq
    beta: fmpq
    variance: fmpq = MOST_VARIANCE

    kind: ClassVar[str] = "euclidean-mean"


def euclidean_question(d: Any, alpha: Any, rho: Any, beta: Any, variance: Any = None) -> EuclideanMean:
    """Parse and check what a user typed."""
    assumed = Assumed()
    spread = promised_variance(assumed, variance, "values in [0, 1] have no larger one")
    count, distance = parse_count(d, "d"), parse_positive(alpha, "alpha")
    if not fmpq(1, 10**6) <= distance or distance**2 >= count:
        raise InputError("alpha", alpha, "a distance from 1e-6 to below the diagonal, the root of d")
    return EuclideanMean(count, distance, searched(rho, "rho"), searched(beta, "beta"), spread, assumed=assumed)


NAME = "rounding"
#: Digits of the width and of the exponent; most samples that floats are asked about.
_DIGITS, _MOST = 9, 1e15


def derive() -> Derivation:
    """The theorem and the goals."""
    return theorem_and_goals(NAME, "Every coordinate rounded", euclidean_mean)


@cache
def _in_floats(name: str) -> Compiled:
    return compiled(in_parameters(euclidean_mean, name), FLOAT)


def _up(value: float) -> fmpq:
    """A short decimal that is no smaller."""
    return rounded(value * (1 + 10 ** (1 - _DIGITS)), _DIGITS)


def solve(question: EuclideanMean, digits: int) -> Result:
    """The least certified N at the width that the disagreement asks for."""
    exponent = _up(math.log(3) - math.log(to_float(question.beta)))
    fixed = {"d": float(question.d), "V": to_float(question.variance), "alpha": 1.0, "b": to_float(exponent)}

    def value(name: str, n: float, width: float) -> float:
        formula = _in_floats(name)
        at = fixed | {"N": n, "a": width}
        return float(formula(**{argument: at[argument] for argument in formula.arguments}))

    def width_at(n: float) -> float:
        return value("rho", n, 1.0) / to_float(question.rho)

    low, high = 1.0, 2.0
    while value("error", high, width_at(high)) > to_float(question.alpha):
        low, high = high, 2 * high
        if high > _MOST:
            raise PrecisionExhausted("euclidean mean: more samples than a search in floats can tell apart")
    while high / low > 1 + 1e-9 and high - low > 0.5:
        middle = (low + high) / 2
        far = value("error", middle, width_at(middle)) > to_float(question.alpha)
        low, high = (middle, high) if far else (low, middle)
    chosen = {"a": _up(width_at(math.ceil(high))), "b": exponent}
    inputs = question.point | chosen

    goals = {"rho_achieved": question.rho, "error": question.alpha}
    samples = least_meeting(derive(), inputs, goals, math.ceil(high), math.ceil(high / 2))
    title, effort = "every coordinate rounded", polynomial(question.d)
    return at_samples(question, derive(), inputs, samples, digits, title, chosen, ("error",), effort)


def recipe(result: Result) -> tuple[str, ...]:
    return (
        f"Agree on a random seed; derive from it an offset for each of {result.question.d:,} coordinates.",
        f"Draw {result.samples:,} fresh vectors and take their mean.",
        f"Round every coordinate to the centre of its cell, of width {typed(result.chosen['a'])}.",
    )


SUMMARY = "every coordinate rounded; errors add up like squares"
METHODS = (Method(NAME, SUMMARY, EuclideanMean.kind, derive, solve, recipe=recipe),)
