"""The relation P ~ Q (eps, delta) of perfect generalization (def:pg).

Case: two or three distributions on at most five outcomes with rational masses. With a rational e^eps every quantity is
rational. Compared, each from the definition (all 2^m events, both inequalities) and not from a formula:

- the least delta is the larger of the two hockey-stick sums, and the relation is symmetric;
- post-processing by a stochastic matrix never needs a larger delta;
- closeness chains: (eps1, d1) and (eps2, d2) give (eps1 + eps2, max(d1 + e^eps1 d2, d2 + e^eps2 d1)).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from flint import fmpq

from replcalc.simulate.bounds import measure
from replcalc.simulate.distributions import (
    ONE,
    RATIOS,
    ZERO,
    Distribution,
    Matrix,
    distribution,
    extreme_pair,
    least_delta_over_events,
    point,
    post_process,
    random_close_pair,
    random_distribution,
    random_matrix,
    smallest_delta,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator

LABEL = "def:pg"
TINY = fmpq(1, 10**30)  # gamma: nothing fails here


@dataclass(frozen=True)
class ClosePair(Case):
    """Symmetry, the hockey-stick and post-processing for one pair."""

    p: Distribution
    q: Distribution
    ratio: fmpq
    matrix: Matrix

    varied: ClassVar[tuple[str, ...]] = ("p", "q")

    def delta(self) -> fmpq:
        least: fmpq = smallest_delta(self.p, self.q, self.ratio)
        return least

    def measurements(self) -> Iterator[Measurement]:
        p, q, ratio, delta = self.p, self.q, self.ratio, self.delta()
        true = least_delta_over_events(p, q, ratio)
        yield Measurement(LABEL, "least delta over all events", true, delta)
        yield Measurement(LABEL, "least delta over all events, from below", true, delta, sense=">=")
        for name, mine, other in (("upper", p, q), ("lower", q, p)):
            far = [z for z in range(len(p)) if mine[z] > ratio * other[z]]  # where the two are farthest apart
            a, b = sum((p[z] for z in far), ZERO), sum((q[z] for z in far), ZERO)
            if 0 < delta < 1 and 0 < b < 1 and (name == "upper" or b > delta):
                given = {"gamma": TINY, "ratio": ratio, "delta": delta, "q": b}
                yield measure(LABEL, name, a, "probability of an event", **given)
        yield Measurement(LABEL, "least delta with P and Q exchanged", least_delta_over_events(q, p, ratio), true)
        after = least_delta_over_events(post_process(p, self.matrix), post_process(q, self.matrix), ratio)
        yield Measurement(LABEL, "least delta after post-processing", after, true)


class _OneDirection(ClosePair):
    def delta(self) -> fmpq:
        return sum((max(ZERO, a - self.ratio * b) for a, b in zip(self.p, self.q, strict=True)), ZERO)


@dataclass(frozen=True)
class Chain(Case):
    """P ~ Q ~ R: the least delta between P and R at e^(eps1 + eps2)."""

    p: Distribution
    q: Distribution
    r: Distribution
    first: fmpq
    second: fmpq

    varied: ClassVar[tuple[str, ...]] = ("p", "q", "r")

    def measurements(self) -> Iterator[Measurement]:
        d1, d2 = smallest_delta(self.p, self.q, self.first), smallest_delta(self.q, self.r, self.second)
        true = least_delta_over_events(self.p, self.r, self.first * self.second)
        limit = max(d1 + self.first * d2, d2 + self.second * d1)
        yield Measurement(LABEL, "least delta of a chain", true, limit)


class ClosenessSimulator(Simulator):
    name, statements, default_cases = "closeness", (LABEL,), 150
    summary = "closeness of distributions and the least (eps, delta), by definition"

    def examples(self) -> Iterator[Case]:
        merge, same = (point(2, 0), point(2, 0), point(2, 1), point(2, 1)), distribution(1, 2, 3)
        for ratio in RATIOS:
            yield ClosePair(*extreme_pair(ratio, fmpq(1, 20)), ratio, merge)
        yield ClosePair(same, same, fmpq(2), merge[1:])
        yield ClosePair(distribution(1, 0, 0), distribution(0, 1, 1), fmpq(2), merge[1:])

    def mutants(self) -> Iterator[tuple[str, Case]]:
        p, q = distribution(1, 3, 8), distribution(8, 3, 1)
        yield "closeness in one direction", _OneDirection((p[0] / 2, p[1] + p[0] / 2, p[2]), q, fmpq(8), ((ONE,),) * 3)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        ratio, delta = rng.choice(RATIOS), fmpq(rng.randint(0, 8), 40)
        size = rng.randint(2, 5)
        if number % 2:
            p, q = random_close_pair(rng, size, ratio, delta)
        else:
            p, q = random_distribution(rng, size), random_distribution(rng, size)
        yield ClosePair(p, q, ratio, random_matrix(rng, size, rng.randint(2, 4)))
        yield Chain(p, q, random_distribution(rng, size), ratio, rng.choice(RATIOS))
