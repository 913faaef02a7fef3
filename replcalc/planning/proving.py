"""Helpers of the derivations of methods: inputs by name, goals at the end, blocks of votes; least samples, Result."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.fields import BallField
from replcalc.planning.composition import Composition
from replcalc.planning.effort import Effort, polynomial
from replcalc.planning.result import Result
from replcalc.search.optimise import certain, smallest_integer
from replcalc.statements.catalogue import statement as catalogued
from replcalc.statements.certification import DECISION_CEILING, Answer, certify
from replcalc.statements.derivation import Derivation, Proof, run
from replcalc.statements.notation import BETA, RHO
from replcalc.statements.statement import Parameter, Statement

#: The statements that end a derivation: a bound meets its target.
REPLICABILITY_GOAL, FAILURE_GOAL = "goal:replicability", "goal:failure"


def composition_inputs(goal: Composition, *, common: bool = False) -> dict[str, Any]:
    """Return inputs for statements about all algorithms; ``common``: that take one rho0 and beta0, the largest."""
    rho0, beta0 = (max(goal.rho0.distinct), max(goal.beta0.distinct)) if common else (goal.rho0, goal.beta0)
    inputs = {"n": goal.n, "rho": goal.rho, "rho0": rho0, "beta0": beta0}
    return inputs | ({"beta": goal.beta} if goal.beta is not None else {})


def bindings_by_name(*inputs: Parameter) -> dict[str, Any]:
    """Return inputs of a derivation as bindings of the parameters with the same names."""
    return {p.name: p.entry for p in inputs}


def derive_alone(name: str, statement: Statement, *inputs: Parameter) -> Derivation:
    """Return the derivation that applies one statement to inputs of the same names."""
    proof = Proof(name, statement.title, inputs)
    proof.apply(statement, **bindings_by_name(*inputs))
    return proof.derivation()


def with_goals(proof: Proof, rho: Any, beta: Any) -> Derivation:
    """Return the derivation with its goals at the end: the bounds meet rho and, if that is an input, beta."""
    proof.apply(catalogued(REPLICABILITY_GOAL), achieved=rho, target=RHO.variable)
    if BETA in proof.inputs:
        proof.apply(catalogued(FAILURE_GOAL), achieved=beta, target=BETA.variable)
    return proof.derivation()


def blocks(goal: Composition, samples: int) -> dict[str, Any]:
    """Return inputs for N samples and floor(N/n_i) blocks of them for every algorithm."""
    return {"N": samples, "T": goal.n.map(lambda n: samples // n)}


def certify_at(samples: int, derivation: Derivation, inputs: Mapping[str, Any], digits: int) -> Answer:
    """Certify with enough bits for that many samples: next to the least number, differences are tiny."""
    bits = max(DECISION_CEILING, 16 * samples.bit_length())
    return certify(derivation, inputs, digits=digits, decision_bits=bits)


# -- methods that apply one theorem at its best parameters -------------------------------------------------------------
#: Names of a theorem's bounds in a derivation whose goals are called rho and beta.
ACHIEVED = {"rho": "rho_achieved", "beta": "beta_achieved"}


@cache
def derive_with_goals(method: str, title: str, theorem: Statement, *inputs: Parameter) -> Derivation:
    """Return the derivation of the theorem with its goals; ``inputs``: in another order than its parameters."""
    proof = Proof(method, title, inputs or (*theorem.given, RHO, BETA))
    whole = proof.apply(theorem, names=ACHIEVED, **bindings_by_name(*theorem.given))
    return with_goals(proof, whole.rho, whole.beta)


def minimum_samples(
    derivation: Derivation, inputs: Mapping[str, Any], goals: Mapping[str, fmpq], guess: int, lowest: int, unit: int = 1
) -> int:
    """Return the least N, a multiple of ``unit``, at which two quantities certainly meet their goals; near a guess."""

    def log_excess(samples: int) -> arb:
        def at(field: BallField) -> arb:
            values = run(derivation, {**inputs, "N": fmpq(samples)}, field, check=False).values
            one, two = ((values[name] / field.number(goal)).log() for name, goal in goals.items())
            return one.max(two)

        return certain(at, samples, derivation.title)

    return smallest_integer(log_excess, guess, lowest, unit=unit)


def result_at_samples(
    question: Any,
    derivation: Derivation,
    inputs: Mapping[str, Any],
    samples: int,
    digits: int,
    title: str,
    chosen: Mapping[str, Any],
    reported: tuple[str, ...] = (),
    effort: Effort | None = None,
    total: int | None = None,
) -> Result:
    """Return the Result certified with ``samples``; ``total``: those of all arms together."""
    answer = certify(derivation, {**inputs, "N": fmpq(samples)}, digits=digits)
    extra: dict[str, Any] = {"samples": samples} | {name: answer.value(called) for name, called in ACHIEVED.items()}
    return Result(
        derivation.name,
        question,
        answer,
        title=title,
        chosen=chosen,
        extra=extra if total is None else extra | {"samples_total": total},
        reported=tuple(name for name in (*reported, *ACHIEVED.values()) if name in answer.quantities),
        effort=effort or polynomial(1),
        digits=digits,
    )
