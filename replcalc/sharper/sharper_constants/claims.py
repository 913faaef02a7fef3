"""Claims on the sharper constants in the paper's own lemmas."""

from __future__ import annotations

import sympy as sp

from replcalc.vocabulary import (
    Outcome,
    Parts,
    R,
    at_least,
    at_most,
    concluded,
    equal,
    nudged,
    of,
    prove_by_form,
    prove_exact,
    prove_identity,
    prove_on_box,
)

THRESHOLD, ADAPTIVE = "derived:threshold-constant", "derived:adaptive-lower-bound"
tau, rho, beta, p, q, x, u, epsilon, delta, Z = sp.symbols("tau rho beta p q x u epsilon delta Z", positive=True)
m, k = sp.symbols("m k", integer=True, positive=True)
s = sp.Symbol("s", nonnegative=True)


def _arcsine_step(bound: sp.Rational) -> Outcome | Parts:
    """2 arcsin sqrt(p) moves from u <= 3/16 to 13/16 while 2 sqrt(m) arcsin(2 tau) is allowed.

    The sine of the move of arcsin sqrt(p) is 13/16 - 3/16 = 5/8, so sqrt(m) >= arcsin(5/8)/arcsin(2 tau), and with
    x = 2 tau the ratio sqrt(1/4 - tau^2)/(tau sqrt m) is at most sqrt(1-x^2) arcsin(x)/(x arcsin(5/8)). The first
    factor is at most 1: x/sqrt(1-x^2) - arcsin x vanishes at 0 and has the derivative x^2/(1-x^2)^(3/2). And arcsin is
    at least its Taylor sum z + z^3/6 + 3z^5/40, because (1-z^2)^(-1/2) >= 1 + z^2/2 + 3z^4/8 (squares, w = z^2).
    """
    if bound != R(149, 100):
        return prove_exact(at_least(bound * sp.asin(R(5, 8)), 1))
    sine = sp.sqrt(R(13, 16)) * sp.sqrt(R(13, 16)) - sp.sqrt(R(3, 16)) * sp.sqrt(R(3, 16))
    series = 1 + u / 2 + R(3, 8) * u**2
    z = R(5, 8)
    return {
        "sine of the move": prove_exact(equal(sine, R(5, 8))),
        "in x, squared": prove_identity((R(1, 4) - (x / 2) ** 2) / (x / 2) ** 2, (1 - x**2) / x**2),
        "factor at most 1": prove_identity(
            (x / sp.sqrt(1 - x**2)).diff(x) - 1 / sp.sqrt(1 - x**2), x**2 / sp.sqrt(1 - x**2) ** 3
        ),
        "derivative of arcsin": prove_by_form(at_least(1, (1 - u) * series**2)),
        "value": prove_exact(at_least(bound * (z + z**3 / 6 + 3 * z**5 / 40), 1)),
    }


def missing_ends(constant: sp.Rational) -> Outcome:
    """constant (4/3) u^(3/2) <= 4u(1-u) on [0, 3/16]: the missing ends are paid by the atoms."""
    return prove_on_box(at_most(constant * R(4, 3) * u ** R(3, 2), 4 * u * (1 - u)), {u: (0, R(3, 16))})


def _integrals(end: sp.Expr) -> Parts:
    """arcsin(2p-1)/4 + (2p-1) sqrt(p(1-p))/2 has the derivative 2 sqrt(p(1-p)) and runs from -pi/8 to pi/8.

    All times the root r = sqrt(p(1-p)): the first part gives 2/(4 * 2 r) r = 1/4, because 1 - (2p-1)^2 = 4 r^2.
    """
    root = sp.sqrt(p * (1 - p))
    second = ((2 * p - 1) * root / 2).diff(p) * root
    return {
        "radicand": prove_identity(1 - (2 * p - 1) ** 2, 4 * p * (1 - p)),
        "second part": prove_identity(second, (8 * p * (1 - p) - 1) / 4),
        "sum": prove_identity(R(1, 4) + (8 * p * (1 - p) - 1) / 4, 2 * p * (1 - p)),
        "over [0, 1]": prove_exact(equal(sp.asin(1) / 4 - sp.asin(-1) / 4, end)),
        "ends": prove_identity((R(4, 3) * p ** R(3, 2)).diff(p), 2 * sp.sqrt(p)),
    }


def _constant(lower: sp.Rational) -> Parts:
    """(1/(6 tau)) sqrt(1/4 - tau^2) (pi/4) is c(tau)/tau, and c(tau) is at least ``lower`` for tau <= 1/4."""
    stated = of(THRESHOLD, "constant", tau=tau)
    return {
        "value, squared": prove_identity((R(1, 4) - tau**2) * (sp.pi / 4 / (6 * tau)) ** 2, (stated / tau) ** 2),
        "at least": prove_on_box(at_least(stated, lower), {tau: (0, R(1, 4))}),
    }


def _gain() -> sp.Expr:
    return k * (1 - rho - beta) - 16 * beta


