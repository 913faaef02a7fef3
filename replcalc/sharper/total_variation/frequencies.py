"""A sum of independent fair signs, X = s_1 eps_1 + ... + s_k eps_k, and the frequencies at which it matters.

The characteristic function is F(w) = prod cos(eps_i w): see ``sign_sums`` for what is computed of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import mul

from flint import arb, ctx, fmpq

from replcalc.numbers.exact import to_float
from replcalc.numbers.fields import ball_precision
from replcalc.sharper.total_variation.band_limited import RoughValues
from replcalc.sharper.total_variation.cosines import TINY, CosineProducts, spans

#: Bits of all numerators over the common denominator beyond which no lattice is looked for.
LATTICE_BITS = 1 << 27
#: With more terms than this, the common denominator of a lattice that is not too fine has no more bits than this.
MOST_BITS = 256
#: Factors multiplied between two looks at whether the product is negligible already.
CHUNK = 64
#: What a cosine in balls costs, and a term of a sum in balls, in cosines of doubles.
BALL_COST, TERM_COST = 40, 20
#: With more factors than this, powers counted, the error of doubles would show.
ROUGH_MEMBERS = 20_000
#: Spans of the frequencies of a lattice that are looked at to judge its cost, and their length.
SAMPLES, SAMPLE = 4, 64
#: So few cosines are computed in balls without much ado.
FEW_COSINES = 4096
#: From this many distinct eps_i on, low frequencies go through power sums.
MANY_TERMS = 48
#: Values the float search for a period works on at most.
SEARCH_VALUES = 128


@dataclass(frozen=True)
class SignSum:
    """X = sum of s_i eps_i: ``terms`` are (eps, multiplicity), distinct positive eps, largest first."""

    terms: tuple[tuple[fmpq, int], ...]

    @cached_property
    def total(self) -> fmpq:
        """The largest value of X."""
        return sum((value * count for value, count in self.terms), fmpq(0))

    @cached_property
    def unit(self) -> fmpq | None:
        """The largest g of which every eps is a multiple; None if the common denominator is absurd."""
        denominator, numerator = 1, 0
        for value, _ in self.terms:
            denominator = math.lcm(denominator, int(value.q))
            if denominator.bit_length() * len(self.terms) > LATTICE_BITS:
                return None
            if denominator.bit_length() > MOST_BITS and len(self.terms) > MOST_BITS:  # no lattice worth a sum
                return None
        for value, _ in self.terms:
            numerator = math.gcd(numerator, int((value * denominator).p))
        return fmpq(numerator, denominator)

    def overlap_factor(self) -> arb:
        """prod sech(eps_i/2)."""
        return math.prod(((arb(value) / 2).sech() ** count for value, count in self.terms), start=arb(1))

    def period(self, farthest: fmpq, log_error: float) -> tuple[fmpq, fmpq]:
        """(P, theta): a period with a tail of about e^log_error (Chernoff's bound at theta), or one with none at all.

        Only a search in floats: what the tail really costs is computed by ``_tail``. ``farthest`` is the largest E.
        """
        largest = self.terms[0][0]
        step = -(-len(self.terms) // SEARCH_VALUES)
        thinned = [
            (to_float(self.terms[p][0] / largest), sum(count for _, count in self.terms[p : p + step]))
            for p in range(0, len(self.terms), step)
        ]
        scale, where = to_float(largest), to_float(farthest / largest)
        base = math.log(8) - log_error - _log(largest) + where * scale / 2 - _log_cosh_sum(thinned, scale / 2)

        def needed(phi: float) -> float:  # P over the largest eps, at theta = phi over the largest eps
            return (base + phi * where + _log_cosh_sum(thinned, phi)) / phi

        low, high = math.log(max(scale / 2, 1e-9)), math.log(max(scale, 8 * math.sqrt(max(base, 1.0)) + 1))
        for _ in range(48):
            third = (high - low) / 3
            if needed(math.exp(low + third)) < needed(math.exp(high - third)):
                high -= third
            else:
                low += third
        phi = math.exp((low + high) / 2)
        theta = max(fmpq(int(phi * 2**20) + 1, 2**20) / largest, fmpq(1, 2))
        ratio = needed(phi)
        all_of_it = self.total + farthest
        if not math.isfinite(ratio) or ratio * 1.001 >= to_float(all_of_it / largest):
            return all_of_it, theta
        return largest * fmpq(int(ratio * 2**20) + 2, 2**20), theta


def _log(q: fmpq) -> float:
    return float(arb(q).log())


def _log_cosh_sum(values: Sequence[tuple[float, int]], factor: float) -> float:
    total = 0.0
    for value, count in values:
        x = value * factor
        total += count * (x + math.log1p(math.exp(-2 * x)) - math.log(2))
    return total


class LowFrequencies:
    """F(w) = prod cos(eps_i w) for small w through power sums: for many distinct eps_i, one pass serves every w.

    ln cos x = -sum_j c_j x^{2j} for |x| < pi/2, c_j = 2^{2j-1} (2^{2j} - 1) |B_{2j}|/(j (2j)!) <= (5/4) (2/pi)^{2j}.
    With y = w times the largest eps and p_j the sum of (eps_i/largest)^{2j}, ln F = -sum_j c_j p_j y^{2j}; p_j
    decreases in j, so the terms after J are at most (5/4) p_J r^{J+1}/(1 - r) together, r = (2y/pi)^2.
    """

    def __init__(self, signs: SignSum) -> None:
        largest = signs.terms[0][0]
        self._squares = [arb(value / largest) ** 2 for value, _ in signs.terms]
        self._powers = [arb(count) for _, count in signs.terms]
        self.terms: list[tuple[arb, arb]] = []  # (c_j pi^{2j} p_j, p_j), one pass over all eps_i for each

    def value(self, turn: arb) -> arb:
        """F where the fastest factor has turned by ``turn`` half circles (y = pi turn), turn at most 1/8."""
        square, tiny = turn * turn, arb(2) ** -ctx.prec
        ratio = 4 * square
        total, power, j = arb(0), square, 1
        while True:
            term, size = self._term(j)
            total += term * power
            rest = (size * ratio ** (j + 1) * arb("1.25") / (1 - ratio)).upper()
            if rest < tiny:
                return (-(total + arb(0, rest))).exp()
            power *= square
            j += 1

    def _term(self, j: int) -> tuple[arb, arb]:
        while len(self.terms) < j:
            index = len(self.terms) + 1
            self._powers = list(map(mul, self._powers, self._squares))
            size = sum(self._powers, arb(0))
            top = fmpq(2 ** (2 * index - 1) * (4**index - 1)) * abs(fmpq.bernoulli(2 * index))
            self.terms.append((arb(top / (index * math.factorial(2 * index))) * arb.pi() ** (2 * index) * size, size))
        return self.terms[j - 1]


@dataclass
class Frequencies:
    """F at the frequencies w_n = 2 pi n/P, n = 1, 2, ..., those certainly below ``floor`` left out; counts its cost.

    F decreases until its fastest factor has made a quarter turn: there one negligible value settles all that follow.
    Beyond, doubles with a proved error (``cosines``) sort out the negligible ones; what is left is evaluated in balls
    if ``exact``, and else in doubles as well.
    """

    signs: SignSum
    period: fmpq
    floor: arb
    last: int | None  # the last n that matters, None if they never end
    work: int
    exact: bool
    cost: int = 0
    reached: int = 0
    values: list[tuple[int, arb]] = field(default_factory=list)
    rough: list[RoughValues] = field(default_factory=list)

    def __post_init__(self) -> None:
        # consecutive factors should differ: a spread-out sample of them makes a product negligible sooner
        terms = self.signs.terms
        stride = next(s for s in range(round(len(terms) * 0.618) or 1, len(terms) + 2) if math.gcd(s, len(terms)) == 1)
        self._order = [terms[p * stride % len(terms)] for p in range(len(terms))]
        self._turns = [(arb(value / self.period * 2), count) for value, count in self._order]
        self._fastest = terms[0][0] / self.period * 2
        # F is at most 1: digits far below the floor say nothing
        members = sum(count for _, count in terms)
        self._bits = min(ctx.prec, 48 + members.bit_length() + max(int(-1.45 * float(self.floor.mid().log())), 0))
        self._low = LowFrequencies(self.signs) if len(terms) >= MANY_TERMS else None

    def run(self) -> None:
        """Go on until the last frequency, or until the work is spent."""
        n = self._first_quarter()
        if self.last is None or (self.last - n) * len(self._order) > FEW_COSINES:
            self._sorted_out(n)
            return
        for m in range(n, self.last + 1):
            self._visit(m)

    def _first_quarter(self) -> int:
        """The frequencies up to the quarter turn of the fastest factor, whatever they cost; returns the next one."""
        quarter, n = int((fmpq(1, 2) / self._fastest).floor()), 1
        while n <= quarter and (self.last is None or n <= self.last):
            self._visit(n)
            if not self.values or self.values[-1][0] < n:
                self.reached = quarter if self.last is None else min(quarter, self.last)
                return self.reached + 1
            n += 1
        return n

    def sample(self, starts: Sequence[int]) -> tuple[float, float]:
        """What fraction of the frequencies doubles cannot dismiss, and the cosines each takes, from short spans."""
        products, kept = self._products(), 0
        for start in starts:
            kept += len(products.above(start, start + SAMPLE - 1, self._least()))
        looked = SAMPLE * len(starts)
        return kept / looked, products.cost / looked

    def _products(self) -> CosineProducts:
        return CosineProducts([(value / self.period, count) for value, count in self._order])

    def _least(self) -> float:
        """The floor for doubles: where they would underflow, nothing is below it."""
        floor = float(self.floor.lower())
        return floor if floor > TINY else 0.0

    def _sorted_out(self, first: int) -> None:
        """Block after block of frequencies in doubles."""
        products, floor = self._products(), self._least()
        for start, end in spans(first, self.last, len(self._order)):
            spent = products.cost
            kept = products.above(start, end, floor)
            if self.exact or products.members > ROUGH_MEMBERS:
                for n in kept.tolist():
                    self._visit(n)
            elif len(kept):
                self.rough.append(RoughValues(kept, *products.values(kept)))
                self.cost += TERM_COST * len(kept)
            self.reached = end
            self.cost += products.cost - spent
            if self.cost >= self.work:
                return

    def _visit(self, n: int) -> None:
        """F at one frequency, in balls."""
        value = self._product(n)
        if value is not None:
            self.values.append((n, value))
        self.reached = n

    def _product(self, n: int) -> arb | None:
        if self._low is not None and 8 * n * self._fastest <= 1:
            before = len(self._low.terms)
            low = self._low.value(arb(n * self._fastest))
            self.cost += (len(self._low.terms) - before) * len(self.signs.terms) * BALL_COST // 8
            return None if low.abs_upper() < self.floor else low
        product = arb(1)
        with ball_precision(self._bits):
            for start in range(0, len(self._turns), CHUNK):
                chunk = self._turns[start : start + CHUNK]
                for turn, count in chunk:
                    factor = (turn * n).cos_pi()
                    product *= factor if count == 1 else factor**count
                self.cost += BALL_COST * len(chunk)
                if product.abs_upper() < self.floor:
                    return None
        return product
