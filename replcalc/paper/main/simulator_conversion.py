"""Replicability to perfect generalization: block votes with exponential weights (lm:replic_to_pg made explicit).

Case: a replicable algorithm as a table of answers A[r][b] on blocks b, the distribution of a block, and that of the
string r. Its exact disagreement rho0 and failure beta0 are finite sums. The converted algorithm draws J strings, cuts
its sample into T blocks and publishes the winning answer of string j with probability proportional to exp(eta m_j), m_j
its largest vote. Strings and samples are enumerated as count vectors, so every probability is an exact sum; only the
weights exp(eta m) are balls. Compared:

- (rho/nu, nu)-replicability: Pr[q_r > nu], q_r the probability that string r misses its own mode;
- lm:sample_pg_is_pg on tables of output distributions: closeness of two samples against closeness to the average;
- the whole lemma at the J and T of ``Conversion`` (about a thousand blocks): the least delta for which all but delta
  of the samples are (eps, delta)-close to one distribution, and the exact failure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.paper.main.exponential_votes import WIDE, Conversion, ExponentialVotes, Levels, vote_weight
from replcalc.paper.main.simulator_back import rare_flip
from replcalc.simulate.bounds import bound, measure
from replcalc.simulate.distributions import (
    ONE,
    RATIOS,
    ZERO,
    Distribution,
    bernoulli,
    distribution,
    mass_where,
    mixture,
    smallest_delta,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import (
    OutputTable,
    Table,
    blocks_of,
    majority_threshold,
    mixed,
    multinomial,
    random_output_table,
    random_table,
    reader,
)

MARKOV, PAPER = "lm:sample_pg_is_pg", "lm:replic_to_pg"


@dataclass(frozen=True)
class MissedModes(Case):
    """How often a string misses its mode, against the replicability of the algorithm."""

    algorithm: Table
    domain: Distribution
    nu: fmpq

    varied: ClassVar[tuple[str, ...]] = ("domain", "nu")

    def vary(self, rng: Random) -> Case | None:  # type: ignore[override]
        case = super().vary(rng)
        return case if case is not None and case.nu < fmpq(9, 20) else None

    def disagreement(self) -> fmpq:
        return self.algorithm.disagreement(blocks_of(self.domain, self.algorithm.n))

    def measurements(self) -> Iterator[Measurement]:
        blocks, nu = blocks_of(self.domain, self.algorithm.n), self.nu
        rho0 = self.disagreement()
        misses = [ONE - max(self.algorithm.distribution(r, blocks)) for r in range(len(self.algorithm.coins))]
        often = mass_where(self.algorithm.coins, (q > nu for q in misses))
        if 0 < rho0 <= nu:
            yield Measurement(PAPER, "(rho/nu, nu)-replicability", often, rho0 / nu)


class _HalfTheDisagreement(MissedModes):
    def disagreement(self) -> fmpq:
        return super().disagreement() / 2


@dataclass(frozen=True)
class TwoSamples(Case):
    """lm:sample_pg_is_pg at every additive level of the pairs, with the average output as simulator."""

    table: OutputTable
    ratio: fmpq

    varied: ClassVar[tuple[str, ...]] = ("table",)

    def vary(self, rng: Random) -> TwoSamples:
        return TwoSamples(self.table.vary(rng), self.ratio)

    def measurements(self) -> Iterator[Measurement]:
        live, average, ratio = self.table.live, self.table.average, self.ratio
        pairs = [(p * q, smallest_delta(a, b, ratio)) for p, a in live for q, b in live]
        for delta in sorted({d for _, d in pairs})[:4]:
            gamma = sum((p for p, d in pairs if d > delta), ZERO)
            given = {"ratio": ratio, "gamma": gamma, "delta": delta}
            gamma_pg, delta_pg = (bound(MARKOV, name, **given) for name in ("gamma_pg", "delta_pg"))
            wrong = sum((p for p, row in live if smallest_delta(row, average, ratio) > delta_pg), ZERO)
            yield measure(MARKOV, "gamma_pg", wrong, **given)
            # the least additive part at which no more than gamma_pg of the samples are given up
            levels = self.table.levels(lambda row: smallest_delta(row, average, ratio))
            least = next(level for lost, level, _ in levels if not arb(lost) > arb(gamma_pg))
            yield measure(MARKOV, "delta_pg", least, **given)


@dataclass(frozen=True)
class Converted(Case):
    """The conversion at the lemma's own J and T."""

    algorithm: Table
    domain: Distribution
    epsilon: fmpq
    delta: fmpq
    levels: Levels = WIDE

    def given(self) -> dict[str, Any]:
        """What the lemma is given: the exact disagreement and failure of the algorithm among it."""
        blocks = blocks_of(self.domain, self.algorithm.n)
        rho0, beta0 = self.algorithm.disagreement(blocks), self.algorithm.failure(blocks)
        return {"n": self.algorithm.n, "rho0": rho0, "beta0": beta0, "epsilon": self.epsilon, "delta": self.delta}

    @property
    def conversion(self) -> Conversion:
        given = self.given()
        return Conversion(given["rho0"], self.epsilon, self.delta, self.levels)

    def sizes(self) -> tuple[int, int]:
        """J and T."""
        return self.conversion.strings, self.conversion.blocks

    def convert(self) -> tuple[arb, arb]:
        """The least delta at which all but delta of the samples are close, and the failure; all strings, all
        samples.
        """
        copies, rounds = self.sizes()
        blocks, draws = blocks_of(self.domain, self.algorithm.n), multinomial(self.algorithm.coins, copies)
        votes = ExponentialVotes(
            self.algorithm, blocks, rounds, vote_weight(self.epsilon, rounds, self.conversion.exponent)
        )
        simulator = mixture([w for _, w in draws], [votes.fixed(strings) for strings, _ in draws])
        ratio, failure = arb(self.epsilon).exp(), arb(0)
        needs = []
        for counts, p in multinomial(blocks, rounds):
            output = votes.average(draws, counts)
            failure += arb(p) * sum((output[y] for y in self.algorithm.wrong), arb(0))
            needs.append((arb(smallest_delta(output, simulator, ratio)), arb(p)))
        needs.sort(key=lambda need: float(need[0].mid()), reverse=True)
        lost, least = arb(0), needs[0][0]
        for need, p in needs:  # give up the samples that need most
            least = least.min(need.max(lost))
            lost += p
        return least, failure

    def measurements(self) -> Iterator[Measurement]:
        given = self.given()
        least, failure = self.convert()
        if given["rho0"] <= fmpq(1, 10000) and self.delta <= fmpq(1, 4):
            yield Measurement(PAPER, "least delta at epsilon", least, self.delta)
            limit = bound(PAPER, "failure", **given)
            yield Measurement(PAPER, "failure (its hidden constant taken as 1)", failure, limit)


