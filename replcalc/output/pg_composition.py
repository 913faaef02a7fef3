"""Write the answers of ``pg-compose``: figures, conditions, sources."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from replcalc.numbers.enclosure import Enclosure, short
from replcalc.output import answers
from replcalc.output.advice import advise, list_assumptions
from replcalc.output.comparisons import collect_unchecked_assumptions
from replcalc.output.document import Document, Table, TableColumn, format_cell
from replcalc.output.steps import build_result_tables
from replcalc.planning.comparison import Comparison
from replcalc.planning.result import Result, Status
from replcalc.problems.pg.comparison import PgComparison, Slack, replicability

_FIGURES = {"epsilon_star": "epsilon*", "delta_star": "delta*", "gamma_star": "gamma*", "Delta": "total variation"}


def report_pg_comparison(found: PgComparison, *, explain: bool = False, full: bool = False) -> Document:
    """Write the table of variants, ranked by the replicability that follows; with ``explain`` the best in detail."""

    def figure(name: str, heading: str) -> TableColumn:
        return TableColumn(heading, lambda r: r.quantities.get(name) if r.applicable else None, number=True)

    columns = (
        TableColumn("variant", "method"),
        TableColumn("delta'", lambda r: r.question.delta_prime, number=True),
        *(figure(name, heading) for name, heading in _FIGURES.items()),
        TableColumn("rho", lambda r: found.replicability[r.method], number=True),
        TableColumn("guarantee", _format_guarantee),
    )
    table = Table.of("All variants", found.results, *columns, digits=4)
    first, *notes = _describe_comparison(found)
    notes += [f"{r.method} does not apply: {r.why_not}." for r in found.results if not r.applicable]
    unchecked = collect_unchecked_assumptions(found.results).items()
    notes += [f"Assumed, cannot be checked: {text} ({', '.join(by)})." for text, by in unchecked]
    slacks = {r.method: encode_slack(r.details["slack"]) for r in found.results if r.details.get("slack")}
    details = {"variant": "all", "replicability": dict(found.replicability), "solve": slacks}
    more = build_result_tables(found.results[0], explain=True) if explain else []
    return _write(found, "every variant", first, notes, [table, *more], details)


def _write(
    found: Comparison, which: str, title: str, notes: list[str], tables: list[Table], details: dict[str, Any]
) -> Document:
    question, alone = found.question, found.results[0] if len(found.results) == 1 else None
    heading = f"Composing k = {question.k:,} perfectly generalizing algorithms, {which}"
    lines = [heading, *list_assumptions(question.assumed)]
    status = alone.status.value if alone else ""
    if alone is None:
        headline = replace(advise(found), sentence=title, lines=lines)
    else:
        headline = answers.Headline(title, status, alone.method, None, lines, notes, None)
    return Document(
        lambda: answers.ComparisonAnswer.of(found, headline, details=details),
        tuple(tables),
        tuple(notes),
        title=title,
        lines=tuple(lines),
        status=status,
        answer=alone or found,
    )


def _format_guarantee(result: Result) -> str:
    if result.status is Status.APPLIES:
        return f"conditional; unspecified: {', '.join(result.hidden)}"
    if result.certified and replicability(result) is None:
        return "no replicability below 1"
    return result.status.value


def encode_slack(slack: Slack) -> dict[str, Any]:
    """Return the slack delta' that was found, and its neighbours, which are no better."""
    others = [value for value in (slack.below, slack.above) if value is not None]
    return {"unknown": "delta_prime", "value": slack.value, "checked": _describe_check(slack), "not_better": others}


def _describe_check(slack: Slack) -> str:
    tried = " and ".join(format_cell(value) for value in (slack.below, slack.above) if value is not None)
    return f"certified there; nothing smaller at {tried}; that no other delta' is better is searched, not proved"


def _describe_comparison(found: PgComparison) -> Iterator[str]:
    """Yield the best variant and its gain over basic composition, and the smallest epsilon*."""
    best, basic = found.results[0], found.replicability.get("basic")
    bound = found.replicability[best.method]
    if bound is None or not best.applicable:
        yield "Nothing here is small enough for correlated sampling: no variant gives a replicability below 1."
    else:
        also = ""
        if basic is not None and best.method != "basic":
            times = short(basic.midpoint / bound.midpoint, 3)
            also = f"; basic composition gives rho = {short(basic, 4)}, {times} times as much"
        yield f"Best: {best.method}; correlated sampling makes it {short(bound, 4)}-replicable{also}."
        if basic is None:
            yield "From basic composition nothing follows: lm:pg_to_replic needs epsilon* < 1."


def report_pg_result(result: Result, *, explain: bool = False, full: bool = False) -> Document:
    """Write the answer of one variant."""
    slack = result.details.get("slack")
    details: dict[str, Any] = {"variant": result.method, "rho": replicability(result)}
    details |= {"solve": encode_slack(slack)} if slack else {}
    title = _describe_guarantee(result) if result.applicable else "No guarantee follows."
    found = Comparison(result.question, (result,), result.digits)
    tables = build_result_tables(result, explain=explain)
    return _write(found, f"variant {result.method}", title, list(_write_notes(result)), tables, details)


def _describe_guarantee(result: Result) -> str:
    """Say what the composition is, and how replicable that makes it."""
    bound = replicability(result)
    if result.details["left_out"]:
        closeness = "The figures of this composition are too large to write out"
    elif "epsilon_star" in result.quantities:
        named = ((name, result.quantities.get(f"{name}_star")) for name in ("gamma", "epsilon", "delta"))
        figures = ", ".join(f"{name} = {short(value, 4)}" for name, value in named if value is not None)
        closeness = f"Together they are perfectly generalizing with {figures}"
    else:
        distance = short(result.quantities["Delta"], 4)
        closeness = f"The joint output distribution is within {distance} of one independent of the sample"
    follows = "no replicability below 1 follows"
    if bound is not None:
        follows = f"correlated sampling makes that {short(bound, 4)}-replicable"
    return f"{closeness}; {follows}. The variant all compares with basic composition."


def _write_notes(result: Result) -> Iterator[str]:
    question, answer, method = result.question, result.answer, result.details["method"]
    assert answer is not None
    yield from (f"Unmet: {c.describe()}" for c in answer.unmet)
    if not result.applicable and answer.quantities:
        yield "The statement does not grant these figures: they are its formulas at values it does not allow."
    if result.details["left_out"]:
        yield f"No figure of a size that can be written out: {', '.join(result.details['left_out'])}."
    if method is not None:
        width = short(Enclosure.exactly(method.value.upper - method.value.lower), 2)
        yield f"Total variation: {method.method}{f', width {width}' if method.method == 'bracket' else ''}."
    if result.method == "simple" and question.gamma.values != question.delta.values:
        yield "lm:pg_compose has gamma_i = delta_i: the larger of the two was used for both."
    if result.method == "conditioned":
        yield "lm:pg_compose_het's proof gives the joint closeness that derived:conditioned-composition needs."
    if result.hidden:
        yield f"The constants {', '.join(result.hidden)} are not in the source; settings change them."
    if result.obligations and result.method != "conditioned":
        yield "Assumed, cannot be checked: " + "; ".join(result.obligations) + "."
    if slack := result.details.get("slack"):
        yield f"delta' = {format_cell(slack.value)} makes gamma* + 2 epsilon* + delta* least: {_describe_check(slack)}."
