"""Bound the distance of two counts of votes, for any distribution of the threshold, bounded on cells of q (proof.md).

The threshold m has weight W_m/W, m = 0..T-1, the W_m whole numbers of sum W; Gamma(K) = (W_0 + ... + W_(K-1))/W. For
K, K' independent and binomial (T, q) the spread

    f(q) = E|Gamma(K) - Gamma(K')|/(2q(1-q)) = sum over s of Pr[Bin(2T-2, q) = s-1] c_s,
    c_s = T(2T-1)/(s(2T-s)) E[|Gamma(K) - Gamma(K')| given K + K' = s],

is a mean of the c_s, which do not depend on q (given the sum, K is hypergeometric). A mean at a binomial count is one
at a binomial count of more trials, too: raising the degree so evens out that c_s alternates between even and odd s.

A ``BinomialCurve`` is such a mean of whole numbers, in units of 2^-64. They are the sum of a sequence that falls and
one that rises with s. The mean of a falling one falls with q and that of a rising one rises, because the counts grow
with q; so on a cell [l, r] the curve is at most the first mean at l plus the second at r. Means are polynomials in
q/(1-q) with positive coefficients: nothing cancels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, pairwise

from flint import arb, arb_poly, fmpz, fmpz_poly

from replcalc.numbers.fields import ball_precision

#: Values of a curve are whole multiples of 1/UNIT.
UNIT = 1 << 64
#: Certified constants are whole multiples of 1/PARTS.
PARTS = 10**8
#: Cells of [0, 1/2], and precision of the balls.
CELLS, BITS = 256, 64
#: Curves are raised to this degree, or by that much where they have a larger one.
_DEGREE, _RAISED = 512, 16


def make_cell_edges(cells: int = CELLS) -> list[arb]:
    """Return the ends of J (even) cells of [0, 1/2]: (j/J)^2 up to 1/4, mirrored beyond, narrow at 0 and 1/2."""
    near = [arb(j * j) / cells**2 for j in range(cells // 2 + 1)]
    return near + [arb(1) / 2 - end for end in near[-2::-1]]


@dataclass(frozen=True)
class BinomialCurve:
    """q -> the mean of values/UNIT at a binomial (D, q) count, D + 1 = len(values)."""

    values: tuple[int, ...]

    @property
    def mirrored(self) -> BinomialCurve:
        """The curve at 1 - q."""
        return BinomialCurve(self.values[::-1])

    def raise_degree(self) -> BinomialCurve:
        """Return the same curve, or one that is above it by less than a unit, as a mean at more trials."""
        degree = len(self.values) - 1
        by = max(_RAISED, _DEGREE - degree)
        terms = fmpz_poly(
            [binomial * value for binomial, value in zip(_list_binomials(degree), self.values, strict=True)]
        )
        more = (terms * fmpz_poly([1, 1]) ** by).coeffs()
        more += [fmpz(0)] * (degree + by + 1 - len(more))
        return BinomialCurve(
            tuple(int(-(-term // binomial)) for term, binomial in zip(more, _list_binomials(degree + by), strict=True))
        )

    def multiply(self, factor: int, less: int = 0) -> BinomialCurve:
        """Return factor times the curve, minus less/UNIT."""
        return BinomialCurve(tuple(factor * value - less for value in self.values))

    def multiply_by_argument(self) -> BinomialCurve:
        """Return a curve that is q times this one, or above it by less than a unit."""
        degree = len(self.values)
        return BinomialCurve((0, *(-(-value * (s + 1) // degree) for s, value in enumerate(self.values))))

    def bound_above(self, ends: Sequence[arb]) -> list[arb]:
        """Return an upper bound on every cell between neighbouring ``ends``, which lie in [0, 1/2] and rise."""
        rising = list(accumulate((max(0, b - a) for a, b in pairwise(self.values)), initial=0))
        falling = [value - rise for value, rise in zip(self.values, rising, strict=True)]
        least = falling[-1]
        row = _list_binomials(len(self.values) - 1)
        fall, rise = (_compute_means(row, values, ends) for values in ([value - least for value in falling], rising))
        return [(fall[j] + rise[j + 1] + least) / UNIT for j in range(len(ends) - 1)]


def _list_binomials(degree: int) -> list[fmpz]:
    """Return the binomial coefficients of a degree."""
    found: list[fmpz] = (fmpz_poly([1, 1]) ** degree).coeffs()
    return found


def _compute_means(row: list[fmpz], values: Sequence[int], points: Sequence[arb]) -> list[arb]:
    """Return the mean of nonnegative values at binomial counts, from the binomial coefficients ``row``."""
    one, degree = arb(1), len(row) - 1
    polynomial = arb_poly([one * (binomial * value) for binomial, value in zip(row, values, strict=True)])
    return [polynomial(p / (1 - p)) * (1 - p) ** degree for p in points]


def compute_spread(weights: Sequence[int]) -> BinomialCurve:
    """Return the spread of a distribution as a curve."""
    votes, sums = len(weights), [fmpz(s) for s in accumulate(weights, initial=0)]
    row = _list_binomials(votes)
    gaps = sum_differences(row, [c * g for c, g in zip(row, sums, strict=True)], 0, votes + 1)
    # c_s C(2T-2, s-1) = gap_s/W, because T(2T-1)/(s(2T-s)) C(2T-2, s-1) = C(2T, s)/2
    exact = ((gaps[s + 1] * UNIT, binomial * sums[-1]) for s, binomial in enumerate(_list_binomials(2 * votes - 2)))
    return BinomialCurve(tuple(int(-(-above // below)) for above, below in exact)).raise_degree()


def bound_growth(weights: Sequence[int]) -> int:
    """Bound E Gamma(K)/q for every q, in units of 1/UNIT: a curve of degree T-1 with values Gamma(m)T/m."""
    votes, sums = len(weights), list(accumulate(weights, initial=0))
    exact = ((sums[m] * votes * UNIT, sums[-1] * m) for m in range(1, votes + 1))
    return max(BinomialCurve(tuple(-(-above // below) for above, below in exact)).raise_degree().values)


def sum_differences(row: list[fmpz], weighted: list[fmpz], low: int, high: int) -> fmpz_poly:
    """Return the sum over low <= b < a < high of (weighted_a row_b - row_a weighted_b) x^(a+b), by halving."""
    if high - low < 2:
        return fmpz_poly()
    middle = (low + high) // 2
    left, left_weighted = fmpz_poly(row[low:middle]), fmpz_poly(weighted[low:middle])
    right, right_weighted = fmpz_poly(row[middle:high]), fmpz_poly(weighted[middle:high])
    across = right_weighted * left - right * left_weighted
    inside = sum_differences(row, weighted, low, middle) + sum_differences(row, weighted, middle, high)
    return inside + across.left_shift(low + middle)


def bound_spread(weights: Sequence[int], cells: int = CELLS) -> arb:
    """Return an upper bound of the spread for every q; the weights are symmetric, so q <= 1/2 is enough."""
    if list(weights) != list(weights)[::-1]:
        raise ValueError("the weights of thresholds m and T-1-m must be equal")
    with ball_precision(BITS):
        return reduce(arb.max, compute_spread(weights).bound_above(make_cell_edges(cells)))
