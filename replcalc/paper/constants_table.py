"""The table of constants: what the paper uses, what is proved, what is best where that is bracketed, the verdict."""

from __future__ import annotations

from functools import partial
from typing import Any

from replcalc.claims.deciding import claims, decide_one
from replcalc.numbers.enclosure import decimal
from replcalc.numbers.workers import in_parallel
from replcalc.paper.best_constants import SEARCHES, best
from replcalc.prover.prove import Best
from replcalc.statements.theory import line


def constants_rows() -> list[dict[str, Any]]:
    """One record per claim with a constant, in the order of the claims.

    ``proved_constant`` is what the claim establishes. ``best_constant`` has a value only with its bracket: PROVED at
    the first figure and REFUTED at the second; otherwise it says "proved" (or "refuted", for a claim that is false as
    printed), not what would be best.
    """
    wanted = [claim for claim in claims().values() if claim.printed_constant or claim.proved_constant]
    about: dict[str, list[str]] = {}  # of one statement in one process: what is built for a claim serves the others
    for claim in wanted:
        about.setdefault(claim.statement, []).append(claim.id)
    found = {key: text for part in in_parallel(_decided, list(about.values())) for key, text in part.items()}
    return [
        {
            "claim": claim.id,
            "statement": claim.statement,
            "line": line(claim.source) or "",
            "paper_constant": claim.printed_constant,
            "proved_constant": claim.proved_constant,
            "best_constant": found.get((claim.id, True), found[claim.id, False].lower()),
            "verdict": found[claim.id, False],
        }
        for claim in wanted
    ]


def _decided(identifiers: list[str]) -> dict[tuple[str, bool], str]:
    """The verdicts on some claims (False), and their best constants where these are searched for (True)."""
    found = {}
    for identifier in identifiers:
        found[identifier, False] = decide_one(identifier).verdict.value
        if identifier in SEARCHES:
            result = best(identifier)
            assert result is not None
            found[identifier, True] = certified_text(SEARCHES[identifier].what, result)
    return found


def certified_text(what: str, found: Best) -> str:
    """'x: 1.593624 proved, 1.593625 refuted'."""
    return f"{what}: {_figure(found.constant)} proved, {_figure(found.beyond)} refuted"


_figure = partial(decimal, digits=12, up=False)
