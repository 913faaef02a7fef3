"""Claims on the two cited steps from replicability to perfect generalization (TeX lines 3740-3884)."""

from __future__ import annotations

from replcalc.paper.literature import at
from replcalc.vocabulary import claims_from_text

CLAIMS = claims_from_text(
    "lm:replic_to_pg",
    """
    to-pg.inner-delta 3764: delta' = delta^2/8 gives 2 delta' = delta^2/4, sqrt(2 delta') = delta/2 and ln(1/delta') = \
        ln(8/delta^2)
        2*inner = delta^2/4 and sqrt(2*inner) = delta/2 and log(1/inner) = log(8/delta^2)
        let inner = delta^2/{8|7}

    to-pg.half-sum 3772: delta^2/4 + delta/2 <= delta for 0 < delta <= 2
        delta^2/4 + delta/2 <= delta
        on delta in (0, {2|2.01}]
        printed small delta
        proved delta <= 2

    to-pg.zero-samples 785: the printed sample bound at epsilon = 1 is positive (it is n ln 1 = 0)
        samples > 0
        let samples = lm:replic_to_pg.leading(n = 1, epsilon = {1|1/2})
        expected refuted
        note ln(2/epsilon) in place of ln(1/epsilon) repairs it
    """,
    at,
)
