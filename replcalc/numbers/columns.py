"""Columns of values and how to combine them; power sums for the blocks of a prefix sum."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import lru_cache, partial, reduce
from itertools import repeat
from typing import Any

from flint import arb, arb_series, ctx, fmpz

from replcalc.numbers.fields import ball_precision, series_length

Value = Any


class Column(list):  # type: ignore[type-arg]
    """One value per position of the current axis."""

    def map(self, function: Callable[[Sequence[Value]], Sequence[Value]]) -> Column:
        """``function`` takes all values at once and gives as many."""
        return Column(function(self))


class Coded(Column):
    """A column of few different values: position p holds ``distinct[codes[p]]``.

    What is done to such columns with one list of codes is done once for each of their distinct values, and in balls
    with twice the bits: that costs little, and what cancels in few values does not ask for more bits in all.
    """

    def __init__(self, distinct: Sequence[Value], codes: Sequence[int]) -> None:
        super().__init__(map(distinct.__getitem__, codes))
        self.distinct, self.codes = distinct, codes

    def map(self, function: Callable[[Sequence[Value]], Sequence[Value]]) -> Coded:
        with ball_precision(2 * ctx.prec):
            return Coded(function(self.distinct), self.codes)

    def totals(self, weights: Sequence[int]) -> list[tuple[Value, int]]:
        """Every distinct value with its weight over all positions."""
        sums: dict[int, int] = {}
        for code, weight in zip(self.codes, weights, strict=True):
            sums[code] = sums.get(code, 0) + weight
        return [(self.distinct[code], weight) for code, weight in sums.items()]


def spread_out(
    distinct: Sequence[Value], codes: Sequence[int], convert: Callable[[Sequence[Value]], Sequence[Value]]
) -> Column:
    """The column with ``distinct[codes[p]]``, converted, at position p; its codes are kept where they save work."""
    if isinstance(codes, range):
        return Column(convert(distinct))
    if 2 * len(distinct) <= len(codes):
        return Coded(distinct, codes).map(convert)
    return Column(map(convert(distinct).__getitem__, codes))


@lru_cache(maxsize=256)
def centred_power_sums(width: int, terms: int, bits: int) -> tuple[arb, ...]:
    """Sums of s**0, s**2, ..., s**(2 terms - 2) over s = -(width-1)/2, ..., (width-1)/2 in unit steps, at ``bits``.

    The sum of e^(sz) is sinh(width z/2)/sinh(z/2): one division of power series in z^2 gives them all, and loses no
    digits while 2*terms < pi*width (the poles of 1/sinh(z/2) are at distance 2 pi).
    """
    with ball_precision(bits + 32), series_length(terms):
        wide, unit, square, wide_terms, unit_terms = arb(width) / 2, arb(0.5), arb(width) ** 2, [], []
        for m in range(terms):
            wide_terms.append(wide)
            unit_terms.append(unit)
            divisor = 4 * (2 * m + 2) * (2 * m + 3)
            wide, unit = wide * square / divisor, unit / divisor
        ratio = arb_series(wide_terms) / arb_series(unit_terms)
        return tuple(ratio[m] * arb(fmpz.fac_ui(2 * m)) for m in range(terms))


def lift(function: Callable[..., Value], *args: Value) -> Value:
    """Apply ``function`` entrywise, repeating scalars along the columns."""
    columns = [a for a in args if isinstance(a, Column)]
    if not columns:
        return function(*args)
    first = columns[0]
    if isinstance(first, Coded) and all(isinstance(c, Coded) and c.codes is first.codes for c in columns):
        with ball_precision(2 * ctx.prec):
            return Coded(_entrywise(function, [a.distinct if isinstance(a, Coded) else a for a in args]), first.codes)
    return Column(_entrywise(function, args))


def _entrywise(function: Callable[..., Value], args: Sequence[Value]) -> list[Value]:
    """``args``: lists of one length, at least one, and scalars."""
    return list(map(function, *(a if isinstance(a, list | tuple) else repeat(a) for a in args)))


def fold(values: list[Value], operation: Callable[[Value, Value], Value]) -> Value:
    """Combine scalars first, then columns of few different values, so that long columns are touched least."""

    def different(value: Value) -> int:
        return len(value.distinct) if isinstance(value, Coded) else len(value) if isinstance(value, Column) else 0

    if not any(isinstance(v, Column) for v in values):
        return reduce(operation, values)
    return reduce(partial(lift, operation), sorted(values, key=different))


def tree(values: list[Value], operation: Callable[[Value, Value], Value]) -> Value:
    """Combine pairwise: the radius of a ball grows with the depth, not with the length."""
    while len(values) > 1:
        paired = list(map(operation, values[::2], values[1::2]))
        values = [*paired, values[-1]] if len(values) % 2 else paired
    return values[0]


def weighted_total(column: Column, weights: Sequence[int]) -> Value:
    if len(column) != len(weights):
        raise ValueError(f"{len(column)} values and {len(weights)} weights")
    if isinstance(column, Coded):
        return tree([x * w for x, w in column.totals(weights)], operator.add)
    if max(weights) == min(weights) == 1:
        return tree(column, operator.add)
    return tree([x if w == 1 else x * w for x, w in zip(column, weights, strict=True)], operator.add)
