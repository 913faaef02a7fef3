"""Claims on adaptive problems on one sample: leaving the most likely answer against disagreeing."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.sharper.adaptive_second_moment.statement_one_sample import LEAVES_EARLY
from replcalc.vocabulary import Outcome, at_most, nudged, prove_on_box, rational

LABEL = "derived:adaptive-one-sample"
e = sp.Symbol("e", nonnegative=True)


def _likely(constant: Any) -> Outcome:
    """Either of two runs leaves an answer of probability 1 - e >= 1/2; the rest is at most one answer of mass e."""
    return prove_on_box(at_most(2 * e - e**2, constant * (1 - (1 - e) ** 2 - e**2)), {e: (0, rational(1, 2))})


def _unlikely(constant: Any) -> Outcome:
    """The same where every answer has at most half of the mass: the disagreement is then at least e."""
    return prove_on_box(at_most(2 * e - e**2, constant * e), {e: (rational(1, 2), 1)})


CLAIMS = (
    nudged(
        "adaptive.likely-answer",
        LABEL,
        None,
        "2e - e^2 <= 3/2 (1 - (1-e)^2 - e^2) for 0 <= e <= 1/2",
        _likely,
        LEAVES_EARLY,
        rational(149, 100),
        proved_constant="3/2 (e = 1/2)",
    ),
    nudged(
        "adaptive.unlikely-answer",
        LABEL,
        None,
        "2e - e^2 <= 3/2 e for 1/2 <= e <= 1",
        _unlikely,
        LEAVES_EARLY,
        rational(149, 100),
        proved_constant="3/2 (e = 1/2)",
    ),
)
