"""The claim on polynomial costs."""

from __future__ import annotations

from replcalc.paper.introduction.claims_corollaries import REMARK, _polynomial
from replcalc.paper.literature import at
from replcalc.vocabulary import nudged

CLAIMS = (
    nudged(
        "rem.polynomial-costs", REMARK, at(3153),
        "A cost rho^-a alpha^-b at (rho/4, alpha/2) is 4^a 2^b times that at (rho, alpha), for all exponents.",
        _polynomial, 4, 3,
    ),
)  # fmt: skip
