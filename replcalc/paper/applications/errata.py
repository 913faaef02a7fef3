"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import shown, slip, tex
from replcalc.statements.erratum import typo

ERRATA = (
    typo(
        "polylog-argument",
        "thm:multi_dim_mean",
        (
            shown(1220, r"\frac{n_0k}{\rho^2} \polylog(k\rho/\beta_0)", r"\frac{n_0k}{\rho^2} \polylog(k/\rho\beta_0)"),
            shown(
                1264,
                "\\frac{n_0 k}{\\rho^2}\n         \\polylog(k\\rho/\\beta_0)",
                "\\frac{n_0 k}{\\rho^2}\n         \\polylog(k/\\rho\\beta_0)",
            ),
        ),
        "thm:main has $k/(\\rho \\beta_0)$; the logarithms differ by $2 \\ln(1/\\rho)$, a factor of at most 3 here",
        "$\\polylog(k/(\\rho \\beta_0))$",
        ("mean.polylog-argument",),
    ),
    slip(
        "query-with",
        "thm:multi_dim_mean",
        tex(1134, r"estimate each query with $\mu_i$", r"estimate each query mean $\mu_i$"),
    ),
    slip(
        "accuracy-symbol",
        "thm:multi_dim_mean",
        tex(1136, r"with error $\eps \rho / \sqrt{k}$", r"with error $\alpha \rho / \sqrt{k}$"),
    ),
    slip(
        "one-query",
        "thm:multi_dim_mean",
        tex(1184, r"an instance of the problem with $d=1$", r"an instance of the problem with $k=1$"),
    ),
    slip(
        "arm-accuracy",
        "thm:parallel_best_arm",
        tex(1232, r"$O(\frac{1}{\rho^2\eps^2}\log^3(|A|/\beta))$", r"$O(\frac{1}{\rho^2\alpha^2}\log^3(|A|/\beta))$"),
    ),
)
