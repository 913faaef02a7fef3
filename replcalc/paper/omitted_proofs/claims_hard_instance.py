"""Claims on the hard instance and on naive composition being nearly optimal."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.paper.introduction.claims_corollaries import NAIVE, R, beta, k, n, q, rho
from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Case, Outcome, Parts, at_most, concluded, nudged, of, prove_by_form, prove_finite, prove_identity,
)  # fmt: skip

HARD, MARGINALS, QUERIES = "lm:hard_instance_exists", "lm:marginal_neg", "thm:multi_dim_mean"


# -- the hard instance -------------------------------------------------------------------------------------------------
def _one_block(factor: Any) -> Outcome:
    """thm:multi_dim_mean with n queries at accuracy 1/100 costs 10^4 times the bound of one block, without the
    ln(e + n (100/rho)^2)^q that O~ hides."""
    means = of(QUERIES, "n", k=n, alpha=R(1, 100), rho=rho, beta=beta, C_queries=1, p_queries=q)
    block = of(HARD, "samples_each", n=n, rho=rho, beta=beta, C_hard_each=1, p_hard_each=0, q_hard_each=q)
    hidden = next(log for log in means.atoms(sp.log) if log.has(n))
    return prove_identity(means.xreplace({hidden: sp.Integer(1)}), factor * block)


def _glued(extra: Any) -> Outcome:
    """The composed problem is one-way marginals with nk coins: lm:marginal_neg at d = nk is its lower bound."""
    alone = of(MARGINALS, "samples", d=n * k, C_marginal=1, p_marginal=q)
    return prove_identity(alone + extra, of(HARD, "samples_composed", n=n, k=k, C_hard_composed=1, p_hard_composed=q))


# -- facts in passing --------------------------------------------------------------------------------------------------
def _expected_cost(factor: Any) -> Parts:
    """A threshold at distance d of the bias is told apart with 1/d^2 samples, or all 1/rho^2 are taken: on average over
    the thresholds at distance 1/N, 2/N, ..., 1 at most factor/rho. In the limit of N it is 2/rho - 1."""
    parts, inverse, j = sp.symbols("N r j", integer=True, positive=True)
    mean = sp.Sum(sp.Min((parts / j) ** 2, inverse**2, evaluate=False), (j, 1, parts)) / parts
    cases = [Case("average cost", at_most(mean, factor * inverse), [(parts, 1, 32), (inverse, 1, parts)])]
    share = rho / k
    return {
        "thresholds on a grid": prove_finite(cases),
        "in the limit": prove_by_form(at_most(rho * rho**-2 + (1 / rho - 1), factor / rho)),
        "k coins at rho/k": prove_identity(k * (factor / share), factor * k**2 / rho),
    }


CLAIMS = (
    nudged(
        "hard.one-block", HARD, at(3705),
        "One block is n queries at accuracy 1/100: thm:multi_dim_mean gives 10^4 n rho^-2 polylog(1/beta).",
        _one_block, 10**4, 10**4 - 1,
        printed_constant="O~(1)", proved_constant="10^4",
        given="thm:multi_dim_mean",
    ),
    nudged(
        "hard.glued", MARGINALS, at(3710),
        "The composed problem is one-way marginals with nk coins, so its lower bound is the lemma's at d = nk.",
        _glued, 0, n,
        given="lm:marginal_neg",
    ),
    concluded(
        "naive.nearly-optimal", NAIVE, at(3609),
        "If the infimum rho is positive, 2 rho is above it and rho/2 below it.",
        "2*rho > {}*rho > rho/2", "rho > 0", "1", "2.1",
        note="at rho = 0 neither holds, which is why rho > 0 is assumed (3608)",
    ),
    nudged(
        "naive.coordinate-sampling", NAIVE, at(680),
        "min(1/d^2, 1/rho^2) averages at most 2/rho over d = 1/N, ..., 1: k coins at rho/k cost 2 k^2/rho in all.",
        _expected_cost, 2, R(3, 2),
        printed_constant="O(1)", proved_constant="2",
        note="why a coin needs 1/rho samples in expectation (quoted from hopkins2024replicability, section 1.1.3)",
        given="that a coin needs 1/rho samples in expectation (hopkins2024replicability, section 1.1.3)",
    ),
)  # fmt: skip
