"""Threshold votes around any base algorithm: few runs, polynomial time (derived:threshold-votes).

The sample is cut into T blocks, the base algorithm answers on each with one shared string, and a shared threshold m
decides by how many votes. At most two answers per string: the larger answer wins iff more than m blocks gave it, with
Pr[m] proportional to sqrt(m (T-1-m)). Any outputs (T even): m is drawn from the upper half of that law, an answer with
more than m votes wins, and without one a second string answers on one further block.

Thresholds are drawn with integer weights floor(2^64 sqrt(m (T-1-m))): that law is within T 2^-64 of the exact one in
total variation, which is all that can be added to the promised disagreement (``law_error``).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.run.shared import Shared, Stream

#: A base algorithm: its answer on a block of samples with the coins of a stream. Answers must be comparable.
Base = Callable[[Sequence[Any], Stream], Hashable]


def weights(blocks: int) -> list[int]:
    """floor(2^64 sqrt(m (T-1-m))) for m = 0..T-1."""
    return [math.isqrt(m * (blocks - 1 - m) << 128) for m in range(blocks)]


def law_error(blocks: int) -> Fraction:
    """A bound on the total variation between the drawn and the exact law of the threshold."""
    return Fraction(blocks, 1 << 64)


@dataclass(frozen=True)
class ThresholdVotes:
    """``blocks`` votes on blocks of ``size`` samples; ``two_answers``: every string has at most two answers."""

    blocks: int
    size: int
    shared: Shared
    two_answers: bool = False

    def __post_init__(self) -> None:
        if self.blocks < 3 or (not self.two_answers and self.blocks % 2):
            allowed = "at least 3" if self.two_answers else "even and at least 4"
            raise InputError("blocks", self.blocks, f"a number of votes {allowed}")

    @property
    def samples(self) -> int:
        return self.size * (self.blocks + (not self.two_answers))

    def threshold(self, name: str) -> int:
        law = weights(self.blocks)
        if not self.two_answers:
            law[: self.blocks // 2] = [0] * (self.blocks // 2)
        return self.shared.stream("threshold", name).choose(law)

    def answer(self, name: str, sample: Sequence[Any], base: Base) -> Hashable:
        """The answer on a sample of at least ``samples`` elements; further ones are not looked at."""
        if len(sample) < self.samples:
            missing = self.samples - len(sample)
            raise InputError("sample", len(sample), f"at least {self.samples} samples", f"{missing} are missing")
        coins = ("string", name)
        votes: Counter[Any] = Counter(
            base(sample[t * self.size : (t + 1) * self.size], self.shared.stream(*coins, 0)) for t in range(self.blocks)
        )
        bar = self.threshold(name)
        if self.two_answers:
            if len(votes) > 2:
                raise InputError("base", f"{len(votes)} different answers", "an algorithm with two answers per string")
            larger, smaller = max(votes), min(votes)
            return larger if votes[larger] > bar else smaller  # type: ignore[no-any-return]
        for value, count in votes.items():
            if count > bar:
                return value  # type: ignore[no-any-return]
        last = sample[self.blocks * self.size : (self.blocks + 1) * self.size]
        return base(last, self.shared.stream(*coins, 1))
