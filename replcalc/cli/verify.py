"""``replcalc verify``: decide the claims, write their certificates, re-verify certificates."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from replcalc.cli.common import Progress, emit, output_options, parse_digits, write_atomically
from replcalc.numbers.errors import InputError


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
    from replcalc.render.verification import decisions_report, recheck_report
    from replcalc.theories.certificates import certificate_text
    from replcalc.theories.deciding import claim, claims, decide

    wanted = [claim(identifier).id for identifier in identifiers] or None
    shown_digits = parse_digits(digits)
    if recheck_directory is not None:
        if directory is not None or controls:
            raise InputError("--recheck", recheck_directory, "no --certificates and no --controls beside it")
        start = time.perf_counter()
        records = _recheck(Path(recheck_directory), wanted)
        emit(recheck_report(records, time.perf_counter() - start), output_format, shown_digits)
        return 0 if all(record["verified"] for record in records) else 1
    target = None if directory is None else _directory(directory)
    start = time.perf_counter()
    total = len(claims()) if wanted is None else len(wanted)
    with Progress("verifying") as progress:
        found = decide(wanted, control=controls, progress=lambda decision: progress(decision.id, total))
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


def _recheck(directory: Path, wanted: Sequence[str] | None) -> list[dict[str, Any]]:
    """Re-verify DIR/*.json, or the files of the named claims; every one must establish its recorded verdict."""
    from replcalc.theories.certificates import recheck_text, unreadable

    if not directory.is_dir():
        raise InputError("--recheck", str(directory), "a directory written by --certificates")
    paths = sorted(directory.glob("*.json")) if wanted is None else [directory / f"{name}.json" for name in wanted]
    if not paths:
        raise InputError("--recheck", str(directory), "a directory with certificates", "it holds no .json file")
    records = []
    for path in paths:
        try:
            records.append(recheck_text(path.stem, path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            records.append(unreadable(path.stem, "no such file"))
        except (OSError, UnicodeDecodeError) as error:
            records.append(unreadable(path.stem, f"not a certificate of a known claim ({type(error).__name__})"))
    return records
