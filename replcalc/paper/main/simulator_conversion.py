"""Between replicability and perfect generalization, in both directions, on tables of few samples and outputs.

Cases. *Sampled table*: the output distribution of an algorithm on every sample; two independent samples are fed to
first-acceptance sampling with common tickets. The hypotheses of lm:pg_to_replic are computed from their definitions:
for an oracle Q and a ratio e^eps the least delta that a sample needs is a hockey-stick divergence; giving up the
samples that need most costs gamma. Q runs over the average output and the output on every single sample, e^eps over a
grid of rationals, gamma over all achievable values: the smallest bound must still hold. The sharper bound is taken at
the exact (gamma, TV) pairs. On the same tables lm:sample_pg_is_pg: closeness of the outputs on two samples against
closeness to the average output.

*Converted*: an algorithm as a table of answers, converted by lm:replic_to_pg at the J and T of ``Conversion`` (about a
thousand blocks). Strings and samples are enumerated as count vectors: the least delta for which all but delta of the
samples are (eps, delta)-close to one distribution, and the exact failure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from flint import arb, fmpq

from replcalc.paper.label_invariance.simulator_correlated_sampling import disagreement
from replcalc.paper.main.exponential_votes import Conversion, ExponentialVotes
from replcalc.simulate.bounds import WrongParameter, bound, measure, tightest
from replcalc.simulate.distributions import (
    ONE,
    RATIOS,
    ZERO,
    Distribution,
    bernoulli,
    extreme_pair,
    hockey_stick,
    mixture,
    over_two_runs,
    point,
    smallest_delta,
    total_variation,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import (
    OutputTable,
    Table,
    blocks_of,
    mixed_table,
    multinomial,
    random_output_table,
    reading_table,
)

BACK, SHARP = "lm:pg_to_replic", "derived:tv-to-replicable"
MARKOV, FORTH = "lm:sample_pg_is_pg", "lm:replic_to_pg"
#: Ratios e^eps with eps in (0, 1); the first is so close to 1 that gamma and delta decide.
GRID: tuple[fmpq, ...] = (ONE + fmpq(1, 10**9), *RATIOS)
#: gamma and delta where there are none: the statements ask for positive ones.
TINY = fmpq(1, 10**30)


def _needs(table: OutputTable, distance: Callable[[Distribution, Distribution], fmpq]) -> Iterator[tuple[fmpq, fmpq]]:
    """Yield pairs (gamma, least additive part) for every candidate of the oracle."""
    for q in sorted({table.average, *(row for _, row in table.live)}):
        yield from ((gamma, need) for gamma, need, _ in table.levels(lambda p, q=q: distance(p, q)))  # type: ignore[misc]


def measure_disagreement(table: OutputTable) -> Iterator[Measurement]:
    """Compare the exact disagreement of first acceptance with each statement at its best parameters."""
    true = over_two_runs(((row, w) for w, row in table.live), disagreement)
    triples = (
        {"ratio": ratio, "gamma": max(gamma, TINY), "delta": max(delta, TINY)}
        for ratio in GRID
        for gamma, delta in _needs(table, lambda p, q, ratio=ratio: hockey_stick(p, q, ratio))  # type: ignore[misc]
    )
    pairs = ({"gamma_star": gamma, "tv": tv} for gamma, tv in _needs(table, total_variation))
    for label, found in ((BACK, triples), (SHARP, pairs)):
        limit, given = tightest((bound(label, "rho", **each), each) for each in found)
        yield measure(label, "rho", true, **given)
        if limit < 1:
            yield measure("def:replic", "agreement", ONE - true, f"agreement by {label}", rho=limit)


@dataclass(frozen=True)
class SampledTable(Case):
    """The exact disagreement; two samples against one at ``ratio``."""

    table: OutputTable
    ratio: fmpq = RATIOS[1]

    varied: ClassVar[tuple[str, ...]] = ("table",)

    def vary(self, rng: Random) -> SampledTable:
        return SampledTable(self.table.vary(rng), self.ratio)

    def measurements(self) -> Iterator[Measurement]:
        yield from measure_disagreement(self.table)
        yield from self.two_samples()

    def two_samples(self) -> Iterator[Measurement]:
        """lm:sample_pg_is_pg at the additive levels of the pairs, with the average output as oracle."""
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


def make_rare_flip(gamma: fmpq) -> OutputTable:
    """Return a table where a sample of probability ``gamma`` flips the answer."""
    return OutputTable(bernoulli(gamma), (point(2, 0), point(2, 1)))


@dataclass(frozen=True)
class Converted(Case):
    """The conversion at J and T of the lemma, or at ``sizes``; the failure's unspecified constant is 1."""

    algorithm: Table
    domain: Distribution
    epsilon: fmpq
    delta: fmpq
    sizes: tuple[int, int] | None = None

    def measurements(self) -> Iterator[Measurement]:
        blocks = blocks_of(self.domain, self.algorithm.n)
        rho0, beta0 = self.algorithm.disagreement(blocks), self.algorithm.failure(blocks)
        conversion = Conversion(rho0, self.epsilon, self.delta)
        copies, rounds = self.sizes or (conversion.strings, conversion.blocks)
        votes = ExponentialVotes(self.algorithm, blocks, rounds, conversion.weight(rounds))
        draws = multinomial(self.algorithm.coins, copies)
        oracle = mixture([w for _, w in draws], [votes.distribution_without_sample(strings) for strings, _ in draws])
        ratio, failure, needs = arb(self.epsilon).exp(), arb(0), []
        for counts, p in multinomial(blocks, rounds):
            output = votes.average(draws, counts)
            failure += arb(p) * sum((output[y] for y in self.algorithm.wrong), arb(0))
            needs.append((arb(smallest_delta(output, oracle, ratio)), arb(p)))
        needs.sort(key=lambda need: float(need[0].mid()), reverse=True)
        lost, least = arb(0), needs[0][0]
        for need, p in needs:  # give up the samples that need most
            least = least.min(need.max(lost))
            lost += p
        given = {"n": self.algorithm.n, "rho0": rho0, "beta0": beta0, "epsilon": self.epsilon, "delta": self.delta}
        yield Measurement(FORTH, "least gamma = delta at epsilon", least, self.delta)
        yield measure(FORTH, "failure", failure, **given, C_fail=ONE)


