"""Statements proved by this project that frame every composition: the goal itself, and running side by side."""

from __future__ import annotations

from replcalc.vocabulary import (
    COUNT,
    NONNEGATIVE,
    UNIT_OPEN,
    Conclusion,
    Parameter,
    Statement,
    at_most,
    beta0s,
    ceiling,
    greatest,
    i,
    ns,
    real,
    rho0s,
    total,
)

_achieved, _target = real("rho_achieved"), real("rho_target")
_failing, _allowed = real("beta_achieved"), real("beta_target")

replicability_goal = Statement(
    label="goal:replicability",
    kind="analysis",
    title="The requested replicability is met",
    meaning="A bound on the disagreement that is at most rho proves rho-replicability.",
    given=(
        Parameter(_achieved, NONNEGATIVE, "proved bound on the disagreement", name="achieved"),
        Parameter(_target, UNIT_OPEN, "requested replicability", name="target"),
    ),
    assumes=(at_most(_achieved, _target),),
)

failure_goal = Statement(
    label="goal:failure",
    kind="analysis",
    title="The requested failure probability is met",
    meaning="A bound on the failure probability that is at most beta proves that the whole fails that rarely.",
    given=(
        Parameter(_failing, NONNEGATIVE, "proved bound on the failure probability", name="achieved"),
        Parameter(_allowed, UNIT_OPEN, "requested failure probability", name="target"),
    ),
    assumes=(at_most(_failing, _allowed),),
)

side_by_side = Statement(
    label="derived:side-by-side",
    kind="lemma",
    title="Running the algorithms side by side",
    meaning="On one common sample, the k algorithms disagree somewhere, or fail somewhere, with at most the sum of "
    "their probabilities.",
    given=(
        Parameter(ns, COUNT, "samples of the i-th algorithm"),
        Parameter(rho0s, UNIT_OPEN, "its replicability"),
        Parameter(beta0s, UNIT_OPEN, "its failure probability"),
    ),
    gives=(
        Conclusion(real("N"), "=", ceiling(greatest(ns[i])), "samples of the whole", name="samples"),
        Conclusion(real("rho"), "<=", total(rho0s[i]), "disagreement of the whole (union bound)"),
        Conclusion(real("beta"), "<=", total(beta0s[i]), "failure of the whole (union bound)"),
    ),
    uses=("def:replic", "def:statistical_problem"),
)

STATEMENTS = (replicability_goal, failure_goal, side_by_side)
