"""Reports of compositions: the comparison of routes, the figures of each, and the explanation of every figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.family import Family
from replcalc.questions.composition import Composition
from replcalc.render.report import Formula, Report, Table, cell_text
from replcalc.statements.certification import Answer, CheckedCondition, Quantity
from replcalc.statements.derivation import Application
from replcalc.ways.compare import RouteComparison, reason
from replcalc.ways.registry import get
from replcalc.ways.route import RouteResult

#: Inputs with more runs than this are summarised in JSON instead of being echoed.
_ECHO_RUNS = 1000


def comparison_report(comparison: RouteComparison, *, explain: bool = False) -> Report:
    """The whole answer of ``compose``."""
    data = {
        "inputs": inputs_json(comparison.goal),
        "best": comparison.best,
        "explanation": comparison.sentence(),
        "routes": {result.name: route_json(result) for result in comparison.results},
    }
    tables = [_overview(comparison)] if len(comparison.results) > 1 else []
    shown = comparison.results if len(comparison.results) == 1 or explain else comparison.results[:1]
    notes = [comparison.sentence()]
    for result in shown:
        tables += route_tables(result, explain=explain)
        notes += route_notes(result)
    return Report(data, tuple(tables), tuple(notes), heading=_heading(comparison.goal))


def _heading(goal: Composition) -> str:
    sizes = str(goal.n) if len(goal.n.runs) <= 6 else f"{goal.n.length:,} algorithms"
    return f"Composing k = {goal.k:,} (n = {sizes}) to rho = {cell_text(goal.rho)}"


def inputs_json(goal: Composition) -> dict[str, Any]:
    def family(values: Family[Any]) -> Any:
        if len(set(values.values)) == 1 and values is not goal.n:
            return values.values[0]
        return [{"value": v, "count": count} for v, count in values.runs]

    echo = len(goal.n.runs) <= _ECHO_RUNS
    return {
        "k": goal.k,
        "n": [{"value": v, "count": count} for v, count in goal.n.runs] if echo else f"{len(goal.n.runs)} runs",
        "rho": goal.rho,
        "rho0": family(goal.rho0) if echo else "list",
        "beta0": family(goal.beta0) if echo else "list",
        "beta": goal.beta,
        "c": goal.c,
        "max_strings": goal.max_strings,
        "settings": dict(goal.settings),
    }


def quantities_json(result: RouteResult) -> dict[str, Any]:
    """The contract's quantities: those of the route, then what it chose."""
    found: dict[str, Any] = {}
    if result.answer is not None:
        for name in get(result.name).quantities:
            if name in result.answer.quantities:
                found[name] = result.answer.value(name)
    for name, value in result.chosen.items():
        found.setdefault(name, value)
    return found


def route_json(result: RouteResult) -> dict[str, Any]:
    derivation = result.answer.derivation if result.answer else result.derivation
    settings = {h.name: h for h in derivation.hidden} if derivation else {}
    return {
        "applicable": result.applicable,
        "certified": result.certified,
        "reason": reason(result),
        "hidden_constants": [
            {"name": h.name, "default": str(h.default), "meaning": h.meaning, "reason": h.reason}
            for h in settings.values()
        ],
        "provenance": result.provenance,
        "quantities": quantities_json(result),
        "conditions": [condition_json(c) for c in result.answer.conditions] if result.answer else [],
        "obligations": [f"{s.label}: {c.text}" for s, c in derivation.obligations] if derivation else [],
        "steps": [step_json(step) for step in derivation.steps] if derivation else [],
        "cross_checked": bool(result.answer and result.answer.cross_checked),
    }


def condition_json(condition: CheckedCondition) -> dict[str, Any]:
    return {
        "statement": condition.statement,
        "condition": condition.condition,
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
        "provenance": statement.provenance,
        "line": statement.line or None,
        "citations": [str(c) for c in statement.cites],
        "for_each_i": step.each,
        "given": {name: str(expression) for name, expression in step.bindings},
        "gives": {str(symbol): f"{c.sense} {c.expression}" for c, symbol in step.outputs()},
    }


def _overview(comparison: RouteComparison) -> Table:
    rows = []
    for result in comparison.results:
        quantities = quantities_json(result)
        if result.applicable:
            note = "" if result.certified else "hidden: " + ", ".join(result.hidden)
        else:
            note = result.unmet[0].brief() if result.unmet else reason(result)
        rows.append(
            (
                result.name,
                quantities.get("samples") if result.applicable else None,
                quantities.get("rho") if result.applicable else None,
                quantities.get("beta") if result.applicable else None,
                "certified" if result.certified else "applies" if result.applicable else "does not apply",
                note,
            )
        )
    return Table("Routes", ("route", "samples", "rho", "beta", "status", "note"), tuple(rows), right=(1, 2, 3))


