"""Squared votes with the race (derived:raced-votes), every inequality of its proof computed on its own.

Case: k base algorithms as tables, one sample of N draws that all of them read, J strings each. The strings are
enumerated as count vectors per algorithm, the sample by how often each block of each algorithm occurs, and the race on
the product of the squared-vote distributions has a rational agreement probability: disagreement and failure are exact.
Two runs that draw different (string, answer) pairs are counted as disagreeing even where the answers are the same: the
theorem guarantees that much. With several groups every group has clocks of its own.

Notation of the proof, for one algorithm: p_j the answer distribution under string j, x_j = 1 - sum_y p_j(y)^2, xbar
their mean over the J strings; v the vector of vote shares N_j(y)/T and p the vector of the p_j(y).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product as cartesian
from math import prod
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.sharper.race.simulator import compute_weighted_agreement
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    bernoulli,
    collect_outcomes,
    fortieths,
    in_proportion,
    over_two_runs,
    point,
    product,
    step_one,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb
from replcalc.simulate.tables import (
    BlockCounts,
    Table,
    blocks_of,
    majority_threshold,
    multinomial,
    profiles,
    random_table,
    reading_table,
)

LABEL = "derived:raced-votes"


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

    def distribution(self) -> Distribution:
        """Return the distribution on pairs (string, answer), proportional to the squares; equal strings count once.

        If all shares are 0, the first pair.
        """
        if not self.square:
            return point(len(self.shares), 0)
        return tuple(m * s * s / self.square for m, s in zip(self.multiplicities, self.shares, strict=True))


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
    def strings(self) -> list[tuple[BlockCounts, fmpq]]:
        return multinomial(self.algorithm.coins, self.copies)

    def mean_spread(self, strings: BlockCounts) -> fmpq:
        """Return xbar, from x_r = 1 - sum_y p_r(y)^2."""
        spread = [ONE - sum((p * p for p in each), ZERO) for each in self.distributions]
        return sum((c * x for c, x in zip(strings, spread, strict=True)), ZERO) / self.copies

    def vote(self, strings: BlockCounts, counts: BlockCounts) -> Vote:
        multiplicities, shares = [], []
        for r, count in enumerate(strings):
            for votes in self.algorithm.votes(r, counts):
                multiplicities.append(count)
                shares.append(fmpq(votes, self.rounds))
        return Vote(tuple(multiplicities), tuple(shares))

    def wrong(self, strings: BlockCounts, counts: BlockCounts) -> fmpq:
        """Return the probability that a pair with a wrong answer is drawn."""
        masses, outputs = self.vote(strings, counts).distribution(), self.algorithm.outputs
        return sum((x for place, x in enumerate(masses) if place % outputs in self.algorithm.wrong), ZERO)

    def measurements(self, given: dict[str, Any]) -> Iterator[Measurement]:
        """Yield the steps of the proof: bad strings, votes too spread, of one run and of both, and the distance."""
        good = [(strings, p) for strings, p in self.strings if self.mean_spread(strings) <= self.x0]
        yield measure(LABEL, "omega", ONE - sum((p for _, p in good), ZERO), **given)
        flat = [p for each in self.distributions for p in each]
        total: Any = arb(0)
        for strings, weight in good:
            floor = (ONE - self.x1) / (ONE - self.x0) * (ONE - self.mean_spread(strings))
            samples = [(self.vote(strings, counts), p) for counts, p in multinomial(self.blocks, self.rounds)]
            runs = [(v, v.dot(flat) / self.copies, p) for v, p in samples]
            kept = [(v, p) for v, overlap, p in runs if overlap >= floor]
            yield measure(LABEL, "tau", ONE - sum((p for _, p in kept), ZERO), **given)
            yield measure(LABEL, "D", min(v.square for v, _ in kept) / self.copies, sense=">=", **given)
            bad = ZERO
            for (v, mine, p), (w, other, q) in cartesian(runs, repeat=2):
                if (mine + other) / 2 < floor:
                    bad += p * q
                elif v != w:
                    total = total + arb(weight * p * q) * (1 - arb(v.dot(w.shares)) / arb(v.square * w.square).sqrt())
            yield measure(LABEL, "tau_squares", bad, **given)
        yield measure(LABEL, "chi", total, "E[H^2; good]", **given)


@dataclass(frozen=True)
class RacedVotes(Case):
    """k problems on one sample of ``size`` draws; J strings each, x0 and x1 for all.

    ``steps``: the inequalities of the proof too, one problem at a time.
    """

    name: str
    algorithms: tuple[Table, ...]
    domain: Distribution
    size: int
    copies: int
    x0: fmpq
    x1: fmpq
    steps: bool = True

    @cached_property
    def problems(self) -> tuple[VotedAlgorithm, ...]:
        return tuple(
            VotedAlgorithm(a, blocks_of(self.domain, a.n), self.size // a.n, self.copies, self.x0, self.x1)
            for a in self.algorithms
        )

    def make_inputs(self, problems: Sequence[VotedAlgorithm], groups: int = 1) -> dict[str, Any]:
        """Return the inputs of the theorem for some of the problems."""
        return {
            "n": tuple(p.algorithm.n for p in problems),
            "rho0": tuple(p.algorithm.disagreement(p.blocks) for p in problems),
            "beta0": tuple(p.algorithm.failure(p.blocks) for p in problems),
            "N": self.size,
            "T": tuple(p.rounds for p in problems),
            "J": self.copies,
            "x0": (self.x0,) * len(problems),
            "x1": (self.x1,) * len(problems),
            "m": groups,
        }

    @cached_property
    def samples(self) -> list[tuple[tuple[BlockCounts, ...], fmpq]]:
        if len(self.domain) == 2 and all(a.n == 1 for a in self.algorithms):  # only the number of ones matters
            return [((counts,) * len(self.algorithms), p) for counts, p in multinomial(self.domain, self.size)]
        return profiles(self.domain, self.size, [a.n for a in self.algorithms])

    def totals(self, apart: bool) -> tuple[fmpq, fmpq]:
        """Return exact disagreement on (string, answer) pairs and failure; ``apart``: one race per problem.

        Samples that lead to the same distributions never disagree: they are taken together.
        """
        rho = failure = ZERO
        for draw in cartesian(*(problem.strings for problem in self.problems)):
            weight = prod((p for _, p in draw), start=ONE)
            together = []
            for counts, p in self.samples:
                each = [(one, s, c) for one, (s, _), c in zip(self.problems, draw, counts, strict=True)]
                distributions = [one.vote(s, c).distribution() for one, s, c in each]
                together.append((tuple(map(in_proportion, distributions if apart else [product(*distributions)])), p))
                failure += weight * p * (1 - prod((ONE - one.wrong(s, c) for one, s, c in each), start=ONE))
            rho += weight * over_two_runs(collect_outcomes(together).items(), compute_races_disagreement)
        return rho, failure

    def measurements(self) -> Iterator[Measurement]:
        for groups in {1, len(self.problems)}:
            given = self.make_inputs(self.problems, groups)
            if arb(bound(LABEL, "chi", **given)) <= groups:
                rho, failure = self.totals(groups > 1)
                yield measure(LABEL, "rho", rho, f"rho, {groups} groups", **given)
                yield measure(LABEL, "beta", failure, **given)
        for problem in self.problems if self.steps else ():
            yield from problem.measurements(self.make_inputs([problem]))


def compute_races_disagreement(one: tuple[tuple[int, ...], ...], other: tuple[tuple[int, ...], ...]) -> fmpq:
    """Return the disagreement of independent races, each between two distributions in proportion to integers."""
    return ONE - prod(map(compute_weighted_agreement, one, other), start=ONE)


def make_cases(
    name: str,
    algorithms: tuple[Table, ...],
    domain: Distribution,
    size: int,
    copies: int,
    shares: tuple[fmpq, fmpq],
    steps: bool = True,
) -> Iterator[RacedVotes]:
    """Yield a case with x0, x1 at shares of the distance from the largest rho0 to 1; none if rho0 = 0 or 1."""
    singles = [a.disagreement(blocks_of(domain, a.n)) for a in algorithms]
    if all(singles) and max(singles) < 1:
        x0 = max(singles) + shares[0] * (ONE - max(singles))
        x1 = x0 + shares[1] * (ONE - x0)
        yield RacedVotes(name, algorithms, domain, size, copies, x0, x1, steps)


class RacedVotesSimulator(Simulator):
    name = "raced-votes"
    statements = (LABEL,)
    summary = "squared votes drawn by a race: strings and both samples enumerated, step by step"
    default_cases = 12

    def examples(self) -> Iterator[Case]:
        quarter = fmpq(1, 4)
        rare, skew = bernoulli(fmpq(1, 20)), bernoulli(quarter)
        near, far = (fmpq(1, 15), fmpq(3, 10)), (fmpq(3, 10), fmpq(2, 5))
        yield from make_cases("a rare draw, many strings", (reading_table(ONE),), rare, 40, 1000, near)
        yield from make_cases(
            "a rare draw changes both answers", (reading_table(ONE), reading_table(ONE)), rare, 30, 1000, near
        )
        yield from make_cases("one problem, ten strings", (reading_table(quarter),), skew, 24, 10, far)
        yield from make_cases(
            "blocks of different sizes", (majority_threshold(2), reading_table(quarter)), skew, 6, 3, far
        )
        # x_j is 0 or nearly 1: the tail of its mean is as heavy as it gets
        yield from make_cases("all or nothing", (reading_table(quarter, outputs=8),), uniform(8), 2, 6, far)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice x1", WrongParameter(self.example(0), "x1", lambda x: 2 * x)
        yield "a quarter of rho0", WrongParameter(self.example(1), "rho0", lambda rho0: rho0 / 4)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        sizes = rng.choice(((1,), (1, 1), (1, 2)))
        domain = bernoulli(fmpq(rng.randint(1, 9), 10))
        algorithms = tuple(random_table(rng, 2, n=n, strings=rng.randint(1, 2), outputs=2) for n in sizes)
        shares = (fmpq(rng.randint(1, 5), 10), fmpq(rng.randint(1, 6), 10))
        yield from make_cases(f"random {number}", algorithms, domain, rng.randint(2, 5), rng.randint(1, 4), shares)

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over the bias of the draw, the chance to read it and the shares of x0 and x1."""

        def cases(units: tuple[int, ...]) -> Iterator[Case]:
            bias, chance, low, high = fortieths(units)
            yield from make_cases(
                "found by search", (reading_table(chance),), bernoulli(bias), 16, 30, (low, high), False
            )

        start: tuple[int, ...] = (4, 20, 6, 10)
        yield from hill_climb(start, lambda units: step_one(rng, units, (-3, -1, 1, 3)), cases, 2 * budget)


SIMULATOR = RacedVotesSimulator()
