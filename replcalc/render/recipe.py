"""A recipe beside a report: numbered steps and the guarantee, for people and for machines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from replcalc.ask.comparison import Comparison
from replcalc.render.report import Report


def with_recipe(report: Report, comparison: Comparison) -> Report:
    """The report with the steps of the best way that can be run; ``recipe`` is null where no steps are known."""
    found = comparison.recipe()
    if found is None:
        told = "No recipe: nothing here is certified and has steps written for it."
        return replace(report, data={**report.data, "recipe": None}, **_added(report, told))
    data = {"way": found.way, "steps": list(found.steps), "guarantee": found.guarantee}
    steps = [f"{number}. {step}" for number, step in enumerate(found.steps, start=1)]
    quoted = f"Guarantee: {found.guarantee}"
    written = (f"Recipe ({found.way}):", *steps, *(() if quoted in report.notes else (quoted,)))
    return replace(report, data={**report.data, "recipe": data}, **_added(report, *written))


def _added(report: Report, *told: str) -> dict[str, Any]:
    """The notes with more of them, for every format."""
    shown = None if report.text_notes is None else (*report.text_notes, *told)
    return {"notes": (*report.notes, *told), "text_notes": shown}
