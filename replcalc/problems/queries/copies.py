"""k copies of a base algorithm: composition ways applied to them, or each at rho/k; how queries and arms use them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flint import fmpq

from replcalc.ask.composition import Composition, composition
from replcalc.ask.effort import polynomial
from replcalc.ask.registry import get
from replcalc.ask.result import Result
from replcalc.numbers.errors import InputError, PrecisionExhausted, UnmetCondition
from replcalc.statements.certification import Answer
from replcalc.statements.statement import HiddenConstant

#: What the composition chose that is worth showing beside the base algorithm's own figures.
_CHOSEN = ("c", "J")


def copies(
    count: int, n0: int, target: fmpq, rho0: fmpq, beta0: fmpq, failure: fmpq, settings: Mapping[str, Any]
) -> Composition:
    """The goal of composing ``count`` copies of one base algorithm."""
    return composition(f"{n0}x{count}", target, rho0=rho0, beta0=beta0, beta=failure, settings=settings)


def composed(
    way: str,
    goal: Composition,
    digits: int,
    *,
    question: Any,
    title: str,
    name: str = "",
    extra: Mapping[str, Any] | None = None,
    base: tuple[HiddenConstant, ...] = (),
) -> Result:
    """The composition way ``way`` on copies of a base algorithm, as an answer to ``question`` under ``name``.

    ``extra``: figures of the base algorithm; ``base``: constants that its own bound leaves unspecified.
    """
    try:
        found = get(way).solve(goal, digits)
    except (PrecisionExhausted, UnmetCondition, InputError) as error:
        return Result(name or way, question, None, str(error), title=title, base=base)
    return replace(
        found,
        way=name or way,
        question=question,
        title=title,
        reported=("samples", "rho", "beta"),
        extra=dict(extra or {}),
        chosen={q: v for q, v in found.chosen.items() if q in _CHOSEN},
        base=base,
    )


def side_by_side(name: str, title: str, question: Any, answer: Answer, *shown: str, **chosen: fmpq) -> Result:
    """Each problem at rho/k and beta/k, which ``answer`` is about: union bounds give what is promised of all.

    ``shown``: quantities to show beside the samples and the shares of rho and beta.
    """
    return Result(
        name,
        question,
        answer,
        title=title,
        reported=("samples", "rho_each", "beta_each", *shown),
        extra={"rho": question.rho, "beta": question.beta},
        chosen=chosen,
        effort=polynomial(question.k),
    )
