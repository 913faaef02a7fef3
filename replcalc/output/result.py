"""The one place that writes a Result or a Comparison: JSON, tables, notes.

JSON of every command that compares ways is ``replcalc/3``: schema, inputs, assumed, answer, best, best_theory and
``routes.WAY`` with status, quantities (samples, rho, beta, runs, rounds_log10, ...), conditions and steps.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.family import Family, align
from replcalc.output.advice import advice, advice_json, falls_short, rounds_text, runs_text
from replcalc.output.questions import inputs_of
from replcalc.output.report import Formula, Later, Report, Table, TableColumn, cell_text
from replcalc.planning.assumption import Assumption, kind_of_problems
from replcalc.planning.comparison import Comparison, Least
from replcalc.planning.composition import Composition
from replcalc.planning.result import Result, Status
from replcalc.statements.certification import Answer, CheckedCondition, Quantity
from replcalc.statements.derivation import Application, is_catalogued
from replcalc.statements.statement import Statement
from replcalc.statements.theory import line, place
from replcalc.symbolic.latex import latex
from replcalc.symbolic.node import Indexed


# -- the JSON of a Result: figures, conditions, steps, hidden constants. See docs/schema -------------------------------
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


# -- one way in detail: its figures, where each comes from, and the conditions that were checked -----------------------
#: Beside what is in no catalogue, in every output.
YOURS = " (yours, not in the catalogue)"


def result_tables(result: Result, *, explain: bool = False) -> list[Table]:
    """The figures of a way; with ``explain`` where each comes from, and every condition."""
    answer = result.answer
    rows = []
    for name, value in result.quantities.items():
        quantity = answer.quantities.get(name) if answer else None
        meaning = quantity.conclusion.meaning if quantity else _meaning(result, name)
        rows.append((name, value, meaning, marked(quantity.statement) if quantity else ""))
    columns = ("quantity", "value", "meaning", "from")
    tables = [Table(f"Way {result.method}: quantities", columns, tuple(rows), right=(1,))]
    if answer is None:
        return tables
    if explain:
        explained = tuple(explanation_row(quantity, answer) for quantity in answer.quantities.values())
        columns = ("quantity", "formula", "with", "source")
        tables.append(Table(f"Way {result.method}: where each figure comes from", columns, explained))
    conditions = answer.conditions if explain else answer.unmet
    if conditions:
        tables.append(conditions_table(f"Way {result.method}: conditions", conditions, result.yours))
    return tables


_MEANINGS = {
    "c_refuted": "just beyond c: here the promise certainly fails",
    "runs": "runs of base algorithms",
    "rounds_log10": "log10 of the expected sampling rounds",
}


def _meaning(result: Result, name: str) -> str:
    """What a figure that no statement gives stands for."""
    if name in _MEANINGS:
        lower = {"runs": "runs_at_least", "rounds_log10": "rounds_at_least"}.get(name)
        at_least = bool(lower and result.effort and getattr(result.effort, lower))
        return _MEANINGS[name] + (", at least" if at_least else "")
    steps = result.steps_taken
    meanings = {p.name: p.meaning for p in steps.inputs} if steps else {}
    # more strings save samples, fewer save time: the search stops within 1% of the fewest samples
    if name == "J" and "x0" in result.chosen:
        return f"chosen: {meanings.get(name, 'random strings')}; searched, N within 1% of the least found"
    return "chosen: " + meanings[name] if name in meanings else "chosen by the way"


def marked(statement: Statement) -> str:
    """A statement's label; that of one's own lemma says so."""
    return statement.label + ("" if is_catalogued(statement) else YOURS)


def conditions_table(title: str, conditions: Sequence[CheckedCondition], yours: Sequence[str] = ()) -> Table:
    return Table.of(
        title,
        conditions,
        TableColumn("statement", lambda c: c.statement + (YOURS if c.statement in yours else "")),
        TableColumn("condition", relation),
        TableColumn("at i", "index", number=True),
        TableColumn("left", number=True),
        TableColumn("right", number=True),
        TableColumn("verdict"),
    )


def relation(condition: CheckedCondition) -> Formula | str:
    """A condition as a formula where it is one."""
    told, inequality = condition.condition, condition.hypothesis.inequality
    return told if inequality is None else Formula(told, latex(inequality))


def explanation_row(quantity: Quantity, answer: Answer) -> tuple[Any, ...]:
    """Formula, substituted values and source of one figure."""
    conclusion, step = quantity.conclusion, quantity.step
    with_values = []
    for parameter in step.statement.given:
        if parameter.variable not in conclusion.formula.free:
            continue
        binding = step.binding(parameter.name)
        known = answer.quantities.get(str(binding.base if isinstance(binding, Indexed) else binding))
        given = _input_value(answer, binding)
        # the input first: rho is asked for, and a quantity of the same name is what comes out
        shown = cell_text(given) if given is not None else cell_text(known.value) if known is not None else str(binding)
        with_values.append(f"{parameter.entry} = {shown}")
    formula = Formula(f"{conclusion.entry} {conclusion.told()}", conclusion.latex())
    source = quantity.statement.where + ("" if is_catalogued(quantity.statement) else YOURS)
    return quantity.name, formula, "; ".join(with_values), source


def _input_value(answer: Answer, binding: Any) -> Any:
    """The value of an input of the derivation, one entry per run for a family."""
    for parameter in answer.derivation.inputs:
        if parameter.entry is binding:
            value = answer.inputs.get(parameter.name)
            return value.values if isinstance(value, Family) else value
    return None


# -- the ordered parameters of the paper's pipeline --------------------------------------------------------------------
# Eps_i, delta_i, boosted n_i, then eps*, delta*, gamma*.
#: Runs of equal n that are shown one by one; of more the first, the last and the worst.
_RUNS = 4
#: heading of a row -> the way's quantity: one value for every i, then one for all of them
_EACH = {"eps_i": "epsilon", "delta_i": "delta", "boosted n_i": "samples_each"}
_WHOLE = {"eps*": "epsilon_star", "delta*": "delta_star", "gamma*": "gamma_star", "rho": "rho", "beta": "beta"}


def pipeline(comparison: Comparison) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The table of the way ``paper``; or a line that says why it does not apply; nothing where it was not asked.

    Algorithms that have names stand in rows of their own.
    """
    result = next((r for r in comparison.results if r.method == "paper"), None)
    if getattr(comparison.question, "names", None) is not None:
        return _by_name(comparison.question, result)
    if result is None or comparison.question.kind not in ("composition", "queries"):
        return (), ()
    if not result.applicable or result.answer is None or "epsilon" not in result.answer.quantities:
        return (), ((f"The paper's pipeline (thm:main) does not apply: {result.why_not}.",) if result.why_not else ())
    runs = tuple(_shown_runs(result))
    rows: list[tuple[Any, ...]] = []
    if len(runs) > 1:
        rows.append(("n_i", *(n for _, n, _ in runs)))
    for heading, name in _EACH.items():
        values = result.value(name)
        rows.append((heading, *(values[place] for place, _, _ in runs)))
    for heading, name in _WHOLE.items():
        rows.append((heading, result.value(name), *(None,) * (len(runs) - 1)))
    columns = ("", *(label for _, _, label in runs))
    title = f"The paper's pipeline (thm:main): {cell_text(result.samples, 4)} {comparison.unit}, {_worth(result)}"
    return (Table(title, columns, tuple(rows), tuple(range(1, len(columns))), digits=4),), ()


