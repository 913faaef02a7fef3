"""Claims on hidden coins, hidden means and locations."""

from __future__ import annotations

import sympy as sp

from replcalc.vocabulary import Parts, R, nudged, of, prove_identity

COINS, MEANS, LOCATION = "derived:hidden-coins-lower", "derived:hidden-means-lower", "derived:location-lower"
h, lam, rho, beta, rho0, z, x, q, L, margin, charge, u, P = sp.symbols(
    "share lam rho beta rho0 z x q L margin charge u P", positive=True
)
k, n = sp.symbols("k n", integer=True, positive=True)


def _base(factor: int) -> Parts:
    """q = sin^2(x/2): 2q(1-q) = sin^2(x)/2; hard coins at one end weigh 2h/(1-h) times the sure coins of that kind."""
    c = sp.Symbol("c", positive=True)  # the cosine of x, q = (1-c)/2
    return {
        "one flip": prove_identity(2 * ((1 - c) / 2) * ((1 + c) / 2), (1 - c**2) / factor),
        "types": prove_identity(h, 2 * h / (1 - h) * (1 - h) / 2),
    }


def _parts(end: int) -> Parts:
    """-phi Psi' = phi' Psi - (phi Psi)', phi = 1 - lam + lam x/pi: 1 - lam at the right end, 1 at the wrong one."""
    weight = 1 - lam + lam * x / sp.pi
    value, slope = sp.symbols("value slope", positive=True)
    return {
        "product": prove_identity(-weight * slope, weight.diff(x) * value - (weight.diff(x) * value + weight * slope)),
        "right end": prove_identity(weight.xreplace({x: sp.Integer(0)}), 1 - lam),
        "wrong end": prove_identity(weight.xreplace({x: sp.pi}), end * (1 - lam) / (1 - lam)),
    }


def _coins_margin(share: sp.Rational) -> Parts:
    """(1/pi)(pi/8) charge (1-rho-beta) and (1/pi)(2h/(1-h))(1/2) k beta; one problem: charge 2h/(1+h)."""
    stated = of(COINS, "margin", k=k, share=h, rho=rho, beta=beta, charge=charge)
    odds = 2 * h / (1 - h)
    best = odds / (1 + odds)  # where no hard coin and one hard coin are charged alike
    return {
        "margin": prove_identity(
            stated, charge / sp.pi * sp.pi / 8 * (1 - rho - beta) - odds / sp.pi * share * k * beta
        ),
        "one problem": prove_identity((1 - best) * odds, 2 * h / (1 + h)),
        "alike": prove_identity((1 - best) * odds, best),
    }


def _means_margin(share: sp.Expr) -> Parts:
    """1/(2z) for the mean over the window, Xi(1) = 1/sqrt(pi), slope at most sqrt(2 pi)/4; charge 2hk while small."""
    stated = of(MEANS, "margin", k=k, share=h, rho=rho, beta=beta, charge=charge, z=z)
    odds = 2 * h / (1 - h)
    lost = odds * sp.sqrt(2 * sp.pi) / 4 * k * beta
    small = {h: rho0 * z * sp.sqrt(sp.pi)}
    return {
        "margin": prove_identity(stated, (charge * share * (1 - rho - beta) - lost) / (2 * z)),
        "while small": prove_identity((2 * h * k * share / (2 * z)).xreplace(small), k * rho0),
    }


def _location(constant: sp.Expr) -> Parts:
    """sigma = rho0 sqrt(pi)/2 per base run, sqrt(n) times that per sample; tau = (1+2L)/(2 sigma sqrt(n))."""
    sigma = rho0 * sp.sqrt(sp.pi) / constant
    tau = (1 + 2 * L) / (2 * sigma * sp.sqrt(n))
    stated = of(LOCATION, "samples_real", k=k, n=n, rho0=rho0, L=L, rho=rho, margin=margin)
    return {
        "base": prove_identity(2 * sigma / sp.sqrt(sp.pi), rho0),
        "samples": prove_identity(
            stated, of("derived:gaussian-means-lower", "samples_real", k=k, tau=tau, rho=rho, margin=margin)
        ),
    }


CLAIMS = (
    nudged(
        "hidden.base",
        COINS,
        None,
        "one flip of a hard coin differs from another with probability sin^2(x)/2, 1/4 on average",
        _base,
        2,
        4,
        given="the fundamental theorem of calculus",
    ),
    nudged(
        "hidden.parts",
        COINS,
        None,
        "the slope along an axis, weighted from 1 - lam at the right end to 1 at the wrong one, by parts",
        _parts,
        1,
        2,
        given="integration by parts",
    ),
    nudged(
        "hidden.coins-margin",
        COINS,
        None,
        "rho sqrt(N) >= charge (1-rho-beta)/8 - h k beta/(pi (1-h)), and one problem is charged 2h/(1+h)",
        _coins_margin,
        R(1, 2),
        R(1, 4),
        given="hidden.parts",
    ),
    nudged(
        "hidden.means-margin",
        MEANS,
        None,
        "rho sqrt(N/n) >= (charge (1-rho-beta)/sqrt(pi) - h k beta sqrt(2 pi)/(2(1-h)))/(2z), k rho0 while small",
        _means_margin,
        1 / sp.sqrt(sp.pi),
        1 / sp.pi,
        given="hidden.parts",
    ),
    nudged(
        "hidden.location",
        LOCATION,
        None,
        "a location told by n samples is a Gaussian mean of size (1+2L)/(rho0 sqrt(pi n))",
        _location,
        sp.Integer(2),
        sp.Integer(1),
        given="derived:hidden-means-lower",
    ),
)
