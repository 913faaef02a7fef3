"""The pages of the site that are about many statements, and the whole of it as texts by file name."""

from __future__ import annotations

import base64
import csv
import json
import mimetypes
import re
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Any

from replcalc import __version__
from replcalc.claims.manifest import recorded_claims
from replcalc.output.glossary import TERMS
from replcalc.output.page import (
    asset,
    barred,
    cell_html,
    details,
    document,
    items,
    pairs,
    paragraphs,
    prose,
    section,
    table_html,
)
from replcalc.output.report import Formula, Table
from replcalc.output.site.book import Book, graph_svg, legend
from replcalc.output.site.statement_page import markdown_html, page_title, plain, statement_body, statement_link
from replcalc.simulate.recorded import recorded_runs
from replcalc.statements.catalogue import used_by
from replcalc.statements.erratum import SEVERITIES, in_words
from replcalc.statements.theory import place
from replcalc.symbolic.latex import latex

#: Said where a page needs the repository and there is none.
ALONE = "This site was built from an installed package: the pages of docs/ and the committed tables are not in it."


def front(book: Book) -> str:
    counts = [
        (f"{len(book.entries)}", "statements", "statements.html"),
        (f"{len(book.claims)}", "decided claims", "claims.html"),
        (f"{len(recorded_runs())}", "simulators", "simulators.html"),
        (f"{len(book.errata)}", "errata with repairs", "errata.html"),
    ]
    cards = "".join(
        f'<a class="card" href="{page}"><b>{number}</b> {escape(told)}</a>' for number, told, page in counts
    )
    main = [
        name
        for name in (
            "thm:main",
            "lm:pg_compose_het",
            "derived:lottery",
            "derived:raced-votes",
            "derived:tight-adaptive",
            "thm:boost_beta",
        )
        if name in book.entries
    ]
    begin = items(
        f"{statement_link(book, name)} <b>{escape(book.entries[name].title)}.</b> {prose(book.entries[name].meaning)}"
        for name in main
    )
    entries = []
    for theory in book.theories.values():
        told = f"{len(theory.entries)} statements, {len(theory.claims)} claims"
        entries.append((escape(theory.title), escape(f"{told}. {theory.source or 'Proved here.'}")))
    return (
        f'<p class="eyebrow">replcalc {escape(__version__)}</p><h1>The theory of replicable composition</h1>'
        '<p class="answer">Every lemma as data: conditions, formulas, hidden constants, what it uses and what uses it, '
        "the claims that were decided about it and the simulators that tried to break it.</p>"
        f'<div class="cards">{cards}</div>'
        + section("Begin here", begin)
        + section("Theories", pairs(entries))
        + section(
            "Walk",
            items(
                (
                    '<a href="graph.html">The graph of uses</a>, coloured by status',
                    '<a href="ways.html">Ways to reach a promise</a>, with figures',
                    '<a href="constants.html">Hidden constants</a> that sources leave unspecified',
                    '<a href="theory.html">Proofs and other pages</a>',
                    '<a href="tables.html">Tables</a>',
                    '<a href="glossary.html">Glossary</a>',
                )
            ),
        )
    )


def statements_page(book: Book) -> str:
    parts = ["<h1>Statements</h1>"]
    for theory in book.theories.values():
        rows = tuple(
            (name, about.kind, place(about.source), about.title, ", ".join(book.marks(name)))
            for name, about in book.entries.items()
            if about.theory == theory.name
        )
        table = Table("", ("label", "kind", "where", "title", "status"), rows)
        parts.append(section(theory.title, table_html(table, cell=label_cell(book)), theory.name))
    return "".join(parts)


def label_cell(book: Book) -> Callable[[Any, int], str]:
    """Cells in which a label, or several with commas between them, lead to their pages."""

    def cell(value: Any, digits: int) -> str:
        if isinstance(value, str) and (":" in value or value in book.claims):
            words = value.split(", ")
            if all(book.address(word) or word in book.claims for word in words):
                return ", ".join(
                    statement_link(book, word)
                    if book.address(word)
                    else f'<a href="claims.html#{escape(word)}">{escape(word)}</a>'
                    for word in words
                )
        return cell_html(value, digits)

    return cell


