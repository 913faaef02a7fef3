"""Claims on sufficient statistics (TeX lines 2687-2804)."""

from __future__ import annotations

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Case,
    Claim,
    Outcome,
    R,
    Verdict,
    at_hypotheses,
    at_least,
    claims_from_text,
    indicator,
    prove_finite,
)

SUFFICIENT = "thm:suff_stat"

a, b, threshold = sp.symbols("a b u", integer=True, nonnegative=True)

IN_WORDS = claims_from_text(
    SUFFICIENT,
    """
    suffstat.random-threshold 2737: two flips against a random threshold in 1, 2: runs differ with chance 2s(1-s) \
        <= 3/8, s = theta(1-theta)
        2*theta*(1 - theta)^3 + 2*theta^2*(1 - theta)^2 + 2*theta^3*(1 - theta) = 2*s*(1 - s) <= {3/8|0.37}
        let s = theta*(1 - theta)
        on theta in [0, 1]
        proved 3/8

    suffstat.averaged 2737: agreement over the two samples and the coins is at least 1 - 2 rho, rho = 3/8
        1 - 2*s*(1 - s) >= 1 - {2|0.9}*3/8
        let s = theta*(1 - theta)
        on theta in [0, 1]
    """,
    at,
)


def _coins_only() -> Outcome:
    """The answers to counts a and b agree over the threshold alone with probability at least 1 - 2 rho, rho = 3/8."""
    above_a, above_b = (indicator(sp.Ge(count, threshold)) for count in (a, b))
    agree = sp.Sum(1 - sp.Abs(above_a - above_b), (threshold, 1, 2)) / 2
    return prove_finite([Case("samples with a and b ones", at_least(agree, 1 - 2 * R(3, 8)), [(a, 0, 2), (b, 0, 2)])])


CLAIMS = (
    *IN_WORDS,
    Claim(
        "suffstat.coins-only",
        SUFFICIENT,
        at(2737),
        "agreement over the coins alone is at least 1 - 2 rho for every pair of samples (samples 00 and 11, rho = 3/8)",
        lambda: at_hypotheses({"3/8-replicable on every coin": IN_WORDS[0].outcome()}, _coins_only()),
        lambda: IN_WORDS[1].outcome(),
        expected=Verdict.REFUTED,
        note="the probability is over the two samples as well",
    ),
)
