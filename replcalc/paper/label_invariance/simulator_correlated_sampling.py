"""Correlated sampling by first acceptance (def:correlated_sampling).

Case: two distributions P, Q on the same m answers, masses multiples of 1/D. The shared randomness is a sequence of
tickets (y, u), y uniform on the answers and u uniform on {1/D, .., D/D}; each side takes the answer of the first ticket
with u <= (its mass at y). Because all masses are multiples of 1/D this finite scheme is the usual one with u uniform on
[0, 1]. A round has m D equally likely tickets, all enumerated; rounds are identical, so the distribution of the pair of
answers is a geometric series, summed exactly.

What comes out: each side's answer has exactly its distribution; the two sides accept in different rounds with
probability exactly 2 TV/(1 + TV); they disagree at most that often, and exactly that often when at every answer the two
masses agree or one of them vanishes (else the later side may by luck repeat the answer). A real run with shared seeds
is in the extra results.
"""

from __future__ import annotations

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
    collected,
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
        """Distribution of the pair of answers.

        The first round in which somebody accepts decides one or both answers; the side that did not accept goes on
        with fresh rounds and ends with its own distribution, its acceptance weights normalised.
        """
        answers = range(len(self.both))
        somebody = sum(self.both) + sum(self.only_p) + sum(self.only_q)
        law_p, law_q = (
            distribution(*(b + a for b, a in zip(self.both, alone, strict=True)))
            for alone in (self.only_p, self.only_q)
        )
        rows = [[self.only_p[y] * law_q[z] + self.only_q[z] * law_p[y] for z in answers] for y in answers]
        for y in answers:
            rows[y][y] += self.both[y]
        return [[weight / somebody for weight in row] for row in rows]

    def different_rounds(self) -> Any:
        """Probability that the first acceptance is not by both sides at once."""
        alone = sum(self.only_p) + sum(self.only_q)
        return alone / (alone + sum(self.both))


def denominator(*distributions: Distribution) -> int:
    """The least D such that every mass is a multiple of 1/D."""
    return math.lcm(*(int(x.q) for each in distributions for x in each))


def tickets(p: Distribution, q: Distribution, levels: int | None = None) -> TicketRound:
    """Enumerate the m D tickets of a round; D is ``levels``, or such that every mass is a multiple of 1/D."""
    size, levels = len(p), levels or denominator(p, q)
    both, only_p, only_q = [ZERO] * size, [ZERO] * size, [ZERO] * size
    weight = fmpq(1, size * levels)
    for y in range(size):
        for level in range(1, levels + 1):
            u = fmpq(level, levels)
            if u <= p[y] and u <= q[y]:
                both[y] += weight
            elif u <= p[y]:
                only_p[y] += weight
            elif u <= q[y]:
                only_q[y] += weight
    return TicketRound(tuple(both), tuple(only_p), tuple(only_q))


def accepted_measure(p: Sequence[Any], q: Sequence[Any]) -> TicketRound:
    """The same round by length of the accepted levels instead of counting them; for large distributions and for
    balls.
    """
    if any(isinstance(x, arb) for x in (*p, *q)):
        zero = arb(0)
        pairs = [(arb(a), arb(b)) for a, b in zip(p, q, strict=True)]
        both = tuple(a.min(b) for a, b in pairs)
        return TicketRound(both, tuple(zero.max(a - b) for a, b in pairs), tuple(zero.max(b - a) for a, b in pairs))
    pairs = list(zip(p, q, strict=True))
    return TicketRound(
        tuple(min(a, b) for a, b in pairs),
        tuple(a - b if a > b else ZERO for a, b in pairs),
        tuple(b - a if b > a else ZERO for a, b in pairs),
    )


def disagreement(p: Sequence[Any], q: Sequence[Any], answer: Sequence[int] | None = None) -> Any:
    """How often first acceptance gives different answers; ``answer`` groups atoms that count as the same answer.

    Linear in the number of atoms: only the diagonal of the joint distribution is summed.
    """
    shared = accepted_measure(p, q)
    groups = range(len(p)) if answer is None else answer
    both, only_p, only_q, mass_p, mass_q = (
        collected(zip(groups, masses, strict=True)) for masses in (shared.both, shared.only_p, shared.only_q, p, q)
    )
    somebody = sum(both.values()) + sum(only_p.values()) + sum(only_q.values())
    agree = sum(both[y] + only_p[y] * mass_q[y] + only_q[y] * mass_p[y] for y in both)
    return ONE - agree / somebody


@dataclass(frozen=True)
class SampledPair(Case):
    """Marginals, the rounds and the disagreement of one pair, from the enumeration of all tickets."""

    p: Distribution
    q: Distribution
    name: str = ""

    varied: ClassVar[tuple[str, ...]] = ("p", "q")

    def tickets(self) -> TicketRound:
        return tickets(self.p, self.q)

    def measurements(self) -> Iterator[Measurement]:
        p, q, shared = self.p, self.q, self.tickets()
        joint, apart = shared.joint(), total_variation(p, q)
        size = range(len(p))
        off = sum((abs(sum(joint[y], ZERO) - p[y]) for y in size), ZERO)
        off += sum((abs(sum((joint[y][z] for y in size), ZERO) - q[z]) for z in size), ZERO)
        yield Measurement(LABEL, "deviation of the marginals", off, ZERO)
        differ = ONE - sum((joint[y][y] for y in size), ZERO)
        yield measure(LABEL, "error", differ, "disagreement", tv=apart)
        # equality: an upper and a lower bound, both rational
        rounds, error = shared.different_rounds(), bound(LABEL, "error", tv=apart)
        yield Measurement(LABEL, "acceptance in different rounds", rounds, error)
        yield Measurement(LABEL, "acceptance in different rounds", rounds, error, sense=">=")


class CorrelatedSamplingSimulator(Simulator):
    name, statements = "correlated-sampling", (LABEL,)
    summary = "first-acceptance sampling, all tickets enumerated: marginals, rounds, disagreement"

    def examples(self) -> Iterator[Case]:
        half = fmpq(1, 2)
        yield SampledPair(uniform(3), uniform(3), "equal distributions")
        yield SampledPair((ONE, ZERO), (ZERO, ONE), "disjoint distributions")
        # masses agree or vanish: the disagreement attains the bound
        yield SampledPair((half, half, ZERO), (half, ZERO, half), "uniform on two sets of two")
        yield SampledPair(distribution(1, 1, 1, 1, 0), distribution(0, 1, 1, 1, 1), "uniform on two sets of four")
        yield SampledPair(distribution(99, 1), distribution(98, 2), "a small difference")
        yield SampledPair(distribution(2, 1), distribution(1, 2), "the two-point pair of eps = ln 2")

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
