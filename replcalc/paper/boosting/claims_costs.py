"""The claim on polynomial costs."""

from __future__ import annotations

from replcalc.paper.introduction.claims_corollaries import REMARK
from replcalc.paper.literature import at
from replcalc.vocabulary import concluded

CLAIMS = (
    concluded(
        "rem.polynomial-costs", REMARK, at(3153),
        "A cost rho^-a alpha^-b at (rho/4, alpha/2) is 4^a 2^b times that at (rho, alpha), for all exponents.",
        "(rho/4)^(-a)*(alpha/2)^(-b) = {}^a*2^b*rho^(-a)*alpha^(-b)", "rho > 0, alpha > 0, a > 0, b > 0", "4", "5",
    ),
)  # fmt: skip
