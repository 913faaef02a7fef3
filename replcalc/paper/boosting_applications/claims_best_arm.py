"""Claims of the best-arm application (TeX lines 3554-3595)."""

from __future__ import annotations

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Claim,
    Outcome,
    Parts,
    R,
    above,
    at_most,
    concluded,
    nudged,
    of,
    prove_by_form,
    prove_identity,
)

ARM = "thm:best_arm"

alpha, beta, arms = sp.symbols("alpha beta arms", positive=True)


def _error() -> sp.Expr:
    return of(ARM, "error", alpha=alpha)


def _margin() -> sp.Expr:
    return of(ARM, "margin", alpha=alpha)


def _accepted(error: sp.Expr) -> Outcome:
    return prove_by_form(at_most(alpha + 2 * error, _margin()))


def _rejected(error: sp.Expr) -> Outcome:
    return prove_by_form(above(2 * alpha - 2 * error, _margin()))


def _estimates(failures: int) -> Parts:
    """128 ln(32 |A|/beta)/alpha^2 samples per arm estimate one mean to within alpha/16 but for beta/(16 |A|)."""
    size = 128 * sp.log(failures * arms / beta) / alpha**2
    return {
        "each": prove_identity(2 * sp.exp(-2 * size * _error() ** 2), beta / (16 * arms)),
        "all": prove_by_form(at_most(arms * beta / (16 * arms), beta / 8)),
    }


CLAIMS: tuple[Claim, ...] = (
    concluded(
        "best-arm.valid-margin",
        ARM,
        at(3573),
        "an arm within alpha of the best is estimated within alpha + 2 alpha/16 = 9 alpha/8 <= 3 alpha/2",
        "alpha + 2*(alpha/16) = 9*alpha/8 <= {}*alpha",
        "alpha > 0",
        "3/2",
        "1.1",
        steps=lambda: {"value": prove_identity(alpha + 2 * _error(), R(9, 8) * alpha), "margin": _accepted(_error())},
        printed_constant="1/16",
        proved_constant="1/4",
    ),
    concluded(
        "best-arm.invalid-margin",
        ARM,
        at(3575),
        "an arm 2 alpha from the best is estimated at least 2 alpha - 2 alpha/16 = 15 alpha/8 > 3 alpha/2 away",
        "2*alpha - 2*(alpha/16) = 15*alpha/8 > {}*alpha",
        "alpha > 0",
        "3/2",
        "1.9",
        steps=lambda: {
            "value": prove_identity(2 * alpha - 2 * _error(), R(15, 8) * alpha),
            "margin": _rejected(_error()),
        },
        printed_constant="1/16",
        proved_constant="any error below 1/4",
    ),
    concluded(
        "best-arm.fallback",
        ARM,
        at(3580),
        "the arm of largest estimate is within 2 alpha/16 = alpha/8 <= alpha of the best",
        "2*(alpha/16) = alpha/8 <= {}*alpha",
        "alpha > 0",
        "1",
        "0.1",
        steps=lambda: (lambda bound: prove_by_form(at_most(2 * _error(), bound)))(alpha),
        printed_constant="1/16",
        proved_constant="1/2",
    ),
    nudged(
        "best-arm.estimates",
        ARM,
        at(3566),
        "128 ln(32|A|/beta)/alpha^2 samples per arm give all means to within alpha/16 except with probability beta/16",
        _estimates,
        32,
        31,
        given="Hoeffding's inequality and the union bound",
    ),
)
