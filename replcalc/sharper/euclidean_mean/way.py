"""A vector of means within a Euclidean distance: every coordinate rounded to a grid of one width."""

from __future__ import annotations

import math
from functools import cache

from flint import arb, fmpq

from replcalc.ask.steps import typed
from replcalc.formulas.compiled import FLOAT, Compiled, compiled, in_parameters
from replcalc.numbers.exact import to_float
from replcalc.numbers.fields import BallField
from replcalc.search.floats import rounded
from replcalc.search.integers import certain, smallest_integer
from replcalc.sharper.euclidean_mean.question import EuclideanMean
from replcalc.sharper.euclidean_mean.statement import euclidean_mean
from replcalc.statements.derivation import run
from replcalc.vocabulary import (
    BETA, RHO, Derivation, PrecisionExhausted, Proof, Result, Way, by_name, certify, polynomial, promised,
)  # fmt: skip

NAME = "rounding"
#: Digits of the width and of the exponent; most samples that floats are asked about.
_DIGITS, _MOST = 9, 1e15


@cache
def derive() -> Derivation:
    """The theorem and the goals."""
    proof = Proof(NAME, "Every coordinate rounded", (*euclidean_mean.given, RHO, BETA))
    names = {"rho": "rho_achieved", "beta": "beta_achieved"}
    whole = proof.apply(euclidean_mean, names=names, **by_name(*euclidean_mean.given))
    return promised(proof, whole.rho, whole.beta)


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

    def log_excess(samples: int) -> arb:
        def at(field: BallField) -> arb:
            values = run(derive(), inputs | {"N": fmpq(samples)}, field, check=False).values
            pairs = (("rho_achieved", question.rho), ("error", question.alpha))
            one, two = ((values[name] / field.number(goal)).log() for name, goal in pairs)
            return one.max(two)

        return certain(at, samples, "euclidean mean")

    samples = smallest_integer(log_excess, math.ceil(high), math.ceil(high / 2))
    answer = certify(derive(), inputs | {"N": fmpq(samples)}, digits=digits)
    achieved = {name: answer.value(f"{name}_achieved") for name in ("rho", "beta")}
    return Result(
        NAME,
        question,
        answer,
        title="every coordinate rounded",
        chosen=chosen,
        extra={"samples": samples, **achieved},
        reported=("error", "rho_achieved", "beta_achieved"),
        effort=polynomial(question.d),
        digits=digits,
    )


def recipe(result: Result) -> tuple[str, ...]:
    return (
        f"Agree on a random seed; derive from it an offset for each of {result.question.d:,} coordinates.",
        f"Draw {result.samples:,} fresh vectors and take their mean.",
        f"Round every coordinate to the centre of its cell, of width {typed(result.chosen['a'])}.",
    )


WAYS = (
    Way(
        NAME,
        "every coordinate rounded; errors add up like squares",
        EuclideanMean.kind,
        derive,
        solve,
        ("samples", "rho", "beta"),
        polynomial=True,
        recipe=recipe,
    ),
)
