"""Is there x >= 0 with A x = b? Exact rational phase-one simplex for the small systems of the O-form reduction."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def has_nonnegative_solution(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> bool:
    """Minimise the sum of one artificial variable per row; the system is solvable iff the minimum is zero.

    Bland's rule (smallest index in and out) makes the method end on degenerate systems too.
    """
    count, width = len(rows), len(rows[0])
    table: list[list[Fraction]] = []
    for r, (row, value) in enumerate(zip(rows, right, strict=True)):
        sign = -1 if value < 0 else 1
        unit = [Fraction(int(r == s)) for s in range(count)]
        table.append([sign * Fraction(x) for x in row] + unit + [sign * Fraction(value)])
    basis = list(range(width, width + count))
    # reduced costs of the artificial objective: minus the column sums, zero on the artificial columns
    cost = [-sum((table[r][c] for r in range(count)), Fraction(0)) for c in range(width)] + [Fraction(0)] * count
    cost.append(-sum((table[r][-1] for r in range(count)), Fraction(0)))
    while True:
        entering = next((c for c in range(width) if cost[c] < 0), None)
        if entering is None:
            return cost[-1] == 0
        ratios = [(table[r][-1] / table[r][entering], basis[r], r) for r in range(count) if table[r][entering] > 0]
        if not ratios:  # cannot happen: the objective is bounded below by zero
            raise ArithmeticError("phase-one objective unbounded")
        _, _, pivot = min(ratios)
        _eliminate(table, cost, pivot, entering)
        basis[pivot] = entering


def _eliminate(table: list[list[Fraction]], cost: list[Fraction], pivot: int, column: int) -> None:
    """Make ``column`` the unit vector of row ``pivot`` in the table and zero in the cost row."""
    scale = table[pivot][column]
    table[pivot] = [x / scale for x in table[pivot]]
    for r, row in enumerate(table):
        if r != pivot and row[column]:
            factor = row[column]
            table[r] = [x - factor * y for x, y in zip(row, table[pivot], strict=True)]
    factor = cost[column]
    cost[:] = [x - factor * y for x, y in zip(cost, table[pivot], strict=True)]
