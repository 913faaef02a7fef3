"""Columns of values and how to combine them; exact power sums for the blocks of a prefix sum."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any

from flint import fmpq, fmpq_poly

Value = Any


class Column(list):  # type: ignore[type-arg]
    """One value per position of the current axis."""


@lru_cache(maxsize=4096)
def centred_power_sum(width: int, power: int) -> fmpq:
    """Sum of s**power over s = -(width-1)/2, ..., (width-1)/2 in unit steps, exactly (Faulhaber's formula)."""
    top, bottom = fmpq(width + 1, 2), fmpq(1 - width, 2)
    difference = _bernoulli_polynomial(power + 1)
    return (difference(top) - difference(bottom)) / (power + 1)


@lru_cache(maxsize=2048)
def _bernoulli_polynomial(degree: int) -> fmpq_poly:
    """B_n(x) = sum_j C(n,j) B_{n-j} x^j."""
    coefficients, binomial = [], 1
    for j in range(degree + 1):
        coefficients.append(fmpq.bernoulli(degree - j) * binomial)
        binomial = binomial * (degree - j) // (j + 1)
    return fmpq_poly(coefficients)


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
        paired = [operation(values[j], values[j + 1]) for j in range(0, len(values) - 1, 2)]
        values = [*paired, values[-1]] if len(values) % 2 else paired
    return values[0]


def weighted_total(column: Column, weights: Sequence[int]) -> Value:
    terms = [x if w == 1 else x * w for x, w in zip(column, weights, strict=True)]
    return tree(terms, operator.add)
