"""Columns of values and how to combine them; power sums for the blocks of a prefix sum."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any

from flint import arb, arb_series, fmpz

from replcalc.numbers.fields import ball_precision, series_length

Value = Any


class Column(list):  # type: ignore[type-arg]
    """One value per position of the current axis."""


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
    length = next((len(a) for a in args if isinstance(a, Column)), None)
    if length is None:
        return function(*args)
    if len(args) == 1:
        return Column(map(function, args[0]))
    columns = [a if isinstance(a, Column) else repeat(a, length) for a in args]
    return Column(map(function, *columns))


def fold(values: list[Value], operation: Callable[[Value, Value], Value]) -> Value:
    """Combine scalars first, so that a column is touched once per column and not once per scalar."""
    scalars = [v for v in values if not isinstance(v, Column)]
    columns = [v for v in values if isinstance(v, Column)]
    scalar: Value = None
    for v in scalars:
        scalar = v if scalar is None else operation(scalar, v)
    result: Value = None
    for column in columns:
        result = column if result is None else lift(operation, result, column)
    if result is None:
        return scalar
    return result if scalar is None else lift(operation, scalar, result)


def tree(values: list[Value], operation: Callable[[Value, Value], Value]) -> Value:
    """Combine pairwise: the radius of a ball grows with the depth, not with the length."""
    while len(values) > 1:
        paired = list(map(operation, values[::2], values[1::2]))
        values = [*paired, values[-1]] if len(values) % 2 else paired
    return values[0]


def weighted_total(column: Column, weights: Sequence[int]) -> Value:
    if len(column) != len(weights):
        raise ValueError(f"{len(column)} values and {len(weights)} weights")
    if max(weights) == min(weights) == 1:
        return tree(column, operator.add)
    return tree([x if w == 1 else x * w for x, w in zip(column, weights, strict=True)], operator.add)
