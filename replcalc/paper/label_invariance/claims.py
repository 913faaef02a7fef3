"""Claims on label invariance (TeX lines 2882-3071)."""

from replcalc.paper.literature import at
from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about cor:label_inv
    label.kept 2941: rho and beta hold under every renaming, so they hold on average over the renamings: nothing is \
        lost
        w*r + (1 - w)*q <= {1|0.9}*rho_new and w*e + (1 - w)*f <= beta_new
        on w in [0, 1], r >= 0, q >= 0, e >= 0, f >= 0
        if r <= rho, q <= rho, e <= beta, f <= beta
        constant 1 -> 1
        given that an average of more terms is one of two at a time

    about cor:pointwise_label_inv
    pointwise.twice-tv 3021: at an expected distance rho correlated sampling errs with at most 2 rho
        error <= {1|0.99}*rho_new
        let error = def:correlated_sampling.error(tv = rho)
        constant 2 -> 2 (as rho tends to 0)

    pointwise.concave 3034: 2t/(1+t) is concave, so the expectation can be taken inside: 2 rho/(1+rho) in place of 2 \
        rho
        2*(w*x + (1 - w)*y)/(1 + w*x + (1 - w)*y) - w*2*x/(1 + x) - (1 - w)*{2|2.1}*y/(1 + y) = 2*w*(1 - w)*(x - \
            y)^2/((1 + x)*(1 + y)*(1 + w*x + (1 - w)*y))
        2*w*(1 - w)*(x - y)^2/((1 + x)*(1 + y)*(1 + w*x + (1 - w)*y)) >= 0
        on w in [0, 1], x >= 0, y >= 0
        proved 2 rho/(1+rho)
    """,
    at,
)
