"""Reports of ``pg-compose``: figures, conditions, the optimal curve, and what each of them rests on."""

from __future__ import annotations

from typing import Any

from replcalc.numbers.enclosure import Enclosure, short
from replcalc.render.questions import heading_of
from replcalc.render.report import Report, Table
from replcalc.render.result import assumed_lines, comparison_json, result_json, result_tables
from replcalc.ways.comparison import Comparison
from replcalc.ways.result import Result

_METHODS = {
    "lattice": "exact finite sum: the epsilon_i are multiples of one number",
    "enumeration": "exact enumeration: few distinct epsilon_i",
    "closed form": "the closed form and the largest epsilon_i alone already agree",
    "bracket": "bracket between two band-limited functions",
}


def pg_report(result: Result, digits: int = 20, *, explain: bool = False) -> Report:
    """The whole answer of ``pg-compose``."""
    question, answer = result.question, result.answer
    assert answer is not None
    notes = _notes(result)
    record = result_json(result)
    copied = ("applicable", "certified", "provenance", "hidden_constants", "conditions", "obligations", "steps")
    data: dict[str, Any] = comparison_json(Comparison(question, (result,), digits)) | {
        "variant": result.way,
        "explanation": " ".join(notes),
        **{name: record[name] for name in copied},
        "quantities": {name: quantity.value for name, quantity in answer.quantities.items()},
        "left_out": list(result.details["left_out"]),
        "cross_checked": answer.cross_checked,
    }
    tables = result_tables(result, explain=explain)
    method, curve = result.details["method"], result.details["curve"]
    if method is not None:
        data["tv_method"] = {"name": method.method, "terms": method.cost}
    if curve:
        data["curve"] = [{"epsilon": p.epsilon, "delta": p.delta, "two_point": p.two_point} for p in curve]
        rows = tuple((p.epsilon, p.delta, p.two_point) for p in curve)
        columns = ("epsilon", "smallest delta", "two-point pairs alone")
        tables.insert(1, Table("Optimal curve of the product", columns, rows, right=(0, 1, 2)))
    heading, lead = f"{heading_of(question)}, variant {result.way}", assumed_lines(question.assumed)
    return Report(data, tuple(tables), tuple(notes), heading, lead, answer=result)


def _notes(result: Result) -> list[str]:
    question, answer = result.question, result.answer
    assert answer is not None
    notes = [f"Unmet: {c.describe()}" for c in answer.unmet]
    if not result.applicable and answer.quantities:
        notes.append("The statement does not grant these figures: they are its formulas at values it does not allow.")
    if result.details["left_out"]:
        notes.append(f"No figure of a size that can be written out: {', '.join(result.details['left_out'])}.")
    if result.details["method"] is not None:
        notes.append(_method_note(result))
    if result.way == "simple" and question.gamma.values != question.delta.values:
        notes.append("lm:pg_compose has gamma_i = delta_i: the larger of the two was used for both.")
    if result.way == "conditioned":
        notes.append("lm:pg_compose_het's proof gives the joint closeness that derived:conditioned-composition needs.")
    for name in ("gamma_star", "delta_star", "rho"):
        value = answer.quantities[name].value if name in answer.quantities else None
        if isinstance(value, Enclosure) and value.lower >= 1 and result.applicable:
            notes.append(f"{name} is at least 1 and promises nothing.")
            break
    if result.hidden:
        notes.append(f"The constants {', '.join(result.hidden)} are not in the source; settings change them.")
    if result.obligations and result.way != "conditioned":
        notes.append("Taken for granted: " + "; ".join(result.obligations) + ".")
    return notes


def _method_note(result: Result) -> str:
    method = result.details["method"]
    assert method is not None
    note = f"tv: {_METHODS[method.method]}"
    if method.method != "bracket":
        return note + "."
    width = Enclosure.exactly(method.value.upper - method.value.lower)
    return note + f", width {short(width, 2)} after {method.cost:,} cosines; work = W allows W of them."
