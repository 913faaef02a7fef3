"""The JSON of a Result: figures, conditions, steps, hidden constants. See docs/schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from replcalc.ask.adaptive import kind_of_problems
from replcalc.ask.assumption import Assumption
from replcalc.ask.least import Least
from replcalc.ask.result import Result
from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.exact import parse_rational
from replcalc.render.report import Later
from replcalc.statements.certification import CheckedCondition
from replcalc.statements.derivation import Application
from replcalc.statements.known import is_catalogued
from replcalc.statements.source import line, place


def least_json(bound: Least | None) -> dict[str, Any] | None:
    if bound is None:
        return None
    return {"statement": bound.statement, "samples": bound.samples, "model": bound.model}


def assumed_json(assumed: Mapping[str, Assumption]) -> dict[str, Any]:
    return {name: {"value": assumption.value, "why": assumption.why} for name, assumption in assumed.items()}


def result_json(result: Result) -> dict[str, Any]:
    """One way, complete."""
    steps = result.steps_taken
    return {
        "title": result.title,
        "status": result.status.value,
        "applicable": result.applicable,
        "certified": result.certified,
        "polynomial": result.polynomial,
        "rounds_at_least": result.effort.rounds_at_least if result.effort else None,
        "runs_at_least": result.effort.runs_at_least if result.effort else None,
        "reason": result.why_not,
        **({} if (told := kind_of_problems(result.question)) is None else {"problems": told}),
        "repair": dict(result.repair),
        "hidden_constants": hidden_json(result),
        "provenance": result.provenance,
        "quantities": result.quantities,
        "conditions": [condition_json(c) for c in result.conditions],
        "obligations": list(result.obligations),
        "steps": [step_json(step) for step in steps.steps] if steps else [],
        "cross_checked": bool(result.answer and result.answer.cross_checked),
    }


def hidden_json(result: Result) -> list[dict[str, Any]]:
    """Constants that a source leaves unspecified: the value used, the placeholder, what it stands for."""
    settings = getattr(result.question, "settings", {})
    return [
        {
            "name": h.name,
            "value": settings.get(h.name, parse_rational(h.default)),
            "default": str(h.default),
            "meaning": h.meaning,
            "reason": h.reason,
        }
        for h in result.hidden_constants
    ]


def condition_json(condition: CheckedCondition) -> dict[str, Any]:
    return {
        "statement": condition.statement,
        "condition": condition.hypothesis,  # written out where the JSON is: text needs no printer of formulas
        "verdict": condition.verdict,
        "margin": _rough(condition.margin),
        "index": condition.index,
    }


def _rough(value: Enclosure | None) -> Any:
    """A margin needs no twenty digits; keep it a bracket unless it is certain."""
    return None if value is None else Enclosure(value.lower, value.upper, bracket=not value.is_exact)


def step_json(step: Application) -> dict[str, Any]:
    statement = step.statement
    return {
        "statement": statement.label,
        "title": statement.title,
        "provenance": statement.provenance if is_catalogued(statement) else "yours",
        "line": line(statement.source),
        "where": place(statement.source),
        "citations": [str(c) for c in statement.cites],
        "for_each_i": step.each,
        "given": dict(step.bindings),
        "gives": Later(lambda: {str(symbol): c.told() for c, symbol in step.outputs()}),
    }
