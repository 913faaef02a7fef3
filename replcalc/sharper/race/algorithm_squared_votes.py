"""Squared votes of a group of problems, drawn by one race (derived:raced-votes).

Every problem i runs its base algorithm on T_i blocks under each of J shared strings; V_i(j, y) of them answer y. The
distribution of a group is the product of the P_i(j, y), each proportional to V_i(j, y)^2. A point of the race is one
pair (j, y) per problem, uniform on strings and known outputs. The answers are those of the winning pairs.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb

from replcalc.numbers.errors import InputError
from replcalc.run.seeds import Shared, Stream
from replcalc.sharper.race.algorithm import run_race


@dataclass(frozen=True)
class SquaredVotes:
    """``outputs[i]`` lists the answers that problem i can give, ``strings`` is the number J of strings of each."""

    strings: int
    outputs: tuple[tuple[Hashable, ...], ...]
    shared: Shared
    most_rounds: int = 10**7

    def answer(self, votes: Sequence[Mapping[tuple[int, Any], int]], name: str = "") -> tuple[Any, ...]:
        """``votes[i][j, y]``: how many blocks answered y under string j of problem i."""
        for table, known in zip(votes, self.outputs, strict=True):
            strange = [answer for _, answer in table if answer not in known]
            if strange or not table:
                raise InputError("base", strange[0] if strange else "no answer", f"one of {known}")

        def draw(stream: Stream) -> list[tuple[int, Any]]:
            return [(stream.below(self.strings), known[stream.below(len(known))]) for known in self.outputs]

        def weight(point: list[tuple[int, Any]], bits: int) -> arb:
            return arb(math.prod(table.get(pair, 0) for table, pair in zip(votes, point, strict=True)) ** 2)

        most = math.prod(max(table.values()) for table in votes) ** 2
        won = run_race(self.shared, ("squared", name), draw, weight, lambda bits: arb(most), self.most_rounds)
        return tuple(answer for _, answer in won)