def _by_name(question: Composition, result: Result | None) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """Every named algorithm on a row: what was said of it, and what the paper's pipeline asks of it."""
    assert question.names is not None
    outputs = question.each_output
    given = {"n": question.n, "rho0": question.rho0, "beta0": question.beta0, "outputs": outputs.map(str)}
    names, *families = align(question.names, *given.values())
    said: dict[str, Sequence[Any]] = {"algorithm": names.values, "times": names.counts}
    said |= {name: family.values for name, family in zip(given, families, strict=True)}
    known = result is not None and result.applicable and result.answer is not None
    if known and result is not None:
        ends, starts = list(accumulate(question.n.counts)), (0, *accumulate(names.counts[:-1]))
        places = [bisect_right(ends, start) for start in starts]
        said |= {heading: [result.value(name)[place] for place in places] for heading, name in _EACH.items()}
    said = {name: cells for name, cells in said.items() if name in _ALWAYS or len({str(cell) for cell in cells}) > 1}
    right = tuple(place for place, name in enumerate(said) if name not in ("algorithm", "outputs"))
    table = Table("Algorithms", tuple(said), tuple(zip(*said.values(), strict=True)), right, digits=4)
    if not known or result is None:
        return (table,), (f"The paper's pipeline (thm:main) does not apply: {result.why_not}.",) if result else ()
    whole = ", ".join(f"{heading} = {cell_text(result.value(name), 4)}" for heading, name in _WHOLE.items())
    title = f"Algorithms; the paper's pipeline (thm:main): {cell_text(result.samples, 4)} samples, {_worth(result)}"
    return (replace(table, title=title),), (f"All together: {whole}.",)


