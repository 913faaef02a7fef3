"""The page of a statement; pages written in Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape, unescape
from urllib.parse import quote

from replcalc.claims.manifest import recorded_claims
from replcalc.output.catalogue import cited_bibtex
from replcalc.output.page import cell_html, display, formula, items, pairs, paragraphs, prose, section, table_html
from replcalc.output.report import Formula, Table, slug
from replcalc.output.site.book import Book, graph_svg
from replcalc.output.statement import given_table
from replcalc.simulate.registry import witnesses_of
from replcalc.statements.catalogue import used_by
from replcalc.statements.erratum import in_words
from replcalc.statements.statement import Statement
from replcalc.statements.theory import place
from replcalc.symbolic.latex import latex

# -- Markdown with LaTeX in it as HTML with MathML; links between files become links between pages ---------------------
_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
_MATH = re.compile(r"\$\$(.+?)\$\$|\$([^$]+?)\$", re.DOTALL)
#: Characters that no text here has: a formula's place while the markdown is read.
_OPEN, _CLOSE = "\ue000", "\ue001"


def markdown_html(text: str, link: Callable[[str], str | None], label: Callable[[str], str | None]) -> str:
    """``link``: the page a file's address leads to, None if there is none; ``label``: the page of a statement's label.

    Formulas are taken out before the markdown is read, since its emphasis and LaTeX's indices share characters.
    """
    from markdown_it import MarkdownIt

    formulas: list[str] = []

    def kept(found: re.Match[str]) -> str:
        shown, inline = found.groups()
        formulas.append(display(shown) if shown else formula(inline))
        return f"{_OPEN}{len(formulas) - 1}{_CLOSE}"

    parts = _CODE.split(text)
    parts[::2] = [_MATH.sub(kept, part) for part in parts[::2]]
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render("".join(parts))
    html = re.sub(rf"<p>({_OPEN}\d+{_CLOSE})\.?</p>", r"\1", html)
    html = re.sub(r"<h([1-6])>(.*?)</h\1>", _heading, html, flags=re.DOTALL)
    html = re.sub(r'<a href="([^"]*)">(.*?)</a>', lambda found: _linked(found, link), html, flags=re.DOTALL)
    code = re.compile(r"<a .*?</a>|(?<!<pre>)<code>([^<]*)</code>", re.DOTALL)
    html = code.sub(lambda found: _labelled(found, label), html)
    html = re.sub(r"<table>.*?</table>", r'<div class="wide" tabindex="0">\g<0></div>', html, flags=re.DOTALL)
    html = re.sub(r' style="text-align:right"', ' class="number"', html)
    html = re.sub(r' style="text-align:(left|center)"', "", html)
    return re.sub(rf"{_OPEN}(\d+){_CLOSE}", lambda found: formulas[int(found.group(1))], html)


def _heading(found: re.Match[str]) -> str:
    """A heading that can be linked to, as the places where markdown is usually shown name it."""
    level, inner = found.groups()
    words = unescape(re.sub(rf"<[^>]*>|{_OPEN}\d+{_CLOSE}", "", inner))
    return f'<h{level} id="{escape(slug(words))}">{inner}</h{level}>'


def _linked(found: re.Match[str], link: Callable[[str], str | None]) -> str:
    target, inner = unescape(found.group(1)), found.group(2)
    if target.startswith(("https://", "http://", "#")):
        return found.group(0)
    page = link(target)
    return f'<a href="{escape(page)}">{inner}</a>' if page else f'<span title="{escape(target)}">{inner}</span>'


def _labelled(found: re.Match[str], label: Callable[[str], str | None]) -> str:
    """A label in code leads to its statement, unless it stands in a link already."""
    page = label(unescape(found.group(1))) if found.group(1) else None
    return f'<a href="{escape(page)}">{found.group(0)}</a>' if page else found.group(0)


def plain(html: str) -> str:
    """The words of a page, for the search: formulas give way, spaces are single."""
    text = re.sub(r"<math.*?</math>|<svg.*?</svg>|<style.*?</style>|<script.*?</script>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


def statement_body(book: Book, name: str) -> str:
    """Everything known about one statement."""
    s, about = book.statements[name], book.entries[name]
    theory = book.theories[about.theory]
    parts = [
        f'<p class="eyebrow">{escape(about.kind)} · {escape(theory.title)}</p>',
        f'<h1>{escape(about.title)}</h1><p class="label">{escape(name)}</p>',
        badges(book, name),
        f'<p class="answer">{prose(about.meaning)}</p>',
        section("Formulas", _formulas(s)),
        section("Given", table_html(given_table(s)) if s.given else ""),
        section("Conditions", _conditions(s)),
        section("Hidden constants", _hidden(s)),
        section("Source", _source(book, name)),
        section("Neighbours", _neighbours(book, name)),
        section("Uses", statement_list(book, book.uses(name))),
        section("Used by", statement_list(book, used_by(name))),
        section("Applied by", method_links(book.applied_by(about.label))),
        section("Claims", _claims(book, name)),
        section("Simulators", _simulators(book, name)),
        section("Errata", _errata(book, name)),
        section("Notes", paragraphs(s.notes)),
        section("Cite", _cite(book, name), "cite"),
    ]
    return "".join(parts)


def badges(book: Book, name: str) -> str:
    marks = "".join(f'<li class="badge {mark.split()[-1]}">{escape(mark)}</li>' for mark in book.marks(name))
    return f'<ul class="badges">{marks}</ul>'


def statement_list(book: Book, names: Iterable[str]) -> str:
    """Links to statements with their titles."""
    return items(f"{statement_link(book, name)} {escape(book.entries[name].title)}" for name in names)


def statement_link(book: Book, name: str) -> str:
    """A label that leads to its page, if there is one."""
    address = book.address(name)
    return f'<a class="label" href="{escape(address)}">{escape(name)}</a>' if address else escape(name)


#: More neighbours than this are listed, not drawn.
_DRAWN = 18


def _neighbours(book: Book, name: str) -> str:
    count = len(book.uses(name)) + len(used_by(name))
    if count == 0:
        return ""
    drawn = f'<div class="near" tabindex="0">{graph_svg(book, name)}</div>' if count <= _DRAWN else ""
    place = escape(quote(name, safe=":/"))
    return drawn + f'<p><a href="graph.html#{place}">All that it rests on and all that rests on it</a></p>'


def method_links(methods: Iterable[tuple[str, str]]) -> str:
    """Links to the ways of every kind of question, a line for each kind."""
    kinds: dict[str, list[str]] = {}
    for kind, method in methods:
        kinds.setdefault(kind, []).append(f'<a class="label" href="ways.html#{kind}-{method}">{escape(method)}</a>')
    return items(f"{escape(kind)}: {', '.join(links)}" for kind, links in kinds.items())


def _formulas(s: Statement) -> str:
    return "".join(
        display(c.latex()) + (f'<p class="small beneath">{prose(c.meaning)}</p>' if c.meaning else "") for c in s.gives
    )


def _conditions(s: Statement) -> str:
    checkable = [cell_html(Formula(str(c), latex(c.inequality))) for c in s.assumes if c.numeric]
    granted = [f"{escape(c.text)} <i>(in words: granted by whoever applies it)</i>" for c in s.assumes if not c.numeric]
    return items([*checkable, *granted])


def _hidden(s: Statement) -> str:
    rows = tuple((Formula(h.name, latex(h.variable)), h.name, str(h.default), h.meaning, h.reason) for h in s.hidden)
    return table_html(Table("", ("symbol", "name", "default", "meaning", "reason"), rows)) if rows else ""


def _source(book: Book, name: str) -> str:
    s, about = book.statements[name], book.entries[name]
    entries = []
    if s.source is not None:
        quoted = ", where it is quoted" if s.source.quoted else ""
        entries.append(("Stands in", f"{escape(s.source.publication)}, {escape(s.source.place)}{quoted}"))
    entries += [("Cites", escape(f"{c}: {c.title}")) for c in s.cites]
    pages = [f'<a href="{escape(page)}">{escape(page_title(book, page))}</a>' for page in book.pages_about(about.label)]
    if pages:
        entries.append(("Proof", ", ".join(pages)))
    entries.append(("Defined in", f"<code>{escape(about.defined_at())}</code>"))
    entries.append(("On the command line", f"<code>replcalc show {escape(name)}</code>"))
    return pairs(entries)


def _cite(book: Book, name: str) -> str:
    """BibTeX, and the address of this page, which depends on the label alone."""
    told = f"This page keeps its address, {book.address(name)}, as long as the statement keeps its label."
    return f"{paragraphs([told])}<pre>{escape(cited_bibtex(book.entries[name].label))}</pre>"


def page_title(book: Book, page: str) -> str:
    """The first heading of a page of docs/."""
    first = book.documents[page].read_text(encoding="utf-8").lstrip().splitlines()[0]
    return first.lstrip("# ").replace("$", "")


def _claims(book: Book, name: str) -> str:
    rows = tuple(
        (c.id, c.text, place(c.source), recorded_claims()[c.id].expected if c.id in recorded_claims() else c.expected)
        for c in book.claims_of(name)
    )
    table = Table("", ("claim", "what it says", "where", "verdict"), rows)
    return table_html(table) if rows else ""


def _simulators(book: Book, name: str) -> str:
    label, rows = book.entries[name].label, []
    for simulator, run in book.runs_of(name):
        if run is None or label not in run.statements:
            rows.append((simulator, "", "", "not recorded", ""))
            continue
        for conclusion, near in run.statements[label].items():
            rows.append((simulator, conclusion or "a step", f"{near.cases:,}", near.ratio, near.quantity))
    unseen = (w for w in witnesses_of(name) if not w.found and (w.bounds or w.why_none))
    rows += [("none", w.name, "", "", w.why_none) for w in unseen]
    columns = ("simulator", "witnesses", "cases", "worst truth/bound", "reached for")
    return table_html(Table("", columns, tuple(rows), right=(2, 3))) if rows else ""


def _errata(book: Book, name: str) -> str:
    return items(
        f'<a href="errata.html#{escape(e.id)}">{escape(e.id)}</a> ({e.severity}, {escape(e.where)}): '
        f"{escape(in_words(e.reason))}. Repair: {escape(in_words(e.repair))}."
        for e in book.errata_of(name)
    )
