"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import tex
from replcalc.statements.erratum import imprecise, typo

ERRATA = (
    imprecise(
        "closeness-symmetric",
        "def:symmetric_problem",
        (
            tex(
                469,
                r"(uniformity testing, closeness testing, and entropy estimation are canonical examples)",
                r"(uniformity testing and entropy estimation are canonical examples)",
            ),
            tex(2905, r"every valid output $y \in G_D$, and every permutation $\pi : \cX \to \cX$"),
        ),
        "def:symmetric_problem is about one distribution over $X$ and does not cover two-sample problems; read over "
        "pairs, a permutation sends the point mass on (1, 1), with equal marginals, to that on (1, 2)",
        "leave closeness testing out, or let the same relabelling act on both samples",
        ("label.closeness-not-symmetric",),
        effect="none: no result is applied to it",
    ),
    imprecise(
        "error-function-zero",
        "def:correlated_sampling",
        (
            tex(
                2988,
                r"In particular, $\varepsilon(0) = 0$, so $\mathrm{CS}(P, r) = \mathrm{CS}(Q, r)$ with probability $1$",
                r"Since the output is a function of the distribution and the string, "
                r"$\mathrm{CS}(P, r) = \mathrm{CS}(Q, r)$",
            ),
        ),
        "the definition does not imply $\\eps(0) = 0$ ($\\eps = 1$ throughout is allowed); equal laws give equal "
        "outputs because the sampler is a deterministic function of law and string",
        "argue by determinism, as at 3008, or use the bound $2 \\delta/(1 + \\delta)$",
        ("pointwise.twice-tv",),
        named=(tex(3008, r"is a deterministic function of the distribution and the seed"),),
    ),
    typo(
        "left-composition",
        "cor:label_inv",
        (tex(2949, r"since left-composition by the fixed $\sigma$", r"since right-composition by the fixed $\sigma$"),),
        "$\\pi$ is followed after $\\sigma$, which is composition from the right; both are bijections",
        "from the right",
        ("label.left-composition",),
    ),
)
