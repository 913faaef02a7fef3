"""Claims on means over pairs."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import Case, Outcome, Parts, R, equal, nudged, of, prove_by_form, prove_finite, prove_identity

GROUPS, ROWS = "derived:u-statistic-groups", "derived:u-statistic-rows"
s, c, x, y, first, whole = sp.symbols("s c x y first whole", positive=True)
N, n = sp.symbols("N n", integer=True, positive=True)


def _rest(factor: Any) -> Parts:
    """Var U = (2/(n(n-1)))(2(n-2) z1 + z2), the linear part has 4 z1/n: the rest has 2(z2 - 2 z1)/(n(n-1))."""
    variance = 2 * (2 * (n - 2) * first + whole) / (n * (n - 1))
    return {
        "rows": prove_identity(variance - 4 * first / n, factor * (whole - 2 * first) / (n * (n - 1))),
        "groups": prove_identity((N * N * whole) / N**4, whole / N**2),
    }


def _angle(quarter: Any) -> Parts:
    """x s + y c <= sqrt(x^2 + y^2) for s^2 + c^2 = 1; the variance of a value in [0, 1] is at most 1/4."""
    p = sp.Symbol("p", positive=True)
    return {
        "Lagrange": prove_identity((x**2 + y**2) * (s**2 + c**2) - (x * s + y * c) ** 2, (x * c - y * s) ** 2),
        "at most": prove_by_form(p * (1 - p) <= quarter, (R(1, 2) - p) ** 2 if quarter == R(1, 4) else None),
    }


def _stated(factor: Any) -> Parts:
    """V = s^2/4 and v = c^2/4: the Gaussian constant times sqrt V, and sqrt(2v)/N.

    Rows: z1 = s^2/8 and z2 - 2 z1 = c^2/4.
    """
    g = sp.Symbol("g", positive=True)  # Gamma(N)/Gamma(N + 1/2)
    m = 2 * N
    groups = (2 / sp.sqrt(sp.pi) * R(1, 2) * g) ** 2 + (sp.sqrt(factor * R(1, 4)) / N) ** 2
    rows = (2 / sp.sqrt(sp.pi) * sp.sqrt(R(4, 8)) * g) ** 2 + (sp.sqrt(2 * factor * R(1, 4) / (m * (m - 1)))) ** 2

    def stated(label: str, size: Any) -> Any:
        ratio = sp.exp(2 * sp.loggamma(size) - 2 * sp.loggamma(size + R(1, 2)))
        return sp.expand(of(label, "gap", N=N) ** 2).subs(ratio, g**2)

    return {"groups": prove_identity(groups, stated(GROUPS, N)), "rows": prove_identity(rows, stated(ROWS, m))}


def _counted(order: int, factor: Any) -> Outcome:
    """Pairs of rows that share one row: n(n-1)(n-2) ordered ones; all: those, the equal ones and the disjoint ones."""
    number = sp.Symbol("n", integer=True, nonnegative=True)
    pairs = sp.binomial(number, 2)
    share = factor * number * (number - 1) * (number - 2)
    parts = pairs + share + pairs * sp.binomial(number - 2, 2)
    return prove_finite([Case("pairs of pairs", equal(pairs**2, parts), [(number, 2, order)])])


CLAIMS = (
    nudged(
        "pairs.shared",
        ROWS,
        None,
        "of n rows, n(n-1)(n-2) ordered pairs of pairs share one row (n <= 40): the variance of the mean over pairs",
        _counted,
        (40, 1),
        (5, R(1, 2)),
    ),
    nudged(
        "pairs.rest",
        ROWS,
        None,
        "what is not linear in the rows has variance 2(z2 - 2 z1)/(n(n-1)), in two groups v/N^2",
        _rest,
        2,
        3,
        given="Hoeffding's formula for the variance of a U-statistic",
    ),
    nudged(
        "pairs.angle",
        GROUPS,
        None,
        "x s + y c <= sqrt(x^2 + y^2) on the circle: the linear part and the rest share the variance 1/4",
        _angle,
        R(1, 4),
        R(249, 1000),
        given="that a point of the circle is (s, c)",
    ),
    nudged(
        "pairs.gap",
        GROUPS,
        None,
        "both expected distances, squared: the Gaussian constant of the linear part and the variance of the rest",
        _stated,
        2,
        1,
        given="the Cauchy-Schwarz inequality",
    ),
)
