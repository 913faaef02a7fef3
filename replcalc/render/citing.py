"""BibTeX for the tool, the paper, a statement, a way: what to write under a figure that came from here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from textwrap import fill
from typing import Any

from replcalc import __version__
from replcalc.ask.registry import get, kinds_of
from replcalc.paper.literature import AUTHORS, PAPER
from replcalc.paper.places import PLACES
from replcalc.render.latex_text import latex_escape
from replcalc.statements.catalogue import statement
from replcalc.statements.statement import Citation, Statement

#: The year of this version.
YEAR = 2026
#: Names and labels are never broken.
_WHOLE: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}
TITLE = "replcalc: the accountant for replicable algorithms"


def tool_bibtex() -> str:
    """The tool, and the paper that it implements."""
    return _joined((_tool(), _publication(PAPER)))


def cited_bibtex(name: str) -> str:
    """What to cite for a statement, a place of the paper or a way: where it comes from, what it leans on, the tool."""
    if name in PLACES:
        place = PLACES[name]
        at = PAPER.at(f"{name}, line {place.line} of the TeX source")
        return _joined((_publication(at), _tool(f"{place.kind} {name}")))
    if ":" not in name and kinds_of(name):
        steps = [step.statement for kind in kinds_of(name) for step in get(name, kind).derive().steps]
        own = [found for found in steps if not found.label.startswith("goal:")]
        labels = ", ".join(dict.fromkeys(found.label for found in own))
        return _joined((*_sources(own), _tool(f"way {name}: {labels}")))
    found = statement(name)
    return _joined((*_sources([found]), _tool(f"{found.kind} {found.label}: {found.title}")))


def _sources(statements: Iterable[Statement]) -> list[str]:
    """The publications of statements, each once with the places of all of them."""
    places: dict[str, tuple[Citation, list[str]]] = {}
    for found in statements:
        own = [PAPER.at(_place(found))] if found.source and found.source.publication == PAPER.authors else []
        for citation in (*own, *found.cites):
            told = places.setdefault(citation.key, (citation, []))[1]
            if citation.theorem and citation.theorem not in told:
                told.append(citation.theorem)
    return [_publication(citation.at("; ".join(told))) for citation, told in places.values()]


def _place(found: Statement) -> str:
    assert found.source is not None
    return f"{found.label}, {found.source.place} of the TeX source" + (", quoted there" if found.source.quoted else "")


def _publication(citation: Citation) -> str:
    if citation.key == PAPER.key:
        more = {"eprint": "2604.10423", "archiveprefix": "arXiv"}
        return _entry("misc", citation.key, AUTHORS, citation.title, citation.year, citation.theorem, more)
    authors = [name.strip() for name in citation.authors.split(",")]
    return _entry("misc", citation.key, authors, citation.title, citation.year, citation.theorem)


def _tool(note: str = "") -> str:
    return _entry("software", "replcalc", ("{The replcalc authors}",), TITLE, YEAR, note, {"version": __version__})


def _entry(
    kind: str, key: str, authors: Iterable[str], title: str, year: int, note: str,
    more: Mapping[str, str] | None = None,
) -> str:  # fmt: skip
    fields = {"author": " and ".join(authors), "title": f"{{{latex_escape(title)}}}", "year": str(year), **(more or {})}
    fields |= {"note": latex_escape(note)} if note else {}
    lines = (fill(f"  {n} = {{{v}}},", 80, subsequent_indent="    ", **_WHOLE) for n, v in fields.items())
    return "\n".join((f"@{kind}{{{key},", *lines, "}\n"))


def _joined(entries: Iterable[str]) -> str:
    return "\n".join(entries)
