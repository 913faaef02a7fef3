"""Is there x >= 0 with A x = b? Exact rational phase-one simplex for the small systems of the O-form reduction."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq


def has_nonnegative_solution(rows: Sequence[Sequence[Fraction | int]], right: Sequence[Fraction | int]) -> bool:
    """Minimise the sum of one artificial variable per row; the system is solvable iff the minimum is zero.

    Bland's rule (smallest index in and out) makes the method end on degenerate systems too.
    """
    count, width = len(rows), len(rows[0])
    table: list[list[fmpq]] = []
    for r, (row, value) in enumerate(zip(rows, right, strict=True)):
        sign = -1 if value < 0 else 1
        unit = [fmpq(int(r == s)) for s in range(count)]
        table.append([sign * _exact(x) for x in row] + unit + [sign * _exact(value)])
    basis = list(range(width, width + count))
    # reduced costs of the artificial objective: minus the column sums, zero on the artificial columns
    cost = [-sum((table[r][c] for r in range(count)), fmpq(0)) for c in range(width)] + [fmpq(0)] * count
    cost.append(-sum((table[r][-1] for r in range(count)), fmpq(0)))
    while True:
        entering = next((c for c in range(width) if cost[c] < 0), None)
        if entering is None:
            return bool(cost[-1] == 0)
        ratios = [(table[r][-1] / table[r][entering], basis[r], r) for r in range(count) if table[r][entering] > 0]
        if not ratios:  # cannot happen: the objective is bounded below by zero
            raise ArithmeticError("phase-one objective unbounded")
        _, _, pivot = min(ratios)
        _eliminate(table, cost, pivot, entering)
        basis[pivot] = entering


def _exact(value: Fraction | int) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _eliminate(table: list[list[fmpq]], cost: list[fmpq], pivot: int, column: int) -> None:
    """Make ``column`` the unit vector of row ``pivot`` in the table and zero in the cost row."""
    scale = table[pivot][column]
    table[pivot] = [x / scale for x in table[pivot]]
    for r, row in enumerate(table):
        if r != pivot and row[column]:
            factor = row[column]
            table[r] = [x - factor * y for x, y in zip(row, table[pivot], strict=True)]
    factor = cost[column]
    cost[:] = [x - factor * y for x, y in zip(cost, table[pivot], strict=True)]
