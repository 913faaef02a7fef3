"""The catalogue: the theories of this package, then those that installed packs publish, and what is in them.

A pack is a distribution with an entry point in the group ``replcalc.theories`` that names a ``Theory`` value. A pack
that does not load is left out and named by ``broken``, and so is a part of one (its claims, its ways): it must not take
the others down with it.

A label means the first theory that has it; ``theory/label`` means that theory's, always.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any, TypeVar

from replcalc.numbers.errors import MalformedStatement, ReplcalcError, UnknownName
from replcalc.statements import derivation
from replcalc.statements.theory import Entry, Theory, mistake
from replcalc.theories import OWN

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from replcalc.statements.statement import Statement


GROUP = "replcalc.theories"
#: The variable of the environment that hides installed packs where it says "off".
PACKS = "REPLCALC_PACKS"
Cached = TypeVar("Cached", bound=Callable[..., Any])
_caches: list[Any] = []


def until_theories_change(function: Cached) -> Cached:
    """``functools.cache`` for what depends on which theories there are."""
    cached = cache(function)
    _caches.append(cached)
    return cached  # type: ignore[return-value]


def forget() -> None:
    """The theories are looked for anew."""
    _left_out.clear()
    for cached in _caches:
        cached.cache_clear()


@dataclass(frozen=True)
class BrokenPack:
    """An installed pack that cannot be used, or the part of it that cannot, and why."""

    name: str
    distribution: str
    reason: str
    part: str = ""

    def __str__(self) -> str:
        pack = f"the theory pack '{self.name}' of {self.distribution}"
        what = f"the {self.part} of {pack} are left out" if self.part else f"{pack} cannot be loaded"
        return f"{what}: {self.reason}"


#: Theories that are no installed pack and yet known in this process.
_introduced: list[Theory] = []
#: Parts of packs that were found wrong.
_left_out: list[BrokenPack] = []


def introduce(theory: Theory) -> None:
    """Make a theory known that nobody installed: what the tests of a pack do."""
    if theory not in theories():
        _introduced.append(theory)
        forget()


def leave_out(pack: Theory, part: str, reason: str) -> None:
    """A part of a pack is wrong and nobody sees it."""
    _left_out.append(BrokenPack(pack.name, _packs()[2].get(pack.name, "this process"), reason, part))


@cache
def own(name: str) -> Theory:
    """A theory of this package."""
    module, _, attribute = OWN[name].partition(":")
    theory: Theory = getattr(import_module(module), attribute)
    return theory


@until_theories_change
def _packs() -> tuple[tuple[Theory, ...], tuple[BrokenPack, ...], dict[str, str]]:
    """What installed packs publish, by name; what is wrong with the others; who distributes what. Nobody's code is
    trusted to import."""
    good: dict[str, Theory] = {}
    bad: list[BrokenPack] = []
    homes: dict[str, str] = {}
    hidden = os.environ.get(PACKS) == "off"
    for point in sorted(() if hidden else metadata.entry_points(group=GROUP), key=lambda p: p.name):
        distribution = point.dist.name if point.dist is not None else "an unknown distribution"
        try:
            theory = _published(point)
            _admit(theory, (*OWN, *good))
        except MalformedStatement as error:
            bad.append(BrokenPack(point.name, distribution, str(error)))
        else:
            good[theory.name], homes[theory.name] = theory, distribution
    for theory in _introduced:
        if theory not in good.values():
            _admit(theory, (*OWN, *good))
            good[theory.name] = theory
    return tuple(good.values()), tuple(bad), homes


def _published(point: EntryPoint) -> Theory:
    """The theory that an entry point names."""
    try:
        theory = point.load()
    except Exception as error:
        absent = isinstance(error, ModuleNotFoundError) and error.name == point.module
        if absent or (isinstance(error, AttributeError) and error.name == point.attr):
            said = f"{type(error).__name__}: {error}"
            raise MalformedStatement(f"pyproject.toml names '{point.value}', which is not there ({said})") from error
        raise MalformedStatement(mistake(point.module, error)) from error
    if not isinstance(theory, Theory):
        what = f"which is a {type(theory).__name__}, not a Theory"
        raise MalformedStatement(f"pyproject.toml names '{point.value}', {what}")
    return theory


def _admit(theory: Theory, taken: tuple[str, ...]) -> None:
    """Refuse a theory whose name is taken, or whose statements do not load or use what nobody states."""
    if theory.name in taken:
        raise MalformedStatement(f"there already is a theory called '{theory.name}': give yours another name=")
    labels = {entry.label for entry in theory.entries}
    for each in theory.entries:
        for used in each.uses:
            if used not in labels and used not in _entries(_own_theories):
                raise MalformedStatement(_unknown_label(each.module, f"{each.label} uses", used, labels))


def _unknown_label(module: str, who: str, label: str, labels: Iterable[str]) -> str:
    """That a label is nobody's, and which is close."""
    close = difflib.get_close_matches(label, [*labels, *_entries(_own_theories)], n=1)
    hint = f"did you mean {close[0]}?" if close else "'replcalc list' prints all labels"
    return f"{module.replace('.', '/')}.py: {who} '{label}', which no statement is called ({hint})"


