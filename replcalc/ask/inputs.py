"""The inputs that composition derivations share, as parameters; one place for their symbols and meanings."""

from __future__ import annotations

from typing import Any

from replcalc.ask.composition import Composition
from replcalc.statements.parameters import BETA, BETA0, BETA0S, NS, RHO, RHO0S, c, rho0
from replcalc.statements.statement import UNIT_OPEN, Parameter

RHO0 = Parameter(rho0, UNIT_OPEN, "replicability of each base algorithm")
C = Parameter(c, UNIT_OPEN, "the constant of the parameter choice")

__all__ = ["BETA", "BETA0", "BETA0S", "NS", "RHO", "RHO0", "RHO0S", "C", "common_inputs", "family_inputs"]


def common_inputs(goal: Composition) -> dict[str, Any]:
    """Values for statements that know one common rho0 and beta0: the worst of each holds for all."""
    inputs: dict[str, Any] = {"n": goal.n, "rho": goal.rho, "rho0": goal.worst_rho0, "beta0": goal.worst_beta0}
    return inputs | ({"beta": goal.beta} if goal.beta is not None else {})


def family_inputs(goal: Composition) -> dict[str, Any]:
    """Values for statements that take rho0 and beta0 member by member."""
    inputs: dict[str, Any] = {"n": goal.n, "rho": goal.rho, "rho0": goal.rho0, "beta0": goal.beta0}
    return inputs | ({"beta": goal.beta} if goal.beta is not None else {})
