"""Claims on conditioning on the sample without loss."""

from __future__ import annotations

import sympy as sp

from replcalc.sharper.total_variation.claims import delta, s
from replcalc.vocabulary import Outcome, R, at_most, concluded, nudged, of, prove_by_form, prove_identity

CONDITIONING, COMPOSED = "derived:conditioning", "derived:conditioned-composition"


# -- conditioning ------------------------------------------------------------------------------------------------------
def _balanced(factor: sp.Expr) -> Outcome:
    root = of(COMPOSED, "delta_star", delta_k=delta) * factor
    return prove_identity(of(CONDITIONING, "gamma", delta=delta, d=root), root)


def _gain(constant: sp.Rational) -> Outcome:
    """Squares of sqrt(2 delta) and of the paper's 5 sqrt(delta/m), m = min(epsilon, 1) = 1/(1+s)."""
    ours = of(COMPOSED, "delta_star", delta_k=delta) ** 2
    return prove_by_form(at_most(ours, constant**2 * delta * (1 + s)))


CLAIMS = (
    nudged(
        "conditioning.balanced",
        COMPOSED,
        None,
        "at d = sqrt(2 delta) the failure probability 2 delta/d equals d",
        _balanced,
        sp.Integer(1),
        sp.Integer(2),
    ),
    concluded(
        "conditioning.gain",
        COMPOSED,
        None,
        "sqrt(2 delta) <= 5 sqrt(delta/min(epsilon, 1)), and epsilon in place of 3 epsilon",
        "sqrt(2*delta) <= {}*sqrt(delta/Min(eps, 1))",
        "delta > 0, eps > 0",
        "5",
        "1.4",
        steps=lambda: _gain(R(5)),
        printed_constant="5/sqrt(min(epsilon, 1))",
        proved_constant="sqrt(2)",
    ),
)
