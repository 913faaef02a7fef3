"""Threshold votes around any base algorithm with at most two answers per string (derived:threshold-two, -uniform).

The sample is cut into blocks, the base algorithm answers on T of them with one shared string, and the larger answer
wins iff more blocks gave it than a shared threshold m says. Pr[m] is W_m/W with the whole weights of
threshold_weights.py, or proportional to sqrt(m (T-1-m)) where the closed form is used, or uniform (a uniform number u
is exceeded by the share K/T iff K > floor(u T)). All three are drawn exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import accumulate
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.run.plans import require_size
from replcalc.run.seeds import Shared, Stream
from replcalc.sharper.votes import threshold_weights as laws

#: A base algorithm: its answer on a block of samples with the coins of a stream.
BaseRun = Callable[[Sequence[Any], Stream], Hashable]


class VoteTheorem(Enum):
    """Which distribution; the values are the names that the method ``votes`` gives its forms."""

    TWO = "threshold"
    UNIFORM = "uniform threshold"


def weighed(weights: Sequence[int], stream: Stream) -> int:
    """m with probability weights[m]/sum, by one whole number below the sum."""
    place = stream.below(sum(weights))
    return next(m for m, end in enumerate(accumulate(weights)) if place < end)


def rooted(votes: int, stream: Stream) -> int:
    """m with probability proportional to sqrt(m (T-1-m)): m uniform, kept if U^2 < 4 m (T-1-m)/(T-1)^2."""
    while True:
        bar = stream.below(votes)
        if stream.uniform().below(Fraction(4 * bar * (votes - 1 - bar), (votes - 1) ** 2), power=2):
            return bar


def threshold(form: VoteTheorem, votes: int, stream: Stream, closed: bool | None = None) -> int:
    """Draw the votes that the larger answer must exceed; by the closed form if asked or beyond MOST."""
    if form is VoteTheorem.UNIFORM:
        return stream.below(votes)
    by_root = votes > laws.MOST if closed is None else closed
    return rooted(votes, stream) if by_root else weighed(laws.weights(votes), stream)


@dataclass(frozen=True)
class ThresholdVotes:
    """``votes`` blocks of ``size`` samples vote; ``closed``: with the distribution of the closed form."""

    form: VoteTheorem
    votes: int
    size: int
    shared: Shared
    closed: bool = False

    def __post_init__(self) -> None:
        least = 1 if self.form is VoteTheorem.UNIFORM else laws.LEAST
        most = None if self.form is VoteTheorem.UNIFORM or self.closed else laws.MOST
        if self.votes < least or (most and self.votes > most):
            at_most = f" and at most {most}" if most else ""
            raise InputError("votes", self.votes, f"a number of votes, at least {least}{at_most}")

    @property
    def samples(self) -> int:
        return self.size * self.votes

    def answer(self, name: str, sample: Sequence[Any], base: BaseRun) -> Any:
        """The answer on a sample of at least ``samples`` elements; further ones are not looked at."""
        require_size(len(sample), self.samples)
        string = [self.shared.stream("string", name, 0) for _ in range(self.votes)]
        counts = Counter(base(sample[b * self.size : (b + 1) * self.size], string[b]) for b in range(self.votes))
        return decided(counts, threshold(self.form, self.votes, self.shared.stream("threshold", name), self.closed))


def decided(counts: Counter[Any], bar: int) -> Any:
    """Of at most two answers the larger one if it has more votes than the bar, the smaller one if not.

    A run that saw one answer need not know the other: with all votes it exceeds every bar, with none it exceeds none.
    """
    if len(counts) > 2:
        raise InputError("base", f"{len(counts)} different answers", "an algorithm with two answers per string")
    larger, smaller = max(counts), min(counts)
    return larger if counts[larger] > bar else smaller
