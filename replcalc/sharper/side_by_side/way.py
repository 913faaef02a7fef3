"""Way ``naive``: run the algorithms side by side. Nothing beats it where the sum of the rho0_i is at most rho."""

from __future__ import annotations

from replcalc.ask.composition import Composition
from replcalc.ask.effort import polynomial
from replcalc.ask.inputs import BETA, BETA0S, NS, RHO, RHO0S, family_inputs
from replcalc.ask.proving import by_name, promised
from replcalc.ask.result import Result
from replcalc.ask.way import Way
from replcalc.sharper.side_by_side.statement import side_by_side
from replcalc.statements.certification import certify
from replcalc.statements.derivation import Derivation, Proof


def derive(*, with_failure: bool = False) -> Derivation:
    """Union bounds on disagreement and failure, one common sample."""
    proof = Proof("naive", "Side by side", (NS, RHO, RHO0S, BETA0S) + ((BETA,) if with_failure else ()))
    whole = proof.apply(side_by_side, **by_name(NS, RHO0S, BETA0S))
    return promised(proof, whole.rho, whole.beta)


def solve(goal: Composition, digits: int) -> Result:
    answer = certify(derive(with_failure=goal.beta is not None), family_inputs(goal), digits=digits, exact_runs=10**7)
    return Result("naive", goal, answer, effort=polynomial(goal.k), reported=WAYS[0].quantities)


def recipe(result: Result) -> tuple[str, ...]:
    goal = result.question
    return (
        f"Agree on a random seed; derive from it one random string for each of the {goal.k:,} algorithms.",
        f"Draw {result.samples:,} fresh samples.",
        "Run every algorithm once with its string, the i-th on the first n_i of these samples.",
        "Output all answers.",
    )


WAYS = (
    Way(
        "naive",
        "side by side with the largest n_i; works when the rho0_i add up to at most rho",
        Composition.kind,
        derive,
        solve,
        ("samples", "rho", "beta"),
        polynomial=True,
        recipe=recipe,
    ),
)
