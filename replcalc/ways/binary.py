"""Way ``binary``: at most two answers per string, votes as angles, one race for every group (derived:binary-votes)."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Any

import sympy as sp
from flint import arb

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.fields import ball_precision
from replcalc.questions.composition import Composition
from replcalc.questions.inputs import BETA, BETA0S, NS, RHO, RHO0S, family_inputs
from replcalc.search.blocks import rough_excess, smallest_samples
from replcalc.statements.certification import DECISION_CEILING, certify, starting_bits
from replcalc.statements.compiled import LOG_FLOAT, Compiled, compiled
from replcalc.statements.derivation import Derivation, Proof
from replcalc.statements.notation import i
from replcalc.theories.sharper.binary_votes import binary_votes
from replcalc.theories.sharper.goals import failure_goal, replicability_goal
from replcalc.theories.sharper.raced_votes import GROUPS, race_rounds
from replcalc.ways.effort import Effort
from replcalc.ways.result import Result
from replcalc.ways.way import Way

N, T = (binary_votes.parameter(name) for name in ("N", "T"))
QUANTITIES = ("samples", "rho", "beta", "distance", "runs")


@lru_cache(maxsize=8)
def derive(*, with_failure: bool = False, way: str = "binary") -> Derivation:
    """The theorem and the goals."""
    inputs = (NS, RHO, RHO0S, BETA0S, N, T, GROUPS) + ((BETA,) if with_failure else ())
    proof = Proof(way, "Votes as angles, a race for every group", inputs)
    whole = proof.apply(
        binary_votes,
        n=NS.symbol[i],
        rho0=RHO0S.symbol[i],
        beta0=BETA0S.symbol[i],
        N=N.symbol,
        T=T.symbol[i],
        m=GROUPS.symbol,
    )
    proof.apply(replicability_goal, achieved=whole.rho, target=RHO.symbol)
    if with_failure:
        proof.apply(failure_goal, achieved=whole.beta, target=BETA.symbol)
    return proof.derivation()


def solve(goal: Composition, digits: int, groups: int = 1, way: str = "binary") -> Result:
    """The smallest N that meets rho with so many groups."""
    if not goal.outputs.two:
        reason = "it needs at most two possible answers given the random string: outputs binary or two-per-string"
        return Result(way, goal, None, reason=reason, derivation=derive(way=way))
    samples = least_samples(goal, groups)
    inputs = family_inputs(goal) | _blocks(goal, samples) | {GROUPS.name: groups}
    derivation = derive(with_failure=goal.beta is not None, way=way)
    answer = certify(derivation, inputs, digits=digits, decision_bits=max(DECISION_CEILING, 16 * samples.bit_length()))
    chosen = {"groups": groups, "votes": tuple(inputs["T"].distinct)}
    effort = effort_of(2, goal.k, groups, answer.value("runs"), digits)
    return Result(way, goal, answer, chosen=chosen, effort=effort, reported=QUANTITIES)


def effort_of(choices: Any, k: int, groups: int, runs: int, digits: int, at_least: bool = False) -> Effort:
    """Rounds of the races by derived:race-rounds; with one group they grow exponentially with k."""
    with ball_precision(starting_bits(digits)):
        rounds = race_rounds.bound("rounds", choices=choices, g=-(-k // groups), m=groups)
        figure = Enclosure.from_ball(rounds.log() / arb(10).log())
    return Effort(runs, figure, groups == k, rounds_at_least=at_least)


def _blocks(goal: Composition, samples: int) -> dict[str, Any]:
    return {"N": samples, "T": goal.n.map(lambda n: samples // n)}


def least_samples(goal: Composition, groups: int) -> int:
    """The smallest N for which rho is PROVED: one unit less is certainly not enough."""
    term, whole = _formulas()
    log_groups = math.log(groups)
    rough = rough_excess(
        goal,
        lambda blocks, log_rho0: _log_term(term, math.log(blocks), log_rho0),
        lambda total: float(whole(X=total, m=log_groups)),
    )
    inputs = family_inputs(goal) | {GROUPS.name: groups}
    return smallest_samples(goal, derive(), lambda N: inputs | _blocks(goal, N), max(goal.n.distinct), rough)


@cache
def _formulas() -> tuple[Compiled, Compiled]:
    """ln of one problem's term of the distance, and of m g(distance/m), from the statement's own formulas."""
    term = binary_votes.conclusion("distance").expression.function
    plain = {binary_votes.parameter(name).term: sp.Symbol(name, positive=True) for name in ("T", "rho0")}
    distance = binary_votes.conclusion("distance").symbol
    whole = binary_votes.conclusion("rho").expression
    summed = whole.xreplace({distance: sp.Symbol("X", positive=True)})
    return compiled(term.xreplace(plain), LOG_FLOAT), compiled(summed, LOG_FLOAT)


def _log_term(term: Compiled, log_votes: float, log_rho0: float) -> float:
    """Beyond e^30 votes the term is inversely proportional to them to all digits of a float."""
    top = min(log_votes, 30.0)
    return float(term(T=top, rho0=log_rho0)) - (log_votes - top)


WAY = Way(
    "binary",
    "two answers per string, votes as angles and a race: (2/3) (sum of n_i)/rho^2 in the limit, for any rho0",
    Composition.kind,
    derive,
    solve,
    QUANTITIES,
    polynomial=False,
)
