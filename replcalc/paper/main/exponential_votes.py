"""Algorithms that let the blocks of a sample vote with exponential weights; the sizes that lm:replic_to_pg needs.

J random strings are drawn, the sample is cut into T blocks, and for each string r is counted on how many blocks the
base algorithm answers y: N_r(y). A draw of strings enters only through how often each string was drawn, a sample only
through how often each block occurs; both are count vectors with multinomial weights.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flint import arb, fmpq

from replcalc.simulate.bounds import Ln, certain_ceiling
from replcalc.simulate.distributions import Distribution, mixture
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

    def _weigh(self, behind: Any) -> Any:
        eta = self.eta
        return eta.value**-behind if isinstance(eta, Ln) else (-eta * arb(behind)).exp()

    def distribution(self, strings: BlockCounts, counts: BlockCounts) -> Distribution:
        """Return the output distribution on a sample, strings fixed; of several winners the first."""
        votes = {r: self.algorithm.votes(r, counts) for r, copies in enumerate(strings) if copies}
        top = max(map(max, votes.values()))
        masses = [strings[r] * self._weigh(top - max(of)) for r, of in votes.items()]
        winners = [of.index(max(of)) for of in votes.values()]
        return _normalize(winners, masses, self.algorithm.outputs)

    def average(self, draws: Sequence[tuple[BlockCounts, fmpq]], counts: BlockCounts) -> Distribution:
        """Return the output distribution on a sample, over draws of strings with their probabilities."""
        return mixture([p for _, p in draws], [self.distribution(strings, counts) for strings, _ in draws])

    def distribution_without_sample(self, strings: BlockCounts) -> Distribution:
        """Return the distribution that does not look at the sample."""
        modes = {r: self.algorithm.distribution(r, self.blocks) for r, copies in enumerate(strings) if copies}
        most = max(map(max, modes.values()))
        masses = [strings[r] * self._weigh((most - max(of)) * self.rounds) for r, of in modes.items()]
        return _normalize([of.index(max(of)) for of in modes.values()], masses, self.algorithm.outputs)


def _normalize(answers: Sequence[int], masses: Sequence[Any], outputs: int) -> Distribution:
    total = sum(masses)
    return answer_distribution(answers, [mass / total for mass in masses], outputs)


#: nu, h, l of the construction: 0 < nu < 1/2 < h < l < 1 - nu.
NU, H, L = fmpq(1, 50), fmpq(29, 50), fmpq(93, 100)


@dataclass(frozen=True)
class Conversion:
    """Sizes of lm:replic_to_pg with every constant written out.

    With g = rho0/(2 nu (1 - nu)), the probability that a string misses its mode more often than nu:
    J = ceil(ln(32/delta^2)/ln(1/g)) strings, L = ln(16 J/delta^2), T = ceil(max(2 L lambda^2/((l - h)^2 epsilon^2),
    ln(32/delta^2)/kl(l, 1 - nu), ln(64 J/delta^2)/kl(h, 1/2), 1/(2 h - 1))) blocks, lambda = ln(2 (1 + e) J/delta);
    eta = epsilon/sqrt(2 T L).
    """

    rho0: fmpq
    epsilon: fmpq
    delta: fmpq

    @cached_property
    def strings(self) -> int:
        """J."""
        miss = arb(self.rho0) / (2 * NU * (1 - NU))
        return certain_ceiling(-(32 / arb(self.delta) ** 2).log() / miss.log())

    @cached_property
    def exponent(self) -> arb:
        """L, the exponent of the vote concentration."""
        return (16 * self.strings / arb(self.delta) ** 2).log()

    @cached_property
    def blocks(self) -> int:
        """T."""
        delta = arb(self.delta)
        spill = (2 * (1 + arb(1).exp()) * self.strings / delta).log()
        spread = 2 * self.exponent * spill**2 / (arb(L - H) * arb(self.epsilon)) ** 2
        wrong = (64 * self.strings / delta**2).log() / _divergence(H, fmpq(1, 2))
        least = (32 / delta**2).log() / _divergence(L, 1 - NU)
        return certain_ceiling(spread.max(least).max(wrong).max(1 / arb(2 * H - 1)))

    def weight(self, rounds: int) -> arb:
        """Return eta, for so many blocks."""
        return arb(self.epsilon) / (2 * rounds * self.exponent).sqrt()


def _divergence(a: fmpq, b: fmpq) -> arb:
    """Return kl(a, b) = a ln(a/b) + (1 - a) ln((1 - a)/(1 - b))."""
    return arb(a) * arb(a / b).log() + arb(1 - a) * arb((1 - a) / (1 - b)).log()
