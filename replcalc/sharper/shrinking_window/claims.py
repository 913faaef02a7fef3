"""Claims on the lower bound that depends on the failure probability."""

from __future__ import annotations

from replcalc.vocabulary import concluded

LABEL = "derived:shrinking-window"

CLAIMS = (
    concluded(
        "shrinking-window.limit",
        LABEL,
        None,
        "what rounding one mean needs is the limit of the lower bound, L = ln(1/beta)",
        "(1 + rho*sqrt(2*pi*L))^2/(4*pi*alpha^2*rho^2) = (1/(rho*sqrt(2*pi)) + sqrt(L))^2/({}*alpha^2)",
        "alpha > 0, rho > 0, L > 0",
        "2",
        "3",
        given="derived:variance-rounding",
    ),
    concluded(
        "shrinking-window.failure",
        LABEL,
        None,
        "at the order 1/(1-e) and N s^2 = 2 L (1-e)^2 the failure on the smaller window is at most exp(-L e^2), nearly",
        "-L*e + (e/(1 - e))*(2*L*(1 - e)^2)/2 = -{}*L*e^2",
        "e in (0, 1), L > 0",
        "1",
        "2",
        given="Hoelder's inequality and unit Fisher information",
    ),
)