class ConversionSimulator(Simulator):
    name, default_cases = "pg-to-replicable", 60
    statements = (BACK, SHARP, "def:replic", MARKOV, FORTH)
    summary = "exact disagreement of a correlated-sampled table against its exact (gamma, eps, delta), and conversely"
    loose: ClassVar = {
        FORTH: "four union bounds and a concentration bound for the worst algorithm; toys need few blocks",
        f"{MARKOV}/gamma_pg": "Markov's inequality for the worst table",
    }

    def examples(self) -> Iterator[Case]:
        yield SampledTable(OutputTable(uniform(2), (uniform(3), uniform(3))))
        for gamma in (fmpq(1, 10), fmpq(1, 1000)):
            yield SampledTable(make_rare_flip(gamma))  # gamma alone: the sharper bound is asymptotically attained
        for ratio, delta in ((fmpq(11, 10), ZERO), (fmpq(3, 2), fmpq(1, 20)), (ONE, fmpq(1, 10))):
            yield SampledTable(OutputTable(uniform(2), extreme_pair(ratio, delta)))
        yield SampledTable(OutputTable(uniform(3), tuple(point(3, s) for s in range(3))))
        yield Converted(mixed_table(fmpq(1, 500), fmpq(1, 100)), bernoulli(fmpq(1, 50)), ONE, fmpq(1, 4))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        flip = SampledTable(make_rare_flip(fmpq(1, 10)))
        yield "a quarter of gamma", WrongParameter(flip, "gamma", lambda gamma: gamma / 4)
        rare, most = bernoulli(fmpq(1, 10**5)), fmpq(1, 10**6)
        yield "one string and one block", Converted(reading_table(ONE), rare, ONE, most, (1, 1))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        yield SampledTable(random_output_table(rng, rng.randint(2, 4), rng.randint(2, 4)), rng.choice(RATIOS))
