"""Queries over columns: a small language, parsed by a whitelist, never evaluated as a program.

A query is arithmetic (+ - * /), comparisons (< <= > >= == !=, which may be chained), ``and``, ``or``, ``not``,
``abs``, ``min``, ``max``, numbers and column names. A condition counts 1 where it holds and 0 elsewhere. Everything
works on whole columns of doubles; each operation is one IEEE operation, so the value of a row does not depend on the
machine.

A column that is compared with a text in quotes is a column of labels: ``country == 'DE'``, ``country in ('DE', 'FR')``,
``!=`` and ``not in``.

A row has no value (NaN) where something is missing that the value depends on, and after a division by zero.
Such a row is never counted as 0 or 1: where b is 0, ``b != 0 and a/b > 1`` is 0 and
``a/b > 1`` has no value.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from replcalc.numbers.errors import InputError
from replcalc.run.rows import REFUSE, Chunk, Labels

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
    ast.Lt: "less",
    ast.LtE: "less_equal",
    ast.Gt: "greater",
    ast.GtE: "greater_equal",
    ast.Eq: "equal",
    ast.NotEq: "not_equal",
}
_FUNCTIONS: dict[str, tuple[str, int]] = {"abs": ("absolute", 1), "min": ("minimum", 2), "max": ("maximum", 2)}
_ALLOWED = "column names, numbers, + - * /, comparisons, and, or, not, abs, min, max, texts in quotes"


@dataclass(frozen=True)
class Query:
    """A parsed query: its canonical text, the columns of numbers and of labels it reads, how to evaluate it."""

    text: str
    columns: tuple[str, ...]
    tree: ast.expr
    texts: tuple[str, ...] = ()

    def __call__(
        self, columns: Mapping[str, Array], texts: Mapping[str, Sequence[str] | Labels] | None = None
    ) -> Array:
        """Return the value of every row; NaN: it has none."""
        import numpy as np

        labels = {name: Labels.of(column) for name, column in (texts or {}).items()}
        lengths = [*map(len, columns.values()), *map(len, labels.values())]
        with np.errstate(all="ignore"):  # a value that is not a number is refused later, with its row
            value = np.asarray(_value(self.tree, columns, labels, np), dtype=float)
        return np.broadcast_to(value, (lengths[0],))

    def values_on(self, chunk: Chunk) -> Array:
        """Return the value of every row; refuse integers that doubles do not represent exactly."""
        import numpy as np

        for name in self.columns:
            large = np.abs(chunk.values[name]) >= 2.0**53
            if large.any():
                place = int(large.argmax())
                raise InputError(
                    f"Row {chunk.row(place)}, column {name}",
                    f"{chunk.values[name][place]:.17g}",
                    "numbers below 2^53 in expressions: larger ones are not exact",
                    "a text in quotes is compared exactly",
                )
        return self(chunk.values, chunk.texts)

    def select(self, chunk: Chunk, missing: str) -> Chunk:
        """Return the rows of a chunk where the condition holds; one where it has no value is refused, or left out."""
        import numpy as np

        value = self.values_on(chunk)
        absent = np.isnan(value)
        if missing == REFUSE and absent.any():
            raise InputError(f"Row {chunk.row(int(absent.argmax()))}", self.text, "a condition that has a value there")
        return chunk.where(value > 0) if not (value > 0).all() else chunk

    def labels_of(self, chunk: Chunk) -> Labels:
        """Return labels: those of the column, true and false of a condition, the numbers of anything else."""
        import numpy as np

        if isinstance(self.tree, ast.Name):
            return chunk.texts[self.tree.id]
        values, codes = np.unique(self.values_on(chunk), return_inverse=True)
        some = ~np.isnan(values)
        if _is_condition(self.tree):
            names = ["true" if value else "false" for value in values[some].tolist()]
        else:
            names = [repr(value).removesuffix(".0") for value in (values[some] + 0.0).tolist()]
        return Labels(tuple(names), np.where(some[codes], codes, -1))


def parse_grouping(text: str, argument: str) -> Query:
    """Return a column by its name, or else a query whose values name the groups."""
    try:
        query = parse_query(text, argument)
    except InputError:
        if set(text) & set("<>=()'\""):
            raise
        return Query(text, (), ast.Name(text), (text,))
    return query if not isinstance(query.tree, ast.Name) else Query(query.text, (), query.tree, query.columns)


def parse_query(text: str, argument: str = "query") -> Query:
    """Parse a query; an error names what is outside the language."""
    if len(text) > MAX_LENGTH:
        raise InputError(argument, text, f"at most {MAX_LENGTH} characters")
    try:
        with warnings.catch_warnings():  # "1and a" is understood, and Python would warn of it
            warnings.simplefilter("ignore")
            tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise InputError(argument, text, _ALLOWED) from None
    found: dict[str, None] = {}
    labels: dict[str, None] = {}
    _check(tree, argument, text.strip(), found, labels, 0)
    if not found and not labels:
        raise InputError(argument, text, "a query that reads at least one column")
    return Query(ast.unparse(tree), tuple(found), tree, tuple(labels))


def parse_condition(text: str, argument: str) -> Query:
    """Parse a query whose value is true or false."""
    query = parse_query(text, argument)
    if isinstance(query.tree, ast.Name) or _is_condition(query.tree):
        return query
    raise InputError(argument, text, "a condition, such as age >= 18 and country == 'DE'")


def _is_condition(tree: ast.expr) -> bool:
    negated = isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not)
    return negated or isinstance(tree, ast.Compare | ast.BoolOp)


def _against_texts(node: ast.Compare) -> tuple[str, list[str]] | None:
    """Return the column of a comparison with texts, and the texts; None for any other comparison."""
    match node:
        case ast.Compare(left=ast.Name(id=name), ops=[ast.In() | ast.NotIn()], comparators=[ast.Tuple(elts=entries)]):
            values = [entry.value for entry in entries if isinstance(entry, ast.Constant)]
            texts = [value for value in values if isinstance(value, str)]
            return (name, texts) if texts and len(texts) == len(entries) else None
        case ast.Compare(
            left=ast.Name(id=name), ops=[ast.Eq() | ast.NotEq()], comparators=[ast.Constant(value=str() as text)]
        ):
            return name, [text]
    return None


def _check(
    node: ast.expr, argument: str, text: str, found: dict[str, None], labels: dict[str, None], depth: int
) -> None:
    def refuse(what: str = "") -> InputError:
        return InputError(argument, text, _ALLOWED, what)

    def check(*inner: ast.expr) -> None:
        for each in inner:
            _check(each, argument, text, found, labels, depth + 1)

    if depth > MAX_DEPTH:
        raise refuse(f"nested deeper than {MAX_DEPTH}")
    match node:
        case ast.Name(id=name):
            found[name] = None
        case ast.Constant(value=bool() | bytes() | complex() | None):
            raise refuse(f"{node.value!r:.20} is not a number")
        case ast.Constant(value=str()):
            raise refuse("a text stands on the right of a comparison with a column")
        case ast.Constant(value=int() | float() as number):
            if not re.fullmatch(r"[0-9.eE+-]+", ast.get_source_segment(text, node) or "") or not abs(number) < 1e300:
                raise refuse("a number is too large, or has other characters than digits")
            if isinstance(number, int) and int(float(number)) != number:
                raise refuse(f"no double is {number}: as a text in quotes it is compared exactly")
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Not(), operand=inner):
            check(inner)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _ARITHMETIC:
            check(left, right)
        case ast.BoolOp(values=values):
            check(*values)
        case ast.Compare() if against := _against_texts(node):
            labels[against[0]] = None
        case ast.Compare(left=left, ops=steps, comparators=others) if all(type(o) in _COMPARISONS for o in steps):
            check(left, *others)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS:
            if len(arguments) < _FUNCTIONS[name][1] or (name == "abs" and len(arguments) > 1):
                raise refuse(f"{name} takes another number of arguments")
            check(*arguments)
        case _:
            raise refuse(f"{type(node).__name__} is not part of the language")


def _value(node: ast.expr, columns: Mapping[str, Array], labels: Mapping[str, Labels], np: Any) -> Any:
    def of(inner: ast.expr) -> Any:
        return _value(inner, columns, labels, np)

    def known(truth: Any, *sides: Any) -> Any:
        """Compare: 1 or 0, and NaN where a side has no value."""
        return np.where(reduce(np.logical_or, map(np.isnan, sides)), np.nan, np.where(truth, 1.0, 0.0))

    def truth(inner: ast.expr) -> Any:
        value = of(inner)
        return known(np.not_equal(value, 0.0), value)

    match node:
        case ast.Name(id=name):
            return columns[name]
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return 1.0 - truth(inner)
        case ast.UnaryOp(op=sign, operand=inner):
            return np.negative(of(inner)) if isinstance(sign, ast.USub) else of(inner)
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            divisor = of(right)
            return np.where(np.equal(divisor, 0.0), np.nan, np.divide(of(left), divisor))
        case ast.BinOp(left=left, op=operator, right=right):
            return getattr(np, _ARITHMETIC[type(operator)])(of(left), of(right))
        case ast.BoolOp(op=operator, values=values):
            return _together(list(map(truth, values)), isinstance(operator, ast.And), np)
        case ast.Compare() if against := _against_texts(node):
            return _compare_texts(labels[against[0]], node.ops[0], against[1], np)
        case ast.Compare(left=left, ops=steps, comparators=others):
            sides = [of(value) for value in (left, *others)]
            truths = [
                known(getattr(np, _COMPARISONS[type(o)])(a, b), a, b)
                for o, a, b in zip(steps, sides, sides[1:], strict=False)
            ]
            return _together(truths, True, np)
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return (
                reduce(getattr(np, _FUNCTIONS[name][0]), map(of, arguments))
                if name != "abs"
                else np.absolute(of(arguments[0]))
            )
    raise InputError("query", ast.dump(node)[:40], _ALLOWED)


def _together(truths: list[Any], every: bool, np: Any) -> Any:
    """Combine truth values by and/or; one that decides alone does so even if others have no value."""
    decisive, some, whole = (0.0, np.fmin, np.minimum) if every else (1.0, np.fmax, np.maximum)
    return np.where(np.equal(reduce(some, truths), decisive), decisive, reduce(whole, truths))


def _compare_texts(column: Labels, operator: ast.cmpop, texts: Sequence[str], np: Any) -> Any:
    found = column.places_among([*dict.fromkeys(text.strip() for text in texts)]) >= 0
    holds = found if isinstance(operator, ast.Eq | ast.In) else ~found
    return np.where(column.codes < 0, np.nan, holds.astype(float))
