"""Method ``paper-tuned``: the steps of thm:main with lm:pg_compose_het instead of lm:pg_compose, and the largest c.

Convert each algorithm (lm:replic_to_pg), compose (lm:pg_compose_het), convert back (lm:pg_to_replic). The unspecified
polylogarithm of the first step stays an unspecified constant; ``method.py`` has the paper's own steps.
"""

from typing import Any

from replcalc.numbers.enclosure import Enclosures
from replcalc.paper.main.largest_constant import choose_constant, closeness_steps
from replcalc.paper.main.statements import leading_order, main_algorithm, replicable_to_pg
from replcalc.planning.proving import FAILURE_GOAL
from replcalc.statements.catalogue import statement
from replcalc.vocabulary import (
    BETA,
    BETA0,
    NS,
    RHO,
    RHO0,
    Answer,
    C,
    Composition,
    Derivation,
    Method,
    Proof,
    Result,
    certify,
    composition_inputs,
    exponential_time,
)


def convert_and_compose(proof: Proof, budget: Any) -> tuple[Any, Any]:
    """Convert each algorithm to a perfectly generalizing one at its share of the budget; run all on one sample."""
    each = proof.apply_each(
        replicable_to_pg,
        n=NS.entry,
        rho0=RHO0.variable,
        beta0=BETA0.variable,
        epsilon=budget.epsilon,
        delta=budget.delta,
        names={"samples": "samples_each", "failure": "failure_each", "leading": "leading_each"},
    )
    return each, proof.apply(main_algorithm, samples_each=each.samples, failure_each=each.failure)


def derive(*, with_failure: bool = False) -> Derivation:
    """Derive thm:main with the composition of lm:pg_compose_het, step by step."""
    inputs = (NS, RHO, RHO0, BETA0, C) + ((BETA,) if with_failure else ())
    proof = Proof("paper-tuned", "Replicable composition as in thm:main, tuned", inputs)
    budget = closeness_steps(proof)
    each, whole = convert_and_compose(proof, budget)
    proof.apply(leading_order, leading_each=each.leading)
    if with_failure:
        proof.apply(statement(FAILURE_GOAL), achieved=whole.beta, target=BETA.variable)
    return proof.derivation()


def solve(goal: Composition, digits: int) -> Result:
    """Fix c (the largest that works, unless given) and certify."""
    chosen = choose_constant(goal)
    derivation = derive(with_failure=goal.beta is not None)
    inputs = composition_inputs(goal, common=True) | {"c": chosen["c"]}
    answer = certify(derivation, inputs, goal.settings, digits=digits, report=QUANTITIES)
    effort = exponential_time(goal.k, count_least_runs(goal, answer), digits)
    return Result("paper-tuned", goal, answer, chosen=chosen, effort=effort, reported=QUANTITIES)


def count_least_runs(goal: Composition, answer: Answer) -> int:
    """Return the least number of runs: every block of n_i samples is used by the i-th algorithm at least once."""
    runs = 0
    each = answer.value("samples_each")
    for (n, count), least in zip(goal.n.runs, each.floors() if isinstance(each, Enclosures) else each, strict=True):
        runs += count * max(1, least // n)
    return runs


BUDGET, STAR = ("epsilon", "delta", "delta_prime"), ("epsilon_star", "delta_star", "gamma_star")
_SAMPLES = ("samples", "samples_leading")
QUANTITIES = (*_SAMPLES, "rho", "beta", *BUDGET, "epsilon_k", "delta_k", *STAR, "samples_each", "failure_each")

SUMMARY = "the steps of thm:main with lm:pg_compose_het and the largest c that works"
#: With more problems the prefix sums of the composition, visited one by one, take seconds.
MOST_PROBLEMS = 100_000
METHODS = (
    Method(
        "paper-tuned",
        SUMMARY,
        Composition.kind,
        derive,
        solve,
        QUANTITIES,
        polynomial=False,
        most_problems=MOST_PROBLEMS,
    ),
)