def graph_page(book: Book) -> str:
    buttons = "".join(
        f'<button type="button" data-zoom="{name}" aria-label="{told}">{sign}</button>'
        for name, told, sign in (("in", "Larger", "+"), ("out", "Smaller", "−"), ("fit", "All that is shown", "Fit"))
    )
    alone = [name for name in book.entries if not book.uses(name) and not used_by(name)]
    drawn = [name for name in book.entries if name not in alone]
    options = "".join(f'<option value="{escape(name)}">{escape(book.entries[name].title)}</option>' for name in drawn)
    chooser = (
        '<label for="choose">Statement</label> <input id="choose" list="labels" size="32" spellcheck="false" '
        f'placeholder="label or words of its title"> <datalist id="labels">{options}</datalist>'
        '<button type="button" data-zoom="all">Everything</button>'
    )
    return (
        "<h1>The graph of uses</h1>"
        "<p>A line goes from a statement to what its proof uses: below it where one statement is shown with all that "
        "it rests on and all that rests on it, to its right where everything is. Every box leads to its page.</p>"
        f'{legend()}<div class="zoom no-print" hidden>{chooser} {buttons} <span id="shown" role="status"></span></div>'
        f'<div class="canvas" tabindex="0">{graph_svg(book)}</div>'
        + section(
            "Alone",
            paragraphs(["Neither uses nor used by another statement."])
            + "<p>"
            + ", ".join(statement_link(book, name) for name in alone)
            + "</p>",
        )
    )


_CLAIMS = (
    "Numeric facts that proofs lean on, each decided by replcalc verify: PROVED, or REFUTED with a counterexample. A "
    "certificate is accepted only for the statement with the digest shown."
)


def claims_page(book: Book) -> str:
    parts = ["<h1>Claims</h1>", paragraphs([_CLAIMS])]
    for name in book.entries:
        about = book.claims_of(name)
        if not about:
            continue
        entries = []
        for claim in about:
            record = recorded_claims().get(claim.id)
            told = [f"{cell_html(record.expected if record else claim.expected)} {escape(claim.headline)}"]
            if claim.printed_constant:
                told.append(f"Printed: {escape(claim.printed_constant)}.")
            if claim.proved_constant:
                told.append(f"Proved: {escape(claim.proved_constant)}.")
            if claim.note:
                told.append(escape(claim.note))
            digest = f'<br><span class="hash">{record.digest}</span>' if record else ""
            entries.append(
                (f'<span id="{escape(claim.id)}" class="label">{escape(claim.id)}</span>', " ".join(told) + digest)
            )
        parts.append(f"<h2>{statement_link(book, name)} {escape(book.entries[name].title)}</h2>{pairs(entries)}")
    return "".join(parts)


def simulators_page(book: Book) -> str:
    rows = []
    for name, run in recorded_runs().items():
        for label, of in run.statements.items():
            for conclusion, near in of.items():
                rows.append((name, label, conclusion or "a step", f"{near.cases:,}", near.ratio, near.quantity))
    columns = ("simulator", "statement", "witnesses", "cases", "worst truth/bound", "reached for")
    table = Table("", columns, tuple(rows), right=(3, 4))
    broken = sum(run.violations for run in recorded_runs().values())
    total = sum(run.cases for run in recorded_runs().values())
    return (
        "<h1>Simulators</h1><p>Exact enumerations of small worlds that know nothing of the formulas and try to break "
        f"them. {total:,} cases, {broken} violations, with seed 0. A ratio of 1 means that the bound is attained.</p>"
        + table_html(table, cell=label_cell(book))
    )


def errata_page(book: Book) -> str:
    parts = ["<h1>Errata</h1><p>What is not right as printed, why, and what holds instead.</p>"]
    claims = label_cell(book)
    for severity in SEVERITIES:
        chosen = [e for e in book.errata if e.severity == severity]
        if chosen:
            parts.append(f"<h2>{severity} ({len(chosen)})</h2>")
        for e in chosen:
            of = f" of {e.quotes}" if e.quotes else ""
            entries = [
                ("Statement", f"{statement_link(book, e.statement)}, {escape(e.where)}{escape(of)}"),
                ("Printed", f"<code>{escape(e.printed_text)}</code>"),
                ("Why not", escape(in_words(e.reason))),
                ("Repair", escape(in_words(e.repair))),
                ("Effect", escape(in_words(e.effect))),
            ]
            if e.claims:
                entries.append(("Decided by", claims(", ".join(e.claims), 6)))
            parts.append(f'<article id="{escape(e.id)}" class="step"><h3>{escape(e.id)}</h3>{pairs(entries)}</article>')
    return "".join(parts)


