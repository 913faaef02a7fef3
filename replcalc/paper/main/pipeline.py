"""Cases for alg:main: convert each base algorithm by exponential votes, take the product, sample it correlatedly.

``SmallPipeline`` has few blocks and a rational e^eta, so that everything it produces is rational: the output
distribution of each converted algorithm on every sample, its least closeness parameters, the disagreement and the
failure of the product. ``FullPipeline`` has the parameters of the main theorem. Its draws are almost always 0; samples
with at most a few ones are enumerated, and the probability of the others is carried along as the width of the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product as cartesian
from math import comb, prod
from typing import Any

from flint import arb, fmpq

from replcalc.paper.label_invariance.simulator_correlated_sampling import disagreement
from replcalc.paper.main.exponential_votes import Conversion, ExponentialVotes, Levels, vote_weight
from replcalc.simulate.bounds import Ln, bound
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    mixture,
    over_two_runs,
    product,
    smallest_delta,
)
from replcalc.simulate.tables import BlockCounts, Table, blocks_of, multinomial, profiles

#: Additive closeness allowed to every converted algorithm of a small case; the lemmas want it positive.
TINY = fmpq(1, 10**12)


@dataclass(frozen=True)
class SmallPipeline:
    """k base algorithms, one sample of ``size`` draws, ``copies`` strings each, e^eta = base."""

    algorithms: tuple[Table, ...]
    domain: Distribution
    size: int
    copies: int
    base: fmpq

    @cached_property
    def samples(self) -> list[tuple[tuple[BlockCounts, ...], fmpq]]:
        return profiles(self.domain, self.size, [a.n for a in self.algorithms])

    @cached_property
    def distributions(self) -> list[tuple[Distribution, ...]]:
        """The output distributions of the k converted algorithms on each sample."""
        columns = []
        for i, a in enumerate(self.algorithms):
            votes = ExponentialVotes(a, blocks_of(self.domain, a.n), self.size // a.n, Ln(self.base))
            draws = multinomial(a.coins, self.copies)
            columns.append([votes.average(draws, counts[i]) for counts, _ in self.samples])
        return list(zip(*columns, strict=True))

    def replicability(self, differ: Callable[[Distribution, Distribution], fmpq] = disagreement) -> fmpq:
        """Exact disagreement of sampling the product (by first acceptance, or another procedure), over two samples."""
        runs = [
            (product(*distributions), p) for distributions, (_, p) in zip(self.distributions, self.samples, strict=True)
        ]
        return over_two_runs(runs, differ)  # type: ignore[no-any-return]

    def failures(self) -> tuple[tuple[fmpq, ...], fmpq]:
        """The failure of each converted algorithm, and the probability that some output is wrong."""
        each, some = [ZERO] * len(self.algorithms), ZERO
        for distributions, (_, p) in zip(self.distributions, self.samples, strict=True):
            for outputs in cartesian(*(range(a.outputs) for a in self.algorithms)):
                weight = prod(
                    (distribution[y] for distribution, y in zip(distributions, outputs, strict=True)), start=p
                )
                wrong = [y in a.wrong for a, y in zip(self.algorithms, outputs, strict=True)]
                for i, bad in enumerate(wrong):
                    each[i] += weight * bad
                some += weight * any(wrong)
        return tuple(each), some

    def closeness(self, ratio: fmpq) -> dict[str, tuple[Any, ...]]:
        """For each algorithm, at e^eps = ratio and against its average distribution: the gamma and delta of smallest
        sum.

        Giving up the samples that need most additive closeness trades delta for gamma. Families gamma, epsilon, delta.
        """
        gammas, deltas = [], []
        weights = [p for _, p in self.samples]
        for i in range(len(self.algorithms)):
            rows = [distributions[i] for distributions in self.distributions]
            average = mixture(weights, rows)
            needs = sorted(
                (max(TINY, smallest_delta(row, average, ratio)), p) for row, p in zip(rows, weights, strict=True)
            )
            lost, best = ONE, (ONE, TINY)
            for delta, p in needs:
                lost -= p
                best = min(best, (lost, delta), key=sum)
            gammas.append(best[0])
            deltas.append(best[1])
        return {"gamma": tuple(gammas), "epsilon": (Ln(ratio),) * len(gammas), "delta": tuple(deltas)}


def binomial_ball(trials: int, p: fmpq, count: int) -> arb:
    """Pr[Bin(trials, p) = count] for a huge number of trials and a small count."""
    return arb(comb(trials, count)) * arb(p) ** count * ((arb(1) - arb(p)).log() * (trials - count)).exp()


@dataclass(frozen=True)
class FullPipeline:
    """The main theorem at its own parameters: k copies of an algorithm that reads blocks of one draw.

    ``ones`` is the probability of a 1; samples with more than ``most`` ones are left to the width of the answer.
    """

    algorithm: Table
    k: int
    ones: fmpq
    rho: fmpq
    rho0: fmpq
    beta0: fmpq
    c: fmpq
    levels: Levels
    most: int

    @cached_property
    def budget(self) -> tuple[tuple[Any, ...], tuple[Any, ...], Any]:
        """eps_i, delta_i and delta' of the theorem's proof."""
        given = {"n": (1,) * self.k, "rho": self.rho, "beta0": self.beta0, "c": self.c}
        epsilon, delta, slack = (
            bound("eq:def_eps_i_delta_i", name, **given) for name in ("epsilon", "delta", "delta_prime")
        )
        return epsilon, delta, slack

    @cached_property
    def conversion(self) -> Conversion:
        """The sizes of the conversion of each algorithm."""
        return Conversion(self.rho0, self.budget[0][0], self.budget[1][0], self.levels)

    def measure(self) -> tuple[arb, arb]:
        """Enclosures of the exact disagreement and of the exact failure."""
        rounds, algorithm = self.conversion.blocks, self.algorithm
        eta = vote_weight(self.budget[0][0], rounds, self.conversion.exponent)
        votes = ExponentialVotes(algorithm, (ONE - self.ones, self.ones), rounds, eta)
        draws = multinomial(algorithm.coins, self.conversion.strings)
        joint, failure, rest = [], arb(0), arb(1)
        for seen in range(self.most + 1):
            each, p = votes.average(draws, (rounds - seen, seen)), binomial_ball(rounds, self.ones, seen)
            right = sum((m for y, m in enumerate(each) if y not in algorithm.wrong), arb(0))
            joint.append((product(*(each,) * self.k), p))
            failure += p * (1 - right**self.k)
            rest -= p
        rho = over_two_runs(joint, disagreement)
        # samples left out: they may disagree and fail always, or never
        return rho.union(rho + 2 * rest), failure.union(failure + rest)
