"""Total variation and hockey-stick divergence of a product of two-point pairs, rigorously.

The two-point pair of eps is P = (e^eps, 1)/(1 + e^eps) against its mirror image Q; products multiply over i. With
L = sum of +-eps_i the log-ratio of an outcome, the hockey-stick divergence at E >= 0 is

    H_E = sum over outcomes of (P - e^E Q)_+ = 1 - e^{E/2} prod sech(eps_i/2) * mean of exp(-|X - E|/2),

X = s_1 eps_1 + ... + s_k eps_k with fair signs: P and Q are the fair-sign law times e^{+-L/2} prod sech(eps_i/2), and
min(P, e^E Q) = e^{E/2} e^{-|L-E|/2} times that. H_0 is the total variation; (E, H_E) is the optimal curve of the
product. H_E grows with every eps_i (the pair of a smaller eps is a post-processing), so one factor bounds it below.

Three ways to the mean:

- *lattice*: all eps_i are multiples of one number (equal ones, decimals of a few places): a finite Fourier sum, exact.
  k = 10^6 equal eps_i take a few dozen terms.
- *enumeration*: few distinct eps_i. The sums of two halves of them are listed (a run of m equal eps_i has m+1 sums)
  and met in the middle: exact, up to ATOMS sums in all, so up to about 32 distinct single values.
- *bracket*: otherwise two band-limited functions above and below the kernel; see ``sign_sums``. The work allowed, in
  cosines, fixes the width: 2e-11 for k = 10^4 distinct eps_i of about 0.01 and 3*10^7 cosines (half a second), and a
  hundredth of that for ten times the work, down to the rounding error of doubles.

The exact ways are repeated with more precision until the digits asked for are certain.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from flint import arb, fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.family import Family
from replcalc.numbers.fields import ball_precision
from replcalc.sharper.total_variation.frequencies import SignSum
from replcalc.sharper.total_variation.sign_sums import Overlaps, lattice_cost, overlaps

#: Cosines of doubles (one in balls counts as 40) a bracket may cost unless told otherwise: a third of a second.
WORK = 30_000_000
#: Sums listed at most by an enumeration.
ATOMS = 150_000
#: What an entry of these lists costs, in cosines.
ATOM_COST = 160
#: Significant digits to which the tails of a bracket are kept: far below any width it reaches.
BRACKET_DIGITS = 10
#: Largest eps: e^-eps is nothing to any number of digits a person asks for.
LARGEST_EPSILON = 10**6
#: Largest E of a curve: beyond it a divergence is either that of a huge eps alone or far below e^-E.
LARGEST_POINT = 10_000
#: Times an exact way is repeated with a smaller error before its result is called a bracket.
REPETITIONS = 10


@dataclass(frozen=True)
class Divergence:
    """H_E of a product of two-point pairs: ``value`` encloses it; how it was found, and at what cost in cosines."""

    epsilon: fmpq
    value: Enclosure
    method: str
    cost: int = 0


def total_variation(eps: Family[fmpq], digits: int = 20, work: int = WORK) -> Divergence:
    """Total variation of the product of the two-point pairs of eps_1..eps_k (exact rationals > 0).

    The ends agree to ``digits`` significant digits unless ``value.bracket`` is set.
    """
    return hockey_sticks(eps, (fmpq(0),), digits, work)[0]


def hockey_sticks(
    eps: Family[fmpq], points: Sequence[fmpq], digits: int = 20, work: int = WORK
) -> tuple[Divergence, ...]:
    """H_E at every E >= 0 in ``points``: the optimal (E, delta) curve of the product."""
    if any(not 0 < value <= LARGEST_EPSILON for value in eps.values):
        raise ValueError(f"two-point pairs need 0 < eps <= {LARGEST_EPSILON}")
    if any(not 0 <= point <= LARGEST_POINT for point in points):
        raise ValueError(f"the curve of two-point pairs needs 0 <= E <= {LARGEST_POINT}")
    signs = _collect(eps)
    found: dict[str, Divergence] = {}
    questions: list[PointQuestion] = []
    for point in points:
        if point >= signs.total:  # no outcome has a log-ratio above E
            found[str(point)] = Divergence(point, Enclosure.exactly(fmpq(0)), "exact")
        elif str(point) not in found and all(q.point != point for q in questions):
            known = _simple_bounds(signs, point, digits)
            if known.agrees_to(digits):
                found[str(point)] = Divergence(point, known, "closed form")
            else:
                questions.append(PointQuestion(point, known, digits))
    if questions:
        found |= {str(d.epsilon): d for d in _divergences(signs, questions, digits, work)}
    return tuple(found[str(point)] for point in points)


@dataclass(frozen=True)
class PointQuestion:
    """H at ``point`` to ``digits``, given that it lies in ``known``."""

    point: fmpq
    known: Enclosure
    digits: int

    def answer(self, ends: tuple[arb, arb]) -> Enclosure:
        """1 - overlap, cut down to what is known beforehand."""
        try:
            lower = max(Enclosure.from_ball(1 - ends[1]).lower, self.known.lower)
            upper = min(Enclosure.from_ball(1 - ends[0]).upper, self.known.upper)
        except PrecisionExhausted:  # a ball without finite ends says nothing
            lower, upper = self.known.lower, self.known.upper
        value = Enclosure(lower, upper)
        return value if value.agrees_to(self.digits) else Enclosure(lower, upper, bracket=True)


def _collect(eps: Family[fmpq]) -> SignSum:
    """Equal eps_i together, largest first."""
    counts: dict[tuple[int, int], int] = defaultdict(int)
    for value, count in eps.runs:
        counts[int(value.p), int(value.q)] += count
    terms = [(fmpq(p, q), count) for (p, q), count in sorted(counts.items(), key=_size, reverse=True)]
    largest = max(range(len(terms)), key=lambda place: terms[place][0])
    return SignSum((terms[largest], *terms[:largest], *terms[largest + 1 :]))


def _size(term: tuple[tuple[int, int], int]) -> int:
    """A rational to 128 bits after the point: comparing integers is much faster, and only the largest must be first."""
    (p, q), _ = term
    return (p << 128) // q


def _simple_bounds(signs: SignSum, point: fmpq, digits: int) -> Enclosure:
    """H_E of the largest eps alone, and the total variation bound sqrt(1 - prod sech^2(eps_i/2))."""
    largest, k = signs.terms[0][0], sum(count for _, count in signs.terms)
    with ball_precision(128 + int(3.4 * digits) + 2 * _bits(largest) + k.bit_length()):
        factor = signs.overlap_factor()
        upper = (1 - factor * factor).nonnegative_part().sqrt()
        lower = (1 - arb(point - largest).exp()) / (1 + arb(-largest).exp())
        high = min(Enclosure.from_ball(upper).upper, fmpq(1))
        low = Enclosure.from_ball(lower).lower if point < largest else fmpq(0)
    return Enclosure(max(low, fmpq(0)), high)


def _bits(q: fmpq) -> int:
    """How many bits of precision a quantity of size q takes away from 1 - (1 - q)."""
    return max(int(q.q.bit_length()) - int(q.p.bit_length()), 0) + 1


def _divergences(signs: SignSum, questions: Sequence[PointQuestion], digits: int, work: int) -> list[Divergence]:
    """The three ways, cheapest first."""
    atoms = _atom_count(signs)
    limit = ATOM_COST * atoms if atoms <= ATOMS else max(work, WORK)
    if lattice_cost(signs, max(q.point for q in questions), _log_error(signs, digits), limit) > limit:
        if atoms <= ATOMS:
            return _exactly(signs, questions, digits, None)
    else:
        return _exactly(signs, questions, digits, 2 * max(work, WORK))
    return _bracketed(signs, questions, digits, work)


def _log_error(signs: SignSum, digits: int) -> float:
    """Logarithm of an error that is ``digits`` digits below the total variation of the largest eps alone."""
    with ball_precision(64):
        return float((arb(signs.terms[0][0]) / 2).tanh().log()) - 2.31 * (digits + 4)


def _precision(signs: SignSum, log_error: float, questions: Sequence[PointQuestion]) -> int:
    k = sum(count for _, count in signs.terms)
    spread = int(1.45 * float(arb(max(q.point for q in questions)))) + _bits(signs.terms[0][0])
    return int(-log_error * 1.45) + spread + k.bit_length() + 96


def _exactly(signs: SignSum, questions: Sequence[PointQuestion], digits: int, work: int | None) -> list[Divergence]:
    """Repeat an exact way with ever smaller error until all digits are certain.

    With ``work`` the way is the lattice; should the work not suffice after all, what it gave is a bracket.
    """
    log_error = _log_error(signs, digits)
    points = [q.point for q in questions]
    for repetition in range(REPETITIONS):
        with ball_precision(_precision(signs, log_error, questions)):
            if work is None:
                found = _enumerated(signs, points)
            else:
                found = overlaps(signs, points, log_error, work, lattice=True)
            values = [question.answer(ends) for question, ends in zip(questions, found.ends, strict=True)]
        if repetition == REPETITIONS - 1 or not found.exact or all(value.agrees_to(digits) for value in values):
            break
        log_error *= 2
    method = "enumeration" if work is None else "lattice" if found.exact else "bracket"
    return [Divergence(point, value, method, found.cost) for point, value in zip(points, values, strict=True)]


def _bracketed(signs: SignSum, questions: Sequence[PointQuestion], digits: int, work: int) -> list[Divergence]:
    log_error = _log_error(signs, min(digits, BRACKET_DIGITS))
    with ball_precision(_precision(signs, log_error, questions)):
        found = overlaps(signs, [q.point for q in questions], log_error, work, lattice=False)
        return [
            Divergence(question.point, question.answer(ends), "bracket", found.cost)
            for question, ends in zip(questions, found.ends, strict=True)
        ]


# -- enumeration -------------------------------------------------------------------------------------------------------
def _halves(signs: SignSum) -> tuple[list[tuple[fmpq, int]], list[tuple[fmpq, int]]]:
    """The distinct eps in two groups with about equally many sums."""
    halves: tuple[list[tuple[fmpq, int]], list[tuple[fmpq, int]]] = ([], [])
    sizes = [1, 1]
    for value, count in sorted(signs.terms, key=lambda term: -term[1]):
        side = 0 if sizes[0] <= sizes[1] else 1
        halves[side].append((value, count))
        sizes[side] *= count + 1
    return halves


def _atom_count(signs: SignSum) -> int:
    """How many sums an enumeration lists; anything above ATOMS where that is evident."""
    if len(signs.terms) > 2 * ATOMS.bit_length():
        return 2 * ATOMS
    return sum(math.prod(count + 1 for _, count in half) for half in _halves(signs))


def _sums(half: Sequence[tuple[fmpq, int]], unit: fmpq) -> list[tuple[int, arb]]:
    """(sum in units, probability under fair signs), sorted by sum."""
    found = [(0, arb(1))]
    for value, count in half:
        step, weight = int((value / unit).p), arb(fmpq(1, 2**count))
        row = []
        for ups in range(count + 1):
            row.append((step * (2 * ups - count), weight))
            weight = weight * (count - ups) / (ups + 1)
        found = [(x + y, v * w) for x, v in found for y, w in row]
    return sorted(found, key=lambda atom: atom[0])


def _enumerated(signs: SignSum, points: Sequence[fmpq]) -> Overlaps:
    """The overlap P[L <= E] + e^E Q[L > E], by running sums over the second half for each sum of the first."""
    unit = signs.unit
    assert unit is not None  # few distinct values have a common denominator
    left, right = (_sums(half, unit) for half in _halves(signs))
    factor, half_unit = signs.overlap_factor(), arb(unit) / 2
    positions = [x for x, _ in right]
    up, down = [arb(0)], [arb(0)]
    for x, weight in right:
        up.append(up[-1] + weight * (half_unit * x).exp())
    for x, weight in reversed(right):
        down.append(down[-1] + weight * (half_unit * -x).exp())
    down.reverse()
    tilted = [(x, weight * (half_unit * x).exp(), weight * (half_unit * -x).exp()) for x, weight in left]
    ends = []
    for point in points:
        limit, below, above, place = int((point / unit).floor()), arb(0), arb(0), len(positions)
        for x, towards, away in tilted:  # x grows, so the place in the other half moves down
            while place and positions[place - 1] > limit - x:
                place -= 1
            below += towards * up[place]
            above += away * down[place]
        overlap = factor * (below + arb(point).exp() * above)
        ends.append((overlap, overlap))
    return Overlaps(tuple(ends), True, len(left) + len(right))
