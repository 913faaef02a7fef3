"""The smallest tester: accept up to t errors among n draws, by exact binomial tails instead of Chernoff's bound.

Whether some t works is not monotone in n, so n is scanned upwards. Tails are updated in O(1) per step: Pr[Bin(n+1,p) >
t] = Pr[Bin(n,p) > t] + p Pr[Bin(n,p) = t]. All values are balls with a margin for absolute errors far below beta; a
comparison that the balls leave open is decided in exact rationals.
"""

from dataclasses import dataclass

from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.simulate.binomial import exact_tails

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

    def __init__(self, p: fmpq, failure: fmpq) -> None:
        self.chance, self.failure, self.bound = p, failure, arb(failure)
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

    def is_at_most_failure(self, n: int, t: int, *, above: bool) -> bool:
        """Return whether a tail is at most the failure; in exact rationals where the balls leave it open."""
        tail = self.above if above else self.upto
        if tail <= self.bound or tail > self.bound or n > _EXACT_LIMIT:
            return bool(tail <= self.bound)
        exact = exact_tails(n, self.chance)[t]
        return bool((exact if above else 1 - exact) <= self.failure)


def _scan(low: fmpq, high: fmpq, failure: fmpq, limit: int) -> ExactTester | None:
    reject, accept = _Tail(low, failure), None if high == 1 else _Tail(high, failure)
    t = 0
    for n in range(1, limit + 1):
        while t < n and not reject.is_at_most_failure(n, t, above=True):
            if accept is not None:
                accept.higher_threshold(n, t)
            reject.higher_threshold(n, t)
            t += 1
        if t < n and (accept is None or accept.is_at_most_failure(n, t, above=False)):
            return ExactTester(n, t)
        if accept is not None:
            accept.more_draws(n, t)
        reject.more_draws(n, t)
    return None
