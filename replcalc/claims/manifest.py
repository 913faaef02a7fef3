"""What every claim says, as data: its canonical statement and the digest of it, committed beside the theory's code.

``THEORY/claims.manifest.json`` holds one line per claim. Re-verification reads it instead of the claims' code, so it
needs neither sympy nor the prover, and a certificate is accepted only for the statement recorded there. The tests check
that the code still produces these statements. After changing claims:

    python -m replcalc.claims.manifest --write
    python -m replcalc.claims.manifest --write lm:tester heavy.failure   # decide only these

The second form keeps what is recorded of all other claims that still exist.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from replcalc.kernel.statement import canonical, digest, statement_of
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement, UnknownName
from replcalc.statements.catalogue import entry, own, theories
from replcalc.theories import OWN

#: How the files are written anew; shown by the test that finds them out of date.
COMMAND = "python -m replcalc.claims.manifest --write"
NAME = "claims.manifest.json"


@dataclass(frozen=True)
class Record:
    """One claim: its theory, the label it is about, the verdict it must have, its statement and the digest of that."""

    id: str
    theory: str
    label: str
    expected: Verdict
    digest: str
    statement: Mapping[str, Any]

    def line(self) -> str:
        data = {"label": self.label, "expected": self.expected.value, "digest": self.digest}
        return f'"{self.id}": {json.dumps(data)[:-1]}, "statement": {canonical(self.statement)}}}'


@cache
def recorded_claims() -> Mapping[str, Record]:
    """All recorded claims by id, in the order of the files; a statement that does not have its digest is refused."""
    found: dict[str, Record] = {}
    for theory in theories():
        path = files(theory.package) / NAME
        if not path.is_file():
            continue
        for identifier, data in json.loads(path.read_text(encoding="utf-8")).items():
            if digest(data["statement"]) != data["digest"]:
                raise MalformedStatement(f"{path.name}: the statement of {identifier} does not have its digest")
            expected = Verdict(data["expected"])
            said = (data["label"], expected, data["digest"], data["statement"])
            found.setdefault(identifier, Record(identifier, theory.name, *said))
    return found


def manifest_digest() -> str:
    """One digest of what every claim of this package is recorded to state, and with which verdict."""
    lines = sorted(record.line() for record in recorded_claims().values() if record.theory in OWN)
    return sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def as_recorded(identifier: str, certificate: Mapping[str, Any] | None) -> bool:
    """Does the certificate state what is recorded of the claim?"""
    record = recorded_claims().get(identifier)
    return record is None or (certificate is not None and digest(statement_of(certificate)) == record.digest)


def claims_of(label: str) -> tuple[str, ...]:
    """Return the ids of the recorded claims about a statement; no claim is loaded."""
    wanted = entry(label)
    about = [(identifier, record.label, record.theory) for identifier, record in recorded_claims().items()]
    return tuple(dict.fromkeys(i for i, named, theory in about if entry(named, theory) is wanted))


def resolve(names: Iterable[str], labels: Mapping[str, str]) -> list[str]:
    """Claim ids for ids and statements' labels (a label means all its claims), given the label of every claim."""
    found: list[str] = []
    for name in names:
        chosen = [name] if name in labels else [identifier for identifier, label in labels.items() if label == name]
        if not chosen:
            close = get_close_matches(name, [*labels, *dict.fromkeys(labels.values())], n=3, cutoff=0.4)
            hint = f"did you mean {', '.join(close)}?" if close else "'replcalc verify' prints all ids"
            raise UnknownName("ID", name, "the id of a claim, or the label of a statement with claims", hint)
        found += chosen
    return list(dict.fromkeys(found))


def computed(names: Iterable[str] = ()) -> dict[str, dict[str, Record]]:
    """Return the entries that the claims' code produces now, by theory.

    Without names every claim is decided. Otherwise only those of these ids and labels, and those that are not recorded
    yet, are; the others keep what is recorded.
    """
    from replcalc.claims.deciding import claim, claim_labels, decide_claims

    home = {claim.id: name for name in OWN for claim in own(name).claims}
    chosen = resolve(names, claim_labels()) or list(home)
    chosen += [identifier for identifier in home if identifier not in recorded_claims()]
    entries = dict(recorded_claims())
    for decision in decide_claims(dict.fromkeys(chosen)):
        if decision.certificate is None or decision.verdict is not decision.expected:
            raise MalformedStatement(f"{decision.id} comes out {decision.verdict}, not {decision.expected}")
        statement, theory = json.loads(canonical(statement_of(decision.certificate))), home[decision.id]
        about = claim(decision.id).statement
        entries[decision.id] = Record(decision.id, theory, about, decision.expected, digest(statement), statement)
    made: dict[str, dict[str, Record]] = {}
    for identifier, name in home.items():
        made.setdefault(name, {})[identifier] = entries[identifier]
    return made


def text_of(entries: Iterable[Record]) -> str:
    return "{\n" + ",\n".join(entry.line() for entry in entries) + "\n}\n"


def stale() -> list[str]:
    """Ids of the claims whose recorded entry is not what the code produces, on either side."""
    now = {identifier: entry for found in computed().values() for identifier, entry in found.items()}
    return sorted(i for i in now.keys() | recorded_claims().keys() if now.get(i) != recorded_claims().get(i))


def main() -> int:
    """With --write, write the files (names: decide only these); without, say which claims they record wrongly."""
    if sys.argv[1:2] == ["--write"]:
        for theory, found in computed(sys.argv[2:]).items():
            path = Path(str(files(own(theory).package) / NAME))
            path.write_text(text_of(found.values()), encoding="utf-8")
            print(f"{path}: {len(found)} claims")
        return 0
    wrong = stale()
    print(f"out of date: {', '.join(wrong)}; run {COMMAND}" if wrong else "up to date")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
