"""Direct composition by squared votes (derived:squared-votes), every inequality of its proof computed on its own.

Case: k base algorithms as tables, one sample of N draws that all of them read, J strings each. The strings are
enumerated as count vectors per algorithm, the sample by how often each block of each algorithm occurs, so every
probability and expectation below is an exact rational; square roots (norms, Hellinger distances) are exact where
they are rational and balls where they are not.

Notation of the proof, for one algorithm: p_j the answer distribution under string j, x_j = 1 - sum_y p_j(y)^2, xbar
their mean over the J strings; v the vector of vote shares N_j(y)/T and p the vector of the p_j(y); cos the cosine
between two vote vectors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product as cartesian
from math import prod
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.errors import NotExact
from replcalc.numbers.fields import ExactField
from replcalc.paper.label_invariance.simulator_correlated_sampling import disagreement
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    bernoulli,
    mass_where,
    over_two_runs,
    point,
    product,
    total_variation,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import (
    BlockCounts,
    Table,
    blocks_of,
    majority_threshold,
    multinomial,
    profiles,
    random_table,
    reader,
)

LABEL = "derived:squared-votes"


def square_root(x: fmpq) -> Any:
    """The square root of a non-negative rational: exact where it is rational, else a ball."""
    try:
        return ExactField().fn_sqrt(x)
    except NotExact:
        return arb(x).sqrt()


@dataclass(frozen=True)
class Vote:
    """One algorithm's vote vector on one sample for one draw of strings: entries v_j(y), with multiplicities."""

    multiplicities: tuple[int, ...]
    shares: tuple[fmpq, ...]

    def dot(self, other: Sequence[fmpq]) -> fmpq:
        return sum((m * a * b for m, a, b in zip(self.multiplicities, self.shares, other, strict=True)), ZERO)

    @cached_property
    def square(self) -> fmpq:
        """The squared norm of v."""
        return self.dot(self.shares)

    def gap(self, other: Vote) -> fmpq:
        """The squared norm of v - v'."""
        difference = tuple(a - b for a, b in zip(self.shares, other.shares, strict=True))
        return Vote(self.multiplicities, difference).square

    def distribution(self) -> Distribution:
        """On pairs (string, answer), proportional to the squares, copies of a string taken together.

        Where all shares are 0: the first pair.
        """
        if not self.square:
            return point(len(self.shares), 0)
        return tuple(m * s * s / self.square for m, s in zip(self.multiplicities, self.shares, strict=True))


def hellinger(v: Vote, w: Vote) -> Any:
    """H^2 = 1 - cos(v, w) of the distributions proportional to the squares."""
    norms = square_root(v.square * w.square)
    return 1 - v.dot(w.shares) / norms


@dataclass(frozen=True)
class VotedAlgorithm:
    """One base algorithm inside the composition: its block distribution, its number of blocks, J, and x0 and x1 of the
    proof.

    Strings are good if xbar <= x0; a sample is, under such strings, if <v, p>/J does not fall below its floor.
    """

    algorithm: Table
    blocks: Distribution
    rounds: int
    copies: int
    x0: fmpq
    x1: fmpq

    @cached_property
    def distributions(self) -> tuple[Distribution, ...]:
        return tuple(self.algorithm.distribution(r, self.blocks) for r in range(len(self.algorithm.coins)))

    @cached_property
    def spread(self) -> tuple[fmpq, ...]:
        """x_r = 1 - sum_y p_r(y)^2."""
        return tuple(ONE - sum((p * p for p in each), ZERO) for each in self.distributions)

    @cached_property
    def strings(self) -> list[tuple[BlockCounts, fmpq]]:
        return multinomial(self.algorithm.coins, self.copies)

    @cached_property
    def samples(self) -> list[tuple[BlockCounts, fmpq]]:
        return multinomial(self.blocks, self.rounds)

    def mean_spread(self, strings: BlockCounts) -> fmpq:
        return sum((c * x for c, x in zip(strings, self.spread, strict=True)), ZERO) / self.copies

    def vote(self, strings: BlockCounts, counts: BlockCounts) -> Vote:
        multiplicities, shares = [], []
        for r, drawn in enumerate(strings):
            for votes in self.algorithm.votes(r, counts):
                multiplicities.append(drawn)
                shares.append(fmpq(votes, self.rounds))
        return Vote(tuple(multiplicities), tuple(shares))

    def overlap(self, strings: BlockCounts, counts: BlockCounts) -> fmpq:
        """<v, p>/J."""
        flat = [p for each in self.distributions for p in each]
        return self.vote(strings, counts).dot(flat) / self.copies

    def floor(self, strings: BlockCounts) -> fmpq:
        """(1 - x1)/(1 - x0) (1 - xbar)."""
        return (ONE - self.x1) / (ONE - self.x0) * (ONE - self.mean_spread(strings))

    def good_strings(self) -> list[tuple[BlockCounts, fmpq]]:
        return [(strings, p) for strings, p in self.strings if self.mean_spread(strings) <= self.x0]

    def good_samples(self, strings: BlockCounts) -> list[tuple[BlockCounts, fmpq]]:
        return [(c, p) for c, p in self.samples if self.overlap(strings, c) >= self.floor(strings)]

    def good(self, strings: BlockCounts, counts: BlockCounts) -> bool:
        return bool(self.mean_spread(strings) <= self.x0 and self.overlap(strings, counts) >= self.floor(strings))

    def expected_gap(self, strings: BlockCounts) -> fmpq:
        """E of the squared norm of v - v' over two samples, strings fixed."""
        return over_two_runs([(self.vote(strings, c), p) for c, p in self.samples], Vote.gap)

    def expected_hellinger(self) -> Any:
        """E[H^2 of the two squared-vote distributions; strings and both samples good]."""
        total: Any = ZERO
        for strings, weight in self.good_strings():
            kept = [(self.vote(strings, c), p) for c, p in self.good_samples(strings)]
            total = total + weight * over_two_runs(kept, hellinger)
        return total


