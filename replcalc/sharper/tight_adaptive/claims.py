"""Claims on the tight adaptive lower bound (S6) and on those for non-adaptive problems (L)."""

from __future__ import annotations

import sympy as sp

from replcalc.claims.claim import Claim, nudged
from replcalc.claims.formulas import of
from replcalc.formulas.language import at_least, at_most, equal
from replcalc.prover.prove import Parts, prove_exact, prove_identity
from replcalc.prover.signs import prove_by_form

TIGHT, COINS, QUERIES = "derived:tight-adaptive", "derived:coins-lower", "derived:queries-lower"
GAUSSIAN, ONE = "derived:gaussian-means-lower", "derived:one-problem-lower"
R = sp.Rational

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


def _peak(exponent: sp.Rational) -> Parts:
    """1 - erf(y)^2 <= e^(-c y^2) at c = 1: a square of half-width y has more Gaussian mass than the disc of radius y.

    For small y the left side is 1 - (4/pi) y^2, so no exponent c above 4/pi will do.
    """
    r, P = sp.symbols("r P", positive=True)
    return {
        "possible at 0": prove_exact(at_most(exponent, 4 / sp.pi)),
        "mass of the disc": prove_identity((1 - sp.exp(-(r**2))).diff(r), 2 * sp.pi * r * sp.exp(-(r**2)) / sp.pi),
        "4p(1-p)": prove_identity(4 * ((1 + P) / 2) * (1 - (1 + P) / 2), 1 - P**2),
        "phi(z)/phi(0) at z^2 = 2y^2": prove_identity(sp.exp(-((sp.sqrt(2) * r) ** 2) / 2), sp.exp(-exponent * r**2)),
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


# -- non-adaptive ----------------------------------------------------------------------------------------------------
def _square(factor: sp.Expr) -> Parts:
    """Psi' = sqrt(p(1-p)) exceeds (pi/4)p up to one point only, and Psi(1) = pi/8, so Psi(p) >= (pi/8)p^2."""
    return {
        "one crossing": prove_identity(p * (1 - p) - (factor * p) ** 2, p * (1 - (1 + factor**2) * p)),
        "equal at 1": prove_exact(equal(factor / 2, sp.pi / 8)),
        "slope at most 1/2": prove_by_form(at_most(p * (1 - p), R(1, 4)), (R(1, 2) - p) ** 2),
    }


def _face(constant: sp.Expr) -> Parts:
    """Both ends of a coin's window: (pi/8)(1-rho-beta) - beta/2 each; then sqrt(k)/sqrt(N) over the window is rho."""
    stated = of(COINS, "margin", rho=rho, beta=beta)
    samples = of(COINS, "samples_real", k=k, rho=rho, angle=angle, margin=margin)
    return {
        "one end": prove_identity(sp.pi / 8 * (1 - rho - beta) - constant * beta, sp.pi / 8 * stated),
        "samples": prove_identity(sp.sqrt(k) / sp.sqrt(samples) / (2 * angle) * 2 * sp.pi / 8 * margin, rho),
    }


def _gaussian(slope: sp.Expr) -> Parts:
    """The same with Xi(1) = 1/sqrt(pi) and slope at most 1/(4 phi(0)) = sqrt(2 pi)/4; the window is 2 tau."""
    stated = of(GAUSSIAN, "margin", rho=rho, beta=beta)
    samples = of(GAUSSIAN, "samples_real", k=k, rho=rho, tau=tau, margin=margin)
    root = sp.sqrt(sp.pi)
    return {
        "one end": prove_identity((1 - rho - beta) / root - slope * beta, stated / root),
        "samples": prove_identity(sp.sqrt(k) / sp.sqrt(samples) / (2 * tau) * 2 * margin / root, rho),
    }


def _concave(curvature: int) -> Parts:
    """i = phi(Phi^-1): di/dp = phi'/phi = -z and d^2i/dp^2 = -1/phi, so i i'' = -1 and i is concave."""
    z = sp.Symbol("z", positive=True)
    phi = sp.exp(-(z**2) / 2) / sp.sqrt(2 * sp.pi)
    return {
        "first": prove_identity(phi.diff(z) / phi, -z),
        "second": prove_identity((-z).diff(z) / phi, -curvature / phi),
        "chord": prove_by_form(at_least(1 / phi, 0), 1 / phi),
    }


def _hidden(share: sp.Rational) -> Parts:
    """2p(1-p) moves with the label that all-zero data get; it falls from 1 to 0 where its coin shows the flip."""
    least = of(ONE, "samples_real", rho0=rho0, rho=rho, beta=beta)
    return {
        "two labels": prove_identity(1 - p**2 - (1 - p) ** 2, 2 * p * (1 - p)),
        "average": prove_identity(
            (2 / sp.pi) * (2 * share * rho0 * (1 - beta) * sp.pi / 8 - beta / 2),
            of(ONE, "margin", rho0=rho0, beta=beta),
        ),
        "samples": prove_identity(least * rho**2, of(ONE, "margin", rho0=rho0, beta=beta) ** 2),
    }


CLAIMS: tuple[Claim, ...] = (
    nudged(
        "tight.slope", TIGHT, None,
        "the slope of a test of probability p is at most A phi(z) + B, z the normal quantile of p",
        _slope, R(1, 2), R(1),
    ),
    nudged(
        "tight.zero-bias", TIGHT, None,
        "a centred coin is ((1-q)^2 + q^2)/2 from a uniform variable: sums of coins are within q^2 + (1-q)^2 of normal",
        _zero_bias, R(2), R(1),
    ),
    nudged(
        "tight.peak", TIGHT, None,
        "1 - erf(y)^2 <= e^(-y^2), that is 4p(1-p) phi(0) <= phi(z): the integrand is largest at p = 1/2",
        _peak, R(1), R(3, 2),
        note="that the square contains the disc is argued in docs/theory/tight-adaptive.md",
    ),
    nudged(
        "tight.limit", TIGHT, None,
        "the constant tends to 1/(2 sqrt(pi)), whose square 1/(4 pi) rounding every round attains",
        _limit, 1 / (2 * sp.sqrt(sp.pi)), 1 / sp.sqrt(sp.pi),
    ),
    nudged(
        "tight.telescoping", TIGHT, None,
        "rho >= Pi(k(1-rho-beta) - beta/(w eta)): an inaccurate round errs with probability above w eta",
        _telescoping, w * eta, w,
    ),
    nudged(
        "coins.square", COINS, None,
        "Psi(p), the integral of sqrt(s(1-s)), is at least (pi/8) p^2 and has slope at most 1/2",
        _square, sp.pi / 4, sp.pi / 3,
    ),
    nudged(
        "coins.samples", COINS, None,
        "each end gives (pi/8)(1-rho-(1+4/pi)beta); together N >= k(pi margin/(8 angle rho))^2",
        _face, R(1, 2), R(1),
    ),
    nudged(
        "signs.concave", QUERIES, None,
        "i = phi(Phi^-1) has i i'' = -1: it is concave, so (1-p)/(a i(p) + b) decreases in p",
        _concave, 1, 2,
    ),
    nudged(
        "signs.gaussian-means", GAUSSIAN, None,
        "each end gives (1-rho-(1+pi sqrt(2)/4)beta)/sqrt(pi); together N >= k margin^2/(pi tau^2 rho^2)",
        _gaussian, sp.sqrt(2 * sp.pi) / 4, sp.sqrt(2 * sp.pi) / 2,
    ),
    nudged(
        "signs.one-problem", ONE, None,
        "a hidden share 2 rho0 of coins: the average disagreement is at least (rho0(1-beta)/2 - beta/pi)/sqrt(N)",
        _hidden, R(1), R(1, 2),
    ),
)  # fmt: skip
