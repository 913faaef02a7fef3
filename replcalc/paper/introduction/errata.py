"""What is not right as printed in this section, and what repairs it."""

from replcalc.paper.literature import at
from replcalc.statements.erratum import errata_from_text

ERRATA = errata_from_text(
    r"""
    imprecise pg-intro thm:pg_compose_intro
        tex 321: Then for any $\delta' \in (0, 1/2)$, their composition -> Then for any $\delta' \in (0, 1/2)$ for
            which $\eps^*$ is small enough, their composition
        tex 328: The above theorem also holds in the adaptive setting
        reason: the theorem is titled 'Informal' and leaves out $\eps^* \le c_3$, which the precise one has (806); in
            the adaptive setting the condition is needed. Witness: 400040 rounds of randomised response spell a 40-bit
            hash of the sample, a last round names the sample to whoever has the hash
            (paper/pg_composition/proof-spelled-hash.md)
        repair: mention $\eps^* \le c_3$
        claims: statement.intro-large-epsilon
        named tex 806: If $\eps^* \le c_3$, then the adaptive composition
        effect: none: lm:pg_compose has the condition, lm:pg_compose_het the factor $e^{\eps^{(l-1)}}$

    imprecise pg-intro-delta thm:pg_compose_intro
        tex 320: with small enough $\eps_i$ and $\delta_i \ll \eps_i$ -> with small enough $\eps_i$ and $\delta_i \ll
            \eps_i^2$
        reason: the precise theorem asks for more: $\delta_i/\eps_i^2 \le c_1$ (801), which $\delta_i \ll \eps_i$ does
            not give
        repair: $\delta_i \ll \eps_i^2$
        named tex 801: Suppose $\eps_i, \frac{\delta_i}{\eps_i^2} \le c_1$

    imprecise table-range table:only
        tex 599: for $\beta \ge \rho$ -> for $\beta < \rho/2$
        reason: the two ranges exclude each other
        repair: $\beta < \rho/2$, or $\beta \le \rho/4$ as used (3193)
        claims: sq.table-range, sq.denominator
        named tex 3188: for $\beta < \rho/2$, there exists a replicable algorithm
        quotes: Impagliazzo et al. 2022, Theorem 2.3, as quoted

    typo label-option thm:intro_stuff_stat
        tex 448: \label{thm:intro_stuff_stat}[Informal; see \Cref{thm:suff_stat}] -> [Informal; see
            \Cref{thm:suff_stat}]\label{thm:intro_stuff_stat}
        repair: the title in brackets before the label

    typo label-caption table:only
        tex 586: \label{table:only} \centering -> \centering
        tex 593: \renewcommand{\arraystretch}{1.25} -> \label{table:only} \renewcommand{\arraystretch}{1.25}
        repair: the label after the caption, whose number it then gets

    typo our-known table:only
        tex 636: similar results our known -> similar results are known
    """,
    at,
)
