"""Way ``grouped``: the problems in groups, a race for each, as large as the sampling rounds allow.

Groups of g problems cost about k/g times the samples of one group and take about C^g rounds each: C = 2 for votes as
angles (derived:binary-votes), C = L/D for squared votes (derived:raced-votes) with L possible answers per string. The
largest g within ``max_rounds`` is taken, for whichever of the two needs fewer samples.
"""

from __future__ import annotations

import math
from dataclasses import replace

from flint import fmpq

from replcalc.planning.assumption import ROUNDS
from replcalc.planning.effort import UNKNOWN_OUTPUTS
from replcalc.planning.steps import squared_votes
from replcalc.search.optimise import log_rational
from replcalc.sharper.race import method as direct
from replcalc.sharper.race import method_binary as binary
from replcalc.sharper.race.statement_raced_votes import race_rounds
from replcalc.symbolic.compiled import LOG, compiled
from replcalc.vocabulary import Composition, Derivation, Method, Result

QUANTITIES = ("samples", "rho", "beta", "runs")


def derive() -> Derivation:
    """Squared votes and a race for every group."""
    return direct.derive(direct.raced(2))


def solve(goal: Composition, digits: int) -> Result:
    """The certified result with fewest samples among both kinds of votes, each with its largest groups."""
    allowed = ROUNDS if goal.max_rounds is None else goal.max_rounds
    found = [_largest_squared(goal, digits, allowed)]
    if goal.outputs.two:
        found.append(angles(goal, digits, _size(fmpq(2), goal.k, allowed)))
    return min(found, key=lambda result: result.rank)


def angles(goal: Composition, digits: int, size: int) -> Result:
    """Votes as angles in groups of at most ``size`` problems."""
    return _shown(binary.solve(goal, digits, -(-goal.k // size), "grouped"), size, "votes as angles")


def squared(goal: Composition, digits: int, size: int) -> Result:
    """Squared votes in groups of at most ``size`` problems."""
    groups = -(-goal.k // size)
    result = direct.solve(goal, digits, direct.raced(groups))
    if result.answer is not None:
        unknown = goal.outputs.count is None
        effort = binary.effort_of(_choices(goal, result), goal.k, groups, result.answer.value("runs"), digits, unknown)
        result = replace(result, effort=effort)
    return _shown(result, size, "squared votes")


def _choices(goal: Composition, result: Result) -> fmpq:
    """L/D: the rounds of one problem's race."""
    return fmpq(goal.outputs.count or UNKNOWN_OUTPUTS) / result.value("D").lower


def _largest_squared(goal: Composition, digits: int, allowed: fmpq) -> Result:
    """D is only known once x0 and x1 are chosen: groups are made smaller until their rounds are few enough."""
    outputs = goal.outputs.count or UNKNOWN_OUTPUTS
    size = _size(outputs / (1 - goal.worst_rho0), goal.k, allowed)
    while True:
        result = squared(goal, digits, size)
        if result.answer is None or size == 1 or (result.effort and result.effort.within(allowed)):
            return result
        size = max(1, min(size - 1, _size(_choices(goal, result), goal.k, allowed)))


def _size(choices: fmpq, k: int, allowed: fmpq) -> int:
    """The largest g <= k at which the rounds of derived:race-rounds are not above ``allowed``, at least 1."""
    most, log_choices = log_rational(allowed), log_rational(choices)
    rounds, best = compiled(race_rounds.conclusion("rounds").expression, LOG), 1
    for g in range(1, min(k, 4000) + 1):
        if rounds(m=math.log(-(-k // g)), g=math.log(g), choices=log_choices) > most:
            break
        best = g
    return best


def _shown(result: Result, size: int, form: str) -> Result:
    chosen = {"group": size, "form": form, **result.chosen}
    return replace(result, method="grouped", chosen=chosen)


def recipe(result: Result) -> tuple[str, ...]:
    return squared_votes(result) if "J" in result.chosen else binary.recipe(result)


METHODS = (
    Method(
        "grouped",
        "the problems in groups, a race for each, as large as max-rounds allows: between separate and direct in time",
        Composition.kind,
        derive,
        solve,
        QUANTITIES,
        polynomial=True,
        recipe=recipe,
    ),
)
