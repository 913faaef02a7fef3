"""Formulas as people type them, read by a whitelist and never evaluated as a program.

Numbers (0.1 is exactly 1/10), names, + - * / ** ^, log or ln, exp, sqrt, ceiling, floor, abs, min, max, and sum, max
or product of one term over i = 1..k: ``sum(epsilon**2)``. The name of a family is its general member: n is n[i].
"""

import ast
from collections.abc import Callable, Mapping
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
    sqrt,
)

#: Longest formula, in characters.
MAX_LENGTH = 4000

_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: lambda x, y: x + y,
    ast.Sub: lambda x, y: x - y,
    ast.Mult: lambda x, y: x * y,
    ast.Div: lambda x, y: x / y,
    ast.Pow: lambda x, y: x**y,
}
_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "log": log,
    "ln": log,
    "exp": exp,
    "sqrt": sqrt,
    "ceiling": ceiling,
    "ceil": ceiling,
    "floor": sp.floor,
    "abs": sp.Abs,
    "sum": lambda x: Sum(x, (i, 1, k)),
    "product": lambda x: Product(x, (i, 1, k)),
    "max": lambda x: MaxOver(x, (i, 1, k)),
}
_SEVERAL: dict[str, Callable[..., Any]] = {"min": smallest, "max": largest}


def read_formula(text: str, names: Mapping[str, Any], option: str) -> Any:
    """Return the formula in these names; whoever mistypes learns the names that there are."""
    allowed = "a formula such as c*rho*sqrt(2/log(1/beta0)) or sum(n)"
    if len(text) > MAX_LENGTH:
        raise InputError(option, text[:40] + "...", f"at most {MAX_LENGTH} characters")
    try:
        tree = ast.parse(text.strip().replace("^", "**"), mode="eval")
        return _Reader(text, names, option).read(tree.body)
    except (SyntaxError, RecursionError, MemoryError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(option, text, allowed) from None


class _Reader:
    def __init__(self, text: str, names: Mapping[str, Any], option: str) -> None:
        self.text, self.names, self.option = text, names, option

    def read(self, tree: ast.expr) -> Any:
        if isinstance(tree, ast.Constant) and isinstance(tree.value, int | float) and not isinstance(tree.value, bool):
            written = ast.get_source_segment(self.text.strip().replace("^", "**"), tree) or str(tree.value)
            return number(parse_rational(written, self.option))
        if isinstance(tree, ast.Name):
            return self._named(tree.id)
        if isinstance(tree, ast.Subscript) and isinstance(tree.value, ast.Name):
            return self._member(tree.value.id, self.read(tree.slice))
        if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub | ast.UAdd):
            inner = self.read(tree.operand)
            return -inner if isinstance(tree.op, ast.USub) else inner
        if isinstance(tree, ast.BinOp) and type(tree.op) in _OPERATORS:
            found: Any = _OPERATORS[type(tree.op)](self.read(tree.left), self.read(tree.right))
            return found
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and not tree.keywords:
            return self._called(tree.func.id, [self.read(a) for a in tree.args])
        raise self._refused(ast.unparse(tree), "numbers, names, + - * / **, and functions such as log, sqrt, sum")

    def _named(self, name: str) -> Any:
        if name in self.names:
            found = self.names[name]
            return found[i] if isinstance(found, Base) else found
        known = {"i": i, "k": k, "pi": pi}
        if name in known:
            return known[name]
        raise self._refused(name, "one of " + ", ".join(sorted(self.names.keys() | known.keys())))

    def _member(self, name: str, index: Any) -> Any:
        family = self.names.get(name)
        if not isinstance(family, Base):
            raise self._refused(f"{name}[...]", "a family, such as " + self._families())
        return family[index]

    def _families(self) -> str:
        return ", ".join(sorted(name for name, found in self.names.items() if isinstance(found, Base))) or "none here"

    def _called(self, name: str, args: list[Any]) -> Any:
        found: Any
        if len(args) == 1 and name in _FUNCTIONS:
            found = _FUNCTIONS[name](args[0])
            return found
        if len(args) > 1 and name in _SEVERAL:
            found = _SEVERAL[name](*args)
            return found
        raise self._refused(f"{name} of {len(args)}", ", ".join(sorted(_FUNCTIONS)) + " of one; min, max of several")

    def _refused(self, what: str, allowed: str) -> InputError:
        return InputError(self.option, self.text, f"{allowed} (found {what})")
