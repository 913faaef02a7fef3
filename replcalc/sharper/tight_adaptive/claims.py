"""Claims on the tight adaptive lower bound (S6)."""

from __future__ import annotations

import sympy as sp

from replcalc.vocabulary import Parts, R, concluded, equal, nudged, of, prove_exact, prove_identity

TIGHT, COINS, QUERIES = "derived:tight-adaptive", "derived:coins-lower", "derived:queries-lower"
tau, rho, rho0, beta, p, q, w, eta, Z, margin, angle = sp.symbols(
    "tau rho rho0 beta p q w eta Z margin angle", positive=True
)
m, k, N = sp.symbols("m k N", integer=True, positive=True)
y = sp.Symbol("y", nonnegative=True)


# -- the slope of a sign test ----------------------------------------------------------------------------------------
def _slope(half: sp.Rational) -> Parts:
    """(sigma phi + W1/2)/(theta(1-theta)) at theta(1-theta) = 1/4 - tau^2, W1 = theta^2 + (1-theta)^2."""
    variance = R(1, 4) - tau**2
    theta = R(1, 2) + tau
    third = q * (1 - q) * (q**2 + (1 - q) ** 2)
    return {
        "third moment": prove_identity((1 - q) * q**3 + q * (1 - q) ** 3, third),
        "W1 in tau": prove_identity(theta**2 + (1 - theta) ** 2, R(1, 2) + 2 * tau**2),
        "slope, squared": prove_identity(m / variance, of(TIGHT, "slope", tau=tau, m=m) ** 2),
        "offset": prove_identity(half * (R(1, 2) + 2 * tau**2) / variance, of(TIGHT, "offset", tau=tau)),
        "offset in angles, squared": prove_identity(
            (half * (R(1, 2) + 2 * tau**2)) ** 2 / variance, of(QUERIES, "offset", tau=tau) ** 2
        ),
    }


def _zero_bias(factor: sp.Rational) -> Parts:
    """A coin against a uniform variable on the same interval: the integral of |1 - q - x| over (0, 1)."""
    left, right = ((1 - q) ** 2 / 2, q**2 / 2)  # areas of the two triangles
    x = sp.Symbol("x", positive=True)
    return {
        "first triangle": prove_identity(((1 - q) * x - x**2 / 2).xreplace({x: 1 - q}), left),
        "both, doubled": prove_identity(factor * (left + right), q**2 + (1 - q) ** 2),
    }


def _limit(value: sp.Expr) -> Parts:
    """(z P(1-P) + phi(1-2P))' = P(1-P) - 2 phi^2, and the integral of 2 phi^2 is 1/sqrt(pi)."""
    P = (1 + sp.erf(y / sp.sqrt(2))) / 2
    phi = sp.exp(-(y**2) / 2) / sp.sqrt(2 * sp.pi)
    return {
        "antiderivative": prove_identity((y * P * (1 - P) + phi * (1 - 2 * P)).diff(y), P * (1 - P) - 2 * phi**2),
        "Gaussian integral": prove_identity((sp.erf(y) / (2 * sp.sqrt(sp.pi))).diff(y), 2 * phi**2),
        "over the line": prove_exact(equal(2 * (1 / (2 * sp.sqrt(sp.pi))), 1 / sp.sqrt(sp.pi))),
        "constant": prove_identity((2 / sp.sqrt(sp.pi)) / (2 * sp.sqrt(m)) / (2 * tau), value / (tau * sp.sqrt(m))),
        "rounding attains it": prove_identity((k * value / (rho * tau)) ** 2, k**2 / (4 * sp.pi * rho**2 * tau**2)),
    }


def _telescoping(share: sp.Expr) -> Parts:
    """beta >= w eta (E Z - k beta) and rho >= Pi(E Y - k rho) with Y = k - Z give rho >= Pi gain."""
    most = (1 / (w * eta) + k) * beta
    return {
        "inaccurate rounds": prove_identity(beta - share * (Z - k * beta), share * (most - Z)),
        "gain": prove_identity(k - most - k * rho, of(TIGHT, "gain", k=k, rho=rho, beta=beta, w=w, eta=eta)),
    }


CLAIMS = (
    nudged(
        "tight.slope",
        TIGHT,
        None,
        "the slope of a test of probability p is at most A phi(z) + B, z the normal quantile of p",
        _slope,
        R(1, 2),
        R(1),
        given="the zero-bias coupling (sharper/tight_adaptive/proof.md)",
    ),
    nudged(
        "tight.zero-bias",
        TIGHT,
        None,
        "a centred coin is ((1-q)^2 + q^2)/2 from a uniform variable: sums of coins are within q^2 + (1-q)^2 of normal",
        _zero_bias,
        R(2),
        R(1),
        given="the zero-bias coupling (sharper/tight_adaptive/proof.md)",
    ),
    concluded(
        "tight.peak",
        TIGHT,
        None,
        "1 - erf(y)^2 <= e^(-y^2), that is 4p(1-p) phi(0) <= phi(z): the integrand is largest at p = 1/2",
        "1 - erf(y)^2 <= exp(-{}*y^2)",
        "y in [0, 1]",
        "1",
        "1.3",
        steps=lambda: prove_identity(4 * ((1 + w) / 2) * (1 - (1 + w) / 2), 1 - w**2),
        note="that the square contains the disc is argued in proof.md",
        given="for y > 1, that the square [-y, y]^2 contains the disc of radius y (sharper/tight_adaptive/proof.md)",
    ),
    nudged(
        "tight.limit",
        TIGHT,
        None,
        "the constant tends to 1/(2 sqrt(pi)), whose square 1/(4 pi) rounding every round attains",
        _limit,
        1 / (2 * sp.sqrt(sp.pi)),
        1 / sp.sqrt(sp.pi),
        given="the fundamental theorem of calculus",
    ),
    nudged(
        "tight.telescoping",
        TIGHT,
        None,
        "rho >= Pi(k(1-rho-beta) - beta/(w eta)): an inaccurate round errs with probability above w eta",
        _telescoping,
        w * eta,
        w,
        given="the telescoping sum of thm:adaptive_lb",
    ),
)
