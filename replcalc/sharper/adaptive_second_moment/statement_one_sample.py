"""Adaptive problems on one sample: each depends on the strings and answers before it and on nothing else (proof.md)."""

from __future__ import annotations

from replcalc.vocabulary import (
    BETA0S,
    RHO0S,
    Conclusion,
    Statement,
    assuming,
    beta,
    beta0s,
    i,
    rational,
    rho,
    rho0s,
    total,
)

#: Two runs that follow the most likely answers: 2e - e^2 against the disagreement, at most 3/2 (e = 1/2).
LEAVES_EARLY = rational(3, 2)

adaptive_one_sample = Statement(
    label="derived:adaptive-one-sample",
    kind="theorem",
    needs_simulator=True,
    title="Adaptive problems on one sample",
    meaning="Problems that are chosen one after the other, from the strings and answers before them, can be answered "
    "on the same sample: two teams differ somewhere with at most 3/2 of the sum of the replicabilities.",
    given=(RHO0S, BETA0S),
    assumes=(
        assuming("the i-th problem is a function of the earlier strings and answers alone"),
        assuming("the strings are independent of each other and of the sample"),
        assuming("the i-th method is rho0[i]-replicable and beta0[i]-failing for every problem that it may be given"),
    ),
    gives=(
        Conclusion(rho, "<=", LEAVES_EARLY * total(rho0s[i]), "disagreement of the whole"),
        Conclusion(beta, "<=", total(beta0s[i] + rho0s[i]), "failure of the whole"),
    ),
    uses=("def:replic", "def:statistical_problem"),
    notes=("A sample is read again and again: nothing is split and nothing is drawn afresh.",),
)

STATEMENTS = (adaptive_one_sample,)
