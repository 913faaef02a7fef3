"""Votes around any base algorithm: against a shared threshold, or chains of lotteries among the answers that pass it.

*Threshold votes* (derived:threshold-two, -uniform; at most two answers per string). The sample is cut into blocks, the
base algorithm answers on T of them with one shared string, and the larger answer wins iff more blocks gave it than a
shared threshold m says.

*Lotteries* (derived:lottery). Link l of the chain has T_l blocks of its own, a shared string, a shared threshold m and
a shared clock for every answer: a real number uniform on [0, 1), of the names "clock", problem, l, and the answer as
Python writes it. Of the answers that more than m blocks gave the one with the smallest clock wins; where there is none
the next link decides, and after the last one a single run with a string of its own, on one further block.

Pr[m] is W_m/W with the whole weights of weights.py, or proportional to sqrt(m (T-1-m))
where the closed form is used, or uniform (a uniform number u is exceeded by the share K/T iff K > floor(u T)). Blocks,
thresholds and clocks are exact; two teams must write equal answers equally (the text of ``repr``).
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.run.plans import require_size
from replcalc.run.seeds import Shared, Stream
from replcalc.sharper.votes.weights import LEAST, LOTTERY, MOST, TWO_ANSWERS, VoteTable

#: A base algorithm: its answer on a block of samples with the coins of a stream.
BaseRun = Callable[[Sequence[Any], Stream], Hashable]


#: Distributions of a threshold: with certified constants, of the closed form, uniform.
CERTIFIED, CLOSED, UNIFORM = "certified", "closed", "uniform"


def draw_threshold(distribution: str, votes: int, stream: Stream, table: VoteTable = TWO_ANSWERS) -> int:
    """Draw the votes m that an answer must exceed.

    Certified: one whole number below the sum of the weights. Closed form: m uniform, kept if U^2 < 4 m (T-1-m)/(T-1)^2.
    """
    if distribution == UNIFORM:
        return stream.below(votes)
    if distribution == CERTIFIED:
        weights = table.weights(votes)
        place = stream.below(sum(weights))
        return next(m for m, end in enumerate(accumulate(weights)) if place < end)
    while True:
        m = stream.below(votes)
        if stream.uniform().below(Fraction(4 * m * (votes - 1 - m), (votes - 1) ** 2), power=2):
            return m


def _check_votes(distribution: str, votes: int, given: Any) -> None:
    """Refuse numbers of votes without a distribution of the threshold."""
    least = 1 if distribution == UNIFORM else LEAST
    most = MOST if distribution == CERTIFIED else None
    if votes < least or (most and votes > most):
        raise InputError(
            "votes", given, f"a number of votes, at least {least}" + (f" and at most {most}" if most else "")
        )


@dataclass(frozen=True)
class ThresholdVotes:
    """``votes`` blocks of ``size`` samples vote; ``distribution``: of the threshold."""

    votes: int
    size: int
    shared: Shared
    distribution: str = CERTIFIED

    def __post_init__(self) -> None:
        _check_votes(self.distribution, self.votes, self.votes)

    @property
    def samples(self) -> int:
        return self.size * self.votes

    def answer(self, name: str, sample: Sequence[Any], base: BaseRun) -> Any:
        """Answer on a sample of at least ``samples`` elements; further ones are ignored.

        A run that saw one answer need not know the other: with all votes it exceeds every threshold, with none none.
        """
        require_size(len(sample), self.samples)
        string = [self.shared.stream("string", name, 0) for _ in range(self.votes)]
        counts = Counter(base(sample[b * self.size : (b + 1) * self.size], string[b]) for b in range(self.votes))
        threshold = draw_threshold(self.distribution, self.votes, self.shared.stream("threshold", name))
        if len(counts) > 2:
            raise InputError("base", f"{len(counts)} different answers", "an algorithm with two answers per string")
        larger, smaller = max(counts), min(counts)  # type: ignore[type-var]
        return larger if counts[larger] > threshold else smaller


@dataclass(frozen=True)
class Lotteries:
    """``votes[l]`` blocks of ``size`` samples vote in link l; the first ``closed`` links have the closed form's
    distribution."""

    votes: tuple[int, ...]
    size: int
    shared: Shared
    closed: int = 0

    def __post_init__(self) -> None:
        if not self.votes:
            raise InputError("votes", self.votes, "at least one number of votes")
        for place, count in enumerate(self.votes):
            _check_votes(self.distribution(place), count, self.votes)

    def distribution(self, link: int) -> str:
        return CLOSED if link < self.closed else CERTIFIED

    @property
    def samples(self) -> int:
        return self.size * (sum(self.votes) + 1)

    def answer(self, name: str, sample: Sequence[Any], base: BaseRun) -> Any:
        """Answer on a sample of at least ``samples`` elements; further ones are ignored."""
        require_size(len(sample), self.samples)

        def run(block: int, link: int) -> Hashable:
            part = sample[block * self.size : (block + 1) * self.size]
            return base(part, self.shared.stream("string", name, link))

        first = 0
        for link, votes in enumerate(self.votes):
            counts = Counter(run(block, link) for block in range(first, first + votes))
            stream = self.shared.stream("threshold", name, link)
            threshold = draw_threshold(self.distribution(link), votes, stream, LOTTERY)
            passers = [answer for answer, count in counts.items() if count > threshold]
            if passers:
                return reduce(lambda one, other: self._earlier(name, link, one, other), passers)
            first += votes
        return run(first, len(self.votes))

    def _earlier(self, name: str, link: int, one: Hashable, other: Hashable) -> Hashable:
        """Return the answer whose clock is smaller."""
        clocks = (self.shared.uniform("clock", name, link, repr(answer)) for answer in (one, other))
        return other if next(clocks).exceeds(next(clocks)) else one
