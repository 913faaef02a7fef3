"""The ways of every theory: each command that compares ways asks here.

To add a way: write one module that defines a ``Way`` (``derive`` reads as its proof, ``solve`` searches, certifies and
returns a Result with its Effort) and name it in its Theory. compose, queries, arms, amplify, boost, tables, sweeps and
the contract suite then know it. Modules are named, not imported: what nobody asks for is never loaded.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from replcalc.numbers.errors import MalformedStatement, UnknownName
from replcalc.statements.catalogue import theories
from replcalc.statements.theory import Theory

if TYPE_CHECKING:  # the names of the ways are known without any formula
    from replcalc.ask.way import Way


@cache
def _places() -> dict[str, dict[str, str]]:
    """kind of question -> name of the way -> module. Of equal answers the first is preferred: our own theorems come
    before a publication's, packs last; a name that is taken is not given away."""
    found: dict[str, dict[str, str]] = {}
    for theory in sorted(theories(), key=lambda theory: bool(theory.source)):
        for kind, ways in theory.ways.items():
            for name, module in ways.items():
                found.setdefault(kind, {}).setdefault(name, f"{theory.package}.{module}")
    return found


def kinds() -> tuple[str, ...]:
    """The kinds of questions that some way answers."""
    return tuple(_places())


def names(kind: str = "composition") -> tuple[str, ...]:
    """The ways to answer that kind of question, in order."""
    return tuple(_places()[kind])


def kinds_of(name: str) -> tuple[str, ...]:
    """The kinds of questions that a way of that name answers; none for a name that no way has."""
    return tuple(kind for kind, ways in _places().items() if name in ways)


def get(name: str, kind: str = "composition") -> Way:
    """The way of that name for that kind of question."""
    if name not in _places()[kind]:
        raise UnknownName("route", name, "one of " + ", ".join(names(kind)))
    place = _places()[kind][name]
    for way in import_module(place).WAYS:
        if (way.kind, way.name) == (kind, name):
            return way  # type: ignore[no-any-return]
    raise MalformedStatement(f"{place.replace('.', '/')}.py has no way '{name}' of kind '{kind}' in WAYS")


def lower_bound_modules(kind: str) -> tuple[str, ...]:
    """The modules that know what no algorithm can do with less, for that kind of question."""
    found: list[Theory] = [theory for theory in theories() if kind in theory.lower_bounds]
    return tuple(f"{theory.package}.{theory.lower_bounds[kind]}" for theory in found)
