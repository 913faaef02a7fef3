"""The ways of every theory: each command that compares ways asks here.

To add a way: write one module that defines a ``Way`` (``derive`` reads as its proof, ``solve`` searches, certifies and
returns a Result with its Effort) and name it in its Theory. compose, queries, arms, amplify, boost, tables, sweeps and
the contract suite then know it. Modules are named, not imported: what nobody asks for is never loaded.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from replcalc.numbers.errors import MalformedStatement, UnknownName
from replcalc.statements.catalogue import theories
from replcalc.statements.theory import imported

if TYPE_CHECKING:  # the names of the ways are known without any formula
    from replcalc.planning.method import Method


@cache
def _modules() -> dict[str, dict[str, str]]:
    """Return kind of question -> name of the method -> its module.

    Of equal answers the first is preferred: theorems of our own come before a publication's.
    """
    found: dict[str, dict[str, str]] = {}
    for theory in sorted(theories(), key=lambda theory: bool(theory.source)):
        for kind, methods in theory.methods.items():
            for name, module in methods.items():
                found.setdefault(kind, {}).setdefault(name, f"{theory.package}.{module}")
    return found


def kinds() -> tuple[str, ...]:
    """The kinds of questions that some way answers."""
    return tuple(_modules())


def names(kind: str = "composition") -> tuple[str, ...]:
    """The ways to answer that kind of question, in order."""
    return tuple(_modules()[kind])


def kinds_of(name: str) -> tuple[str, ...]:
    """The kinds of questions that a way of that name answers; none for a name that no way has."""
    return tuple(kind for kind, methods in _modules().items() if name in methods)


def named(text: str) -> tuple[str, str] | None:
    """Name and kind of a way as people write it: NAME, or COMMAND/NAME where several commands have one; None: no way.

    A way of compose needs no command before it.
    """
    from replcalc.names import COMMANDS

    command, slash, name = text.rpartition("/")
    if slash:
        kind = COMMANDS[command].kind if command in COMMANDS else command
        return (name, kind) if name in _modules().get(kind, {}) else None
    found = kinds_of(name)
    if len(found) > 1 and "composition" not in found:
        written = {command.kind: word for word, command in reversed(COMMANDS.items()) if command.kind}
        several = " or ".join(f"{written.get(kind, kind)}/{name}" for kind in found)
        raise UnknownName("route", name, several, f"{len(found)} commands have a way of that name")
    return (name, "composition" if "composition" in found else found[0]) if found else None


def get(name: str, kind: str = "composition") -> Method:
    """Return the method of that name for that kind of question."""
    if name not in _modules()[kind]:
        raise UnknownName("route", name, "one of " + ", ".join(names(kind)))
    return _method(_modules()[kind][name], name, kind)


def _method(module: str, name: str, kind: str) -> Method:
    """The way of that name and kind in a module's WAYS."""
    methods = getattr(imported(module), "METHODS", ())
    for method in methods:
        if (getattr(method, "kind", ""), getattr(method, "name", "")) == (kind, name):
            return method  # type: ignore[no-any-return]
    raise MalformedStatement(f"{module.replace('.', '/')}.py has no way '{name}' of kind '{kind}' in WAYS")


def lower_bound_modules(kind: str) -> tuple[str, ...]:
    """Return the modules that hold lower bounds for that kind of question."""
    return tuple(
        f"{theory.package}.{theory.lower_bounds[kind]}" for theory in theories() if kind in theory.lower_bounds
    )
