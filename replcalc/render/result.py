"""The one place that writes a Result or a Comparison: JSON, tables, notes.

JSON of every command that compares ways is ``replcalc/3``: schema, inputs, assumed, answer, best, best_theory and
``routes.WAY`` with status, quantities (samples, rho, beta, runs, rounds_log10, ...), conditions and steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from replcalc.ask.comparison import Comparison
from replcalc.ask.result import Result, Status
from replcalc.render.advice import advice, advice_json, falls_short
from replcalc.render.details import result_tables
from replcalc.render.effort import rounds_text, runs_text
from replcalc.render.pipeline import pipeline
from replcalc.render.questions import inputs_of
from replcalc.render.report import Later, Report, Table, TableColumn, cell_text
from replcalc.render.result_json import assumed_json, least_json, result_json


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """What every command that compares ways has in its JSON."""
    found = advice(comparison)
    best, theory = comparison.best, comparison.best_theory
    return {
        "inputs": inputs_of(comparison.question),
        "assumed": assumed_json((found.result or comparison).question.assumed),
        "answer": advice_json(found),
        "best": best and best.way,
        "best_runnable": best and best.way,
        "best_theory": theory and theory.way,
        "max_rounds": comparison.max_rounds,
        "unit": comparison.unit,
        "lower_bound": least_json(comparison.lower_bound),
        "explanation": found.explanation,
        "routes": {result.way: result_json(result) for result in comparison.results},
    }


def comparison_report(
    comparison: Comparison, *, explain: bool = False, full: bool = False, every: bool = False
) -> Report:
    """The answer; with ``full`` the table of all ways, with ``explain`` how the figures of the best come about.

    ``every``: each way is explained. One way alone shows its figures anyway.
    """
    alone = len(comparison.results) == 1
    tables = details_of(comparison, explain=explain, every=every) if explain or alone else []
    return answer_report(comparison, Later(lambda: comparison_json(comparison)), tables, full=full)


def details_of(comparison: Comparison, *, explain: bool, every: bool = False) -> list[Table]:
    """The figures of the way to run, or of every way; with ``explain`` where they come from."""
    chosen = advice(comparison).result or comparison.results[0]
    shown = comparison.results if every else (chosen,)
    return [table for result in shown for table in result_tables(result, explain=explain)]


def answer_report(
    comparison: Comparison,
    data: Mapping[str, Any],
    tables: Sequence[Table] = (),
    notes: Sequence[str] = (),
    *,
    full: bool = False,
    **more: Any,
) -> Report:
    """The answer first: what to run and what that promises, then the paper's ordered parameters, what else there is.

    ``tables`` and ``notes``: what a command has to add. The table of all ways stands in every format but text, and
    there with ``full``. ``more``: fields of the report in place of these, or beside them.
    """
    found = advice(comparison)
    several = len(comparison.results) > 1
    steps, no_steps = pipeline(comparison)
    every = [overview(comparison)] if several else []
    told = [*no_steps, *notes, *found.rest]
    if full:
        told += [*left_out_note(comparison), *granted_note(comparison.shown)]
    usual: dict[str, Any] = {
        "heading": found.headline,
        "status": found.status,
        "lead": found.lines,
        "figures": figures(comparison),
        "answer": comparison,
        "text_tables": (*(steps if full else map(_brief, steps)), *(every if full else ()), *tables),
    }
    return Report(data, (*steps, *every, *tables), tuple(told), **usual | more)


#: Named algorithms that fit on the first screen; of more the first and the last few.
_ROWS = 9


def _brief(table: Table) -> Table:
    if table.columns[0] != "algorithm" or len(table.rows) <= _ROWS:
        return table
    left = len(table.rows) - _ROWS + 1
    between = (f"... {left:,} more", *(None,) * (len(table.columns) - 1))
    return replace(table, rows=(*table.rows[: _ROWS // 2], between, *table.rows[-(_ROWS // 2) :]))


def result_report(result: Result, *, explain: bool = False) -> Report:
    """One way alone."""
    if result.question.kind == "pg":
        from replcalc.render.pg_composition import pg_report  # built on this module

        return pg_report(result, explain=explain)
    return comparison_report(Comparison(result.question, (result,), 20), explain=explain)


def figures(comparison: Comparison) -> Table:
    """Every way on a row of plain data: what CSV holds."""
    unit = "samples" if comparison.unit == "samples" else f"samples ({comparison.unit})"
    return Table.of(
        "Figures",
        comparison.results,
        TableColumn("way"),
        TableColumn("status", lambda result: result.status.value),
        TableColumn(unit, "samples", number=True),
        *(TableColumn(name, number=True) for name in ("rho", "beta", "runs", "rounds_log10")),
        TableColumn("polynomial"),
    )


def overview(comparison: Comparison, title: str = "") -> Table:
    """Every way on a line: samples, time, promise."""

    def figure(heading: str, of: Callable[[Result], Any]) -> TableColumn:
        return TableColumn(heading, lambda result: of(result) if result.applicable else None, number=True)

    table = Table.of(
        title,
        comparison.shown,
        TableColumn("way"),
        figure("samples", lambda result: result.samples),
        figure("base runs", lambda result: runs_text(result.effort)),
        figure("sampling rounds", lambda result: rounds_text(result.effort)),
        figure("rho", lambda result: result.rho),
        figure("beta", lambda result: result.beta),
        TableColumn("promise", lambda result: promise(comparison, result)),
        digits=4,
    )
    return replace(table, under=6, spare=(2,))


def promise(comparison: Comparison, result: Result) -> str:
    """What the figures of a way are worth, in a few words."""
    hidden = "hidden: " + ", ".join(result.hidden[:2]) + (", ..." if len(result.hidden) > 2 else "")
    match result.status:
        case Status.CERTIFIED:
            return "certified" if comparison.runnable(result) else "certified, too long to run"
        case Status.APPLIES:
            return f"applies; {hidden}"
        case Status.FALLS_SHORT:
            return falls_short(result)
        case Status.VACUOUS:
            told = "; ".join(f"{name} <= {cell_text(value)} repairs it" for name, value in result.repair.items())
            return "; ".join(part for part in ("vacuous", told, hidden if result.hidden else "") if part)
        case Status.DOES_NOT_APPLY:
            return "does not apply: " + (result.unmet[0].brief() if result.unmet else result.why_not)


def left_out_note(comparison: Comparison) -> tuple[str, ...]:
    """Which ways the table leaves out, and how to see them."""
    names = [r.way for r in comparison.results if r not in comparison.shown]
    return (f"Left out here: {', '.join(names)} (JSON and CSV have them; shown where named).",) if names else ()


def granted(results: Sequence[Result]) -> dict[str, list[str]]:
    """What the ways shown take for granted, each hypothesis once, with the ways that need it."""
    needed: dict[str, list[str]] = {}
    for result in results:
        if result.applicable and result.steps_taken is not None:
            for text in dict.fromkeys(condition.text for _, condition in result.steps_taken.obligations):
                needed.setdefault(text, []).append(result.way)
    return needed


def granted_note(results: Sequence[Result]) -> tuple[str, ...]:
    alone = len(results) == 1
    told = [text if alone else f"{text} ({', '.join(ways)})" for text, ways in granted(results).items()]
    if not told:
        return ()
    return (f"Taken for granted: {told[0]}.",) if len(told) == 1 else ("Taken for granted:", *(f"- {t}" for t in told))
