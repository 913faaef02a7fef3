"""Reports of ``pg-compose``: figures, conditions, the optimal curve, and what each of them rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from replcalc.numbers.enclosure import Enclosure, short
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.family import Family
from replcalc.render.report import Report, Table
from replcalc.render.result import condition_json, conditions_table, explanation_row, step_json
from replcalc.statements.certification import Answer
from replcalc.statements.statement import HiddenConstant
from replcalc.ways.pg_variants import PgComposition, PgQuestion

#: Inputs with more runs than this are summarised in JSON instead of being echoed.
_ECHO_RUNS = 1000

_METHODS = {
    "lattice": "exact finite sum: the epsilon_i are multiples of one number",
    "enumeration": "exact enumeration: few distinct epsilon_i",
    "closed form": "the closed form and the largest epsilon_i alone already agree",
    "bracket": "bracket between two band-limited functions",
}


def pg_report(result: PgComposition, *, explain: bool = False) -> Report:
    """The whole answer of ``pg-compose``."""
    question, answer = result.question, result.answer
    report = answer_report(_heading(question), _inputs(question), answer, {}, explain=explain)
    data: dict[str, Any] = {
        "variant": question.variant,
        **report.data,
        "certified": result.certified,
        "provenance": "+".join(answer.derivation.provenance),
        "hidden_constants": [_hidden(constant, question) for constant in answer.derivation.hidden],
        "obligations": [f"{s.label}: {c.text}" for s, c in answer.derivation.obligations],
        "left_out": list(result.left_out),
        "cross_checked": answer.cross_checked,
    }
    tables = list(report.tables)
    if result.method is not None:
        data["tv_method"] = {"name": result.method.method, "terms": result.method.cost}
    if result.curve:
        data["curve"] = [{"epsilon": p.epsilon, "delta": p.delta, "two_point": p.two_point} for p in result.curve]
        rows = tuple((p.epsilon, p.delta, p.two_point) for p in result.curve)
        columns = ("epsilon", "smallest delta", "two-point pairs alone")
        tables.insert(1, Table("Optimal curve of the product", columns, rows, right=(0, 1, 2)))
    return replace(report, data=data, tables=tuple(tables), notes=(*report.notes, *_notes(result)))


def _hidden(constant: HiddenConstant, question: PgQuestion) -> dict[str, Any]:
    value = question.settings.get(constant.name, parse_rational(constant.default))
    return {"name": constant.name, "value": value, "default": str(constant.default), "reason": constant.reason}


def _heading(question: PgQuestion) -> str:
    return f"Composing k = {question.k:,} perfectly generalizing algorithms, variant {question.variant}"


def _inputs(question: PgQuestion) -> dict[str, Any]:
    def family(values: Family[Any]) -> Any:
        if len(values.runs) > _ECHO_RUNS:
            return f"{len(values.runs)} runs"
        return [{"value": value, "count": count} for value, count in values.runs]

    return {
        "k": question.k,
        "epsilon": family(question.epsilon),
        "delta": family(question.delta),
        "gamma": family(question.gamma),
        "delta_prime": question.delta_prime,
        "curve": list(question.curve),
        "settings": dict(question.settings),
    }


def _notes(result: PgComposition) -> list[str]:
    question, answer = result.question, result.answer
    notes = []
    if not result.applicable and answer.quantities:
        notes.append("The statement does not grant these figures: they are its formulas at values it does not allow.")
    if result.left_out:
        notes.append(f"No figure of a size that can be written out: {', '.join(result.left_out)}.")
    if result.method is not None:
        notes.append(_method_note(result))
    if question.variant == "simple" and question.gamma.values != question.delta.values:
        notes.append("lm:pg_compose has gamma_i = delta_i: the larger of the two was used for both.")
    if question.variant == "conditioned":
        notes.append("lm:pg_compose_het's proof gives the joint closeness that derived:conditioned-composition needs.")
    for name in ("gamma_star", "delta_star", "rho"):
        value = answer.quantities[name].value if name in answer.quantities else None
        if isinstance(value, Enclosure) and value.lower >= 1 and result.applicable:
            notes.append(f"{name} is at least 1 and promises nothing.")
            break
    hidden = [h.name for h in answer.derivation.hidden]
    if hidden:
        notes.append(f"The constants {', '.join(hidden)} are not in the source; change them with --set NAME=VALUE.")
    granted = [f"{s.label}: {c.text}" for s, c in answer.derivation.obligations]
    if granted and question.variant != "conditioned":
        notes.append("Taken for granted: " + "; ".join(granted) + ".")
    return notes


def _method_note(result: PgComposition) -> str:
    method = result.method
    assert method is not None
    note = f"tv: {_METHODS[method.method]}"
    if method.method != "bracket":
        return note + "."
    width = Enclosure.exactly(method.value.upper - method.value.lower)
    return note + f", width {short(width, 2)} after {method.cost:,} cosines; --work W allows W of them."


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
        rows = [explanation_row(quantity, answer) for quantity in answer.quantities.values()]
        columns = ("quantity", "formula", "with", "source")
        tables.append(Table("Where each figure comes from", columns, tuple(rows)))
    if explain or answer.unmet:
        tables.append(
            conditions_table(
                "Conditions" if explain else "Unmet conditions", answer.conditions if explain else answer.unmet
            )
        )
    notes = tuple(f"Unmet: {c.describe()}" for c in answer.unmet)
    return Report(data, tuple(tables), notes, heading=heading)
