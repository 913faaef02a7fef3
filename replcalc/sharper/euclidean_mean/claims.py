"""Claims on a vector of means within a Euclidean distance."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import Outcome, Parts, at_least, at_most, concluded, nudged, prove_by_form, prove_identity

LABEL = "derived:euclidean-mean"
a, b, d, x, y, N, e, s = sp.symbols("a b d x y N e s", positive=True)
t = sp.Symbol("t", nonnegative=True)


def _squares(factor: Any) -> Parts:
    """|E + D|^2 = |E|^2 + 2<E, D> + |D|^2, coordinate by coordinate; and at most (|E| + |D|)^2 as <E, D> <= |E| |D|."""
    return {
        "one coordinate": prove_identity((x + y) ** 2, x**2 + factor * x * y + y**2),
        "root": prove_by_form(at_most(e**2 + 2 * (e * s - t) + s**2, (e + s) ** 2)),
    }


def _uniform() -> Outcome:
    """A rounding error x is uniform on half a width to either side; x^3/3 is what its square is the slope of."""
    return prove_identity((x**3 / 3).diff(x), x**2)


def _tails(shift: Any) -> Parts:
    """Deviations at which Hoeffding's and McDiarmid's bounds are e^-b."""
    sampled = sp.sqrt(d * b / (2 * N))  # d differences of sqrt(d)/N
    rounded = sp.sqrt(d * b / 32) * a**2  # d ranges of a^2/4
    crossed = a * s * sp.sqrt(b / 2)  # ranges a |D_j|, squares adding up to a^2 s^2
    return {
        "sampled": prove_identity(2 * sampled**2 / (N * (d / N**2)), shift * b),
        "rounded": prove_identity(2 * rounded**2 / (d * (a**2 / 4) ** 2), b),
        "crossed": prove_identity(2 * crossed**2 / (a**2 * s**2), b),
    }


def _norm(factor: Any) -> Outcome:
    """E|D| <= sqrt(E|D|^2): the variance of a distance is not negative."""
    squared = at_least((x**2 + y**2) / 2, factor * ((x + y) / 2) ** 2)
    return prove_by_form(squared, (x - y) ** 2 / 4 if factor == 1 else None)


CLAIMS = (
    nudged(
        "euclidean.squares",
        LABEL,
        None,
        "the square of the error is that of rounding, that of the mean and twice their inner product",
        _squares,
        2,
        1,
        given="the Cauchy-Schwarz inequality",
    ),
    concluded(
        "euclidean.uniform",
        LABEL,
        None,
        "the square of a rounding error has mean a^2/12 and is at most a^2/4",
        "((a/2)^3/3 - (-a/2)^3/3)/a = a^2/{} and (u*a/2)^2 <= a^2/4",
        "a > 0, u in [-1, 1]",
        "12",
        "13",
        steps=_uniform,
        given="that the error is uniform, and the fundamental theorem of calculus",
    ),
    nudged(
        "euclidean.tails",
        LABEL,
        None,
        "at these deviations McDiarmid's and Hoeffding's bounds are exp(-b)",
        _tails,
        1,
        2,
        given="McDiarmid's and Hoeffding's inequalities",
    ),
    nudged(
        "euclidean.norm",
        LABEL,
        None,
        "the mean of a distance is at most the root of the mean of its square (two values)",
        _norm,
        1,
        2,
        given="Jensen's inequality",
    ),
)