class _OneBlock(Converted):
    def sizes(self) -> tuple[int, int]:
        return 1, 1


class ReplicableToPgSimulator(Simulator):
    name, statements, default_cases = "replicable-to-pg", (MARKOV, PAPER), 80
    summary = "block votes with exponential weights, on toy replicable algorithms: closeness and failure of the whole"
    loose: ClassVar = {
        PAPER: "four union bounds and a concentration bound for the worst algorithm; toys need few blocks",
        f"{MARKOV}/gamma_pg": "Markov's inequality for the worst table",
    }

    def examples(self) -> Iterator[Case]:
        coin = bernoulli(fmpq(1, 20))
        for nu in (fmpq(1, 20), fmpq(1, 3)):
            yield MissedModes(reader(fmpq(1, 4)), coin, nu)
        for nu in (fmpq(1, 10), fmpq(2, 5)):  # a string that misses its mode just more often than nu
            yield MissedModes(reader(ONE), bernoulli(nu + fmpq(1, 10**6)), nu)
            yield MissedModes(reader(fmpq(1, 10)), bernoulli(nu + fmpq(1, 10**6)), nu)
        yield MissedModes(majority_threshold(3), bernoulli(fmpq(1, 5)), fmpq(1, 10))
        yield TwoSamples(rare_flip(fmpq(1, 10)), RATIOS[0])
        rows = (distribution(10, 2, 1), distribution(6, 4, 3))
        yield TwoSamples(OutputTable(distribution(9, 3), rows), RATIOS[1])
        yield Converted(mixed(fmpq(1, 500), fmpq(1, 100)), bernoulli(fmpq(1, 50)), ONE, fmpq(1, 4))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        missed = _HalfTheDisagreement(reader(fmpq(1, 10)), bernoulli(fmpq(1, 10) + fmpq(1, 10**6)), fmpq(1, 10))
        yield "half of the disagreement", missed
        yield "one string and one block", _OneBlock(reader(ONE), bernoulli(fmpq(1, 10**5)), ONE, fmpq(1, 10**6))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        size, n = rng.choice(((2, 1), (3, 1), (2, 2)))
        algorithm = random_table(rng, size, n=n, strings=rng.randint(1, 4), outputs=rng.randint(2, 3))
        weights = [rng.randint(1, 3) for _ in range(size)]
        weights[0] += rng.choice((0, 3, 12))
        yield MissedModes(algorithm, distribution(*weights), fmpq(rng.randint(1, 8), 20))
        yield TwoSamples(random_output_table(rng, rng.randint(2, 4), rng.randint(2, 4)), rng.choice(RATIOS))
