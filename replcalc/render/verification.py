"""Reports of ``replcalc verify``: the claims decided, and certificates re-verified."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from replcalc.render.report import Report, Table, TableColumn
from replcalc.statements.source import line, place

if TYPE_CHECKING:  # the prover is loaded to decide claims, not to report on certificates
    from replcalc.claims.certified import CertifiedRelation
    from replcalc.claims.deciding import Decision, Verification


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
    from replcalc.checker.statement import statement_of
    from replcalc.claims.certified import certified_relations

    assert decision.certificate is not None
    return list(certified_relations(statement_of(decision.certificate)))


#: Claims of which text shows at once what each verdict rests on; of more on request.
_SHOWN = 3


def verification_report(found: Verification, *, full: bool = False) -> Report:
    """The summary first; in text then what a few named claims rest on, of more a line each, of all a line per area.

    ``full``: every claim on a line, and of named ones what each verdict rests on, as in every other format.
    """
    from replcalc.claims.claim import STANDINGS
    from replcalc.claims.deciding import claim
    from replcalc.claims.manifest import manifest_digest

    decisions = found.decisions
    records = [decision_record(decision) for decision in decisions]
    unexpected = [decision.id for decision in decisions if not decision.as_expected]
    summary = summary_of([r["verdict"].value for r in records], len(unexpected), found.seconds)
    summary["standing"] = {name: [r["standing"] for r in records].count(name) for name in STANDINGS}
    summary["manifest"] = manifest_digest()
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
    tables += [_exhibited(decision) for decision in decisions if not decision.control and claim(decision.id).exhibit]
    counted = ", ".join(f"{summary[name]} {name.lower()}" for name in ("PROVED", "REFUTED", "UNDECIDED"))
    kind = "negative control" if decisions and decisions[0].control else "claim"
    worth = f"{len(unexpected)} NOT as expected" if unexpected else "all as expected"
    heading = f"{summary['claims']} {kind}{'s' if len(records) != 1 else ''}: {counted}; {worth}"
    notes = [f"not as expected: {identifier}" for identifier in unexpected]
    notes += [f"not what the manifest records: {decision.id}" for decision in decisions if not decision.recorded]
    counts = summary["standing"]
    notes.append(
        f"A verdict is about the certified relations (verify ID shows them). They are the sentence for "
        f"{counts['conclusion']} claims, the sentence given a named theorem for {counts['given']}, and a step of an "
        f"argument on the page for {counts['step']}."
    )
    notes.append(f"Manifest of what the claims state: sha256 {summary['manifest']}")
    brief: tuple[Table, ...] | None = None
    if found.named and not full:
        few = (TableColumn("claim", "id"), TableColumn("verdict", _flag), TableColumn("says", "text"))
        listed = Table.of("", records, *few)
        brief = tuple(tables[1:]) if len(records) <= _SHOWN else (listed,)
    elif not full:
        brief = (_areas(records),)
    return Report({"claims": records, "summary": summary}, tuple(tables), tuple(notes), heading, text_tables=brief)


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


def _exhibited(decision: Decision) -> Table:
    """The figures that a claim is about."""
    from replcalc.claims.deciding import claim

    exhibit = claim(decision.id).exhibit
    assert exhibit is not None
    shown = exhibit()
    return Table(shown.title, shown.columns, shown.rows, tuple(range(len(shown.columns))))


def recheck_report(records: Sequence[Mapping[str, Any]], seconds: float) -> Report:
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
    return Report({"claims": list(records), "summary": summary}, (table,), notes, "Certificates re-verified")


def coq_report(records: Sequence[Mapping[str, Any]], run: bool) -> Report:
    """The claims with a file for Coq and those without, why, and with ``run`` what coqc said."""
    written = [r for r in records if r["file"]]
    left_out = [r for r in records if not r["file"]]
    accepted = [r for r in written if r.get("accepted")]
    summary = {"claims": len(records), "written": len(written), "left_out": len(left_out)}
    notes = [f"{len(written)} of {len(records)} claims written for Coq; {len(left_out)} left out."]
    if run:
        summary |= {"accepted": len(accepted), "refused": len(written) - len(accepted)}
        notes.append(f"{len(accepted)} of {len(written)} files accepted by Coq's kernel.")
    shown = [{key: value for key, value in r.items() if key != "text"} for r in records]
    table = Table.of(
        "Files",
        records,
        TableColumn("claim", "id"),
        TableColumn("verdict"),
        TableColumn("rests on", lambda r: ", ".join(r["kinds"])),
        TableColumn("file"),
        TableColumn("", lambda r: _said(r, run)),
    )
    return Report({"claims": shown, "summary": summary}, (table,), tuple(notes), "Claims for Coq")


def _said(record: Mapping[str, Any], run: bool) -> str:
    if not record["file"]:
        return f"left out: {record['reason']}"
    if not run:
        return "written"
    return "accepted" if record["accepted"] else f"REFUSED: {record['reason']}"
