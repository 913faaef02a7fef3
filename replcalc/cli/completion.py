"""Shell completion of options and arguments, from static indices: no formula is loaded."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from replcalc.names import TABLES

Complete = Callable[[click.Context, click.Parameter, str], list[str]]


def offered(names: Callable[[click.Context], Iterable[str]], lists: bool = False) -> Complete:
    """Complete from names; with ``lists``, the last entry of a list with commas."""

    def complete(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",") if lists else ("", "", incomplete)
        return [before + comma + name for name in dict.fromkeys(names(ctx)) if name.startswith(last)]

    return complete


def held(module: str, names: Callable[[Any], Iterable[str]]) -> Complete:
    """Complete from names that a module holds; it is imported when the tab key is pressed."""
    return offered(lambda _: names(import_module(f"replcalc.{module}")))


def _columns(ctx: click.Context) -> Iterable[str]:
    """Offer the columns of the CSV file typed before; Parquet is not read."""
    typed = [ctx.params.get("file"), *(word for word in ctx.args if not word.startswith("-"))]
    try:
        with Path(str(next(filter(None, typed), ""))).open(encoding="utf-8") as stream:
            return next(csv.reader([stream.readline(100_000)]), [])
    except (OSError, ValueError, csv.Error):
        return ()


def methods(kind: str | None = None) -> Complete:
    """Offer the methods for a kind of question, or all methods."""
    if kind is not None:
        return held("planning.method", lambda registry: registry.names(kind))
    return held(
        "planning.method", lambda registry: (name for kind in registry.kinds() for name in registry.names(kind))
    )


def methods_and_statements(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Offer the names of methods and the labels of statements."""
    return [*methods()(ctx, param, incomplete), *statements(ctx, param, incomplete)]


def shown(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Offer what ``show`` reads: methods, statements, words."""
    return [*methods_and_statements(ctx, param, incomplete), *words(ctx, param, incomplete)]


statements = held("statements.catalogue", lambda catalogue: catalogue.entries())
simulators = held("simulate.registry", lambda registry: registry.available())
claims = held(
    "claims.record",
    lambda record: (*record.recorded_claims(), *(each.label for each in record.recorded_claims().values())),
)
problems = held("problems.boosting.registry", lambda registry: registry.NAMES)
words = held("output.glossary", lambda glossary: glossary.spellings())
columns = offered(_columns, lists=True)
tables = offered(lambda _: TABLES)
outputs = offered(lambda _: ("any", "binary", "two-per-string", "finite:"))
