"""A race of shared exponential clocks between two distributions (derived:race), and its rounds.

Case: two distributions P, Q on the same answers. The shared randomness is one clock E_z ~ Exp(1) per answer; a side
with distribution P answers the z of smallest E_z/P_z. Both sides answer x if and only if E_z >= E_x max(P_z/P_x,
Q_z/Q_x) for every z, an event of probability 1/sum_z max(P_z/P_x, Q_z/Q_x): rational for rational distributions, so no
clock has to be drawn. Hellinger distances are balls.

Rounds: points (z, time) arrive at rate 1 per answer, z uniform; a side looks at them in order and stops once no later
one can win, at time v max P for the winning value v = min E_z/P_z, which is Exp(1). Given v, an answer z other than the
winner has points between v P_z and v max P only: the expected number looked at is a finite sum.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    distribution,
    in_proportion,
    product,
    random_distribution,
    total_variation,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator

LABEL, ROUNDS = "derived:race", "derived:race-rounds"


def compute_race_agreement(p: Sequence[Any], q: Sequence[Any]) -> Any:
    """Return the probability of equal answers of both sides: the sum over x of 1/sum_z max(p_z/p_x, q_z/q_x).

    Rational for rational masses, or for integers in proportion to them: only quotients of masses of one side count.
    """
    if not all(isinstance(x, int) for x in (*p, *q)):
        if not all(isinstance(x, fmpq) for x in (*p, *q)):
            return _enclose_agreement(p, q)
        p, q = in_proportion(tuple(p)), in_proportion(tuple(q))
    # p_z/p_x is the larger term for the z with q_z/p_z <= q_x/p_x, so in the order of these quotients the sums of the
    # larger terms are two running sums; at equal quotients both terms are the same
    both = sorted((fmpq(qx, px), px, qx) for px, qx in zip(p, q, strict=True) if px and qx)
    first, second = sum(px for px, qx in zip(p, q, strict=True) if not qx), sum(q)
    total = ZERO
    for _, px, qx in both:
        first += px
        second -= qx
        total += fmpq(px * qx, first * qx + second * px)
    return total


def _enclose_agreement(p: Sequence[Any], q: Sequence[Any]) -> arb:
    total = arb(0)
    for px, qx in zip(p, q, strict=True):
        if px * qx > 0:  # otherwise one of the sides never answers x, or is not known to
            total += 1 / sum((arb(pz / px).max(arb(qz / qx)) for pz, qz in zip(p, q, strict=True)), arb(0))
    return total


def compute_expected_points(p: Distribution) -> fmpq:
    """Return the expected number of points that a side looks at."""
    top = max(p)
    others = sum((w * sum((top - x for z, x in enumerate(p) if z != winner), ZERO) for winner, w in enumerate(p)), ZERO)
    stopping = sum((w for w in p if w < top), ZERO)  # a winner of largest mass ends the race by itself
    return others + 1 + stopping


@dataclass(frozen=True)
class Race(Case):
    """One pair: its disagreement against every bound, and the rounds."""

    p: Distribution
    q: Distribution
    name: str = ""

    varied = ("p", "q")

    def measurements(self) -> Iterator[Measurement]:
        p, q = self.p, self.q
        differ, tv = 1 - compute_race_agreement(p, q), total_variation(p, q)
        t = total_variation(product(p, q), product(q, p))
        yield Measurement(LABEL, "disagreement by t", differ, t)
        yield measure(LABEL, "from_tv", differ, "disagreement by TV", X=ZERO, tv=tv)
        if p != q:
            affinity = sum((arb(a * b).sqrt() for a, b in zip(p, q, strict=True) if a and b), arb(0))
            given = {"X": (1 - affinity).max(arb(0)), "tv": tv}
            yield measure(LABEL, "t", t, **given)
            yield measure(LABEL, "from_hellinger", differ, "disagreement by H^2", **given)
            yield measure(LABEL, "rho", differ, "disagreement", **given)
        if len(p) == 2:
            yield Measurement(LABEL, "two answers: t is attained", differ, t, ">=")
        choices = max(p) * len(p)
        for quantity, races, g in (("rounds", p, 1), ("two problems", product(p, p), 2)):
            yield measure(ROUNDS, "rounds", compute_expected_points(races), quantity, choices=choices, g=g, m=1)


class RaceSimulator(Simulator):
    name, statements = "race", (LABEL, ROUNDS)
    summary = "two distributions race with shared clocks: exact agreement against all three bounds, and the rounds"

    def examples(self) -> Iterator[Case]:
        yield Race(uniform(3), uniform(3), "equal distributions")
        yield Race((ONE, ZERO), (ZERO, ONE), "disjoint distributions")
        yield Race(distribution(1, 1, 0), distribution(1, 0, 1), "uniform on two sets of two")
        yield Race(distribution(99, 1), distribution(98, 2), "a small difference")
        yield Race(distribution(1000, 1001), distribution(1001, 1000), "a tiny difference")
        # tau uniform on [-1, 1]: Glasser's inequality is nearly attained
        spread = 40
        rising = distribution(*range(1, 2 * spread, 2))
        yield Race(rising, tuple(reversed(rising)), "odds from end to end")
        tilted = distribution(*(1000 + j for j in range(-20, 21)))
        yield Race(tilted, tuple(reversed(tilted)), "a slight tilt")

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "half of the Hellinger distance", WrongParameter(self.example(1), "X", lambda x: x / 2)
        yield "half of the choices", WrongParameter(self.example(1), "choices", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        size, levels = rng.randint(2, 6), rng.choice((12, 24, 240))
        yield Race(random_distribution(rng, size, levels), random_distribution(rng, size, levels))
