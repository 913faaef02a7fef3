"""Report of ``waterfall``: the stages, the factor that each saves, and running side by side for reference."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from replcalc.ask.parsing import ROUNDS
from replcalc.problems.composition.waterfall import Stage, Waterfall
from replcalc.render.advice import assumed_lead
from replcalc.render.effort import rounds_text, runs_text
from replcalc.render.questions import inputs_of
from replcalc.render.report import Report, Table, cell_text
from replcalc.render.result_json import assumed_json


def waterfall_report(chart: Waterfall) -> Report:
    rows, stages = [], []
    for position, stage in enumerate(chart.stages):
        saved, relative = chart.saved(position), chart.relative(position)
        effort = stage.result.effort if stage.samples is not None else None
        time = runs_text(effort), rounds_text(effort)
        rows.append((stage.name, stage.samples, saved, *time, stage.result.status.value))
        stages.append(
            {
                "stage": stage.name,
                "change": stage.change,
                "statements": list(stage.statements),
                "status": stage.result.status.value,
                "applicable": stage.result.applicable,
                "certified": stage.result.certified,
                "hidden_constants": list(stage.result.hidden),
                "reason": stage.result.why_not,
                "samples": stage.samples,
                "factor_saved": saved,
                "relative": relative,
                "quantities": _brief(stage),
            }
        )
    assumed = chart.goal.assumed
    data = {
        "assumed": assumed_json(assumed),
        "inputs": inputs_of(chart.goal),
        "stages": stages,
        "side_by_side": _beside(chart),
    }
    columns = ("stage", "samples", "times fewer", "base runs", "rounds", "status")
    table = Table("Where the factors go", columns, tuple(rows), right=(1, 2, 3, 4))
    lead = (f"k = {chart.goal.k:,}, rho = {cell_text(chart.goal.rho)}", *assumed_lead(chart.goal))
    return Report(data, (table,), tuple(_notes(chart)), _verdict(chart), lead, answer=chart)


def _verdict(chart: Waterfall) -> str:
    """From the paper's samples to the fewest certified ones that can be run, how many times fewer, the last status."""
    first, last = chart.stages[0], chart.stages[-1]
    able = [s for s in chart.stages if s.result.certified and (not s.result.effort or s.result.effort.within(ROUNDS))]
    best = min(able, key=lambda stage: stage.samples or 0, default=None)
    start = f"from {cell_text(first.samples)} ({first.name}, {first.result.status.value}) to " if first.samples else ""
    told = "none that is certified and can be run"
    if best is not None and best.samples:
        told = f"{cell_text(best.samples)} ({best.name}, certified)"
        told += f", {cell_text(fmpq(first.samples, best.samples))} times fewer" if first.samples else ""
    told += "" if first.samples else f"; {first.name} does not apply"
    told += "" if best is last else f"; last stage ({last.name}) {last.result.status.value}"
    return f"Samples: {start}{told}"


def _brief(stage: Stage) -> dict[str, Any]:
    """The figures of a stage that are not lists."""
    return {name: value for name, value in stage.result.quantities.items() if not isinstance(value, tuple | list)}


def _beside(chart: Waterfall) -> dict[str, Any]:
    result = chart.side_by_side
    return {"applicable": result.applicable, "samples": result.samples, "reason": result.why_not}


def _notes(chart: Waterfall) -> list[str]:
    notes = [f"{stage.name}: {stage.change} ({', '.join(stage.statements)})." for stage in chart.stages]
    first = chart.stages[0].result
    if first.hidden:
        placeholders = ", ".join(first.hidden)
        notes.append(f"paper: its figure rests on placeholders for constants left unspecified ({placeholders}).")
    notes += [f"{s.name} does not apply: {s.result.why_not}" for s in chart.stages if not s.result.applicable]
    if chart.side_by_side.applicable:
        enough = cell_text(chart.side_by_side.samples)
        notes.append(f"Side by side {enough} samples are enough here: the rho0_i add up to at most rho.")
    else:
        notes.append("Side by side does not apply: the rho0_i add up to more than rho.")
    return notes
