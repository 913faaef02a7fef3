"""Algorithms that let the blocks of a sample vote, with exponential weights.

J random strings are drawn, the sample is cut into T blocks, and for each string r is counted on how many blocks the
base algorithm answers y: N_r(y). A draw of strings enters only through how often each string was drawn, a sample only
through how often each block occurs; both are count vectors with multinomial weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flint import arb, fmpq

from replcalc.simulate.bounds import Ln, certain_ceiling
from replcalc.simulate.distributions import ONE, Distribution, mixture
from replcalc.simulate.tables import BlockCounts, Table, answer_distribution


@dataclass(frozen=True)
class ExponentialVotes:
    """Publish the winner of string j with probability proportional to exp(eta max_y N_j(y)).

    A distribution in balls, or an exact one where eta is the logarithm of a rational. ``fixed`` is the distribution it
    is compared with: the mode of string j with probability proportional to exp(eta T (1 - q_j)), 1 - q_j the
    probability of the mode.
    """

    algorithm: Table
    blocks: Distribution
    rounds: int
    eta: arb | Ln

    @cached_property
    def _powers(self) -> dict[int, Any]:
        return {}

    @cached_property
    def modes(self) -> tuple[int, ...]:
        return tuple(self.algorithm.mode(r, self.blocks) for r in range(len(self.algorithm.coins)))

    @cached_property
    def misses(self) -> tuple[fmpq, ...]:
        """q_r: probability that the answer under string r is not its mode."""
        return tuple(ONE - self.algorithm.distribution(r, self.blocks)[y] for r, y in enumerate(self.modes))

    def _power(self, behind: int) -> Any:
        if behind not in self._powers:
            eta = self.eta
            self._powers[behind] = eta.value**-behind if isinstance(eta, Ln) else (-eta * behind).exp()
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

    def chances(self, strings: BlockCounts, counts: BlockCounts) -> dict[int, Any]:
        """Probability that a copy of string r is chosen."""
        winners = self.winners(strings, counts)
        top = max(m for m, _ in winners.values())
        weights = {r: strings[r] * self._power(top - m) for r, (m, _) in winners.items()}
        total = sum(weights.values())
        return {r: w / total for r, w in weights.items()}

    def distribution(self, strings: BlockCounts, counts: BlockCounts) -> Distribution:
        """The output distribution on a sample, strings fixed."""
        answers = [y for _, y in self.winners(strings, counts).values()]
        return answer_distribution(answers, self.chances(strings, counts).values(), self.algorithm.outputs)

    def average(self, draws: Sequence[tuple[BlockCounts, fmpq]], counts: BlockCounts) -> Distribution:
        """The output distribution on a sample, over draws of strings with their probabilities."""
        return mixture([p for _, p in draws], [self.distribution(strings, counts) for strings, _ in draws])

    def fixed(self, strings: BlockCounts) -> Distribution:
        """The distribution that does not look at the sample."""
        drawn = [r for r, count in enumerate(strings) if count]
        least = min(self.misses[r] for r in drawn)
        weights = {r: strings[r] * (self.eta * arb((least - self.misses[r]) * self.rounds)).exp() for r in drawn}
        total = sum(weights.values(), arb(0))
        masses = [weight / total for weight in weights.values()]
        return answer_distribution([self.modes[r] for r in drawn], masses, self.algorithm.outputs)


@dataclass(frozen=True)
class Levels:
    """nu, h, l of the construction: 0 < nu < 1/2 < h < l < 1 - nu."""

    nu: fmpq
    h: fmpq
    l: fmpq

    def show(self) -> dict[str, str]:
        return {"nu, h, l": f"{self.nu}, {self.h}, {self.l}"}


WIDE = Levels(fmpq(1, 50), fmpq(29, 50), fmpq(93, 100))


@dataclass(frozen=True)
class Conversion:
    """Sizes of lm:replic_to_pg with every constant written out.

    With g = rho0/(2 nu (1 - nu)), the probability that a string misses its mode more often than nu:
    J = ceil(ln(32/delta^2)/ln(1/g)) strings, L = ln(16 J/delta^2), T = ceil(max(2 L lambda^2/((l - h)^2 epsilon^2),
    ln(32/delta^2)/kl(l, 1 - nu), ln(64 J/delta^2)/kl(h, 1/2), 1/(2 h - 1))) blocks, lambda = ln(2 (1 + e) J/delta).
    """

    rho0: Any
    epsilon: Any
    delta: Any
    levels: Levels

    @cached_property
    def strings(self) -> int:
        """J."""
        nu = self.levels.nu
        miss = arb(self.rho0) / (2 * nu * (1 - nu))
        return certain_ceiling(-self._good / miss.log())

    @cached_property
    def exponent(self) -> arb:
        """L, the exponent of the vote concentration."""
        return (16 * self.strings / arb(self.delta) ** 2).log()

    @cached_property
    def blocks(self) -> int:
        """T."""
        h, l, delta = self.levels.h, self.levels.l, arb(self.delta)
        spill = (2 * (1 + arb(1).exp()) * self.strings / delta).log()
        spread = 2 * self.exponent * spill**2 / (arb(l - h) * arb(self.epsilon)) ** 2
        wrong = (64 * self.strings / delta**2).log() / _divergence(h, fmpq(1, 2))
        least = self._good / _divergence(l, 1 - self.levels.nu)
        return certain_ceiling(spread.max(least).max(wrong).max(1 / arb(2 * h - 1)))

    def failure(self, beta0: Any) -> arb:
        """Return the bound 2 J beta0 + delta^2/4 + delta/(2 (1 + e)) on the failure, beta0 that of the algorithm."""
        delta = arb(self.delta)
        return 2 * self.strings * arb(beta0) + delta**2 / 4 + delta / (2 * (1 + arb(1).exp()))

    @property
    def _good(self) -> arb:
        return (32 / arb(self.delta) ** 2).log()


def _divergence(a: fmpq, b: fmpq) -> arb:
    """Return kl(a, b) = a ln(a/b) + (1 - a) ln((1 - a)/(1 - b))."""
    return arb(a) * arb(a / b).log() + arb(1 - a) * arb((1 - a) / (1 - b)).log()


def vote_weight(epsilon: Any, rounds: int, exponent: Any) -> arb:
    """eta = epsilon/sqrt(2 T L), T blocks and the exponent L of the vote concentration."""
    return arb(epsilon) / (2 * rounds * arb(exponent)).sqrt()