#: Columns that stand there even if every algorithm has the same in it.
_ALWAYS = ("algorithm", "n", *_EACH)


def _worth(result: Result) -> str:
    match result.status:
        case Status.VACUOUS:
            told = "; ".join(f"{name} <= {cell_text(value)} repairs it" for name, value in result.repair.items())
            return "vacuous" + (f": {told}" if told else "")
        case Status.FALLS_SHORT:
            return falls_short(result)
        case Status.APPLIES:
            return "hidden constants at their placeholders"
        case _:
            return result.status.value


def _shown_runs(result: Result) -> Iterator[tuple[int, int, str]]:
    """Place, n and label of the runs to show."""
    assert result.answer is not None
    sizes = result.answer.inputs["n"]
    assert isinstance(sizes, Family)
    boosted = result.value("samples_each")
    runs = range(len(sizes.counts))
    worst = max(runs, key=lambda run: getattr(boosted[run], "upper", boosted[run])) if len(runs) > _RUNS else -1
    starts = list(accumulate(sizes.counts, initial=1))
    for run in sorted({0, worst, len(runs) - 1}) if worst >= 0 else runs:
        first, count = starts[run], sizes.counts[run]
        label = f"i={first:,}" + ("" if count == 1 else f" to {first + count - 1:,}")
        yield run, sizes.values[run], label + (" (worst)" if run == worst else "")


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """What every command that compares ways has in its JSON."""
    found = advice(comparison)
    best, theory = comparison.best, comparison.best_theory
    return {
        "inputs": inputs_of(comparison.question),
        "assumed": assumed_json((found.result or comparison).question.assumed),
        "answer": advice_json(found),
        "best": best and best.method,
        "best_runnable": best and best.method,
        "best_theory": theory and theory.method,
        "max_rounds": comparison.max_rounds,
        "unit": comparison.unit,
        "lower_bound": least_json(comparison.lower_bound),
        "explanation": found.explanation,
        "routes": {result.method: result_json(result) for result in comparison.results},
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
        from replcalc.output.pg_composition import pg_report  # built on this module

        return pg_report(result, explain=explain)
    return comparison_report(Comparison(result.question, (result,), 20), explain=explain)


def figures(comparison: Comparison) -> Table:
    """Every way on a row of plain data: what CSV holds."""
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


def overview(comparison: Comparison, title: str = "") -> Table:
    """Every way on a line: samples, time, promise."""

    def figure(heading: str, of: Callable[[Result], Any]) -> TableColumn:
        return TableColumn(heading, lambda result: of(result) if result.applicable else None, number=True)

    table = Table.of(
        title,
        comparison.shown,
        TableColumn("method"),
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
            return f"conditional; {hidden}"
        case Status.FALLS_SHORT:
            return falls_short(result)
        case Status.VACUOUS:
            told = "; ".join(f"{name} <= {cell_text(value)} repairs it" for name, value in result.repair.items())
            return "; ".join(part for part in ("vacuous", told, hidden if result.hidden else "") if part)
        case Status.DOES_NOT_APPLY:
            return "not applicable: " + (result.unmet[0].brief() if result.unmet else result.why_not)
        case Status.NOT_FOUND:
            return f"not found: {result.why_not}"


def left_out_note(comparison: Comparison) -> tuple[str, ...]:
    """Which ways the table leaves out, and how to see them."""
    names = [r.method for r in comparison.results if r not in comparison.shown]
    return (f"Left out here: {', '.join(names)} (JSON and CSV have them; shown where named).",) if names else ()


def granted(results: Sequence[Result]) -> dict[str, list[str]]:
    """What the ways shown take for granted, each hypothesis once, with the ways that need it."""
    needed: dict[str, list[str]] = {}
    for result in results:
        if result.applicable and result.steps_taken is not None:
            for text in dict.fromkeys(condition.text for _, condition in result.steps_taken.obligations):
                needed.setdefault(text, []).append(result.method)
    return needed


def granted_note(results: Sequence[Result]) -> tuple[str, ...]:
    alone = len(results) == 1
    told = [text if alone else f"{text} ({', '.join(methods)})" for text, methods in granted(results).items()]
    if not told:
        return ()
    return (f"Taken for granted: {told[0]}.",) if len(told) == 1 else ("Taken for granted:", *(f"- {t}" for t in told))
