"""Reports about what is checked: verify, simulate, prove."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, Verdict, decimal, rational_text
from replcalc.output.answers import ProofAnswer, VerificationAnswer
from replcalc.output.document import Document, Table, TableColumn, format_cell
from replcalc.simulate.recorded import recorded_runs
from replcalc.simulate.registry import available, count_bounds, get
from replcalc.simulate.running import Simulation
from replcalc.statements.theory import line, place

if TYPE_CHECKING:  # the prover is loaded to decide claims, not to report on certificates
    from replcalc.claims.deciding import Decision, Verification
    from replcalc.paper.mutants import Noticed
    from replcalc.prover.proving import Proving

Record = Mapping[str, Any]


# -- verify: the claims decided, and certificates verified again -------------------------------------------------------
def encode_decision(decision: Decision) -> dict[str, Any]:
    """Return one entry of the JSON list."""
    from replcalc.claims.certified import certified_relations
    from replcalc.claims.deciding import claim
    from replcalc.kernel.certificate import statement_of

    about = claim(decision.id)
    record: dict[str, Any] = {
        "id": decision.id,
        "statement": about.statement,
        "line": line(about.source),
        "where": place(about.source),
        "text": f"negative control of: {about.text}" if decision.control else about.headline,
        "standing": about.standing,
    }
    record |= {name: getattr(decision, name) for name in ("verdict", "expected", "method", "detail")}
    record["seconds"] = round(decision.seconds, 3)
    if decision.counterexample is not None:
        record["counterexample"] = dict(decision.counterexample)
    if decision.certificate is not None:
        relations = certified_relations(statement_of(decision.certificate))
        record["certified"] = [relation.to_json() for relation in relations]
    more = {"given": about.given, "argued": about.argued}
    more |= {"paper_constant": about.printed_constant, "proved_constant": about.proved_constant, "note": about.note}
    return record | {name: text for name, text in more.items() if text}


_VERDICTS = tuple(verdict.value for verdict in (Verdict.PROVED, Verdict.REFUTED, Verdict.UNDECIDED))
#: What a claim is about, by its standing.
_STANDINGS = {
    "conclusion": "as printed",
    "given": "given a cited theorem",
    "step": "as a step of an argument on the page",
    "transcription": "only that a formula is typed as it is printed",
}


def report_verification(found: Verification, *, full: bool = False) -> Document:
    """Report verdicts: a summary, then the grounds of one named claim, a line for each of several, or for each area.

    ``full``: every claim on a line, and what the verdict of each named one rests on.
    """
    from replcalc.claims.claim import STANDINGS
    from replcalc.claims.record import record_digest

    records = [encode_decision(decision) for decision in found.decisions]
    unexpected = [decision.id for decision in found.decisions if not decision.as_expected]
    standing = Counter(r["standing"] for r in records)
    summary = _summarize_verdicts(records, len(unexpected), found.seconds)
    summary |= {"standing": {name: standing[name] for name in STANDINGS}, "record": record_digest()}
    decided = ", ".join(f"{standing[name]} {words}" for name, words in _STANDINGS.items() if standing[name])
    notes = [f"not as expected: {identifier}" for identifier in unexpected]
    notes += [f"not what is recorded: {decision.id}" for decision in found.decisions if not decision.recorded]
    notes += [f"Decided: {decided}."]
    verdict = TableColumn("verdict", _format_verdict)
    where = (TableColumn("statement"), TableColumn("where"))
    every = Table.of("Claims", records, TableColumn("id"), *where, verdict, TableColumn("claim", "text"))
    grounds = [_describe_grounds(r) for r in records] if found.named and (full or len(records) == 1) else []
    if full or grounds:
        tables = [every, *grounds] if full else grounds
    elif found.named:
        tables = [Table.of("", records, TableColumn("claim", "id"), verdict, TableColumn("says", "text"))]
    else:
        tables = [_count_by_area(records)]
        notes.append(f"Record of what the claims state: sha256 {summary['record']}")
    kind = "negative control" if found.decisions and found.decisions[0].control else "claim"
    counted = ", ".join(f"{summary[name]} {name.lower()}" for name in _VERDICTS)
    worth = f"{len(unexpected)} NOT as expected" if unexpected else "all as expected"
    heading = f"{len(records)} {kind}{'s' if len(records) != 1 else ''}: {counted}; {worth}"
    return Document(VerificationAnswer([*records], summary), tuple(tables), tuple(notes), heading, data=every)


def _summarize_verdicts(records: Sequence[Record], unexpected: int, seconds: float) -> dict[str, Any]:
    counts = Counter(str(record["verdict"]) for record in records)
    found = {"claims": len(records), **{name: counts[name] for name in _VERDICTS}}
    return {**found, "unexpected": unexpected, "seconds": round(seconds, 3)}


def _count_by_area(records: Sequence[Record]) -> Table:
    """Count verdicts by area (the part of an identifier before its dot)."""
    areas = Counter((record["id"].partition(".")[0], record["verdict"].value) for record in records)
    rows = []
    for area in dict.fromkeys(area for area, _ in areas):
        counts = [areas[area, verdict] for verdict in _VERDICTS]
        rows.append((f"{area}.*", sum(counts), *(count or None for count in counts)))
    return Table("", ("claims", "all", *map(str.lower, _VERDICTS)), tuple(rows), (1, 2, 3, 4))


def _format_verdict(record: Record) -> str:
    expected = "" if record["verdict"] is record["expected"] else f" (expected {record['expected']})"
    return f"{record['verdict']}{expected}"


def _describe_grounds(record: Record) -> Table:
    rows = [("verdict", record["verdict"]), ("sentence", record["text"])]
    certified = record.get("certified", ())
    refuted = record["verdict"] is Verdict.REFUTED and not any(relation.get("fails") for relation in certified)
    for relation in certified:
        words = " ".join(filter(None, (relation["relation"], relation.get("domain") and f"for {relation['domain']}")))
        label = "refuted" if relation.get("fails") or refuted else "certified"
        rows.append((label, f"{relation['part']}: {words}" if "part" in relation else words))
    rows += [("argued on the page" if name == "argued" else name, record[name]) for name in _choose_ground(record)]
    rows.append(("rests on", record["detail"] or record["method"]))
    rows += [(f"at {name}", value) for name, value in record.get("counterexample", {}).items()]
    named = {"paper_constant": "printed constant", "proved_constant": "proved constant", "note": "note"}
    rows += [(label, record[name]) for name, label in named.items() if name in record]
    return Table(record["id"], ("", ""), tuple(rows))


def _choose_ground(record: Record) -> list[str]:
    return [name for name in ("argued", "given") if record.get(name)][:1]


def report_mutants(found: Sequence[Noticed], seconds: float, *, full: bool = False) -> Document:
    """Report how many planted errors each check notices; then those that none notices, or all."""
    unnoticed = [each for each in found if not each.checks]
    counts = Counter(kind for each in found for kind in each.checks)
    table = Table.of(
        "Planted errors" if full else "Not noticed",
        sorted(found, key=lambda each: bool(each.checks)) if full else unnoticed,
        TableColumn("statement", lambda each: each.mutant.label),
        TableColumn("conclusion", lambda each: each.mutant.name),
        TableColumn("error", lambda each: each.mutant.change),
        TableColumn("noticed by", lambda each: ", ".join((*each.checks, *each.claims, *each.simulators))),
    )
    heading = f"{len(found)} planted errors, {len(unnoticed)} of them not noticed, in {seconds / 60:.1f} minutes"
    note = "Noticed by " + ", ".join(f"{kind}: {count}" for kind, count in counts.items()) + "."
    value = {"mutants": [each.to_json() for each in found], "noticed": dict(counts), "unnoticed": len(unnoticed)}
    return Document(value, (table,) if table.rows else (), (note,), heading, data=table)


def report_recheck(records: Sequence[Record], seconds: float) -> Document:
    """Report for every certificate what it records, what it proves, and whether that is the expected verdict."""
    failed = [r["id"] for r in records if not r["verified"]]
    notes = (f"{len(records) - len(failed)} of {len(records)} certificates verified with interval arithmetic.",)
    outcome = TableColumn("", lambda r: "verified" if r["verified"] else f"NOT VERIFIED: {r['problem']}")
    columns = (TableColumn("claim", "id"), TableColumn("recorded"), TableColumn("established", "verdict"), outcome)
    summary = _summarize_verdicts(records, len(failed), seconds)
    tables = (Table.of("Certificates", records, *columns),)
    return Document(VerificationAnswer(list(records), summary), tables, notes, "Certificates re-verified")


# -- simulate: the list of simulators, one run, all of them ------------------------------------------------------------
def report_simulators() -> Document:
    """Report the number of compared bounds and the list of simulators."""
    simulators = [get(name) for name in available()]
    statements = TableColumn("statements", lambda s: ", ".join(s.statements))
    table = Table.of("Simulators", simulators, TableColumn("name"), statements, TableColumn("what it does", "summary"))
    about = TableColumn("about", lambda s: re.split(r"[:;,] | \(", s.summary)[0])
    few = Table.of("", simulators, TableColumn("name"), about)
    seen, bounds = count_bounds()
    violations = sum(run.violations for run in recorded_runs().values())
    compared = f"{seen} of {bounds} bounds compared in exact cases, {violations} violations"
    data = [{"name": s.name, "statements": list(s.statements), "summary": s.summary} for s in simulators]
    notes = ("Recorded with seed 0, nothing was run now. replcalc simulate NAME runs one of them.",)
    return Document({"simulators": data}, (few,), notes, f"{len(simulators)} simulators: {compared}", data=table)


def report_simulation(found: Simulation) -> Document:
    """Report one simulation in detail, or several on a line each."""
    if not found.every:
        return _report_one_run(found.records[0])
    ratio = TableColumn("worst true/bound", "worst_ratio", number=True)
    broken = TableColumn("broken as printed", lambda each: each.get("refuted"), number=True)
    counts = (TableColumn("cases", number=True), TableColumn("violations", number=True))
    tables = [Table.of("Simulators", found.records, TableColumn("simulator"), *counts, ratio, broken)]
    tables += [table for each in found.records for table in _list_worst_cases(each)]
    totals = {key: sum(each[key] for each in found.records) for key in ("cases", "violations", "undecided")}
    data = {"simulators": list(found.records), **totals, "seed": found.seed, "weaken": Enclosure.exactly(found.weaken)}
    heading = f"{totals['cases']} cases, {totals['violations']} violations (seed {found.seed})"
    return Document(data, tuple(tables), (), heading)


def _report_one_run(result: dict[str, Any]) -> Document:
    """Write a line per conclusion (tight, loose or none), the worst cases on demand, violations, counterexamples."""
    rows: list[tuple[Any, ...]] = []
    notes = list(_write_notes(result))
    for label, entry in result["per_statement"].items():
        for name, worst in entry["conclusions"].items():
            figures = (worst["cases"], worst.get("worst_ratio", ""), worst["tightness"], worst.get("quantity", ""))
            rows.append((label, name, *figures))
            if "why_loose" in worst:
                notes.append(f"{label}, {name} is loose by nature: {worst['why_loose']}.")
        if steps := entry.get("steps"):
            rows.append((label, "steps", steps["cases"], steps["worst_ratio"], "", steps["quantity"]))
    columns = ("statement", "conclusion", "cases", "true/bound", "", "quantity")
    data = Table("Worst case of each conclusion", columns, tuple(rows), (2, 3))
    shown = tuple((f"{row[0]}, {row[1]}", *row[2:5]) for row in rows)
    tables = [Table(data.title, ("conclusion", "cases", "true/bound", ""), shown, (1, 2), digits=4)]
    tables += _list_worst_cases(result)
    failures = {"first_violation": "First violation", "counterexample": "Smallest counterexample as printed"}
    tables += [_build_case_table(title, result[name]) for name, title in failures.items() if name in result]
    heading = f"{result['simulator']}: {result['cases']} cases, {result['violations']} violations"
    unique = tuple(dict.fromkeys(notes))
    return Document(result, tuple(tables), unique, f"{heading} (seed {result['seed']})", data=data)


def _list_worst_cases(result: Record) -> list[Table]:
    """Return the worst case of each statement, if the run kept them."""
    entries = result["per_statement"].values()
    return [_build_case_table(f"{e['worst']['statement']}: worst case", e["worst"]) for e in entries if "worst" in e]


def _write_notes(result: Record) -> Iterator[str]:
    if (weaken := format_cell(result["weaken"])) != "1":
        yield f"The bound of every conclusion was multiplied by {weaken}: the negative control."
    for label, entry in result.get("false_as_printed", {}).items():
        yield f"{label} as printed: broken in {entry['broken']} of {entry['comparisons']} comparisons (counted apart)."
    if result["undecided"]:
        yield f"{result['undecided']} comparisons are undecided: truth and bound agree to all digits computed."


def _build_case_table(title: str, case: Record) -> Table:
    """Return a comparison and its case, one line each; short fractions as such, to be checked by hand."""

    def format_figure(value: Any) -> Any:
        fraction = isinstance(value, Enclosure) and value.is_exact and not value.is_integer
        text = rational_text(value.lower) if fraction else ""
        return f"{text} = {format_cell(value)}" if text and len(text) <= 40 else value

    rows = [(name, case[name]) for name in ("statement", "quantity")]
    rows += [*_flatten("", case["case"]), ("true", format_figure(case["true"]))]
    rows += [(f"bound (true {case['sense']} bound)", format_figure(case["bound"])), ("ratio", case["ratio"])]
    return Table(title, ("", "value"), tuple(rows))


def _flatten(prefix: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the leaves of nested mappings with their paths."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _flatten(f"{prefix}: {key}" if prefix else str(key), item)
    else:
        yield prefix or "value", value


# -- prove -------------------------------------------------------------------------------------------------------------
def report_proof(found: Proving) -> Document:
    """Report the verdict, with the counterexample, the undecided region, or the bracket of the best constant."""
    outcome, best, point = found.outcome, found.best, found.outcome.counterexample
    ends = {} if best is None else {"proved": best.proved, "refuted": best.refuted}
    rows: list[tuple[str, Any]] = [(f"fails at {name}", value) for name, value in (point or {}).items()]
    if outcome.detail:
        rows.append(("why not" if outcome.verdict is Verdict.UNDECIDED else "proof by", outcome.detail))
    rows += [(f"{best.name} {end}", _format_number(value)) for end, value in ends.items() if best is not None]
    answer = ProofAnswer(
        verdict=outcome.verdict,
        fact=str(found.fact),
        conclusion=found.fact.conclusion(),
        method=outcome.method,
        detail=outcome.detail,
        seconds=round(found.seconds, 3),
        counterexample=None if point is None else dict(point),
        best=ends or None,
    )
    return Document(answer, (Table("", ("", ""), tuple(rows)),), title=f"{outcome.verdict.value}: {found.fact}")


def _format_number(value: fmpq | None) -> str:
    return "none" if value is None else f"{rational_text(value)} (about {decimal(value, 10, up=False)})"
