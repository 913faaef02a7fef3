"""The catalogue as a list; a place of the paper, a method, and BibTeX for each of them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from textwrap import fill
from typing import Any

from replcalc import __version__
from replcalc.names import COMMANDS, KINDS
from replcalc.output.answers import CatalogueAnswer, encode_step
from replcalc.output.document import Document, Table, TableColumn
from replcalc.output.latex import escape_latex
from replcalc.paper.literature import AUTHORS, PAPER
from replcalc.paper.numbering import number_of
from replcalc.paper.places import PLACES, LabelPlace
from replcalc.planning.method import Method, get, kinds_of
from replcalc.statements.catalogue import entries, statement
from replcalc.statements.statement import Citation, Statement
from replcalc.statements.theory import Entry, line, place


def report_catalogue(chosen: Mapping[str, Entry] | None = None, *, full: bool = False) -> Document:
    """Report the number of statements of each kind and list them; without ``full``, a row for each section."""
    chosen = entries() if chosen is None else chosen
    rows = tuple(
        (name, e.kind, number_of(name), place(e.source), e.provenance, e.title, e.section) for name, e in chosen.items()
    )
    columns = ("label", "kind", "number", "where", "provenance", "title", "section")
    every = Table("", columns, rows)
    narrow = Table("", ("label", "number", "title"), tuple((row[0], row[2], row[5]) for row in rows))
    return Document(
        lambda: CatalogueAnswer([encode_summary(name, e) for name, e in chosen.items()], len(chosen)),
        (narrow if full else _summarize_sections(chosen),),
        title=_count_kinds(chosen),
        data=every,
    )


def _count_kinds(chosen: Mapping[str, Entry]) -> str:
    origins = {"paper": "of the paper", "literature": "of the literature", "derived": "proved here"}
    found = Counter(str(entry.provenance) for entry in chosen.values())
    parts = ", ".join(f"{found[name]} {words}" for name, words in origins.items() if found[name])
    return f"{len(chosen)} statement{'' if len(chosen) == 1 else 's'}: {parts}."


def _summarize_sections(chosen: Mapping[str, Entry]) -> Table:
    """Return for every section its number of statements and its first theorems, or else its first statements."""
    found: dict[str, list[tuple[str, Entry]]] = {}
    for name, entry in chosen.items():
        found.setdefault(entry.section, []).append((name, entry))
    rows = []
    for section, members in found.items():
        first = [name for name, e in members if e.kind == "theorem"] or [name for name, _ in members]
        rows.append((section, len(members), ", ".join(first[:3]) + (", ..." if len(members) > len(first[:3]) else "")))
    return Table("", ("section", "statements", "among them"), tuple(rows), (1,))


def encode_summary(name: str, e: Entry) -> dict[str, Any]:
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


# -- a label of the paper that is no statement: an equation, a remark, a section ---------------------------------------
_PAPER = "replicable-composition"


def report_place(label: str) -> Document:
    """Report a place of the paper: its line, text, formula, and the statements that belong to it."""
    place, known = PLACES[label], entries()
    found = {name: known[name] for name in place.statements}
    if place.kind == "section":
        found = _list_section(place) | found
    data = {"label": label, "line": place.line, "kind": place.kind, "says": place.says}
    data |= {"formula": place.formula or None, "statements": list(found)}
    title = "Statements" if place.kind == "section" else "Belongs to"
    rows = tuple((name, e.kind, line(e.source), e.title) for name, e in found.items())
    tables = (Table(title, ("label", "kind", "line", "title"), rows),) if rows else ()
    notes = () if rows else ("No statement of the catalogue stands here.",)
    lines = (place.says, *((f"  {place.formula}",) if place.formula else ()))
    title = f"{label}: {place.kind}, paper, line {place.line}"
    return Document({"place": data}, tables, notes, title=title, lines=lines)


def _list_section(section: LabelPlace) -> dict[str, Entry]:
    """Return the paper's statements between the section's line and the next section's."""
    later = [p.line for p in PLACES.values() if p.kind == "section" and p.line > section.line]
    lines = range(section.line, min(later, default=10**9))
    return {n: e for n, e in entries().items() if e.theory == _PAPER and e.source and (line(e.source) or 0) in lines}


