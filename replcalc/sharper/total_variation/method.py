"""Way ``sharp``: Lemma E for each algorithm, composition through total variation, a race."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from flint import fmpq

from replcalc.paper.main.statements import main_algorithm
from replcalc.planning.steps import lemma_e
from replcalc.sharper.lemma_e.method import SHAPE, convert_each, no_good_string, runs_of, too_few_strings
from replcalc.sharper.race.statement import race_composition
from replcalc.sharper.total_variation.search import SharpSearch
from replcalc.sharper.total_variation.statement import nonadaptive_tv, tv_to_replicable
from replcalc.vocabulary import (
    BETA,
    BETA0S,
    DELTA,
    NS,
    RHO,
    RHO0S,
    UNIT_LEFT_OPEN,
    Composition,
    Derivation,
    Family,
    Method,
    Parameter,
    Proof,
    Result,
    certify,
    exponential_time,
    family,
    family_inputs,
    promised,
)

EPSILON_EACH = Parameter(family("epsilon"), UNIT_LEFT_OPEN, "multiplicative closeness asked of the i-th algorithm")
QUANTITIES = ("samples", "rho", "beta", "gamma_star", "tv_rr", "tv", "blocks", "J")


def derive(*, with_failure: bool = False, raced: bool = True) -> Derivation:
    """derived:lemma-e, derived:nonadaptive-tv, derived:race-composition or derived:tv-to-replicable, and the goals."""
    inputs = (NS, RHO, RHO0S, BETA0S, EPSILON_EACH, DELTA, *SHAPE) + ((BETA,) if with_failure else ())
    proof = Proof("sharp", "Lemma E, total variation, a race" if raced else "Lemma E, total variation", inputs)
    epsilon, delta = EPSILON_EACH.entry, DELTA.variable
    each = convert_each(proof, epsilon=epsilon, delta=delta, beta0=BETA0S.entry)
    joint = proof.apply(nonadaptive_tv, gamma=delta, epsilon=epsilon, delta=delta)
    if raced:
        replicable = proof.apply(
            race_composition, gamma_star=joint.gamma_star, epsilon=epsilon, delta=delta, tv=joint.tv
        )
    else:
        replicable = proof.apply(tv_to_replicable, gamma_star=joint.gamma_star, tv=joint.tv)
    whole = proof.apply(main_algorithm, samples_each=each.samples, failure_each=each.failure)
    return promised(proof, replicable.rho, whole.beta)


def solve(goal: Composition, digits: int, *, raced: bool = True) -> Result:
    """Search delta and the epsilon_i; certify at the decimals found.

    ``raced``: with first acceptance in place of the race it is a stage of the waterfall.
    """
    if goal.worst_rho0 >= fmpq(1, 2):
        return Result("sharp", goal, None, no_good_string(goal.worst_rho0), derivation=derive())
    choice = SharpSearch(goal, raced).choose()
    if choice is None and goal.beta is not None:  # meet rho at least, and show by how much beta is missed
        choice = SharpSearch(replace(goal, beta=None), raced).choose()
    if choice is None:
        return Result("sharp", goal, None, too_few_strings(goal), derivation=derive())
    derivation = derive(with_failure=goal.beta is not None, raced=raced)
    answer = certify(derivation, family_inputs(goal) | choice, digits=digits, report=QUANTITIES)
    chosen = {name: value.values if isinstance(value, Family) else value for name, value in choice.items()}
    effort = exponential_time(goal.k, runs_of(goal, answer), digits)
    return Result("sharp", goal, answer, chosen=chosen, effort=effort, reported=QUANTITIES)


METHODS = (
    Method(
        "sharp",
        "Lemma E, then total variation and a race",
        Composition.kind,
        derive,
        solve,
        QUANTITIES,
        polynomial=False,
        recipe=partial(lemma_e, raced=True),
        on_screen=False,
    ),
)
