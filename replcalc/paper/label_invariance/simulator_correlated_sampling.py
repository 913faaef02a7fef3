"""Correlated sampling by first acceptance (def:correlated_sampling).

Case: two distributions P, Q on the same m answers, masses multiples of 1/D. The shared randomness is a sequence of
tickets (y, u), y uniform on the answers and u uniform on {1/D, .., D/D}; each side takes the answer of the first ticket
with u <= (its mass at y). Because all masses are multiples of 1/D this finite scheme is the usual one with u uniform on
[0, 1]. A round has m D equally likely tickets, all enumerated; rounds are identical, so the distribution of the pair of
answers is a geometric series, summed exactly.

What comes out: each side's answer has exactly its distribution; the two sides accept in different rounds with
probability exactly 2 TV/(1 + TV); they disagree at most that often, and exactly that often when at every answer the two
masses agree or one of them vanishes (else the later side may by luck repeat the answer).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class TicketRound:
    """One round: the weight of tickets that both sides accept, or only one of them, by answer."""

    both: tuple[Any, ...]
    only_p: tuple[Any, ...]
    only_q: tuple[Any, ...]

    def joint(self) -> list[list[Any]]:
        """Return the distribution of the pair of answers.

        The first round in which somebody accepts decides one or both answers; the side that did not accept goes on
        with fresh rounds and ends with its own distribution, its acceptance weights normalised.
        """
        answers = range(len(self.both))
        somebody = sum(self.both) + sum(self.only_p) + sum(self.only_q)
        later_p, later_q = (
            distribution(*(b + a for b, a in zip(self.both, alone, strict=True)))
            for alone in (self.only_p, self.only_q)
        )
        rows = [[self.only_p[y] * later_q[z] + self.only_q[z] * later_p[y] for z in answers] for y in answers]
        for y in answers:
            rows[y][y] += self.both[y]
        return [[weight / somebody for weight in row] for row in rows]

    def different_rounds(self) -> Any:
        """Return the probability that the first acceptance is not by both sides at once."""
        alone = sum(self.only_p) + sum(self.only_q)
        return alone / (alone + sum(self.both))


def tickets(p: Distribution, q: Distribution, levels: int | None = None) -> TicketRound:
    """Enumerate the m D tickets of a round; D is ``levels``, or such that every mass is a multiple of 1/D."""
    size, levels = len(p), levels or math.lcm(*(int(x.q) for x in (*p, *q)))
    both, only_p, only_q = [ZERO] * size, [ZERO] * size, [ZERO] * size
    for y in range(size):
        for level in range(1, levels + 1):
            u = fmpq(level, levels)
            accepted = {(True, True): both, (True, False): only_p, (False, True): only_q}.get((u <= p[y], u <= q[y]))
            if accepted is not None:
                accepted[y] += fmpq(1, size * levels)
    return TicketRound(tuple(both), tuple(only_p), tuple(only_q))


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

    varied: ClassVar[tuple[str, ...]] = ("p", "q")

    def tickets(self) -> TicketRound:
        return tickets(self.p, self.q)

    def measurements(self) -> Iterator[Measurement]:
        shared = self.tickets()
        joint, apart = shared.joint(), total_variation(self.p, self.q)
        rows, columns = ([sum(row, ZERO) for row in table] for table in (joint, zip(*joint, strict=True)))
        off = sum((abs(x - y) for x, y in zip((*rows, *columns), (*self.p, *self.q), strict=True)), ZERO)
        yield Measurement(LABEL, "deviation of the marginals", off, ZERO)
        differ = ONE - sum((joint[y][y] for y in range(len(joint))), ZERO)
        yield measure(LABEL, "error", differ, "disagreement", tv=apart)
        rounds, error = shared.different_rounds(), bound(LABEL, "error", tv=apart)  # equal: bounded from both sides
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
        yield "levels so coarse that masses are rounded", _CoarseLevels(distribution(99, 1), distribution(98, 2))
        yield "every ticket is accepted", _AcceptAll(distribution(2, 1), distribution(1, 2))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        size = rng.randint(2, 5)
        levels = rng.choice((12, 24, 30))
        yield SampledPair(random_distribution(rng, size, levels), random_distribution(rng, size, levels))


class _CoarseLevels(SampledPair):
    def tickets(self) -> TicketRound:
        return tickets(self.p, self.q, 10)


class _AcceptAll(SampledPair):
    def tickets(self) -> TicketRound:
        none = (ZERO,) * len(self.p)
        return TicketRound(uniform(len(self.p)), none, none)
