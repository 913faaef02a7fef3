"""The claims for Coq's kernel: one file per claim, written from its certificate, and what ``coqc`` says of them.

A file is written only for a certificate whose statement is the one that the manifest records for the claim. What coqc
said of all of them is remembered in ``THEORY/coq.json``, for ``table coq``; to measure anew what is new or changed:

    python -m replcalc.claims.coq_record --write            # or only: --write CLAIM ...
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from importlib.resources import files as package_files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from replcalc.claims.manifest import recorded_claims
from replcalc.kernel.coq.expressions import OutOfReach
from replcalc.kernel.coq.files import coq_text, file_name, library, required
from replcalc.kernel.coq.running import SECONDS, run_coq
from replcalc.kernel.statement import digest, statement_of
from replcalc.numbers.enclosure import Verdict
from replcalc.statements.catalogue import own, theories

COMMAND = "python -m replcalc.claims.coq_record --write"
NAME = "coq.json"
#: By claim: the digests of its statement and of its file, and why it is not accepted (nothing, if it is).
Memory = Mapping[str, Mapping[str, str]]
#: Claims after which what coqc said is known: it looks at their axioms together.
TOGETHER = 24


def texts(certificates: Iterable[tuple[str, Verdict, Mapping[str, Any] | None]]) -> list[dict[str, Any]]:
    """A record of every claim: its file and the text of it, or the reason why there is none."""
    return [_record(*of) for of in certificates]


def _record(claim: str, verdict: Verdict, certificate: Mapping[str, Any] | None) -> dict[str, Any]:
    about = recorded_claims().get(claim)
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
    known: Memory | None = None,
) -> Iterator[dict[str, Any]]:
    """The records one by one, with ``accepted`` and, where coqc refuses the file, the reason.

    A file whose text (with those that it requires) is one that ``known`` has an answer for is not tried again.
    """
    listed = list(records)
    for start in range(0, len(listed), TOGETHER):
        group = listed[start : start + TOGETHER]
        before = {r["file"]: (known or {}).get(r["id"], {}) for r in group}
        new = [r["file"] for r in group if r["file"] and before[r["file"]].get("text") != text_digest(r)]
        found = run_coq([directory / file for file in new], seconds)
        for record in group:
            file = record["file"]
            if file:
                record["reason"] = found[Path(file).stem].problem if file in new else before[file]["reason"]
            yield record | {"accepted": bool(file) and not record["reason"]}


def coq_files(records: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The text of every file, by name, with those that they require."""
    return {f"{name}.v": text for name, text in library().items()} | {
        record["file"]: record["text"] for record in records if record["file"]
    }


# -- what coqc said ----------------------------------------------------------------------------------------------------
def text_digest(record: Mapping[str, Any]) -> str:
    """Of the file and those that it requires; empty for a claim without a file."""
    if not record["file"]:
        return ""
    before = "".join(library()[name] for name in required(record["text"]))
    return sha256(f"{before}{record['text']}".encode()).hexdigest()


def remembered(known: Memory, record: Mapping[str, Any]) -> Memory:
    """What is known, with what is said of one more claim; a claim that is no more is forgotten."""
    about = {"digest": recorded_claims()[record["id"]].digest, "text": text_digest(record), "reason": record["reason"]}
    return {name: said for name, said in {**known, record["id"]: about}.items() if name in recorded_claims()}


def memory_text(known: Memory) -> str:
    lines = (f"{json.dumps(name)}: {json.dumps(known[name])}" for name in sorted(known))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def recorded_answers() -> Memory:
    """What coqc said when it was asked last, of the claims of all theories."""
    places = (package_files(theory.package) / NAME for theory in theories())
    found: dict[str, Mapping[str, str]] = {}
    for place in places:
        found |= json.loads(place.read_text(encoding="utf-8")) if place.is_file() else {}
    return found


def measured() -> list[dict[str, Any]]:
    """For every claim whether coqc accepted its file, and if not (or if the claim is newer) why not."""
    known, found = recorded_answers(), []
    for name, about in recorded_claims().items():
        said = known.get(name)
        if said is None or said["digest"] != about.digest:
            outcome, reason = "not measured", "new or changed since the last run"
        else:
            reason = said["reason"]
            outcome = "left out" if not said["text"] else "not accepted" if reason else "accepted"
        found.append({"claim": name, "statement": about.label, "outcome": outcome, "reason": reason})
    return found


def main() -> int:
    """Ask coqc what is new or changed, of all claims or of those that are named, and write every answer at once."""
    from replcalc.claims.deciding import decide_claims

    if sys.argv[1:2] != ["--write"]:
        new = [row["claim"] for row in measured() if row["outcome"] == "not measured"]
        print(f"not measured: {', '.join(new)}; run {COMMAND}" if new else "every claim is measured")
        return 1 if new else 0
    about = recorded_claims()
    asked = sys.argv[2:] or about
    records = texts((decision.id, decision.verdict, decision.certificate) for decision in decide_claims(asked))
    known = recorded_answers()
    with TemporaryDirectory() as directory:
        for name, text in coq_files(records).items():
            (Path(directory) / name).write_text(text, encoding="utf-8")
        for record in checked(Path(directory), records, known=known):
            known = remembered(known, record)
            theory = about[record["id"]].theory
            mine = {name: said for name, said in known.items() if about[name].theory == theory}
            Path(str(package_files(own(theory).package) / NAME)).write_text(memory_text(mine), encoding="utf-8")
            print(record["id"], record["reason"] or "accepted", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
