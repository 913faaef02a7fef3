"""The catalogue as a list. Made from the indices: nothing is built, no formula is needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from replcalc.render.report import Report, Table
from replcalc.statements.source import line, place
from replcalc.statements.theory import Entry


def list_report(chosen: Mapping[str, Entry], warnings: tuple[str, ...] = ()) -> Report:
    """One row for each entry, by the label that means it."""
    rows = tuple((name, e.kind, place(e.source), e.provenance, e.title, e.section) for name, e in chosen.items())
    columns = ("label", "kind", "where", "provenance", "title", "section")
    narrow = Table("", columns[:-1], tuple(row[:-1] for row in rows))
    data = {"statements": [summary_json(name, e) for name, e in chosen.items()], "count": len(chosen)}
    return Report(data, (Table("", columns, rows),), warnings, text_tables=(narrow,))


def summary_json(name: str, e: Entry) -> dict[str, Any]:
    return {
        "label": name,
        "kind": e.kind,
        "title": e.title,
        "section": e.section,
        "line": line(e.source),
        "where": place(e.source),
        "provenance": e.provenance,
        "meaning": e.meaning,
        "gives": list(e.gives),
    }
