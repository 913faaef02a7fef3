"""One way in detail: its figures, where each comes from, and the conditions that were checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from replcalc.ask.result import Result
from replcalc.formulas.latex import latex
from replcalc.formulas.node import Indexed
from replcalc.numbers.family import Family
from replcalc.render.report import Formula, Table, TableColumn, cell_text
from replcalc.statements.certification import Answer, CheckedCondition, Quantity
from replcalc.statements.known import is_catalogued
from replcalc.statements.statement import Statement

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
    tables = [Table(f"Way {result.way}: quantities", columns, tuple(rows), right=(1,))]
    if answer is None:
        return tables
    if explain:
        explained = tuple(explanation_row(quantity, answer) for quantity in answer.quantities.values())
        columns = ("quantity", "formula", "with", "source")
        tables.append(Table(f"Way {result.way}: where each figure comes from", columns, explained))
    conditions = answer.conditions if explain else answer.unmet
    if conditions:
        tables.append(conditions_table(f"Way {result.way}: conditions", conditions, result.yours))
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
        known = answer.quantities.get(_base_name(binding))
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


def _base_name(binding: Any) -> str:
    return str(binding.base) if isinstance(binding, Indexed) else str(binding)
