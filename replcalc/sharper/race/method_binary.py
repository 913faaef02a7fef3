"""Way ``binary``: at most two answers per string, votes as angles, one race for every group (derived:binary-votes)."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.planning.blocks import one_term, rough_excess, smallest_samples
from replcalc.planning.recipe import sizes
from replcalc.planning.steps import groups_text, race
from replcalc.search.optimise import log_rational
from replcalc.sharper.race.statement_binary_votes import ARCSINE, LINEAR, binary_votes
from replcalc.sharper.race.statement_raced_votes import GROUPS, race_rounds
from replcalc.statements.certification import starting_bits
from replcalc.symbolic.compiled import LOG, Compiled, compiled
from replcalc.symbolic.language import replace
from replcalc.vocabulary import (
    BETA,
    BETA0S,
    NS,
    RHO,
    RHO0S,
    Composition,
    Derivation,
    Effort,
    Enclosure,
    Method,
    Proof,
    Result,
    Symbol,
    blocks,
    by_name,
    certify_at,
    family_inputs,
    promised,
)

N, T = (binary_votes.parameter(name) for name in ("N", "T"))
QUANTITIES = ("samples", "rho", "beta", "distance", "runs")


@lru_cache(maxsize=8)
def derive(*, with_failure: bool = False, method: str = "binary") -> Derivation:
    """The theorem and the goals."""
    inputs = (NS, RHO, RHO0S, BETA0S, N, T, GROUPS) + ((BETA,) if with_failure else ())
    proof = Proof(method, "Votes as angles, a race for every group", inputs)
    whole = proof.apply(binary_votes, **by_name(NS, RHO0S, BETA0S, N, T, GROUPS))
    return promised(proof, whole.rho, whole.beta)


def solve(goal: Composition, digits: int, groups: int = 1, method: str = "binary") -> Result:
    """The smallest N that meets rho with so many groups."""
    if not goal.outputs.two:
        reason = "needs at most two answers per random string: outputs binary or two-per-string"
        return Result(method, goal, None, reason=reason, derivation=derive(method=method))
    samples = least_samples(goal, groups)
    inputs = family_inputs(goal) | blocks(goal, samples) | {GROUPS.name: groups}
    derivation = derive(with_failure=goal.beta is not None, method=method)
    answer = certify_at(samples, derivation, inputs, digits)
    chosen = {"groups": groups, "votes": tuple(inputs["T"].distinct)}
    effort = effort_of(2, goal.k, groups, answer.value("runs"), digits)
    return Result(method, goal, answer, chosen=chosen, effort=effort, reported=QUANTITIES)


def effort_of(choices: Any, k: int, groups: int, runs: int, digits: int, at_least: bool = False) -> Effort:
    """Rounds of the races by derived:race-rounds; with one group they grow exponentially with k."""
    with ball_precision(starting_bits(digits)):
        rounds = race_rounds.bound("rounds", choices=choices, g=-(-k // groups), m=groups)
        figure = Enclosure.from_ball(rounds.log() / arb(10).log())
    return Effort(runs, figure, groups == k, rounds_at_least=at_least)


def least_samples(goal: Composition, groups: int) -> int:
    """The smallest N for which rho is PROVED: one unit less is certainly not enough."""
    term, whole = _formulas()
    log_groups = math.log(groups)
    rough = rough_excess(
        goal,
        lambda votes, log_rho0: _log_term(term, math.log(votes), log_rho0),
        lambda total: float(whole(X=total, m=log_groups)),
    )
    inputs = family_inputs(goal) | {GROUPS.name: groups}
    return smallest_samples(goal, lambda N: (derive(), inputs | blocks(goal, N)), max(goal.n.distinct), rough)


@cache
def _formulas() -> tuple[Compiled, Compiled]:
    """ln of one problem's term of the distance, and of m g(distance/m), from the statement's own formulas."""
    distance, whole = binary_votes.conclusion("distance"), binary_votes.conclusion("rho").expression
    summed = replace(whole, {distance.variable: Symbol("X")})
    return one_term(binary_votes, distance.expression.function), compiled(summed, LOG)


def _log_term(term: Compiled, log_votes: float, log_rho0: float) -> float:
    """Beyond e^30 votes the term is inversely proportional to them to all digits of a float."""
    top = min(log_votes, 30.0)
    return float(term(T=top, rho0=log_rho0)) - (log_votes - top)


def recipe(result: Result) -> tuple[str, ...]:
    """Votes as angles and a race, or one for every group of the way ``grouped``."""
    goal, samples = result.question, result.samples
    assert samples is not None
    divided, inside = groups_text(goal.k, result.chosen.get("group"))
    clocks, run = race("one answer per problem", inside)

    def told(n: int) -> str:
        pairs = zip(goal.n.values, goal.rho0.values, strict=True)
        kinds = {_angles(rho0, samples // n) for size, rho0 in pairs if size == n}
        return f"T = {samples // n:,}, {' or, by rho0, '.join(sorted(kinds))} angles"

    return (
        f"{divided}Agree on a random seed. Derive from it a random string r_i for every algorithm, and {clocks}.",
        (
            f"Draw {samples:,} fresh samples, used by every problem; cut them into T_i = floor({samples:,}/n_i) "
            f"blocks of n_i samples for problem i ({sizes(goal.n, told)})."
        ),
        (
            "Run the i-th algorithm with string r_i once on each of its blocks. Of its two answers (in an order fixed "
            "beforehand) let K_i be the number of votes for the larger one."
        ),
        (
            "The larger answer gets probability sin(phi)^2, the other one cos(phi)^2, where phi = (pi/2) (d_0 + ... + "
            "d_(K-1))/(d_0 + ... + d_(T-1)) with K = K_i, T = T_i and d_m = 1/sqrt((m + 1)(T - m)) for arcsine angles, "
            "d_m = 1 for linear ones."
        ),
        run,
        "Output the answers in that vector.",
    )


def _angles(rho0: fmpq, votes: int) -> str:
    """The kind of angles whose term of the distance is smaller, by the statement's own formulas."""
    at = {"T": math.log(votes), "rho0": log_rational(rho0)}
    arcsine, linear = (one_term(binary_votes, term)(**at) for term in (ARCSINE, LINEAR))
    return "arcsine" if arcsine <= linear else "linear"


SUMMARY = "two answers per string, votes as angles and a race: (2/3) (sum of n_i)/rho^2 in the limit, for any rho0"
METHODS = (Method("binary", SUMMARY, Composition.kind, derive, solve, QUANTITIES, polynomial=False, recipe=recipe),)
