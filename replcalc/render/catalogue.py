"""The catalogue as a list. Made from the indices: nothing is built, no formula is needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from replcalc.render.report import Report, Table
from replcalc.statements.source import line, place
from replcalc.statements.theory import Entry


def list_report(chosen: Mapping[str, Entry], warnings: tuple[str, ...] = (), *, brief: bool = False) -> Report:
    """How many there are of what; one row for each entry, by the label that means it.

    ``brief``: in text a row for each section instead.
    """
    rows = tuple((name, e.kind, place(e.source), e.provenance, e.title, e.section) for name, e in chosen.items())
    columns = ("label", "kind", "where", "provenance", "title", "section")
    narrow = Table("", ("label", "kind", "title"), tuple((row[0], row[1], row[4]) for row in rows))
    data = {"statements": [summary_json(name, e) for name, e in chosen.items()], "count": len(chosen)}
    shown = _sections(chosen) if brief else narrow
    return Report(data, (Table("", columns, rows),), warnings, _counted(chosen), text_tables=(shown,))


def _counted(chosen: Mapping[str, Entry]) -> str:
    told = {"paper": "of the paper", "literature": "of the literature", "derived": "proved here"}
    found = Counter(str(entry.provenance) for entry in chosen.values())
    parts = ", ".join(f"{found[name]} {words}" for name, words in told.items() if found[name])
    return f"{len(chosen)} statement{'' if len(chosen) == 1 else 's'}: {parts}"


def _sections(chosen: Mapping[str, Entry]) -> Table:
    """How many statements a section has, and the first few theorems among them, else the first few of any kind."""
    found: dict[str, list[tuple[str, Entry]]] = {}
    for name, entry in chosen.items():
        found.setdefault(entry.section, []).append((name, entry))
    rows = []
    for section, members in found.items():
        first = [name for name, e in members if e.kind == "theorem"] or [name for name, _ in members]
        rows.append((section, len(members), ", ".join(first[:3]) + (", ..." if len(members) > len(first[:3]) else "")))
    return Table("", ("section", "statements", "among them"), tuple(rows), (1,))


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
