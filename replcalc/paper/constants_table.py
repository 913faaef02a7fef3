"""The table of constants: what the paper uses, what is proved, what is best where that is bracketed, the verdict.

Verdicts are those of the record of claims. Brackets of best constants are read from ``constants.json``, where each
stands with the recorded digest of its claim; one whose digest is not today's is searched for again. To write the file:

    python -m replcalc.paper.constants_table --write
"""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

from replcalc.claims.deciding import claims
from replcalc.claims.record import recorded_claims
from replcalc.numbers.enclosure import decimal
from replcalc.numbers.workers import in_parallel
from replcalc.paper.best_constants import SEARCHES, best
from replcalc.prover.prove import Best
from replcalc.statements.theory import line

RECORD = Path(__file__).with_name("constants.json")


def constants_rows(*, fresh: bool = False) -> list[dict[str, Any]]:
    """Return one record per claim with a constant, in the order of the claims.

    ``proved_constant`` is what the claim establishes. ``best_constant`` has a value only with its bracket: PROVED at
    the first figure and REFUTED at the second; otherwise it says "proved" (or "refuted", for a claim that is false as
    printed), not what would be best.

    Args:
        fresh: search for every best constant now, instead of reading those that are recorded.
    """
    brackets = _brackets(fresh)
    verdicts = {name: record.expected.value for name, record in recorded_claims().items()}
    return [
        {
            "claim": claim.id,
            "statement": claim.statement,
            "line": line(claim.source) or "",
            "paper_constant": claim.printed_constant,
            "proved_constant": claim.proved_constant,
            "best_constant": brackets.get(claim.id) or verdicts[claim.id].lower(),
            "verdict": verdicts[claim.id],
        }
        for claim in claims().values()
        if claim.printed_constant or claim.proved_constant
    ]


def _brackets(fresh: bool) -> dict[str, str]:
    """Return the best constants that are searched for, as text."""
    recorded = {} if fresh else json.loads(RECORD.read_text(encoding="utf-8"))
    found = {name: text for name, (digest, text) in recorded.items() if digest == recorded_claims()[name].digest}
    missing = [name for name in SEARCHES if name not in found]
    found |= dict(in_parallel(_bracket, missing))
    return {name: found[name] for name in SEARCHES}


def _bracket(identifier: str) -> tuple[str, str]:
    result = best(identifier)
    assert result is not None
    return identifier, certified_text(SEARCHES[identifier].what, result)


def write_record() -> None:
    """Search for every best constant and record it with the digest of its claim."""
    lines = [
        f"{json.dumps(name)}: {json.dumps([recorded_claims()[name].digest, text])}"
        for name, text in _brackets(fresh=True).items()
    ]
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def certified_text(what: str, found: Best) -> str:
    """'x: 1.593624 proved, 1.593625 refuted'."""
    return f"{what}: {_figure(found.constant)} proved, {_figure(found.beyond)} refuted"


_figure = partial(decimal, digits=12, up=False)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m replcalc.paper.constants_table --write")
    write_record()
