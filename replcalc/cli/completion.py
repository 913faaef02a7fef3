"""What the tab key offers after an option or a command: names from static indices, no formula is loaded."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from pathlib import Path

import click

Complete = Callable[[click.Context, click.Parameter, str], list[str]]


def offered(names: Callable[[click.Context], Iterable[str]], lists: bool = False) -> Complete:
    """Completion from names; in ``lists``, of the last entry of a list with commas."""

    def complete(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",") if lists else ("", "", incomplete)
        return [before + comma + name for name in dict.fromkeys(names(ctx)) if name.startswith(last)]

    return complete


def _statements(_: click.Context) -> Iterable[str]:
    from replcalc.theories.catalogue import entries

    return entries()


def _claims(_: click.Context) -> Iterable[str]:
    from replcalc.theories.catalogue import claim_labels

    return (*claim_labels(), *claim_labels().values())


def _simulators(_: click.Context) -> Iterable[str]:
    from replcalc.theories.catalogue import simulator_modules

    return simulator_modules()


def _problems(_: click.Context) -> Iterable[str]:
    from replcalc.problems.registry import NAMES

    return NAMES


def _words(_: click.Context) -> Iterable[str]:
    from replcalc.render.glossary import TERMS

    return (term.word for term in TERMS)


def _columns(ctx: click.Context) -> Iterable[str]:
    """The header of the file that was typed before; Parquet is not read for a tab."""
    typed = [ctx.params.get("file"), *(word for word in ctx.args if not word.startswith("-"))]
    try:
        with Path(str(next(filter(None, typed), ""))).open(encoding="utf-8") as stream:
            return next(csv.reader([stream.readline(100_000)]), [])
    except (OSError, ValueError, csv.Error):
        return ()


def ways(kind: str | None = None) -> Complete:
    """The ways that answer a kind of question, or all of them."""

    def names(_: click.Context) -> Iterable[str]:
        from replcalc.ways.registry import WAYS
        from replcalc.ways.registry import names as known

        return known(kind) if kind else (name for each in WAYS.values() for name in each)

    return offered(names)


def ways_and_statements(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [*ways()(ctx, param, incomplete), *statements(ctx, param, incomplete)]


statements, claims, simulators = offered(_statements), offered(_claims), offered(_simulators)
problems, words, columns = offered(_problems), offered(_words), offered(_columns, lists=True)
tables = offered(lambda _: ("1", "constants", "statements", "routes", "errata", "coq"))
outputs = offered(lambda _: ("any", "binary", "two-per-string", "finite:"))
