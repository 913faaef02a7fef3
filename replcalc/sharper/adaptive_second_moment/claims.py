"""Claims on adaptive problems by second moments: the largest mean deviation is at the middle."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import Outcome, Parts, at_least, nudged, prove_growth, prove_identity, rational

LABEL = "derived:mean-deviation"
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


CLAIMS = (
    nudged(
        "adaptive.trigamma-integrand", LABEL, None,
        "t >= (1 + t/2)(1 - e^-t) for t >= 0",
        _integrand, rational(1, 2), rational(51, 100), proved_constant="1/2 (t -> 0)",
    ),
    nudged(
        "adaptive.log-concave", LABEL, None,
        "(ln psi)'' <= -1/(2a^2); p^nu (1-p)^(N-nu+1) is largest at nu/(N+1)",
        _concave, rational(1, 2), rational(1, 3), proved_constant="1/2",
    ),
)  # fmt: skip