def constants_page(book: Book) -> str:
    rows = tuple(
        (Formula(h.name, latex(h.variable)), h.name, name, str(h.default), h.meaning)
        for name, s in book.statements.items()
        for h in s.hidden
    )
    table = Table("", ("symbol", "name", "statement", "default", "meaning"), rows)
    more = "tables-constants.html"
    told = f'<p>The <a href="{more}">constants of the paper next to the best ones</a> are a table of their own.</p>'
    return (
        "<h1>Hidden constants</h1><p>Constants that a source writes as O(…), polylog or ‘sufficiently small’, made "
        "visible. A result that depends on one is not called certified; a setting of that name changes it.</p>"
        + (told if more in book.tables else "")
        + table_html(table, cell=label_cell(book))
    )


def table_page(book: Book, page: str) -> str:
    header, rows = _rows(book, page)
    right = tuple(p for p in range(len(header)) if rows and all(_numeric(row[p]) for row in rows))
    counts = {p for p in right if not header[p].startswith("line")}
    cells = tuple(tuple(_grouped(v) if p in counts else v for p, v in enumerate(row)) for row in rows)
    table = Table("", tuple(h.replace("_", " ") for h in header), cells, right)
    title = table_title(page)
    told = f"<p>As committed in <code>tables/{escape(book.tables[page].name)}</code>.</p>"
    return f"<h1>{escape(title)}</h1>{told}{table_html(table, cell=label_cell(book))}"


def _grouped(text: str) -> str:
    """A count with its thousands set apart."""
    return f"{int(text):,}" if text.isdigit() and 4 < len(text) < 16 else text


def _numeric(text: str) -> bool:
    return not text or text.replace(",", "").replace(".", "").replace("e", "").replace("-", "").isdigit()


_TITLES = {
    "table1": "Boosting: bounds before and after",
    "constants": "Constants of the paper, and the best ones",
    "statements": "Statements and what covers them",
    "routes": "Composition: every route at reference points",
    "errata": "Errata",
}


def table_title(page: str) -> str:
    stem = page.removeprefix("tables-").removesuffix(".html")
    return _TITLES.get(stem, stem.capitalize())


def methods_page(book: Book) -> str:
    """Every way as the list of statements that it applies; with figures where a committed table has them."""
    parts = [
        "<h1>Ways</h1>",
        paragraphs(["Every method to answer a question, as the statements that its derivation applies, one by one."]),
    ]
    shown = ""
    for (kind, method), steps in book.methods.items():
        if kind != shown:
            parts.append(f"<h2>{escape(kind)}</h2>")
            shown = kind
        applied = []
        for step in steps.steps:
            link = statement_link(book, step.statement.label)
            applied.append(f"{link} {escape(step.statement.title)}{' (for every <i>i</i>)' if step.each else ''}")
        figures = _figures(book, method) if kind == "composition" else ""
        inner = f"<h3>{escape(method)}: {escape(steps.title)}</h3>{items(applied, ordered=True)}{figures}"
        parts.append(f'<article class="step" id="{kind}-{escape(method)}">{inner}</article>')
    return "".join(parts)


def _figures(book: Book, method: str) -> str:
    """The rows of the table of routes that are about one way."""
    header, rows = _rows(book, "tables-routes.html")
    if "route" not in header:
        return ""
    kept = [p for p, column in enumerate(header) if column not in ("route", "note")]
    chosen = tuple(tuple(_grouped(row[p]) for p in kept) for row in rows if row[header.index("route")] == method)
    numbers = ("rho", "rho0", "beta0", "samples", "base runs", "beta")
    right = tuple(n for n, p in enumerate(kept) if header[p] in numbers)
    columns = tuple(header[p] for p in kept)
    return table_html(Table("At the reference points", columns, chosen, right)) if chosen else ""


def _rows(book: Book, page: str) -> tuple[list[str], list[list[str]]]:
    """Header and rows of a committed table; nothing where it is not there."""
    if page not in book.tables:
        return [], []
    with book.tables[page].open(encoding="utf-8", newline="") as stream:
        header, *rows = list(csv.reader(stream))
    return header, rows


def tables_page(book: Book) -> str:
    listed = items(f'<a href="{page}">{escape(table_title(page))}</a>' for page in book.tables)
    return "<h1>Tables</h1>" + (listed or paragraphs([ALONE]))


def theory_page(book: Book) -> str:
    def links(theory: bool) -> str:
        return items(
            f'<a href="{page}">{escape(page_title(book, page))}</a>'
            for page in book.documents
            if (page in book.proofs) == theory
        )

    others = links(False) or paragraphs([ALONE])
    return "<h1>Proofs and other pages</h1>" + section("Proofs", links(True)) + section("Documentation", others)


