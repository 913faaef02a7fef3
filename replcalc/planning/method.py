"""A method answers one kind of question; the methods of every theory by name.

To add one: write a module that defines a ``Method`` in its tuple ``METHODS`` (``derive`` reads as its proof, ``solve``
searches, certifies and returns a Result with its Effort) and name it in its Theory. compose, plan, tables, sweeps and
the contract suite then know it. Modules are named, not imported: a module is loaded when a method of it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from replcalc.names import KINDS
from replcalc.numbers.errors import MalformedStatement, UnknownName
from replcalc.statements.catalogue import theories

if TYPE_CHECKING:  # the names of the methods are known without any formula
    from replcalc.planning.result import Result
    from replcalc.statements.derivation import Derivation

#: What methods were called in version 0.3; these names are still accepted.
OLD_NAMES: Mapping[str, str] = {
    "naive": "side-by-side",
    "separate": "votes",
    "direct": "joint",
    "grouped": "joint",
    "binary": "joint",
    "private": "privacy",
    "averaged-rounding": "rounding",
    "cosine-grouped": "cosine",
    "two-options": "threshold",
    "best-law": "optimal",
}


@dataclass(frozen=True)
class Method:
    """A method for one kind of question (``kind`` equals that of the question's class).

    ``derive`` returns its symbolic derivation; ``solve(question, digits)`` a Result with certified figures;
    ``quantities`` names the quantities of the derivation to show, in order. ``polynomial``: does its time grow
    polynomially with the number of problems? ``recipe`` writes a certified Result of the method as steps to carry out.
    ``on_screen``: is it in the table of all methods where none was named? JSON has every method. ``adaptive``: does
    ``solve`` also serve problems that are chosen one after the other (``question.adaptive``)? ``most_problems``: with
    more, it is solved only if it is named.
    """

    name: str
    summary: str
    kind: str
    derive: Callable[[], Derivation]
    solve: Callable[[Any, int], Result]
    quantities: tuple[str, ...] = ("samples", "rho", "beta")
    polynomial: bool = True
    recipe: Callable[[Result], tuple[str, ...]] | None = None
    on_screen: bool = True
    adaptive: bool = False
    most_problems: int | None = None


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
    """Return the kinds of questions that some method answers."""
    return tuple(_modules())


def names(kind: str = "composition") -> tuple[str, ...]:
    """Return the names of the methods for that kind of question, in order."""
    return tuple(_modules()[kind])


def kinds_of(name: str) -> tuple[str, ...]:
    """Return the kinds of questions that a method of that name answers; empty for an unknown name."""
    return tuple(kind for kind, methods in _modules().items() if name in methods)


def find_named(text: str) -> tuple[str, str] | None:
    """Return name and kind of a method written as NAME, or COMMAND/NAME where several commands have one.

    None where there is no such method. A method of compose needs no command before it.
    """
    command, slash, name = text.rpartition("/")
    name = name if kinds_of(name) else canonical(name)
    found = [kind for kind in KINDS if kind in kinds_of(name) and (not slash or command in (kind, KINDS[kind]))]
    if "composition" in found:
        return name, "composition"
    commands = dict.fromkeys(KINDS[kind] for kind in found)
    if len(commands) > 1:
        several = " or ".join(f"{each}/{name}" for each in commands)
        raise UnknownName("method", name, several, f"{len(commands)} commands have a method of that name")
    return (name, found[0]) if found else None


def canonical(name: str) -> str:
    """Return the present name of a method; a name of version 0.3 is translated."""
    return OLD_NAMES.get(name, name)


def get(name: str, kind: str = "composition") -> Method:
    """Return the method of that name for that kind of question."""
    name = name if name in _modules()[kind] else canonical(name)
    if name not in _modules()[kind]:
        raise UnknownName("method", name, "one of " + ", ".join(names(kind)))
    return _method(_modules()[kind][name], name, kind)


def _method(module: str, name: str, kind: str) -> Method:
    """Return the method of that name and kind in a module's METHODS."""
    methods = getattr(import_module(module), "METHODS", ())
    for method in methods:
        if (getattr(method, "kind", ""), getattr(method, "name", "")) == (kind, name):
            return method  # type: ignore[no-any-return]
    raise MalformedStatement(f"{module.replace('.', '/')}.py has no method '{name}' of kind '{kind}' in METHODS")


def lower_bound_modules(kind: str) -> tuple[str, ...]:
    """Return the modules that hold lower bounds for that kind of question."""
    return tuple(
        f"{theory.package}.{theory.lower_bounds[kind]}" for theory in theories() if kind in theory.lower_bounds
    )
