"""What is not right as printed in this section, and what repairs it."""

from replcalc.paper.literature import at
from replcalc.statements.erratum import errata_from_text

ERRATA = errata_from_text(
    r"""
    imprecise closeness-symmetric def:symmetric_problem
        tex 469: (uniformity testing, closeness testing, and entropy estimation are canonical examples) -> (uniformity
            testing and entropy estimation are canonical examples)
        tex 2905: every valid output $y \in G_D$, and every permutation $\pi : \cX \to \cX$
        reason: def:symmetric_problem is about one distribution over $X$ and does not cover two-sample problems; read
            over pairs, a permutation sends the point mass on (1, 1), with equal marginals, to that on (1, 2)
        repair: leave closeness testing out, or let the same relabelling act on both samples
        effect: none: no result is applied to it

    imprecise error-function-zero def:correlated_sampling
        tex 2988: In particular, $\varepsilon(0) = 0$, so $\mathrm{CS}(P, r) = \mathrm{CS}(Q, r)$ with probability $1$
            -> Since the output is a function of the distribution and the string, $\mathrm{CS}(P, r) = \mathrm{CS}(Q,
            r)$
        reason: the definition does not imply $\eps(0) = 0$ ($\eps = 1$ throughout is allowed); equal laws give equal
            outputs because the sampler is a deterministic function of law and string
        repair: argue by determinism, as at 3008, or use the bound $2 \delta/(1 + \delta)$
        claims: pointwise.twice-tv
        named tex 3008: is a deterministic function of the distribution and the seed

    typo left-composition cor:label_inv
        tex 2949: since left-composition by the fixed $\sigma$ -> since right-composition by the fixed $\sigma$
        reason: $\pi$ is followed after $\sigma$, which is composition from the right; both are bijections
        repair: from the right
    """,
    at,
)
