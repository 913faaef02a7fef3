"""Reports of ``replcalc queries`` and ``replcalc arms``: every way side by side, and when each overtakes the others."""

from __future__ import annotations

from typing import Any

from replcalc.render.questions import heading_of
from replcalc.render.report import Report, Table
from replcalc.render.result import (
    assumed_lines,
    comparison_json,
    comparison_notes,
    condition_json,
    figures,
    overview,
    result_tables,
    sentences,
)
from replcalc.ways.overtaking import Overtaking
from replcalc.ways.theorem import Together

_THEOREM = {
    "c": "largest c of three digits, by the way paper, whose proved failure probability is at most beta",
    "c_refuted": "the next three-digit c, at which it is not",
    "beta0": "failure probability asked of each base algorithm, (c beta/(k ln(k/rho) ln(1/beta)))^2",
    "n0": "samples of one base algorithm at replicability rho0 and failure beta0",
    "rho0": "replicability of the base algorithms in thm:main",
    "samples_order": "the printed order of the total, hidden constants at their settings",
    "samples": "samples of the whole by the way paper",
}


def together_report(found: Together, *, explain: bool = False) -> Report:
    """Every way on a line and the best; with ``explain`` its details, the theorem's constants and the crossings."""
    theorem = found.theorem
    assert theorem is not None
    constants = dict(theorem.values)
    if constants:
        constants["samples"] = found["paper"].samples
    best = found[found.best] if found.best else None
    data = comparison_json(found) | {
        "quantities": constants | {"best_samples": best.samples if best else None},
        "theorem": {"statement": theorem.statement, "applicable": bool(constants), "reason": theorem.reason},
        "overtakes": [_overtaking_json(o) for o in found.crossings],
        "conditions": [condition_json(c) for c in best.conditions] if best else [],
        "hidden_constants": sorted({name for result in found.results for name in result.hidden}),
        "certified": best is not None,
    }
    tables = [overview(found)]
    chosen = best or found.results[0]
    notes = [*sentences(found)]
    if theorem.reason:
        notes.append(f"The paper's theorem does not apply: {theorem.reason}.")
    if explain:
        tables += result_tables(chosen, explain=True)
        if constants:
            rows = tuple((name, value, _THEOREM[name]) for name, value in constants.items() if value is not None)
            title = f"{theorem.statement}: the constants of the proof"
            tables.append(Table(title, ("quantity", "value", "meaning"), rows, right=(1,)))
    if found.crossings:
        tables.append(_crossings(found.crossings))
    lead = assumed_lines(found.question.assumed)
    return Report(
        data,
        tuple(tables),
        (*notes, *comparison_notes(found, chosen)),
        heading_of(found.question),
        lead,
        figures=figures(found),
        answer=found,
    )


def _overtaking_json(found: Overtaking) -> dict[str, Any]:
    return {"route": found.winner, "overtakes": found.loser, "from_k": found.k, "not_at_k": found.before}


def _crossings(found: tuple[Overtaking, ...]) -> Table:
    rows = tuple((o.winner, o.loser, o.k) for o in found)
    title = "Which way overtakes which (certified at this k and the one before; larger k not proved)"
    return Table(title, ("way", "needs fewer samples than", "from k on"), rows, right=(2,))
