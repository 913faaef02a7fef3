"""``replcalc site``: the theory as a book of HTML pages."""

from __future__ import annotations

import time
from pathlib import Path

import click

from replcalc.cli.common import write_atomically
from replcalc.numbers.errors import InputError
from replcalc.numbers.places import writable_directory


@click.command()
@click.argument("directory", metavar="DIR")
@click.option(
    "--source",
    metavar="DIR",
    help="A checkout of the repository, for docs/ and tables/ (default: the one this runs from, if it is one).",
)
def site(directory: str, source: str | None) -> None:
    """Write the theory to DIR: a page for each statement, the graph of uses, claims, errata, tables, proofs, search.

    Open DIR/index.html; no server is needed. Pages that are there already are replaced, other files are left alone.

    \b
    Examples:
      replcalc site book
      replcalc site /tmp/book --source .
    """
    from replcalc.render.site.book import Book, checkout
    from replcalc.render.site.pages import site as build

    place = writable_directory("DIR", directory)
    root = checkout() if source is None else Path(source)
    if source is not None and not (Path(source) / "docs").is_dir():
        raise InputError("--source", source, "a checkout of the repository, with docs and tables in it")
    start = time.perf_counter()
    count = 0
    for name, text in build(Book(root)):
        write_atomically(place / name, text)
        count += 1
    click.echo(f"{count} files written to {place} in {time.perf_counter() - start:.1f} s; open {place / 'index.html'}")
