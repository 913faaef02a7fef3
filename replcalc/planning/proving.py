"""What the derivations of the ways share: inputs and the parameters of their names, goals at the end, votes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from replcalc.planning.composition import Composition
from replcalc.statements.catalogue import statement as catalogued
from replcalc.statements.certification import DECISION_CEILING, Answer, certify
from replcalc.statements.derivation import Derivation, Proof
from replcalc.statements.notation import BETA, RHO
from replcalc.statements.statement import Parameter, Statement

#: The statements that close a derivation: a bound meets what was promised.
REPLICABILITY_GOAL, FAILURE_GOAL = "goal:replicability", "goal:failure"


def common_inputs(goal: Composition) -> dict[str, Any]:
    """Values for statements that know one common rho0 and beta0: the worst of each holds for all."""
    inputs: dict[str, Any] = {"n": goal.n, "rho": goal.rho, "rho0": goal.worst_rho0, "beta0": goal.worst_beta0}
    return inputs | ({"beta": goal.beta} if goal.beta is not None else {})


def family_inputs(goal: Composition) -> dict[str, Any]:
    """Values for statements that take rho0 and beta0 member by member."""
    inputs: dict[str, Any] = {"n": goal.n, "rho": goal.rho, "rho0": goal.rho0, "beta0": goal.beta0}
    return inputs | ({"beta": goal.beta} if goal.beta is not None else {})


def by_name(*inputs: Parameter) -> dict[str, Any]:
    """Inputs of a derivation as bindings of the parameters that have their names."""
    return {p.name: p.entry for p in inputs}


def alone(name: str, statement: Statement, *inputs: Parameter) -> Derivation:
    """One statement applied to inputs of the same names."""
    proof = Proof(name, statement.title, inputs)
    proof.apply(statement, **by_name(*inputs))
    return proof.derivation()


def promised(proof: Proof, rho: Any, beta: Any) -> Derivation:
    """The derivation with the goals at its end: the bounds meet rho and, where that is among its inputs, beta."""
    proof.apply(catalogued(REPLICABILITY_GOAL), achieved=rho, target=RHO.variable)
    if BETA in proof.inputs:
        proof.apply(catalogued(FAILURE_GOAL), achieved=beta, target=BETA.variable)
    return proof.derivation()


def blocks(goal: Composition, samples: int) -> dict[str, Any]:
    """N samples, and floor(N/n_i) blocks of them for every algorithm."""
    return {"N": samples, "T": goal.n.map(lambda n: samples // n)}


def certify_at(samples: int, derivation: Derivation, inputs: Mapping[str, Any], digits: int) -> Answer:
    """``certify`` for so many samples: next to the least number that meets a goal, bits in proportion decide."""
    bits = max(DECISION_CEILING, 16 * samples.bit_length())
    return certify(derivation, inputs, digits=digits, decision_bits=bits)
