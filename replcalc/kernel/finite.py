"""Certificates of kind ``finite``: exact comparisons for every value of some indices, computed.

Besides the expressions of all certificates (with whole powers) a side may hold finite sums, binomial coefficients, case
distinctions, entries of the certificate's tables, and, in one polynomial variable, derivatives:
``["sum", body, ["v", index], lower, upper]``, ``["binom", n, k]``, ``["if", operator, a, b, then, otherwise]``,
``["at", table, index...]`` (indices from 0), ``["diff", a]``, and the dimensions of a class of functions
``["vc", points, class]``, ``["littlestone", points, class]``. With a
polynomial variable the sides are polynomials in it and only ``==`` compares them, coefficient by coefficient. Values
are Fractions or tuples of coefficients.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import zip_longest
from math import comb
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from replcalc.kernel.variables import read_rational

DensePolynomial = tuple[Fraction | int, ...]  # whole coefficients as integers: many times faster
FiniteValue = Fraction | DensePolynomial
COMPARE: dict[str, Callable[[Any, Any], bool]] = {"<=": le, "<": lt, ">=": ge, ">": gt, "==": eq, "!=": ne}
#: Largest exponent that is multiplied out.
MAX_EXPONENT = 10_000


def finite_holds(data: Mapping[str, Any]) -> bool:
    """Return whether every case is right for all its indices; ValueError where something has no value."""
    return bool(data["cases"]) and first_failure(data) is None


def first_failure(data: Mapping[str, Any]) -> tuple[dict[str, Any], FiniteValue, FiniteValue] | None:
    """Return the first case that is wrong, with the indices at which it is, and the values of its two sides there."""
    evaluator = _evaluator(data)
    for case in data["cases"]:
        for at in evaluator.indices(case["for"], {}):
            if not _holds(evaluator, case["relation"], at):
                left, right = (evaluator.value(case["relation"][side], at) for side in ("left", "right"))
                return {"case": case["name"], "at": {name: str(value) for name, value in at.items()}}, left, right
    return None


def count_comparisons(data: Mapping[str, Any]) -> int:
    """Return the number of comparisons in the cases."""
    evaluator = _evaluator(data)
    return sum(1 for case in data["cases"] for _ in evaluator.indices(case["for"], {}))


def finite_fails(data: Mapping[str, Any]) -> bool:
    """Return whether the named case is wrong at the named indices."""
    (case,) = (case for case in data["cases"] if case["name"] == data["fails"]["case"])
    at = {name: read_rational(value) for name, value in data["fails"]["at"].items()}
    evaluator = _evaluator(data)
    return at in evaluator.indices(case["for"], {}) and not _holds(evaluator, case["relation"], at)


def _evaluator(data: Mapping[str, Any]) -> Evaluator:
    given = {name: read_rational(value) for name, value in data["given"].items()}
    return Evaluator(given, data["tables"], data["polynomial"])


def _holds(evaluator: Evaluator, relation: Mapping[str, Any], indices: Mapping[str, Fraction]) -> bool:
    left, right = (evaluator.value(relation[side], indices) for side in ("left", "right"))
    if isinstance(left, tuple) or isinstance(right, tuple):
        if relation["operator"] != "==":
            raise ValueError("polynomials are compared for equality only")
        return _plus(left, _times(Fraction(-1), right)) == Fraction(0)
    return COMPARE[relation["operator"]](left, right)


@dataclass(frozen=True)
class Evaluator:
    """Exact values of trees. ``given``: values of parameters; ``tables``: nested lists of rationals."""

    given: Mapping[str, Fraction]
    tables: Mapping[str, Any]
    polynomial: str | None
    powers: dict[tuple[FiniteValue, int], FiniteValue] = field(default_factory=dict)

    def indices(self, ranges: Any, outer: Mapping[str, Fraction]) -> Iterator[dict[str, Fraction]]:
        """Yield every choice of the indices; a range may depend on the indices before it."""
        if not ranges:
            yield dict(outer)
            return
        (name, lower, upper), *rest = ranges
        for number in self._range(lower, upper, outer):
            yield from self.indices(rest, {**outer, name: Fraction(number)})

    def _range(self, lower: Any, upper: Any, at: Mapping[str, Fraction]) -> range:
        return range(self._whole(lower, at), self._whole(upper, at) + 1)

    def _whole(self, tree: Any, at: Mapping[str, Fraction]) -> int:
        value = self.value(tree, at)
        if isinstance(value, tuple) or value.denominator != 1:
            raise ValueError("not an integer")
        return int(value)

    def value(self, tree: Any, at: Mapping[str, Fraction]) -> FiniteValue:
        head, args = tree[0], tree[1:]
        if head == "q":
            return read_rational(args[0])
        if head == "v":
            if args[0] == self.polynomial:
                return (0, 1)
            return at[args[0]] if args[0] in at else self.given[args[0]]
        if head == "^":
            return self._power(self.value(args[0], at), self._whole(args[1], at))
        if head == "sum":
            body, index, lower, upper = args
            total: FiniteValue = Fraction(0)
            for number in self._range(lower, upper, at):
                total = _plus(total, self.value(body, {**at, index[1]: Fraction(number)}))
            return total
        if head == "at":
            entry = self.tables[args[0]]
            for index in args[1:]:
                entry = entry[find_position(self._whole(index, at), len(entry))]
            return read_rational(entry)
        if head == "if":
            chosen = args[3] if self._compare(args, at) else args[4]
            return self.value(chosen, at)
        if head == "binom":
            return Fraction(comb(self._whole(args[0], at), self._whole(args[1], at)))
        if head in DIMENSIONS:
            return Fraction(DIMENSIONS[head](*(self._whole(a, at) for a in args)))
        return self._combine(head, [self.value(a, at) for a in args])

    def _compare(self, args: Any, at: Mapping[str, Fraction]) -> bool:
        left, right = self.value(args[1], at), self.value(args[2], at)
        if isinstance(left, tuple) or isinstance(right, tuple):
            raise ValueError("polynomials in a case distinction")
        return COMPARE[args[0]](left, right)

    def _combine(self, head: str, values: list[FiniteValue]) -> FiniteValue:
        if head in ("+", "*"):
            return reduce(_plus if head == "+" else _times, values)
        if head == "diff" and self.polynomial is not None:
            (value,) = values
            coefficients = value[1:] if isinstance(value, tuple) else ()
            return _trim_zeros(tuple((j + 1) * c for j, c in enumerate(coefficients)))
        numbers = [v for v in values if isinstance(v, Fraction)]
        if len(numbers) < len(values) or head not in ("min", "max", "abs"):
            raise ValueError(f"no exact value: {head}")
        return abs(numbers[0]) if head == "abs" else min(numbers) if head == "min" else max(numbers)

    def _power(self, base: FiniteValue, exponent: int) -> FiniteValue:
        if isinstance(base, Fraction):
            if abs(exponent) > MAX_EXPONENT:
                raise ValueError("an exponent too large to write out")
            return base**exponent
        if exponent < 0 or exponent > MAX_EXPONENT:
            raise ValueError("not a power of a polynomial")
        if (base, exponent) not in self.powers:
            lower = self._power(base, exponent - 1) if exponent > 0 else Fraction(1)
            self.powers[base, exponent] = _times(lower, base) if exponent > 0 else lower
        return self.powers[base, exponent]


def find_position(index: int, length: int) -> int:
    if not 0 <= index < length:
        raise ValueError("outside of the table")
    return index


def _coefficients(value: FiniteValue) -> DensePolynomial:
    if isinstance(value, tuple):
        return value
    return (int(value) if value.denominator == 1 else value,)


def _trim_zeros(coefficients: DensePolynomial) -> FiniteValue:
    """Drop leading zeros; return a constant as a number."""
    length = len(coefficients)
    while length > 1 and coefficients[length - 1] == 0:
        length -= 1
    return coefficients[:length] if length > 1 else Fraction(coefficients[0] if coefficients else 0)


def _plus(a: FiniteValue, b: FiniteValue) -> FiniteValue:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a + b
    pairs = zip_longest(_coefficients(a), _coefficients(b), fillvalue=0)
    return _trim_zeros(tuple(u + v for u, v in pairs))


def _times(a: FiniteValue, b: FiniteValue) -> FiniteValue:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a * b
    result: list[Fraction | int] = [0] * (len(_coefficients(a)) + len(_coefficients(b)) - 1)
    left, right = ([(i, u) for i, u in enumerate(_coefficients(value)) if u] for value in (a, b))
    for i, u in left:
        for j, v in right:
            result[i + j] += u * v
    return _trim_zeros(tuple(result))


# -- dimensions of finite classes of 0/1 functions ---------------------------------------------------------------------
# A class on ``points`` points is a number: its bit j says whether the function is a member whose value at the point p
# is bit p of j.
def _members(points: int, number: int) -> list[int]:
    if not (0 <= points <= 4 and 0 < number < 1 << (1 << points)):
        raise ValueError("a nonempty class on at most four points")
    return [j for j in range(1 << points) if number >> j & 1]


def vc_dimension(points: int, number: int) -> int:
    """Return the largest size of a set of points (a mask) on which the members take all values."""
    members = _members(points, number)
    masks = range(1 << points)
    return max(mask.bit_count() for mask in masks if len({j & mask for j in members}) == 1 << mask.bit_count())


def littlestone_dimension(points: int, number: int) -> int:
    """Return the most mistakes an adversary can force: it asks for a point on which the members left disagree."""

    def forced(members: list[int]) -> int:
        halves = ([[j for j in members if j >> p & 1 == bit] for bit in (0, 1)] for p in range(points))
        return max((1 + min(map(forced, pair)) for pair in halves if all(pair)), default=0)

    return forced(_members(points, number))


DIMENSIONS: dict[str, Callable[..., int]] = {"vc": vc_dimension, "littlestone": littlestone_dimension}
