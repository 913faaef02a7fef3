"""What is not right as printed in this section, and what repairs it."""

from replcalc.paper.literature import at
from replcalc.statements.erratum import errata_from_text

ERRATA = errata_from_text(
    r"""
    typo polylog-argument thm:multi_dim_mean
        math 1220: \frac{n_0k}{\rho^2} \polylog(k\rho/\beta_0) -> \frac{n_0k}{\rho^2} \polylog(k/\rho\beta_0)
        math 1264: \frac{n_0 k}{\rho^2} \polylog(k\rho/\beta_0) -> \frac{n_0 k}{\rho^2} \polylog(k/\rho\beta_0)
        reason: thm:main has $k/(\rho \beta_0)$; the logarithms differ by $2 \ln(1/\rho)$, a factor of at most 3 here
        repair: $\polylog(k/(\rho \beta_0))$
        claims: mean.polylog-argument

    typo query-with thm:multi_dim_mean
        tex 1134: estimate each query with $\mu_i$ -> estimate each query mean $\mu_i$

    typo accuracy-symbol thm:multi_dim_mean
        tex 1136: with error $\eps \rho / \sqrt{k}$ -> with error $\alpha \rho / \sqrt{k}$

    typo one-query thm:multi_dim_mean
        tex 1184: an instance of the problem with $d=1$ -> an instance of the problem with $k=1$

    typo arm-accuracy thm:parallel_best_arm
        tex 1232: $O(\frac{1}{\rho^2\eps^2}\log^3(|A|/\beta))$ -> $O(\frac{1}{\rho^2\alpha^2}\log^3(|A|/\beta))$
    """,
    at,
)
