"""Queries over columns: a small language, parsed by a whitelist, never evaluated as a program.

A query is arithmetic (+ - * /), comparisons (< <= > >= == !=, which may be chained), ``and``, ``or``, ``not``,
``abs``, ``min``, ``max``, numbers and column names. A condition counts 1 where it holds and 0 elsewhere. Everything
works on whole columns of doubles; each operation is one IEEE operation, so the value of a row does not depend on the
machine.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from replcalc.numbers.errors import InputError

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

#: Longest query, and deepest nesting.
MAX_LENGTH, MAX_DEPTH = 2000, 40

_ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
}
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "less", ast.LtE: "less_equal", ast.Gt: "greater", ast.GtE: "greater_equal", ast.Eq: "equal",
    ast.NotEq: "not_equal",
}  # fmt: skip
_FUNCTIONS: dict[str, tuple[str, int]] = {"abs": ("absolute", 1), "min": ("minimum", 2), "max": ("maximum", 2)}
_ALLOWED = "column names, numbers, + - * /, comparisons, and, or, not, abs, min, max"


@dataclass(frozen=True)
class Query:
    """A parsed query: its text, the columns it reads, and how to evaluate it on a chunk of rows."""

    text: str
    columns: tuple[str, ...]
    tree: ast.expr

    def __call__(self, columns: Mapping[str, Array]) -> Array:
        import numpy as np

        with np.errstate(all="ignore"):  # what is not a number is refused by the range check, with its row
            value = np.asarray(_value(self.tree, columns, np), dtype=float)
        rows = len(next(iter(columns.values())))
        return np.broadcast_to(value, (rows,))


def parse_query(text: str) -> Query:
    """The query that ``text`` denotes; anything outside the language is refused by name."""
    if len(text) > MAX_LENGTH:
        raise InputError("query", text, f"at most {MAX_LENGTH} characters")
    try:
        with warnings.catch_warnings():  # "1and a" is understood, and Python would warn of it
            warnings.simplefilter("ignore")
            tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise InputError("query", text, _ALLOWED) from None
    found: dict[str, None] = {}
    _check(tree, text, found, 0)
    if not found:
        raise InputError("query", text, "a query that reads at least one column")
    return Query(text.strip(), tuple(found), tree)


def _check(node: ast.expr, text: str, found: dict[str, None], depth: int) -> None:
    def refuse(what: str = "") -> InputError:
        return InputError("query", text, _ALLOWED, what)

    if depth > MAX_DEPTH:
        raise refuse(f"nested deeper than {MAX_DEPTH}")
    match node:
        case ast.Name(id=name):
            found[name] = None
        case ast.Constant(value=bool() | str() | bytes() | complex() | None):
            raise refuse(f"{node.value!r:.20} is not a number")
        case ast.Constant(value=int() | float() as number):
            if not abs(number) < 1e300:
                raise refuse("a number is too large")
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Not(), operand=inner):
            _check(inner, text, found, depth + 1)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _ARITHMETIC:
            _check(left, text, found, depth + 1)
            _check(right, text, found, depth + 1)
        case ast.BoolOp(values=values):
            for value in values:
                _check(value, text, found, depth + 1)
        case ast.Compare(left=left, ops=operators, comparators=others) if all(
            type(o) in _COMPARISONS for o in operators
        ):
            for value in (left, *others):
                _check(value, text, found, depth + 1)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS:
            if len(arguments) < _FUNCTIONS[name][1] or (name == "abs" and len(arguments) > 1):
                raise refuse(f"{name} takes another number of arguments")
            for value in arguments:
                _check(value, text, found, depth + 1)
        case _:
            raise refuse(f"{type(node).__name__} is not part of the language")


def _value(node: ast.expr, columns: Mapping[str, Array], np: Any) -> Any:
    def of(inner: ast.expr) -> Any:
        return _value(inner, columns, np)

    def truth(inner: ast.expr) -> Any:
        return np.not_equal(of(inner), 0.0)

    match node:
        case ast.Name(id=name):
            return columns[name]
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return np.where(truth(inner), 0.0, 1.0)
        case ast.UnaryOp(op=sign, operand=inner):
            return np.negative(of(inner)) if isinstance(sign, ast.USub) else of(inner)
        case ast.BinOp(left=left, op=operator, right=right):
            return getattr(np, _ARITHMETIC[type(operator)])(of(left), of(right))
        case ast.BoolOp(op=operator, values=values):
            combine: Callable[[Any, Any], Any] = np.logical_and if isinstance(operator, ast.And) else np.logical_or
            return np.where(reduce(combine, map(truth, values)), 1.0, 0.0)
        case ast.Compare(left=left, ops=operators, comparators=others):
            sides = [of(value) for value in (left, *others)]
            steps = [
                getattr(np, _COMPARISONS[type(o)])(a, b) for o, a, b in zip(operators, sides, sides[1:], strict=False)
            ]
            return np.where(reduce(np.logical_and, steps), 1.0, 0.0)
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return (
                reduce(getattr(np, _FUNCTIONS[name][0]), map(of, arguments))
                if name != "abs"
                else np.absolute(of(arguments[0]))
            )
    raise InputError("query", ast.dump(node)[:40], _ALLOWED)
