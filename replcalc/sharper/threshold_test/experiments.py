"""What N flips of a coin of bias theta show: the distribution of the number X of successes, which grows with theta.

X has a monotone likelihood ratio. F(theta, c) = Pr[X < c] decreases in theta and grows with c. In the angle x of theta
each flip has Fisher information one; S is the score of the sample in x:

    |dF/dx| <= sqrt(N F(1-F)),      |d2F/dx2| <= sqrt(V F(1-F)),  V = Var(S^2 + S'),

by Cauchy and Schwarz. ``second_score`` bounds V on a cell (proof.md, step 8).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, repeat
from operator import mul
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.exact import to_float

_ONE, _ZERO = arb(1), arb(0)


def angle_of(theta: Any) -> Any:
    """Return the angle of a bias, in floats or arrays of them."""
    import numpy as np

    return 2 * np.arcsin(np.sqrt(theta))


def theta_near(angle: float) -> fmpq:
    """Return a rational bias whose angle is about this one, of 40 bits so that every machine chooses the same."""
    value = math.sin(min(max(angle, 0.0), math.pi) / 2) ** 2
    return fmpq(round(math.ldexp(value, 40)), 2**40)


@dataclass(frozen=True)
class CoinFlips:
    """N flips of a coin of bias theta; the angle is 2 asin sqrt theta."""

    samples: int

    def low_float(self, theta: Any, threshold: Any) -> Any:
        """Return Pr[X < threshold], theta and thresholds as arrays that are broadcast."""
        from scipy.special import bdtr

        return bdtr(threshold - 1.0, self.samples, theta)

    def high_float(self, theta: Any, threshold: Any) -> Any:
        """Return Pr[X >= threshold], accurate where it is small."""
        from scipy.special import bdtrc

        return bdtrc(threshold - 1.0, self.samples, theta)

    def second_score(self, first: fmpq, last: fmpq) -> arb:
        """Return a bound on V for thetas between these; not finite where there is none."""
        spread = min(first * (1 - first), last * (1 - last))  # concave: least at an end
        n = self.samples
        return arb("inf") if spread == 0 else arb(2 * n * n - 3 * n + n / (4 * spread))

    def grid(self, first: float, last: float, step: float) -> list[int]:
        """Return thresholds between the means at ``first`` and ``last``, about ``step`` standard deviations apart."""
        found, place = [], max(1, math.floor(self.samples * first))
        while place <= min(self.samples * last, self.samples):
            found.append(place)
            place += max(1, math.floor(step * self._deviation(place / self.samples)))
        return found

    def near(self, theta: fmpq, reach: float) -> tuple[int, int]:
        """Return the range of X at theta, but for tails of about so many standard deviations."""
        about = to_float(theta)
        wide = reach * self._deviation(about) + reach * reach / 3 + 2
        mean = self.samples * about
        return max(0, math.floor(mean - wide)), min(math.ceil(mean + wide), self.samples)

    def _deviation(self, theta: float) -> float:
        return math.sqrt(max(0.0, self.samples * theta * (1 - theta)))

    @cached_property
    def _steps(self) -> dict[int, arb]:
        return {}

    def _step(self, count: int) -> arb:
        """Pr[X = count + 1] is Pr[X = count] times this times the odds; kept from one theta to the next."""
        found = self._steps.get(count)
        if found is None:
            found = self._steps[count] = arb(fmpq(self.samples - count, count + 1))
        return found

    def low(self, theta: fmpq, thresholds: Sequence[fmpq], reach: float) -> list[arb]:
        """Return Pr[X < c] for ascending thresholds; tails of ``reach`` standard deviations and more are bounded."""
        if theta in (0, 1):
            return [_ONE if c > self.samples * theta else _ZERO for c in thresholds]
        first, last = self.near(theta, reach)
        odds = arb(theta / (1 - theta))
        start = arb.bin_uiui(self.samples, first) * arb(theta) ** first * arb(1 - theta) ** (self.samples - first)
        below = _ZERO
        if first > 0:  # going down from here the masses fall at least as fast as in the first step
            ratio = 1 / (self._step(first - 1) * odds)
            below = _ZERO.union(start * ratio / (1 - ratio))
        masses = accumulate(map(mul, map(self._step, range(first, last)), repeat(odds)), mul, initial=start)
        sums = list(accumulate(masses, initial=below))  # sums[j] = Pr[X < first + j]
        found = []
        for c in thresholds:
            place = int(c.ceil()) - first
            if place <= 0:
                found.append(below if place == 0 else _ZERO.union(below))
            elif place < len(sums):
                found.append(sums[place])
            else:
                found.append(_ONE if c > self.samples else sums[-1].union(_ONE))
        return found
