"""Claims on the conversion from replicability to perfect generalization (derived:lemma-e)."""

from __future__ import annotations

import sympy as sp

from replcalc.sharper.total_variation.claims import LEMMA_E, L, d, delta, epsilon, h, nu, p, q, s, t
from replcalc.vocabulary import (
    Claim,
    Parts,
    R,
    at_least,
    at_most,
    concluded,
    kl,
    nudged,
    of,
    prove_by_form,
    prove_identity,
    prove_on_box,
)

T, J = sp.symbols("T J", integer=True, positive=True)


# -- the conversion ----------------------------------------------------------------------------------------------------
def _ratio_increases(product: sp.Rational) -> Parts:
    """d/dp of -T kl(h, p) - ln p is (T(h-p)/(1-p) - 1)/p; h = (1+w)/(2+w), p = 1/(2+t), (2h-1) T = product + s."""
    derivative = (-T * kl(h, p) - sp.log(p)).diff(p)
    slope = T * (h - p) / (1 - p)
    w = sp.Symbol("w", positive=True)
    inside = {h: (1 + w) / (2 + w), p: 1 / (2 + t), T: (product + s) * (2 + w) / w}
    if product < 1:  # three runs, p from 1/2 down
        inside = {h: (1 + product / 3) / 2, p: 1 / (2 + t), T: sp.Integer(3)}
    return {
        "derivative": prove_identity(derivative, (slope - 1) / p),
        "sign": prove_by_form(at_least(slope, 1), substitute=inside),
    }


def _collisions(factor: sp.Rational) -> Parts:
    """Mode 1 - q: sum of squares at most (1-q)^2 + q^2; for nu <= q <= 1/2 the defect is at least 2 nu(1-nu)."""
    defect = 1 - (1 - q) ** 2 - q**2
    return {
        "defect": prove_identity(defect, 2 * q * (1 - q)),
        "monotone": prove_identity(q * (1 - q) - nu * (1 - nu), (q - nu) * (1 - q - nu)),
        "q above 1/2": prove_identity(factor - 2 * nu * (1 - nu), (1 - 2 * nu) ** 2 / 2),
        "g": prove_identity(of(LEMMA_E, "g", rho0=d, nu=nu), d / (2 * nu * (1 - nu))),
    }


def _budget(share: sp.Rational) -> Parts:
    """g^J, 2J e^-L and the two Chernoff terms at their smallest allowed T: 1/32 + 1/8 + 1/32 + 1/32 of delta^2."""
    exponent = of(LEMMA_E, "L", J=J, delta=delta)
    return {
        "no good string": prove_identity(sp.exp(-sp.log(32 / delta**2)), delta**2 / 32),
        "votes": prove_identity(2 * J * sp.exp(-exponent), delta**2 / 8),
        "wrong winners": prove_identity(2 * J * sp.exp(-sp.log(64 * J / delta**2)), delta**2 / 32),
        "sum": prove_by_form(at_most(3 * delta**2 / 32 + delta**2 / 8, share * delta**2)),
    }


def _tilt(half: sp.Rational) -> Parts:
    """eta sqrt(TL/2) = epsilon/2 for eta = epsilon/sqrt(2TL), and Hoeffding at sqrt(TL/2) is 2 e^-L."""
    width = sp.sqrt(T * L / 2)
    return {
        "tilt": prove_identity(epsilon / sp.sqrt(2 * T * L) * width, half * epsilon),
        "Hoeffding": prove_identity(2 * sp.exp(-2 * width**2 / T), 2 * sp.exp(-L)),
    }


def _spill(factor: int) -> Parts:
    """J e^(-eta (l-h) T) at T = factor L lambda^2/((l-h)^2 eps^2), lambda = ln(2(1+e)J/delta), is delta/(2(1+e))."""
    logarithm = sp.Symbol("lambda", positive=True)
    blocks = factor * L * logarithm**2 / (d**2 * epsilon**2)  # d stands for l - h
    return {
        "exponent": prove_identity(epsilon / sp.sqrt(2 * blocks * L) * d * blocks, logarithm),
        "mass": prove_identity(J * sp.exp(-sp.log(2 * (1 + sp.E) * J / delta)), delta / (2 * (1 + sp.E))),
    }


