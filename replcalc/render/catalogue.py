"""The catalogue as a list. Made from the indices: nothing is built, no formula is needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from replcalc.render.report import Report, Table
from replcalc.theories.theory import Entry


def list_report(chosen: Mapping[str, Entry], warnings: tuple[str, ...] = ()) -> Report:
    """One row for each entry, by the label that means it."""
    rows = tuple((name, e.kind, str(e.line or ""), e.provenance, e.title, e.section) for name, e in chosen.items())
    columns = ("label", "kind", "line", "provenance", "title", "section")
    narrow = Table("", columns[:-1], tuple(row[:-1] for row in rows), right=(2,))
    data = {"statements": [summary_json(name, e) for name, e in chosen.items()], "count": len(chosen)}
    return Report(data, (Table("", columns, rows, right=(2,)),), warnings, text_tables=(narrow,))


def summary_json(name: str, e: Entry) -> dict[str, Any]:
    return {
        "label": name,
        "kind": e.kind,
        "title": e.title,
        "section": e.section,
        "line": e.line or None,
        "provenance": e.provenance,
        "meaning": e.meaning,
        "gives": list(e.gives),
    }
