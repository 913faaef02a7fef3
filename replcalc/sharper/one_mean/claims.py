"""Claims on one mean: both sides have the same limit."""

from __future__ import annotations

import sympy as sp

from replcalc.vocabulary import Outcome, Parts, nudged, of, prove_identity

ONE, GAP, QUERIES = "derived:one-mean", "derived:expected-gap-rounding", "derived:queries-lower"
alpha, rho, beta, L, a, b = sp.symbols("alpha rho beta L a b", positive=True)
N = sp.Symbol("N", integer=True, positive=True)


def _enough(share: sp.Expr) -> Parts:
    """At the balanced share lambda both terms of derived:expected-gap-rounding are limit (1 + rho sqrt(2 pi L))^2."""
    balanced = 1 / (1 + rho * sp.sqrt(2 * sp.pi * L))
    limit = of(ONE, "limit", alpha=alpha, rho=rho)
    stated = limit * (1 + rho * sp.sqrt(2 * sp.pi * L)) ** 2
    return {
        "agreement": prove_identity(1 / (4 * sp.pi * balanced**2 * alpha**2 * rho**2), stated),
        "accuracy": prove_identity(share * L / ((1 - balanced) ** 2 * alpha**2), stated),
    }


def _needed(width: int) -> Outcome:
    """sqrt(N) I tends to 2/sqrt(pi) and the window to width alpha: forced is then rho at the limit."""
    limit = of(ONE, "limit", alpha=alpha, rho=rho)
    return prove_identity(2 / sp.sqrt(sp.pi) / sp.sqrt(limit) / (width * alpha), rho)


CLAIMS = (
    nudged(
        "one-mean.enough",
        ONE,
        None,
        "rounding at the balanced share takes limit (1 + rho sqrt(2 pi ln(2/beta)))^2 samples",
        _enough,
        sp.Rational(1, 2),
        sp.Rational(1, 4),
        given="derived:expected-gap-rounding",
    ),
    nudged(
        "one-mean.needed",
        ONE,
        None,
        "at the limit the disagreement that is forced tends to rho",
        _needed,
        4,
        2,
        given="derived:gaussian-box",
    ),
)
