"""Cases for alg:main: convert each base algorithm by exponential votes, take the product, sample it correlatedly.

``SmallPipeline`` has few blocks and a rational e^eta, so that everything it produces is rational: the output
distribution of each converted algorithm on every sample, its least closeness parameters, the disagreement and the
failure of the product. ``FullPipeline`` has the parameters of the main theorem. Its draws are almost always 0; samples
with at most a few ones are enumerated, and the probability of the others is carried along as the width of the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    """The main theorem at its own parameters; the i-th algorithm looks at the first draw of each of its blocks.

    ``n`` is (1, .., 1), or (1, m) for two algorithms. ``ones`` is the probability of a 1, ``most`` how many ones a
    group of draws may have before a sample is left to the width of the answer.
    """

    algorithm: Table
    n: tuple[int, ...]
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
        given = {"n": self.n, "rho": self.rho, "beta0": self.beta0, "c": self.c}
        epsilon, delta, slack = (
            bound("eq:def_eps_i_delta_i", name, **given) for name in ("epsilon", "delta", "delta_prime")
        )
        return epsilon, delta, slack

    def conversion(self, i: int) -> Conversion:
        """The sizes of the conversion of the i-th algorithm."""
        epsilon, delta, _ = self.budget
        return Conversion(self.rho0, epsilon[i], delta[i], self.levels)

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        return tuple(self.conversion(i).blocks for i in range(len(self.n)))

    @cached_property
    def groups(self) -> list[tuple[int, tuple[int, ...]]]:
        """(number of draws, which algorithms look at them)."""
        if set(self.n) == {1}:
            if len(set(self.rounds)) != 1:
                raise ValueError("equal block sizes have equal numbers of blocks")
            return [(self.rounds[0], tuple(range(len(self.n))))]
        first, second = self.rounds
        step = self.n[1]
        both = -(-min(first, step * second) // step)  # multiples of the step below both ends
        return [(first - both, (0,)), (second - both, (1,)), (both, (0, 1))]

    def samples(self) -> tuple[list[tuple[tuple[int, ...], arb]], arb]:
        """(ones seen by each algorithm, probability) for samples with few ones; the probability of all others."""
        options = [[(t, binomial_ball(size, self.ones, t)) for t in range(self.most + 1)] for size, _ in self.groups]
        found: dict[tuple[int, ...], arb] = {}
        for choice in cartesian(*options):
            weight = prod((p for _, p in choice), start=arb(1))
            seen = [0] * len(self.n)
            for (t, _), (_, readers) in zip(choice, self.groups, strict=True):
                for i in readers:
                    seen[i] += t
            found[tuple(seen)] = found.get(tuple(seen), arb(0)) + weight
        listed = sorted(found.items(), key=lambda entry: entry[0])
        return listed, 1 - sum((p for _, p in listed), arb(0))

    def output_distributions(self, i: int, seen: Sequence[int]) -> dict[int, Distribution]:
        """The converted algorithm's output distribution for every number of ones, averaged over its strings."""
        epsilon = self.budget[0][i]
        rounds, copies = self.rounds[i], self.conversion(i).strings
        eta = vote_weight(epsilon, rounds, self.conversion(i).exponent)
        blocks = blocks_of((ONE - self.ones, self.ones), 1)
        votes = ExponentialVotes(self.algorithm, blocks, rounds, eta)
        draws = multinomial(self.algorithm.coins, copies)
        return {t: votes.average(draws, (rounds - t, t)) for t in sorted(set(seen))}

    def measure(self) -> tuple[arb, arb]:
        """Enclosures of the exact disagreement and of the exact failure."""
        samples, rest = self.samples()
        tables = [self.output_distributions(i, [seen[i] for seen, _ in samples]) for i in range(len(self.n))]
        joint, failure = [], arb(0)
        for seen, p in samples:
            distributions = [table[t] for table, t in zip(tables, seen, strict=True)]
            right = (
                sum((m for y, m in enumerate(distribution) if y not in self.algorithm.wrong), arb(0))
                for distribution in distributions
            )
            joint.append((product(*distributions), p))
            failure += p * (1 - prod(right))
        rho = over_two_runs(joint, disagreement)
        # samples left out: they may disagree and fail always, or never
        return rho.union(rho + 2 * rest), failure.union(failure + rest)
