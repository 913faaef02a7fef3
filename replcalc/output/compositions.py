"""Reports about algorithms put together: amplify, what is solved for, the trade-off, recipes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flint import fmpq

from replcalc.numbers.family import Family
from replcalc.output.report import Report, Table, cell_text, count_text
from replcalc.output.result import (
    answer_report,
    comparison_json,
    details_of,
    figures,
    overview,
    pipeline,
    result_tables,
)
from replcalc.planning.comparison import Comparison
from replcalc.planning.result import Result
from replcalc.planning.solution import Solution
from replcalc.planning.solving import unknown_of
from replcalc.statements.certification import Answer


# -- the report of ``amplify``: one algorithm made more replicable -----------------------------------------------------
def _conditions(answer: Answer | None) -> list[dict[str, Any]]:
    found = answer.conditions if answer is not None else ()
    return [{"statement": c.statement, "condition": c.condition, "verdict": c.verdict} for c in found]


def _solution(result: Result) -> dict[str, Any]:
    return {
        "route": result.method,
        "status": result.status.value,
        "applicable": result.applicable,
        "certified": result.certified,
        "quantities": result.quantities,
        "conditions": _conditions(result.answer),
    }


def amplify_report(comparison: Comparison, *, explain: bool = False, full: bool = False) -> Report:
    """One black-box algorithm from rho0 to rho: running it once, if that is enough, against making it better."""
    goal, chosen = comparison.question, comparison.results[0]
    data = comparison_json(comparison) | {"reason": chosen.why_not, **_solution(chosen)}
    notes = []
    if chosen.method != "naive" and chosen.certified and chosen.samples is not None:
        start, end, factor = cell_text(goal.rho0.values[0]), cell_text(goal.rho), fmpq(chosen.samples, goal.n.values[0])
        notes.append(f"From rho0 = {start} to rho = {end}: {cell_text(factor)} times the samples of one run.")
    tables = result_tables(chosen, explain=True) if explain else []
    return answer_report(comparison, data, tables, notes, full=full)


# -- the report of a question with one quantity missing: the value each way certifies, best first ----------------------
def solution_report(solution: Solution, *, explain: bool = False, full: bool = False) -> Report:
    """The value to take and what was checked; with ``full`` every way's, with ``explain`` the best in detail."""
    wished, solved = f"{_wish(solution)} {solution.unknown}", f"solved_{solution.unknown}"
    details = details_of(solution, explain=explain) if explain or len(solution.results) == 1 else []
    every = _with_value(solution, overview(solution), wished)
    data = _with_value(solution, figures(solution), solved)
    report = answer_report(solution, solution_json(solution), details, [f"{_heading(solution)}."], figures=data)
    named, _ = pipeline(solution) if getattr(solution.question, "names", None) is not None else ((), ())
    shown = ((every,) if full else ()) + tuple(details)
    return replace(report, tables=(every, *named, *details), text_tables=(*named, *shown))


def solution_json(solution: Solution) -> dict[str, Any]:
    """The JSON of every comparison, the unknown left open in ``inputs``, and under ``solve`` what was found."""
    data = comparison_json(solution)
    inputs = data["inputs"] | {solution.unknown: None}
    if solution.available is not None:
        inputs["samples"] = solution.available
    found = {
        method: {"value": s.value, "refused": s.refused, "checked": s.checked, "reason": s.result.why_not or s.why}
        for method, s in solution.solved.items()
    }
    told = {"unknown": solution.unknown, "wish": _wish(solution), "value": solution.value, "methods": found}
    return data | {"inputs": inputs, "solve": told}


def _wish(solution: Solution) -> str:
    sought = unknown_of(solution.question.kind, solution.unknown)
    return "fewest" if sought is None else sought.wish


def _heading(solution: Solution) -> str:
    """What is asked for, and what is given."""
    question = solution.question
    given = []
    for name in ("k", "n", "arms", "alpha", "rho", "rho0", "beta", "beta0"):
        value = getattr(question, name, None)
        if value is None or name == solution.unknown or name in question.assumed:
            continue
        if isinstance(value, Family):
            several = len(set(value.values)) > 1
            value = f"{len(value.runs):,} runs" if several and len(value.runs) > 6 else value.values
            value = value[0] if not several else ", ".join(map(cell_text, value)) if isinstance(value, tuple) else value
        given.append(f"{name} = {cell_text(value)}")
    if solution.available is not None:
        given.append(f"{count_text(solution.available)} {solution.unit}")
    return f"The {_wish(solution)} {solution.unknown} for {', '.join(given)}"


def _with_value(solution: Solution, table: Table, column: str) -> Table:
    """A table of every comparison, a way on each line, with the value found beside its name."""
    if solution.unknown == "samples":
        return table
    found = (solution.solved[result.method].value for result in solution.results)
    rows = tuple((row[0], value, *row[1:]) for row, value in zip(table.rows, found, strict=True))
    columns = (table.columns[0], column, *table.columns[1:])
    return replace(table, columns=columns, rows=rows, right=(1, *(place + 1 for place in table.right)))


# -- a recipe beside a report: numbered steps and the guarantee, for people and for machines ---------------------------
def with_recipe(report: Report, comparison: Comparison) -> Report:
    """The report with the steps of the best way that can be run; ``recipe`` is null where no steps are known."""
    found = comparison.recipe()
    if found is None:
        told = "No recipe: nothing here is certified and has steps written for it."
        return replace(report, data={**report.data, "recipe": None}, **_added(report, told))
    data = {"method": found.method, "steps": list(found.steps), "guarantee": found.guarantee}
    steps = [f"{number}. {step}" for number, step in enumerate(found.steps, start=1)]
    quoted = f"Guarantee: {found.guarantee}"
    written = (f"Recipe ({found.method}):", *steps, *(() if quoted in report.notes else (quoted,)))
    return replace(report, data={**report.data, "recipe": data}, **_added(report, *written))


def _added(report: Report, *told: str) -> dict[str, Any]:
    """The notes with more of them, for every format."""
    shown = None if report.text_notes is None else (*report.text_notes, *told)
    return {"notes": (*report.notes, *told), "text_notes": shown}
