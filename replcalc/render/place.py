"""A label of the paper that is no statement: an equation, a remark, a section."""

from __future__ import annotations

from replcalc.paper.places import PLACES, LabelPlace
from replcalc.render.report import Report, Table
from replcalc.statements.catalogue import entries
from replcalc.statements.source import line
from replcalc.statements.theory import Entry

_PAPER = "replicable-composition"


def place_report(label: str) -> Report:
    """Where it stands, what it says, its formula, and the statements that it belongs to or holds."""
    place = PLACES[label]
    known = entries()
    found = _of_section(place, known) if place.kind == "section" else {s: known[s] for s in place.statements}
    rows = tuple((name, e.kind, line(e.source), e.title) for name, e in found.items())
    title = "Statements" if place.kind == "section" else "Belongs to"
    data = {
        "place": {
            "label": label, "line": place.line, "kind": place.kind, "says": place.says,
            "formula": place.formula or None, "statements": list(found),
        }
    }  # fmt: skip
    told = () if rows else ("No statement of the catalogue stands here.",)
    lead = (place.says, *((f"  {place.formula}",) if place.formula else ()))
    tables = (Table(title, ("label", "kind", "line", "title"), rows),) if rows else ()
    return Report(data, tables, told, heading=f"{label}: {place.kind}, paper, line {place.line}", lead=lead)


def _of_section(section: LabelPlace, known: dict[str, Entry]) -> dict[str, Entry]:
    """The paper's statements between the section's line and the next section's."""
    later = [p.line for p in PLACES.values() if p.kind == "section" and p.line > section.line]
    end = min(later, default=10**9)
    chosen = {name: e for name, e in known.items() if e.theory == _PAPER and e.source is not None}
    return {name: e for name, e in chosen.items() if section.line <= (line(e.source) or 0) < end}
