"""From which beta on boosting wins: where the samples with boosting fall below those without.

The search runs on L = ln(1/beta), in which both costs are close to linear; what is reported is certified with exact
integers: boosting wins at ``wins`` and does not at ``not_yet``, one per cent above it. ``crossover`` compares with the
replicable solver that is boosted, ``crossover_with_best`` the best boosting known here with the best solver known here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.numbers.enclosure import short
from replcalc.numbers.errors import PrecisionExhausted, ReplcalcError
from replcalc.numbers.fields import BallField
from replcalc.planning.comparison import Comparison
from replcalc.problems.boosting.exact_tester import ExactTester
from replcalc.problems.boosting.inputs import Boosting
from replcalc.problems.boosting.method import (
    PARTS,
    SMALLEST_SEARCHED,
    best_float_cost,
    boost,
    boosted,
    compare_boosting,
    derive,
    derive_previous,
    exact_pac_tester,
    known,
    with_known_solver,
)
from replcalc.problems.boosting.problem import Problem
from replcalc.problems.boosting.registry import get
from replcalc.search.optimise import between, log_rational, rounded_down
from replcalc.statements.derivation import run

#: Smallest beta looked at, as ln(1/beta): about 1e-17000.
_FARTHEST = 40_000.0
#: The same where a split is searched in floats, which underflow below 1e-300.
_FARTHEST_FLOAT = 680.0
_STEP = fmpq(101, 100)
#: Digits that suffice to count samples.
_DIGITS = 10


@dataclass(frozen=True)
class Crossover:
    """Boosting needs fewer samples at ``wins`` (None: at no beta looked at, down to ``down_to``).

    ``not_yet`` is a slightly larger beta at which it does not (None: it wins at every beta up to 9/10).
    """

    wins: fmpq | None
    not_yet: fmpq | None
    down_to: fmpq


def crossover(problem: Problem, inputs: Mapping[str, fmpq], split: str, settings: Mapping[str, Any]) -> Crossover:
    """Find and certify the largest beta at which boosting wins."""

    def wins(value: fmpq) -> bool:
        found = boost(problem, {**inputs, "beta": value}, split=split, settings=settings)
        fewer: bool = found.value("n_new") < found.value("n_previous")
        return fewer

    advantage = _balls(problem, inputs, settings) if split == "paper" else _searched(problem, inputs, settings)
    return _crossing(inputs, split, advantage, wins)


def crossover_with_best(question: Boosting, split: str) -> Crossover | None:
    """The same against the best solver known here that needs no boosting; None where only the paper's is known, or
    where rho is too small for the floats of the search.

    What is boosted is that solver too where it has a closed form, with the best split; the paper's with ``split`` where
    it has none, or where the question sets constants of the paper's.
    """
    if known(question, _DIGITS).answer is None:
        return None
    solver = None if question.settings else with_known_solver(question.problem)
    problem, split = (get(question.problem), split) if solver is None else (solver, "optimal")
    settings = question.settings if solver is None else {}
    if split != "paper" and question.values["rho"] < SMALLEST_SEARCHED:
        return None

    def alone(value: fmpq) -> int:
        found = known(replace(question, values={**question.values, "beta": value}), _DIGITS)
        if not found.certified or found.samples is None:
            raise ReplcalcError(f"{question.problem}: the solver alone is not certified at beta = {short(value)}")
        return found.samples

    def wins(value: fmpq) -> bool:
        at = replace(question, values={**question.values, "beta": value}, settings=settings)
        found = boosted(at, split, _DIGITS, problem)
        return found.applicable and int(found.value("n_new")) < alone(value)

    def advantage(exponent: float) -> float:
        """ln of how many times more samples the solver alone needs."""
        value = beta_at(exponent)
        at = {**question.values, "beta": value}
        if split == "paper":
            cost = log_rational(fmpq(boosted(replace(question, values=at), split, _DIGITS).value("n_new")))
        else:
            found, _ = best_float_cost(problem, at, settings)
            if not math.isfinite(found):
                raise PrecisionExhausted("the split cannot be searched in floats")
            cost = math.log(found)
        return log_rational(fmpq(alone(value))) - cost

    try:
        return _crossing(question.values, "optimal", advantage, wins)
    except PrecisionExhausted:
        return None


def _crossing(
    inputs: Mapping[str, fmpq], split: str, advantage: Callable[[float], float], wins: Callable[[fmpq], bool]
) -> Crossover:
    """Where ``advantage`` of L = ln(1/beta) changes its sign, certified by ``wins``."""
    farthest = _FARTHEST if split == "paper" else _FARTHEST_FLOAT
    down_to = beta_at(farthest)
    near = math.log(10 / 9)
    if advantage(near) > 0:
        return Crossover(fmpq(9, 10), None, down_to)
    far = min(max(2 * log_rational(4 / inputs["rho"]), 4.0), farthest)
    while advantage(far) <= 0:
        if far >= farthest:
            return Crossover(None, None, down_to)
        near, far = far, min(2 * far, farthest)
    accuracy = min(5e-5 * far, 0.05) if split == "paper" else 5e-4 * far
    root = between(lambda x: -advantage(x), (near, -advantage(near)), (far, -advantage(far)), accuracy)
    return _certified(wins, root, down_to)


def _certified(fewer: Callable[[fmpq], bool], root: float, down_to: fmpq) -> Crossover:
    """Round to three digits and move by one per cent until boosting wins here and not one step above."""

    def wins(value: fmpq) -> bool:
        return value < 1 and fewer(value)

    value = rounded_down(beta_at(root), 3)
    moves = 0
    while not wins(value):
        value = rounded_down(value / _STEP, 3)
        moves += 1
        if moves > 40:
            raise ReplcalcError("the crossing could not be certified")
    while moves < 40:
        above = value * _STEP
        if not wins(above):
            return Crossover(value, above, down_to)
        value = rounded_down(above, 4)
        moves += 1
    raise ReplcalcError("the crossing could not be certified")


def _balls(problem: Problem, inputs: Mapping[str, fmpq], settings: Mapping[str, Any]) -> Callable[[float], float]:
    new, previous = derive(problem, "paper"), derive_previous(problem)

    def advantage(exponent: float) -> float:
        """(previous - new)/previous at beta = exp(-exponent)."""
        at = {**inputs, "beta": beta_at(exponent)}
        field = BallField(128)
        with field.active():
            after = run(new, at, field, settings, check=False).values
            before = arb(run(previous, at, field, settings, check=False).values["n_previous"])
            return float((1 - sum((arb(after[name]) for name in PARTS), arb(0)) / before).mid())

    return advantage


def _searched(problem: Problem, inputs: Mapping[str, fmpq], settings: Mapping[str, Any]) -> Callable[[float], float]:
    previous = derive_previous(problem)
    place: list[float] | None = None

    def advantage(exponent: float) -> float:
        nonlocal place
        at = {**inputs, "beta": beta_at(exponent)}
        field = BallField(64)
        with field.active():
            before = float(arb(run(previous, at, field, settings, check=False).values["n_previous"]).mid())
        cost, place = best_float_cost(problem, at, settings, place)
        return 1 - cost / before

    return advantage


def beta_at(exponent: float) -> fmpq:
    """exp(-exponent) as a short exact decimal, also far below the range of floats."""
    decimals = exponent / math.log(10)
    whole = math.floor(decimals)
    mantissa = round(10 ** (9 - (decimals - whole)))
    return fmpq(mantissa) * fmpq(10) ** (-9 - whole)


@dataclass(frozen=True, repr=False)
class Boosted(Comparison):
    """The ways, best first; ``split`` is the one asked for.

    ``crossing``: from which beta on it needs fewer samples than the solver it boosts; ``against_best``: the same
    against the best solver known here, if there is one; ``exact_tester``: the smallest tester by exact binomial tails.
    """

    split: str = "paper"
    crossing: Crossover | None = None
    against_best: Crossover | None = None
    exact_tester: ExactTester | None = None

    _writer: ClassVar[tuple[str, str]] = ("problems", "boost_report")


def boosted_problem(question: Boosting, split: str = "paper", digits: int = 20) -> Boosted:
    """The whole answer of ``replcalc boost``."""
    found = compare_boosting(question, split, digits)
    crossing = crossover(get(question.problem), question.values, split, question.settings)
    return Boosted(
        question,
        found.results,
        digits,
        unit=found.unit,
        split=split,
        crossing=crossing,
        against_best=crossover_with_best(question, split),
        exact_tester=exact_pac_tester(found[split]),
    )
