"""Reports of ``replcalc queries`` and ``replcalc arms``: every way side by side, and when each overtakes the others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from replcalc.ask.result import Result
from replcalc.problems.queries.overtaking import Overtaking
from replcalc.problems.queries.theorem import Together
from replcalc.problems.queries.way_means import accuracy_split
from replcalc.render.report import Later, Report, Table, TableColumn
from replcalc.render.result import answer_report, comparison_json, details_of
from replcalc.render.result_json import condition_json

_THEOREM = {
    "c": "largest c of three digits, by the way paper, whose proved failure probability is at most beta",
    "c_refuted": "the next three-digit c, at which it is not",
    "beta0": "failure probability asked of each base algorithm, (c beta/(k ln(k/rho) ln(1/beta)))^2",
    "n0": "samples of one base algorithm at replicability rho0 and failure beta0",
    "rho0": "replicability of the base algorithms in thm:main",
    "samples_order": "the printed order of the total, hidden constants at their settings",
    "samples": "samples of the whole by the way paper",
}


def together_report(
    found: Together, *, explain: bool = False, crossings: bool = False, full: bool = False
) -> Report:
    """Every way on a line and the best; with ``explain`` its details, the theorem's constants and the crossings.

    ``crossings``: the table of these also without the rest. In other formats than text it is always there.
    """
    theorem = found.theorem
    assert theorem is not None
    constants = dict(theorem.values)
    if constants:
        constants["samples"] = found["paper"].samples
    best = found.best
    parts = _parameters(found)
    published = [parts] if parts.rows else []
    told = theorem.reason and theorem.reason != found["paper"].why_not  # else the pipeline says it
    notes = [f"The paper's theorem does not apply: {theorem.reason}."] if told else []
    details: list[Table] = []
    if explain:
        details += details_of(found, explain=True)
        if constants:
            details.append(Table.of_values(f"{theorem.statement}: the constants of the proof", constants, _THEOREM))
    overtaking = [_crossings(found.crossings)] if found.crossings else []
    shown = full or explain or crossings
    if found.crossings and shown:
        notes += _overtaken(found, best)
    data = Later(lambda: _json(found, constants, best))
    report = answer_report(found, data, [*published, *details, *overtaking], notes, full=full)
    left = ([] if full or explain else published) + ([] if shown else overtaking)
    return replace(report, text_tables=tuple(table for table in report.text_tables or () if table not in left))


def _json(found: Together, constants: dict[str, Any], best: Result | None) -> dict[str, Any]:
    assert found.theorem is not None
    theorem = found.theorem
    return comparison_json(found) | {
        "quantities": constants | {"best_samples": best.samples if best else None},
        "theorem": {"statement": theorem.statement, "applicable": bool(constants), "reason": theorem.reason},
        "overtakes": [_overtaking_json(o) for o in found.crossings],
        "conditions": [condition_json(c) for c in best.conditions] if best else [],
        "hidden_constants": sorted({name for result in found.results for name in result.hidden}),
        "certified": best is not None,
    }


_CHECKED = (
    "certified at that k and not at the one before, each way with the strings it takes (squared votes give away up to "
    "1% of the samples for fewer strings); larger k are not proved"
)


def _overtaken(found: Together, best: Result | None) -> list[str]:
    """From which k on the best is ahead of the other quick ways, and what was checked of that."""
    ahead = [o for o in found.crossings if best is not None and o.winner == best.way]
    behind = {o.loser for o in found.crossings if best is not None and o.loser == best.way}
    if best is None or not ahead or behind:
        return [f"Which way overtakes which, and from which k on, is in the details: {_CHECKED}."]
    last = max(ahead, key=lambda o: o.k)
    others = ", ".join(sorted(o.loser for o in ahead))
    return [f"{best.way} needs fewer samples than {others} from k = {last.k:,} on: {_CHECKED}."]


def _overtaking_json(found: Overtaking) -> dict[str, Any]:
    told = {"route": found.winner, "overtakes": found.loser, "from_k": found.k, "not_at_k": found.before}
    return told | {"checked": _CHECKED}


def _parameters(found: Together) -> Table:
    """Grid, noise and what they leave of the accuracy, for the certified ways that publish means."""
    splits = [(result.way, accuracy_split(result)) for result in found.results if result.certified]
    rows = tuple(
        (way, split.width, split.sigma, split.published, split.sampled) for way, split in splits if split is not None
    )
    columns = ("way", "grid or noise width", "sigma", "alpha for grid or noise", "alpha for sampling")
    return Table("What is published around the sample means", columns, rows, right=(1, 2, 3, 4))


def _crossings(found: tuple[Overtaking, ...]) -> Table:
    columns = (
        TableColumn("way", "winner"),
        TableColumn("needs fewer samples than", "loser"),
        TableColumn("from k on", "k", number=True),
    )
    return Table.of("Which way overtakes which", found, *columns)
