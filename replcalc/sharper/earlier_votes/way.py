"""Two stages of the waterfall between the pipeline and squared votes: exponential votes and thresholded squares.

Neither is a way of its own: squared votes need fewer samples (proof.md).
"""

from __future__ import annotations

from functools import cache
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import short
from replcalc.search.floats import decimal_up, from_log, log_rational, rounded
from replcalc.search.optimise import smallest_on
from replcalc.sharper.earlier_votes.statement import exponential_votes, thresholded_squares
from replcalc.sharper.squared_votes.least import best_choice
from replcalc.sharper.squared_votes.search import VotesSearch
from replcalc.sharper.squared_votes.statement import squared_votes
from replcalc.vocabulary import (
    BETA, BETA0S, NS, RHO, RHO0S, Composition, Derivation, Proof, Result, Statement, blocks, by_name, certify_at,
    exponential_time, family_inputs, promised,
)  # fmt: skip

QUANTITIES = ("samples", "rho", "beta", "J", "x0", "x1", "D", "chi", "omega", "tau", "runs")
_OWN = squared_votes.given[3:]


@cache
def derive(statement: Statement, with_failure: bool) -> Derivation:
    """The theorem and the goals."""
    weight = statement.given[-1]
    own = (*_OWN, weight)
    inputs = (NS, RHO, RHO0S, BETA0S, *own) + ((BETA,) if with_failure else ())
    proof = Proof(statement.label.removeprefix("derived:"), statement.title, inputs)
    whole = proof.apply(statement, **by_name(NS, RHO0S, BETA0S, *own))
    return promised(proof, whole.rho, whole.beta)


def _solve(goal: Composition, digits: int, statement: Statement, weight: fmpq) -> Result:
    """Search J, x0 and x1 at the given strength or threshold; the smallest certified N for them."""
    setting: dict[str, Any] = {statement.given[-1].name: weight}
    choice = best_choice(goal, statement, **setting)
    parameters = choice.parameters
    inputs = family_inputs(goal) | parameters | setting | blocks(goal, choice.samples)
    derivation = derive(statement, goal.beta is not None)
    answer = certify_at(choice.samples, derivation, inputs, digits)
    unmet = answer.unmet[0].describe() if answer.unmet else ""
    effort = exponential_time(goal.k, answer.value("runs"), digits)
    chosen = {"J": parameters["J"], "x0": parameters["x0"].values, "x1": parameters["x1"].values} | setting
    return Result(derivation.name, goal, answer, unmet, chosen=chosen, effort=effort, reported=QUANTITIES)


def exponentially(goal: Composition, digits: int) -> Result:
    """At the strength ln(k/rho), as a decimal: a string that is split in two keeps rho/k of the weight."""
    return _solve(goal, digits, exponential_votes, rounded(log_rational(fmpq(goal.k) / goal.rho), 6))


def above_threshold(goal: Composition, digits: int) -> Result:
    """At the threshold that needs the fewest samples: h = 1/2 + e^y, with y searched."""
    if goal.worst_rho0 >= fmpq(1, 2):
        return Result("thresholded-squares", goal, None, f"rho0 must be below 1/2 (it is {short(goal.worst_rho0)})")

    def samples(log_excess: float) -> float:
        found = VotesSearch(goal, thresholded_squares, h=_threshold(log_excess)).least_samples(float("inf"))
        return float("inf") if found is None else log_rational(fmpq(found[0]))

    return _solve(goal, digits, thresholded_squares, _threshold(smallest_on(samples, -9.0, -0.8, 0.02)[1]))


def _threshold(log_excess: float) -> fmpq:
    excess = from_log(log_excess)
    return fmpq(1, 2) + decimal_up(excess, excess)
