"""Claims on the lower bound that depends on the failure probability."""

from replcalc.vocabulary import claims_from_text

CLAIMS = (
    *claims_from_text(
        "derived:shrinking-window",
        """
        shrinking-window.limit: what rounding one mean needs is the limit of the lower bound, L = ln(1/beta)
            (1 + rho*sqrt(2*pi*L))^2/(4*pi*alpha^2*rho^2) = (1/(rho*sqrt(2*pi)) + sqrt(L))^2/({2|3}*alpha^2)
            on alpha > 0, rho > 0, L > 0
            given derived:variance-rounding

        shrinking-window.failure: at the order 1/(1-e) and N s^2 = 2 L (1-e)^2 the failure on the smaller window is \
            at most exp(-L e^2), nearly
            -L*e + (e/(1 - e))*(2*L*(1 - e)^2)/2 = -{1|2}*L*e^2
            on e in (0, 1), L > 0
            given Hoelder's inequality and unit Fisher information
        """,
    ),
)
