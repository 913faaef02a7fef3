"""Claims on means over pairs."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import Parts, R, exp, loggamma, nudged, of, prove_by_form, prove_identity

GROUPS = "derived:u-statistic-groups"
s, c, x, y, whole = sp.symbols("s c x y whole", positive=True)
N = sp.Symbol("N", integer=True, positive=True)


def _rest(power: Any) -> Parts:
    """What is not linear in the draws: N^2 pairs, each with variance v, uncorrelated."""
    return {"groups": prove_identity((N * N * whole) / N**4, whole / N**power)}


def _angle(quarter: Any) -> Parts:
    """x s + y c <= sqrt(x^2 + y^2) for s^2 + c^2 = 1; the variance of a value in [0, 1] is at most 1/4."""
    p = sp.Symbol("p", positive=True)
    return {
        "Lagrange": prove_identity((x**2 + y**2) * (s**2 + c**2) - (x * s + y * c) ** 2, (x * c - y * s) ** 2),
        "at most": prove_by_form(p * (1 - p) <= quarter, (R(1, 2) - p) ** 2 if quarter == R(1, 4) else None),
    }


def _stated(factor: Any) -> Parts:
    """V = 1/4 s^2 and v = 1/4 c^2: (g/sqrt(pi))^2 + (1/(sqrt(2) N))^2, times 4 pi N^2."""
    g = sp.Symbol("g", positive=True)  # Gamma(N)/Gamma(N + 1/2)
    ratio = exp(2 * loggamma(N) - 2 * loggamma(N + R(1, 2)))
    stated = sp.expand((of(GROUPS, "gap", N=N) ** 2).subs(ratio, g**2))
    return {"groups": prove_identity(4 * sp.pi * N**2 * stated, (2 * N * g) ** 2 + sp.pi * factor)}


CLAIMS = (
    nudged(
        "pairs.rest",
        GROUPS,
        None,
        "what is not linear in the draws has variance v/N^2",
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
        "the expected distance, squared: the Gaussian constant of the linear part and the variance of the rest",
        _stated,
        2,
        1,
        given="the Cauchy-Schwarz inequality",
    ),
)
