"""Write the answer of a command that compares methods as a document: the answer, tables, the other methods."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from replcalc.output import answers
from replcalc.output.advice import advise, format_steps
from replcalc.output.document import Document, Table, TableColumn
from replcalc.output.steps import build_paper_steps, build_result_tables, write_paper_remarks
from replcalc.planning.comparison import Comparison
from replcalc.planning.recipe import write_bound
from replcalc.planning.result import Result, Status
from replcalc.planning.solving import Solution, find_unknown

#: What is typed next.
NEXT = "--recipe (how to run it)  --explain (every formula)  --all (every method)  --report FILE.html"


def report_comparison(
    comparison: Comparison, *, explain: bool = False, full: bool = False, every: bool = False, recipe: bool = False
) -> Document:
    """Write the answer.

    Args:
        explain: also the formula, values and source of every figure of the method to run.
        full: also the table of all methods, and the unchecked assumptions of each.
        every: every method is explained.
        recipe: also the steps to run it.
    """
    alone = len(comparison.results) == 1 and not build_paper_steps(comparison)
    tables = build_explanation_tables(comparison, explain=explain, every=every) if explain or alone else []
    return report_answer(comparison, tables, explain=explain, full=full, recipe=recipe)


def build_explanation_tables(comparison: Comparison, *, explain: bool, every: bool = False) -> list[Table]:
    """Return the tables of the method to run, or of every method; the steps of thm:main are shown apart."""
    chosen = comparison.to_run or comparison.results[0]
    apart = build_paper_steps(comparison)
    tables = []
    for result in comparison.results if every else (chosen,):
        own = build_result_tables(result, explain=explain)
        tables += own[1:] if apart and result.method == "paper" else own
    return tables


def report_answer(
    comparison: Comparison,
    tables: Sequence[Table] = (),
    notes: Sequence[str] = (),
    *,
    explain: bool = False,
    full: bool = False,
    recipe: bool = False,
    data: Table | None = None,
    **more: Any,
) -> Document:
    """Write the answer, then the steps of thm:main, what a command adds, and the other methods.

    Args:
        tables: what the command adds; ``notes`` likewise.
        data: the table of CSV, by default every method on a row.
        more: fields of the JSON in place of the usual ones, or beside them.
    """
    headline = advise(comparison)
    steps = build_paper_steps(comparison, explain=explain)
    every = [build_methods_table(comparison)] if full and len(comparison.results) > 1 else []
    lines = [
        *write_paper_remarks(comparison, explain=explain),
        *notes,
        *headline.others,
        *(_describe_assumptions(comparison) if full else ()),
    ]
    found = comparison.recipe() if recipe else None
    recipe_answer = None if found is None else answers.Recipe(found.method, list(found.steps), found.guarantee)
    if recipe_answer is not None:
        numbered = [f"{number}. {step}" for number, step in enumerate(recipe_answer.steps, start=1)]
        lines += [f"Recipe ({recipe_answer.method}):", *numbered, f"Guarantee: {recipe_answer.guarantee}"]
    elif recipe:
        lines.append("No recipe: no certified method here has written steps.")
    elif headline.guarantee and explain:
        lines.append(f"Guarantee: {headline.guarantee}")
    return Document(
        lambda: answers.ComparisonAnswer.of(comparison, headline, recipe=recipe_answer, **more),
        (*steps, *every, *tables),
        tuple(lines),
        title=headline.sentence,
        lines=tuple(headline.lines),
        status=headline.status,
        data=data or build_figures_table(comparison),
        answer=comparison,
    )


def report_solution(solution: Solution, *, explain: bool = False, full: bool = False, recipe: bool = False) -> Document:
    """Report the value of the unknown and what was checked."""
    tables = build_explanation_tables(solution, explain=True) if explain else []
    sought = find_unknown(solution.unknown)
    direction = "fewest" if sought is None else sought.direction
    notes = [f"Solved for the {direction} {solution.unknown}; the other values are as typed or assumed."]
    if full or len(solution.results) > 1:
        tables = [_add_value_column(solution, build_methods_table(solution), solution.unknown), *tables]
    data = _add_value_column(solution, build_figures_table(solution), f"solved_{solution.unknown}")
    inputs = answers.encode_inputs(solution.question) | {solution.unknown: None}
    if solution.available is not None:
        inputs["samples"] = solution.available
    found = {
        method: answers.SolvedMethod(s.value, s.refused, s.checked, s.result.why_not or s.why)
        for method, s in solution.solved.items()
    }
    solved = answers.Solved(solution.unknown, direction, solution.value, found)
    return report_answer(
        solution, tables, notes, explain=explain, recipe=recipe, data=data, inputs=inputs, solve=solved
    )


def _add_value_column(solution: Solution, table: Table, column: str) -> Table:
    """Add the column with the value that each method certifies."""
    if solution.unknown == "samples":
        return table
    found = (solution.solved[result.method].value for result in solution.results)
    rows = tuple((row[0], value, *row[1:]) for row, value in zip(table.rows, found, strict=True))
    columns = (table.columns[0], column, *table.columns[1:])
    return replace(table, columns=columns, rows=rows, right=(1, *(place + 1 for place in table.right)))


def report_result(result: Result, *, explain: bool = False) -> Document:
    """Report one method alone."""
    if result.question.kind == "pg":
        from replcalc.output.pg_composition import report_pg_result

        return report_pg_result(result, explain=explain)
    return report_comparison(Comparison(result.question, (result,), 20), explain=explain)


# -- tables of all methods ---------------------------------------------------------------------------------------------
def build_figures_table(comparison: Comparison) -> Table:
    """Return the table of all methods as plain data, for CSV."""
    unit = "samples" if comparison.unit == "samples" else f"samples ({comparison.unit})"
    return Table.of(
        "Figures",
        comparison.results,
        TableColumn("method"),
        TableColumn("status", lambda result: result.status.value),
        TableColumn(unit, "samples", number=True),
        *(TableColumn(name, number=True) for name in ("rho", "beta", "runs", "rounds_log10")),
        TableColumn("polynomial"),
    )


def build_methods_table(comparison: Comparison) -> Table:
    """Return the table of all methods: samples, random search steps, rho, beta and status."""

    def figure(heading: str, of: Any) -> TableColumn:
        return TableColumn(heading, lambda result: of(result) if result.applicable else None, number=True)

    return Table.of(
        "All methods",
        comparison.shown,
        TableColumn("method"),
        figure("samples", lambda result: result.samples),
        figure("search", lambda result: format_steps(result.effort)),
        figure("rho", lambda result: result.rho),
        figure("beta", lambda result: result.beta),
        TableColumn("guarantee", lambda result: format_status(comparison, result)),
        digits=4,
    )


def format_status(comparison: Comparison, result: Result) -> str:
    """Return the status of a method in a few words."""
    match result.status:
        case Status.CERTIFIED:
            return "certified" if comparison.runnable(result) else "certified, not practical"
        case Status.APPLIES:
            guessed = [c.name for c in result.hidden_constants if c.placeholder]
            return f"conditional: {', '.join(guessed) or 'your own lemma'} unknown"
        case Status.FALLS_SHORT if result.beta is not None:
            return f"misses target: beta {write_bound(result.beta)}"
        case Status.VACUOUS:
            return "vacuous: a bound of 1 or more"
        case Status.DOES_NOT_APPLY if result.unmet:
            return f"not applicable: {result.unmet[0].brief()}"
        case _:
            return f"{result.status.value}: {result.why_not}"


def collect_unchecked_assumptions(results: Sequence[Result]) -> dict[str, list[str]]:
    """Return every assumption that no computation can check, with the methods that need it."""
    needed: dict[str, list[str]] = {}
    for result in results:
        if result.applicable and result.steps_taken is not None:
            for text in dict.fromkeys(condition.text for _, condition in result.steps_taken.obligations):
                needed.setdefault(text, []).append(result.method)
    return needed


def _describe_assumptions(comparison: Comparison) -> list[str]:
    hidden_methods = [r.method for r in comparison.results if r not in comparison.shown]
    lines = [f"Left out here: {', '.join(hidden_methods)} (JSON and CSV have them)."] if hidden_methods else []
    alone = len(comparison.shown) == 1
    found = [
        f"- {text}" if alone else f"- {text} ({', '.join(by)})"
        for text, by in collect_unchecked_assumptions(comparison.shown).items()
    ]
    return [*lines, *(["Assumed, cannot be checked:", *found] if found else [])]
