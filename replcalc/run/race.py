"""Shared exponential clocks: sampling from a law so that similar laws give the same answer (derived:race).

Points arrive at the times of a shared Poisson process, each at a shared uniform place z. A run whose law has weight
p(z) at z answers the point of least time/p(z): the first of exponential clocks of rate p(z). It may stop as soon as
time/(largest p) exceeds the best value so far.

Times are exact: an exponential variable comes from comparisons of uniform integers alone (von Neumann's method), as an
integer number of 2^-64, so two machines never disagree about the order of two clocks.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.run.shared import Shared, Stream


def exponential(stream: Stream) -> int:
    """An exponential variable in units of 2^-64.

    Draw u and then further words until the falling run u >= u2 >= ... ends. Given u = x, the run ends at an even place
    with probability e^-x: then x is the fractional part. Otherwise add one to the integer part and start again.
    """
    whole = 0
    while True:
        first = last = stream.word()
        place = 1
        while True:
            word = stream.word()
            place += 1
            if word > last:
                break
            last = word
        if place % 2 == 0:
            return (whole << 64) + first
        whole += 1


@dataclass
class Arrivals:
    """The times of a Poisson process of rate one, in units of 2^-64."""

    stream: Stream
    now: int = 0

    def next(self) -> int:
        self.now += exponential(self.stream)
        return self.now


@dataclass(frozen=True)
class SquaredVotes:
    """One draw from a product of laws P_i(j, y) proportional to (votes of answer y under string j)^2.

    ``outputs[i]`` lists the answers that problem i can give, ``strings`` is the number J of strings of every problem. A
    point of the race is one pair (j, y) for each problem, uniform; about prod(L_i/D_i) points arrive before the end.
    """

    strings: int
    outputs: tuple[tuple[Hashable, ...], ...]
    shared: Shared
    most_rounds: int = 10**6

    def answer(self, votes: Sequence[Mapping[tuple[int, Hashable], int]], name: str = "") -> tuple[Hashable, ...]:
        """``votes[i][j, y]``: how many blocks answered y under string j of problem i."""
        squares = [{pair: count * count for pair, count in table.items()} for table in votes]
        largest = 1
        for table in squares:
            if not table:
                raise InputError("votes", "nothing", "votes for every problem")
            largest *= max(table.values())
        arrivals = Arrivals(self.shared.stream("race", name, "times"))
        places = self.shared.stream("race", name, "places")
        best: tuple[Fraction, tuple[Hashable, ...]] | None = None
        for _ in range(self.most_rounds):
            time = arrivals.next()
            point = self._point(places)
            if best is not None and Fraction(time, largest) >= best[0]:
                return best[1]
            weight = 1
            for table, pair in zip(squares, point, strict=True):
                weight *= table.get(pair, 0)
            if weight and (best is None or Fraction(time, weight) < best[0]):
                best = Fraction(time, weight), tuple(answer for _, answer in point)
        raise InputError("problems", len(votes), f"a group whose race ends within {self.most_rounds} rounds")

    def _point(self, stream: Stream) -> tuple[tuple[int, Any], ...]:
        return tuple((stream.below(self.strings), known[stream.below(len(known))]) for known in self.outputs)
