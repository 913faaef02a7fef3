"""Write the answers of ``pg-compose``: figures, conditions, sources."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from replcalc.numbers.enclosure import Enclosure, short
from replcalc.output import answers
from replcalc.output.comparisons import advise, assumed_lines, granted
from replcalc.output.document import Document, Table, TableColumn, cell_text
from replcalc.output.questions import heading_of
from replcalc.output.steps import result_tables
from replcalc.planning.comparison import Comparison
from replcalc.planning.result import Result, Status
from replcalc.problems.pg.comparison import PgComparison, Slack, replicability

_METHODS = {
    "lattice": "exact finite sum: the epsilon_i are multiples of one number",
    "closed form": "the closed form and the largest epsilon_i alone already agree",
    "bracket": "bracket between products of pairs on a grid",
}


def pg_comparison_report(found: PgComparison, *, explain: bool = False, full: bool = False) -> Document:
    """Write the table of variants, ranked by the replicability that follows; with ``explain`` the best in detail."""
    chosen = found.results[0]
    columns = (
        TableColumn("variant", "method"),
        TableColumn("delta'", lambda r: r.question.delta_prime, number=True),
        *(TableColumn(heading, partial(_granted, name=name), number=True) for name, heading in _COMPARED.items()),
        TableColumn("rho", lambda r: found.replicability[r.method], number=True),
        TableColumn("guarantee", _guarantee),
    )
    told = list(_compared(found))
    details = {
        "variant": "all",
        "replicability": dict(found.replicability),
        "solve": {r.method: slack_json(r) for r in found.results if r.details.get("slack")},
    }
    tables = [Table.of("All variants", found.results, *columns, digits=4)]
    tables += result_tables(chosen, explain=True) if explain else []
    told += [f"{r.method} does not apply: {r.why_not}." for r in found.results if not r.applicable]
    told += [f"Assumed, cannot be checked: {text} ({', '.join(by)})." for text, by in granted(found.results).items()]
    first, *rest = told
    lines = (f"{heading_of(found.question)}, every variant", *assumed_lines(found.question.assumed))
    advice = replace(advise(found), sentence=first, lines=lines)
    return Document(
        lambda: answers.ComparisonAnswer.of(found, advice.headline(), details=details),
        tuple(tables),
        tuple(rest),
        title=first,
        lines=lines,
        answer=found,
    )


_COMPARED = {"epsilon_star": "epsilon*", "delta_star": "delta*", "gamma_star": "gamma*", "Delta": "total variation"}


def _granted(result: Result, name: str) -> Any:
    """Return a figure, or None where the statement does not give it."""
    return result.quantities.get(name) if result.applicable else None


def _guarantee(result: Result) -> str:
    if result.status is Status.APPLIES:
        return f"conditional; unspecified: {', '.join(result.hidden)}"
    if result.certified and replicability(result) is None:
        return "closeness certified, no replicability below 1"
    return result.status.value


def slack_json(result: Result) -> dict[str, Any]:
    slack: Slack = result.details["slack"]
    told = {"unknown": "delta_prime", "value": slack.value, "checked": _checked(slack)}
    return told | {"not_better": [value for value in (slack.below, slack.above) if value is not None]}


def _checked(slack: Slack) -> str:
    tried = " and ".join(cell_text(value) for value in (slack.below, slack.above) if value is not None)
    return f"certified there; nothing smaller at {tried}; that no other delta' is better is searched, not proved"


def _compared(found: PgComparison) -> Iterator[str]:
    """Return the best variant and its gain over basic composition."""
    best, basic = found.results[0], found.replicability.get("basic")
    bound = found.replicability[best.method]
    if bound is None or not best.applicable:
        yield "Nothing here is small enough for correlated sampling: no variant gives a replicability below 1."
    else:
        also = "" if basic is None or best.method == "basic" else f"; basic composition gives rho = {short(basic, 4)}"
        if basic is not None and best.method != "basic":
            also += f", {short(basic.midpoint / bound.midpoint, 3)} times as much"
        yield f"Best: {best.method}; correlated sampling makes it {short(bound, 4)}-replicable{also}."
        if basic is None:
            yield "From basic composition nothing follows: lm:pg_to_replic needs epsilon* < 1."
    close = [r for r in found.results if r.applicable and "epsilon_star" in r.quantities]
    if len(close) > 1:
        least = min(close, key=lambda r: r.quantities["epsilon_star"].upper)
        rest = [f"{r.method} {short(r.quantities['epsilon_star'], 4)}" for r in close if r is not least]
        figure = short(least.quantities["epsilon_star"], 4)
        others = ", ".join(rest)
        smallest = f"The smallest epsilon* is {figure} by {least.method} ({others})"
        yield f"{smallest}; adaptive are het, simple and conditioned."


def pg_document(result: Result, *, explain: bool = False, full: bool = False) -> Document:
    """Write the answer of one variant."""
    question, answer = result.question, result.answer
    assert answer is not None
    notes = _notes(result)
    details: dict[str, Any] = {
        "variant": result.method,
        "rho": replicability(result),
        "left_out": list(result.details["left_out"]),
    }
    if result.details.get("slack"):
        details["solve"] = slack_json(result)
    tables = result_tables(result, explain=explain)
    method = result.details["method"]
    if method is not None:
        details["tv_method"] = {"name": method.method}
    said, asked = _said(result), f"{heading_of(question)}, variant {result.method}"
    rest = tuple(note for note in notes if note not in said)
    sentence, *_ = *said, "No guarantee follows."
    lines = (asked, *assumed_lines(question.assumed))
    comparison = Comparison(question, (result,), result.digits)
    headline = answers.Headline(sentence, result.status.value, result.method, None, list(lines), list(rest), None)
    return Document(
        lambda: answers.ComparisonAnswer.of(comparison, headline, details=details),
        tuple(tables),
        rest,
        title=sentence,
        lines=lines,
        status=result.status.value,
        answer=result,
    )


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
    if result.method == "simple" and question.gamma.values != question.delta.values:
        notes.append("lm:pg_compose has gamma_i = delta_i: the larger of the two was used for both.")
    if result.method == "conditioned":
        notes.append("lm:pg_compose_het's proof gives the joint closeness that derived:conditioned-composition needs.")
    for name in ("gamma_star", "delta_star", "rho"):
        value = answer.quantities[name].value if name in answer.quantities else None
        if isinstance(value, Enclosure) and value.lower >= 1 and result.applicable:
            notes.append(f"{name} is at least 1: no guarantee.")
            break
    if result.hidden:
        notes.append(f"The constants {', '.join(result.hidden)} are not in the source; settings change them.")
    if result.obligations and result.method != "conditioned":
        notes.append("Assumed, cannot be checked: " + "; ".join(result.obligations) + ".")
    if result.details.get("slack"):
        slack = result.details["slack"]
        notes.append(f"delta' = {cell_text(slack.value)} makes gamma* + 2 epsilon* + delta* least: {_checked(slack)}.")
    return notes + _said(result)


def _said(result: Result) -> list[str]:
    """Return the guarantee of the composition in a sentence."""
    if not result.applicable:
        return []
    bound = replicability(result)
    if "epsilon_star" not in result.quantities:
        distance = short(result.quantities["Delta"], 4)
        told = f"The joint output distribution is within {distance} of one independent of the sample"
    else:
        named = ((name, result.quantities.get(f"{name}_star")) for name in ("gamma", "epsilon", "delta"))
        figures = ", ".join(f"{name} = {short(value, 4)}" for name, value in named if value is not None)
        told = f"Together they are perfectly generalizing with {figures}"
    follows = "no replicability below 1 follows"
    if bound is not None:
        follows = f"correlated sampling makes that {short(bound, 4)}-replicable"
    return [f"{told}; {follows}. The variant all compares with basic composition."]


def _method_note(result: Result) -> str:
    method = result.details["method"]
    assert method is not None
    note = f"tv: {_METHODS[method.method]}"
    if method.method != "bracket":
        return note + "."
    width = Enclosure.exactly(method.value.upper - method.value.lower)
    return note + f", width {short(width, 2)}."
