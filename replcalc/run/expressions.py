"""Queries over columns: a small language, compiled through a whitelist, never evaluated as a program.

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

import ast
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import numpy as np

from replcalc.numbers.errors import InputError
from replcalc.run.rows import REFUSE, Array, Chunk, Labels

#: Longest query, and deepest nesting.
MAX_LENGTH, MAX_DEPTH = 2000, 40
#: What a part of a query is on columns of numbers and columns of labels.
Evaluate = Callable[[Mapping[str, Array], Mapping[str, Labels]], Any]

_ARITHMETIC: Mapping[type, Any] = {
    ast.Add: np.add,
    ast.Sub: np.subtract,
    ast.Mult: np.multiply,
    ast.Div: lambda a, b: np.where(np.equal(b, 0.0), np.nan, np.divide(a, b)),
    ast.USub: np.negative,
    ast.UAdd: lambda a: a,
}
_COMPARISONS: Mapping[type, Any] = {
    ast.Lt: np.less,
    ast.LtE: np.less_equal,
    ast.Gt: np.greater,
    ast.GtE: np.greater_equal,
    ast.Eq: np.equal,
    ast.NotEq: np.not_equal,
}
#: Functions with the least number of their arguments.
_FUNCTIONS: Mapping[str, tuple[Any, int]] = {"abs": (np.absolute, 1), "min": (np.minimum, 2), "max": (np.maximum, 2)}
_ALLOWED = "column names, numbers, + - * /, comparisons, and, or, not, abs, min, max, texts in quotes"


@dataclass(frozen=True)
class Query:
    """A parsed query: its canonical text, the columns of numbers and of labels it reads, how to evaluate it."""

    text: str
    columns: tuple[str, ...]
    tree: ast.expr
    texts: tuple[str, ...] = ()
    evaluate: Evaluate | None = field(default=None, compare=False)

    def __call__(
        self, columns: Mapping[str, Array], texts: Mapping[str, Sequence[str] | Labels] | None = None
    ) -> Array:
        """Return the value of every row; NaN: it has none."""
        assert self.evaluate is not None
        labels = {name: Labels.of(column) for name, column in (texts or {}).items()}
        lengths = [*map(len, columns.values()), *map(len, labels.values())]
        with np.errstate(all="ignore"):  # a value that is not a number is refused later, with its row
            value = np.asarray(self.evaluate(columns, labels), dtype=float)
        return np.broadcast_to(value, (lengths[0],))

    @property
    def is_condition(self) -> bool:
        """Whether the value is true or false."""
        negated = isinstance(self.tree, ast.UnaryOp) and isinstance(self.tree.op, ast.Not)
        return negated or isinstance(self.tree, ast.Compare | ast.BoolOp)

    def values_on(self, chunk: Chunk) -> Array:
        """Return the value of every row; refuse integers that doubles do not represent exactly."""
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
        value = self.values_on(chunk)
        absent = np.isnan(value)
        if missing == REFUSE and absent.any():
            raise InputError(f"Row {chunk.row(int(absent.argmax()))}", self.text, "a condition that has a value there")
        return chunk.where(value > 0) if not (value > 0).all() else chunk

    def labels_of(self, chunk: Chunk) -> Labels:
        """Return labels: those of the column, true and false of a condition, the numbers of anything else."""
        if isinstance(self.tree, ast.Name):
            return chunk.texts[self.tree.id]
        values, codes = np.unique(self.values_on(chunk), return_inverse=True)
        some = ~np.isnan(values)
        if self.is_condition:
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
    compiler = _Compiler(argument, text.strip())
    evaluate = compiler.compile(tree)
    if not compiler.columns and not compiler.texts:
        raise InputError(argument, text, "a query that reads at least one column")
    return Query(ast.unparse(tree), tuple(compiler.columns), tree, tuple(compiler.texts), evaluate)


def parse_condition(text: str, argument: str) -> Query:
    """Parse a query whose value is true or false."""
    query = parse_query(text, argument)
    if isinstance(query.tree, ast.Name) or query.is_condition:
        return query
    raise InputError(argument, text, "a condition, such as age >= 18 and country == 'DE'")


@dataclass
class _Compiler:
    """Compiles a syntax tree of the language, refuses any other, and collects the columns that it reads."""

    argument: str
    text: str
    columns: dict[str, None] = field(default_factory=dict)
    texts: dict[str, None] = field(default_factory=dict)
    depth: int = 0

    def refusal(self, hint: str) -> InputError:
        return InputError(self.argument, self.text, _ALLOWED, hint)

    def compile(self, node: ast.expr) -> Evaluate:
        self.depth += 1
        if self.depth > MAX_DEPTH + 1:
            raise self.refusal(f"nested deeper than {MAX_DEPTH}")
        found = self._compile(node)
        self.depth -= 1
        return found

    def _apply(self, function: Callable[..., Any], *nodes: ast.expr) -> Evaluate:
        parts = [self.compile(node) for node in nodes]
        return lambda columns, labels: function(*(part(columns, labels) for part in parts))

    def _compile(self, node: ast.expr) -> Evaluate:
        match node:
            case ast.Name(id=name):
                self.columns[name] = None
                return lambda columns, labels: columns[name]
            case ast.Constant(value=value):
                number = self._read_number(node, value)
                return lambda columns, labels: number
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return self._apply(lambda value: 1.0 - _truth(value), inner)
            case ast.UnaryOp(op=operator, operand=inner) if type(operator) in _ARITHMETIC:
                return self._apply(_ARITHMETIC[type(operator)], inner)
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _ARITHMETIC:
                return self._apply(_ARITHMETIC[type(operator)], left, right)
            case ast.BoolOp(op=operator, values=values):
                every = isinstance(operator, ast.And)
                return self._apply(lambda *parts: _combine([_truth(part) for part in parts], every), *values)
            case ast.Compare() if (texts := _compared_texts(node)) is not None:
                name, compared, wanted = texts
                self.texts[name] = None
                return lambda columns, labels: _compare_texts(labels[name], compared, wanted)
            case ast.Compare(left=left, ops=steps, comparators=others) if all(type(o) in _COMPARISONS for o in steps):
                compare = [_COMPARISONS[type(step)] for step in steps]
                return self._apply(lambda *sides: _compare(compare, sides), left, *others)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS:
                function, fewest = _FUNCTIONS[name]
                if len(arguments) < fewest or (name == "abs" and len(arguments) > 1):
                    raise self.refusal(f"{name} takes another number of arguments")
                if name == "abs":
                    return self._apply(function, *arguments)
                return self._apply(lambda *values: reduce(function, values), *arguments)
        raise self.refusal(f"{type(node).__name__} is not part of the language")

    def _read_number(self, node: ast.Constant, value: Any) -> float:
        if isinstance(value, str):
            raise self.refusal("a text stands on the right of a comparison with a column")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.refusal(f"{value!r:.20} is not a number")
        written = ast.get_source_segment(self.text, node) or ""
        if not re.fullmatch(r"[0-9.eE+-]+", written) or not abs(value) < 1e300:
            raise self.refusal("a number is too large, or has other characters than digits")
        if isinstance(value, int) and int(float(value)) != value:
            raise self.refusal(f"no double is {value}: as a text in quotes it is compared exactly")
        return float(value)


def _compared_texts(node: ast.Compare) -> tuple[str, ast.cmpop, list[str]] | None:
    """Return the column of a comparison with texts, how it is compared, and the texts; None for any other."""
    match node:
        case ast.Compare(
            left=ast.Name(id=name), ops=[ast.In() | ast.NotIn() as operator], comparators=[ast.Tuple(elts=parts)]
        ):
            texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            return (name, operator, texts) if texts and len(texts) == len(parts) else None
        case ast.Compare(
            left=ast.Name(id=name),
            ops=[ast.Eq() | ast.NotEq() as operator],
            comparators=[ast.Constant(value=str() as text)],
        ):
            return name, operator, [text]
    return None


def _known(truth: Any, *sides: Any) -> Any:
    """Return 1 or 0, and NaN where a side has no value."""
    return np.where(reduce(np.logical_or, map(np.isnan, sides)), np.nan, np.where(truth, 1.0, 0.0))


def _truth(value: Any) -> Any:
    return _known(np.not_equal(value, 0.0), value)


def _compare(functions: Sequence[Callable[..., Any]], sides: Sequence[Any]) -> Any:
    steps = zip(functions, sides, sides[1:], strict=False)
    return _combine([_known(compare(a, b), a, b) for compare, a, b in steps], True)


def _combine(truths: list[Any], every: bool) -> Any:
    """Combine truth values by and/or; one that decides alone does so even if others have no value."""
    decisive, some, whole = (0.0, np.fmin, np.minimum) if every else (1.0, np.fmax, np.maximum)
    return np.where(np.equal(reduce(some, truths), decisive), decisive, reduce(whole, truths))


def _compare_texts(column: Labels, operator: ast.cmpop, texts: Sequence[str]) -> Any:
    found = column.places_among([*dict.fromkeys(text.strip() for text in texts)]) >= 0
    holds = found if isinstance(operator, ast.Eq | ast.In) else ~found
    return np.where(column.codes < 0, np.nan, holds.astype(float))
