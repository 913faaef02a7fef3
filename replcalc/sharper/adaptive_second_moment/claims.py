"""Claims on adaptive problems by second moments: the largest mean deviation is at the middle; sums of squares."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.sharper.adaptive_second_moment.statement import SPREAD
from replcalc.vocabulary import (
    Outcome,
    Parts,
    at_least,
    at_most,
    nudged,
    prove_growth,
    prove_identity,
    prove_on_box,
    rational,
)

LABEL, SUMS = "derived:mean-deviation", "derived:adaptive-sums"
t = sp.Symbol("t", nonnegative=True)
a, p, N, nu = sp.symbols("a p N nu", positive=True)


def _integrand(slope: Any) -> Outcome:
    """t/(1 - e^-t) >= 1 + t/2, multiplied out; its Laplace transform is trigamma(a) >= 1/a + 1/(2a^2)."""
    form = t * sp.exp(-t) / 2 if slope == rational(1, 2) else None
    return prove_growth(at_least(t, (1 + slope * t) * (1 - sp.exp(-t))), t, 0, order=2, form=form)


def _concave(share: Any) -> Parts:
    """(ln psi)'' = 1/a - 1/a^2 - trigamma(a+1), trigamma(a+1) = trigamma(a) - 1/a^2; the peak of de Moivre's term."""
    trigamma = 1 / a + share / a**2
    return {
        "second derivative": prove_identity(1 / a - 1 / a**2 - (trigamma - 1 / a**2), -1 / (2 * a**2)),
        "peak": prove_identity(nu * (1 - p) - (N - nu + 1) * p, nu - (N + 1) * p),
    }


def _staircase(share: Any) -> Outcome:
    """x^2 (1 - x) is a step below the square: at most its integral from x to 1."""
    x = sp.Symbol("x", nonnegative=True)
    return prove_on_box(at_most(share * x**2 * (1 - x), 1 - x**3), {x: (0, 1)})


CLAIMS = (
    nudged(
        "adaptive.staircase",
        SUMS,
        None,
        "3 x^2 (1 - x) <= 1 - x^3 for 0 <= x <= 1",
        _staircase,
        SPREAD,
        rational(301, 100),
        proved_constant="3 (x -> 1)",
    ),
    nudged(
        "adaptive.trigamma-integrand",
        LABEL,
        None,
        "t >= (1 + t/2)(1 - e^-t) for t >= 0",
        _integrand,
        rational(1, 2),
        rational(51, 100),
        proved_constant="1/2 (t -> 0)",
    ),
    nudged(
        "adaptive.log-concave",
        LABEL,
        None,
        "(ln psi)'' <= -1/(2a^2); p^nu (1-p)^(N-nu+1) is largest at nu/(N+1)",
        _concave,
        rational(1, 2),
        rational(1, 3),
        proved_constant="1/2",
        given="Gautschi's bounds on the trigamma function",
    ),
)