# -- a method by its name: what it answers, how long it takes, the statements it applies, what it gives ----------------
def report_method(name: str) -> Document:
    """Report for each command that has the method the statements that it applies."""
    records = [_encode_method(kind, get(name, kind)) for kind in kinds_of(name)]
    summary = TableColumn("what it does", "summary")
    time = TableColumn("time", lambda record: "polynomial" if record["polynomial"] else "exponential in k")
    gives = TableColumn("gives", lambda record: ", ".join(record["quantities"]))
    steps = tuple(map(TableColumn, ("statement", "title", "provenance")))
    tables = [Table.of("Answers", records, TableColumn("command"), summary, time, gives)]
    tables += [Table.of(f"Applied by {r['command']}", r["steps"], *steps) for r in records]
    alone = len(records) == 1 or "composition" in kinds_of(name)
    trees = [name] if alone else [f"{record['kind']}/{name}" for record in records]
    notes = ("As a tree: " + ", ".join(f"replcalc derive {tree}" for tree in trees) + ".",)
    return Document({"method": name, "answers": records}, tuple(tables), notes, title=f"Method {name}")


def _encode_method(kind: str, method: Method) -> dict[str, Any]:
    derivation = method.derive()
    return {
        "kind": kind,
        "command": KINDS[kind] if KINDS[kind] in COMMANDS else f"plan {KINDS[kind]}",
        "summary": method.summary,
        "polynomial": method.polynomial,
        "quantities": list(method.quantities),
        "inputs": [str(p.entry) for p in derivation.inputs],
        "steps": [encode_step(each) for each in derivation.steps],
    }


# -- BibTeX for the tool, the paper, a statement, a method -------------------------------------------------------------
#: The year of this version.
YEAR = 2026
ARXIV = "2604.10423"
TITLE = "replcalc: the accountant for replicable algorithms"


def format_tool_bibtex() -> str:
    """Return BibTeX for replcalc and for the paper that it implements."""
    return "\n".join((_format_tool(), _format_publication(PAPER)))


def format_bibtex(name: str) -> str:
    """Return BibTeX for a statement, a place of the paper or a method: its sources and replcalc."""
    if name in PLACES:
        place = PLACES[name]
        at = PAPER.at(f"{name}, line {place.line} of the TeX source")
        return "\n".join((_format_publication(at), _format_tool(f"{place.kind} {name}")))
    if ":" not in name and kinds_of(name):
        steps = [step.statement for kind in kinds_of(name) for step in get(name, kind).derive().steps]
        own = [found for found in steps if not found.label.startswith("goal:")]
        note = f"method {name}: {', '.join(dict.fromkeys(found.label for found in own))}"
    else:
        own = [statement(name)]
        note = f"{own[0].kind} {own[0].label}: {own[0].title}"
    return "\n".join((*_format_sources(own), _format_tool(note)))


def _format_sources(statements: Iterable[Statement]) -> list[str]:
    """Return BibTeX for the publications of statements, each once, with the cited places."""
    places: dict[str, tuple[Citation, dict[str, None]]] = {}
    for found in statements:
        source = found.source
        own = []
        if source is not None and source.publication == PAPER.authors:
            quoted = ", quoted there" if source.quoted else ""
            own = [PAPER.at(f"{found.label}, {source.place} of the TeX source{quoted}")]
        for citation in (*own, *found.cites):
            places.setdefault(citation.key, (citation, {}))[1][citation.theorem] = None
    return [_format_publication(citation.at("; ".join(filter(None, cited)))) for citation, cited in places.values()]


def _format_publication(citation: Citation) -> str:
    is_paper = citation.key == PAPER.key
    authors = AUTHORS if is_paper else [name.strip() for name in citation.authors.split(",")]
    more = {"eprint": ARXIV, "archiveprefix": "arXiv", "url": f"https://arxiv.org/abs/{ARXIV}"} if is_paper else {}
    return _format_entry("misc", citation.key, authors, citation.title, citation.year, citation.theorem, **more)


def _format_tool(note: str = "") -> str:
    return _format_entry("software", "replcalc", ["{The replcalc authors}"], TITLE, YEAR, note, version=__version__)


def _format_entry(kind: str, key: str, authors: Iterable[str], title: str, year: int, note: str, **more: str) -> str:
    fields = {"author": " and ".join(authors), "title": f"{{{escape_latex(title)}}}", "year": str(year), **more}
    fields |= {"note": escape_latex(note)} if note else {}
    whole: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}
    lines = (fill(f"  {n} = {{{v}}},", 80, subsequent_indent="    ", **whole) for n, v in fields.items())
    return "\n".join((f"@{kind}{{{key},", *lines, "}\n"))
