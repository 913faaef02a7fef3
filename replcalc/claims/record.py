"""The record of every claim: label, expected verdict, digest of its statement; committed as one file.

Listing the claims of a statement, or checking certificates, reads ``claims/record.json`` and needs neither sympy nor
the claims' code. A certificate is accepted only for the statement with the recorded digest, and the
tests check that the code still produces it. After changing claims:

    python -m replcalc.claims.record --write                            # decide all claims
    python -m replcalc.claims.record --write lm:tester heavy.failure    # decide these and those that are new
"""

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from replcalc.kernel.certificate import digest, statement_of
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import UnknownName
from replcalc.statements.catalogue import entry

#: How the file is written anew; shown by the test that finds it out of date.
COMMAND = "python -m replcalc.claims.record --write"
PATH = Path(__file__).with_name("record.json")


@dataclass(frozen=True)
class Record:
    """The record of a claim: label, expected verdict, digest of the statement of its certificate."""

    id: str
    label: str
    expected: Verdict
    digest: str

    def to_line(self) -> str:
        return f'"{self.id}": {json.dumps([self.label, self.expected.value, self.digest])}'


@cache
def recorded_claims() -> Mapping[str, Record]:
    """Return all recorded claims by id, in the order of the file."""
    data = json.loads(PATH.read_text(encoding="utf-8"))
    return {id: Record(id, label, Verdict(expected), digest) for id, (label, expected, digest) in data.items()}


def record_digest() -> str:
    """Return one digest of the recorded statements and verdicts of all claims."""
    return sha256("\n".join(sorted(record.to_line() for record in recorded_claims().values())).encode()).hexdigest()


def is_as_recorded(identifier: str, certificate: Mapping[str, Any] | None) -> bool:
    """Return whether the certificate has the recorded statement of the claim."""
    record = recorded_claims().get(identifier)
    return record is None or (certificate is not None and digest(statement_of(certificate)) == record.digest)


def claims_of(label: str) -> tuple[str, ...]:
    """Return the ids of the recorded claims about a statement, without loading claims."""
    return tuple(id for id, record in recorded_claims().items() if record.label == entry(label).label)


def resolve(names: Iterable[str], labels: Mapping[str, str]) -> list[str]:
    """Resolve ids and statements' labels (all claims of it) to claim ids, given the label of every claim."""
    found: list[str] = []
    for name in names:
        chosen = [name] if name in labels else [identifier for identifier, label in labels.items() if label == name]
        if not chosen:
            close = get_close_matches(name, [*labels, *dict.fromkeys(labels.values())], n=3, cutoff=0.4)
            hint = f"did you mean {', '.join(close)}?" if close else "'replcalc verify' prints all ids"
            raise UnknownName("ID", name, "the id of a claim, or the label of a statement with claims", hint)
        found += chosen
    return list(dict.fromkeys(found))


def compute_records(names: Iterable[str] = ()) -> dict[str, Record]:
    """Return the records that the claims' code produces now.

    Without names every claim is decided. Otherwise only those of these ids and labels, and those that are not recorded
    yet, are; the others keep what is recorded.
    """
    from replcalc.claims.deciding import claim, claim_labels, decide_claims

    every = list(claim_labels())
    chosen = resolve(names, claim_labels()) or every
    chosen += [identifier for identifier in every if identifier not in recorded_claims()]
    found = {identifier: record for identifier, record in recorded_claims().items() if identifier in claim_labels()}
    for decision in decide_claims(dict.fromkeys(chosen)):
        if decision.certificate is None or decision.verdict is not decision.expected:
            print(f"{decision.id} comes out {decision.verdict}, not {decision.expected}", file=sys.stderr)
            continue
        about = claim(decision.id).statement
        stated = digest(statement_of(json.loads(json.dumps(decision.certificate))))
        found[decision.id] = Record(decision.id, about, decision.expected, stated)
    return dict(sorted(found.items()))


def main(arguments: list[str]) -> int:
    """Write the file with --write (names: decide only these); otherwise list the claims it records wrongly."""
    if arguments[:1] == ["--write"]:
        lines = [record.to_line() for record in compute_records(arguments[1:]).values()]
        PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        print(f"{PATH.name}: {len(lines)} claims")
        return 0
    now = compute_records()
    wrong = sorted(i for i in now.keys() | recorded_claims().keys() if now.get(i) != recorded_claims().get(i))
    print(f"out of date: {', '.join(wrong)}; run {COMMAND}" if wrong else "up to date")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
