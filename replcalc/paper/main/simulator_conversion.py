"""Replicability to perfect generalization: block votes with exponential weights (lm:replic_to_pg made explicit).

Case: a replicable algorithm as a table of answers A[r][b] on blocks b, the distribution of a block, and the
distribution of the string r. Its exact disagreement rho0 and failure beta0 are finite sums. The converted algorithm
draws J strings, cuts its sample into T blocks and publishes the winning answer of string j with probability
proportional to exp(eta m_j), m_j its largest vote. Strings and samples are enumerated as count vectors, so every
probability is an exact sum; only the weights exp(eta m) are balls.

Compared, step by step and then as a whole:

- Pr[q_r > nu] and E[q_r], q_r the probability that string r misses its own mode; and (rho/nu, nu)-replicability;
- for fixed strings: how often an answer that is not the mode collects h T votes, how often the best string collects
  fewer than l T, how often a mode's vote strays, and on the remaining samples the mass of bad strings and the
  distance to a fixed distribution;
- lm:sample_pg_is_pg on tables of output distributions: closeness of two samples against closeness to the average
distribution;
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
from replcalc.paper.main.simulator_back import rare_flip
from replcalc.simulate.bounds import bound, certain_ceiling, measure, setting
from replcalc.simulate.distributions import (
    ONE,
    RATIOS,
    ZERO,
    Distribution,
    WeightRows,
    bernoulli,
    distribution,
    mass_where,
    mixture,
    shift_row,
    smallest_delta,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb
from replcalc.simulate.tables import (
    Table,
    blocks_of,
    majority_threshold,
    mixed,
    multinomial,
    random_table,
    reader,
    show_tables,
)
from replcalc.statements.catalogue import statement

EXPLICIT = "derived:lemma-e"
MARKOV = "lm:sample_pg_is_pg"
PAPER = "lm:replic_to_pg"


# -- one string ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class MissedModes(Case):
    """How often a string misses its mode, against the replicability of the algorithm."""

    algorithm: Table
    domain: Distribution
    nu: fmpq

    @property
    def blocks(self) -> Distribution:
        return blocks_of(self.domain, self.algorithm.n)

    @property
    def rho0(self) -> fmpq:
        return self.algorithm.disagreement(self.blocks)

    def show(self) -> dict[str, str]:
        return show_tables((self.algorithm,), self.domain) | {"nu": str(self.nu), "rho0": str(self.rho0)}

    def measurements(self) -> Iterator[Measurement]:
        algorithm, nu, rho0 = self.algorithm, self.nu, self.rho0
        if not rho0:
            return
        misses = [ONE - max(algorithm.distribution(r, self.blocks)) for r in range(len(algorithm.coins))]
        average = sum((w * q for w, q in zip(algorithm.coins, misses, strict=True)), ZERO)
        often = mass_where(algorithm.coins, (q > nu for q in misses))
        yield Measurement(EXPLICIT, "Pr[q > nu] against g", often, setting(EXPLICIT, "g", rho0=rho0, nu=nu))
        yield Measurement(EXPLICIT, "E[q] against rho0", average, rho0)
        if rho0 <= nu:
            yield Measurement(PAPER, "(rho/nu, nu)-replicability", often, rho0 / nu)


# -- fixed strings ---------------------------------------------------------------------------------------------------
class FixedStrings(Conversion, Case):
    """Each step of the proof for one draw of strings, all samples enumerated."""

    def measurements(self) -> Iterator[Measurement]:
        votes = self.votes()
        samples = multinomial(votes.blocks, self.rounds)
        drawn = [r for r, count in enumerate(self.strings) if count]

        def compare(name: str, true: Any) -> Measurement:
            return Measurement(EXPLICIT, name, true, self.limit(name))

        needed = self.levels.h * self.rounds
        if (2 * self.levels.h - 1) * self.rounds >= 1:
            for r in drawn:
                every = range(self.algorithm.outputs)
                others = [y for y in every if y != votes.modes[r] or votes.misses[r] >= fmpq(1, 2)]
                won = ((p, self.algorithm.votes(r, c)) for c, p in samples)
                often = sum((p * sum(counts[y] >= needed for y in others) for p, counts in won), ZERO)
                yield compare("votes for an answer that is not the mode", often)
        reliable = [r for r in drawn if votes.misses[r] <= self.levels.nu]
        for r in reliable:
            least, mode = self.levels.l * self.rounds, votes.modes[r]
            few = sum((p for c, p in samples if self.algorithm.votes(r, c)[mode] < least), ZERO)
            yield compare("too few votes for the best string", few)
        far = sum((p * self.strings[r] for r in drawn for c, p in samples if strays(votes, r, c, self.exponent)), ZERO)
        yield compare("a mode's vote strays", far)
        good = [c for c, _ in samples if good_sample(votes, self, c)] if reliable else []
        if good:
            ratio = arb(self.epsilon).exp()
            reference = votes.fixed(self.strings)
            masses = [
                sum((votes.chances(self.strings, c)[r] for r in bad_strings(votes, self.strings, c)), arb(0))
                for c in good
            ]
            distances = [smallest_delta(votes.distribution(self.strings, c), reference, ratio) for c in good]
            yield compare("mass of bad strings", reduce(arb.max, masses))
            yield compare("distance to the fixed distribution", reduce(arb.max, distances))


# -- two samples against one distribution
# -------------------------------------------------------------------------------------
@dataclass(frozen=True)
class TwoSamples(Case):
    """lm:sample_pg_is_pg at every additive level of the pairs, with the average distribution as simulator."""

    table: DistributionTable
    ratio: fmpq

    def show(self) -> dict[str, str]:
        return self.table.show() | {"e^eps": str(self.ratio)}

    def measurements(self) -> Iterator[Measurement]:
        live, average, ratio = self.table.live, self.table.average, self.ratio
        pairs = [(p * q, smallest_delta(a, b, ratio)) for p, a in live for q, b in live]
        for delta in sorted({d for _, d in pairs})[:4]:
            gamma = sum((p for p, d in pairs if d > delta), ZERO)
            given = {"ratio": ratio, "gamma": gamma, "delta": delta}
            gamma_pg, delta_pg = (bound(MARKOV, name, **given) for name in ("gamma_pg", "delta_pg"))
            more = {"delta": str(delta), "gamma over two samples": str(gamma)}
            wrong = sum((p for p, each in live if smallest_delta(each, average, ratio) > delta_pg), ZERO)
            yield measure(MARKOV, "gamma_pg", wrong, details=more, **given)
            # the least additive part at which no more than gamma_pg of the samples are given up
            least = next(
                level
                for lost, level, _ in levels(self.table, lambda p: smallest_delta(p, average, ratio))
                if not arb(lost) > arb(gamma_pg)
            )
            yield measure(MARKOV, "delta_pg", least, details=more, **given)


# -- the whole lemma -------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Measured:
    """Pr[the output distribution is not (eps, delta)-close to the fixed distribution], failure, Pr[a step of the
    proof fails].
    """

    gamma: arb
    failure: arb
    unlucky: arb


@dataclass(frozen=True)
class Whole(Case):
    """The conversion at the lemma's own J and T."""

    algorithm: Table
    domain: Distribution
    epsilon: fmpq
    delta: fmpq
    levels: Levels

    @property
    def given(self) -> dict[str, Any]:
        """What the lemma is given: the exact disagreement and failure of the algorithm among it."""
        blocks = blocks_of(self.domain, self.algorithm.n)
        rho0, beta0 = self.algorithm.disagreement(blocks), self.algorithm.failure(blocks)
        own = {"n": self.algorithm.n, "rho0": rho0, "beta0": beta0, "epsilon": self.epsilon, "delta": self.delta}
        return own | asdict(self.levels)

    @property
    def sizes(self) -> tuple[int, int]:
        """J and T."""
        copies, rounds = (certain_ceiling(bound(EXPLICIT, name, **self.given)) for name in ("J", "blocks"))
        return copies, rounds

    def show(self) -> dict[str, str]:
        given, (copies, rounds) = self.given, self.sizes
        return show_tables((self.algorithm,), self.domain) | {
            "eps, delta": f"{self.epsilon}, {self.delta}",
            "rho0, beta0": f"{given['rho0']}, {given['beta0']}",
            "J, T": f"{copies}, {rounds}",
            "nu, h, l": str(self.levels),
        }

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

    def measurements(self) -> Iterator[Measurement]:
        given, delta = self.given, self.delta
        statement(EXPLICIT).require(**given)
        found = self.measure(*self.sizes, bound(EXPLICIT, "L", **given))
        yield Measurement(EXPLICIT, "gamma at (epsilon, delta)", found.gamma, delta)
        yield Measurement(EXPLICIT, "strings or votes fail, on average", found.unlucky, delta**2 / 4)
        yield measure(EXPLICIT, "failure", found.failure, **given)
        if given["rho0"] <= fmpq(1, 10000) and delta <= fmpq(1, 4):
            limit = bound(PAPER, "failure", **{name: given[name] for name in given.keys() - {"nu", "h", "l"}})
            yield Measurement(PAPER, "failure (its hidden constant taken as 1)", found.failure, limit)
            yield Measurement(PAPER, "gamma at (epsilon, delta)", found.gamma, delta)