def _linear(rounds: int) -> Parts:
    """E[Y] >= k - (16+k) beta and rho >= p(E[Y] - k rho): together rho >= p(k(1-rho-beta) - 16 beta)."""
    return {
        "inaccurate rounds": prove_identity(beta - (Z - k * beta) / rounds, ((16 + k) * beta - Z) / 16),
        "combined": prove_identity(p * (k - (16 + k) * beta - k * rho), p * _gain()),
    }


def _samples(factor: int) -> Outcome:
    """rho >= (c/(tau sqrt m)) gain at equality gives sqrt m = c gain/(rho tau), the root of the stated m."""
    constant = of(THRESHOLD, "constant", tau=tau)
    stated = of(ADAPTIVE, "m_real", k=k, tau=tau, rho=rho, beta=beta)
    return prove_identity(factor * (constant * _gain() / (rho * tau)) ** 2, stated)


CLAIMS = (
    concluded(
        "derived.fisher-slope",
        THRESHOLD,
        None,
        "|p'| <= sqrt(p(1-p) m/(theta(1-theta))) <= (2/sqrt 3) sqrt(m) on (1/4, 3/4)",
        "p*(1 - p) <= 1/4 and 1/(4*theta*(1 - theta)) <= {}",
        "p in [0, 1], theta in (1/4, 3/4)",
        "4/3",
        "1.2",
        printed_constant="3",
        proved_constant="2/sqrt(3) = 1.1547",
        note="false below 3/(2 sqrt(2)) = 1.0606 (m = 2, + as soon as one is 1)",
        given="the Cauchy-Schwarz inequality for the score",
    ),
    nudged(
        "derived.arcsine-step",
        THRESHOLD,
        None,
        "sqrt(1/4 - tau^2)/(tau sqrt m) <= 1.49, since p moves from at most 3/16 to at least 13/16",
        _arcsine_step,
        R(149, 100),
        R(148, 100),
        proved_constant="1/arcsin(5/8) = 1.4812",
        given="the fundamental theorem of calculus for arcsin, below whose derivative the polynomial lies",
    ),
    nudged(
        "derived.missing-ends",
        THRESHOLD,
        None,
        "1.49 (4/3) u^(3/2) <= 4u(1-u) on [0, 3/16]",
        missing_ends,
        R(149, 100),
        R(57, 10),
        printed_constant="1.49",
        proved_constant="5.629",
    ),
    nudged(
        "derived.integrals",
        THRESHOLD,
        None,
        "the integral of 2 sqrt(p(1-p)) over [0, 1] is pi/4, that of 2 sqrt(p) over [0, u] is (4/3) u^(3/2)",
        _integrals,
        sp.pi / 4,
        sp.pi / 3,
        given="the fundamental theorem of calculus",
    ),
    nudged(
        "derived.threshold-constant",
        THRESHOLD,
        None,
        "disagreement at least c(tau)/(tau sqrt m), c(tau) = pi sqrt(1-4 tau^2)/48 >= 0.0566 for tau < 1/4",
        _constant,
        R(566, 10000),
        R(567, 10000),
        printed_constant="2/243 = 0.00823",
        proved_constant="0.0566 (0.05668 at tau = 1/4, pi/48 = 0.06545 for small tau)",
        given="derived.fisher-slope, derived.arcsine-step and derived.missing-ends",
    ),
    concluded(
        "derived.two-draws",
        ADAPTIVE,
        None,
        "p(1-p') + p'(1-p) >= p(1-p) + p'(1-p'): the difference is (p-p')^2, no third draw is needed for signs",
        "p*(1 - q) + q*(1 - p) >= {}*p*(1 - p) + q*(1 - q)",
        "p in [0, 1], q in [0, 1]",
        "1",
        "1.1",
    ),
    nudged(
        "derived.linear-in-coins",
        ADAPTIVE,
        None,
        "rho >= p(k(1-rho-beta) - 16 beta): both bounds are linear, so the coins are averaged without splitting",
        _linear,
        16,
        15,
        given="the two bounds of the paper's proof",
    ),
    nudged(
        "derived.adaptive-sharp",
        ADAPTIVE,
        None,
        "m >= (c(tau) [k(1-rho-beta) - 16 beta]/(rho tau))^2",
        _samples,
        1,
        2,
        printed_constant="(k(1-4 rho)/(972 rho tau))^2",
        proved_constant="c(tau) >= 0.0566 in place of 1/972, for every rho",
        given="derived.threshold-constant and derived.linear-in-coins",
    ),
    concluded(
        "derived.adaptive-range",
        ADAPTIVE,
        None,
        "k(1-rho-beta) >= 16 beta whenever k >= 16 and beta <= (1-rho)/2: no upper bound on rho below 1",
        "k*(1 - rho - beta) >= {}*beta",
        "k integer in [16, oo), rho in [0, 1), beta >= 0",
        "16",
        "16.1",
        where_holds=("beta <= (1 - rho)/2",),
    ),
)
