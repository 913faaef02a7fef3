"""Method ``privacy``: through differential privacy, n^2 k. Only its orders are known, no constant is specified."""

from replcalc.paper.through_privacy.statements import through_privacy
from replcalc.vocabulary import (
    BETA,
    BETA0,
    NS,
    RHO,
    Composition,
    Derivation,
    Method,
    Proof,
    Result,
    certify,
    composition_inputs,
    exponential_time,
    with_goals,
)


def derive(*, with_failure: bool = False) -> Derivation:
    proof = Proof("privacy", "Through differential privacy", (NS, RHO, BETA0) + ((BETA,) if with_failure else ()))
    whole = proof.apply(through_privacy, n=NS.entry, target=RHO.variable, beta0=BETA0.variable)
    return with_goals(proof, whole.rho, whole.beta)


def solve(goal: Composition, digits: int) -> Result:
    derivation = derive(with_failure=goal.beta is not None)
    answer = certify(derivation, composition_inputs(goal, common=True), goal.settings, digits=digits)
    effort = exponential_time(goal.k, goal.k, digits)
    return Result("privacy", goal, answer, effort=effort, reported=METHODS[0].quantities)


SUMMARY = "through differential privacy: about sum n_i^2/rho^2, constants hidden"
METHODS = (Method("privacy", SUMMARY, Composition.kind, derive, solve, polynomial=False),)
