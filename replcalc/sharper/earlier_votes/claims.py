"""Claims on exponential votes and thresholded squares (proof.md)."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import (
    Claim, Outcome, Parts, above, at_least, at_most, at_witness, nudged, of, prove_by_form, prove_exact, prove_growth,
    prove_identity, term_of,
)  # fmt: skip

EXPONENTIAL, THRESHOLDED, LIMIT = (
    "derived:exponential-votes",
    "derived:thresholded-squares",
    "derived:squared-votes-limit",
)
R = sp.Rational

a, x1, rho, rho0, beta0, v, h, q = sp.symbols("a x1 rho rho0 beta0 v h q", positive=True)
T, J = sp.symbols("T J", integer=True, positive=True)
s, t, y = sp.symbols("s t y", nonnegative=True)


# -- g(v) = e^(av) - 1 -------------------------------------------------------------------------------------------------
def _weight(share: Any) -> Any:
    return sp.exp(a * share) - 1


def _norm(constant: Any) -> Parts:
    """D and chi of the statement are g(1-x1)^2/g'(1)^2 and 2 J rho0 g'(1)^2/T over 2 J g(1-x1)^2."""
    steepest = _weight(v).diff(v).xreplace({v: sp.Integer(1)})
    smallest = (_weight(1 - x1) + constant) ** 2
    return {
        "D": prove_identity(smallest / steepest**2, term_of(EXPONENTIAL, "D", a=a, x1=x1)),
        "chi": prove_identity(
            (steepest**2 * 2 * J * rho0 / T) / (2 * J * smallest),
            term_of(EXPONENTIAL, "chi", a=a, x1=x1, rho0=rho0, T=T),
        ),
    }


def _convex(share: Any) -> Parts:
    """g'' >= 0 and v = 1/(1+t) <= 1: g' is at most g'(1), and g(v) <= v g(1), which vanishes at v = 0 and v = 1."""
    chord = v * _weight(1) * share - _weight(v)
    return {
        "slope grows by a factor": prove_identity(a * sp.exp(a * (y + s)), a * sp.exp(a * y) * sp.exp(a * s)),
        "of at least 1": prove_growth(at_least(sp.exp(y), 1), y, 0, order=1),
        "chord bends down": prove_identity(chord.diff(v, 2), -(a**2) * sp.exp(a * v)),
        "chord at 0": prove_exact(at_least(chord.xreplace({v: sp.Integer(0)}), 0)),
        "chord at 1": prove_by_form(at_least(chord.xreplace({v: sp.Integer(1)}), 0)),
    }


def _against_squares(factor: Any) -> Parts:
    """e^(-a x1) (1 - e^(-y))/a <= 1 - x1 with y = a (1-x1), times e^y: as 1 - e^-y <= y and e^(-a x1) <= 1."""
    return {
        "1 - e^-y <= y": prove_growth(at_least(factor * y * sp.exp(y), sp.exp(y) - 1), y, 0, order=1),
        "e^(a x1) >= 1": prove_growth(at_least(sp.exp(y), 1), y, 0, order=1),
    }


# -- g(v) = max(v - h, 0) ----------------------------------------------------------------------------------------------
def _mode_spread(factor: Any) -> Parts:
    """2 q (1-q) <= 1 - sum p^2, q the largest p: the sum is at most q^2 + (1-q)^2 and, for q <= 1/2, at most q."""
    small = 1 / (2 + t)
    return {
        "q >= 1/2": prove_by_form(
            at_most(factor * 2 * q * (1 - q), 1 - q**2 - (1 - q) ** 2), substitute={q: 1 / (1 + s)}
        ),
        "q <= 1/2": prove_by_form(at_most(factor * 2 * q * (1 - q), 1 - q), substitute={q: small}),
    }


def _three_sets(count: int) -> Outcome:
    """``count`` masses of which any two exceed 1/2 together exceed 1: each is in count - 1 of the pairs."""
    slacks = sp.symbols(f"s0:{count * (count - 1) // 2}", positive=True)
    pairs = sp.Add(*(R(1, 2) + slack for slack in slacks))
    return prove_by_form(above(pairs / (count - 1), 1))


def _threshold_norm(factor: Any) -> Outcome:
    """chi is (J rho0/T + 6 J (1-h)^2 e^(-T kl)) over 2 J (1-h-x1)^2; with w = 1 - h - x1 > 0."""
    w = sp.Symbol("w", positive=True)
    rare = 6 * (1 - h) ** 2 * sp.exp(-T * (h * sp.log(2 * h) + (1 - h) * sp.log(2 * (1 - h))))
    chi = term_of(THRESHOLDED, "chi", rho0=rho0, T=T, h=h, x1=x1).xreplace({sp.Max(0, 1 - h - x1): w})
    return prove_identity(factor * (J * rho0 / T + J * rare) / (2 * J * w**2), chi)


def _below_chord(factor: Any) -> Outcome:
    """v - h <= (1-h) v for v <= 1: the difference is h (1-v), v = 1/(1+t)."""
    return prove_by_form(at_most(v - h, factor * (1 - h) * v), substitute={v: 1 / (1 + t), h: 1 / (1 + y)})


def _threshold_limit(factor: Any) -> Outcome:
    """At h = 1/2, x1 = rho0, without the rare term: 2 sqrt(2 chi) = rho at T = 16 rho0/((1-2 rho0)^2 rho^2)."""
    blocks = factor * 16 * rho0 / ((1 - 2 * rho0) ** 2 * rho**2)
    chi = (rho0 / blocks) / (2 * (R(1, 2) - rho0) ** 2)
    return prove_identity(8 * chi, rho**2)


def _twice_squares(factor: Any) -> Outcome:
    """16 rho0/(1-2 rho0)^2 >= factor 8 rho0/(1-rho0), rho0 = 1/(2+u) < 1/2."""
    bound = at_least(16 * rho0 / (1 - 2 * rho0) ** 2, factor * of(LIMIT, "limit", rho0=rho0))
    return prove_by_form(bound, substitute={rho0: 1 / (2 + sp.Symbol("u", positive=True))})


CLAIMS: tuple[Claim, ...] = (
    nudged(
        "earlier.exponential-norm", EXPONENTIAL, None,
        "D and chi are those of g(v) = e^(av) - 1: g(1-x1)^2/g'(1)^2, and 2 J rho0 g'(1)^2/T over 2 J g(1-x1)^2.",
        _norm, 0, 1,
    ),
    nudged(
        "earlier.exponential-convex", EXPONENTIAL, None,
        "e^(av) - 1 is steepest at v = 1 and at most v (e^a - 1) on [0, 1].",
        _convex, 1, R(99, 100),
    ),
    nudged(
        "earlier.exponential-against-squares", EXPONENTIAL, None,
        "(1 - e^-y) <= y, so D <= (1-x1)^2 at every strength: squares of the votes themselves are never worse.",
        _against_squares, 1, R(9, 10),
    ),
    nudged(
        "earlier.mode-spread", THRESHOLDED, None,
        "The largest of some probabilities has 2 q (1-q) <= 1 - sum p^2.",
        _mode_spread, 1, R(101, 100),
        proved_constant="1",
    ),
    Claim(
        "earlier.three-sets", THRESHOLDED, None,
        "Four masses of which any two exceed 1/2 together exceed 1: the answers but the mode lie in three sets of 1/2.",
        lambda: _three_sets(4),
        lambda: at_witness(prove_exact(above(3 * R(3, 10), 1)), masses="0.3, 0.3, 0.3"),
    ),
    nudged(
        "earlier.threshold-norm", THRESHOLDED, None,
        "chi is J rho0/T + 6 J (1-h)^2 e^(-T kl(h, 1/2)) over 2 J (1-h-x1)^2.",
        _threshold_norm, 1, 2,
    ),
    nudged(
        "earlier.below-chord", THRESHOLDED, None,
        "v - h <= (1-h) v on [0, 1]: wrong answers keep at most (1-h)^2/(1-h-x1)^2 of their votes.",
        _below_chord, 1, R(99, 100),
    ),
    nudged(
        "earlier.threshold-limit", THRESHOLDED, None,
        "In the limit of small rho it takes 16 rho0/(1-2 rho0)^2 (sum of n_i)/rho^2 samples.",
        _threshold_limit, 1, R(101, 100),
        proved_constant="16",
    ),
    nudged(
        "earlier.twice-squares", THRESHOLDED, None,
        "That is at least twice the samples of squared votes, for every rho0 < 1/2.",
        _twice_squares, 2, R(21, 10),
        proved_constant="2 (as rho0 tends to 0)",
    ),
)  # fmt: skip
