"""Reports of ``replcalc queries`` and ``replcalc arms``: every way side by side, and when each overtakes the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from replcalc.problems.overtaking import Overtaking
from replcalc.problems.paper_constants import Together
from replcalc.problems.ways import Way
from replcalc.render.report import Report, Table, cell_text
from replcalc.render.result import condition_json, conditions_table, step_json

_THEOREM = {
    "c": "largest constant c (three digits) for which the failure probability is proved to be at most beta",
    "c_refuted": "the next three-digit c, at which it is not",
    "beta0": "failure probability asked of each base algorithm, (c beta/(k ln(k/rho) ln(1/beta)))^2",
    "n0": "samples of one base algorithm at replicability rho0 and failure beta0",
    "rho0": "replicability of the base algorithms in thm:main",
    "samples_order": "the printed order of the total, hidden constants at their settings",
    "samples": "samples of the whole by the route paper",
}


#: Inputs that count something: integers in JSON.
_COUNTS = ("k", "n", "d", "class_size", "arms")


def whole_numbers(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs for JSON: what counts something as an integer, the rest as exact reals."""
    return {name: int(value) if name in _COUNTS else value for name, value in inputs.items()}


def together_report(result: Together, heading: str, label: str, *, explain: bool = False) -> Report:
    """``label``: the theorem of the paper that the composition routes belong to."""
    paper = next((w for w in result.ways if w.name == "paper"), None)
    theorem = dict(result.theorem)
    if theorem and paper is not None:
        theorem["samples"] = paper.samples
    best = next((w for w in result.ways if w.name == result.best), None)
    data = {
        "inputs": whole_numbers(result.inputs),
        "unit": result.unit,
        "best": result.best,
        "quantities": theorem | {"best_samples": best.samples if best else None},
        "theorem": {"statement": label, "applicable": bool(theorem), "reason": result.theorem_reason},
        "routes": {way.name: way_json(way) for way in result.ways},
        "overtakes": [_overtaking_json(o) for o in result.crossings],
        "conditions": [condition_json(c) for c in best.conditions] if best else [],
        "hidden_constants": sorted({name for way in result.ways for name in way.hidden}),
        "certified": bool(best and best.certified),
    }
    tables = [_overview(result)]
    if theorem:
        rows = tuple((name, value, _THEOREM[name]) for name, value in theorem.items() if value is not None)
        tables.append(Table(f"{label}: the constants of the proof", ("quantity", "value", "meaning"), rows, right=(1,)))
    if result.crossings:
        tables.append(_crossings(result.crossings))
    if explain:
        tables += [conditions_table(f"{way.name}: conditions", way.conditions) for way in result.ways if way.conditions]
    return Report(data, tuple(tables), _notes(result, best), heading=heading)


def way_json(way: Way) -> dict[str, Any]:
    return {
        "title": way.title,
        "applicable": way.applicable,
        "certified": way.certified,
        "reason": way.reason,
        "hidden_constants": list(way.hidden),
        "provenance": way.provenance,
        "quantities": {"samples": way.samples} | dict(way.quantities) if way.applicable else dict(way.quantities),
        "conditions": [condition_json(c) for c in way.conditions],
        "steps": [step_json(step) for step in way.derivation.steps] if way.derivation else [],
    }


def _overtaking_json(found: Overtaking) -> dict[str, Any]:
    return {"route": found.winner, "overtakes": found.loser, "from_k": found.k, "not_at_k": found.before}


def _overview(result: Together) -> Table:
    rows = []
    for way in result.ways:
        status = "certified" if way.certified else "applies" if way.applicable else "does not apply"
        note = way.reason if not way.applicable else "hidden: " + ", ".join(way.hidden) if way.hidden else ""
        rows.append((way.name, way.title, way.samples if way.applicable else None, status, note))
    return Table(result.unit.capitalize(), ("way", "what", "samples", "status", "note"), tuple(rows), right=(2,))


def _crossings(found: tuple[Overtaking, ...]) -> Table:
    rows = tuple((o.winner, o.loser, o.k) for o in found)
    return Table("From which k on one way needs fewer samples", ("way", "overtakes", "from k"), rows, right=(2,))


def _notes(result: Together, best: Way | None) -> tuple[str, ...]:
    notes = []
    if best is not None and best.samples is not None:
        kind = "certified" if best.certified else f"not certified: depends on {', '.join(best.hidden)}"
        notes.append(f"Best: {best.name} with {cell_text(best.samples)} {result.unit} ({kind}).")
    if result.theorem_reason:
        notes.append(f"The paper's theorem does not apply: {result.theorem_reason}.")
    if best is not None and best.derivation is not None and best.derivation.obligations:
        granted = "; ".join(f"{s.label}: {c.text}" for s, c in best.derivation.obligations)
        notes.append(f"Taken for granted: {granted}.")
    return tuple(notes)
