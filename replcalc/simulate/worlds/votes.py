"""Algorithms that let the blocks of a sample vote: exponential votes and squared votes.

Both draw J random strings, cut the sample into T blocks and count, for each string r, on how many blocks the base
algorithm answers y: N_r(y). A draw of strings enters only through how often each string was drawn, a sample only
through how often each block occurs; both are count vectors with multinomial weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from flint import arb, fmpq

from replcalc.simulate.worlds.algorithms import Algorithm, BlockCounts
from replcalc.simulate.worlds.laws import ONE, ZERO, Law


@dataclass(frozen=True)
class ExponentialVotes:
    """Publish the winner of string j with probability proportional to exp(eta max_y N_j(y)): a law in balls.

    ``fixed`` is the law it is compared with: the mode of string j with probability proportional to
    exp(eta T (1 - q_j)), 1 - q_j the probability of the mode.
    """

    algorithm: Algorithm
    blocks: Law
    rounds: int
    eta: arb

    @cached_property
    def _powers(self) -> dict[int, arb]:
        return {}

    @cached_property
    def modes(self) -> tuple[int, ...]:
        return tuple(self.algorithm.mode(r, self.blocks) for r in range(len(self.algorithm.coins)))

    @cached_property
    def misses(self) -> tuple[fmpq, ...]:
        """q_r: probability that the answer under string r is not its mode."""
        return tuple(ONE - self.algorithm.law(r, self.blocks)[y] for r, y in enumerate(self.modes))

    def _power(self, behind: int) -> arb:
        if behind not in self._powers:
            self._powers[behind] = (-self.eta * behind).exp()
        return self._powers[behind]

    def winners(self, strings: BlockCounts, counts: BlockCounts) -> dict[int, tuple[int, int]]:
        """For each drawn string: its largest vote and the answer that got it (the first of several)."""
        found = {}
        for r, drawn in enumerate(strings):
            if drawn:
                votes = self.algorithm.votes(r, counts)
                largest = max(votes)
                found[r] = (largest, votes.index(largest))
        return found

    def chances(self, strings: BlockCounts, counts: BlockCounts) -> dict[int, arb]:
        """Probability that a copy of string r is chosen."""
        winners = self.winners(strings, counts)
        top = max(m for m, _ in winners.values())
        weights = {r: strings[r] * self._power(top - m) for r, (m, _) in winners.items()}
        total = sum(weights.values(), arb(0))
        return {r: w / total for r, w in weights.items()}

    def law(self, strings: BlockCounts, counts: BlockCounts) -> tuple[arb, ...]:
        """The output law on a sample, strings fixed."""
        masses = [arb(0)] * self.algorithm.outputs
        winners = self.winners(strings, counts)
        for r, chance in self.chances(strings, counts).items():
            masses[winners[r][1]] += chance
        return tuple(masses)

    def fixed(self, strings: BlockCounts) -> tuple[arb, ...]:
        """The law that does not look at the sample."""
        drawn = [r for r, count in enumerate(strings) if count]
        least = min(self.misses[r] for r in drawn)
        weights = {r: strings[r] * (self.eta * arb((least - self.misses[r]) * self.rounds)).exp() for r in drawn}
        total = sum(weights.values(), arb(0))
        masses = [arb(0)] * self.algorithm.outputs
        for r in drawn:
            masses[self.modes[r]] += weights[r] / total
        return tuple(masses)


def vote_vector(algorithm: Algorithm, strings: BlockCounts, counts: BlockCounts) -> list[tuple[int, int]]:
    """(multiplicity, N_r(y)) for every string r and answer y, r major; undrawn strings have multiplicity 0."""
    return [(drawn, votes) for r, drawn in enumerate(strings) for votes in algorithm.votes(r, counts)]


def squared_vote_law(algorithm: Algorithm, strings: BlockCounts, counts: BlockCounts) -> Law:
    """The law on (string, answer) proportional to N_r(y)^2, copies of a string taken together: exact."""
    weights = [fmpq(drawn * votes * votes) for drawn, votes in vote_vector(algorithm, strings, counts)]
    total = sum(weights, ZERO)
    return tuple(w / total for w in weights)
