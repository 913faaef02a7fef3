"""Claims on the lower bounds for non-adaptive problems (L)."""

from __future__ import annotations

import sympy as sp

from replcalc.sharper.tight_adaptive.claims import COINS, QUERIES, angle, beta, k, margin, p, rho, tau
from replcalc.vocabulary import (
    Parts,
    R,
    at_least,
    at_most,
    equal,
    nudged,
    of,
    prove_by_form,
    prove_exact,
    prove_identity,
)

GAUSSIAN = "derived:gaussian-means-lower"


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


CLAIMS = (
    nudged(
        "coins.square",
        COINS,
        None,
        "Psi(p), the integral of sqrt(s(1-s)), is at least (pi/8) p^2 and has slope at most 1/2",
        _square,
        sp.pi / 4,
        sp.pi / 3,
        given="the fundamental theorem of calculus",
    ),
    nudged(
        "coins.samples",
        COINS,
        None,
        "each end gives (pi/8)(1-rho-(1+4/pi)beta); together N >= k(pi margin/(8 angle rho))^2",
        _face,
        R(1, 2),
        R(1),
        given="coins.square and the Cauchy-Schwarz inequality",
    ),
    nudged(
        "signs.concave",
        QUERIES,
        None,
        "i = phi(Phi^-1) has i i'' = -1: it is concave, so (1-p)/(a i(p) + b) decreases in p",
        _concave,
        1,
        2,
        given="that a second derivative <= 0 makes a function concave",
    ),
    nudged(
        "signs.gaussian-means",
        GAUSSIAN,
        None,
        "each end gives (1-rho-(1+pi sqrt(2)/4)beta)/sqrt(pi); together N >= k margin^2/(pi tau^2 rho^2)",
        _gaussian,
        sp.sqrt(2 * sp.pi) / 4,
        sp.sqrt(2 * sp.pi) / 2,
        given="signs.concave and the Cauchy-Schwarz inequality",
    ),
)
