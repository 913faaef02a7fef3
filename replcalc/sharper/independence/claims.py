"""Claims on the independence of two bits by a shared threshold."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import Outcome, Parts, R, at_most, nudged, of, prove_by_form, prove_identity

LABEL = "derived:independence"
a, b, c, s, p, q = sp.symbols("a b c s p q", positive=True)
t = sp.Symbol("t", nonnegative=True)
more = sp.Symbol("m", integer=True, positive=True)
N = 1 + more  # rows


def _squares(slope: Any) -> Parts:
    """(x - a)^2 = a(1 - a) + (1 - 2a)(x - a) for a bit x."""
    return {
        str(bit): prove_identity((bit - a) ** 2, a * (1 - a) + (1 - slope * a) * (bit - a))
        for bit in map(sp.Integer, (0, 1))
    }


def _spread(most: Any) -> Parts:
    """Var (x - a)(y - b) <= s^2 + (1 - 4s)c - c^2 <= 1/16 for 0 <= c <= s <= 1/4, s^2 = a(1-a)b(1-b)."""
    small = s**2 + (1 - 4 * s) * s - s**2
    vertex = s**2 + (1 - 4 * s) ** 2 / 4
    return {
        "(1-4A)(1-4B) <= (1-4s)^2": prove_by_form(
            at_most((1 - 4 * p**2) * (1 - 4 * q**2), (1 - 4 * p * q) ** 2), 4 * (p - q) ** 2
        ),
        "at c = s": prove_by_form(at_most(small, most), 4 * (s - R(1, 8)) ** 2 if most == R(1, 16) else None),
        "completed": prove_identity(s**2 + (1 - 4 * s) * c - c**2, vertex - (c - (1 - 4 * s) / 2) ** 2),
        "at the vertex": prove_by_form(
            at_most(vertex, most),
            substitute={s: R(1, 6) + R(1, 12) / (1 + t)},
        ),
    }


def _kernel(most: Any) -> Parts:
    """E h^2 = (p11 p00 + p10 p01)/2 <= 1/8, and p11 p00 = p10 p01 = a(1-a)b(1-b) <= 1/16 where the covariance is 0."""
    return {
        "pq <= ((p+q)/2)^2": prove_by_form(at_most(p * q, (p + q) ** 2 / 4), (p - q) ** 2 / 4),
        "s^2 + (1-s)^2 <= 1": prove_by_form(at_most((s**2 + (1 - s) ** 2) / 8, most), substitute={s: 1 / (1 + t)}),
        "a(1-a) <= 1/4": prove_by_form(at_most(a * (1 - a), R(1, 4)), (a - R(1, 2)) ** 2),
    }


def _variance(part: Any) -> Parts:
    """Var U = (2/(N(N-1)))(2(N-2) z1 + z2) at z1 = 1/64, z2 = 1/8; twice that under the root is the statement's."""
    found = 2 / (N * (N - 1)) * (2 * (N - 2) * part + R(1, 8))
    given = {"alpha": R(1, 5), "N": N, "lambda": R(1, 2), "start": R(1, 2)}
    first = next(form for form in of(LABEL, "gap", **given).args if not form.has(sp.loggamma))
    return {
        "variance": prove_identity(found, (N + 2) / (16 * N * (N - 1))),
        "as stated": prove_identity(sp.simplify(first**2), 2 * found),
    }


def _counts(factor: Any) -> Outcome:
    """Pairs of rows: n11 n00 of them have (x - x')(y - y') = 1, n10 n01 have -1; N(N-1)/2 pairs, half of each."""
    return prove_identity((p * q - a * b) / 2 / (N * (N - 1) / 2), factor * (p * q - a * b) / (N * (N - 1)))


CLAIMS = (
    nudged(
        "independence.squares",
        LABEL,
        None,
        "the square of a centred bit is a line in the bit",
        _squares,
        2,
        3,
    ),
    nudged(
        "independence.spread",
        LABEL,
        None,
        "the product of two centred bits has variance at most 1/16",
        _spread,
        R(1, 16),
        R(1, 17),
        given="that the variance is largest at an end of its range",
    ),
    nudged(
        "independence.kernel",
        LABEL,
        None,
        "the kernel has variance at most 1/8, and at most 1/16 where the bits are independent",
        _kernel,
        R(1, 8),
        R(1, 9),
        given="that the variance is largest at an end of its range",
    ),
    nudged(
        "independence.variance",
        LABEL,
        None,
        "the variance of U at these bounds, and the root of twice that in the statement",
        _variance,
        R(1, 64),
        R(1, 60),
        given="Hoeffding's formula for the variance of a U-statistic",
    ),
    nudged(
        "independence.counts",
        LABEL,
        None,
        "U is the mean of (x - x')(y - y')/2 over all pairs of rows",
        _counts,
        1,
        2,
        given="summation over all pairs of rows",
    ),
)
