"""The smallest tester: accept up to t errors among n draws, by exact binomial tails instead of Chernoff's bound.

Whether some t works is not monotone in n, so n is scanned upwards. Tails are updated in O(1) per step: Pr[Bin(n+1,p) >
t] = Pr[Bin(n,p) > t] + p Pr[Bin(n,p) = t]. All values are balls with a margin for absolute errors far below beta; a
comparison that the balls leave open is decided in exact rationals.
"""

import math
from dataclasses import dataclass

from flint import arb, fmpq, fmpz

from replcalc.numbers.fields import ball_precision

#: Longest scan: beyond it the answer would take longer than a second.
SCAN_LIMIT = 150_000
#: Largest n for which an open comparison is settled in exact rationals.
_EXACT_LIMIT = 4_000


@dataclass(frozen=True)
class ExactTester:
    """Accept if at most ``t`` of ``n`` draws err."""

    n: int
    t: int


def smallest_tester(low: fmpq, high: fmpq, failure: fmpq, limit: int = SCAN_LIMIT) -> ExactTester | None:
    """Return the least n, and t for it, with Pr[Bin(n,low) > t] and Pr[Bin(n,high) <= t] at most ``failure``.

    None if there is none up to ``limit``. An error rate of at least 1 always shows, so high >= 1 counts as 1.
    """
    if high >= 1:
        high = fmpq(1)
    bits = 128 + 2 * max(0, int(failure.q.bit_length()) - int(failure.p.bit_length()))
    with ball_precision(bits):
        return _scan(low, high, failure, limit)


class _Tail:
    """Pr[Bin(n,p) > t], Pr[Bin(n,p) <= t] and Pr[Bin(n,p) = t], moved along n and t."""

    def __init__(self, p: fmpq) -> None:
        self.p, self.q = arb(p), arb(1 - p)
        self.above, self.upto, self.at = self.p, self.q, self.q  # n = 1, t = 0

    def more_draws(self, n: int, t: int) -> None:
        """From n to n + 1."""
        moved = self.p * self.at
        self.above, self.upto = self.above + moved, self.upto - moved
        self.at = self.at * (n + 1) / (n + 1 - t) * self.q

    def higher_threshold(self, n: int, t: int) -> None:
        """From t to t + 1."""
        self.at = self.at * (n - t) / (t + 1) * self.p / self.q
        self.above, self.upto = self.above - self.at, self.upto + self.at


def _scan(low: fmpq, high: fmpq, failure: fmpq, limit: int) -> ExactTester | None:
    reject = _Tail(low)
    accept = None if high == 1 else _Tail(high)
    t, bound = 0, arb(failure)
    for n in range(1, limit + 1):
        while t < n and not _at_most(reject.above, bound, low, n, t, failure, above=True):
            if accept is not None:
                accept.higher_threshold(n, t)
            reject.higher_threshold(n, t)
            t += 1
        wrong_accept = accept.upto if accept is not None else arb(0)
        if t < n and _at_most(wrong_accept, bound, high, n, t, failure, above=False):
            return ExactTester(n, t)
        if accept is not None:
            accept.more_draws(n, t)
        reject.more_draws(n, t)
    return None


def _at_most(tail: arb, bound: arb, p: fmpq, n: int, t: int, failure: fmpq, *, above: bool) -> bool:
    if tail <= bound:
        return True
    if tail > bound or n > _EXACT_LIMIT:
        return False
    upto = binomial_upto(n, t, p)
    return bool((1 - upto if above else upto) <= failure)


def binomial_upto(n: int, t: int, p: fmpq) -> fmpq:
    """Return Pr[Bin(n,p) <= t], exactly."""
    top, bottom = p.p, p.q
    total = fmpz(0)
    for j in range(t + 1):
        total += fmpz(math.comb(n, j)) * top**j * (bottom - top) ** (n - j)
    return fmpq(total, bottom**n)
