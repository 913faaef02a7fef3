"""``replcalc verify``: decide the claims, write their certificates, re-verify certificates."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from replcalc.cli.common import emit, output_options, parse_digits, write_atomically
from replcalc.numbers.errors import InputError

if TYPE_CHECKING:
    from replcalc.render.report import Report, Table
    from replcalc.theories.deciding import Decision


@click.command()
@click.argument("identifiers", nargs=-1, metavar="[ID]...")
@click.option("--certificates", "directory", metavar="DIR", help="Write one certificate per claim to DIR/ID.json.")
@click.option("--recheck", "recheck_directory", metavar="DIR", help="Re-verify the certificates in DIR, independently.")
@click.option("--controls", is_flag=True, help="Decide the negative controls instead of the claims.")
@output_options
def verify(
    identifiers: tuple[str, ...],
    directory: str | None,
    recheck_directory: str | None,
    controls: bool,
    output_format: str,
    digits: str,
) -> int:
    """Decide the numeric facts the paper's proofs lean on: PROVED, REFUTED with a counterexample, or UNDECIDED.

    Without ID, all of them. Exit code 0 iff every verdict is the expected one.
    """
    from replcalc.theories.deciding import claim, decide

    wanted = [claim(identifier).id for identifier in identifiers] or None
    shown_digits = parse_digits(digits)
    if recheck_directory is not None:
        if directory is not None or controls:
            raise InputError("--recheck", recheck_directory, "no --certificates and no --controls beside it")
        report, passed = _recheck(Path(recheck_directory), wanted)
        emit(report, output_format, shown_digits)
        return 0 if passed else 1
    target = None if directory is None else _directory(directory)
    start = time.perf_counter()
    with _Progress() as progress:
        found = decide(wanted, control=controls, progress=progress.advance(wanted))
    if target is not None:
        for decision in found:
            write_atomically(target / f"{decision.id}.json", certificate_text(decision))
    emit(decisions_report(found, time.perf_counter() - start, full=wanted is not None), output_format, shown_digits)
    return 0 if all(decision.as_expected for decision in found) else 1


def _directory(text: str) -> Path:
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise InputError("--certificates", text, "a directory")
    return path


class _Progress:
    """A bar on stderr, only on a terminal."""

    def __enter__(self) -> _Progress:
        from rich.console import Console
        from rich.progress import Progress

        self.bar = Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def advance(self, wanted: Sequence[str] | None) -> Any:
        from replcalc.theories.deciding import claims

        task = self.bar.add_task("verifying", total=len(claims()) if wanted is None else len(wanted))
        return lambda decision: self.bar.update(task, advance=1, description=decision.id)


# -- decisions ---------------------------------------------------------------------------------------------------------
def certificate_text(decision: Decision) -> str:
    """One certificate file: the claim, the verdict, what it rests on."""
    document = {
        "claim": decision.id,
        "control": decision.control,
        "verdict": decision.verdict.value,
        "expected": decision.expected.value,
        "certificate": decision.certificate,
    }
    return json.dumps(document, indent=1, sort_keys=True) + "\n"


def decision_record(decision: Decision) -> dict[str, Any]:
    """One entry of the JSON list."""
    from replcalc.theories.deciding import claim

    about = claim(decision.id)
    record: dict[str, Any] = {
        "id": decision.id,
        "statement": about.statement,
        "line": about.line,
        "text": f"negative control of: {about.text}" if decision.control else about.text,
        "verdict": decision.verdict,
        "expected": decision.expected,
        "method": decision.method,
        "detail": decision.detail,
        "seconds": round(decision.seconds, 3),
    }
    if decision.counterexample is not None:
        record["counterexample"] = dict(decision.counterexample)
    for name in ("paper_constant", "best_constant", "note"):
        if getattr(about, name):
            record[name] = getattr(about, name)
    return record


def decisions_report(found: Sequence[Decision], seconds: float, *, full: bool) -> Report:
    """Every claim on a line; with ``full`` (claims asked for by name) also what each verdict rests on."""
    from replcalc.render.report import Report, Table

    records = [decision_record(decision) for decision in found]
    unexpected = [r["id"] for r in records if r["verdict"] is not r["expected"]]
    summary = _summary([r["verdict"].value for r in records], len(unexpected), seconds)
    columns = ("id", "statement", "line", "verdict", "claim")
    rows = tuple((r["id"], r["statement"], str(r["line"] or ""), _flag(r), r["text"]) for r in records)
    tables = [Table("Claims", columns, rows, (2,))]
    if full:
        tables += [_detail(r) for r in records]
    if any(r["id"] == "pg.trade-off" and "control" not in r["text"] for r in records):
        tables.append(_trade_off())
    counted = ", ".join(f"{summary[name]} {name.lower()}" for name in ("PROVED", "REFUTED", "UNDECIDED"))
    notes = [
        f"{summary['claims']} claim{'s' if len(records) != 1 else ''}: {counted}; {len(unexpected)} not as expected."
    ]
    notes += [f"not as expected: {identifier}" for identifier in unexpected]
    heading = "Negative controls" if found and found[0].control else "Claims decided"
    return Report({"claims": records, "summary": summary}, tuple(tables), tuple(notes), heading)


def _summary(verdicts: Iterable[str], unexpected: int, seconds: float) -> dict[str, Any]:
    listed = list(verdicts)
    counts = {name: listed.count(name) for name in ("PROVED", "REFUTED", "UNDECIDED")}
    return {"claims": len(listed), **counts, "unexpected": unexpected, "seconds": round(seconds, 3)}


def _flag(record: Mapping[str, Any]) -> str:
    if record["verdict"] is record["expected"]:
        return str(record["verdict"])
    return f"{record['verdict']} (expected {record['expected']})"


def _detail(record: Mapping[str, Any]) -> Table:
    """What the verdict of one claim rests on."""
    from replcalc.render.report import Table

    rows = [("verdict", record["verdict"]), ("rests on", record["detail"] or record["method"])]
    rows += [(f"at {name}", value) for name, value in record.get("counterexample", {}).items()]
    named = (("paper_constant", "paper's constant"), ("best_constant", "best constant"), ("note", "note"))
    rows += [(label, record[name]) for name, label in named if name in record]
    return Table(record["id"], ("", ""), tuple(rows))


def _trade_off() -> Table:
    from replcalc.render.report import Table
    from replcalc.theories.replicable_composition.claims.pg_constants import trade_off

    rows = tuple((row.c1, row.drift, row.c2, row.c4) for row in trade_off())
    return Table("lm:pg_compose: c1 against c2 and c4 (c3 = 1)", ("c1", "drift/eps^2", "c2", "c4"), rows, (0, 1, 2, 3))


# -- re-verification ---------------------------------------------------------------------------------------------------
def _recheck(directory: Path, wanted: Sequence[str] | None) -> tuple[Report, bool]:
    """Re-verify DIR/*.json, or the files of the named claims; every one must establish its recorded verdict."""
    from replcalc.render.report import Report, Table

    if not directory.is_dir():
        raise InputError("--recheck", str(directory), "a directory written by --certificates")
    paths = sorted(directory.glob("*.json")) if wanted is None else [directory / f"{name}.json" for name in wanted]
    if not paths:
        raise InputError("--recheck", str(directory), "a directory with certificates", "it holds no .json file")
    start = time.perf_counter()
    records = [recheck_file(path) for path in paths]
    failed = [r["id"] for r in records if not r["verified"]]
    verdicts = [r["verdict"] for r in records]
    summary = _summary(verdicts, len(failed), time.perf_counter() - start)
    rows = tuple(
        (r["id"], r["recorded"], r["verdict"], "verified" if r["verified"] else f"NOT VERIFIED: {r['problem']}")
        for r in records
    )
    notes = (f"{len(records) - len(failed)} of {len(records)} certificates verified with interval arithmetic.",)
    table = Table("Certificates", ("claim", "recorded", "established", ""), rows)
    return Report({"claims": records, "summary": summary}, (table,), notes, "Certificates re-verified"), not failed


def recheck_file(path: Path) -> dict[str, Any]:
    """One certificate file: what it records, what it establishes, and whether the two and the expectation agree."""
    from replcalc.checker.certificate import Certificate
    from replcalc.checker.recheck import recheck
    from replcalc.theories.deciding import claim

    record: dict[str, Any] = {"id": path.stem, "recorded": "", "verdict": "UNDECIDED", "verified": False, "problem": ""}
    start = time.perf_counter()
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        about = claim(str(document["claim"]))
        expected = about.control_expected if document["control"] else about.expected
        record |= {"recorded": str(document["verdict"]), "statement": about.statement, "text": about.text}
        record["expected"] = expected.value
        if about.id != path.stem:
            record["problem"] = f"the file is about {about.id}"
        elif document["certificate"] is None:
            record["problem"] = "no certificate was recorded"
        else:
            record["verdict"] = recheck(Certificate.from_json(document["certificate"])).value
            record["verified"] = record["verdict"] == record["recorded"] == expected.value
            record["problem"] = "" if record["verified"] else "it does not establish the recorded, expected verdict"
    except FileNotFoundError:
        record["problem"] = "no such file"
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, KeyError, TypeError, InputError) as error:
        record["problem"] = f"not a certificate of a known claim ({type(error).__name__})"
    record["seconds"] = round(time.perf_counter() - start, 3)
    return record
