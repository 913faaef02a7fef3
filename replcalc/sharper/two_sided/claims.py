"""Claims on same or different by a shared threshold."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import Outcome, Parts, R, at_least, at_most, nudged, of, prove_by_form, prove_identity

MEAN, ARMS = "derived:same-mean", "derived:same-arms"
x, y, N, V, near, margin = sp.symbols("x y N V near margin", positive=True)
share, start, s, t = sp.symbols("lambda start s t", nonnegative=True)


def _answers(factor: Any) -> Outcome:
    """Statistics x and -y on two sides: their answers differ where the threshold is at most max(x, y) <= x + y."""
    return prove_by_form(at_most(sp.Max(x, y), factor * (x + y)), substitute={x: y + s})


def _window(most: Any) -> Parts:
    """The largest threshold, less near, is the margin less (1 - start)(1 - lambda) of it."""
    given = {"alpha": near + margin, "near": near, "N": N, "V": V, "lambda": share, "start": start}
    low, width = (of(MEAN, name, **given) for name in ("low", "width"))
    left = (1 - start) * (1 - share) * margin
    return {
        "ends before alpha": prove_identity(near + margin - low - width, most * left),
        "starts after near": prove_by_form(at_least(low, near), substitute={share: 1 / (1 + t)}),
    }


def _either_side(shift: Any) -> Parts:
    """A mean at s <= near from the value, a threshold near + y: both deviations, at s = near - t."""
    return {
        "to its own side": prove_by_form(at_least((near + y) - (near - t), y + shift)),
        "to the other": prove_by_form(at_least((near + y) + s, near + y)),
    }


CLAIMS = (
    nudged(
        "two-sided.answers",
        MEAN,
        None,
        "two statistics on different sides of the value have different answers for thresholds of no more than their "
        "distance",
        _answers,
        1,
        R(1, 2),
        given="that a threshold is uniform",
    ),
    nudged(
        "two-sided.window",
        MEAN,
        None,
        "thresholds lie between near and alpha, and their ends leave of the margin what the tails are taken from",
        _window,
        1,
        2,
    ),
    nudged(
        "two-sided.sides",
        ARMS,
        None,
        "the same is called different only after a deviation of y to one side or of near + y to the other",
        _either_side,
        0,
        1,
        given="that thresholds lie in their window",
    ),
)
