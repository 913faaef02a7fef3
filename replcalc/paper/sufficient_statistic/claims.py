"""Claims on sufficient statistics (TeX lines 2687-2804)."""

from __future__ import annotations

from itertools import product

import sympy as sp

from replcalc.paper.label_invariance.claims import SUFFICIENT, a, b, threshold
from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Case,
    Claim,
    Outcome,
    R,
    Verdict,
    at_hypotheses,
    at_least,
    at_most,
    concluded,
    indicator,
    prove_all,
    prove_finite,
    prove_identity,
    prove_on_box,
)

theta = sp.Symbol("theta", positive=True)


def _two_coin_disagreement() -> sp.Expr:
    """Two samples from a coin; the answer is [number of ones >= u], u uniform on {1, 2}, drawn from the shared coins.

    The probability that two runs on fresh samples differ: the average of abs(X - X')/2 over two independent counts.
    """
    weights = {0: (1 - theta) ** 2, 1: 2 * theta * (1 - theta), 2: theta**2}
    return sum(weights[u] * weights[v] * R(abs(u - v), 2) for u, v in product(weights, weights))


def _random_threshold(bound: sp.Rational) -> Outcome:
    """The algorithm of ``_two_coin_disagreement`` is bound-replicable on every coin."""
    disagreement = _two_coin_disagreement()
    s = theta * (1 - theta)
    return prove_all(
        {
            "value": prove_identity(disagreement, 2 * s * (1 - s)),
            "bound": prove_on_box(at_most(2 * s * (1 - s), bound), {theta: (0, 1)}, cuts={theta: [R(1, 2)]}),
        }
    )


def _coins_only() -> Outcome:
    """The answers to counts a and b agree over the threshold alone with probability at least 1 - 2 rho, rho = 3/8."""
    above_a, above_b = (indicator(sp.Ge(count, threshold)) for count in (a, b))
    agree = sp.Sum(1 - sp.Abs(above_a - above_b), (threshold, 1, 2)) / 2
    return prove_finite([Case("samples with a and b ones", at_least(agree, 1 - 2 * R(3, 8)), [(a, 0, 2), (b, 0, 2)])])


def _averaged(rho: sp.Rational) -> Outcome:
    """Agreement over samples and coins is 1 minus the disagreement: at least 1 - rho, a fortiori 1 - 2 rho."""
    s = theta * (1 - theta)
    return prove_on_box(at_most(1 - 2 * rho, 1 - 2 * s * (1 - s)), {theta: (0, 1)})


CLAIMS = (
    concluded(
        "suffstat.random-threshold",
        SUFFICIENT,
        at(2737),
        "two flips against a random threshold in {1, 2}: runs differ with chance 2s(1-s) <= 3/8, s = theta(1-theta)",
        "2*theta*(1 - theta)^3 + 2*theta^2*(1 - theta)^2 + 2*theta^3*(1 - theta) = 2*theta*(1 - theta)*(1 - theta*(1 "
        "- theta)) <= {}",
        "theta in [0, 1]",
        "3/8",
        "0.37",
        proved_constant="3/8",
    ),
    Claim(
        "suffstat.coins-only",
        SUFFICIENT,
        at(2737),
        "agreement over the coins alone is at least 1 - 2 rho for every pair of samples (samples 00 and 11, rho = 3/8)",
        lambda: at_hypotheses(
            {"3/8-replicable on every coin": _random_threshold(R(3, 8))},
            _coins_only(),
        ),
        lambda: _averaged(R(3, 8)),
        expected=Verdict.REFUTED,
        note="the probability is over the two samples as well",
    ),
)
