"""Claims on k queries through Gaussian noise (B7)."""

from __future__ import annotations

import sympy as sp

from replcalc.sharper.expected_gap_rounding.claims import GAUSS, N, k, sigma, y
from replcalc.vocabulary import (
    Outcome,
    Parts,
    R,
    at_least,
    at_most,
    concluded,
    nudged,
    of,
    prove_by_form,
    prove_identity,
)


def _normal_concave(slope: sp.Expr) -> Parts:
    """erf' = 2 e^(-y^2)/sqrt(pi) > 0 and erf'' = -4 y e^(-y^2)/sqrt(pi) <= 0; 2 Phi(v) - 1 = erf(v/sqrt 2)."""
    density = 2 * sp.exp(-(y**2)) / sp.sqrt(sp.pi)
    return {
        "derivative": prove_identity(sp.erf(y).diff(y), density),
        "increases": prove_by_form(at_least(density, 0), density),
        "concave": prove_by_form(at_most(density.diff(y), 0), 4 * y * sp.exp(-(y**2)) / sp.sqrt(sp.pi)),
        "tangent in v": prove_identity(2 / sp.sqrt(sp.pi) * (y / sp.sqrt(2)), slope * y),
    }


def _gauss_forms(variance: sp.Rational) -> Parts:
    """k coordinates of variance at most 1/4 each: E|.|^2 <= 2 k variance/N; TV = erf(|.|/(2 sqrt 2 sigma))."""
    distance = sp.sqrt(2 * k * variance / N)
    return {
        "distance": prove_identity(distance, of(GAUSS, "distance", k=k, N=N)),
        "linear": prove_identity(
            distance / (sigma * sp.sqrt(2 * sp.pi)), of(GAUSS, "tv_linear", k=k, N=N, sigma=sigma)
        ),
        "argument": prove_identity(distance / (2 * sp.sqrt(2) * sigma), of(GAUSS, "tv", k=k, N=N, sigma=sigma).args[0]),
    }


def _race(shift: sp.Expr) -> Outcome:
    """The pair against the exchanged pair: two Gaussians in 2k dimensions, sqrt(2) times as far apart."""
    once = of(GAUSS, "tv", k=k, N=N, sigma=sigma).args[0]
    return prove_identity(shift * once, of(GAUSS, "race", k=k, N=N, sigma=sigma).args[0])


CLAIMS = (
    concluded(
        "gauss.linear",
        GAUSS,
        None,
        "erf(y) <= 2y/sqrt(pi) for y >= 0: two shifted Gaussians are within |.|/(sigma sqrt(2 pi))",
        "erf(y) <= {}*y/sqrt(pi)",
        "y >= 0",
        "2",
        "1.99",
        proved_constant="2/sqrt(pi) = 1.1284",
        given="the total variation of two shifted Gaussians, erf(d/(2 sqrt(2) sigma))",
    ),
    nudged(
        "gauss.concave",
        GAUSS,
        None,
        "erf increases and is concave for y >= 0, and its tangent at 0 is 2 Phi(v) - 1 <= v sqrt(2/pi)",
        _normal_concave,
        sp.sqrt(2 / sp.pi),
        sp.sqrt(1 / sp.pi),
        given="the mean value theorem",
    ),
    nudged(
        "gauss.forms",
        GAUSS,
        None,
        "two vectors of k means differ by sqrt(k/(2N)) in root mean square; the three stated forms agree with it",
        _gauss_forms,
        R(1, 4),
        R(1, 3),
        given="that a mean of N values in [0, 1] has variance at most 1/(4N)",
    ),
    nudged(
        "gauss.race",
        GAUSS,
        None,
        "TV(P x Q, Q x P) of two shifted Gaussians is erf(|a-b|/(2 sigma)): sqrt(2) times the distance",
        _race,
        sp.sqrt(2),
        R(2),
        given="the total variation of two shifted Gaussians",
    ),
)
