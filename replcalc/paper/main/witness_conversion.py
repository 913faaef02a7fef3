"""Replicability to perfect generalization: block votes with exponential weights (lm:replic_to_pg made explicit).

World: a replicable algorithm as a table of answers A[r][b] on blocks b, the law of a block, and the law of the
string r. Its exact disagreement rho0 and failure beta0 are finite sums. The converted algorithm draws J strings,
cuts its sample into T blocks and publishes the winning answer of string j with probability proportional to exp(eta
m_j), m_j its largest vote. Strings and samples are enumerated as count vectors, so every probability is an exact
sum; only the weights exp(eta m) are balls.

Compared, step by step and then as a whole:

- Pr[q_r > nu] and E[q_r], q_r the probability that string r misses its own mode; and (rho/nu, nu)-replicability;
- for fixed strings: how often an answer that is not the mode collects h T votes, how often the best string collects
  fewer than l T, how often a mode's vote strays, and on the remaining samples the mass of bad strings and the
  distance to a fixed law;
- lm:sample_pg_is_pg on tables of output laws: closeness of two samples against closeness to the average law;
- the whole lemma at its own J and T (about a thousand blocks): exact gamma at (eps, delta), and the exact failure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import reduce
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.paper.main.conversion import (
    MIDDLE,
    WIDE,
    Conversion,
    Levels,
    bad_strings,
    good_sample,
    spread_string,
    strays,
)
from replcalc.paper.main.witness_back import LawTable, levels, random_law_table, table_of_weights
from replcalc.simulate.bounds import bound, certain_ceiling, setting
from replcalc.simulate.simulator import Measurement, Simulator, climbed
from replcalc.simulate.worlds.algorithms import (
    Algorithm,
    blocks_of,
    describe,
    majority_threshold,
    mixed,
    multinomial,
    random_algorithm,
    reader,
)
from replcalc.simulate.worlds.laws import (
    ONE,
    RATIOS,
    ZERO,
    Law,
    WeightRows,
    bernoulli,
    law,
    mixture,
    point,
    shift_row,
    smallest_delta,
)
from replcalc.statements.catalogue import statement

EXPLICIT = "derived:lemma-e"
MARKOV = "lm:sample_pg_is_pg"
PAPER = "lm:replic_to_pg"


# -- one string ------------------------------------------------------------------------------------------------------
def string_steps(algorithm: Algorithm, domain: Law, nu: fmpq) -> Iterator[Measurement]:
    """How often a string misses its mode, against the replicability of the algorithm."""
    blocks = blocks_of(domain, algorithm.n)
    rho0 = algorithm.disagreement(blocks)
    if not rho0:
        return
    misses = [ONE - max(algorithm.law(r, blocks)) for r in range(len(algorithm.coins))]
    average = sum((w * q for w, q in zip(algorithm.coins, misses, strict=True)), ZERO)
    often = sum((w for w, q in zip(algorithm.coins, misses, strict=True) if q > nu), ZERO)
    world = describe(algorithm, domain) | {"nu": str(nu), "rho0": str(rho0)}
    yield Measurement(EXPLICIT, "Pr[q > nu] against g", often, setting(EXPLICIT, "g", rho0=rho0, nu=nu), world)
    yield Measurement(EXPLICIT, "E[q] against rho0", average, rho0, world)
    if rho0 <= nu:
        yield Measurement(PAPER, "(rho/nu, nu)-replicability", often, rho0 / nu, world)


# -- fixed strings ---------------------------------------------------------------------------------------------------
def fixed_steps(fixed: Conversion) -> Iterator[Measurement]:
    """Each step of the proof for one draw of strings, all samples enumerated."""
    votes = fixed.votes()
    samples = multinomial(votes.blocks, fixed.rounds)
    drawn = [r for r, count in enumerate(fixed.strings) if count]
    world = fixed.world()

    def compare(name: str, true: Any) -> Measurement:
        return Measurement(EXPLICIT, name, true, fixed.limit(name), world)

    needed = fixed.levels.h * fixed.rounds
    if (2 * fixed.levels.h - 1) * fixed.rounds >= 1:
        for r in drawn:
            others = [y for y in range(fixed.algorithm.outputs) if y != votes.modes[r] or votes.misses[r] >= fmpq(1, 2)]
            often = sum((p * sum(fixed.algorithm.votes(r, c)[y] >= needed for y in others) for c, p in samples), ZERO)
            yield compare("votes for an answer that is not the mode", often)
    reliable = [r for r in drawn if votes.misses[r] <= fixed.levels.nu]
    for r in reliable:
        few = sum(
            (p for c, p in samples if fixed.algorithm.votes(r, c)[votes.modes[r]] < fixed.levels.l * fixed.rounds), ZERO
        )
        yield compare("too few votes for the best string", few)
    far = sum((p * fixed.strings[r] for r in drawn for c, p in samples if strays(votes, r, c, fixed.exponent)), ZERO)
    yield compare("a mode's vote strays", far)
    good = [c for c, _ in samples if good_sample(votes, fixed, c)] if reliable else []
    if good:
        ratio = arb(fixed.epsilon).exp()
        reference = votes.fixed(fixed.strings)
        masses = [
            sum((votes.chances(fixed.strings, c)[r] for r in bad_strings(votes, fixed.strings, c)), arb(0))
            for c in good
        ]
        distances = [smallest_delta(votes.law(fixed.strings, c), reference, ratio) for c in good]
        yield compare("mass of bad strings", reduce(arb.max, masses))
        yield compare("distance to the fixed law", reduce(arb.max, distances))


# -- two samples against one law -------------------------------------------------------------------------------------
def markov(table: LawTable, ratio: fmpq) -> Iterator[Measurement]:
    """lm:sample_pg_is_pg at every additive level of the pairs, with the average law as simulator."""
    live, average = table.live, table.average
    pairs = [(p * q, smallest_delta(a, b, ratio)) for p, a in live for q, b in live]
    for delta in sorted({d for _, d in pairs})[:4]:
        gamma = sum((p for p, d in pairs if d > delta), ZERO)
        gamma_pg = bound(MARKOV, "gamma_pg", ratio=ratio, gamma=gamma, delta=delta)
        delta_pg = bound(MARKOV, "delta_pg", ratio=ratio, gamma=gamma, delta=delta)
        world = table.world() | {"e^eps": str(ratio), "delta": str(delta), "gamma over two samples": str(gamma)}
        wrong = sum((p for p, each in live if smallest_delta(each, average, ratio) > delta_pg), ZERO)
        yield Measurement(MARKOV, "gamma_pg", wrong, gamma_pg, world)
        # the least additive part at which no more than gamma_pg of the samples are given up
        least = next(
            level
            for lost, level, _ in levels(table, lambda p: smallest_delta(p, average, ratio))
            if not arb(lost) > arb(gamma_pg)
        )
        yield Measurement(MARKOV, "delta_pg", least, delta_pg, world)


# -- the whole lemma -------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Measured:
    """Pr[the output law is not (eps, delta)-close to the fixed law], failure, Pr[a step of the proof fails]."""

    gamma: arb
    failure: arb
    unlucky: arb


@dataclass(frozen=True)
class Whole:
    """The conversion at the lemma's own J and T."""

    algorithm: Algorithm
    domain: Law
    epsilon: fmpq
    delta: fmpq
    levels: Levels

    def measure(self, copies: int, rounds: int, exponent: Any) -> Measured:
        """What the conversion does with J copies, T blocks and deviation exponent L: all strings, all samples."""
        draws = multinomial(self.algorithm.coins, copies)
        drawn = [
            (Conversion(self.algorithm, self.domain, rounds, strings, self.levels, exponent, self.epsilon), w)
            for strings, w in draws
        ]
        votes = drawn[0][0].votes()
        simulator = mixture([w for _, w in draws], [votes.fixed(strings) for strings, _ in draws])
        ratio = arb(self.epsilon).exp()
        gamma = failure = unlucky = arb(0)
        for counts, p in multinomial(votes.blocks, rounds):
            weight = arb(p)
            output = votes.average(draws, counts)
            failure += weight * sum((output[y] for y in self.algorithm.wrong), arb(0))
            if not smallest_delta(output, simulator, ratio) <= self.delta:
                gamma += weight
            for fixed, w in drawn:
                hopeless = all(votes.misses[r] > self.levels.nu for r, count in enumerate(fixed.strings) if count)
                if hopeless or not good_sample(votes, fixed, counts):
                    unlucky += weight * arb(w)
        return Measured(gamma, failure, unlucky)

    def comparisons(self) -> Iterator[Measurement]:
        blocks = blocks_of(self.domain, self.algorithm.n)
        rho0, beta0 = self.algorithm.disagreement(blocks), self.algorithm.failure(blocks)
        given: dict[str, Any] = {
            "n": self.algorithm.n, "rho0": rho0, "beta0": beta0, "epsilon": self.epsilon, "delta": self.delta,
        }  # fmt: skip
        levels = asdict(self.levels)
        statement(EXPLICIT).require(**given, **levels)
        copies, rounds = (certain_ceiling(bound(EXPLICIT, name, **given, **levels)) for name in ("J", "blocks"))
        found = self.measure(copies, rounds, bound(EXPLICIT, "L", **given, **levels))
        world = describe(self.algorithm, self.domain) | {
            "eps, delta": f"{self.epsilon}, {self.delta}", "rho0, beta0": f"{rho0}, {beta0}",
            "J, T": f"{copies}, {rounds}", "nu, h, l": str(self.levels),
        }  # fmt: skip
        yield Measurement(EXPLICIT, "gamma at (epsilon, delta)", found.gamma, self.delta, world)
        yield Measurement(EXPLICIT, "strings or votes fail, on average", found.unlucky, self.delta**2 / 4, world)
        yield Measurement(EXPLICIT, "failure", found.failure, bound(EXPLICIT, "failure", **given, **levels), world)
        if rho0 <= fmpq(1, 10000) and self.delta <= fmpq(1, 4):
            limit = bound(PAPER, "failure", **given)
            yield Measurement(PAPER, "failure (its hidden constant taken as 1)", found.failure, limit, world)
            yield Measurement(PAPER, "gamma at (epsilon, delta)", found.gamma, self.delta, world)


