"""What is not right as printed in this section, and what repairs it."""

from replcalc.paper.literature import at
from replcalc.statements.erratum import errata_from_text

ERRATA = errata_from_text(
    r"""
    imprecise naive-coins sec:naive
        tex 3629: the events $\cbr{\err_i}_{i=1}^{k}$ are independent.
        reason: the inputs are, but with one common random string the events need not be. Witness: answer the sample if
            $r < 1/10$, else 0: the union stays at most 1/10 for every $k$
        repair: every copy has its own coins
        claims: naive.common-string, naive.union
        named tex 3628: and the random bits used by $\cA_i$. -> and the random bits used by $\cA_i$, which are its own.

    imprecise hard-instance-ranges lm:hard_instance_exists
        tex 3693: For any $\rho, \beta > 0$, each $\cT_i$ -> For any $\rho < 1/2$ and $\beta < \rho$, each $\cT_i$
        reason: thm:multi_dim_mean, which is used, asks for $\rho < 1/2$ and $\beta < \rho$ (1152)
        repair: the same ranges
        named tex 1152: For any $\rho, \alpha <1/2$ and $\beta < \rho$

    typo one-hundredth thm:hardness
        tex 3734: has failure probability $0.01$ however -> has failure probability $0.001$ however
        reason: the constant was chosen for 0.001 (3728), and only that falls under the lower bound
        repair: 0.001
        named tex 3728: picking the constant for $\beta$ small enough, is at most $0.001$

    typo polylog lm:hard_instance_exists
        tex 3705: $\wtilde{O}(d\rho^{-2}\log(\beta^{-1}))$ -> $\wtilde{O}(d\rho^{-2}\polylog(\beta^{-1}))$

    typo last-vector lm:hard_instance_exists
        tex 3708: vectors $v^{(1)}, \dots, v^{(i)}$ -> vectors $v^{(1)}, \dots, v^{(k)}$

    typo composed-problem thm:hardness
        tex 3727: produces an algorithm for $\cT_i$ -> produces an algorithm for $\cTcomp$
    """,
    at,
)
