"""What is not right as printed in this section, and what repairs it."""

from replcalc.paper.literature import at
from replcalc.statements.erratum import errata_from_text

ERRATA = errata_from_text(
    r"""
    typo suffstat-probability thm:suff_stat
        math 2737: \Pru{r, r'}{\cB(S_1; r, r') = \cB(S_2; r, r')} \ge 1 - 2\rho -> \Pru{S_1, S_2, r, r'}{\cB(S_1; r,
            r') = \cB(S_2; r, r')} \ge 1 - 2\rho
        reason: a subscript: over the coins alone it would be a statement about every pair of samples. Witness: two
            coin flips against a random threshold are 3/8-replicable, but the samples 00 and 11 never agree
        repair: the probability over $S_1, S_2, r, r'$, as in the proof (2750)
        claims: suffstat.random-threshold, suffstat.coins-only
        named tex 2750: be two independent samples and let $(r, r')$ be shared random bits

    typo argument-result thm:suff_stat
        tex 2791: A closely related argument result is -> A closely related result is
    """,
    at,
)
