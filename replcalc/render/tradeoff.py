"""The trade-off between samples and sampling rounds, added to the report of a comparison."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from replcalc.problems.composition.tradeoff import Point, Tradeoff
from replcalc.render.report import Report, Table, TableColumn


def with_tradeoff(report: Report, found: Tradeoff) -> Report:
    """The same report with the points under ``tradeoff`` and as a table."""
    data = {**report.data, "tradeoff": [_json(found, point) for point in found.points]}
    table = Table.of(
        "Samples against rounds",
        found.points,
        TableColumn("way", lambda point: point.result.way),
        TableColumn("curve"),
        TableColumn("group", number=True),
        TableColumn("samples", number=True),
        TableColumn("log10 rounds", lambda point: point.result.rounds_log10, number=True),
        TableColumn("best for its rounds", lambda point: "*" if found.best(point) else ""),
    )
    shown = None if report.text_tables is None else (*report.text_tables, table)
    return replace(report, data=data, tables=(*report.tables, table), text_tables=shown)


def _json(found: Tradeoff, point: Point) -> dict[str, Any]:
    effort = point.result.effort
    return {
        "route": point.result.way,
        "curve": point.curve or None,
        "group": point.group,
        "samples": point.samples,
        "rounds_log10": point.result.rounds_log10,
        "rounds_at_least": bool(effort and effort.rounds_at_least),
        "polynomial": point.result.polynomial,
        "certified": point.result.certified,
        "within_max_rounds": bool(effort and effort.within(found.max_rounds)),
        "best_for_its_rounds": found.best(point),
    }
