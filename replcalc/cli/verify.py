"""``replcalc verify``: decide the claims, write their certificates, re-verify certificates."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from replcalc.cli import completion
from replcalc.cli.common import ProgressBar, emit, print_options, scheduler_option, with_next, write_atomically
from replcalc.numbers.errors import InputError
from replcalc.numbers.places import readable_directory, writable_directory

if TYPE_CHECKING:
    from replcalc.claims.coq_record import Memory
    from replcalc.claims.deciding import Decision


@click.command()
@click.argument("identifiers", nargs=-1, metavar="[ID|LABEL]...", shell_complete=completion.claims)
@click.option("--certificates", "directory", metavar="DIR", help="Write one certificate per claim to DIR/ID.json.")
@click.option("--recheck", "recheck_directory", metavar="DIR", help="Re-verify the certificates in DIR, independently.")
@click.option("--partial", is_flag=True, help="With --recheck: certificates that are not there are not missed.")
@click.option("--coq", "coq_directory", metavar="DIR", help="Write one file for Coq per claim to DIR.")
@click.option("--run", "run_coq", is_flag=True, help="With --coq: run coqc on the files.")
@click.option(
    "--remember", metavar="FILE", help="With --run: keep what coqc says in FILE, and ask only what is not there."
)
@click.option("--controls", is_flag=True, help="Decide the negative controls instead of the claims.")
@click.option("--all", "full", is_flag=True, help="Every claim on a line; of those named what each verdict rests on.")
@scheduler_option
@print_options
def verify(
    identifiers: tuple[str, ...],
    directory: str | None,
    recheck_directory: str | None,
    partial: bool,
    coq_directory: str | None,
    run_coq: bool,
    remember: str | None,
    controls: bool,
    full: bool,
    scheduler: str | None,
) -> int:
    """Decide the numeric facts the paper's proofs lean on: PROVED, REFUTED with a counterexample, or UNDECIDED.

    Without ID, all of them; the label of a statement means all its claims. Exit code 0 iff every verdict is the
    expected one. With --recheck, every certificate must be there, be about its claim and establish the verdict. With
    --coq and --run, exit code 0 iff Coq's kernel accepts every file that could be written.

    \b
    Examples:
      replcalc verify thm:main
      replcalc verify main.epsilon-lower --certificates certificates
    """
    from replcalc.claims.manifest import resolve

    if recheck_directory is not None:
        if directory is not None or controls or coq_directory is not None:
            raise InputError("--recheck", recheck_directory, "no --certificates, --controls or --coq beside it")
        return _recheck(recheck_directory, identifiers, partial)
    if partial:
        raise InputError("--partial", True, "--recheck DIR beside it")
    if run_coq and coq_directory is None:
        raise InputError("--run", True, "--coq DIR beside it")
    if remember is not None and not run_coq:
        raise InputError("--remember", remember, "--coq DIR --run beside it")
    if coq_directory is not None and controls:
        raise InputError("--coq", coq_directory, "no --controls beside it", "files are written for claims")
    from replcalc.claims.certificates import certificate_text
    from replcalc.claims.deciding import claim_labels, verification

    wanted = resolve(identifiers, claim_labels()) or None
    target = None if directory is None else writable_directory("--certificates", directory)
    coq_target = None if coq_directory is None else writable_directory("--coq", coq_directory)
    total = len(claim_labels()) if wanted is None else len(wanted)
    with ProgressBar("verifying") as progress:
        found = verification(
            wanted, control=controls, scheduler=scheduler, progress=lambda decision: progress(decision.id, total)
        )
    if target is not None:
        for decision in found.decisions:
            write_atomically(target / f"{decision.id}.json", certificate_text(decision))
    if coq_target is not None:
        memory = None if remember is None else Path(remember)
        return _coq(coq_target, found.decisions, run_coq, memory)
    told = "verify --all (every claim)  verify ID (what one rests on)"
    emit(with_next(found.report(full=full), "" if full else told))
    return 0 if found.ok else 1


def _coq(directory: Path, found: Sequence[Decision], run_coq: bool, memory: Path | None) -> int:
    """Write the files of the decided claims; with ``run_coq``, ask coqc, and keep every answer in the memory."""
    from replcalc.checker.coq.running import coqc
    from replcalc.claims.coq_record import checked, coq_files, memory_text, remembered, texts
    from replcalc.render.checks import coq_report

    if run_coq and coqc() is None:
        raise InputError("--run", True, "coqc on the PATH", "Debian: coq, libcoq-interval, libcoq-coquelicot")
    known: Memory = {} if memory is None else _memory(memory)
    records = texts((decision.id, decision.verdict, decision.certificate) for decision in found)
    for name, text in coq_files(records).items():
        write_atomically(directory / name, text)
    if run_coq:
        done = []
        with ProgressBar("coqc") as progress:
            for record in checked(directory, records, known=known):
                done.append(record)
                progress(record["id"], len(records))
                if memory is not None:
                    known = remembered(known, record)
                    write_atomically(memory, memory_text(known))
        records = done
    emit(coq_report(records, run_coq))
    return 0 if all(record.get("accepted", True) for record in records if record["file"]) else 1


def _memory(path: Path) -> Memory:
    if not path.exists():
        return {}
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
        if all(isinstance(said[key], str) for said in known.values() for key in ("digest", "text", "reason")):
            return dict(known)
    except (OSError, ValueError, AttributeError, KeyError, TypeError):
        pass
    raise InputError("--remember", str(path), "a file that --remember wrote, or one that is not there yet")


def _recheck(text: str, identifiers: Sequence[str], partial: bool) -> int:
    """Re-verify the certificates of the named claims, or of all; files of no claim are refused, missing ones missed."""
    from replcalc.claims.certificates import recheck_files
    from replcalc.claims.manifest import recorded_claims, resolve
    from replcalc.render.checks import recheck_report

    directory = readable_directory("--recheck", text, "a directory written by --certificates")
    wanted = resolve(identifiers, {name: entry.label for name, entry in recorded_claims().items()})
    there = sorted(path.stem for path in directory.glob("*.json"))
    if not there and not wanted:
        raise InputError("--recheck", str(directory), "a directory with certificates", "it holds no .json file")
    if not wanted:
        wanted = there if partial else [*recorded_claims(), *(name for name in there if name not in recorded_claims())]
    elif partial:
        wanted = [name for name in wanted if name in there]
    start = time.perf_counter()
    records = list(recheck_files(directory / f"{name}.json" for name in wanted))
    emit(recheck_report(records, time.perf_counter() - start))
    return 0 if records and all(record["verified"] for record in records) else 1
