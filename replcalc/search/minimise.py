"""Search in floats: a small Nelder-Mead, restarted until it stops improving. What it finds is always re-certified."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from flint import fmpq

Objective = Callable[[Sequence[float]], float]


def minimise(objective: Objective, start: Sequence[float], *, step: float = 0.7, rounds: int = 6) -> list[float]:
    """A local minimum from ``start``; each round restarts with a fresh simplex around the best point so far."""
    best = list(start)
    value = objective(best)
    for _ in range(rounds):
        found = _nelder_mead(objective, best, step)
        new = objective(found)
        improved = new < value * (1 - 1e-6) if math.isfinite(value) else new < value
        if new < value:
            best, value = found, new
        if not improved:
            break
        step *= 0.5
    return best


def _nelder_mead(objective: Objective, start: Sequence[float], step: float, limit: int = 220) -> list[float]:
    size = len(start)
    points = [list(start)] + [[x + (step if i == j else 0.0) for j, x in enumerate(start)] for i in range(size)]
    simplex = sorted(((objective(p), p) for p in points), key=lambda entry: entry[0])
    for _ in range(limit):
        if abs(simplex[-1][0] - simplex[0][0]) <= 1e-10 * abs(simplex[0][0]):
            break
        centre = [sum(p[j] for _, p in simplex[:-1]) / size for j in range(size)]
        worst = simplex[-1][1]

        def along(t: float, centre: list[float] = centre, worst: list[float] = worst) -> tuple[float, list[float]]:
            point = [c + t * (c - w) for c, w in zip(centre, worst, strict=True)]
            return objective(point), point

        candidate = along(1.0)
        if candidate[0] < simplex[0][0]:
            further = along(2.0)
            candidate = further if further[0] < candidate[0] else candidate
        elif candidate[0] >= simplex[-2][0]:
            candidate = along(0.5 if candidate[0] < simplex[-1][0] else -0.5)
            if candidate[0] >= simplex[-1][0]:
                anchor = simplex[0][1]
                moved = [[(a + b) / 2 for a, b in zip(anchor, p, strict=True)] for _, p in simplex[1:]]
                simplex = sorted([simplex[0], *((objective(p), p) for p in moved)], key=lambda entry: entry[0])
                continue
        simplex = sorted([*simplex[:-1], candidate], key=lambda entry: entry[0])
    return simplex[0][1]


def rounded(value: float, digits: int = 8) -> fmpq:
    """A float as a short exact decimal, rounded to nearest."""
    mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    whole = int(mantissa.replace(".", ""))
    power = int(exponent) - (digits - 1)
    return fmpq(whole) * fmpq(10) ** power


def rounded_down(value: fmpq, digits: int = 8) -> fmpq:
    """A positive rational rounded down to ``digits`` significant decimal digits."""
    from replcalc.numbers.enclosure import decimal_exponent

    unit = fmpq(10) ** (decimal_exponent(value) - digits + 1)
    return fmpq((value / unit).floor()) * unit
