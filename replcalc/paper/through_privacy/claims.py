"""The claim on advanced composition of private algorithms."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.paper.introduction.claims_corollaries import R, s
from replcalc.paper.literature import at
from replcalc.vocabulary import Outcome, at_most, nudged, prove_by_form


def _advanced(share: Any) -> Outcome:
    """sqrt(2 k ln(1/delta')) <= k, squared, for k = 2 ln(1/delta')/share + s: advanced below basic composition."""
    log = sp.Symbol("log", positive=True)
    rounds = 2 * log / share + s
    return prove_by_form(at_most(2 * rounds * log, rounds**2))


CLAIMS = (
    nudged(
        "private.advanced", "route:private", at(668),
        "sqrt(2 k ln(1/delta')) eps <= k eps from k = 2 ln(1/delta') on: advanced composition beats the basic one.",
        _advanced, 1, R(101, 100),
        proved_constant="2 ln(1/delta')",
    ),
)  # fmt: skip
