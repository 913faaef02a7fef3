"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import at, lines
from replcalc.paper.slips import slip
from replcalc.statements.erratum import typo

ERRATA = (
    typo(
        "suffstat-probability",
        at(2737),
        "thm:suff_stat",
        "Pr_(r, r')[B(S_1; r, r') = B(S_2; r, r')] >= 1 - 2 rho",
        "a subscript: over the coins alone it would be a statement about every pair of samples. Witness: two coin "
        "flips against a random threshold are 3/8-replicable, but the samples 00 and 11 never agree",
        "Pr_(S_1, S_2, r, r'), as in the proof (2750)",
        ("suffstat.random-threshold", "suffstat.coins-only"),
        also=lines(2750),
    ),
    slip("argument-result", 2791, "thm:suff_stat", "'argument result'", "'argument'"),
)
