"""The catalogue: the statements, claims, simulators and errata of every theory, by label."""

from __future__ import annotations

import difflib
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from replcalc.numbers.errors import UnknownName
from replcalc.statements.theory import Entry, Theory, write_index
from replcalc.theories import OWN

if TYPE_CHECKING:
    from replcalc.statements.statement import Statement


@cache
def own(name: str) -> Theory:
    """Load the theory of that name."""
    module, _, attribute = OWN[name].partition(":")
    theory: Theory = getattr(import_module(module), attribute)
    return theory


def theories() -> tuple[Theory, ...]:
    """Load every theory, in catalogue order."""
    return tuple(map(own, OWN))


@cache
def every(role: str) -> tuple[tuple[Theory, Any], ...]:
    """Load every claim ("CLAIMS"), simulator ("SIMULATOR") or erratum ("ERRATA") with its theory."""
    return tuple((theory, value) for theory in theories() for _, value in theory.load(role))


@cache
def entries() -> dict[str, Entry]:
    """Return every statement's entry by its label, in catalogue order."""
    return {entry.label: entry for theory in theories() for entry in theory.entries}


def entry(label: str) -> Entry:
    """Return the entry of a label.

    Raises:
        UnknownName: no statement has that label; the message names the closest ones.
    """
    found = entries().get(label)
    if found is None:
        hint = "'replcalc show --all' prints all labels"
        raise unknown_name(label, tuple(entries()), "LABEL", "the label of a statement", hint)
    return found


def unknown_name(given: str, names: tuple[str, ...], argument: str, allowed: str, otherwise: str) -> UnknownName:
    """Return the error for an unknown name, with the names closest to it."""
    close = difflib.get_close_matches(given, names, n=3, cutoff=0.4)
    hint = "did you mean " + ", ".join(close) + "?" if close else otherwise
    return UnknownName(argument, given, allowed, hint)


@cache
def statement(label: str) -> Statement:
    """Return the statement of that label.

    >>> import replcalc
    >>> print(replcalc.statement("lm:pg_to_replic").bound("rho", gamma="0.001", epsilon="0.01", delta="0.001"))
    [0.0880000000000000 +/- 3e-20]
    """
    return entry(label).statement


@cache
def statements() -> tuple[Statement, ...]:
    """Return every statement of every theory, in catalogue order."""
    return tuple(entry.statement for theory in theories() for entry in theory.entries)


@cache
def _users() -> dict[str, tuple[str, ...]]:
    users: dict[str, list[str]] = {}
    for name, user in entries().items():
        for used in user.uses:
            users.setdefault(used, []).append(name)
    return {label: tuple(names) for label, names in users.items()}


def used_by(label: str) -> tuple[str, ...]:
    """Return the labels of the statements whose proof uses ``label`` directly, in catalogue order."""
    return _users().get(label, ())


def contains_statement(statement: Statement) -> bool:
    """Tell whether a statement is one of the catalogue."""
    found = entries().get(statement.label)
    return found is not None and (found.statement is statement or found.statement == statement)


def __getattr__(name: str) -> tuple[Statement, ...]:
    """Build ``STATEMENTS``, the public name of all statements, when asked for."""
    if name == "STATEMENTS":
        return statements()
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


if __name__ == "__main__":
    write_index(theories())
