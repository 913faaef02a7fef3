"""Threshold votes around any base algorithm, in polynomial time (derived:threshold-two, -any, uniform-threshold).

The sample is cut into blocks, the base algorithm answers on T of them with one shared string, and a shared threshold m
decides by how many votes.

- At most two answers per string: the larger answer wins iff more than m blocks gave it. Pr[m] is proportional to
  sqrt(m (T-1-m)) on 0..T-1, or uniform there (a uniform number u is exceeded by the share K/T iff K > floor(u T)).
- Any outputs, T even: m has the first law, restricted to T/2..T-1. An answer with more than m votes wins; without one a
  second string answers on one further block.

The threshold is drawn exactly: m uniform, kept if a uniform U has U^2 < 4 m (T-1-m)/(T-1)^2, drawn again if not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from replcalc.data.plan import require_size
from replcalc.data.streams import Shared, Stream
from replcalc.numbers.errors import InputError

#: A base algorithm: its answer on a block of samples with the coins of a stream.
BaseRun = Callable[[Sequence[Any], Stream], Hashable]


class VoteTheorem(Enum):
    """Which theorem; the values are the names that the way ``separate`` gives its forms."""

    TWO = "threshold"
    UNIFORM = "uniform threshold"
    ANY = "threshold and second string"


def threshold(form: VoteTheorem, votes: int, stream: Stream) -> int:
    """The shared number of votes that an answer must exceed."""
    if form is VoteTheorem.UNIFORM:
        return stream.below(votes)
    least = votes // 2 if form is VoteTheorem.ANY else 0
    while True:
        bar = least + stream.below(votes - least)
        if stream.uniform().below(Fraction(4 * bar * (votes - 1 - bar), (votes - 1) ** 2), power=2):
            return bar


@dataclass(frozen=True)
class ThresholdVotes:
    """``votes`` blocks of ``size`` samples vote."""

    form: VoteTheorem
    votes: int
    size: int
    shared: Shared

    def __post_init__(self) -> None:
        least, even = {VoteTheorem.TWO: (3, False), VoteTheorem.UNIFORM: (1, False), VoteTheorem.ANY: (4, True)}[
            self.form
        ]
        if self.votes < least or (even and self.votes % 2):
            raise InputError("votes", self.votes, f"{'an even' if even else 'a'} number of votes, at least {least}")

    @property
    def samples(self) -> int:
        return self.size * (self.votes + (self.form is VoteTheorem.ANY))

    def answer(self, name: str, sample: Sequence[Any], base: BaseRun) -> Any:
        """The answer on a sample of at least ``samples`` elements; further ones are not looked at."""
        require_size(len(sample), self.samples)

        def run(block: int, string: int) -> Hashable:
            part = sample[block * self.size : (block + 1) * self.size]
            return base(part, self.shared.stream("string", name, string))

        counts = Counter(run(block, 0) for block in range(self.votes))
        bar = threshold(self.form, self.votes, self.shared.stream("threshold", name))
        if self.form is not VoteTheorem.ANY:
            return decided(counts, bar)
        for value, count in counts.items():
            if count > bar:
                return value
        return run(self.votes, 1)


def decided(counts: Counter[Any], bar: int) -> Any:
    """Of at most two answers the larger one if it has more votes than the bar, the smaller one if not.

    A run that saw one answer need not know the other: with all votes it exceeds every bar, with none it exceeds none.
    """
    if len(counts) > 2:
        raise InputError("base", f"{len(counts)} different answers", "an algorithm with two answers per string")
    larger, smaller = max(counts), min(counts)
    return larger if counts[larger] > bar else smaller