#: role -> what a part of a pack is called, and by what its values are known and say what they are about
_PARTS = {
    "CLAIMS": ("claims", "id", "statement"),
    "SIMULATOR": ("simulators", "name", "statements"),
    "ERRATA": ("errata", "id", "statement"),
}


@until_theories_change
def every(role: str) -> tuple[tuple[Theory, Any], ...]:
    """Every claim ("CLAIMS"), simulator ("SIMULATOR") or erratum ("ERRATA") with its theory, all loaded now.

    Of a pack all or none: one whose name is taken leaves the others of its kind out as well.
    """
    part, name, _ = _PARTS[role]
    found = [(theory, value) for theory in _own_theories() for _, value in theory.load(role)]
    taken = {getattr(value, name): theory.name for theory, value in found}
    for pack in packs():
        mine = part_of_pack(pack, role)
        clash = next((value for value in mine if getattr(value, name) in taken), None)
        if clash is not None:
            known = getattr(clash, name)
            module = next(module for module, value in pack.load(role) if value is clash)
            said = f"the theory '{taken[known]}' already has the {name} '{known}': choose another"
            leave_out(pack, part, f"{module.replace('.', '/')}.py: {said}")
            continue
        taken |= {getattr(value, name): pack.name for value in mine}
        found += [(pack, value) for value in mine]
    return tuple(found)


@until_theories_change
def part_of_pack(pack: Theory, role: str) -> tuple[Any, ...]:
    """A pack's own claims, simulators or errata: none where one does not load, has the name of another, or is about a
    statement that is not there."""
    part, name, about = _PARTS[role]
    found: dict[str, Any] = {}
    try:
        for module, value in pack.load(role):
            known, said = getattr(value, name), getattr(value, about)
            if known in found:
                raise MalformedStatement(f"{module.replace('.', '/')}.py: the {name} '{known}' is given twice")
            for label in (said,) if isinstance(said, str) else said:
                if label not in _entries(theories):
                    raise MalformedStatement(_unknown_label(module, f"'{known}' is about", label, _entries(theories)))
            found[known] = value
    except ReplcalcError as error:
        leave_out(pack, part, str(error))
        return ()
    return tuple(found.values())


def theories() -> tuple[Theory, ...]:
    """Every theory: those of this package, then the packs by name."""
    return _own_theories() + packs()


def packs() -> tuple[Theory, ...]:
    """The theories that installed packs publish."""
    return _packs()[0]


def broken() -> tuple[BrokenPack, ...]:
    """The installed packs that cannot be used."""
    return (*_packs()[1], *_left_out)


def broken_so_far() -> tuple[BrokenPack, ...]:
    """The same; where nobody has looked for packs yet, nobody does now."""
    return broken() if _packs.cache_info().currsize else ()  # type: ignore[attr-defined]


@until_theories_change
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


@until_theories_change
def statement(label: str) -> Statement:
    """The statement of that label, built now.

    >>> import replcalc
    >>> print(replcalc.statement("lm:pg_to_replic").bound("rho", gamma="0.001", epsilon="0.01", delta="0.001"))
    [0.0880000000000000 +/- 3e-20]
    """
    return entry(label).statement


@until_theories_change
def statements() -> tuple[Statement, ...]:
    """Every statement of every theory, in catalogue order."""
    return tuple(entry.statement for theory in theories() for entry in theory.entries)


@until_theories_change
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


derivation.catalogued = catalogued


def __getattr__(name: str) -> tuple[Statement, ...]:
    """``STATEMENTS``, the public name of all statements, built when asked for."""
    if name == "STATEMENTS":
        return statements()
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
