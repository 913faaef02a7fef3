"""What no algorithm can do with fewer samples, for the model that a question is about: asked of every theory."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from flint import fmpq

from replcalc.ask.proving import alone
from replcalc.ask.registry import lower_bound_modules
from replcalc.numbers.enclosure import Verdict
from replcalc.statements.certification import certify
from replcalc.statements.statement import Statement


@dataclass(frozen=True)
class Least:
    """At least ``samples`` are needed in the model, by the statement of that label."""

    statement: str
    samples: int
    model: str


def excluded_by(statement: Statement, model: str, **values: fmpq) -> Least | None:
    """What the statement's ``samples`` exclude at these values, certified; None where it excludes nothing."""
    derivation = alone(statement.label, statement, *statement.given)
    answer = certify(derivation, values, digits=6, report=("samples",))
    samples = answer.value("samples")
    if answer.verdict is not Verdict.PROVED or not isinstance(samples, int) or samples < 2:
        return None
    return Least(statement.label, samples, model)


def least(question: Any, failure: fmpq | None = None) -> Least | None:
    """The largest lower bound that is known for the model. ``failure``: the failure probability that is promised."""
    modules = map(import_module, lower_bound_modules(getattr(question, "kind", "")))
    found = [bound for module in modules for bound in module.lower_bounds(question, failure) if bound is not None]
    return max(found, key=lambda bound: bound.samples, default=None)
