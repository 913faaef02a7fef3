"""Exponential votes and thresholded squares (derived:exponential-votes, derived:thresholded-squares), exactly.

World: as in ``main``, k base algorithms as tables of answers on one sample that all of them read, J strings each. Pairs
(string, answer) with a share v of the votes have weight g(v)^2, with g(v) = b^(vT) - 1 for a rational b (strength
a = ln b^T) or g(v) = max(v - h, 0): every law is rational. Strings and both samples are enumerated. Two runs that draw
different pairs are counted as disagreeing even where the answers are the same: the theorems promise that much.
A sample on which no answer passes the threshold is given the first pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.sharper.squared_votes.worlds import DirectWorld, Vote, VotedAlgorithm, direct_worlds, hellinger
from replcalc.simulate.bounds import Ln, bound
from replcalc.simulate.simulator import Measurement, Simulator, climbed
from replcalc.simulate.worlds.algorithms import BlockCounts, majority_threshold, random_algorithm, reader
from replcalc.simulate.worlds.laws import (
    ONE,
    ZERO,
    Law,
    bernoulli,
    fortieths,
    over_two_runs,
    product,
    step_one,
    total_variation,
)

EXPONENTIAL, THRESHOLDED = "derived:exponential-votes", "derived:thresholded-squares"


@dataclass(frozen=True)
class VoteWeights:
    """``base`` b of the exponential, or the ``threshold`` h; T is the same for all problems where b is used."""

    base: fmpq | None = None
    threshold: fmpq = ZERO

    @property
    def label(self) -> str:
        return THRESHOLDED if self.base is None else EXPONENTIAL

    def given(self, rounds: int) -> dict[str, Any]:
        return {"h": self.threshold} if self.base is None else {"a": Ln(self.base**rounds)}

    def steepest(self, rounds: int) -> Any:
        """The slope of g at 1."""
        return ONE if self.base is None else arb(self.base**rounds).log() * arb(self.base**rounds)

    def of(self, share: fmpq, rounds: int) -> fmpq:
        if self.base is None:
            return max(share - self.threshold, ZERO)
        return self.base ** int((share * rounds).p) - ONE

    def vote(self, problem: VotedAlgorithm, strings: BlockCounts, counts: BlockCounts) -> Vote:
        plain = problem.vote(strings, counts)
        return Vote(plain.multiplicities, tuple(self.of(share, problem.rounds) for share in plain.shares))


def earlier_totals(world: DirectWorld, weights: VoteWeights) -> tuple[fmpq, fmpq]:
    """Disagreement on pairs, by first acceptance on the product, and the failure probability."""
    rho = failure = ZERO
    for strings, weight in world.strings():
        runs = []
        for counts, p in world.samples:
            votes = (weights.vote(*each) for each in zip(world.problems, strings, counts, strict=True))
            runs.append((product(*(vote.law() for vote in votes)), p))
        failure += weight * sum((p * world.wrong(law) for law, p in runs), ZERO)
        rho += weight * over_two_runs(runs, different_pairs)
    return rho, failure


def different_pairs(p: Law, q: Law) -> fmpq:
    """How often first acceptance does not accept at once: then two different pairs are counted."""
    distance = total_variation(p, q)
    return 2 * distance / (1 + distance)


def measure(world: DirectWorld, weights: VoteWeights, *, steps: bool = True) -> Iterator[Measurement]:
    """The theorem's promises, and with ``steps`` the distance and the norm of every problem on its own."""
    label, rounds = weights.label, world.problems[0].rounds
    if weights.base is None and world.x1 + weights.threshold >= 1:
        return
    given = world.given() | weights.given(rounds)
    table = world.world() | {"weights": str(weights.base or weights.threshold)}
    rho, failure = earlier_totals(world, weights)
    yield Measurement(label, "rho", rho, bound(label, "rho", **given), table)
    yield Measurement(label, "beta", failure, bound(label, "beta", **given), table)
    for number, problem in enumerate(world.problems if steps else ()):
        alone = world.given(number) | weights.given(rounds)
        least: Any = None
        distance: Any = arb(0)
        for strings, weight in problem.good_strings():
            kept = [(weights.vote(problem, strings, c), p) for c, p in problem.good_samples(strings)]
            squares = [v.square for v, _ in kept]
            least = min(squares if least is None else [least, *squares], default=None)
            distance += weight * over_two_runs(kept, hellinger)
        yield Measurement(label, "E[H^2; good]", distance, bound(label, "chi", **alone), table)
        if least is not None:
            norm = least / (problem.copies * weights.steepest(problem.rounds) ** 2)
            yield Measurement(label, "D", norm, bound(label, "D", **alone), table, sense=">=")


class EarlierVotesSimulator(Simulator):
    name = "earlier-votes"
    statements = (EXPONENTIAL, THRESHOLDED)
    summary = "exponential votes and thresholded squares drawn by first acceptance, strings and both samples enumerated"
    default_cases = 12

    def named(self) -> Iterator[Measurement]:
        rare, skew = bernoulli(fmpq(1, 20)), bernoulli(fmpq(1, 4))
        near, far = (fmpq(1, 15), fmpq(1, 10)), (fmpq(1, 10), fmpq(1, 5))
        weightings = (VoteWeights(fmpq(9, 8)), VoteWeights(fmpq(3, 2)), VoteWeights(threshold=fmpq(11, 20)))
        worlds = (
            ("a rare draw, many strings", (reader(ONE),), rare, 40, 1000, near),
            ("a rare draw changes both answers", (reader(ONE), reader(ONE)), rare, 20, 400, near),
            ("one problem, ten strings", (reader(fmpq(1, 4)),), skew, 24, 10, far),
            ("majorities", (majority_threshold(2), majority_threshold(2)), skew, 8, 3, far),
        )
        for given in worlds:
            for world in direct_worlds(*given):
                for weights in weightings:
                    yield from measure(world, weights)

    def random(self, rng: Random, count: int) -> Iterator[Measurement]:
        for number in range(count):
            size = rng.choice((1, 2))
            domain = bernoulli(fmpq(rng.choice((1, 2, 8, 9)), 10))
            algorithms = tuple(
                random_algorithm(rng, 2, n=size, strings=rng.randint(1, 2), outputs=rng.randint(2, 3))
                for _ in range(rng.randint(1, 2))
            )
            shares = (fmpq(rng.randint(1, 3), 10), fmpq(rng.randint(1, 3), 10))
            samples, strings = size * rng.randint(2, 4), rng.randint(1, 4)
            for world in direct_worlds(f"random {number}", algorithms, domain, samples, strings, shares):
                yield from measure(world, VoteWeights(fmpq(rng.randint(9, 20), 8)))
                yield from measure(world, VoteWeights(threshold=fmpq(rng.randint(11, 15), 20)))

    def search(self, rng: Random, budget: int) -> Iterator[Measurement]:
        """Hill climbing on the bias of the draw, the shares of x0 and x1, and the weights."""

        def found(units: tuple[int, ...]) -> Iterator[Measurement]:
            bias, low, high, weight = fortieths(units)
            for world in direct_worlds("found by search", (reader(ONE),), bernoulli(bias / 4), 16, 30, (low, high)):
                yield from measure(world, VoteWeights(ONE + weight), steps=False)
                yield from measure(world, VoteWeights(threshold=(ONE + weight / 2) / 2), steps=False)

        start: tuple[int, ...] = (8, 6, 6, 6)
        yield from climbed(start, lambda units: step_one(rng, units, (-3, -1, 1, 3)), found, budget)


SIMULATOR = EarlierVotesSimulator()
