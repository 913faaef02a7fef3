"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import at, lines
from replcalc.statements.erratum import imprecise, typo

ERRATA = (
    imprecise(
        "closeness-symmetric",
        at(469),
        "def:symmetric_problem",
        "'closeness testing' among the symmetric problems",
        "def:symmetric_problem (2902) is about one distribution over X and does not cover two-sample problems; read "
        "over pairs, a permutation sends the point mass on (1, 1), with equal marginals, to that on (1, 2)",
        "let the same relabelling act on both samples",
        ("label.closeness-not-symmetric",),
        also=lines(2902),
    ),
    imprecise(
        "error-function-zero",
        at(2988),
        "def:correlated_sampling",
        "'in particular' eps(0) = 0",
        "the definition does not imply it (eps = 1 throughout is allowed); equal laws give equal outputs because the "
        "sampler is a deterministic function of law and string",
        "argue by determinism, as at 3008, or use the bound 2 delta/(1 + delta)",
        ("pointwise.twice-tv",),
        also=lines(3008),
    ),
    typo(
        "left-composition",
        at(2949),
        "cor:label_inv",
        "'left-composition' by sigma",
        "pi is followed after sigma, which is composition from the right; both are bijections",
        "from the right",
        ("label.left-composition",),
    ),
)
