"""Claims on means rounded to grids: close means, tails, accuracies of their own."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import (
    Case,
    Outcome,
    Parts,
    R,
    at_least,
    at_most,
    concluded,
    nudged,
    prove_by_form,
    prove_exact,
    prove_finite,
    prove_identity,
)

GAP, ROUNDING, ACCURACIES = "derived:variance-gap", "derived:variance-rounding", "derived:own-accuracies"
low, high, value, alpha = sp.symbols("low high value alpha", positive=True)
u, x, V, y, b, h, w = sp.symbols("u x V y b h w", positive=True)
z, t = sp.symbols("z t", nonnegative=True)
N = sp.Symbol("N", integer=True, positive=True)
number, j = sp.symbols("N j", integer=True, nonnegative=True)


def _cosine(share: Any) -> Outcome:
    """y^2/2 - (1 - cos y): its second derivative 1 - cos y is not negative; here 1 - c for a cosine c = 1 - t."""
    cosine = 1 - t
    return prove_by_form(at_least(share - cosine, 0))


def _parts(factor: Any) -> Parts:
    """By parts: the derivative of (1 - (1-u^2)^N)/u is 2N(1-u^2)^(N-1) - (1-(1-u^2)^N)/u^2."""
    inner = 1 - (1 - u**2) ** N
    return {
        "by parts": prove_identity(sp.diff(inner / u, u), factor * N * (1 - u**2) ** (N - 1) - inner / u**2),
        "variance of a difference": prove_identity((V + x**2) * 2 - 2 * x**2, 2 * V),
    }


def _wallis(order: int, factor: Any) -> Outcome:
    """2N int_0^1 (1-u^2)^(N-1) du = 4^N/C(2N,N), summed term by term for N up to the order."""
    total = sp.Sum((-1) ** j * sp.binomial(number - 1, j) / (2 * j + 1), (j, 0, number - 1))
    relation = 2 * number * total
    return prove_finite(
        [
            Case(
                "integral",
                at_most(relation, factor * 4**number / sp.binomial(2 * number, number)),
                [(number, 1, order)],
            ),
            Case("and not less", at_least(relation, 4**number / sp.binomial(2 * number, number)), [(number, 1, order)]),
        ]
    )


def _slope(shift: Any) -> Parts:
    """The rate's slope is ln((1+x/V)/(1-x))/(1+V), its curvature (1/(V+x) + 1/(1-x))/(1+V)."""
    p, q = (V + x) / (1 + V), V / (1 + V)
    slope = (sp.log(p) - sp.log(1 - p) - sp.log(q) + sp.log(1 - q)) / (1 + V)
    curve = sp.diff(slope, x)
    return {
        "curvature": prove_identity(curve, (1 / (V + x) + 1 / (shift - x)) / (1 + V)),
        "odds": prove_identity(p * (1 - q) / (q * (1 - p)), (1 + x / V) / (1 - x)),
        "least up to h": prove_by_form(at_least(1 / (V + x), 1 / (V + x + z))),
        "1/(1-x) >= 1": prove_by_form(at_least(1 / (1 - x), 1), substitute={x: 1 / (2 + t)}),
    }


def _square(factor: Any) -> Outcome:
    """Completing the square: s y + b y^2/2 = b/2 (y + s/b)^2 - s^2/(2b)."""
    s = sp.Symbol("s", positive=True)
    return prove_identity(s * y + b * y**2 / 2, b / 2 * (y + s / b) ** 2 - s**2 / (factor * b))


def _union(share: Any) -> Parts:
    """Columns of one sample may depend on each other: of two events one occurs with at most the sum."""
    both = sp.Symbol("both", nonnegative=True)
    return {
        "one of two": prove_by_form(at_most(x + y - both, share * (x + y))),
        "independent columns lose less": prove_by_form(at_least(x + y, x + y - x * y)),
    }


def _shares(power: int) -> Parts:
    """A value as a share of its range: errors are divided by its length, variances by the length squared."""
    length = high - low
    return {
        "errors": prove_identity((value + alpha - low) / length - (value - low) / length, alpha / length),
        "variances": prove_identity(
            ((value - low) / length - (alpha - low) / length) ** 2, (value - alpha) ** 2 / length**power
        ),
    }


CLAIMS = (
    nudged(
        "variance.cosine",
        GAP,
        None,
        "1 - cos y <= y^2/2: the second derivative of the difference is 1 - cos y >= 0",
        _cosine,
        1,
        R(1, 2),
        given="the mean value theorem",
    ),
    nudged(
        "variance.by-parts",
        GAP,
        None,
        "the integral of (1 - (1-u^2)^N)/u^2 by parts leaves 2N (1-u^2)^(N-1)",
        _parts,
        2,
        1,
        given="integration by parts",
    ),
    nudged(
        "variance.beta-integral",
        GAP,
        None,
        "2N int_0^1 (1-u^2)^(N-1) du = 4^N/C(2N,N) for every N <= 30, which is sqrt(pi) Gamma(N+1)/Gamma(N+1/2)",
        _wallis,
        (30, 1),
        (3, R(9, 10)),
        given="the binomial theorem",
    ),
    concluded(
        "variance.no-promise",
        GAP,
        None,
        "values in [0, 1] have variance at most 1/4, where the Gaussian form is above that of fair coins: 4/pi <= 2",
        "p*(1 - p) <= {}",
        "p in [0, 1]",
        "1/4",
        "0.24",
        steps=lambda: prove_exact(at_most(4 / sp.pi, 2)),
        given="that a variance is at most that of a coin with the same mean, and Wallis's inequality",
    ),
    nudged(
        "variance.rate",
        ROUNDING,
        None,
        "slope and curvature of Hoeffding's rate, and the least curvature up to the end of the window",
        _slope,
        1,
        2,
        given="the mean value theorem",
    ),
    nudged(
        "variance.square",
        ROUNDING,
        None,
        "a parabola under the rate is integrated by completing the square",
        _square,
        2,
        1,
        given="the fundamental theorem of calculus",
    ),
    nudged(
        "own.union",
        ACCURACIES,
        None,
        "some mean differs with at most the sum of the probabilities, whatever the columns have to do with each other",
        _union,
        1,
        R(1, 2),
        given="induction over the columns",
    ),
    nudged(
        "own.shares",
        ACCURACIES,
        None,
        "values as shares of their ranges: errors are divided by the length, variances by its square",
        _shares,
        2,
        1,
    ),
)
