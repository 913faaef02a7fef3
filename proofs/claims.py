"""Let Coq check every claim: translate the certificates of ``replcalc verify`` and compile each of them.

    python proofs/claims.py [CLAIM...]     writes and compiles the claims whose file changed; answers: claims.json
    python proofs/claims.py --list         says which claims of this version are accepted, and which were not asked

A file is written for each certificate of kind PROVED or REFUTED that ``replcalc verify --certificates`` writes. It is
compiled again only if its text, or that of the files it requires, is not the one that claims.json has an answer for.
Needs coqc with the libraries interval and coquelicot (Debian: coq, libcoq-interval, libcoq-coquelicot).
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from translation.expressions import OutOfReach
from translation.files import coq_text, file_name, library, required
from translation.running import coqc, run_coq

from replcalc.kernel.certificate import digest, statement_of
from replcalc.numbers.enclosure import Verdict

RECORD = Path(__file__).parent / "claims.json"
#: Claims that are compiled before Coq is asked what they rest on, which takes seconds however many there are.
GROUP = 24


def read_certificates(directory: Path) -> list[dict[str, Any]]:
    """The files that ``replcalc verify --certificates DIR`` wrote."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(directory.glob("*.json"))]


def translate(document: dict[str, Any]) -> dict[str, str]:
    """One claim for Coq: the digest of its statement, the text of its file, or the reason why there is none."""
    certificate = document["certificate"]
    about = {"claim": document["claim"], "digest": digest(statement_of(certificate)), "text": "", "reason": ""}
    try:
        about["text"] = coq_text(about["claim"], about["digest"], certificate, Verdict(document["verdict"]))
    except OutOfReach as reason:
        about["reason"] = str(reason)
    return about


def text_digest(text: str) -> str:
    """The digest of a file and of those it requires; empty for a claim without a file."""
    before = "".join(library()[name] for name in required(text)) if text else ""
    return sha256(f"{before}{text}".encode()).hexdigest() if text else ""


def compile_claims(claims: list[dict[str, str]], record: dict[str, dict[str, str]], folder: Path) -> None:
    """Compile the claims whose text is new, and put every answer into the record and its file."""
    for name, text in library().items():
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
    new = [c for c in claims if record.get(c["claim"], {}).get("text") != text_digest(c["text"]) or not c["text"]]
    for start in range(0, len(new), GROUP):
        group = new[start : start + GROUP]
        paths = []
        for claim in group:
            if claim["text"]:
                paths.append(folder / f"{file_name(claim['claim'])}.v")
                paths[-1].write_text(claim["text"], encoding="utf-8")
        answers = run_coq(paths)
        for claim in group:
            reason = answers[file_name(claim["claim"])].problem if claim["text"] else claim["reason"]
            said = {"digest": claim["digest"], "text": text_digest(claim["text"]), "reason": reason}
            record[claim["claim"]] = said
            print(claim["claim"], reason or "accepted", flush=True)
        write_record(record)


def write_record(record: dict[str, dict[str, str]]) -> None:
    lines = (f"{json.dumps(name)}: {json.dumps(record[name])}" for name in sorted(record))
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def outcome(claim: dict[str, str], record: dict[str, dict[str, str]]) -> str:
    """What the record says of a claim of this version."""
    said = record.get(claim["claim"])
    if said is None or said["digest"] != claim["digest"] or said["text"] != text_digest(claim["text"]):
        return "not asked"
    return "left out" if not said["text"] else "refused" if said["reason"] else "accepted"


def main(arguments: list[str]) -> int:
    only_list = arguments[:1] == ["--list"]
    names = arguments[1:] if only_list else arguments
    if not only_list and coqc() is None:
        print("coqc is not on the PATH (Debian: coq, libcoq-interval, libcoq-coquelicot)", file=sys.stderr)
        return 2
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    with TemporaryDirectory() as place:
        command = [sys.executable, "-m", "replcalc", "verify", *names, "--certificates", place]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        claims = [translate(document) for document in read_certificates(Path(place))]
    if not names:
        known = {claim["claim"] for claim in claims}
        record = {name: said for name, said in record.items() if name in known}
    if not only_list:
        with TemporaryDirectory() as place:
            compile_claims(claims, record, Path(place))
    found = {claim["claim"]: outcome(claim, record) for claim in claims}
    for name, said in found.items():
        if said != "accepted":
            print(f"{name}: {said} {record.get(name, {}).get('reason', '')}".rstrip())
    print(", ".join(f"{count} {said}" for said, count in Counter(found.values()).items()))
    return 0 if set(found.values()) <= {"accepted", "left out"} else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
