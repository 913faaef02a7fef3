"""The ways of every theory: each command that compares ways asks here.

To add a way: write one module that defines a ``Way`` (``derive`` reads as its proof, ``solve`` searches, certifies and
returns a Result with its Effort) and name it in its Theory. compose, queries, arms, amplify, boost, tables, sweeps and
the contract suite then know it. Modules are named, not imported: what nobody asks for is never loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from replcalc.numbers.errors import InputError, MalformedStatement, ReplcalcError, UnknownName
from replcalc.statements.catalogue import broken, leave_out, own, packs, theories, until_theories_change
from replcalc.statements.theory import Theory, imported, mistake
from replcalc.theories import OWN

if TYPE_CHECKING:  # the names of the ways are known without any formula
    from replcalc.planning.method import Method
    from replcalc.planning.result import Result


@dataclass(frozen=True)
class _Place:
    """Where a way stands; ``pack``: in somebody else's theory."""

    module: str
    pack: bool = False


@until_theories_change
def _places() -> dict[str, dict[str, _Place]]:
    """kind of question -> name of the way -> place. Of equal answers the first is preferred: our own theorems come
    before a publication's, packs last; a name that is taken is not given away."""
    found: dict[str, dict[str, _Place]] = {}
    for theory in sorted(map(own, OWN), key=lambda theory: bool(theory.source)):
        for kind, methods in theory.methods.items():
            for name, module in methods.items():
                found.setdefault(kind, {}).setdefault(name, _Place(f"{theory.package}.{module}"))
    for pack in packs():
        try:
            _admit(pack, found)
        except ReplcalcError as error:
            leave_out(pack, "methods", str(error))
            continue
        for kind, methods in pack.methods.items():
            found[kind] |= {name: _Place(f"{pack.package}.{module}", pack=True) for name, module in methods.items()}
    return found


def _admit(pack: Theory, known: Mapping[str, Mapping[str, _Place]]) -> None:
    """Refuse ways of a pack that cannot be asked: of no kind, of a taken name, or not where the Theory says."""
    home = f"{pack.package.replace('.', '/')}/__init__.py"
    for kind in (*pack.methods, *pack.lower_bounds):
        if kind not in known:
            raise MalformedStatement(f"{home}: no question is of the kind '{kind}'; there are {', '.join(known)}")
    for kind, methods in pack.methods.items():
        for name, module in methods.items():
            if name in known[kind]:
                raise MalformedStatement(f"{home}: there is a way '{name}' of kind '{kind}' already: choose another")
            _method(f"{pack.package}.{module}", name, kind)
    for module in pack.lower_bounds.values():
        if not hasattr(imported(f"{pack.package}.{module}"), "lower_bounds"):
            raise MalformedStatement(f"{pack.package}.{module}".replace(".", "/") + ".py defines no lower_bounds")


def kinds() -> tuple[str, ...]:
    """The kinds of questions that some way answers."""
    return tuple(_places())


def names(kind: str = "composition") -> tuple[str, ...]:
    """The ways to answer that kind of question, in order."""
    return tuple(_places()[kind])


def kinds_of(name: str) -> tuple[str, ...]:
    """The kinds of questions that a way of that name answers; none for a name that no way has."""
    return tuple(kind for kind, methods in _places().items() if name in methods)


def named(text: str) -> tuple[str, str] | None:
    """Name and kind of a way as people write it: NAME, or COMMAND/NAME where several commands have one; None: no way.

    A way of compose needs no command before it.
    """
    from replcalc.names import COMMANDS

    command, slash, name = text.rpartition("/")
    if slash:
        kind = COMMANDS[command].kind if command in COMMANDS else command
        return (name, kind) if name in _places().get(kind, {}) else None
    found = kinds_of(name)
    if len(found) > 1 and "composition" not in found:
        written = {command.kind: word for word, command in reversed(COMMANDS.items()) if command.kind}
        several = " or ".join(f"{written.get(kind, kind)}/{name}" for kind in found)
        raise UnknownName("route", name, several, f"{len(found)} commands have a way of that name")
    return (name, "composition" if "composition" in found else found[0]) if found else None


def get(name: str, kind: str = "composition") -> Method:
    """The way of that name for that kind of question."""
    if name not in _places()[kind]:
        raise UnknownName("route", name, "one of " + ", ".join(names(kind)))
    place = _places()[kind][name]
    method = _method(place.module, name, kind)
    return replace(method, solve=partial(_guarded, method, place.module)) if place.pack else method


def _method(module: str, name: str, kind: str) -> Method:
    """The way of that name and kind in a module's WAYS."""
    methods = getattr(imported(module), "METHODS", ())
    for method in methods:
        if (getattr(method, "kind", ""), getattr(method, "name", "")) == (kind, name):
            return method  # type: ignore[no-any-return]
    raise MalformedStatement(f"{module.replace('.', '/')}.py has no way '{name}' of kind '{kind}' in WAYS")


def _guarded(method: Method, module: str, question: Any, digits: int) -> Result:
    """A pack's way: a mistake in it is a way that does not apply, and its reason; the other ways go on."""
    from replcalc.planning.result import Result

    try:
        result = method.solve(question, digits)
        _ = result.rank  # whether it can be compared
        return result
    except InputError:
        raise
    except Exception as error:
        return Result(method.name, question, None, reason=mistake(module, error))


def lower_bound_modules(kind: str) -> tuple[str, ...]:
    """The modules that know what no algorithm can do with less, for that kind of question."""
    if kind not in _places():
        return ()
    wrong = {pack.name for pack in broken() if pack.part == "methods"}
    found = [theory for theory in theories() if kind in theory.lower_bounds and theory.name not in wrong]
    return tuple(f"{theory.package}.{theory.lower_bounds[kind]}" for theory in found)
