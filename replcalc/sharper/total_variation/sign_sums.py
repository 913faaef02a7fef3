"""E exp(-|X - E|/2) for X = s_1 eps_1 + ... + s_k eps_k with independent fair signs, by characteristic functions.

This mean is what the total variation of a product of two-point pairs comes down to (``product_tv``). The
characteristic function of X is F(w) = prod cos(eps_i w), so nothing is convolved: k enters only through products.

**Period.** Let phi(x) = e^{-|x|/2}, q = e^{-P/2}. Its periodic version sum_m phi(x + mP) equals
(e^{-|x|/2} + q e^{|x|/2})/(1 - q) for |x| <= P, and e^{|x|/2} = 2 cosh(x/2) - e^{-|x|/2}, where the mean of
cosh((X - E)/2) is cosh(E/2) prod cosh(eps_i/2): the periodic mean gives the mean itself. Where |X - E| > P can happen,
the periodic version falls short of that expression by at most (q + q e^{|x|/2})/(1 - q); a Chernoff bound controls it.

**Lattice.** eps_i = a_i g puts X on the points g(A + 2j), A = sum a_i. With P = 2gM the periodic mean is a finite
Fourier sum over n = 0..M-1 at the frequencies w_n = 2 pi n/P, the terms n and M-n being conjugate. Its n-th
coefficient, a geometric series, has, with r = (gA - E) mod 2g, the real part

    (sinh(g - r/2) cos(w(E+r)) + sinh(r/2) cos(w(E+r-2g)))/(M (cosh g - cos 2gw)).

This is exact.

**Band-limited bracket.** With frequencies up to w_N only: for a = P/(2(N+1)), the functions of exponential type 2 pi
that interpolate e^{-a|x|} with its derivative at the integers (derivative 0 at 0), or at the half-integers, lie above
and below it (Graham and Vaaler 1981). Their Fourier transforms on [0,1] are, with D = cosh a - cos 2 pi t,

    above: ((1-t) sinh a + (a/2pi) sin 2 pi t)/D,   below: ((1-t) 2 sinh(a/2) cos pi t + (a/pi) cosh(a/2) sin pi t)/D,

so their periodic versions are the trigonometric polynomials with coefficients at t = n/(N+1), divided by N+1.
Proof that they lie above and below: for x > 0, geometric series and continuation in x give

    (above - e^{-ax}) (pi/sin pi x)^2 = int_0^oo e^{-xt} (t - b(a-t) + b(a+t)) dt,   b(u) = u/(e^u - 1),
    (below - e^{-ax}) (pi/cos pi x)^2 = int_0^oo e^{-xt} (c(a+t) - c(a-t)) dt,       c(u) = (u/2)/sinh(u/2);

the first is >= 0 because b is convex and b(-u) = b(u) + u, the second <= 0 because c is even and decreases in |u|. The
gap shrinks like (density of X at E)/w_N^2.

The band-limited coefficients are non-negative and those of the lattice dominated by such, with sum at most coth(P/4):
frequencies at which |F| is certainly below a floor may be left out at a cost of floor * coth(P/4).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flint import arb, fmpq

from replcalc.sharper.total_variation.band_limited import Band
from replcalc.sharper.total_variation.cosines import ROWS
from replcalc.sharper.total_variation.frequencies import BALL_COST, FEW_COSINES, SAMPLES, Frequencies, SignSum

#: Frequencies before the quarter turn that usually matter.
LOW_FREQUENCIES = 64


@dataclass(frozen=True)
class Overlaps:
    """e^{E/2} prod sech(eps_i/2) times the mean of exp(-|X - E|/2), between two balls for each E asked for."""

    ends: tuple[tuple[arb, arb], ...]
    exact: bool  # both balls agree: the whole lattice was summed
    cost: int


def lattice_cost(signs: SignSum, farthest: fmpq, log_error: float, limit: float) -> float:
    """About how many cosines an exact sum costs, measured on a few of its frequencies.

    Infinite without a lattice, and where it is clear beforehand that the cost is beyond ``limit``.
    """
    if signs.unit is None:
        return math.inf
    period, _ = signs.period(farthest, log_error)
    last, terms = _lattice_size(period, signs.unit) // 2, len(signs.terms)
    quarter = int((period / (4 * signs.terms[0][0])).floor())
    few = BALL_COST * terms * min(last, quarter, LOW_FREQUENCIES)
    beyond = last - quarter
    if beyond <= 0 or beyond * terms <= FEW_COSINES:
        return few + BALL_COST * terms * max(beyond, 0)
    if beyond * min(terms, ROWS) > limit:
        return math.inf
    frequencies = Frequencies(signs, period, arb(log_error).exp(), last, 0, exact=True)
    starts = [quarter + beyond * j // SAMPLES for j in range(SAMPLES)]
    kept, spent = frequencies.sample(starts)
    return few + beyond * (spent + kept * BALL_COST * terms)


def _lattice_size(period: fmpq, unit: fmpq) -> int:
    return max(int((period / (2 * unit)).ceil()), 1)


def overlaps(signs: SignSum, points: Sequence[fmpq], log_error: float, work: int, *, lattice: bool) -> Overlaps:
    """The overlap at every E in ``points`` (all >= 0) at the current precision.

    ``log_error``: logarithm of the error to which tails and left-out frequencies are kept. ``work``: how many cosines
    to spend. ``lattice``: look for the exact sum; without it, or if the work runs out, the ends differ.
    """
    farthest = max(points)
    period, theta = signs.period(farthest, log_error)
    unit = signs.unit if lattice else None
    last = None
    if unit is not None:
        size = _lattice_size(period, unit)
        period, last = 2 * unit * size, size // 2
    weight = 1 / (arb(period) / 4).tanh()
    floor = arb(log_error).exp() / (weight * (arb(farthest) / 2).exp())
    frequencies = Frequencies(signs, period, floor, last, work, exact=lattice)
    frequencies.run()
    left_out = arb(0, (floor * weight).upper())
    tail = _tail(signs, period, theta, farthest)
    if last is not None and frequencies.reached >= last and unit is not None:
        means = [(mean, mean) for mean in _lattice_means(signs, unit, period, frequencies, points)]
    else:
        means = list(Band(period, frequencies.reached + 1).means(frequencies.values, frequencies.rough, points))
    factor, gone = signs.overlap_factor(), (-arb(period) / 2).exp()
    ends = []
    for point, (low, high) in zip(points, means, strict=True):
        half = arb(point) / 2
        correction = 2 * gone * half.cosh() / -(-arb(period) / 2).expm1()
        below = half.exp() * (factor * (low + left_out) - correction)
        above = half.exp() * (factor * (high + left_out) - correction) + tail
        ends.append((below, above))
    exact = last is not None and frequencies.reached >= last
    return Overlaps(tuple(ends), exact, frequencies.cost)


def _tail(signs: SignSum, period: fmpq, theta: fmpq, farthest: fmpq) -> arb:
    """What |X - E| > P can add to an overlap, for every E up to ``farthest``: an upper bound.

    With S = prod sech(eps_i/2) and theta >= 1/2, e^{E/2} S q/(1-q) times the mean of 1 + e^{|X-E|/2} over |X-E| > P is
    at most 4 e^{E/2} cosh(theta E) e^{-theta P} S prod cosh(theta eps_i)/(1-q).
    """
    if period >= signs.total + farthest:
        return arb(0)
    product = 4 * (arb(farthest) / 2).exp() * arb(theta * farthest).cosh() * (-arb(theta * period)).exp()
    for value, count in signs.terms:
        product *= (arb(theta * value).cosh() / (arb(value) / 2).cosh()) ** count
    return (product / -(-arb(period) / 2).expm1()).upper()


def _lattice_means(
    signs: SignSum, unit: fmpq, period: fmpq, frequencies: Frequencies, points: Sequence[fmpq]
) -> Iterator[arb]:
    """The periodic mean as the finite Fourier sum over the lattice."""
    size = int((period / (2 * unit)).p)
    g, zero_term = arb(unit), 2 * (arb(unit) / 2).sinh() ** 2
    weighted = []
    for n, value in frequencies.values:
        # cosh g - cos 2gw without cancellation, with 2gw = 2 pi n/size
        denominator = zero_term + 2 * arb.sin_pi_fmpq(fmpq(n, size)) ** 2
        twice = 1 if 2 * n == size else 2
        weighted.append((n, twice * value / denominator))
    for point in points:
        offset = signs.total - point
        rest = offset - 2 * unit * fmpq((offset / (2 * unit)).floor())
        near, far = (g - arb(rest) / 2).sinh(), (arb(rest) / 2).sinh()
        first, second = (point + rest) / period * 2, (point + rest - 2 * unit) / period * 2
        mean = (near + far) / zero_term
        for n, value in weighted:
            mean += value * (near * arb.cos_pi_fmpq(first * n) + far * arb.cos_pi_fmpq(second * n))
        yield mean / size
