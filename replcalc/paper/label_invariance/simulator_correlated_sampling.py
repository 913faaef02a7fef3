"""Correlated sampling by first acceptance (def:correlated_sampling).

Case: two distributions P, Q on the same m answers, masses multiples of 1/D. The shared randomness is a sequence of
tickets (y, u), y uniform on the answers and u uniform on {1/D, .., D/D}; each side takes the answer of the first ticket
with u <= (its mass at y). Because all masses are multiples of 1/D this finite scheme is the usual one with u uniform on
[0, 1]. A round has m D equally likely tickets, all enumerated; rounds are identical, so the distribution of the pair of
answers is a geometric series, summed exactly.

Each side's answer has exactly its distribution. The two sides accept in different rounds with probability exactly
2 TV/(1 + TV); they disagree at most that often (the later side may repeat the answer by luck).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product as cartesian
from operator import add
from random import Random
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.simulate.bounds import bound, measure
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    collect_outcomes,
    distribution,
    random_distribution,
    total_variation,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator

LABEL = "def:correlated_sampling"


def enumerate_tickets(p: Distribution, q: Distribution, levels: int | None = None) -> tuple[list[list[fmpq]], fmpq]:
    """Enumerate the m D tickets of a round; D is ``levels``, or such that every mass is a multiple of 1/D.

    Returns:
        The joint distribution of the two answers, and the probability that they are accepted in different rounds. The
        first round in which somebody accepts decides one or both answers; a side that did not accept goes on with
        fresh rounds and ends with its own distribution.
    """
    size, levels = len(p), levels or math.lcm(*(int(x.q) for x in (*p, *q)))
    both, only_p, only_q = ([ZERO] * size for _ in range(3))
    weights = {(True, True): both, (True, False): only_p, (False, True): only_q, (False, False): [ZERO] * size}
    for y, level in cartesian(range(size), range(1, levels + 1)):
        u = fmpq(level, levels)
        weights[bool(u <= p[y]), bool(u <= q[y])][y] += fmpq(1, size * levels)
    alone, together = sum(only_p) + sum(only_q), sum(both)
    later_p, later_q = (distribution(*map(add, both, other)) for other in (only_p, only_q))
    joint = [[only_p[y] * later_q[z] + only_q[z] * later_p[y] for z in range(size)] for y in range(size)]
    for y in range(size):
        joint[y][y] += both[y]
    return [[weight / (alone + together) for weight in row] for row in joint], alone / (alone + together)


def disagreement(p: Sequence[Any], q: Sequence[Any], answer: Sequence[int] | None = None) -> Any:
    """Return how often first acceptance gives different answers; ``answer`` groups atoms that are the same answer.

    Levels are measured by length instead of being counted, and only the diagonal of the joint distribution is summed:
    linear in the number of atoms, also for balls.
    """
    groups = range(len(p)) if answer is None else answer
    smaller = [
        arb(a).min(b) if isinstance(a, arb) or isinstance(b, arb) else min(a, b) for a, b in zip(p, q, strict=True)
    ]
    both, mass_p, mass_q = (collect_outcomes(zip(groups, masses, strict=True)) for masses in (smaller, p, q))
    agree = sum(both[y] + (mass_p[y] - both[y]) * mass_q[y] + (mass_q[y] - both[y]) * mass_p[y] for y in both)
    return ONE - agree / (sum(mass_p.values()) + sum(mass_q.values()) - sum(both.values()))


@dataclass(frozen=True)
class SampledPair(Case):
    """Marginals, the rounds and the disagreement of one pair, from the enumeration of all tickets."""

    p: Distribution
    q: Distribution
    levels: int | None = None

    varied: ClassVar[tuple[str, ...]] = ("p", "q")

    def measurements(self) -> Iterator[Measurement]:
        (joint, rounds), tv = enumerate_tickets(self.p, self.q, self.levels), total_variation(self.p, self.q)
        rows, columns = ([sum(row, ZERO) for row in table] for table in (joint, zip(*joint, strict=True)))
        off = sum((abs(x - y) for x, y in zip((*rows, *columns), (*self.p, *self.q), strict=True)), ZERO)
        yield Measurement(LABEL, "deviation of the marginals", off, ZERO)
        differ = ONE - sum((joint[y][y] for y in range(len(joint))), ZERO)
        yield measure(LABEL, "error", differ, "disagreement", tv=tv)
        error = bound(LABEL, "error", tv=tv)  # equal: bounded from both sides
        yield Measurement(LABEL, "acceptance in different rounds", rounds, error)
        yield Measurement(LABEL, "acceptance in different rounds", rounds, error, sense=">=")


class CorrelatedSamplingSimulator(Simulator):
    name, statements = "correlated-sampling", (LABEL,)
    summary = "first-acceptance sampling, all tickets enumerated: marginals, rounds, disagreement"

    def examples(self) -> Iterator[Case]:
        half = fmpq(1, 2)
        yield SampledPair(uniform(3), uniform(3))
        yield SampledPair((ONE, ZERO), (ZERO, ONE))
        # masses agree or vanish: the disagreement attains the bound
        yield SampledPair((half, half, ZERO), (half, ZERO, half))
        yield SampledPair(distribution(1, 1, 1, 1, 0), distribution(0, 1, 1, 1, 1))
        yield SampledPair(distribution(99, 1), distribution(98, 2))
        yield SampledPair(distribution(2, 1), distribution(1, 2))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        pair = distribution(99, 1), distribution(98, 2)
        yield "levels so coarse that masses are rounded", SampledPair(*pair, levels=10)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        size, levels = rng.randint(2, 5), rng.choice((12, 24, 30))
        yield SampledPair(random_distribution(rng, size, levels), random_distribution(rng, size, levels))
