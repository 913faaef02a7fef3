"""Formulas as people type them, as expressions of sympy in the names of a question.

Numbers (0.1 is exactly 1/10), names, + - * / ** ^, log or ln, exp, sqrt, ceiling, floor, abs, min, max, and sum, max
or product of one term over i = 1..k: ``sum(epsilon**2)``. The name of a family is its general member: n is n[i].
"""

from collections.abc import Callable, Mapping
from functools import reduce
from operator import add, mul
from typing import Any

import sympy as sp

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_rational
from replcalc.symbolic.language import (
    Base,
    MaxOver,
    Product,
    Sum,
    ceiling,
    exp,
    i,
    k,
    largest,
    log,
    number,
    pi,
    smallest,
)
from replcalc.symbolic.parsing import Functions, Tree, parse_formula

#: Heads of trees: functions of one argument, and of several.
_ONE: dict[str, Callable[[Any], Any]] = {
    "log": log,
    "exp": exp,
    "ceiling": ceiling,
    "floor": sp.floor,
    "abs": sp.Abs,
    "sum": lambda x: Sum(x, (i, 1, k)),
    "product": lambda x: Product(x, (i, 1, k)),
    "max": lambda x: MaxOver(x, (i, 1, k)),
}
_SEVERAL: dict[str, Callable[..., Any]] = {"min": smallest, "max": largest}
_FUNCTIONS: Functions = {
    **{name: (name, 1, 1) for name in _ONE},
    "ln": ("log", 1, 1),
    "ceil": ("ceiling", 1, 1),
    "sqrt": ("sqrt", 1, 1),
    "min": ("min", 2, 20),
    "max": ("max", 1, 20),
}


def read_formula(text: str, names: Mapping[str, Any], option: str) -> Any:
    """Return the formula in these names; an error lists the names that there are."""
    return _Reader(text, names, option).read(parse_formula(text, option, _FUNCTIONS))


class _Reader:
    def __init__(self, text: str, names: Mapping[str, Any], option: str) -> None:
        self.text, self.names, self.option = text, names, option

    def read(self, tree: Tree) -> Any:
        head, args = tree[0], tree[1:]
        if head == "q":
            return number(parse_rational(args[0], self.option))
        if head == "v":
            name, _, index = args[0].removesuffix("]").partition("[")
            return self._member(name, index) if index else self._named(name)
        if head == "pi":
            return pi
        parts = [self.read(arg) for arg in args]
        if head in ("+", "*"):
            return reduce(add if head == "+" else mul, parts)
        if head == "^":
            return parts[0] ** parts[1]
        return _ONE[head](parts[0]) if len(parts) == 1 else _SEVERAL[head](*parts)

    def _named(self, name: str) -> Any:
        known = {"i": i, "k": k} | dict(self.names)
        if name not in known:
            raise self._refused(name, "one of " + ", ".join(sorted({*known, "pi"})))
        return known[name][i] if isinstance(known[name], Base) else known[name]

    def _member(self, name: str, index: str) -> Any:
        family = self.names.get(name)
        if not isinstance(family, Base):
            families = sorted(name for name, found in self.names.items() if isinstance(found, Base))
            raise self._refused(f"{name}[...]", f"a family, such as {', '.join(families) or 'none here'}")
        return family[int(index) if index.isdigit() else self._named(index)]

    def _refused(self, what: str, allowed: str) -> InputError:
        return InputError(self.option, self.text, f"{allowed} (found {what})")