def route_tables(result: RouteResult, *, explain: bool = False) -> list[Table]:
    answer = result.answer
    tables = []
    rows = []
    for name, value in quantities_json(result).items():
        quantity = answer.quantities.get(name) if answer else None
        meaning = quantity.conclusion.meaning if quantity else _chosen_meaning(result, name)
        source = quantity.statement.label if quantity else ""
        rows.append((name, value, meaning, source))
    tables.append(
        Table(f"Route {result.name}: quantities", ("quantity", "value", "meaning", "from"), tuple(rows), right=(1,))
    )
    if explain and answer is not None:
        tables.append(_explanation(result.name, answer))
    if explain or (answer is not None and answer.unmet):
        assert answer is not None
        conditions = answer.conditions if explain else answer.unmet
        tables.append(conditions_table(f"Route {result.name}: conditions", conditions))
    return tables


def _chosen_meaning(result: RouteResult, name: str) -> str:
    """What an exact parameter that the route chose stands for."""
    if name == "c_refuted":
        return "just beyond c: here the promise certainly fails"
    derivation = result.answer.derivation if result.answer else result.derivation
    meanings = {p.name: p.meaning for p in derivation.inputs} if derivation else {}
    return "chosen: " + meanings[name] if name in meanings else "chosen by the route"


def conditions_table(title: str, conditions: tuple[CheckedCondition, ...]) -> Table:
    return Table(
        title,
        ("statement", "condition", "at i", "left", "right", "verdict"),
        tuple((c.statement, c.condition, c.index, c.left, c.right, c.verdict) for c in conditions),
        right=(2, 3, 4),
    )


def _explanation(name: str, answer: Answer) -> Table:
    rows = [explanation_row(quantity, answer) for quantity in answer.quantities.values()]
    return Table(f"Route {name}: where each figure comes from", ("quantity", "formula", "with", "source"), tuple(rows))


def explanation_row(quantity: Quantity, answer: Answer) -> tuple[Any, ...]:
    """Formula, substituted values and source of one figure."""
    conclusion, step = quantity.conclusion, quantity.step
    with_values = []
    for parameter in step.statement.given:
        if not _mentions(conclusion.expression, parameter.symbol):
            continue
        binding = step.binding(parameter.name)
        known = answer.quantities.get(_base_name(binding))
        given = _input_value(answer, binding)
        shown = cell_text(known.value) if known is not None else cell_text(given) if given is not None else str(binding)
        with_values.append(f"{parameter.term} = {shown}")
    formula = Formula(f"{conclusion.term} {conclusion.sense} {conclusion.expression}", conclusion.latex())
    return quantity.name, formula, "; ".join(with_values), quantity.statement.source


def _input_value(answer: Answer, binding: Any) -> Any:
    """The value of an input of the derivation, one entry per run for a family."""
    for parameter in answer.derivation.inputs:
        if parameter.term == binding:
            value = answer.inputs.get(parameter.name)
            return value.values if isinstance(value, Family) else value
    return None


def _mentions(expression: Any, symbol: Any) -> bool:
    label = symbol.label if isinstance(symbol, sp.IndexedBase) else symbol
    return label in expression.free_symbols or symbol in expression.free_symbols


def _base_name(binding: Any) -> str:
    return str(binding.base) if isinstance(binding, sp.Indexed) else str(binding)


def route_notes(result: RouteResult) -> list[str]:
    notes = []
    answer = result.answer
    if answer is None:
        return [f"{result.name}: {result.reason}"]
    beta = answer.quantities.get("beta")
    if beta is not None and isinstance(beta.value, Enclosure) and beta.value.lower >= 1:
        notes.append(
            f"{result.name}: the bound on the failure probability is at least 1 and promises nothing; lower --beta0."
        )
    if result.hidden:
        notes.append(
            f"{result.name} rests on constants its source does not specify ({', '.join(result.hidden)}); "
            "change them with --set NAME=VALUE."
        )
    granted = [f"{s.label}: {c.text}" for s, c in answer.derivation.obligations]
    if granted:
        notes.append("Taken for granted: " + "; ".join(granted) + ".")
    return notes


def answer_report(
    heading: str, inputs: Mapping[str, Any], answer: Answer, extra: Mapping[str, Any], *, explain: bool = False
) -> Report:
    """A report of one derivation that is not a route (``pg-compose``)."""
    quantities = {name: q.value for name, q in answer.quantities.items()} | dict(extra)
    data = {
        "inputs": dict(inputs),
        "applicable": not answer.unmet,
        "quantities": quantities,
        "hidden_constants": [
            {"name": h.name, "default": str(h.default), "reason": h.reason} for h in answer.derivation.hidden
        ],
        "conditions": [condition_json(c) for c in answer.conditions],
        "steps": [step_json(step) for step in answer.derivation.steps],
    }
    rows = []
    for name, value in quantities.items():
        quantity = answer.quantities.get(name)
        rows.append(
            (name, value, quantity.conclusion.meaning if quantity else "", quantity.statement.label if quantity else "")
        )
    tables = [Table("Quantities", ("quantity", "value", "meaning", "from"), tuple(rows), right=(1,))]
    if explain:
        tables.append(_explanation(answer.derivation.name, answer))
    if explain or answer.unmet:
        tables.append(
            conditions_table(
                "Conditions" if explain else "Unmet conditions", answer.conditions if explain else answer.unmet
            )
        )
    notes = tuple(f"Unmet: {c.describe()}" for c in answer.unmet)
    return Report(data, tuple(tables), notes, heading=heading)
