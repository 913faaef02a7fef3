"""Squared votes with the race (derived:raced-votes), and a race after closeness (derived:race-composition).

Case: as in ``squared-votes``, k base algorithms as tables of answers on one sample that all read, J strings each.
Strings and both samples are enumerated, and the race on the product of the squared-vote distributions has a rational
agreement probability, so the disagreement of the whole is exact. Two runs that draw different (string, answer) pairs
are counted as disagreeing even where the answers are the same: the theorem guarantees that much. With several groups
every group has clocks of its own. For closeness: the product of exponential votes, and k coins whose bias the sample
turns round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.paper.main.simulator import CLOSENESS, SmallPipeline
from replcalc.sharper.race.simulator import race_disagreement, weighted_agreement
from replcalc.sharper.race.simulator_squared_votes import (
    DirectCase,
    Vote,
    VotedAlgorithm,
    direct_cases,
    hellinger,
)
from replcalc.simulate.bounds import Ln, WrongParameter, bound, measure, tightest
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    bernoulli,
    collected,
    fortieths,
    in_proportion,
    over_two_runs,
    product,
    step_one,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb
from replcalc.simulate.tables import BlockCounts, majority_threshold, mixed, random_table, reader

LABEL, COMPOSED = "derived:raced-votes", "derived:race-composition"


def race_totals(case: DirectCase, apart: bool) -> fmpq:
    """Exact disagreement on (string, answer) pairs; ``apart``: one race per problem instead of one for all.

    Samples that lead to the same distributions never disagree: they are taken together.
    """

    def races(strings: tuple[BlockCounts, ...], counts: tuple[BlockCounts, ...]) -> tuple[tuple[int, ...], ...]:
        distributions = [p.vote(s, c).distribution() for p, s, c in zip(case.problems, strings, counts, strict=True)]
        return tuple(map(in_proportion, distributions if apart else [product(*distributions)]))

    rho = ZERO
    for strings, weight in case.strings():
        together = collected((races(strings, counts), p) for counts, p in case.samples)
        rho += weight * over_two_runs(together.items(), races_differ)
    return rho


def races_differ(mine: tuple[tuple[int, ...], ...], other: tuple[tuple[int, ...], ...]) -> fmpq:
    """The disagreement of independent races, each between two distributions in proportion to integers."""
    return ONE - prod(map(weighted_agreement, mine, other), start=ONE)


def jointly_spread(problem: VotedAlgorithm, strings: BlockCounts) -> tuple[fmpq, Any]:
    """Pr[the mean of both overlaps is below its floor], and E[H^2; it is not], over both samples, strings fixed."""
    floor = problem.floor(strings)
    samples: list[tuple[Vote, fmpq, fmpq]] = [
        (problem.vote(strings, c), problem.overlap(strings, c), p) for c, p in problem.samples
    ]
    bad, distance = ZERO, arb(0)
    for v, mine, p in samples:
        for w, other, q in samples:
            if (mine + other) / 2 < floor:
                bad += p * q
            elif v != w:
                distance = distance + arb(p * q) * arb(hellinger(v, w))
    return bad, distance


@dataclass(frozen=True)
class RacedVotes(Case):
    """Squared votes drawn by races; ``steps``: the inequalities of the proof too, one problem at a time."""

    votes: DirectCase
    steps: bool = True

    def measurements(self) -> Iterator[Measurement]:
        case, given = self.votes, self.votes.given()
        for groups in {1, len(case.problems)}:
            if arb(bound(LABEL, "chi", **given, m=groups)) <= groups:
                differ = race_totals(case, groups > 1)
                yield measure(LABEL, "rho", differ, f"rho, {groups} groups", **given, m=groups)
        for number, problem in enumerate(case.problems if self.steps else ()):
            alone = {**case.given(number), "m": 1}
            total: Any = arb(0)
            for strings, weight in problem.good_strings():
                bad, distance = jointly_spread(problem, strings)
                total = total + arb(weight) * distance
                yield measure(LABEL, "tau_squares", bad, **alone)
            yield measure(LABEL, "chi", total, "E[H^2; good]", **alone)


def race_promises(gamma: tuple[Any, ...], epsilon: tuple[Any, ...], delta: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """What the theorem about a race is given after this closeness, where it says anything."""
    tv = bound("derived:nonadaptive-tv", "tv", gamma=gamma, epsilon=epsilon, delta=delta)
    given = {"gamma_star": sum(gamma, ZERO), "epsilon": epsilon, "delta": delta, "tv": tv}
    if arb(bound(COMPOSED, "distance", **given)) <= 1:
        yield given


@dataclass(frozen=True)
class RacedPipeline(Case):
    """The race on the product of the converted algorithms, against the best closeness that was measured."""

    pipeline: SmallPipeline

    def measurements(self) -> Iterator[Measurement]:
        case = self.pipeline
        promises = [(given, ratio) for ratio in CLOSENESS for given in race_promises(**case.closeness(ratio))]
        if promises:
            _, (given, ratio) = tightest((bound(COMPOSED, "rho", **each[0]), each) for each in promises)
            rho = case.replicability(race_disagreement)
            yield measure(COMPOSED, "rho", rho, details={"e^eps": str(ratio)}, **given)


@dataclass(frozen=True)
class TurnedCoins(Case):
    """Samples 0 and 1: ``count`` coins of bias p, or all turned round; the simulators toss fair coins."""

    count: int
    p: fmpq

    def measurements(self) -> Iterator[Measurement]:
        distributions = [product(*(bernoulli(q),) * self.count) for q in (self.p, ONE - self.p)]
        ratio = max(2 * self.p, ONE / (2 * (ONE - self.p)))  # p > 1/2: the larger of both directions
        zeros = (ZERO,) * self.count
        for given in race_promises(zeros, (Ln(ratio),) * self.count, zeros):
            yield measure(COMPOSED, "rho", race_disagreement(*distributions), "disagreement of two good runs", **given)


class RacedVotesSimulator(Simulator):
    name = "raced-votes"
    statements = (LABEL, COMPOSED)
    summary = "squared votes drawn by a race, strings and both samples enumerated; a race after exponential votes"
    default_cases = 12

    def examples(self) -> Iterator[Case]:
        quarter, tenth = fmpq(1, 4), fmpq(1, 10)
        rare, skew = bernoulli(fmpq(1, 20)), bernoulli(quarter)
        near, far = (fmpq(1, 15), fmpq(3, 10)), (fmpq(3, 10), fmpq(2, 5))
        cases = (
            ("a rare draw, many strings", (reader(ONE),), rare, 40, 1000, near),
            ("a rare draw changes both answers", (reader(ONE), reader(ONE)), rare, 30, 1000, near),
            ("one problem, ten strings", (reader(quarter),), skew, 24, 10, far),
            ("blocks of different sizes", (majority_threshold(2), reader(quarter)), skew, 6, 3, far),
            ("all or nothing", (reader(quarter, outputs=8),), uniform(8), 2, 6, far),
        )
        for given in cases:
            yield from map(RacedVotes, direct_cases(*given))
        for count in (1, 2, 5, 7):
            for p in (fmpq(51, 100), fmpq(11, 20), fmpq(3, 5)):
                yield TurnedCoins(count, p)
        calm = (mixed(tenth, fmpq(1, 50)), reader(fmpq(1, 5)))
        for base in (ONE + fmpq(1, 1000), ONE + fmpq(1, 10**5)):
            yield RacedPipeline(SmallPipeline(calm, bernoulli(fmpq(1, 200)), 8, 2, base))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice x1", WrongParameter(self.example(0), "x1", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        sizes = rng.choice(((1,), (1, 1), (1, 2)))
        domain = bernoulli(fmpq(rng.randint(1, 9), 10))
        algorithms = tuple(random_table(rng, 2, n=n, strings=rng.randint(1, 2), outputs=2) for n in sizes)
        shares = (fmpq(rng.randint(1, 5), 10), fmpq(rng.randint(1, 6), 10))
        size, copies = rng.randint(2, 5), rng.randint(1, 4)
        yield from map(RacedVotes, direct_cases(f"random {number}", algorithms, domain, size, copies, shares))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over the bias of the draw, the chance to read it and the shares of x0 and x1."""

        def cases(units: tuple[int, ...]) -> Iterator[Case]:
            bias, chance, low, high = fortieths(units)
            for votes in direct_cases("found by search", (reader(chance),), bernoulli(bias), 16, 30, (low, high)):
                yield RacedVotes(votes, steps=False)

        start: tuple[int, ...] = (4, 20, 6, 10)
        yield from hill_climb(start, lambda units: step_one(rng, units, (-3, -1, 1, 3)), cases, 2 * budget)


SIMULATOR = RacedVotesSimulator()
