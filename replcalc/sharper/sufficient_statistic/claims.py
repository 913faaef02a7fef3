"""The claim on resampling from a sufficient statistic."""

from __future__ import annotations

import sympy as sp

from replcalc.sharper.sharper_constants.claims import R, p, q, u
from replcalc.vocabulary import Parts, at_least, nudged, prove_by_form, prove_identity

STATISTIC = "derived:sufficient-statistic"


def _convex(factor: sp.Rational) -> Parts:
    """The mean of squares minus the square of the mean: (p-q)^2/4, and w(1-w)(p-q)^2 with weights w = 1/(1+u), 1-w."""
    w = 1 / (1 + u)
    gap = w * p**2 + (1 - w) * q**2 - factor * (w * p + (1 - w) * q) ** 2
    return {
        "halves": prove_identity((p**2 + q**2) / 2 - ((p + q) / 2) ** 2, ((p - q) / 2) ** 2),
        "weights": prove_by_form(at_least(gap, 0), u * (p - q) ** 2 / (1 + u) ** 2 if factor == 1 else None),
    }


CLAIMS = (
    nudged(
        "suffstat.convex", STATISTIC, None,
        "w a^2 + (1-w) b^2 >= (w a + (1-w) b)^2: averaging over the redrawing coins never loses agreement",
        _convex, R(1), R(101, 100),
        proved_constant="1 (equal values)",
    ),
)  # fmt: skip
