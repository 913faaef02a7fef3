"""The catalogue: the theories of this package, then those that installed packs publish, and what is in them.

A pack is a distribution with an entry point in the group ``replcalc.theories`` that names a ``Theory`` value. A pack
that does not load is left out and named by ``broken``: it must not take the other theories down with it.

A label means the first theory that has it; ``theory/label`` means that theory's, always.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from replcalc.numbers.errors import UnknownName
from replcalc.theories.theory import Entry, Theory

if TYPE_CHECKING:
    from replcalc.statements.statement import Statement

#: The theories of this package in order: module and name of the value.
OWN: Mapping[str, tuple[str, str]] = {
    "replicable-composition": ("replcalc.theories.replicable_composition", "REPLICABLE_COMPOSITION"),
    "sharper": ("replcalc.theories.sharper", "SHARPER"),
    "costs": ("replcalc.theories.costs", "COSTS"),
}
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
    module, attribute = OWN[name]
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
            _ = theory.entries, theory.claim_places, theory.witnesses
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
    for known in (_own_theories, theories) if ours else (theories,):
        found = _entries(known).get(f"{within}/{label}") or _entries(known).get(label)
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
    return entry(label).build()


@cache
def statements() -> tuple[Statement, ...]:
    """Every statement of every theory, in catalogue order: builds all of them."""
    return tuple(statement for theory in theories() for statement in theory.load_statements())


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


# -- what covers a statement -------------------------------------------------------------------------------------------
def claim_modules() -> dict[str, str]:
    """The module of every claim, by id, in order."""
    return {identifier: module for theory in theories() for identifier, (module, _) in theory.claim_places.items()}


def claim_labels() -> dict[str, str]:
    """The label of the statement that every claim is about, by id, in order."""
    return {identifier: label for theory in theories() for identifier, (_, label) in theory.claim_places.items()}


def simulator_modules() -> dict[str, str]:
    """The module of every simulator, by name, in order."""
    return {name: module for theory in theories() for name, module in theory.simulators.items()}


def claims_of(label: str) -> tuple[str, ...]:
    """The ids of the claims about a statement, without loading them."""
    wanted = entry(label)
    return tuple(
        identifier
        for theory in theories()
        for identifier, (_, about) in theory.claim_places.items()
        if entry(about, theory.name) is wanted
    )


def simulators_of(label: str) -> tuple[str, ...]:
    """The simulators that witness a statement, without loading them."""
    wanted = entry(label)
    return tuple(
        name
        for theory in theories()
        for name, labels in theory.witnesses.items()
        if any(entry(about, theory.name) is wanted for about in labels)
    )


def __getattr__(name: str) -> tuple[Statement, ...]:
    """``STATEMENTS``, the public name of all statements, built when asked for."""
    if name == "STATEMENTS":
        return statements()
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
