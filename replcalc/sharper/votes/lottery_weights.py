"""The distribution of the threshold of a lottery, and its certified constants, up to MOST votes.

Up to FEW votes the weights W_m are those of a linear program (generate.py), rounded to whole numbers and kept in
lottery.json. Beyond, with v = m/(T-1),

    W_m = 10^9 min( h(v) sqrt(v(1-v)), 0.348 - 0.14/sqrt T ), rounded down,
    h(v) = 1 - 0.18/(1 - min(v, 1/2)) for v < 1/2 + 0.8/sqrt T,   h(v) = 1/2 + 0.09/v beyond:

what (II) and (Ib) of proof.md let a distribution have for many votes, and a cap that keeps the largest weight small.
The file also has c, u and phi of every number of votes, in units of 1/PARTS, rounded up.
"""

import math
from fractions import Fraction
from functools import cache
from pathlib import Path

from flint import fmpq

from replcalc.sharper.votes.lottery_constants import find_smallest_constant
from replcalc.sharper.votes.spread import UNIT, bound_growth
from replcalc.sharper.votes.threshold_weights import FEW, PARTS, load_vote_table

LOTTERY = Path(__file__).with_name("lottery.json")
_HALF = Fraction(1, 2)


@cache
def compute_closed_weights(votes: int) -> tuple[int, ...]:
    cap = 348 * 10**6 - math.isqrt((14 * 10**7) ** 2 // votes)
    return tuple(min(cap, _compute_weight(Fraction(m, votes - 1), votes)) for m in range(votes))


def _compute_weight(v: Fraction, votes: int) -> int:
    low = v < _HALF or (v - _HALF) ** 2 * votes < Fraction(64, 100)
    h = 1 - Fraction(18, 100) / (1 - min(v, _HALF)) if low else _HALF + Fraction(9, 100) / v
    square = v * (1 - v) * h**2 * 10**18
    return math.isqrt(square.numerator // square.denominator)


def weights(votes: int) -> tuple[int, ...]:
    """Return the distribution of the threshold for ``votes`` <= MOST votes."""
    return load_vote_table(LOTTERY).weights[votes] if votes <= FEW else compute_closed_weights(votes)


def certify_constants(weights: tuple[int, ...]) -> tuple[int, ...]:
    """Certify c, u and phi of a distribution: in units of 1/PARTS, rounded up."""
    u, phi = (-(-bound_growth(each) * PARTS // UNIT) for each in (weights[::-1], weights))
    return find_smallest_constant(weights), u, phi


def c(votes: int) -> fmpq:
    return load_vote_table(LOTTERY).constant(votes, 0)


def u(votes: int) -> fmpq:
    return load_vote_table(LOTTERY).constant(votes, 1)


def phi(votes: int) -> fmpq:
    return load_vote_table(LOTTERY).constant(votes, 2)
