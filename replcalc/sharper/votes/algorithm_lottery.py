"""A chain of lotteries around any base algorithm (derived:lottery).

Link l of the chain has T_l blocks of its own, a shared string, a shared threshold m and a shared clock for every
answer: a real number uniform on [0, 1), of the names "clock", problem, l, and the answer as Python writes it. Of the
answers that more than m blocks gave the one with the smallest clock wins; where there is none the next link is asked,
and after the last one a single run with a string of its own, on one further block.

Pr[m] is W_m/W with the whole weights of laws.py, or proportional to sqrt(m (T-1-m)) for the links of the closed form.
Blocks, thresholds and clocks are exact; two teams must write equal answers equally (the text of ``repr``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.run.plans import require_size
from replcalc.run.seeds import Shared
from replcalc.sharper.votes import lottery_weights as laws
from replcalc.sharper.votes.algorithm_threshold import BaseRun, rooted, weighed
from replcalc.sharper.votes.threshold_weights import LEAST, MOST


@dataclass(frozen=True)
class Lotteries:
    """``votes[l]`` blocks of ``size`` samples vote in link l; the first ``closed`` links have the closed form's
    distribution."""

    votes: tuple[int, ...]
    size: int
    shared: Shared
    closed: int = 0

    def __post_init__(self) -> None:
        if not self.votes or any(
            count < LEAST or (count > MOST and place >= self.closed) for place, count in enumerate(self.votes)
        ):
            raise InputError("votes", self.votes, f"numbers of votes from {LEAST} to {MOST}, more with the closed form")

    @property
    def samples(self) -> int:
        return self.size * (sum(self.votes) + 1)

    def answer(self, name: str, sample: Sequence[Any], base: BaseRun) -> Any:
        """The answer on a sample of at least ``samples`` elements; further ones are not looked at."""
        require_size(len(sample), self.samples)

        def run(block: int, link: int) -> Hashable:
            part = sample[block * self.size : (block + 1) * self.size]
            return base(part, self.shared.stream("string", name, link))

        first = 0
        for link, votes in enumerate(self.votes):
            counts = Counter(run(block, link) for block in range(first, first + votes))
            bar = self._threshold(name, link)
            passers = [answer for answer, count in counts.items() if count > bar]
            if passers:
                return reduce(lambda one, other: self._earlier(name, link, one, other), passers)
            first += votes
        return run(first, len(self.votes))

    def _threshold(self, name: str, link: int) -> int:
        stream, votes = self.shared.stream("threshold", name, link), self.votes[link]
        return rooted(votes, stream) if link < self.closed else weighed(laws.weights(votes), stream)

    def _earlier(self, name: str, link: int, one: Hashable, other: Hashable) -> Hashable:
        """Whose clock is smaller."""
        clocks = (self.shared.uniform("clock", name, link, repr(answer)) for answer in (one, other))
        return other if next(clocks).exceeds(next(clocks)) else one
