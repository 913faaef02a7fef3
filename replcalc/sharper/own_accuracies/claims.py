"""Claims on means of accuracies of their own."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import Parts, R, at_least, at_most, nudged, prove_by_form, prove_identity

LABEL = "derived:own-accuracies"
x, y, low, high, value, alpha = sp.symbols("x y low high value alpha", positive=True)


def _union(share: Any) -> Parts:
    """Columns of one sample may depend on each other: of two events one occurs with at most the sum."""
    both = sp.Symbol("both", nonnegative=True)
    return {
        "one of two": prove_by_form(at_most(x + y - both, share * (x + y))),
        "independent columns lose less": prove_by_form(at_least(x + y, x + y - x * y)),
    }


def _shares(power: int) -> Parts:
    """A value as a share of its range: errors are divided by its length, variances by the length squared."""
    length = high - low
    return {
        "errors": prove_identity((value + alpha - low) / length - (value - low) / length, alpha / length),
        "variances": prove_identity(
            ((value - low) / length - (alpha - low) / length) ** 2, (value - alpha) ** 2 / length**power
        ),
    }


CLAIMS = (
    nudged(
        "own.union",
        LABEL,
        None,
        "some mean differs with at most the sum of the probabilities, whatever the columns have to do with each other",
        _union,
        1,
        R(1, 2),
        given="induction over the columns",
    ),
    nudged(
        "own.shares",
        LABEL,
        None,
        "values as shares of their ranges: errors are divided by the length, variances by its square",
        _shares,
        2,
        1,
    ),
)
