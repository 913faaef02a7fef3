"""Votes of two answers turned into angles, a group drawn by one race (derived:binary-votes).

K of T votes for the second of two known answers make the angle phi_K, 0 = phi_0 < ... < phi_T = pi/2, and that answer
gets probability sin^2 phi_K. The increments of the angles are proportional to 1/sqrt((m+1)(T-m)), or all equal:
whichever has the smaller term in the theorem's distance. A point of the race is one uniform bit per problem.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from flint import arb, fmpq

from replcalc.run.seeds import Shared, Stream
from replcalc.sharper.race.algorithm import run_race
from replcalc.sharper.race.statement import arcsine_is_nearer


def angle(votes: int, count: int, arcsine: bool) -> arb:
    """phi_count of so many votes, at the precision in force."""
    if not arcsine:
        return arb.pi() * arb(fmpq(count, 2 * votes))
    steps = [1 / arb((m + 1) * (votes - m)).sqrt() for m in range(votes)]
    return arb.pi() / 2 * sum(steps[:count], arb(0)) / sum(steps, arb(0))


@dataclass(frozen=True)
class Angles:
    """``votes[i]``: how many votes problem i takes; ``rho0[i]``: the replicability that was planned with."""

    votes: tuple[int, ...]
    rho0: tuple[fmpq, ...]
    shared: Shared
    most_rounds: int = 10**7

    def answer(self, counts: Sequence[int], name: str = "") -> tuple[int, ...]:
        """0 or 1 for every problem, from how many of its votes were for the answer 1."""
        known: dict[int, list[tuple[arb, arb]]] = {}

        def masses(bits: int) -> list[tuple[arb, arb]]:
            if bits not in known:
                known[bits] = [self._masses(*problem) for problem in zip(self.votes, self.rho0, counts, strict=True)]
            return known[bits]

        def draw(stream: Stream) -> list[int]:
            return [stream.below(2) for _ in counts]

        def weight(point: list[int], bits: int) -> arb:
            return prod((pair[bit] for pair, bit in zip(masses(bits), point, strict=True)), start=arb(1))

        won = run_race(self.shared, ("angles", name), draw, weight, lambda bits: arb(1), self.most_rounds)
        return tuple(won)

    def _masses(self, votes: int, rho0: fmpq, count: int) -> tuple[arb, arb]:
        if count in (0, votes):  # exactly, so that an answer without votes never wins
            return arb(int(count == 0)), arb(int(count == votes))
        phi = angle(votes, count, arcsine_is_nearer(votes, rho0))
        return phi.cos() ** 2, phi.sin() ** 2
