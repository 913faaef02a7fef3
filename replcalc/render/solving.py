"""The report of a question with one quantity missing: the value each way certifies, best first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from replcalc.ask.solution import Solution
from replcalc.ask.solving import unknown_of
from replcalc.numbers.family import Family
from replcalc.render.pipeline import pipeline
from replcalc.render.report import Report, Table, cell_text, count_text
from replcalc.render.result import answer_report, comparison_json, details_of, figures, overview


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
        way: {"value": s.value, "refused": s.refused, "checked": s.checked, "reason": s.result.why_not or s.why}
        for way, s in solution.solved.items()
    }
    told = {"unknown": solution.unknown, "wish": _wish(solution), "value": solution.value, "ways": found}
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
    found = (solution.solved[result.way].value for result in solution.results)
    rows = tuple((row[0], value, *row[1:]) for row, value in zip(table.rows, found, strict=True))
    columns = (table.columns[0], column, *table.columns[1:])
    return replace(table, columns=columns, rows=rows, right=(1, *(place + 1 for place in table.right)))
