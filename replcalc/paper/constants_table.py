"""The table of constants: what the paper uses, what is proved, what is best where that is bracketed, the verdict.

Verdicts are read from ``constants.json``, where each stands with a digest of the source code of its claim and of its
statement. A record whose digest is not today's is decided anew; ``fresh`` decides all of them.
"""

from __future__ import annotations

import json
import sys
from functools import cache, partial
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from replcalc.claims.claim import Claim
from replcalc.claims.deciding import decide_one
from replcalc.numbers.enclosure import decimal
from replcalc.numbers.workers import in_parallel
from replcalc.paper.best_constants import SEARCHES, best
from replcalc.prover.prove import Best
from replcalc.statements.catalogue import entry, theories
from replcalc.statements.theory import line

RECORD = Path(__file__).with_name("constants.json")


def constants_rows(*, fresh: bool = False) -> list[dict[str, Any]]:
    """Return one record per claim with a constant, in the order of the claims.

    ``proved_constant`` is what the claim establishes. ``best_constant`` has a value only with its bracket: PROVED at
    the first figure and REFUTED at the second; otherwise it says "proved" (or "refuted", for a claim that is false as
    printed), not what would be best.

    Args:
        fresh: decide every claim now, instead of reading the records that are valid.
    """
    wanted = _claims_with_constants()
    recorded = {} if fresh else _valid_records(wanted)
    about: dict[str, list[str]] = {}  # claims of one statement in one process: they share what is built for them
    for claim, _ in wanted:
        if claim.id not in recorded:
            about.setdefault(claim.statement, []).append(claim.id)
    decided = {key: found for part in in_parallel(_decide, list(about.values())) for key, found in part.items()}
    found = recorded | decided
    return [
        {
            "claim": claim.id,
            "statement": claim.statement,
            "line": line(claim.source) or "",
            "paper_constant": claim.printed_constant,
            "proved_constant": claim.proved_constant,
            "best_constant": found[claim.id].get("best") or found[claim.id]["verdict"].lower(),
            "verdict": found[claim.id]["verdict"],
        }
        for claim, _ in wanted
    ]


def _claims_with_constants() -> list[tuple[Claim, str]]:
    """Return every claim that has a constant, with the module that defines it."""
    every = ((claim, module) for theory in theories() for module, claim in theory.load("CLAIMS"))
    return [(claim, module) for claim, module in every if claim.printed_constant or claim.proved_constant]


@cache
def _source_digest(module: str) -> str:
    spec = find_spec(module)
    assert spec is not None and spec.origin is not None
    return sha256(Path(spec.origin).read_bytes()).hexdigest()


def code_digest(claim: Claim, module: str) -> str:
    """Digest the source code that a claim's verdict depends on: its own module and that of its statement."""
    parts = (_source_digest(module), _source_digest(entry(claim.statement).module))
    return sha256(" ".join(parts).encode()).hexdigest()[:16]


def _valid_records(wanted: list[tuple[Claim, str]]) -> dict[str, dict[str, str]]:
    """Return the records whose claim has not changed since."""
    records = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.is_file() else {}
    known = ((claim.id, code_digest(claim, module)) for claim, module in wanted if claim.id in records)
    return {name: records[name] for name, code in known if records[name]["code"] == code}


def _decide(identifiers: list[str]) -> dict[str, dict[str, str]]:
    """Decide some claims, and bracket their best constants where these are searched for."""
    found = {}
    for identifier in identifiers:
        found[identifier] = {"verdict": decide_one(identifier).verdict.value}
        if identifier in SEARCHES:
            result = best(identifier)
            assert result is not None
            found[identifier]["best"] = certified_text(SEARCHES[identifier].what, result)
    return found


def write_record() -> None:
    """Decide every claim with a constant and record the verdicts."""
    rows = {row["claim"]: row for row in constants_rows(fresh=True)}
    lines = []
    for claim, module in _claims_with_constants():
        row = rows[claim.id]
        record = {"code": code_digest(claim, module), "verdict": row["verdict"]}
        if claim.id in SEARCHES:
            record["best"] = row["best_constant"]
        lines.append(f'"{claim.id}": {json.dumps(record)}')
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def certified_text(what: str, found: Best) -> str:
    """'x: 1.593624 proved, 1.593625 refuted'."""
    return f"{what}: {_figure(found.constant)} proved, {_figure(found.beyond)} refuted"


_figure = partial(decimal, digits=12, up=False)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m replcalc.paper.constants_table --write")
    write_record()
