"""Certify the constants of any distribution of the threshold on cells of q: of two answers, of lotteries (proof-*.md).

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

A lottery's c is certified if it meets conditions (I) and (II) of proof-lottery.md on every cell of p in [0, 1/2] and
every mirrored cell of q in [1/2, 1]. What depends on the distribution is enclosed first, cell by cell, with a guess c_0
instead of c, because (c_0 - f(p))(1-p) varies less than its parts; the least multiple of 10^-8 is found by bisection.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, pairwise
from typing import Any

from flint import arb, arb_poly, fmpz, fmpz_poly

from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.fields import ball_precision

#: Values of a curve are whole multiples of 1/UNIT.
UNIT = 1 << 64
#: Certified constants are whole multiples of 1/PARTS.
PARTS = 10**8
#: Cells of [0, 1/2], and precision of the balls.
CELLS, BITS = 256, 64
#: Curves are raised to this degree, or by that much where they have a larger one.
_DEGREE, _RAISED = 512, 16
#: The share of a second answer is followed from q = 1/2 on until it is as small as this.
_NOTHING = 2.0**-40


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


# -- lotteries ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Conditions:
    """What (I) and (II) need of a distribution, one value per cell: p between ``ends[j]`` and ``ends[j+1]``, or q = 1 -
    p.

    With c_0 = ``near``: ``bracket`` is at least (f(p) - c_0)(1-p) and, on the mirrored cell, ``gain`` at least
    (f(q) - c_0)q, ``loss`` at least (2 f(q) - c_0)q, ``ties`` at least X(q)/(2(1-q)). ``step`` is r = sqrt(T/12) times
    the largest weight.
    """

    ends: Sequence[arb]
    bracket: Sequence[arb]
    gain: Sequence[arb]
    loss: Sequence[arb]
    ties: Sequence[arb]
    near: arb
    step: arb

    def hold(self, c: Any) -> bool:
        """Return whether (I) and (II) certainly hold for c on every cell."""
        alpha = c
        for j, (left, right) in enumerate(pairwise(self.ends)):
            more = arb.min((c - self.near) * (1 - left), (c - self.near) * (1 - right))
            bracket = more - self.bracket[j]
            if not self.step <= bracket:  # (II)
                return False
            alpha = arb.min(alpha, bracket)
            gain = more - self.gain[j] + alpha
            if gain >= 0 and self.step <= left * gain:  # (Ia): 1 - q >= left
                continue
            if not self.loss[j] - more + self.ties[j] <= alpha:  # (Ib)
                return False
        return True


def enclose_conditions(weights: Sequence[int], curve: BinomialCurve, near: int, cells: int) -> Conditions:
    """Enclose (I) and (II) in balls, from the spread of the weights, with c_0 = near/UNIT."""
    if weights[0]:
        raise ValueError("an answer with one vote must not pass: the weight of the threshold 0 is 0")
    ends, mirrored = make_cell_edges(cells), curve.mirrored
    return Conditions(
        ends,
        mirrored.multiply(1, near).multiply_by_argument().mirrored.bound_above(ends),
        curve.multiply(1, near).multiply_by_argument().mirrored.bound_above(ends),
        curve.multiply(2, near).multiply_by_argument().mirrored.bound_above(ends),
        _bound_ties(weights, ends),
        arb(near) / UNIT,
        (arb(len(weights)) / 12).sqrt() * max(weights) / sum(weights),
    )


def _bound_ties(weights: Sequence[int], ends: Sequence[arb]) -> list[arb]:
    """Bound X(q)/(2(1-q)) on every mirrored cell, from the cell at 1/2 outwards."""
    found: list[arb] = []
    for left, right in reversed(list(pairwise(ends))):
        if found and found[-1] < _NOTHING:
            found.append(found[-1])  # the sum of g_m s_m (2 b_m - 1)_+/(1-q) falls with q
            continue
        exact, plain = _evaluate_tie(weights, right)
        found.append(plain / right if left == 0 else (exact / (2 * left)).min(plain / right))
    return found[::-1]


def _evaluate_tie(weights: Sequence[int], t: arb) -> tuple[arb, arb]:
    """Return X(q) and the sum of g_m s_m (2 b_m - 1)_+ at q = 1 - t."""
    votes, whole = len(weights), sum(weights)
    pmf = [(1 - t) ** votes]
    for j in range(votes):
        pmf.append(pmf[-1] * t * (votes - j) / ((1 - t) * (j + 1)))
    at_least = list(accumulate(reversed(pmf)))[::-1]  # Pr[Bin(T, t) >= j]
    exact, plain = arb(0), arb(0)
    for m in range((votes + 1) // 2, votes):
        excess = (2 * at_least[votes - m] - 1).max(arb(0))  # 2 b_m - 1, where it is positive
        other = at_least[m + 1]
        part = other.min(excess / 2)
        exact += weights[m] * 2 * part * (excess - part)
        plain += weights[m] * other * excess
    return exact / whole, plain / whole


def find_smallest_constant(weights: Sequence[int]) -> int:
    """Return the least c for which the cells show (I) and (II), rounded up, in units of 1/PARTS."""
    cells = CELLS if len(weights) <= 500 else CELLS // 2  # constants of many votes lose little
    curve, found = compute_spread(weights), 1 + int(2.15 * PARTS / math.sqrt(len(weights)))
    with ball_precision(BITS):
        for number in (cells // 4, cells):
            found = _bisect_constant(enclose_conditions(weights, curve, found * UNIT // PARTS, number))
    return found


def _bisect_constant(conditions: Conditions) -> int:
    low, high = 0, 2 * PARTS
    while not conditions.hold(arb(high) / PARTS):
        low, high = high, 2 * high
        if high > PARTS << 20:
            raise PrecisionExhausted("no constant meets the conditions on these cells")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if conditions.hold(arb(middle) / PARTS) else (middle, high)
    return high


def certify_two_answers(weights: tuple[int, ...]) -> tuple[int, ...]:
    """Certify kappa and phi of a symmetric distribution: in units of 1/PARTS, rounded up."""
    with ball_precision(BITS):
        kappa = (bound_spread(weights) * PARTS).ceil().upper().ceil().unique_fmpz()
    return int(kappa), -(-bound_growth(weights) * PARTS // UNIT)


def certify_lottery(weights: tuple[int, ...]) -> tuple[int, ...]:
    """Certify c, u and phi of a distribution: in units of 1/PARTS, rounded up."""
    u, phi = (-(-bound_growth(each) * PARTS // UNIT) for each in (weights[::-1], weights))
    return find_smallest_constant(weights), u, phi
