"""Claims of thm:multi_dim_mean, many statistical queries at once (TeX lines 1126-1272)."""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Claim,
    Outcome,
    Parts,
    R,
    Verdict,
    at_most,
    at_witness,
    claims_from_text,
    exponential_above_tangent,
    of,
    prove_by_form,
    prove_exact,
    prove_growth,
    prove_identity,
)

s, ln2 = sp.Symbol("s", nonnegative=True), sp.Symbol("ln2", positive=True)

ARMS = "thm:parallel_best_arm"

QUERIES = "thm:multi_dim_mean"

x, t, r, s1, s2 = sp.symbols("x t r s1 s2", nonnegative=True)
alpha, beta, beta0, rho, c, A, B, kappa, L = sp.symbols("alpha beta beta0 rho c A B kappa L", positive=True)
k = sp.Symbol("k", integer=True, positive=True)


def _log_below_line(slope: sp.Expr) -> Outcome | Parts:
    """ln x <= slope x: with x = e^(1+t) the slope 1/e is e^t >= 1 + t."""
    if slope != sp.exp(-1):
        return prove_growth(at_most(sp.log(x), slope * x), x, 1)
    return {
        "in t": prove_identity(slope * sp.exp(1 + t) - sp.log(sp.exp(1 + t)), sp.exp(t) - (1 + t)),
        "tangent": exponential_above_tangent(),
    }


@cache
def log_failure() -> Parts:
    """ln(1/beta0) = 2 (ln(k A B/beta) + ln(1/c)) with A = ln(k/rho), B = ln(1/beta), and the bound on the logarithm."""
    printed = of(QUERIES, "beta0", k=k, rho=rho, beta=beta, c_queries=c)
    failure = printed.xreplace({sp.log(k / rho): A, sp.log(1 / beta): B})
    size = sp.log(k) + sp.log(A) + sp.log(B) + sp.log(1 / beta)
    # kappa = ln k, A = kappa + r, ln A = A/e - s1, ln B = B/e - s2 with s1, s2 >= 0 by the previous claim
    chain = at_most(kappa + (A / sp.E - s1) + (B / sp.E - s2) + B, (1 + sp.exp(-1)) * (A + B))
    return {
        "logarithm": prove_identity(-sp.log(failure), 2 * (size + sp.log(1 / c))),
        "ln x <= x/e": _log_below_line(sp.exp(-1)),
        "sum": prove_by_form(chain, substitute={A: kappa + r}),
    }


def log_failure_at(constant: sp.Rational) -> Outcome:
    """ln(k A B/beta) <= constant (A + B) at k = 24, rho = 1/2, beta = 1/46, close to the worst case."""
    A0, B0 = sp.log(48), sp.log(46)
    outcome = prove_exact(at_most(sp.log(24 * A0 * B0 * 46), constant * (A0 + B0)))
    return at_witness(outcome, k=24, rho="1/2", beta="1/46")


def _within_three() -> Outcome:
    """ln(k/(rho beta0)) <= 3 ln(k rho/beta0) where beta0 <= rho^2: L = ln(1/beta0) = 2 r + t, r = ln(1/rho)."""
    return prove_by_form(at_most(kappa + r + L, 3 * (kappa - r + L)), substitute={L: 2 * r + t})


# -- parallel best arms ------------------------------------------------------------------------------------------------
def _single_instance(weight: Any) -> Parts:
    """ln(a/beta0) <= weight ln(ka/(rho beta)) at c = 1/e, a >= 1 arms, rho, beta <= 1/2.

    With T = ln(k/(rho beta)) = 2 ln 2 + t: ln(1/beta0) <= 2 (1 + 1/e) T + 2 (mean.log-failure), ln a = s.
    """
    small = 2 * ln2 + t
    bound = at_most(s + 2 * (1 + sp.exp(-1)) * small + 2 * (small / (2 * ln2)), weight * (s + small))
    return {
        "ln(1/beta0)": log_failure(),
        "2 <= 2 T/(2 ln 2)": prove_by_form(at_most(1, small / (2 * ln2))),
        "sum": prove_by_form(bound),
    }


def _single_instance_at(weight: Any) -> Outcome:
    """k = 24, rho = 1/2, beta = 1/46, c = 1/e, one arm."""
    size = sp.log(24 * sp.log(48) * sp.log(46) * 46) + 1
    outcome = prove_exact(at_most(2 * size, weight * sp.log(24 * 2 * 46)))
    return at_witness(outcome, k=24, rho="1/2", beta="1/46", arms=1)


IN_WORDS = (
    *claims_from_text(
        "thm:multi_dim_mean",
        """
        mean.rounding 1160: an estimate within alpha/2, rounded to multiples of alpha/2, is within 3 alpha/4 of the \
            mean: errors u alpha and w alpha
            -3/4*alpha <= alpha*u + alpha*w <= {3/4|0.7}*alpha
            on u in [-1/2, 1/2], w in [-1/4, 1/4]
            printed 1
            proved 3/4; multiples of alpha would do

        mean.small-constant 1209: c ln(1/c) <= (2/e) sqrt(c) for 0 < c < 1, so a small c makes any multiple of it at \
            most 1
            v*exp(-v/2) <= {2/exp(1)|0.7}
            on v >= 0
            proved 2/e (c = e^-2)

        mean.log-below-line 1176: ln x <= x/e for x > 0
            log(x) <= {1/exp(1)|0.36}*x
            on x > 0
            proved 1/e (x = e)

        mean.sum-to-product 1200: a + b + c <= 3/(ln 2)^2 a b c for a, b, c >= ln 2
            a + b + c <= {3|2.99}/log(2)^2*a*b*c
            on a > 0, b > 0, c > 0
            if a >= log(2), b >= log(2), c >= log(2)
            printed Theta(1)
            proved 3/(ln 2)^2 = 6.2441
        """,
        at,
    ),
)


CLAIMS: tuple[Claim, ...] = (
    *IN_WORDS,
    Claim(
        "mean.log-failure",
        QUERIES,
        at(1174),
        "ln(k A B/beta) <= (1 + 1/e)(A + B) with A = ln(k/rho), B = ln(1/beta); ln(1/beta0) is twice it plus 2 ln(1/c)",
        log_failure,
        lambda: log_failure_at(R(5, 4)),
        printed_constant="Theta(1)",
        proved_constant="1 + 1/e",
        note="false at 5/4; the least such constant is near 1.26",
        argued="that ln x <= x/e may be put in for both logarithms",
    ),
    Claim(
        "mean.polylog-argument",
        QUERIES,
        at(1220),
        "the argument k rho/beta0 of the last polylogarithm is the k/(rho beta0) of thm:main",
        lambda: prove_identity(k * rho / beta0, k / (rho * beta0)),
        _within_three,
        expected=Verdict.REFUTED,
        note="their logarithms differ by 2 ln(1/rho), but by a factor of at most 3 since beta0 <= rho^2",
    ),
    Claim(
        "arms.one-instance",
        ARMS,
        at(1261),
        "ln(a/beta0) <= (2 + 2/e + 1/ln 2) ln(ka/(rho beta)) at c = 1/e: the cubes are of the same order.",
        lambda: _single_instance(2 * (1 + sp.exp(-1)) + 1 / ln2),
        lambda: _single_instance_at(R(5, 2)),
        printed_constant="O(1)",
        proved_constant="2 + 2/e + 1/ln 2 = 4.178",
        argued="that the bound of ln(1/beta0) may be put in",
    ),
)
