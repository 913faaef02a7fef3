"""The table of constants: what the paper uses, what is best, and the verdict on the claim."""

from __future__ import annotations

from functools import partial
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import decimal
from replcalc.numbers.workers import in_parallel
from replcalc.prover.prove import Best
from replcalc.theories.deciding import claims, decide
from replcalc.theories.replicable_composition.claims.best_constants import SEARCHES, best


def rows() -> list[dict[str, Any]]:
    """One record per claim with a constant, in the order of the claims.

    ``certified``: the constant found by bisection, PROVED at the first figure and REFUTED at the second; empty where
    the best constant is stated with the claim and proved there.
    """
    wanted = [claim for claim in claims() if claim.paper_constant or claim.best_constant]
    verdicts = {decision.id: decision.verdict for decision in decide([claim.id for claim in wanted])}
    found = dict(in_parallel(_found, [claim.id for claim in wanted if claim.id in SEARCHES]))
    return [
        {
            "claim": claim.id,
            "statement": claim.statement,
            "line": claim.line,
            "paper_constant": claim.paper_constant,
            "best_constant": claim.best_constant,
            "certified": found.get(claim.id, ""),
            "verdict": verdicts[claim.id].value,
        }
        for claim in wanted
    ]


def _found(identifier: str) -> tuple[str, str]:
    result = best(identifier)
    assert result is not None
    return identifier, certified_text(SEARCHES[identifier].what, result)


def certified_text(what: str, found: Best) -> str:
    """'x: 1.593624 proved, 1.593625 refuted'."""
    return f"{what}: {_figure(found.constant)} proved, {_figure(found.beyond)} refuted"


_figure = partial(decimal, digits=12, up=False)


def exact_figures(found: Best) -> tuple[fmpq, fmpq]:
    """The two ends between which the best constant lies."""
    return (found.constant, found.beyond) if found.constant <= found.beyond else (found.beyond, found.constant)
