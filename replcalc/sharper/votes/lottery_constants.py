"""c_T, u_T and phi_T of a lottery among the answers that pass a threshold, for any distribution of the threshold
(proof.md).

c is certified: it meets conditions (I) and (II) of the theorem on every cell of p in [0, 1/2] and every mirrored cell
of q in [1/2, 1]. What depends on the distribution is enclosed first, cell by cell, with a guess c_0 instead of c,
because (c_0 - f(p))(1-p) varies less than its parts; the least multiple of 10^-8 is then found by bisection.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from flint import arb

from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.fields import ball_precision
from replcalc.sharper.votes.spread import BITS, CELLS, PARTS, UNIT, BinomialCurve, compute_spread, make_cell_edges

#: The share of a second answer is followed from q = 1/2 on until it is as small as this.
_NOTHING = 2.0**-40


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