class ReplicableToPgSimulator(Simulator):
    name = "replicable-to-pg"
    statements = (EXPLICIT, MARKOV, PAPER)
    summary = "block votes with exponential weights on toy replicable algorithms, step by step and as a whole"
    default_cases = 40

    def named(self) -> Iterator[Measurement]:
        coin = bernoulli(fmpq(1, 20))
        for nu in (fmpq(1, 20), fmpq(1, 3)):
            yield from string_steps(reader(fmpq(1, 4)), coin, nu)
        # one string that misses its mode just more often than nu: the bound g is attained in the limit
        yield from string_steps(reader(ONE), bernoulli(fmpq(1, 10) + fmpq(1, 10**6)), fmpq(1, 10))
        yield from string_steps(majority_threshold(3), bernoulli(fmpq(1, 5)), fmpq(1, 10))
        yield from fixed_steps(Conversion(reader(fmpq(1, 2)), bernoulli(fmpq(1, 50)), 20, (1, 1), MIDDLE, fmpq(2), ONE))
        # a string whose answers are spread: bad, and outvoted
        yield from fixed_steps(Conversion(spread_string(0), law(2, 1, 1), 16, (1, 2), MIDDLE, fmpq(3), ONE))
        rare = LawTable("a rare sample flips the answer", bernoulli(fmpq(1, 10)), 1, (point(2, 0), point(2, 1)))
        yield from markov(rare, RATIOS[0])
        yield from Whole(mixed(fmpq(1, 20), fmpq(1, 50)), coin, ONE, fmpq(1, 2), WIDE).comparisons()
        yield from Whole(mixed(fmpq(1, 500), fmpq(1, 100)), bernoulli(fmpq(1, 50)), ONE, fmpq(1, 4), WIDE).comparisons()

    def random(self, rng: Random, count: int) -> Iterator[Measurement]:
        for _ in range(count):
            size, n = rng.choice(((2, 1), (3, 1), (2, 2)))
            algorithm = random_algorithm(rng, size, n=n, strings=rng.randint(1, 4), outputs=rng.randint(2, 3))
            weights = [rng.randint(1, 3) for _ in range(size)]
            weights[0] += rng.choice((0, 3, 12))
            domain = law(*weights)
            yield from string_steps(algorithm, domain, fmpq(rng.randint(1, 9), 20))
            strings = [rng.randint(0, 2) for _ in algorithm.coins]
            strings[0] += not any(strings)
            rounds = rng.randint(5, 9 if len(blocks_of(domain, n)) > 3 else 16)
            chosen = Levels(fmpq(rng.randint(1, 4), 20), fmpq(rng.randint(11, 13), 20), fmpq(rng.randint(14, 15), 20))
            exponent, epsilon = fmpq(rng.randint(1, 8), 2), fmpq(rng.randint(1, 4), 4)
            yield from fixed_steps(Conversion(algorithm, domain, rounds, tuple(strings), chosen, exponent, epsilon))
            yield from markov(random_law_table(rng), rng.choice(RATIOS))

    def search(self, rng: Random, budget: int) -> Iterator[Measurement]:
        """Grids against g and against the two tails at their worst p; hill climbing against the Markov step."""
        for rounds in range(2, 2 + budget // 4):
            for h in (fmpq(11, 20), fmpq(3, 5), fmpq(3, 4)):
                level = Levels(fmpq(1, 10), h, fmpq(17, 20))
                for p in (fmpq(1, 10), fmpq(2, 5), fmpq(1, 2)):
                    yield from fixed_steps(
                        Conversion(reader(ONE), bernoulli(p), rounds, (0, 1), level, fmpq(1, 2), ONE)
                    )
        for rounds in range(8, 8 + budget // 4):  # bad strings with as many votes as they may have
            domain = law(9, 9, rng.randint(1, 3))
            strings = (1, rng.randint(1, 4))
            level = Levels(fmpq(1, 10), fmpq(11, 20), fmpq(3, 4))
            yield from fixed_steps(Conversion(spread_string(1), domain, rounds, strings, level, fmpq(2), ONE))
        for step in range(1, 10):
            nu = fmpq(step, 20)
            for chance in (ONE, fmpq(1, 2), fmpq(1, 10)):
                yield from string_steps(reader(chance), bernoulli(nu + fmpq(1, 1000)), nu)
        start: WeightRows = ((9, 3), (10, 2, 1), (6, 4, 3))
        yield from climbed(
            start, lambda w: shift_row(rng, w, 3), lambda w: markov(table_of_weights(w), RATIOS[1]), 2 * budget
        )


SIMULATOR = ReplicableToPgSimulator()
