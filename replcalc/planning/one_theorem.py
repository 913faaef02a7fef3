"""Helpers of methods that apply one theorem at its best parameters: derivation, least samples, Result."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.fields import BallField
from replcalc.planning.effort import Effort, polynomial
from replcalc.planning.proving import by_name, promised
from replcalc.planning.result import Result
from replcalc.search.optimise import certain, smallest_integer
from replcalc.statements.certification import certify
from replcalc.statements.derivation import Derivation, Proof, run
from replcalc.statements.notation import BETA, RHO
from replcalc.statements.statement import Parameter, Statement

#: Names of a theorem's bounds in a derivation whose goals are called rho and beta.
ACHIEVED = {"rho": "rho_achieved", "beta": "beta_achieved"}


@cache
def theorem_and_goals(method: str, title: str, theorem: Statement, *inputs: Parameter) -> Derivation:
    """Return the derivation of the theorem with its goals; ``inputs``: in another order than its parameters."""
    proof = Proof(method, title, inputs or (*theorem.given, RHO, BETA))
    whole = proof.apply(theorem, names=ACHIEVED, **by_name(*theorem.given))
    return promised(proof, whole.rho, whole.beta)


def least_meeting(
    derivation: Derivation,
    inputs: Mapping[str, Any],
    goals: Mapping[str, fmpq],
    guess: int,
    lowest: int,
    unit: int = 1,
) -> int:
    """Return the least N, a multiple of ``unit``, at which two quantities certainly meet their goals; near a guess."""

    def log_excess(samples: int) -> arb:
        def at(field: BallField) -> arb:
            values = run(derivation, {**inputs, "N": fmpq(samples)}, field, check=False).values
            one, two = ((values[name] / field.number(goal)).log() for name, goal in goals.items())
            return one.max(two)

        return certain(at, samples, derivation.title)

    return smallest_integer(log_excess, guess, lowest, unit=unit)


def at_samples(
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
