"""Reports about what is checked: verify, simulate, prove."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, decimal, rational_text
from replcalc.output.answers import ProofAnswer, VerificationAnswer
from replcalc.output.document import Document, Table, TableColumn, cell_text
from replcalc.simulate.recorded import recorded_runs
from replcalc.simulate.registry import available, count_bounds, get
from replcalc.simulate.running import Simulation
from replcalc.statements.theory import line, place

if TYPE_CHECKING:  # the prover is loaded to decide claims, not to report on certificates
    from replcalc.claims.certified import CertifiedRelation
    from replcalc.claims.deciding import Decision, Verification
    from replcalc.paper.mutants import Noticed
    from replcalc.prover.proving import Proving


# -- reports of ``replcalc verify``: the claims decided, and certificates re-verified ----------------------------------
def decision_record(decision: Decision) -> dict[str, Any]:
    """One entry of the JSON list."""
    from replcalc.claims.deciding import claim

    about = claim(decision.id)
    record: dict[str, Any] = {
        "id": decision.id,
        "statement": about.statement,
        "line": line(about.source),
        "where": place(about.source),
        "text": f"negative control of: {about.text}" if decision.control else about.headline,
        "standing": about.standing,
        "verdict": decision.verdict,
        "expected": decision.expected,
        "method": decision.method,
        "detail": decision.detail,
        "seconds": round(decision.seconds, 3),
    }
    if decision.counterexample is not None:
        record["counterexample"] = dict(decision.counterexample)
    if decision.certificate is not None:
        record["certified"] = [relation.to_json() for relation in _certified(decision)]
    more = {"given": about.given, "argued": about.argued}
    more |= {"paper_constant": about.printed_constant, "proved_constant": about.proved_constant, "note": about.note}
    return record | {name: text for name, text in more.items() if text}


def _certified(decision: Decision) -> list[CertifiedRelation]:
    from replcalc.claims.certified import certified_relations
    from replcalc.kernel.certificate import statement_of

    assert decision.certificate is not None
    return list(certified_relations(statement_of(decision.certificate)))


#: Claims of which text shows at once what each verdict rests on; of more with --all.
_SHOWN = 1


def verification_report(found: Verification, *, full: bool = False) -> Document:
    """The summary first; in text then what a few named claims rest on, of more a line each, of all a line per area.

    ``full``: every claim on a line, and of named ones what each verdict rests on, as in every other format.
    """
    from replcalc.claims.claim import STANDINGS
    from replcalc.claims.record import record_digest

    decisions = found.decisions
    records = [decision_record(decision) for decision in decisions]
    unexpected = [decision.id for decision in decisions if not decision.as_expected]
    summary = summary_of([r["verdict"].value for r in records], len(unexpected), found.seconds)
    summary["standing"] = {name: [r["standing"] for r in records].count(name) for name in STANDINGS}
    summary["record"] = record_digest()
    columns = (
        TableColumn("id"),
        TableColumn("statement"),
        TableColumn("where"),
        TableColumn("verdict", _flag),
        TableColumn("claim", "text"),
    )
    tables = [Table.of("Claims", records, *columns)]
    if found.named:
        tables += [_detail(r) for r in records]
    counted = ", ".join(f"{summary[name]} {name.lower()}" for name in ("PROVED", "REFUTED", "UNDECIDED"))
    kind = "negative control" if decisions and decisions[0].control else "claim"
    worth = f"{len(unexpected)} NOT as expected" if unexpected else "all as expected"
    heading = f"{summary['claims']} {kind}{'s' if len(records) != 1 else ''}: {counted}; {worth}"
    notes = [f"not as expected: {identifier}" for identifier in unexpected]
    notes += [f"not what is recorded: {decision.id}" for decision in decisions if not decision.recorded]
    notes.append(_standing_line(summary["standing"]))
    notes.append(f"Record of what the claims state: sha256 {summary['record']}")
    every, brief = tables[0], tuple(tables)
    if found.named and not full:
        few = (TableColumn("claim", "id"), TableColumn("verdict", _flag), TableColumn("says", "text"))
        listed = Table.of("", records, *few)
        brief = tuple(tables[1:]) if len(records) <= _SHOWN else (listed,)
    elif not full:
        brief = (_areas(records),)
    return Document(VerificationAnswer([*records], summary), brief, tuple(notes), heading, data=every)


def mutants_report(found: Sequence[Noticed]) -> Document:
    """A line for each planted error: the checks that notice it. First those that nothing notices."""
    unnoticed = [each for each in found if not each.checks]
    counts = {kind: sum(kind in each.checks for each in found) for kind in ("transcription", "claims", "simulators")}
    noticed = ", ".join(f"{kind} {count}" for kind, count in counts.items())
    heading = f"{len(found)} planted errors, {len(unnoticed)} of them not noticed; noticed by {noticed}"
    table = Table.of(
        "Planted errors",
        [*unnoticed, *(each for each in found if each.checks)],
        TableColumn("statement", lambda each: each.mutant.label),
        TableColumn("conclusion", lambda each: each.mutant.name),
        TableColumn("error", lambda each: each.mutant.change),
        TableColumn("transcription", lambda each: "notices" if each.transcription else ""),
        TableColumn("claims", lambda each: ", ".join(each.claims)),
        TableColumn("simulators", lambda each: ", ".join(each.simulators)),
    )
    value = {"mutants": [each.to_json() for each in found], "noticed": counts, "unnoticed": len(unnoticed)}
    return Document(value, (table,), title=heading)


def _standing_line(counts: Mapping[str, int]) -> str:
    """Say in one line how many claims are decided as printed, given a cited theorem, or as a step of an argument."""
    words = {
        "conclusion": "as printed",
        "given": "given a cited theorem",
        "step": "as a step of an argument on the page",
        "transcription": "only that a formula is typed as it is printed",
    }
    return "Decided: " + ", ".join(f"{counts[name]} {text}" for name, text in words.items() if counts[name]) + "."


def _areas(records: Sequence[Mapping[str, Any]]) -> Table:
    """How many claims of every area (what stands before the dot of an identifier) have which verdict."""
    areas: dict[str, list[str]] = {}
    for record in records:
        areas.setdefault(record["id"].partition(".")[0], []).append(record["verdict"].value)
    verdicts = ("PROVED", "REFUTED", "UNDECIDED")
    rows = tuple((f"{area}.*", len(all_), *(all_.count(v) or None for v in verdicts)) for area, all_ in areas.items())
    return Table("", ("claims", "all", *map(str.lower, verdicts)), rows, (1, 2, 3, 4))


def summary_of(verdicts: Iterable[str], unexpected: int, seconds: float) -> dict[str, Any]:
    listed = list(verdicts)
    counts = {name: listed.count(name) for name in ("PROVED", "REFUTED", "UNDECIDED")}
    return {"claims": len(listed), **counts, "unexpected": unexpected, "seconds": round(seconds, 3)}


def _flag(record: Mapping[str, Any]) -> str:
    if record["verdict"] is record["expected"]:
        return str(record["verdict"])
    return f"{record['verdict']} (expected {record['expected']})"


def _detail(record: Mapping[str, Any]) -> Table:
    """What the verdict of one claim rests on."""
    rows = [("verdict", record["verdict"]), ("sentence", record["text"])]
    premises = any(relation.get("fails") for relation in record.get("certified", ()))
    for relation in record.get("certified", ()):
        words = " ".join(filter(None, (relation["relation"], relation.get("domain") and f"for {relation['domain']}")))
        refuted = relation.get("fails") or (record["verdict"].value == "REFUTED" and not premises)
        label = "refuted" if refuted else "certified"
        rows.append((label, f"{relation['part']}: {words}" if "part" in relation else words))
    if record.get("argued"):
        rows.append(("argued on the page", record["argued"]))
    elif record.get("given"):
        rows.append(("given", record["given"]))
    rows.append(("rests on", record["detail"] or record["method"]))
    rows += [(f"at {name}", value) for name, value in record.get("counterexample", {}).items()]
    named = (("paper_constant", "printed constant"), ("proved_constant", "proved constant"), ("note", "note"))
    rows += [(label, record[name]) for name, label in named if name in record]
    return Table(record["id"], ("", ""), tuple(rows))


def recheck_report(records: Sequence[Mapping[str, Any]], seconds: float) -> Document:
    """What every certificate records, what it establishes, and whether that is the recorded, expected verdict."""
    failed = [r["id"] for r in records if not r["verified"]]
    summary = summary_of([r["verdict"] for r in records], len(failed), seconds)
    notes = (f"{len(records) - len(failed)} of {len(records)} certificates verified with interval arithmetic.",)
    table = Table.of(
        "Certificates",
        records,
        TableColumn("claim", "id"),
        TableColumn("recorded"),
        TableColumn("established", "verdict"),
        TableColumn("", lambda r: "verified" if r["verified"] else f"NOT VERIFIED: {r['problem']}"),
    )
    return Document(VerificationAnswer(list(records), summary), (table,), notes, "Certificates re-verified")


# -- reports of ``replcalc simulate``: the list of simulators, one run, all of them ------------------------------------
def listing() -> Document:
    """How many bounds are compared; the simulators and their statements; in text what each is about."""
    simulators = [get(name) for name in available()]
    data = [{"name": s.name, "statements": list(s.statements), "summary": s.summary} for s in simulators]
    table = Table.of(
        "Simulators",
        simulators,
        TableColumn("name"),
        TableColumn("statements", lambda s: ", ".join(s.statements)),
        TableColumn("what it does", lambda s: s.summary),
    )
    few = Table.of("", simulators, TableColumn("name"), TableColumn("about", lambda s: opening(s.summary)))
    seen, bounds = count_bounds()
    violations = sum(run.violations for run in recorded_runs().values())
    heading = f"{len(data)} simulators: {seen} of {bounds} bounds compared in exact cases, {violations} violations"
    notes = ("Recorded with seed 0, nothing was run now. replcalc simulate NAME runs one of them.",)
    return Document({"simulators": data}, (few,), notes, heading, data=table)


#: What is left of 80 columns beside the longest name.
_ABOUT = 50


def opening(summary: str) -> str:
    """A summary, or as much of it as ends at a mark (or "against") outside brackets and fits on a line of the list."""
    ends = [m.start() for m in re.finditer(r"(?:[:;,] | against |$)(?![^(]*\))", summary)]
    return summary[: max([end for end in ends if end <= _ABOUT], default=ends[0])]


def simulation_report(found: Simulation) -> Document:
    """One run in detail, or all of them on a line each."""
    return overview(list(found.records), found.seed, found.weaken) if found.every else single(found.records[0])


def single(result: dict[str, Any]) -> Document:
    """One run: a line per conclusion (tight, loose or none), the worst cases on demand, violations, counterexamples."""
    rows: list[tuple[Any, ...]] = []
    notes = list(notes_on(result))
    for label, entry in result["per_statement"].items():
        for name, near in entry["conclusions"].items():
            values = (near["cases"], near.get("worst_ratio", ""), near["tightness"], near.get("quantity", ""))
            rows.append((label, name, *values))
            if "why_loose" in near:
                notes.append(f"{label}, {name} is loose by nature: {near['why_loose']}.")
        if "steps" in entry:
            steps = entry["steps"]
            rows.append((label, "steps", steps["cases"], steps["worst_ratio"], "", steps["quantity"]))
    columns = ("statement", "conclusion", "cases", "true/bound", "", "quantity")
    tables = [Table("Worst case of each conclusion", columns, tuple(rows), (2, 3))]
    tables += shown_cases(result)
    if "first_violation" in result:
        tables.append(case_table("First violation", result["first_violation"]))
    if "counterexample" in result:
        tables.append(case_table("Smallest counterexample to the statement as printed", result["counterexample"]))
    return Document(result, tuple(tables), tuple(dict.fromkeys(notes)), f"{result['simulator']}: {verdict(result)}")


def shown_cases(result: Mapping[str, Any]) -> list[Table]:
    """The worst case of each statement, if the run kept them."""
    entries = result["per_statement"].values()
    return [case_table(f"{e['worst']['statement']}: worst case", e["worst"]) for e in entries if "worst" in e]


def verdict(result: Mapping[str, Any]) -> str:
    return f"{result['cases']} cases, {result['violations']} violations (seed {result['seed']})"


def notes_on(result: Mapping[str, Any]) -> Iterator[str]:

    if (weaken := cell_text(result["weaken"])) != "1":
        yield f"The bound of every conclusion was multiplied by {weaken}: the negative control."
    for label, entry in result.get("false_as_printed", {}).items():
        yield f"{label} as printed: broken in {entry['broken']} of {entry['comparisons']} comparisons (counted apart)."
    if result["undecided"]:
        yield f"{result['undecided']} comparisons are undecided: truth and bound agree to all digits computed."


def case_table(title: str, case: Mapping[str, Any]) -> Table:
    """A comparison and its case, one line each."""

    rows: list[tuple[Any, ...]] = [("statement", case["statement"]), ("quantity", case["quantity"])]
    rows += list(flatten("", case["case"]))
    promise = "true <= bound" if case["sense"] == "<=" else "true >= bound"
    rows += [("true", by_hand(case["true"])), (f"bound ({promise})", by_hand(case["bound"])), ("ratio", case["ratio"])]
    return Table(title, ("", "value"), tuple(rows))


def by_hand(value: Any) -> Any:
    """A short fraction as such, with its decimal value: what a person computes is the fraction."""

    if isinstance(value, Enclosure) and value.is_exact and not value.is_integer:
        text = rational_text(value.lower)
        return f"{text} = {cell_text(value)}" if len(text) <= 40 else value
    return value


def flatten(prefix: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Nested mappings as (path, leaf) lines."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from flatten(f"{prefix}: {key}" if prefix else str(key), item)
    else:
        yield prefix or "value", value


def overview(found: list[dict[str, Any]], seed: int, weaken: fmpq) -> Document:
    """All runs, a line each."""

    tables = [
        Table.of(
            "Simulators",
            found,
            TableColumn("simulator"),
            TableColumn("cases", number=True),
            TableColumn("violations", number=True),
            TableColumn("worst true/bound", "worst_ratio", number=True),
            TableColumn("broken as printed", lambda each: each.get("refuted"), number=True),
        )
    ]
    tables += [table for each in found for table in shown_cases(each)]
    totals = {key: sum(each[key] for each in found) for key in ("cases", "violations", "undecided")}
    data = {"simulators": found, **totals, "seed": seed, "weaken": Enclosure.exactly(weaken)}
    heading = f"{totals['cases']} cases, {totals['violations']} violations (seed {seed})"
    return Document(data, tuple(tables), (), heading)


# -- the report of ``replcalc prove`` ----------------------------------------------------------------------------------
def proving_report(found: Proving) -> Document:
    """Write the verdict first; the point, the place that resists, or the bracket of the best constant below it."""
    outcome, best = found.outcome, found.best
    rows: list[tuple[str, Any]] = []
    if outcome.counterexample is not None:
        rows += [(f"fails at {name}", value) for name, value in outcome.counterexample.items()]
    if outcome.detail:
        rows.append(("why not" if outcome.verdict.value == "UNDECIDED" else "rests on", outcome.detail))
    if best is not None:
        rows.append((f"{best.name} proved", _number(best.proved)))
        rows.append((f"{best.name} refuted", _number(best.refuted)))
    rows.append(("seconds", f"{found.seconds:.1f}"))
    answer = ProofAnswer(
        verdict=outcome.verdict,
        fact=str(found.fact),
        conclusion=found.fact.conclusion(),
        method=outcome.method,
        detail=outcome.detail,
        seconds=round(found.seconds, 3),
        counterexample=None if outcome.counterexample is None else dict(outcome.counterexample),
        best=None if best is None else {"proved": best.proved, "refuted": best.refuted},
    )
    title = f"{outcome.verdict.value}: {found.fact}"
    return Document(answer, (Table("", ("", ""), tuple(rows)),), title=title, status="")


def _number(value: fmpq | None) -> str:
    return "none" if value is None else f"{rational_text(value)} (about {decimal(value, 10, up=False)})"
