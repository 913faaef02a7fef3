"""Binomial distributions, exactly (fmpq) or as rigorous balls (arb), with all their tails.

Exact values are integers over one power of the denominator, so no gcd is taken until the end. Balls come from the
ratio of neighbouring terms: every factor is positive, so the relative radius grows only linearly in the number of
trials.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any

from flint import arb, fmpq, fmpz, fmpz_poly


@lru_cache(maxsize=256)
def binomials(n: int) -> tuple[fmpz, ...]:
    """C(n,0), ..., C(n,n)."""
    return tuple((fmpz_poly([1, 1]) ** n).coeffs())


def exact_numerators(n: int, p: fmpq) -> tuple[tuple[fmpz, ...], fmpz]:
    """(numbers, whole) with Pr[Bin(n,p) = j] = numbers[j] / whole."""
    power = fmpz_poly([p.q - p.p, p.p]) ** n
    return tuple(power[j] for j in range(n + 1)), p.q**n


def exact_pmf(n: int, p: fmpq) -> tuple[fmpq, ...]:
    """Pr[Bin(n,p) = j] for j = 0..n."""
    numbers, whole = exact_numerators(n, p)
    return tuple(fmpq(x, whole) for x in numbers)


def exact_tails(n: int, p: fmpq) -> tuple[fmpq, ...]:
    """Pr[Bin(n,p) > s] for s = 0..n."""
    numbers, whole = exact_numerators(n, p)
    above = accumulate(reversed(numbers[1:]), initial=fmpz(0))
    return tuple(fmpq(total, whole) for total in above)[::-1]


def ball_pmf(n: int, p: fmpq) -> tuple[arb, ...]:
    """Pr[Bin(n,p) = j] for j = 0..n as balls, at the working precision."""
    if p == 0 or p == 1:
        return tuple(arb(1) if j == (n if p == 1 else 0) else arb(0) for j in range(n + 1))
    odds = arb(p / (1 - p))
    terms = [arb(1 - p) ** n]
    for j in range(n):
        terms.append(terms[-1] * odds * (n - j) / (j + 1))
    return tuple(terms)


@dataclass(frozen=True)
class CountDistribution:
    """The distribution of a count: ``pmf[j]`` with prefix sums from both ends, so that small tails keep their
    digits.
    """

    pmf: tuple[Any, ...]

    @staticmethod
    def exact(n: int, p: fmpq) -> CountDistribution:
        return CountDistribution(exact_pmf(n, p))

    @staticmethod
    def ball(n: int, p: fmpq) -> CountDistribution:
        return CountDistribution(ball_pmf(n, p))

    @property
    def n(self) -> int:
        return len(self.pmf) - 1

    @cached_property
    def _below(self) -> tuple[Any, ...]:
        return running_sums(self.pmf)

    @cached_property
    def _above(self) -> tuple[Any, ...]:
        return running_sums(self.pmf[::-1])

    def less(self, j: int) -> Any:
        """Pr[count < j]."""
        return self._below[min(max(j, 0), self.n + 1)]

    def at_least(self, j: int) -> Any:
        """Pr[count >= j]."""
        return self._above[min(max(self.n + 1 - j, 0), self.n + 1)]

    def outside(self, low: int, high: int) -> Any:
        """Pr[count < low or count >= high] for low <= high, without cancellation."""
        return self.less(low) + self.at_least(high)


def running_sums(values: Sequence[Any]) -> tuple[Any, ...]:
    """0, x_0, x_0 + x_1, ...: one more entry than values."""
    return tuple(accumulate(values, initial=values[0] * 0))
