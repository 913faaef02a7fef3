"""The whole site as texts by file name: pages, styles, scripts, the index of the search."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from html import escape

from replcalc.render.page import asset, barred, document
from replcalc.render.site import pages
from replcalc.render.site.book import Book
from replcalc.render.site.statement_page import page_title, statement_body
from replcalc.render.site.words import plain

#: Pages in the navigation: file -> (title, writer).
_PAGES: dict[str, tuple[str, Callable[[Book], str]]] = {
    "index.html": ("Home", pages.front),
    "statements.html": ("Statements", pages.statements_page),
    "graph.html": ("Graph", pages.graph_page),
    "ways.html": ("Ways", pages.ways_page),
    "theory.html": ("Proofs", pages.theory_page),
    "claims.html": ("Claims", pages.claims_page),
    "simulators.html": ("Simulators", pages.simulators_page),
    "errata.html": ("Errata", pages.errata_page),
    "constants.html": ("Constants", pages.constants_page),
    "tables.html": ("Tables", pages.tables_page),
    "glossary.html": ("Glossary", pages.glossary_page),
    "search.html": ("Search", pages.search_page),
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
        yield page, pages.table_title(page), pages.table_page(book, page)
    for page in book.documents:
        yield page, page_title(book, page), pages.document_page(book, page)


def framed(name: str, title: str, body: str) -> str:
    """A page with the navigation; the scripts add zoom and search to what can be read without them."""
    links = "".join(
        f'<a href="{page}"{_here(name, page)}>{escape(told)}</a>' for page, (told, _) in _PAGES.items()
    )
    head = '<link rel="stylesheet" href="site.css">\n<script src="site.js" defer></script>\n'
    if name == "search.html":
        head += '<script src="search-index.js" defer></script>\n'
    frame = barred(f'<nav aria-label="Site">{links}</nav>', body)
    return document(f"{title} — replcalc", frame, head=head, kind="site wide-page" if name == "graph.html" else "site")


def _here(name: str, page: str) -> str:
    return ' aria-current="page"' if name == page else ""
