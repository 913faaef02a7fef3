"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import at, lines
from replcalc.paper.slips import slip
from replcalc.statements.erratum import imprecise

ERRATA = (
    imprecise(
        "pg-intro",
        at(319),
        "thm:pg_compose_intro",
        "delta* = O(sqrt((1/eps*)(k delta' + sum_i delta_i/eps_i))), also in the adaptive setting (328)",
        "the theorem is titled 'Informal' and leaves out eps* <= c3, which the precise one has (806); in the adaptive "
        "setting the condition is needed. Witness: 400040 rounds of randomised response spell a 40-bit hash of the "
        "sample, a last round names the sample to whoever has the hash (paper/pg_composition/proof-spelled-hash.md)",
        "mention eps* <= c3",
        ("statement.intro-large-epsilon",),
        also=lines(328, 806),
        effect="none: lm:pg_compose has the condition, lm:pg_compose_het the factor e^(eps^(l-1))",
    ),
    imprecise(
        "table-range",
        at(599),
        "table:only",
        "log(1/beta)/(alpha^2 rho^2) for beta >= rho; at 3188 for beta < rho/2",
        "the two ranges exclude each other",
        "beta < rho/2, or beta <= rho/4 as used (3193)",
        ("sq.table-range", "sq.denominator"),
        also=lines(3188),
        quotes="Impagliazzo et al. 2022, Theorem 2.3, as quoted",
    ),
    slip("label-option", 448, "thm:intro_stuff_stat", "the title in brackets follows \\label", "before it"),
    slip("label-caption", 586, "table:only", "\\label before \\caption: the reference gets another number", "after it"),
    slip("our-known", 636, "table:only", "'our' known", "'are' known"),
)
