"""Way ``naive``: run the algorithms side by side. Nothing beats it where the sum of the rho0_i is at most rho."""

from __future__ import annotations

from replcalc.sharper.side_by_side.statement import side_by_side
from replcalc.vocabulary import (
    BETA, BETA0S, NS, RHO, RHO0S, Composition, Derivation, Proof, Result, Way, by_name, certify, family_inputs,
    polynomial, promised,
)  # fmt: skip


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
        "run every algorithm once on one sample; works when the rho0_i add up to at most rho",
        Composition.kind,
        derive,
        solve,
        ("samples", "rho", "beta"),
        polynomial=True,
        recipe=recipe,
    ),
)
