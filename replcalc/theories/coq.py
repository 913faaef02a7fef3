"""The claims for Coq's kernel: one file per claim, written from its certificate, and what ``coqc`` says of them.

A file is written only for a certificate whose statement is the one that the manifest records for the claim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from replcalc.checker.coq.expressions import OutOfReach
from replcalc.checker.coq.files import PRELUDE, coq_text, file_name, prelude
from replcalc.checker.coq.running import SECONDS, run
from replcalc.checker.statement import digest, statement_of
from replcalc.numbers.verdict import Verdict
from replcalc.theories.manifest import recorded


def texts(certificates: Iterable[tuple[str, Verdict, Mapping[str, Any] | None]]) -> list[dict[str, Any]]:
    """A record of every claim: its file and the text of it, or the reason why there is none."""
    return [_record(*of) for of in certificates]


def _record(claim: str, verdict: Verdict, certificate: Mapping[str, Any] | None) -> dict[str, Any]:
    about = recorded().get(claim)
    record: dict[str, Any] = {"id": claim, "verdict": verdict.value, "kinds": [], "file": "", "reason": "", "text": ""}
    if about is None or certificate is None or verdict is not about.expected:
        return record | {"reason": "no certificate of the expected verdict"}
    if digest(statement_of(certificate)) != about.digest:
        return record | {"reason": "the certificate is about another statement than the claim"}
    record["kinds"] = sorted(Counter(kinds(certificate)))
    try:
        return record | {"file": f"{file_name(claim)}.v", "text": coq_text(claim, about.digest, certificate, verdict)}
    except OutOfReach as reason:
        return record | {"reason": str(reason)}


def kinds(certificate: Mapping[str, Any]) -> Iterable[str]:
    """The kinds of the parts, without the conjunctions around them."""
    kind = certificate["kind"]
    inner = list(certificate["parts"].values()) if kind == "all" else []
    if kind == "witness":
        inner = [certificate["premises"], certificate["conclusion"]]
    if not inner:
        yield kind
    for part in inner:
        yield from kinds(part)


def checked(
    directory: Path,
    records: Iterable[dict[str, Any]],
    seconds: float = SECONDS,
    progress: Callable[[str], None] = lambda name: None,
) -> list[dict[str, Any]]:
    """The records with ``accepted`` and, where coqc refuses the file, the reason."""
    listed = list(records)
    paths = [directory / record["file"] for record in listed if record["file"]]
    found = run(paths, seconds, progress)
    for record in listed:
        said = found.get(record["file"].removesuffix(".v")) if record["file"] else None
        record["accepted"] = said is not None and said.accepted
        if said is not None:
            record["reason"] = said.problem
    return listed


def files(records: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The text of every file, by name, with the prelude."""
    return {f"{PRELUDE}.v": prelude()} | {record["file"]: record["text"] for record in records if record["file"]}
