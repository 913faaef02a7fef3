"""Claims on the free split of boosting (derived:boost-split)."""

from __future__ import annotations

import sympy as sp

from replcalc.vocabulary import Parts, R, at_most, nudged, of, prove_by_form

SPLIT = "derived:boost-split"
rho, beta, m = sp.symbols("rho beta m", positive=True)
s, u = sp.symbols("s u", nonnegative=True)


def _paper_split(bound: sp.Expr) -> Parts:
    """The free split at the paper's parameters, m = min(rho, beta); 1/(1+u) is any number up to 1."""
    split = {"rho1": rho / 4, "beta1": rho / 4, "beta_t": m / 4, "beta_n": beta / 2}
    failure = of(SPLIT, "beta_split", **split)
    at_most_one = 1 / (1 + u)
    return {
        "replicability": prove_by_form(at_most(of(SPLIT, "rho_split", **split), rho), substitute={rho: m + s}),
        "failure, rho <= beta": prove_by_form(
            at_most(failure, bound), substitute={m: at_most_one, rho: at_most_one, beta: at_most_one + s}
        ),
        "failure, beta <= rho": prove_by_form(
            at_most(failure, bound), substitute={rho: at_most_one, m: 1 / (1 + u + s), beta: 1 / (1 + u + s)}
        ),
    }


def _free_split(missing: sp.Expr) -> Parts:
    """Outcome of the first solver: valid at lambda alpha (v), in between (w), invalid at alpha (z), z + w <= beta1.

    The tester accepts an invalid one with probability a <= beta_t and rejects a valid one with r <= beta_t; t, v <= 1.
    The slacks are s0..s2, and v = 1 - v', t = 1 - t'.
    """
    z, w, a, r, s0, s1, s2, v_off, t_off = sp.symbols("z w a r s0 s1 s2 v' t'", nonnegative=True)
    beta1, beta_t = z + w + s0, a + s1
    return {
        "invalid and accepted": prove_by_form(at_most(z * a, beta1 * beta_t - missing * z * a)),
        "fallback is run": prove_by_form(
            at_most((1 - v_off) * r + w * (1 - t_off) + z * (1 - a), (z + w + s0) + (r + s2))
        ),
    }


CLAIMS = (
    nudged(
        "boost.free-split",
        SPLIT,
        None,
        "with fresh samples the boosted algorithm fails with at most beta1 beta_t + (beta1 + beta_t) beta_n",
        _free_split,
        sp.Integer(0),
        sp.Integer(1),
        given="that fresh samples are independent",
    ),
    nudged(
        "boost.free-split-paper",
        SPLIT,
        None,
        "the paper's split in the free form: replicability at most rho, failure at most 5 beta/16 instead of 3 beta/4",
        _paper_split,
        R(5, 16) * beta,
        R(31, 100) * beta,
        printed_constant="3/4",
        proved_constant="5/16",
        given="boost.free-split",
    ),
)