def document_page(book: Book, page: str) -> str:
    """A page of docs/: links to other pages of docs/ are kept, others lead to files that are not here."""
    path = book.documents[page]
    pages = {known.resolve(): name for name, known in book.documents.items()}

    def link(target: str) -> str | None:
        name, _, place = target.partition("#")
        found = path.parent / name
        known = pages.get((found / "README.md" if found.is_dir() else found).resolve())
        return None if known is None else known + (f"#{place}" if place else "")

    html = markdown_html(path.read_text(encoding="utf-8"), link, book.address)
    return re.sub(r'(?<=<img src=")[^":]+', lambda found: _inline(path.parent / found.group()), html)


def _inline(picture: Path) -> str:
    """A picture as the address that holds it: a page needs no file beside it."""
    kind = mimetypes.guess_type(picture.name)[0] or "application/octet-stream"
    return f"data:{kind};base64,{base64.b64encode(picture.read_bytes()).decode()}"


def glossary_page(book: Book) -> str:
    entries = [
        (
            escape(t.word),
            escape(t.meaning) + (f'<br><span class="small">also: {escape(", ".join(t.also))}</span>' if t.also else ""),
        )
        for t in TERMS
    ]
    return f"<h1>Glossary</h1>{pairs(entries)}"


def search_page(book: Book) -> str:
    return (
        "<h1>Search</h1>"
        '<form role="search" class="search-form"><label for="query">Words, a label, a symbol</label>'
        '<input id="query" name="q" type="search" autocomplete="off" autofocus></form>'
        '<p id="found" role="status" aria-live="polite"></p><ol id="results"></ol>'
        "<noscript><p>The search needs a script; everything else here does not. "
        '<a href="statements.html">All statements</a> are on one page.</p></noscript>'
        + details("How to search", "<p>All words must occur; the last one may be a beginning.</p>")
    )


#: Pages in the navigation: file -> (title, writer).
_PAGES: dict[str, tuple[str, Callable[[Book], str]]] = {
    "index.html": ("Home", front),
    "statements.html": ("Statements", statements_page),
    "graph.html": ("Graph", graph_page),
    "ways.html": ("Ways", methods_page),
    "theory.html": ("Proofs", theory_page),
    "claims.html": ("Claims", claims_page),
    "simulators.html": ("Simulators", simulators_page),
    "errata.html": ("Errata", errata_page),
    "constants.html": ("Constants", constants_page),
    "tables.html": ("Tables", tables_page),
    "glossary.html": ("Glossary", glossary_page),
    "search.html": ("Search", search_page),
}
#: Words of a page that the search knows, at most.
_WORDS = 4000


def site(book: Book) -> Iterator[tuple[str, str]]:
    """(file name, text) of every file."""
    index: list[dict[str, str]] = []
    for name, title, body in _bodies(book):
        yield name, framed(name, title, body)
        index.append({"u": name, "t": title, "w": plain(body)[: 8 * _WORDS]})
    yield "site.css", asset("page.css") + asset("site.css")
    yield "site.js", asset("site.js")
    yield "search-index.js", "window.searchIndex = " + json.dumps(index, ensure_ascii=False) + ";\n"


def _bodies(book: Book) -> Iterator[tuple[str, str, str]]:
    """(file name, title, content) of every page."""
    for name, (title, write) in _PAGES.items():
        yield name, title if name != "index.html" else "The theory of replicable composition", write(book)
    for label, about in book.entries.items():
        address = book.address(label)
        assert address is not None
        yield address, f"{about.title} ({label})", statement_body(book, label)
    for page in book.tables:
        yield page, table_title(page), table_page(book, page)
    for page in book.documents:
        yield page, page_title(book, page), document_page(book, page)


def framed(name: str, title: str, body: str) -> str:
    """A page with the navigation; the scripts add zoom and search to what can be read without them."""
    here = {name: ' aria-current="page"'}
    links = "".join(f'<a href="{p}"{here.get(p, "")}>{escape(told)}</a>' for p, (told, _) in _PAGES.items())
    head = '<link rel="stylesheet" href="site.css">\n<script src="site.js" defer></script>\n'
    if name == "search.html":
        head += '<script src="search-index.js" defer></script>\n'
    frame = barred(f'<nav aria-label="Site">{links}</nav>', body)
    return document(f"{title} — replcalc", frame, head=head, kind="site wide-page" if name == "graph.html" else "site")
