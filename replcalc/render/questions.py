"""What was asked, for machines and for people: one entry per kind of question."""

from __future__ import annotations

from typing import Any

from replcalc.numbers.family import Family
from replcalc.questions.composition import Composition
from replcalc.render.report import cell_text

#: Inputs with more runs than this are summarised in JSON instead of being echoed.
_ECHO_RUNS = 1000


def heading_of(question: Any) -> str:
    """One line: the question."""
    return {"composition": _composition_heading}[question.kind](question)


def inputs_of(question: Any) -> dict[str, Any]:
    """The exact inputs."""
    return {"composition": _composition_inputs}[question.kind](question)


def family_json(family: Family[Any]) -> Any:
    """A family as its runs, or how many there are if they are too many to echo."""
    if len(family.runs) > _ECHO_RUNS:
        return f"{len(family.runs)} runs"
    return [{"value": value, "count": count} for value, count in family.runs]


def _composition_heading(goal: Composition) -> str:
    sizes = str(goal.n) if len(goal.n.runs) <= 6 else f"{goal.n.length:,} algorithms"
    return f"Composing k = {goal.k:,} (n = {sizes}) to rho = {cell_text(goal.rho)}"


def _composition_inputs(goal: Composition) -> dict[str, Any]:
    def family(values: Family[Any]) -> Any:
        return values.values[0] if len(set(values.values)) == 1 else family_json(values)

    echo = len(goal.n.runs) <= _ECHO_RUNS
    return {
        "k": goal.k,
        "n": family_json(goal.n),
        "rho": goal.rho,
        "rho0": family(goal.rho0) if echo else "list",
        "beta0": family(goal.beta0) if echo else "list",
        "beta": goal.beta,
        "c": goal.c,
        "max_strings": goal.max_strings,
        "settings": dict(goal.settings),
    }
