"""The catalogue: the statements, claims, simulators and errata of every theory, by label.

A label means the first theory that has it; ``theory/label`` always means that theory's.
"""

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
def _entries() -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for theory in theories():
        for entry in theory.entries:
            found.setdefault(entry.label, entry)
            found[entry.qualified] = entry
    return found


@cache
def entries() -> dict[str, Entry]:
    """Return every statement's entry by the shortest label that means it, in catalogue order."""
    known = _entries()
    every = (entry for theory in theories() for entry in theory.entries)
    return {entry.label if known[entry.label] is entry else entry.qualified: entry for entry in every}


def entry(label: str, within: str = "") -> Entry:
    """Return the entry of a label, first sought in the theory ``within``.

    Raises:
        UnknownName: no statement has that label; the message names the closest ones.
    """
    found = _entries().get(f"{within}/{label}") or _entries().get(label)
    if found is None:
        raise unlisted(
            label, tuple(entries()), "LABEL", "the label of a statement", "'replcalc show --all' prints all labels"
        )
    return found


def unlisted(given: str, names: tuple[str, ...], argument: str, allowed: str, otherwise: str) -> UnknownName:
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
            users.setdefault(entry(used, user.theory).qualified, []).append(name)
    return {label: tuple(names) for label, names in users.items()}


def used_by(label: str) -> tuple[str, ...]:
    """Return the labels of the statements whose proof uses ``label`` directly, in catalogue order."""
    return _users().get(entry(label).qualified, ())


def catalogued(statement: Statement) -> bool:
    """Tell whether a statement is one of the catalogue."""
    same_label = (e for theory in theories() for e in theory.entries if e.label == statement.label)
    return any(e.statement is statement or e.statement == statement for e in same_label)


def same(label: str, title: str) -> Statement:
    """Return the statement of that label and title, of whichever theory (unpickling)."""
    found = (e for theory in theories() for e in theory.entries if (e.label, e.title) == (label, title))
    return next(found).statement


def __getattr__(name: str) -> tuple[Statement, ...]:
    """``STATEMENTS``, the public name of all statements, built when asked for."""
    if name == "STATEMENTS":
        return statements()
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


if __name__ == "__main__":
    write_index(theories())