@dataclass(frozen=True)
class DirectCase:
    """k problems on one sample of ``size`` draws; J strings each, x0 and x1 for all."""

    name: str
    algorithms: tuple[Table, ...]
    domain: Distribution
    size: int
    copies: int
    x0: fmpq
    x1: fmpq

    @cached_property
    def problems(self) -> tuple[VotedAlgorithm, ...]:
        return tuple(
            VotedAlgorithm(a, blocks_of(self.domain, a.n), self.size // a.n, self.copies, self.x0, self.x1)
            for a in self.algorithms
        )

    def given(self, only: int | None = None) -> dict[str, Any]:
        """What the theorems on votes are given, for all problems or for one of them alone."""
        problems = self.problems if only is None else self.problems[only : only + 1]
        k = len(problems)
        return {
            "n": tuple(p.algorithm.n for p in problems),
            "rho0": tuple(p.algorithm.disagreement(p.blocks) for p in problems),
            "beta0": tuple(p.algorithm.failure(p.blocks) for p in problems),
            "N": self.size,
            "T": tuple(p.rounds for p in problems),
            "J": self.copies,
            "x0": (self.x0,) * k,
            "x1": (self.x1,) * k,
        }

    @cached_property
    def samples(self) -> list[tuple[tuple[BlockCounts, ...], fmpq]]:
        if len(self.domain) == 2 and all(a.n == 1 for a in self.algorithms):  # only the number of ones matters
            return [((counts,) * len(self.algorithms), p) for counts, p in multinomial(self.domain, self.size)]
        return profiles(self.domain, self.size, [a.n for a in self.algorithms])

    def strings(self) -> Iterator[tuple[tuple[BlockCounts, ...], fmpq]]:
        for draw in cartesian(*(problem.strings for problem in self.problems)):
            yield tuple(c for c, _ in draw), prod((p for _, p in draw), start=ONE)

    @cached_property
    def answers(self) -> tuple[int, ...]:
        """Which output vector each atom of the product distribution stands for, numbered in mixed radix."""
        found = [0]
        for a in self.algorithms:
            found = [y * a.outputs + z for y in found for _ in a.coins for z in range(a.outputs)]
        return tuple(found)

    @cached_property
    def failing(self) -> tuple[bool, ...]:
        """Whether an atom's output vector has a wrong coordinate."""
        found = [False]
        for a in self.algorithms:
            found = [bad or z in a.wrong for bad in found for _ in a.coins for z in range(a.outputs)]
        return tuple(found)

    def output_distribution(self, strings: tuple[BlockCounts, ...], counts: tuple[BlockCounts, ...]) -> Distribution:
        """The product of the squared-vote distributions, an atom per vector of (string, answer) pairs."""
        return product(*(p.vote(s, c).distribution() for p, s, c in zip(self.problems, strings, counts, strict=True)))

    def good(self, strings: tuple[BlockCounts, ...], counts: tuple[BlockCounts, ...]) -> bool:
        """Strings and sample are good in every problem."""
        return all(p.good(s, c) for p, s, c in zip(self.problems, strings, counts, strict=True))

    def wrong(self, distribution: Distribution) -> fmpq:
        """The mass of the atoms with a wrong coordinate."""
        return mass_where(distribution, self.failing)


def middle(low: fmpq, share: fmpq) -> fmpq:
    """Return the point at the given share of the distance from low to 1."""
    return low + share * (ONE - low)


def direct_cases(
    name: str,
    algorithms: tuple[Table, ...],
    domain: Distribution,
    size: int,
    copies: int,
    shares: tuple[fmpq, fmpq],
) -> Iterator[DirectCase]:
    """x0 and x1 at the given shares above the largest rho0; no case where an algorithm never disagrees."""
    singles = [a.disagreement(blocks_of(domain, a.n)) for a in algorithms]
    if all(singles) and max(singles) < 1:
        x0 = middle(max(singles), shares[0])
        x1 = middle(x0, shares[1])
        yield DirectCase(name, algorithms, domain, size, copies, x0, x1)


def totals(case: DirectCase) -> tuple[fmpq, fmpq, fmpq]:
    """Exact disagreement and failure, and E[TV; good] of the two output distributions (equal samples agree with
    certainty).
    """
    rho = failure = tv_good = ZERO
    for strings, weight in case.strings():
        runs = [(case.output_distribution(strings, counts), p) for counts, p in case.samples]
        good = [run for run, (c, _) in zip(runs, case.samples, strict=True) if case.good(strings, c)]
        failure += weight * sum((p * case.wrong(distribution) for distribution, p in runs), ZERO)
        rho += weight * over_two_runs(runs, partial(disagreement, answer=case.answers))
        tv_good += weight * over_two_runs(good, total_variation)
    return rho, failure, tv_good


@dataclass(frozen=True)
class DirectComposition(Case):
    """Replicability and failure of the composition, and what is said of each of the problems."""

    votes: DirectCase

    def measurements(self) -> Iterator[Measurement]:
        rho, failure, distance = totals(self.votes)
        given = self.votes.given()
        yield measure(LABEL, "rho", rho, **given)
        yield measure(LABEL, "beta", failure, **given)
        yield Measurement(LABEL, "E[TV; good]", distance, (2 * arb(bound(LABEL, "chi", **given))).sqrt())
        for i, problem in enumerate(self.votes.problems):
            yield from self.of_problem(problem, self.votes.given(i))

    def of_problem(self, problem: VotedAlgorithm, given: dict[str, Any]) -> Iterator[Measurement]:
        calm = problem.good_strings()
        yield measure(LABEL, "omega", ONE - sum((p for _, p in calm), ZERO), **given)
        yield measure(LABEL, "chi", problem.expected_hellinger(), **given)
        for strings, _ in problem.strings:
            spread = problem.copies * problem.mean_spread(strings)
            off = abs(problem.expected_gap(strings) - 2 * spread / problem.rounds)
            yield Measurement(LABEL, "E|v-v'|^2 differs from sum 2x_j/T", off, ZERO)
        for strings, _ in calm:
            kept = problem.good_samples(strings)
            yield measure(LABEL, "tau", ONE - sum((p for _, p in kept), ZERO), **given)
            least = min(problem.vote(strings, c).square / problem.copies for c, _ in kept)
            yield measure(LABEL, "D", least, sense=">=", **given)


class SquaredVotesSimulator(Simulator):
    name, statements, default_cases = "squared-votes", (LABEL,), 60
    summary = "squared votes drawn by first acceptance: strings and both samples enumerated, step by step"

    def examples(self) -> Iterator[Case]:
        third, quarter = fmpq(1, 3), fmpq(1, 4)
        seldom, skew = bernoulli(fmpq(1, 20)), bernoulli(quarter)
        near, far = (fmpq(1, 15), fmpq(3, 10)), (fmpq(3, 10), fmpq(2, 5))
        cases = (
            ("a rare draw changes both answers", (reader(ONE), reader(ONE)), seldom, 40, 1000, near),
            ("one problem, ten strings", (reader(quarter),), skew, 24, 10, far),
            ("blocks of different sizes", (majority_threshold(2), reader(third)), skew, 6, 3, far),
            # x_j is 0 or nearly 1: the tail of its mean is as heavy as it gets
            ("all or nothing", (reader(quarter, outputs=8),), uniform(8), 2, 6, far),
        )
        for given in cases:
            yield from map(DirectComposition, direct_cases(*given))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "a quarter of rho0", WrongParameter(self.example(0), "rho0", lambda rho0: rho0 / 4)
        yield "x1 half way to 1", WrongParameter(self.example(0), "x1", lambda x: (1 + x) / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        domain = bernoulli(fmpq(rng.randint(1, 9), 10))
        sizes = rng.choice(((1,), (1, 1), (1, 2), (2, 1)))
        algorithms = tuple(random_table(rng, 2, n=n, strings=rng.randint(1, 2), outputs=2) for n in sizes)
        shares = (fmpq(rng.randint(1, 5), 10), fmpq(rng.randint(1, 6), 10))
        size, copies = rng.randint(2, 5), rng.randint(1, 4)
        for votes in direct_cases(f"random {number}", algorithms, domain, size, copies, shares):
            yield DirectComposition(votes)
