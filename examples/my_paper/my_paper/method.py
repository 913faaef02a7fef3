"""Way ``majority``: every algorithm three times, side by side. Three times the samples, far fewer failures."""

from replcalc.vocabulary import (
    BETA,
    BETA0S,
    NS,
    RHO,
    RHO0S,
    Composition,
    Method,
    Proof,
    Result,
    by_name,
    certify,
    family_inputs,
    polynomial,
    promised,
)

from .statement import together


def derive(*, with_failure=False):
    """Lemma 3, then the goals: the bounds meet what was promised."""
    proof = Proof("majority", "Majorities of three", (NS, RHO, RHO0S, BETA0S) + ((BETA,) if with_failure else ()))
    whole = proof.apply(together, **by_name(NS, RHO0S, BETA0S))
    return promised(proof, whole.rho, whole.beta)


def solve(goal, digits):
    """Nothing is to be chosen: the derivation is evaluated and its conditions are decided."""
    answer = certify(derive(with_failure=goal.beta is not None), family_inputs(goal), digits=digits)
    return Result("majority", goal, answer, effort=polynomial(3 * goal.k), reported=METHODS[0].quantities)


def recipe(result):
    """The same as steps to carry out."""
    return (
        f"Agree on a random seed; derive three random strings for each of the {result.question.k:,} algorithms.",
        f"Draw {result.samples:,} fresh samples, in three equal parts.",
        "Run every algorithm three times, each time with a string and a part of its own.",
        "Output for every problem the answer that two of its three runs gave; if all differ, the first.",
    )


METHODS = (
    Method(
        name="majority",
        summary="every algorithm three times, side by side; what two of three runs say",
        kind=Composition.kind,
        derive=derive,
        solve=solve,
        quantities=("samples", "rho", "beta"),
        polynomial=True,
        recipe=recipe,
    ),
)
