"""Claims of lm:pg_to_replic: from perfect generalization back to replicability (TeX lines 818-835)."""

from __future__ import annotations

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Claim,
    claims_from_text,
)

BACK = "lm:pg_to_replic"

x, y = sp.symbols("x y", nonnegative=True)
gamma, eps, delta = sp.symbols("gamma epsilon delta", positive=True)


IN_WORDS = (
    *claims_from_text(
        "lm:pg_to_replic",
        """
        back.two-way 822: two-way closeness gives total variation at most (e^eps - 1 + 2 delta)/(e^eps + 1)
            (delta - (p - z*q)) + (z - 1 + delta - (z*p - q)) = (z - 1 + 2*delta) - {1|2}*(1 + z)*(p - q)
            on p in [0, 1], q in [0, 1], z >= 1
            given that closeness is read at the event where the two laws differ most, z = e^eps

        back.budget 822: 2 gamma + 4 (2 eps + delta) <= 4 (gamma + 2 eps + delta): both samples good but for 2 gamma, \
            both laws \
                within 2 eps + delta of one law, disagreement at most twice the distance
            2*gamma + 2*(2*(2*epsilon + delta)) <= {1|0.99}*rho
            printed 4
            proved 4 (2 for gamma)

        back.one-way 822: e^eps - 1 + delta <= 2 eps + delta up to eps = 1.256431
            exp(eps) - 1 + delta <= 2*eps + delta
            on eps in [0, {1.256431|1.256432}], delta in [0, 1]
            printed eps < 1
            proved eps <= 1.256431

        back.one-way-sharp 822: The sharp one-way bound 1 - (1-delta) e^-eps is at most eps + delta: 4(gamma + eps + \
            delta) would do
            1 - (1 - delta)*exp(-eps) <= {1|0.99}*eps + delta
            on eps in [0, 1], delta in [0, 1]
            printed 2 eps
            proved eps

        back.two-way-half 822: (e^eps - 1 + 2 delta)/(e^eps + 1) <= eps/2 + delta
            (exp(eps) - 1 + 2*delta)/(exp(eps) + 1) <= {1/2|0.49}*eps + delta
            on eps in [0, 1], delta in [0, 1]
            printed 2 eps
            proved eps/2
        """,
        at,
    ),
)


CLAIMS: tuple[Claim, ...] = (*IN_WORDS,)
