"""Statements proved by this project that frame every composition: the goal itself, and running side by side."""

from __future__ import annotations

from replcalc.formulas.language import MaxOver, Sum, at_most, ceiling
from replcalc.statements.notation import family, i, k, real
from replcalc.statements.statement import COUNT, NONNEGATIVE, UNIT_OPEN, Conclusion, Parameter, Statement, holds
from replcalc.theories.replicable_composition.notation import ns

_achieved, _target = real("rho_achieved"), real("rho_target")
_failing, _allowed = real("beta_achieved"), real("beta_target")

replicability_goal = Statement(
    label="goal:replicability",
    kind="analysis",
    title="The promised replicability is met",
    meaning="A bound on the disagreement that is at most rho proves rho-replicability.",
    given=(
        Parameter(_achieved, NONNEGATIVE, "proved bound on the disagreement", name="achieved"),
        Parameter(_target, UNIT_OPEN, "promised replicability", name="target"),
    ),
    assumes=(holds(at_most(_achieved, _target)),),
)

failure_goal = Statement(
    label="goal:failure",
    kind="analysis",
    title="The promised failure probability is met",
    meaning="A bound on the failure probability that is at most beta proves that the whole fails that rarely.",
    given=(
        Parameter(_failing, NONNEGATIVE, "proved bound on the failure probability", name="achieved"),
        Parameter(_allowed, UNIT_OPEN, "promised failure probability", name="target"),
    ),
    assumes=(holds(at_most(_failing, _allowed)),),
)

_rho0s, _beta0s = family("rho0"), family("beta0")

side_by_side = Statement(
    label="derived:side-by-side",
    kind="lemma",
    title="Running the algorithms side by side",
    meaning=(
        "On one common sample, the k algorithms disagree somewhere, or fail somewhere, with at most the sum of their "
        "probabilities."
    ),
    given=(
        Parameter(ns, COUNT, "samples of the i-th algorithm"),
        Parameter(_rho0s, UNIT_OPEN, "its replicability"),
        Parameter(_beta0s, UNIT_OPEN, "its failure probability"),
    ),
    gives=(
        Conclusion(real("N"), "=", ceiling(MaxOver(ns[i], (i, 1, k))), "samples of the whole", name="samples"),
        Conclusion(real("rho"), "<=", Sum(_rho0s[i], (i, 1, k)), "disagreement of the whole (union bound)"),
        Conclusion(real("beta"), "<=", Sum(_beta0s[i], (i, 1, k)), "failure of the whole (union bound)"),
    ),
    uses=("def:replic", "def:statistical_problem"),
)

STATEMENTS = (replicability_goal, failure_goal, side_by_side)
