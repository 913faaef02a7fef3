"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import at, lines
from replcalc.paper.slips import slip
from replcalc.statements.erratum import typo

ERRATA = (
    typo(
        "polylog-argument",
        at(1220),
        "thm:multi_dim_mean",
        "polylog(k rho/beta0)",
        "thm:main has k/(rho beta0); the logarithms differ by 2 ln(1/rho), a factor of at most 3 here",
        "polylog(k/(rho beta0))",
        ("mean.polylog-argument",),
        also=lines(1265),
    ),
    slip("query-with", 1134, "thm:multi_dim_mean", "each query 'with' mu_i", "each query mean mu_i"),
    slip("accuracy-symbol", 1136, "thm:multi_dim_mean", "error eps rho/sqrt k", "alpha rho/sqrt k"),
    slip("one-query", 1184, "thm:multi_dim_mean", "an instance with d = 1", "k = 1"),
    slip("arm-accuracy", 1232, "thm:parallel_best_arm", "1/(rho^2 eps^2)", "1/(rho^2 alpha^2)"),
)
