"""Way ``direct``: squared votes drawn by a race (derived:raced-votes), in place of the whole pipeline of thm:main.

``raced(m)`` divides the problems into m groups: the method ``grouped``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import short
from replcalc.numbers.fields import ExactField
from replcalc.planning.effort import sampled_votes
from replcalc.planning.steps import squared_votes as voting_steps
from replcalc.sharper.race.least import best_choice, least_failure
from replcalc.sharper.race.statement_raced_votes import GROUPS, in_groups, raced_votes
from replcalc.sharper.race.statement_squared_votes import squared_votes
from replcalc.symbolic.evaluation import Environment, evaluate
from replcalc.vocabulary import (
    BETA,
    BETA0S,
    NS,
    RHO,
    RHO0S,
    UNIT_OPEN,
    Answer,
    Composition,
    Derivation,
    Effort,
    Enclosure,
    Family,
    Method,
    Parameter,
    Proof,
    Result,
    Statement,
    blocks,
    by_name,
    certify_at,
    family,
    family_inputs,
    k,
    promised,
)

N, T, J, X0, X1 = (squared_votes.parameter(name) for name in ("N", "T", "J", "x0", "x1"))
#: x0 and x1 are parameters of the analysis: the failure probability has its own.
Y0, Y1 = (
    Parameter(family(name), UNIT_OPEN, f"{of.name} in the bound on the failure probability")
    for name, of in (("y0", X0), ("y1", X1))
)

QUANTITIES = ("samples", "rho", "beta", "J", "x0", "x1", "D", "chi", "omega", "tau", "runs")


@dataclass(frozen=True)
class Theorem:
    """A theorem on squared votes: the statement to apply, the same in a form for searches, and its groups if any."""

    method: str
    title: str
    statement: Statement
    model: Statement
    groups: int | None = None


@cache
def raced(groups: int, method: str = "grouped") -> Theorem:
    """Squared votes with a race for each of so many groups."""
    return Theorem(method, "Direct composition by squared votes and a race", raced_votes, in_groups(groups), groups)


RACE = raced(1, "direct")


@lru_cache(maxsize=16)
def derive(theorem: Theorem = RACE, *, with_failure: bool = False, common: bool = True) -> Derivation:
    """The theorem and the goals. ``common``: one rho0, so omega is one number; otherwise they add up."""
    groups = () if theorem.groups is None else (GROUPS,)
    inputs = (NS, RHO, RHO0S, BETA0S, N, T, J, X0, X1, Y0, Y1) + ((BETA,) if with_failure else ()) + groups
    proof = Proof(theorem.method, theorem.title, inputs)
    common_names = {} if common else {"omega": "omega_largest", "omega_sum": "omega"}
    votes = by_name(NS, RHO0S, BETA0S, N, T, J)
    names = {**common_names, "beta": "beta_at_x"}
    whole = proof.apply(theorem.statement, names=names, **votes, **by_name(X0, X1, *groups))
    again = {c.name: f"{c.name}_at_y" for c in squared_votes.gives if c.name != "beta"}
    failing = proof.apply(squared_votes, names=again, **votes, x0=Y0.entry, x1=Y1.entry)
    return promised(proof, whole.rho, failing.beta)


def solve(goal: Composition, digits: int, theorem: Theorem = RACE) -> Result:
    """Search J, x0, x1; take the smallest certified N for them.

    The failure probability has its own x0 and x1, so often the samples for rho do for it. Where nothing meets both
    goals they show by how much beta is missed.
    """
    for_rho = best_choice(replace(goal, beta=None), theorem.model)
    result = certified(goal, for_rho.parameters, for_rho.samples, digits, theorem)
    if goal.beta is None or result.applicable:
        return result
    for_both = best_choice(goal, theorem.model)
    if not for_both.reaches:
        return result
    result = certified(goal, for_both.parameters, for_both.samples, digits, theorem)
    if result.applicable:
        return result
    # their own place was found in floats, and short decimals of it can miss the goal by a hair: x0, x1 were PROVED
    return certified(goal, for_both.parameters, for_both.samples, digits, theorem, failing_at_x=True)


def certified(
    goal: Composition,
    parameters: Mapping[str, Any],
    samples: int,
    digits: int,
    theorem: Theorem = RACE,
    *,
    failing_at_x: bool = False,
) -> Result:
    """Every condition and figure at the given J, x0, x1 (families) and number of samples.

    ``failing_at_x``: the failure probability takes x0 and x1 as well, in place of the place that suits it best.
    """
    common = len(goal.rho0.distinct) == 1
    derivation = derive(theorem, with_failure=goal.beta is not None, common=common)
    y0, y1 = (parameters["x0"], parameters["x1"]) if failing_at_x else least_failure(goal, samples, parameters["J"])
    inputs = family_inputs(goal) | dict(parameters) | blocks(goal, samples) | {"y0": y0, "y1": y1}
    if theorem.groups is not None:
        inputs[GROUPS.name] = theorem.groups
    answer = certify_at(samples, derivation, inputs, digits)
    chosen: dict[str, Any] = {"J": parameters["J"]}
    for name in ("x0", "x1", "y0", "y1"):
        values = inputs[name]
        chosen[name] = values.distinct[0] if len(set(values.distinct)) == 1 else values.values
    chosen["T"] = inputs["T"].values
    return Result(
        theorem.method,
        goal,
        answer,
        reason=_reason(goal, answer),
        chosen=chosen,
        effort=_effort(parameters, answer, digits, goal.outputs.count),
        reported=QUANTITIES,
    )


def _effort(parameters: Mapping[str, Any], answer: Answer, digits: int, outputs: int | None) -> Effort:
    """A candidate for all k answers is accepted with probability at least the product of the D_i over the outputs."""
    smallest, x0s, x1s = answer.value("D"), parameters["x0"], parameters["x1"]
    if len(x0s.distinct) == len(x1s.distinct) == 1 and isinstance(smallest, Enclosure) and smallest.is_exact:
        return sampled_votes([(smallest.lower, x0s.length)], answer.value("runs"), digits, outputs)
    expression = squared_votes.conclusion("D").expression
    places: dict[tuple[int, int], int] = {}
    for first, second, count in zip(x0s.codes, x1s.codes, x0s.counts, strict=True):
        places[first, second] = places.get((first, second), 0) + count
    shares = []
    for (first, second), count in places.items():
        x0, x1 = Family.constant(x0s.distinct[first], 1), Family.constant(x1s.distinct[second], 1)
        one = Environment({k: 1}, {X0.variable: x0, X1.variable: x1})
        shares.append((evaluate(expression, one, ExactField()), count))
    return sampled_votes(shares, answer.value("runs"), digits, outputs)


def _reason(goal: Composition, answer: Answer) -> str:
    """Why the goal is missed: the failing condition, and what no choice of parameters can get below."""
    if not answer.unmet:
        return ""
    text = answer.unmet[0].describe()
    if goal.beta is not None:
        terms = zip(goal.n.counts, goal.rho0.values, goal.beta0.values, strict=True)
        floor = sum((count * beta0 / (1 - rho0) for count, rho0, beta0 in terms), fmpq(0))
        if floor >= goal.beta:
            text += f"; beta cannot get below the sum of beta0_i/(1-rho0_i) = {short(floor)}"
    if goal.max_strings is not None:
        text += f"; more than {goal.max_strings} strings may help"
    return text


METHODS = (
    Method(
        "direct",
        "squared votes and a race: (8/3) rho0/(1-rho0) (sum of n_i)/rho^2 in the limit, no logarithm",
        Composition.kind,
        derive,
        solve,
        QUANTITIES,
        polynomial=False,
        recipe=voting_steps,
    ),
)
