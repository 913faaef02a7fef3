"""Sharing out what k answers may err and disagree."""

from __future__ import annotations

from replcalc.vocabulary import BETA, RHO, Conclusion, K, Statement, beta, k, real, rho

equal_shares = Statement(
    label="problem:equal-shares", kind="lemma",
    title="Equal shares for k answers from one sample",
    meaning="k algorithms that read the same sample, each rho/k-replicable and failing with probability at most "
        "beta/k, are together rho-replicable and fail with probability at most beta (union bounds).",
    given=(K, RHO, BETA),
    gives=(
        Conclusion(real("rho_each"), "=", rho / k, "replicability asked of each"),
        Conclusion(real("beta_each"), "=", beta / k, "failure probability asked of each"),
    ),
    uses=("derived:side-by-side",),
)  # fmt: skip

STATEMENTS = (equal_shares,)
