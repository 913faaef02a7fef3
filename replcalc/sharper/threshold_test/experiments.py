"""What N flips of a coin of bias theta show: the distribution of the number X of successes, which grows with theta.

X has a monotone likelihood ratio. F(theta, c) = Pr[X < c] decreases in theta and grows with c. In the angle x of theta
each flip has Fisher information one; S is the score of the sample in x:

    |dF/dx| <= sqrt(N F(1-F)),      |d2F/dx2| <= sqrt(V F(1-F)),  V = Var(S^2 + S'),

by Cauchy and Schwarz. ``second_score`` bounds V on a cell (proof.md, step 8).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, repeat
from operator import mul
from typing import TYPE_CHECKING, Any

from flint import arb, fmpq

from replcalc.numbers.exact import to_float

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

_ONE, _ZERO = arb(1), arb(0)


def between(low: arb, high: arb) -> arb:
    """A ball that holds everything between two balls."""
    return low.union(high)


@dataclass(frozen=True)
class CoinFlips:
    """N flips of a coin of bias theta; the angle is 2 asin sqrt theta.

    Pr[X = k + 1] follows from Pr[X = k] by a ratio that is linear in the odds of theta.
    """

    samples: int

    def deviation(self, theta: float) -> float:
        return math.sqrt(max(0.0, self.samples * theta * (1 - theta)))

    def angle_float(self, theta: Any) -> Any:
        import numpy as np

        return 2 * np.arcsin(np.sqrt(theta))

    def theta_float(self, angle: Any) -> Any:
        import numpy as np

        return np.sin(angle / 2) ** 2

    def low_float(self, theta: Any, threshold: Any) -> Any:
        """Pr[X < threshold], theta and thresholds as arrays that are broadcast."""
        from scipy.special import bdtr

        return bdtr(threshold - 1.0, self.samples, theta)

    def high_float(self, theta: Any, threshold: Any) -> Any:
        """Pr[X >= threshold], accurate where it is small."""
        from scipy.special import bdtrc

        return bdtrc(threshold - 1.0, self.samples, theta)

    def angle(self, theta: fmpq) -> arb:
        return 2 * arb(theta).sqrt().asin()

    def second_score(self, first: fmpq, last: fmpq) -> arb:
        """A bound on V for thetas between these; not finite where there is none."""
        spread = min(first * (1 - first), last * (1 - last))  # concave: least at an end
        n = self.samples
        return arb("inf") if spread == 0 else arb(2 * n * n - 3 * n + n / (4 * spread))

    def theta_near(self, angle: float) -> fmpq:
        """A rational theta in the domain whose angle is about this one."""
        return _dyadic(math.sin(min(max(angle, 0.0), math.pi) / 2) ** 2)

    def _sure(self, theta: fmpq) -> int | None:
        """The count, where theta leaves no doubt."""
        return {fmpq(0): 0, fmpq(1): self.samples}.get(theta)

    def _odds(self, theta: fmpq) -> arb:
        return arb(theta / (1 - theta))

    def _step(self, count: int) -> fmpq:
        """Pr[X = count + 1] is Pr[X = count] times this times the odds."""
        return fmpq(self.samples - count, count + 1)

    def _mass(self, theta: fmpq, count: int) -> arb:
        methods = arb.bin_uiui(self.samples, count)
        return methods * arb(theta) ** count * arb(1 - theta) ** (self.samples - count)

    def mean(self, theta: Any) -> Any:
        """Of X, in floats."""
        return self.samples * theta

    def place(self, threshold: Any) -> Any:
        """A theta whose mean the threshold is, in floats."""
        return threshold / self.samples

    def grid(self, first: float, last: float, step: float) -> list[fmpq]:
        """Thresholds between the thetas ``first`` and ``last``, about ``step`` standard deviations apart."""
        found, top = [], self.mean(last)
        place = float(max(1, math.floor(self.mean(first))))
        while place <= top and (place <= self.samples):
            found.append(fmpq(math.floor(place)))
            theta = max(place, 1.0) / self.samples
            place = math.floor(place) + max(1.0, math.floor(step * self.deviation(theta)))
        return found

    def near(self, theta: fmpq, reach: float) -> tuple[fmpq, fmpq]:
        """Between these X lies at theta, but for tails of about so many standard deviations."""
        about = to_float(theta)
        wide = reach * self.deviation(about) + reach * reach / 3 + 2
        first, last = max(0, math.floor(self.mean(about) - wide)), math.ceil(self.mean(about) + wide)
        return fmpq(first), fmpq(min(last, self.samples))

    @cached_property
    def _steps(self) -> dict[int, arb]:
        return {}

    def _ratios(self, first: int, last: int) -> Iterator[arb]:
        """The steps from ``first`` to ``last``, in balls, kept from one theta to the next."""
        known = self._steps
        for count in range(first, last):
            found = known.get(count)
            if found is None:
                found = known[count] = arb(self._step(count))
            yield found

    def low(self, theta: fmpq, thresholds: Sequence[fmpq], reach: float) -> list[arb]:
        """Pr[X < c] for thresholds in ascending order; tails of ``reach`` standard deviations and more are bounded."""
        sure = self._sure(theta)
        if sure is not None:
            return [_ONE if c > sure else _ZERO for c in thresholds]
        first, last = (int(end.p) for end in self.near(theta, reach))
        odds, start = self._odds(theta), self._mass(theta, first)
        below = _ZERO
        if first > 0:  # going down from here the masses fall at least as fast as in the first step
            ratio = 1 / (arb(self._step(first - 1)) * odds)
            below = between(_ZERO, start * ratio / (1 - ratio))
        masses = accumulate(map(mul, self._ratios(first, last), repeat(odds)), mul, initial=start)
        sums = list(accumulate(masses, initial=below))  # sums[j] = Pr[X < first + j]
        found = []
        for c in thresholds:
            place = int(c.ceil()) - first
            if place <= 0:
                found.append(below if place == 0 else between(_ZERO, below))
            elif place < len(sums):
                found.append(sums[place])
            else:
                found.append(_ONE if c > self.samples else between(sums[-1], _ONE))
        return found


def _dyadic(value: float) -> fmpq:
    """The float, rounded to 40 bits after the point so that every machine chooses the same."""
    return fmpq(round(math.ldexp(value, 40)), 2**40)
