"""The report of a question with one quantity missing: the value each way certifies, best first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from replcalc.ask.result import Status
from replcalc.ask.solution import Solution
from replcalc.ask.solving import Solved, unknown_of
from replcalc.numbers.family import Family
from replcalc.render.details import result_tables
from replcalc.render.report import Report, Table, cell_text
from replcalc.render.result import answer_report, comparison_json, count_text, figures, overview, rests_on, time_text


def solution_report(solution: Solution, *, explain: bool = False) -> Report:
    """Every way with its value of the unknown, the best, what was checked; with ``explain`` the best in detail."""
    chosen = solution.results[0]
    wished, solved = f"{_wish(solution)} {solution.unknown}", f"solved_{solution.unknown}"
    tables = [_with_value(solution, overview(solution), wished)]
    if explain or len(solution.results) == 1:
        tables += result_tables(chosen, explain=explain)
    notes = (*solution_sentences(solution), *rests_on(chosen, (chosen,)))
    data = _with_value(solution, figures(solution), solved)
    return answer_report(solution, solution_json(solution), tables, notes, heading=_heading(solution), figures=data)


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
    return data | {"inputs": inputs, "explanation": " ".join(solution_sentences(solution)), "solve": told}


def _wish(solution: Solution) -> str:
    sought = unknown_of(solution.question.kind, solution.unknown)
    return "fewest" if sought is None else sought.wish


def _heading(solution: Solution) -> str:
    """What is asked for, and what is given."""
    question = solution.question
    given = []
    for name in ("k", "n", "arms", "alpha", "rho", "rho0", "beta", "beta0"):
        value = getattr(question, name, None)
        if value is None or name == solution.unknown:
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


def solution_sentences(solution: Solution) -> tuple[str, ...]:
    """The answer, what was checked, and what to run if the best cannot be run."""
    best = solution.solved.get(solution.best or "")
    if best is None:
        nearest = solution.results[0]
        lacks = nearest.why_not
        if nearest.status is Status.APPLIES:
            lacks = f"{_value(solution, solution.solved[nearest.way])}, depending on {', '.join(nearest.hidden)}"
        mended = [f"{cell_text(r.repair['beta0'])} ({r.way})" for r in solution.results if "beta0" in r.repair]
        repair = (f"Set beta0 to {', '.join(mended)} and ask again (certified to help).",) if mended else ()
        return (f"Nothing is certified. Nearest is {nearest.way}: {lacks}.", *repair)
    told = [f"Best: {_value(solution, best)} by {best.result.way} (certified).", f"Checked: {best.checked}."]
    runnable = solution.solved.get(solution.best_runnable or "")
    allowed = cell_text(solution.max_rounds)
    if runnable is None:
        told.append(f"Nothing certified here can be run within {allowed} sampling rounds.")
    elif runnable is not best:
        told.append(f"Run {runnable.result.way}: {_value(solution, runnable)}, {time_text(runnable.result)}.")
    else:
        told.append(f"It can be run: {time_text(best.result)}.")
    return tuple(told)


def _value(solution: Solution, solved: Solved) -> str:
    spent = f"{count_text(solved.result.samples)} {solution.unit}"
    if solution.unknown == "samples":
        return spent
    return f"{solution.unknown} = {cell_text(solved.value)} with {spent}"