def _markov(factor: sp.Rational) -> Parts:
    """The indicator of f >= 1/2 is at most factor f for a failure probability f in [0, 1], on either side of 1/2."""
    f = sp.Symbol("f", nonnegative=True)
    return {
        "f < 1/2": prove_on_box(at_most(0, factor * f), {f: (0, R(1, 2))}),
        "f >= 1/2": prove_on_box(at_most(1, factor * f), {f: (R(1, 2), 1)}),
    }


CLAIMS = (
    nudged(
        "lemma-e.ratio-increases",
        LEMMA_E,
        None,
        "e^(-T kl(h||p))/p increases in p on (0, 1/2] once (2h-1) T >= 1",
        _ratio_increases,
        R(1),
        R(99, 100),
        proved_constant="1 (at p = 1/2)",
        given="the mean value theorem",
    ),
    concluded(
        "lemma-e.collisions",
        LEMMA_E,
        None,
        "1 - sum p^2 >= 2q(1-q) >= 2 nu(1-nu) for nu <= q <= 1/2, and above 1/2 >= 2 nu(1-nu) for q > 1/2",
        "1 - q^2 - (1 - q)^2 = 2*q*(1 - q) >= {}*nu*(1 - nu) and 1/2 >= 2*nu*(1 - nu)",
        "nu in [0, 1/2], q in [0, 1/2]",
        "2",
        "2.1",
        where_holds=("nu <= q",),
        steps=lambda: _collisions(R(1, 2)),
    ),
    concluded(
        "lemma-e.budget",
        LEMMA_E,
        None,
        "the four failure terms add up to 7 delta^2/32 <= delta^2/4",
        "exp(-log(32/delta^2)) + 2*J*exp(-log(16*J/delta^2)) + 2*J*exp(-log(64*J/delta^2)) + delta^2/32 = "
        "7*delta^2/32 <= {}*delta^2",
        "J integer in [1, oo), delta > 0",
        "1/4",
        "0.2",
        steps=lambda: _budget(R(1, 4)),
        printed_constant="1/4",
        proved_constant="7/32",
        given="Hoeffding's inequality and the union bound",
    ),
    Claim(
        "lemma-e.square-root",
        LEMMA_E,
        None,
        "Markov: sqrt(delta^2/4) = delta/2, and with (1+e) times delta/(2(1+e)) it makes delta",
        lambda: {
            "root": prove_identity(sp.sqrt(delta**2 / 4), delta / 2),
            "additive": prove_identity(delta / 2 + (1 + sp.E) * delta / (2 * (1 + sp.E)), delta),
        },
        lambda: prove_identity(sp.sqrt(delta**2 / 5), delta / 2),
        given="Markov's inequality",
    ),
    nudged(
        "lemma-e.tilt",
        LEMMA_E,
        None,
        "votes within sqrt(TL/2) of their means move every weight by at most e^(epsilon/2)",
        _tilt,
        R(1, 2),
        R(1, 3),
        given="Hoeffding's inequality",
    ),
    nudged(
        "lemma-e.bad-mass",
        LEMMA_E,
        None,
        "the first term of T makes the mass of bad strings delta/(2(1+e))",
        _spill,
        2,
        3,
        given="Hoeffding's inequality",
    ),
    concluded(
        "lemma-e.additive",
        LEMMA_E,
        None,
        "laws restricted to the good strings: (1-m) Q <= e^eps P gives Q <= e^eps P + m",
        "Q <= {}*exp(eps)*P + m",
        "Q in [0, 1], P >= 0, m in [0, 1), eps >= 0",
        "1",
        "0.9",
        where_holds=("P >= (1 - m)*Q*exp(-eps)",),
        note="a bad string may show its winner under one law and its mode under the other, so the lemma spends (1+e) m",
    ),
    nudged(
        "lemma-e.wrong-mode",
        LEMMA_E,
        None,
        "a wrong mode of probability above 1/2 is a failure above 1/2: by Markov at most 2 beta0 of the strings",
        _markov,
        R(2),
        R(19, 10),
        note="by machine: the indicator of f >= 1/2 is at most 2 f; on the page: its mean (sharper/lemma_e/proof.md)",
        given="Markov's inequality",
    ),
    concluded(
        "lemma-e.strict-mode",
        LEMMA_E,
        None,
        "1 - q < 1/2 for q > 1/2, so every other answer has probability at most 1/2 too",
        "1 - q < {}",
        "q in (1/2, 1]",
        "1/2",
        "0.4",
    ),
)
