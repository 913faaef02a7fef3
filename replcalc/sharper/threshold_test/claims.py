"""Claims on the best replicable test."""

from __future__ import annotations

import sympy as sp

from replcalc.vocabulary import Outcome, Parts, R, at_most, concluded, nudged, prove_by_form, prove_identity

UPPER, LOWER = "derived:threshold-test", "derived:threshold-test-lower"
s, t, u, w, x, a, b, theta, lam, z = sp.symbols("s t u w x a b theta lam z", positive=True)
n = sp.symbols("n", integer=True, positive=True)
p, q = sp.symbols("p q", positive=True)


def _nearer(factor: int) -> Outcome:
    """q = 1/2 + t and u = q + s, both at least one half: q(1-q) - u(1-u) = s(s + 2t)."""
    half = R(1, 2) + t
    return prove_identity(half * (1 - half) - (half + s) * (1 - half - s), s * (s + factor * t))


def _concave(factor: int) -> Outcome:
    """Drawing between two sets disagrees less than the set of their mean, by 2w(1-w)(p-q)^2."""
    mean = w * p + (1 - w) * q
    drawn = w * 2 * p * (1 - p) + (1 - w) * 2 * q * (1 - q)
    return prove_identity(2 * mean * (1 - mean) - drawn, factor * w * (1 - w) * (p - q) ** 2)


def _coins(loss: int) -> Parts:
    """One flip has s = cot(x/2) or -tan(x/2), s' = -(1+s^2)/2; N of them have S^2 + S' of variance V."""
    fourth = (1 - theta) ** 2 / theta + theta**2 / (1 - theta)
    spread = 1 / (4 * theta * (1 - theta))
    return {
        "E s^4 - 1": prove_identity(fourth - 1, 4 * spread - 4),
        "V": prove_identity(2 * n * (n - 1) + n * (4 * spread - 4) / 4, 2 * n**2 - loss * n + n * spread),
        # d theta/dx = sqrt(theta(1-theta)), so ds/dx = (s^2)'/(2s) sqrt(theta(1-theta)), where s^2 is the odds
        "s' of a success": prove_identity(
            ((1 - theta) / theta).diff(theta) * theta / 2, -(1 + (1 - theta) / theta) / 2
        ),
        "s' of a failure": prove_identity(
            -(theta / (1 - theta)).diff(theta) * (1 - theta) / 2, -(1 + theta / (1 - theta)) / 2
        ),
    }


def _chord(share: sp.Rational) -> Outcome:
    """A function with f'' >= -K exceeds its chord on [a, b] by at most K(x-a)(b-x)/2 <= K(b-a)^2/8."""
    return prove_by_form(at_most((x - a) * (b - x) / 2, share * (b - a) ** 2), ((a + b) / 2 - x) ** 2 / 2)


CLAIMS = (
    nudged(
        "threshold-test.nearer-half",
        LOWER,
        None,
        "a probability further from one half disagrees less: q(1-q) - u(1-u) = s(s + 2t) at q = 1/2 + t, u = q + s",
        _nearer,
        2,
        1,
    ),
    concluded(
        "threshold-test.shared-coin",
        LOWER,
        None,
        "a shared choice between two sets disagrees less than a private one, by 2w(1-w)(p-q)^2",
        "w*2*p*(1 - p) + (1 - w)*2*q*(1 - q) <= {}*(w*p + (1 - w)*q)*(1 - w*p - (1 - w)*q)",
        "w in [0, 1], p in [0, 1], q in [0, 1]",
        "2",
        "1.9",
    ),
    nudged(
        "threshold-test.coins-curvature",
        UPPER,
        None,
        "Var(S^2 + S') = 2N^2 - 3N + N/(4 theta(1-theta)) for N flips, in the angle 2 asin sqrt theta",
        _coins,
        3,
        2,
        given="that scores of independent flips are uncorrelated",
    ),
    nudged(
        "threshold-test.chord",
        UPPER,
        None,
        "(x-a)(b-x)/2 <= (b-a)^2/8: how far a curve rises above its chord for a curvature of one",
        _chord,
        R(1, 8),
        R(1, 9),
        given="that a curve of curvature one lies below its parabola",
    ),
)
