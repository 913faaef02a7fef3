"""Claims of thm:boost_beta and of its first application, thm:boost_sq (TeX lines 3073-3240, and the table, 599)."""

from __future__ import annotations

from replcalc.paper.literature import at
from replcalc.vocabulary import claims_from_text

CLAIMS = (
    *claims_from_text(
        "thm:boost_beta",
        """
        boost.replicability 3114: rho/4 + rho/4 + 2 min(rho, beta)/4 <= rho
            rho_new <= {1|0.9}*rho
            printed 1
            proved 1 (equality for beta >= rho)

        boost.failure 3122: min(rho, beta)/4 + beta/2 <= 3 beta/4
            beta_new <= {3/4|0.7}*beta
            printed 3/4
            proved 3/4
        """,
        at,
    ),
    *claims_from_text(
        "thm:boost_sq",
        """
        sq.margins 3172: an estimate within alpha/4 separates the valid from the invalid: 5/4 < 3/2 < 7/4
            alpha + alpha/4 < {3/2|1.8}*alpha < 2*alpha - alpha/4
            printed 1/4
            proved any error below 1/2

        sq.tester-size 3211: 8 ln(2/beta)/alpha^2 samples estimate a mean in [0,1] to within alpha/4 except with \
            probability beta
            2*exp(-2*({8|7}*log(2/beta)/alpha^2)*(alpha/4)^2) = beta
            given Hoeffding's inequality

        sq.fallback-size 3218: ln(2/beta)/(2 alpha^2) samples estimate a mean in [0,1] to within alpha except with \
            probability beta
            2*exp(-2*(log(2/beta)/({2|3}*alpha^2))*alpha^2) = beta
            given Hoeffding's inequality

        sq.denominator 3193: rho - 2 beta >= rho/2 for beta <= rho/4
            rho - 2*beta >= {1/2|0.6}*rho
            if beta <= rho/4
            printed 1/2
            proved 1/2 (beta = rho/4)

        sq.log-four 3186: ln(4/rho) <= 3 ln(1/rho) for rho <= 1/2
            log(4/rho) <= {3|2.9}*log(1/rho)
            on rho in (0, 1/2]
            proved 3 (rho = 1/2)

        sq.log-four-everywhere 3186: ln(4/rho) <= 100 ln(1/rho) for all rho < 1, as the O without a range for rho reads
            log(4/rho) <= 100*log(1/rho)
            on rho in (0, {1|1/2})
            expected refuted
            note no constant works: ln(1/rho) tends to 0 while ln(4/rho) > ln 4
        """,
        at,
    ),
    *claims_from_text(
        "rem:boost",
        """
        rem.polynomial-costs 3153: a cost rho^-a alpha^-b at (rho/4, alpha/2) is 4^a 2^b times that at (rho, alpha), \
            for all exponents
            (rho/4)^(-a)*(alpha/2)^(-b) = {4|5}^a*2^b*rho^(-a)*alpha^(-b)
            on rho > 0, alpha > 0, a > 0, b > 0
        """,
        at,
    ),
)
