"""The table of constants: what the paper uses, what is proved, what is best where that is bracketed, the verdict."""

from __future__ import annotations

from functools import partial
from typing import Any

from replcalc.numbers.enclosure import decimal
from replcalc.numbers.workers import in_parallel
from replcalc.prover.prove import Best
from replcalc.statements.source import line
from replcalc.theories.deciding import claims, decide_one
from replcalc.theories.replicable_composition.claims.best_constants import SEARCHES, best


def constants_rows() -> list[dict[str, Any]]:
    """One record per claim with a constant, in the order of the claims.

    ``proved_constant`` is what the claim establishes. ``best_constant`` has a value only with its bracket: PROVED at
    the first figure and REFUTED at the second; otherwise it says "proved" (or "refuted", for a claim that is false as
    printed), not what would be best.
    """
    wanted = [claim for claim in claims() if claim.printed_constant or claim.proved_constant]
    jobs = [(claim.id, False) for claim in wanted] + [(claim.id, True) for claim in wanted if claim.id in SEARCHES]
    found = dict(in_parallel(_found, jobs))  # one pool: what is built for a claim serves its constant
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


def _found(job: tuple[str, bool]) -> tuple[tuple[str, bool], str]:
    """The verdict on a claim, or its best constant."""
    identifier, constant = job
    if not constant:
        return job, decide_one(identifier).verdict.value
    result = best(identifier)
    assert result is not None
    return job, certified_text(SEARCHES[identifier].what, result)


def certified_text(what: str, found: Best) -> str:
    """'x: 1.593624 proved, 1.593625 refuted'."""
    return f"{what}: {_figure(found.constant)} proved, {_figure(found.beyond)} refuted"


_figure = partial(decimal, digits=12, up=False)
