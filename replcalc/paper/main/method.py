"""Method ``paper``: thm:main step by step as its proof has it, with the constants c, c1, ..., c4 as settings.

Choose parameters for a universal c (eq:def_eps_i_delta_i), convert each algorithm (lm:replic_to_pg), compose by
lm:pg_compose, close by cl:c_small_pg_compose_precond_hold (epsilon* <= rho/40, delta* <= rho^4/40), convert back
(lm:pg_to_replic). What the source leaves unspecified in the first step stays an unspecified constant.
"""

from replcalc.paper.main.method_tuned import BUDGET, STAR, convert_and_compose, count_least_runs
from replcalc.paper.main.statements import (
    close_enough,
    parameter_choice,
    pg_composition_simple,
    pg_to_replicable,
    small_c,
)
from replcalc.vocabulary import (
    BETA,
    BETA0,
    NS,
    RHO,
    RHO0,
    C,
    Composition,
    Derivation,
    Method,
    Proof,
    Result,
    bindings_by_name,
    certify,
    composition_inputs,
    exponential_time,
    k,
    with_goals,
)


def derive(*, with_failure: bool = False) -> Derivation:
    """Derive thm:main, step by step."""
    inputs = (NS, RHO, RHO0, BETA0, C) + ((BETA,) if with_failure else ())
    proof = Proof("paper", "Replicable composition as in thm:main", inputs)
    budget = proof.apply(parameter_choice, **bindings_by_name(NS, RHO, BETA0, C))
    _, whole = convert_and_compose(proof, budget)
    star = proof.apply(
        pg_composition_simple, epsilon=budget.epsilon, delta=budget.delta, delta_prime=budget.delta_prime
    )
    limits = {name: f"{name}_limit" for name in ("epsilon_star", "delta_star", "delta_prime")}
    limit = proof.apply(small_c, **bindings_by_name(RHO, BETA0, C), k=k, names=limits)
    proof.apply(
        close_enough,
        epsilon_star=star.epsilon_star,
        delta_star=star.delta_star,
        delta_prime=budget.delta_prime,
        epsilon_star_limit=limit.epsilon_star,
        delta_star_limit=limit.delta_star,
        delta_prime_limit=limit.delta_prime,
    )
    back = proof.apply(pg_to_replicable, gamma=star.gamma_star, epsilon=star.epsilon_star, delta=star.delta_star)
    return with_goals(proof, back.rho, whole.beta)


def solve(goal: Composition, digits: int) -> Result:
    """Certify at the universal c, or at the one that the user fixed: then the preconditions are all that limits it."""
    universal = UNIVERSAL.value(goal.settings)
    c = universal if goal.c is None else goal.c
    settings = {**goal.settings, "c_max": max(universal, c)}
    inputs = composition_inputs(goal, common=True) | {"c": c}
    derivation = derive(with_failure=goal.beta is not None)
    answer = certify(derivation, inputs, settings, digits=digits, report=QUANTITIES)
    effort = exponential_time(goal.k, count_least_runs(goal, answer), digits)
    return Result("paper", goal, answer, chosen={"c": c}, effort=effort, reported=QUANTITIES)


QUANTITIES = ("samples", "rho", "beta", *BUDGET, *STAR, "samples_each", "failure_each")
#: the absolute constant of cl:c_small_pg_compose_precond_hold (claim c.universal)
UNIVERSAL = next(constant for constant in small_c.hidden if constant.name == "c_max")

SUMMARY = "thm:main as proved: a universal c, lm:pg_compose, its polylogarithm as unspecified constants"
METHODS = (Method("paper", SUMMARY, Composition.kind, derive, solve, QUANTITIES, polynomial=False),)
