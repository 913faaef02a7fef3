"""Shell completion of options and arguments: modules with the names are imported when the tab key is pressed."""

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

import click

Complete = Callable[[click.Context, click.Parameter, str], list[str]]


def complete_from(module: str, names: Callable[[Any], Iterable[str]]) -> Complete:
    """Complete from the names that a module of replcalc has."""

    def complete(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
        found = names(import_module(f"replcalc.{module}"))
        return [name for name in dict.fromkeys(found) if name.startswith(incomplete)]

    return complete


def complete_methods(kind: str | None = None) -> Complete:
    """Complete the methods for a kind of question, or all methods."""
    return complete_from(
        "planning.method", lambda m: (name for each in ([kind] if kind else m.kinds()) for name in m.names(each))
    )


statements = complete_from("statements.catalogue", lambda catalogue: catalogue.entries())
words = complete_from("output.glossary", lambda glossary: glossary.list_spellings())
simulators = complete_from("simulate.registry", lambda registry: registry.available())
problems = complete_from("problems.boosting.registry", lambda registry: registry.NAMES)
claims = complete_from(
    "claims.record",
    lambda record: (*record.recorded_claims(), *(each.label for each in record.recorded_claims().values())),
)


def complete_methods_and_statements(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Complete what ``derive`` reads."""
    given = context, parameter, incomplete
    return [*complete_methods()(*given), *statements(*given)]


def complete_shown(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Complete what ``show`` reads: methods, statements, words."""
    given = context, parameter, incomplete
    return [*complete_methods_and_statements(*given), *words(*given)]
