"""Claims on two arms beside one coin."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import Parts, concluded, nudged, prove_identity

OWN, MEANS = "derived:two-arms", "derived:two-means"
x = sp.Symbol("x", positive=True)


def _halved(factor: Any) -> Parts:
    """(1 + x - y)/2 of two arms is the mean of x and 1 - y: distances and widths are halved together."""
    first, second = sp.symbols("first second", positive=True)
    return {
        "mean of two": prove_identity((first + (1 - second)) / factor, (1 + first - second) / 2),
        "variance of half a difference": prove_identity(((first - second) / 2) ** 2, (first - second) ** 2 / 4),
    }


CLAIMS = (
    concluded(
        "arms.further-from-half",
        OWN,
        None,
        "of two distribution functions on one side of 1/2 the one further away differs less often between two runs",
        "2*x*(1 - x) <= 2*y*(1 - y)",
        "x in [0, {}], y in [0, {}]",
        "1/2",
        "13/25",
        where_holds=("x <= y",),
    ),
    concluded(
        "arms.centre",
        OWN,
        None,
        "what one threshold next to the mean may add, at most: a square of the distance of its F from 1/2",
        "1/2 - 2*x*(1 - x) <= {}*(x - 1/2)^2",
        "x in [0, 1]",
        "2",
        "199/100",
    ),
    nudged(
        "variance.halved",
        MEANS,
        None,
        "one plus the difference of two rewards, halved, is the mean of the new one and the old one turned over",
        _halved,
        2,
        3,
    ),
)
