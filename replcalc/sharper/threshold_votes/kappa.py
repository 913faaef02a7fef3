"""kappa_T, the constant of threshold votes (proof.md), computed for a given number of votes T.

Weights w_m = sqrt(m(T-1-m))/S, m = 0..T-1, S their sum before scaling; Gamma(K) = w_0 + ... + w_(K-1). For K, K'
independent, binomial (T, q), condition on the sum s = K + K': K is then hypergeometric, whatever q is. Hence

    E|Gamma(K) - Gamma(K')|/(2q(1-q)) = sum over s of Pr[Bin(2T-2, q) = s-1] c_s,
    c_s = T(2T-1)/(s(2T-s)) E[|Gamma(K) - Gamma(K')| given K + K' = s],

and the largest c_s, 1 <= s <= T (c_s = c_(2T-s)), bounds the left side for every q at once: no cells, no derivatives.
``kappa_ball`` takes every c_s, by exact convolution of integers in fixed point with the rounding error added;
``kappa_float`` sums the few c_s next to s = T, where the largest one lies, term by term in another arithmetic.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpz, fmpz_poly

from replcalc.formulas.language import special
from replcalc.numbers.special import Special


def kappa_ball(votes: int) -> arb:
    """The largest c_s as a ball, at the working precision."""
    return _kappa_ball(votes, ctx.prec)


@lru_cache(maxsize=256)
def _kappa_ball(votes: int, bits: int) -> arb:
    """Gamma in integers: S Gamma(m) 2^shift rounded down, each of at most ``votes`` square roots by less than one."""
    shift = bits + 2 * votes.bit_length() + 8
    sums = [0]
    for m in range(votes):
        sums.append(sums[-1] + math.isqrt(m * (votes - 1 - m) << 2 * shift))
    row = (fmpz_poly([1, 1]) ** votes).coeffs()  # binomial coefficients
    moved = [c * g for c, g in zip(row, sums, strict=True)]
    gaps = _larger_minus_smaller(row, moved, 0, votes + 1)  # x^s: sum over a > b, a + b = s
    best, whole = arb(0), 1
    for s in range(1, votes + 1):
        whole = whole * (2 * votes - s + 1) // s
        best = best.max(arb(2 * int(gaps[s])) / (whole * s * (2 * votes - s)))
    # a difference of two sums is off by less than ``votes`` units, and so is S; E of it is over pairs of mass <= 1
    off = arb(0, votes)
    scaled = best + off / (2 * votes - 1)  # s(2T-s) >= 2T-1
    return scaled * (votes * (2 * votes - 1)) / (arb(sums[-1]) + off)


def _larger_minus_smaller(row: list[fmpz], moved: list[fmpz], low: int, high: int) -> fmpz_poly:
    """sum over low <= b < a < high of (moved_a row_b - row_a moved_b) x^(a+b), by halving: products of polynomials."""
    if high - low < 2:
        return fmpz_poly()
    middle = (low + high) // 2
    left, left_moved = fmpz_poly(row[low:middle]), fmpz_poly(moved[low:middle])
    right, right_moved = fmpz_poly(row[middle:high]), fmpz_poly(moved[middle:high])
    across = right_moved * left - right * left_moved
    inside = _larger_minus_smaller(row, moved, low, middle) + _larger_minus_smaller(row, moved, middle, high)
    return inside + across.left_shift(low + middle)


def kappa_float(votes: int, context: Any) -> Any:
    """The largest of the c_s with s >= T - 3 in an mpmath context (or the module ``math``), term by term."""
    sqrt, one = context.sqrt, context.sqrt(1)
    sums = [0 * one]
    for m in range(votes):
        sums.append(sums[-1] + sqrt(m * (votes - 1 - m) * one))
    best = 0 * one
    for s in range(max(1, votes - 3), votes + 1):
        first = s // 2 + 1
        term = one * math.comb(votes, first) * math.comb(votes, s - first) / math.comb(2 * votes, s)
        total = 0 * one
        for a in range(first, s + 1):
            b = s - a
            total += term * (sums[a] - sums[b])
            term = term * ((votes - a) * b) / ((a + 1) * (votes - b + 1))
        best = max(best, 2 * total / (s * (2 * votes - s)))
    return best * (votes * (2 * votes - 1)) / sums[-1]


def _in_balls(votes: arb) -> arb:
    """kappa_T for an exact integer T."""
    exact = votes.unique_fmpz()
    return arb.nan() if exact is None else kappa_ball(int(exact))


kappa = special(
    Special("kappa", 1, _in_balls, lambda context, votes: kappa_float(int(votes), context), r"\kappa_{{{}}}".format)
)
