"""Total variation of a product of two-point pairs, enclosed by finite sums in ball arithmetic.

The two-point pair of eps is P = (e^eps, 1)/(1 + e^eps) against its mirror image Q; products multiply over i. With
L = sum of +-eps_i the log-ratio of an outcome, P and Q are the fair-sign distribution times e^(+-L/2) prod
sech(eps_i/2), so that

    tv = 1 - sum over outcomes of min(P, Q) = 1 - prod sech(eps_i/2) * E exp(-|X|/2),    X = sum of fair signs eps_i.

- *lattice*: all eps_i are multiples of one number and their sum has at most CELLS of its steps (or there is only one
  value): the distribution of X is a product of polynomials, and the sum is exact but for the precision.
- *bracket*: otherwise every eps_i lies between two points a < b of a grid. From below: the pair of a is a
  post-processing of the pair of eps_i. From above: for the weight w with (1-w) tanh(a/2) + w tanh(b/2) =
  tanh(eps_i/2), the pair of eps_i is what is left of "the pair of a with probability 1-w, else that of b" when nobody
  says which of the two it was. Proofs: proof.md.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import gcd, lcm

from flint import arb, arb_poly, fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.family import Family
from replcalc.numbers.fields import ball_precision
from replcalc.statements.certification import CEILING, starting_bits

#: Largest degree of an exact product of polynomials, and the degree of those of a bracket: about a second each.
CELLS, BRACKET_CELLS = 60_000, 20_000
#: The sum over one value that occurs more often than this is bracketed by the closed form alone.
MOST_EQUAL = 2_000_000
#: Largest eps: e^-eps is nothing to any number of digits a person asks for.
LARGEST_EPSILON = 10**6
#: Bits of a bracket, whose width does not come from the precision.
_BRACKET_BITS = 192


@dataclass(frozen=True)
class ProductTv:
    """``value`` encloses the total variation; ``method``: "closed form", "lattice" or "bracket"."""

    value: Enclosure
    method: str


def total_variation(eps: Family[fmpq], digits: int = 20) -> ProductTv:
    """Enclose the total variation of the product of the two-point pairs of eps_1..eps_k (exact rationals > 0).

    The ends agree to ``digits`` significant digits unless ``value.bracket`` is set.
    """
    if any(not 0 < value <= LARGEST_EPSILON for value in eps.values):
        raise ValueError(f"two-point pairs need 0 < eps <= {LARGEST_EPSILON}")
    counts: dict[tuple[int, int], int] = defaultdict(int)
    for value, count in eps.runs:
        counts[int(value.p), int(value.q)] += count
    terms = [(fmpq(p, q), count) for (p, q), count in counts.items()]
    unit = _unit([value for value, _ in terms])
    steps = None if unit is None else sum(int((value / unit).p) * count for value, count in terms)
    equal = len(terms) == 1 and terms[0][1] <= MOST_EQUAL
    bits = starting_bits(digits) + _count_lost_bits(terms)
    with ball_precision(bits):
        known = _simple_bounds(terms)
    if known.agrees_to(digits):
        return ProductTv(known, "closed form")
    if not equal and (steps is None or steps > CELLS):
        value = _enclose_between_grid_points(terms)
        return ProductTv(replace(value, bracket=not value.agrees_to(digits)), "bracket")
    while True:
        with ball_precision(bits):
            mean = _mean_of_equal(*terms[0]) if equal else _mean_on_lattice(terms, unit)
            found = _within(1 - mean, known)
        if found.agrees_to(digits) or bits >= CEILING:
            return ProductTv(replace(found, bracket=not found.agrees_to(digits)), "lattice")
        bits *= 2


def _count_lost_bits(terms: Sequence[tuple[fmpq, int]]) -> int:
    """Return bits that 1 - overlap loses where the total variation is as small as the largest eps."""
    largest, k = max(value for value, _ in terms), sum(count for _, count in terms)
    return max(int(largest.q.bit_length()) - int(largest.p.bit_length()), 0) + k.bit_length() + 32


def _unit(values: Sequence[fmpq]) -> fmpq | None:
    """Return the largest number of which all are multiples; None where its denominator is out of proportion."""
    denominator = 1
    for value in values:
        denominator = lcm(denominator, int(value.q))
        if denominator.bit_length() > 2048:
            return None
    return fmpq(gcd(*(int((value * denominator).p) for value in values)), denominator)


def _simple_bounds(terms: Sequence[tuple[fmpq, int]]) -> Enclosure:
    """Return the largest eps alone, tanh(eps/2), and the closed form sqrt(1 - prod sech^2(eps_i/2))."""
    largest = max(value for value, _ in terms)
    factor = arb(1)
    for value, count in terms:
        factor *= (arb(value) / 2).sech() ** (2 * count)
    lower = (arb(largest) / 2).tanh()
    upper = (1 - factor).nonnegative_part().sqrt()
    return Enclosure(Enclosure.from_ball(lower).lower, min(Enclosure.from_ball(upper).upper, fmpq(1)))


def _within(ball: arb, known: Enclosure) -> Enclosure:
    """Return a ball cut down to what is known beforehand."""
    if not ball.is_finite():
        return known
    found = Enclosure.from_ball(ball)
    return Enclosure(max(found.lower, known.lower), min(found.upper, known.upper))


def _mean_of_equal(value: fmpq, count: int) -> arb:
    """Return the overlap of ``count`` equal pairs: a binomial sum, term by term from the middle outwards."""
    middle = count // 2
    ratio = (-arb(value)).exp()
    term = arb.bin_uiui(count, middle) * (ratio.sqrt() if count % 2 else arb(1))
    total = term if count % 2 == 0 else 2 * term
    # terms on either side of the middle: ups = middle - j, |X| = (2 j + count % 2) eps
    for j in range(1, middle + 1):
        term = term * (middle - j + 1) / (count - middle + j) * ratio
        total += 2 * term
    return total * _half_sech(value) ** count


def _half_sech(value: fmpq) -> arb:
    return (arb(value) / 2).sech() / 2


def _mean_on_lattice(terms: Sequence[tuple[fmpq, int]], unit: fmpq) -> arb:
    """Return the overlap if every eps is a multiple of ``unit``: the coefficient of x^j is for X = 2 j unit - sum."""
    factors = []
    for value, count in terms:
        half = _half_sech(value)
        factors.append(_polynomial((0, half), (int((value / unit).p), half)) ** count)
    return _mean(_product(factors), 2 * unit, sum((value * count for value, count in terms), fmpq(0)))


def _enclose_between_grid_points(terms: Sequence[tuple[fmpq, int]]) -> Enclosure:
    """Between the pairs of the grid points below and the mixtures of the grid points around every eps."""
    total = sum((value * count for value, count in terms), fmpq(0))
    k = sum(count for _, count in terms)
    with ball_precision(_BRACKET_BITS):
        known = _simple_bounds(terms)
        if k > BRACKET_CELLS // 4:  # more pairs than a grid can distinguish
            return known
        unit = total / (BRACKET_CELLS // 2 - k)
        below, above, offset = [], [], fmpq(0)
        for value, count in terms:
            steps = int((value / unit).floor())
            low, high = unit * steps, unit * (steps + 1)
            ends = [(arb(point) / 2).tanh() for point in (low, high)]
            weight = ((arb(value) / 2).tanh() - ends[0]) / (ends[1] - ends[0])
            below.append((low, count))
            inner, outer = (1 - weight) * _half_sech(low), weight * _half_sech(high)
            # X = (j - steps - 1) unit: -high, -low, low, high
            mixed = _polynomial((0, outer), (1, inner), (2 * steps + 1, inner), (2 * steps + 2, outer))
            above.append(mixed**count)
            offset += low * count
        least = 1 - _mean_on_lattice(below, unit)
        most = 1 - _mean(_product(above), unit, offset + unit * k)
        if not (least.is_finite() and most.is_finite()):
            return known
        return Enclosure(
            max(Enclosure.from_ball(least).lower, known.lower), min(Enclosure.from_ball(most).upper, known.upper)
        )


def _polynomial(*terms: tuple[int, arb]) -> arb_poly:
    """Return the sum of value * x^place; places may come twice."""
    row = [arb(0)] * (max(place for place, _ in terms) + 1)
    for place, value in terms:
        row[place] += value
    return arb_poly(row)


def _product(factors: Sequence[arb_poly]) -> arb_poly:
    """Multiply neighbours of about equal degree until one is left."""
    row = sorted(factors, key=lambda factor: factor.degree())
    while len(row) > 1:
        row = [row[j] * row[j + 1] if j + 1 < len(row) else row[j] for j in range(0, len(row), 2)]
    return row[0]


def _mean(masses: arb_poly, step: fmpq, offset: fmpq) -> arb:
    """Return sum of masses[j] exp(-|X|/2) over X = j step - offset."""
    middle = int((offset / step).floor())
    ratio = (-arb(step) / 2).exp()
    falling, rising = arb(0), arb(0)
    for place in range(min(middle, masses.degree()) + 1):  # Horner: X <= 0
        falling = falling * ratio + masses[place]
    for place in range(masses.degree(), middle, -1):
        rising = rising * ratio + masses[place]
    left = (arb(step * middle - offset) / 2).exp()
    right = (-arb(step * (middle + 1) - offset) / 2).exp()
    return falling * left + rising * right
