"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import shown, slip, tex
from replcalc.statements.erratum import typo

ERRATA = (
    typo(
        "suffstat-probability",
        "thm:suff_stat",
        (
            shown(
                2737,
                r"\Pru{r, r'}{\cB(S_1; r, r') = \cB(S_2; r, r')} \ge 1 - 2\rho",
                r"\Pru{S_1, S_2, r, r'}{\cB(S_1; r, r') = \cB(S_2; r, r')} \ge 1 - 2\rho",
            ),
        ),
        "a subscript: over the coins alone it would be a statement about every pair of samples. Witness: two coin "
        "flips against a random threshold are 3/8-replicable, but the samples 00 and 11 never agree",
        "the probability over $S_1, S_2, r, r'$, as in the proof (2750)",
        ("suffstat.random-threshold", "suffstat.coins-only"),
        named=(tex(2750, r"be two independent samples and let $(r, r')$ be shared random bits"),),
    ),
    slip(
        "argument-result",
        "thm:suff_stat",
        tex(2791, r"A closely related argument result is", r"A closely related result is"),
    ),
)
