"""Certificate files: one JSON document per decided claim, and its independent re-verification.

A file is accepted for a claim only if its certificate has exactly the statement that is recorded for the claim and
establishes the expected verdict. Any other file is refused with a reason, within limits of size and time, and the
others are still checked. This module needs neither sympy nor the prover nor the claims' code.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from replcalc.claims.record import recorded_claims
from replcalc.kernel.certificate import Certificate, digest, statement_of
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.workers import within_limits

if TYPE_CHECKING:
    from replcalc.claims.deciding import Decision

#: Seconds after which the re-verification of one file is given up; our own take about one at most.
SECONDS = 20.0
#: Largest certificate file that is read; the largest of our own has about 160,000 bytes.
MAX_BYTES = 4_000_000
#: The entries of a certificate file.
KEYS = {"claim", "control", "verdict", "expected", "certificate"}


def certificate_text(decision: Decision) -> str:
    """Return one certificate file: the claim, the verdict, what it rests on."""
    document = {
        "claim": decision.id,
        "control": decision.control,
        "verdict": decision.verdict.value,
        "expected": decision.expected.value,
        "certificate": decision.certificate,
    }
    return json.dumps(document, indent=1, sort_keys=True) + "\n"


def recheck_files(paths: Iterable[Path], seconds: float = SECONDS) -> Iterator[dict[str, Any]]:
    """Yield the record of every file, in order; each is read and re-verified in a process of its own limits."""
    listed = list(paths)
    for path, record in zip(listed, within_limits(recheck_file, listed, seconds), strict=True):
        yield record or refused_record(
            path.stem, f"given up: it takes more than {seconds:g} seconds, or too much memory"
        )


class CertificateRefused(Exception):
    """The file is refused; the message says why."""


def recheck_file(path: Path) -> dict[str, Any]:
    """Return the record of one file; never open devices or pipes."""
    try:
        if not path.is_file():
            raise CertificateRefused("not a regular file" if path.exists() else "no such file")
        if path.stat().st_size > MAX_BYTES:
            raise CertificateRefused(f"larger than {MAX_BYTES} bytes")
        return recheck_text(path.stem, path.read_text(encoding="utf-8"))
    except CertificateRefused as refusal:
        return refused_record(path.stem, str(refusal))
    except (OSError, UnicodeDecodeError) as error:
        return refused_record(path.stem, f"cannot be read: {type(error).__name__}")


def recheck_text(name: str, text: str) -> dict[str, Any]:
    """Check the certificate of the claim ``name``: what it records, what it establishes, and whether these agree."""
    record = refused_record(name, "")
    start = time.perf_counter()
    try:
        record |= _check_document(name, json.loads(text))
        record["verified"] = True
    except CertificateRefused as refusal:
        record["problem"] = str(refusal)
    except (ValueError, RecursionError) as error:
        record["problem"] = f"not JSON: {str(error)[:80]}"
    record["seconds"] = round(time.perf_counter() - start, 3)
    return record


def _check_document(name: str, document: Any) -> dict[str, Any]:
    """Return the entries of an accepted record; raise Refused with the first error."""
    about = recorded_claims().get(name)
    if about is None:
        raise CertificateRefused("no claim of this name")
    if not isinstance(document, dict) or document.keys() != KEYS:
        raise CertificateRefused(f"not an object with {', '.join(sorted(KEYS))}")
    if document["claim"] != name:
        raise CertificateRefused(f"the file is about {str(document['claim'])[:60]}")
    if document["control"] is not False:
        raise CertificateRefused("a negative control, not the claim")
    expected = about.expected.value
    if not document["verdict"] == document["expected"] == expected:
        raise CertificateRefused(f"another verdict than the expected {expected} is recorded")
    _require_recorded_statement(document["certificate"], about.digest)
    verdict = recheck(Certificate.from_json(document["certificate"]))
    if verdict is not about.expected:
        raise CertificateRefused(f"the certificate does not establish {expected}")
    return {"recorded": expected, "verdict": verdict.value, "statement": about.label, "expected": expected}


def _require_recorded_statement(certificate: Any, expected: str) -> None:
    """Raise Refused unless the certificate's statement is the claim's."""
    try:
        found = digest(statement_of(certificate))
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
        raise CertificateRefused("not a certificate") from None
    if found != expected:
        raise CertificateRefused("the certificate is about another statement than the claim")


def refused_record(name: str, problem: str) -> dict[str, Any]:
    """Return the record of a refused certificate."""
    about = recorded_claims().get(name)
    known = {} if about is None else {"statement": about.label, "expected": about.expected.value}
    record = {"id": name, "recorded": "", "verdict": Verdict.UNDECIDED.value, "verified": False, "problem": problem}
    return {**record, "seconds": 0.0, **known}