class ReplicableToPgSimulator(Simulator):
    name, statements, default_cases = "replicable-to-pg", (EXPLICIT, MARKOV, PAPER), 40
    summary = "block votes with exponential weights, on toy replicable algorithms, step by step and as a whole"

    def examples(self) -> Iterator[Case]:
        coin = bernoulli(fmpq(1, 20))
        for nu in (fmpq(1, 20), fmpq(1, 3)):
            yield MissedModes(reader(fmpq(1, 4)), coin, nu)
        # one string that misses its mode just more often than nu: the bound g is attained in the limit
        yield MissedModes(reader(ONE), bernoulli(fmpq(1, 10) + fmpq(1, 10**6)), fmpq(1, 10))
        yield MissedModes(majority_threshold(3), bernoulli(fmpq(1, 5)), fmpq(1, 10))
        yield FixedStrings(reader(fmpq(1, 2)), bernoulli(fmpq(1, 50)), 20, (1, 1), MIDDLE, fmpq(2), ONE)
        # a string whose answers are spread: bad, and outvoted
        yield FixedStrings(spread_string(0), distribution(2, 1, 1), 16, (1, 2), MIDDLE, fmpq(3), ONE)
        yield TwoSamples(rare_flip(fmpq(1, 10)), RATIOS[0])
        yield Whole(mixed(fmpq(1, 20), fmpq(1, 50)), coin, ONE, fmpq(1, 2), WIDE)
        yield Whole(mixed(fmpq(1, 500), fmpq(1, 100)), bernoulli(fmpq(1, 50)), ONE, fmpq(1, 4), WIDE)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        size, n = rng.choice(((2, 1), (3, 1), (2, 2)))
        algorithm = random_table(rng, size, n=n, strings=rng.randint(1, 4), outputs=rng.randint(2, 3))
        weights = [rng.randint(1, 3) for _ in range(size)]
        weights[0] += rng.choice((0, 3, 12))
        domain = distribution(*weights)
        yield MissedModes(algorithm, domain, fmpq(rng.randint(1, 9), 20))
        strings = [rng.randint(0, 2) for _ in algorithm.coins]
        strings[0] += not any(strings)
        rounds = rng.randint(5, 9 if len(blocks_of(domain, n)) > 3 else 16)
        chosen = Levels(fmpq(rng.randint(1, 4), 20), fmpq(rng.randint(11, 13), 20), fmpq(rng.randint(14, 15), 20))
        exponent, epsilon = fmpq(rng.randint(1, 8), 2), fmpq(rng.randint(1, 4), 4)
        yield FixedStrings(algorithm, domain, rounds, tuple(strings), chosen, exponent, epsilon)
        yield TwoSamples(random_law_table(rng), rng.choice(RATIOS))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Grids against g and against the two tails at their worst p; hill climbing against the Markov step."""
        for rounds in range(2, 2 + budget // 4):
            for h in (fmpq(11, 20), fmpq(3, 5), fmpq(3, 4)):
                level = Levels(fmpq(1, 10), h, fmpq(17, 20))
                for p in (fmpq(1, 10), fmpq(2, 5), fmpq(1, 2)):
                    yield FixedStrings(reader(ONE), bernoulli(p), rounds, (0, 1), level, fmpq(1, 2), ONE)
        for rounds in range(8, 8 + budget // 4):  # bad strings with as many votes as they may have
            domain = distribution(9, 9, rng.randint(1, 3))
            strings = (1, rng.randint(1, 4))
            level = Levels(fmpq(1, 10), fmpq(11, 20), fmpq(3, 4))
            yield FixedStrings(spread_string(1), domain, rounds, strings, level, fmpq(2), ONE)
        for step in range(1, 10):
            nu = fmpq(step, 20)
            for chance in (ONE, fmpq(1, 2), fmpq(1, 10)):
                yield MissedModes(reader(chance), bernoulli(nu + fmpq(1, 1000)), nu)

        def two_samples(weights: WeightRows) -> list[Case]:
            return [TwoSamples(table_of_weights(weights), RATIOS[1])]

        start: WeightRows = ((9, 3), (10, 2, 1), (6, 4, 3))
        yield from hill_climb(start, lambda w: shift_row(rng, w, 3), two_samples, 2 * budget)
