"""Method ``side-by-side``: run all algorithms on one sample. The best where the rho0_i add up to at most rho."""

from flint import fmpq

from replcalc.planning.assumption import is_adaptive
from replcalc.sharper.adaptive_second_moment.budget import (
    apply_adaptive_sums,
    is_first_smaller,
    with_adaptive_guarantee,
)
from replcalc.sharper.votes.statement import side_by_side
from replcalc.vocabulary import (
    BETA,
    BETA0S,
    NS,
    RHO,
    RHO0S,
    Composition,
    Derivation,
    Method,
    Proof,
    Result,
    bindings_by_name,
    certify,
    family_inputs,
    polynomial,
    with_goals,
)


def derive(*, with_failure: bool = False, first: bool | None = None) -> Derivation:
    """Derive union bounds on disagreement and failure, one common sample.

    ``first``: of adaptive problems, whether the first theorem about them gives the last step.
    """
    proof = Proof("side-by-side", "Side by side", (NS, RHO, RHO0S, BETA0S) + ((BETA,) if with_failure else ()))
    whole = proof.apply(side_by_side, **bindings_by_name(NS, RHO0S, BETA0S))
    if first is not None:
        whole = apply_adaptive_sums(proof, whole.rho, whole.beta, first=first)
    return with_goals(proof, whole.rho, whole.beta)


def solve(goal: Composition, digits: int) -> Result:
    total = sum((rho0 * count for rho0, count in goal.rho0.runs), fmpq(0))
    first = is_first_smaller(total, goal.k) if is_adaptive(goal) else None
    steps = derive(with_failure=goal.beta is not None, first=first)
    answer = certify(steps, family_inputs(goal), digits=digits, exact_runs=10**7)
    result = Result("side-by-side", goal, answer, effort=polynomial(goal.k), reported=METHODS[0].quantities)
    return result if first is None else with_adaptive_guarantee(result, first=first)


def recipe(result: Result) -> tuple[str, ...]:
    goal = result.question
    return (
        f"Agree on a random seed; derive from it one random string for each of the {goal.k:,} algorithms.",
        f"Draw {result.samples:,} fresh samples.",
        "Run every algorithm once with its string, the i-th on the first n_i of these samples.",
        "Output all answers.",
    )


SUMMARY = "run every algorithm once on one sample; works when the rho0_i add up to at most rho"
METHODS = (Method("side-by-side", SUMMARY, Composition.kind, derive, solve, recipe=recipe, adaptive=True),)
