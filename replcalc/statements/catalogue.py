"""The catalogue: the theories of this package, then those that installed packs publish, and what is in them.

A pack is a distribution with an entry point in the group ``replcalc.theories`` that names a ``Theory`` value. A pack
that does not load is left out and named by ``broken``: it must not take the other theories down with it.

A label means the first theory that has it; ``theory/label`` means that theory's, always.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from replcalc.numbers.errors import UnknownName
from replcalc.statements import known
from replcalc.statements.theory import Entry, Theory
from replcalc.theories import OWN

if TYPE_CHECKING:
    from replcalc.statements.statement import Statement

GROUP = "replcalc.theories"


@dataclass(frozen=True)
class BrokenPack:
    """An installed pack that cannot be used, and why."""

    name: str
    distribution: str
    reason: str

    def __str__(self) -> str:
        return f"the theory pack '{self.name}' of {self.distribution} cannot be loaded: {self.reason}"


@cache
def own(name: str) -> Theory:
    """A theory of this package."""
    module, _, attribute = OWN[name].partition(":")
    theory: Theory = getattr(import_module(module), attribute)
    return theory


@cache
def _packs() -> tuple[tuple[Theory, ...], tuple[BrokenPack, ...]]:
    """What installed packs publish, by name, and what is wrong with the others. Nobody's code is trusted to import."""
    from importlib.metadata import entry_points

    good: dict[str, Theory] = {}
    bad: list[BrokenPack] = []
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        distribution = point.dist.name if point.dist is not None else "an unknown distribution"
        try:
            theory = point.load()
            if not isinstance(theory, Theory):
                raise TypeError(f"'{point.value}' is a {type(theory).__name__}, not a Theory")
            if theory.name in OWN or theory.name in good:
                raise ValueError(f"there already is a theory called '{theory.name}'")
            _ = theory.entries
        except Exception as error:
            bad.append(BrokenPack(point.name, distribution, f"{type(error).__name__}: {error}"))
        else:
            good[theory.name] = theory
    return tuple(good.values()), tuple(bad)


def theories() -> tuple[Theory, ...]:
    """Every theory: those of this package, then the packs by name."""
    return _own_theories() + packs()


def packs() -> tuple[Theory, ...]:
    """The theories that installed packs publish."""
    return _packs()[0]


def broken() -> tuple[BrokenPack, ...]:
    """The installed packs that cannot be used."""
    return _packs()[1]


@cache
def _entries(of: Callable[[], tuple[Theory, ...]]) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for theory in of():
        for entry in theory.entries:
            found.setdefault(entry.label, entry)
            found[entry.qualified] = entry
    return found


def _own_theories() -> tuple[Theory, ...]:
    return tuple(map(own, OWN))


def own_entries() -> tuple[Entry, ...]:
    """The statements of this package's theories alone: what its own tables are about."""
    return tuple(entry for theory in _own_theories() for entry in theory.entries)


def entries() -> dict[str, Entry]:
    """Every statement's entry by the shortest label that means it, in catalogue order."""
    known = _entries(theories)
    every = (entry for theory in theories() for entry in theory.entries)
    return {entry.label if known[entry.label] is entry else entry.qualified: entry for entry in every}


def entry(label: str, within: str = "") -> Entry:
    """The entry of a label, first sought in the theory ``within``; an unknown one is an InputError with the closest."""
    ours = within in ("", *OWN)  # then packs are looked for only if the label is none of ours
    for sought in (_own_theories, theories) if ours else (theories,):
        found = _entries(sought).get(f"{within}/{label}") or _entries(sought).get(label)
        if found is not None:
            return found
    raise unlisted(label, tuple(entries()), "LABEL", "the label of a statement", "'replcalc list' prints all labels")


def named(label: str) -> Iterator[Entry]:
    """The entries of that very label, one by one: a pack is loaded only by who goes on beyond this package's."""
    for of in (_own_theories, packs):
        yield from (e for theory in of() for e in theory.entries if e.label == label)


def unlisted(given: str, names: tuple[str, ...], argument: str, allowed: str, otherwise: str) -> UnknownName:
    """The error for a name that nobody knows: the packs that could not be loaded (it may be theirs), close ones."""
    close = difflib.get_close_matches(given, names, n=3, cutoff=0.4)
    hint = "did you mean " + ", ".join(close) + "?" if close else otherwise
    return UnknownName(argument, given, allowed, "; ".join((*map(str, broken()), hint)))


@cache
def statement(label: str) -> Statement:
    """The statement of that label, built now."""
    return entry(label).statement


@cache
def statements() -> tuple[Statement, ...]:
    """Every statement of every theory, in catalogue order."""
    return tuple(entry.statement for theory in theories() for entry in theory.entries)


@cache
def _users() -> dict[str, tuple[str, ...]]:
    users: dict[str, list[str]] = {}
    for name, user in entries().items():
        for used in user.uses:
            users.setdefault(entry(used, user.theory).qualified, []).append(name)
    return {label: tuple(names) for label, names in users.items()}


def used_by(label: str) -> tuple[str, ...]:
    """The labels of the statements whose proof uses ``label`` directly, in catalogue order."""
    return _users().get(entry(label).qualified, ())


def catalogued(statement: Statement) -> bool:
    """Is it one of the statements that somebody can look up?"""
    return any(entry.statement == statement for entry in named(statement.label))


known.catalogued = catalogued


def __getattr__(name: str) -> tuple[Statement, ...]:
    """``STATEMENTS``, the public name of all statements, built when asked for."""
    if name == "STATEMENTS":
        return statements()
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
