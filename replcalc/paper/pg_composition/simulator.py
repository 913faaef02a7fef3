"""Adaptive composition end to end: lm:pg_compose_het, lm:pg_compose, and for products the total-variation bound.

Case: an adaptive process of two to four rounds on n draws from a small domain, as tables (see ``processes``). Each
round's gamma_i is its exact failure probability over fixed prefixes. The distribution of the whole transcript given
each sample and the distribution of the oracle transcript are written out; then, exactly,

- the least joint delta at e^{eps^(k)}, against delta^(k), and the least joint eps at delta^(k), against eps^(k);
- the probability of samples whose transcript is not (eps*, delta*)-close to the oracle's, against gamma*, and the least
  eps for which that probability is at most gamma*, against eps*: the bounds are loose on small cases, and the least
  eps says by how much;
- for products: the total variation of the transcript from the oracle on the samples on which every round is close,
  against the closed form, and for two-point pairs with revealing against the exact value.

e^{eps^(k)} is irrational, so these closeness sums are balls; the least eps is the logarithm of an exact rational found
from the breakpoints of the hockey-stick.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.paper.pg_composition.processes import MODERATE, OutputPrefix, Process, build, random_process, tilted
from replcalc.paper.pg_composition.simulator_transcripts import leak_then_fail, outliers, steady_drift, telltales
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.distributions import (
    ONE,
    RATIOS,
    ZERO,
    Distribution,
    bernoulli,
    distribution,
    extreme_pair,
    mass_where,
    product,
    random_close_pair,
    random_distribution,
    smallest_delta,
    smallest_ratio,
    total_variation,
    weighted_samples,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.statements.catalogue import statement

PRODUCT, REVEALED, BASIC = "derived:nonadaptive-tv", "derived:revealed-tv", "derived:basic-composition"
CONDITIONED = "derived:conditioned-composition"


# -- least parameters ------------------------------------------------------------------------------------------------
def least_epsilon(
    rows: Sequence[Distribution], weights: Distribution, oracle: Distribution, gamma: fmpq, delta: fmpq
) -> arb:
    """The least eps for which all but gamma of the samples are (eps, delta)-close to the oracle."""
    ratios = [(smallest_ratio(row, oracle, delta), w) for row, w in zip(rows, weights, strict=True)]
    allowed = gamma - sum((w for ratio, w in ratios if ratio is None), ZERO)
    if allowed < 0:
        return arb("inf")
    for ratio, w in sorted(((ratio, w) for ratio, w in ratios if ratio is not None), reverse=True):
        if w > allowed:
            return arb(ratio).log()
        allowed -= w
    return arb(0)


def certainly_above(ball: Any) -> fmpq:
    """A rational at least as large as the bound, at most 1: a truth found with it is never overstated."""
    return min(ONE, Enclosure.from_ball(arb(ball)).upper)


def joint_distributions(process: Process) -> tuple[Distribution, Distribution]:
    """The distributions of (x, Z) and of (x, oracle transcript)."""
    level = process.levels[-1]
    return tuple(p for p, _ in level.values()), tuple(q for _, q in level.values())


# -- cases ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class ComposedProcess(Case):
    """A process and delta': both composition statements, where their hypotheses hold, and the sharper conditioning."""

    process: Process
    delta_prime: fmpq

    @property
    def simple(self) -> dict[str, Any]:
        return {"ratio": self.process.ratios, "delta": self.process.deltas, "delta_prime": self.delta_prime}

    def measurements(self) -> Iterator[Measurement]:
        label, full = "lm:pg_compose_het", self.simple | {"gamma": self.process.gammas}
        if any(gamma >= 1 for gamma in self.process.gammas):
            return
        joint = {name: bound(label, name, **full) for name in ("epsilon_k", "delta_k")}
        yield from self.joint(label, full)
        yield from self.conclusion(label, full)
        yield from self.conclusion(CONDITIONED, joint)
        if self.simple_hypotheses():
            yield from self.conclusion("lm:pg_compose", self.simple)

    def simple_hypotheses(self) -> bool:
        """Every round is (delta_i, eps_i, delta_i)-PG, and the numeric conditions of lm:pg_compose hold."""
        process, entry = self.process, statement("lm:pg_compose")
        if any(failure > delta for failure, delta in zip(process.failures, process.deltas, strict=True)):
            return False
        epsilon = [arb(r).log() for r in process.ratios]
        verdicts = entry.check(epsilon=epsilon, delta=list(process.deltas), delta_prime=self.delta_prime)
        small = bound("lm:pg_compose", "epsilon_star", **self.simple)
        limit = next(fmpq(h.default) for h in entry.hidden if h.name == "c3")
        return all(v.value == "PROVED" for _, v in verdicts) and bool(arb(small) <= arb(limit))

    def joint(self, label: str, values: dict[str, Any]) -> Iterator[Measurement]:
        """eps^(k) and delta^(k): closeness jointly with the sample."""
        epsilon_k, delta_k = (bound(label, name, **values) for name in ("epsilon_k", "delta_k"))
        real, oracle = joint_distributions(self.process)
        true = smallest_delta(real, oracle, arb(epsilon_k).exp())
        yield measure(label, "delta_k", true, "least joint delta at eps^(k)", **values)
        ratio = smallest_ratio(real, oracle, certainly_above(delta_k))
        least = arb("inf") if ratio is None else arb(ratio).log()
        yield measure(label, "epsilon_k", least, "least joint eps at delta^(k)", **values)

    def conclusion(self, label: str, values: dict[str, Any]) -> Iterator[Measurement]:
        """gamma* and eps*: closeness given the sample."""
        eps, delta, gamma = (bound(label, name, **values) for name in ("epsilon_star", "delta_star", "gamma_star"))
        rows, oracle = self.process.transcripts()
        weights, ratio = self.process.weights, arb(eps).exp()
        bad = mass_where(weights, (smallest_delta(row, oracle, ratio) > arb(delta) for row in rows))
        yield measure(label, "gamma_star", bad, "mass of samples that are not (eps*, delta*)-close", **values)
        least = least_epsilon(rows, weights, oracle, certainly_above(gamma), certainly_above(delta))
        yield measure(label, "epsilon_star", least, "least eps at gamma*, delta*", **values)
        needs = sorted(zip((smallest_delta(row, oracle, ratio) for row in rows), weights, strict=True))
        lost = [sum((w for _, w in needs[at + 1 :]), ZERO) for at in range(len(needs))]
        least = next(need for (need, _), gone in zip(needs, lost, strict=True) if not gone > arb(gamma))
        yield measure(label, "delta_star", least, "least delta at gamma*, eps*", **values)


@dataclass(frozen=True)
class CloseProduct(Case):
    """Non-adaptive composition on one good sample: k close pairs, the total variation of their products."""

    pairs: tuple[tuple[Distribution, Distribution], ...]
    ratios: tuple[fmpq, ...]

    varied: ClassVar[tuple[str, ...]] = ("pairs",)

    def measurements(self) -> Iterator[Measurement]:
        ratios = self.ratios
        closeness = (smallest_delta(p, q, r) for (p, q), r in zip(self.pairs, ratios, strict=True))
        deltas = tuple(max(fmpq(1, 1000), delta) for delta in closeness)
        given = {"ratio": ratios, "delta": deltas, "gamma": (ZERO,) * len(ratios)}
        first, second = product(*(p for p, _ in self.pairs)), product(*(q for _, q in self.pairs))
        true = total_variation(first, second)
        yield measure(PRODUCT, "tv", true, "total variation of the product", **given)
        two_point = [extreme_pair(r, ZERO) for r in ratios]
        flips = total_variation(product(*(p for p, _ in two_point)), product(*(q for _, q in two_point)))
        yield measure(REVEALED, "tv", true, "total variation of the product", tv_rr=flips, delta=deltas)
        excess = smallest_delta(first, second, math.prod(ratios, start=ONE))
        yield measure(BASIC, "delta_star", excess, "additive closeness at the sum of the epsilons", **given)


@dataclass(frozen=True)
class SampledProduct(Case):
    """Non-adaptive composition over the sample: the mass of samples whose transcript is farther than the bound."""

    process: Process

    def measurements(self) -> Iterator[Measurement]:
        process = self.process
        parameters = {"ratio": process.ratios, "delta": process.deltas, "gamma": process.gammas}
        limit = bound(PRODUCT, "tv", **parameters)
        rows, oracle = process.transcripts()
        bad = mass_where(process.weights, (arb(total_variation(row, oracle)) > arb(limit) for row in rows))
        yield measure(PRODUCT, "gamma_star", bad, "mass of samples farther than tv", **parameters)
        good = [
            total_variation(row, oracle)
            for x, row in enumerate(rows)
            if all((x, z) in good for r, good in zip(process.rounds, process.good, strict=True) for z in r.table)
        ]
        worst = max(good, default=ZERO)
        yield measure(PRODUCT, "tv", worst, "total variation on a sample that is close in every round", **parameters)


# -- processes -------------------------------------------------------------------------------------------------------
def noisy_votes(n: int, k: int, lean: fmpq, promise: tuple[fmpq, fmpq]) -> Process:
    """n fair coin flips; each round answers whether most came up heads, leaning to the truth by ``lean``; the next
    round's question is turned around after a yes. All rounds see the same flips."""
    draws = list(weighted_samples(bernoulli(fmpq(1, 2)), n))

    def algorithm(i: int, prefix: OutputPrefix, x: int) -> Distribution:
        heads = 2 * sum(draws[x][0]) > n
        asked = heads ^ bool(prefix and prefix[-1])
        return distribution(1, lean) if asked else distribution(lean, 1)

    return build(tuple(w for _, w in draws), [2] * k, [promise] * k, algorithm, lambda i, z: distribution(1, 1))


def named_rarely(k: int, ratio: fmpq, mass: fmpq) -> Process:
    """Every round answers by a fair coin, but for one sample of that mass, which it names: gamma = delta = mass."""

    def algorithm(i: int, prefix: OutputPrefix, x: int) -> Distribution:
        return distribution(0, 0, 1) if x else distribution(1, 1, 0)

    return build((ONE - mass, mass), [3] * k, [(ratio, mass)] * k, algorithm, lambda i, z: distribution(1, 1, 0))


def random_product(rng: Random, k: int) -> Process:
    """Rounds that ignore the prefix; on a rare sample the distribution is arbitrary."""
    weights = random_distribution(rng, 4, 40, positive=True)
    promises = [rng.choice(MODERATE) for _ in range(k)]
    rare = min(range(4), key=lambda x: weights[x])
    oracles = [random_distribution(rng, 2, 12) for _ in range(k)]
    tables = [
        [
            random_distribution(rng, 2, 12) if x == rare and rng.random() < 0.3 else tilted(rng, base, r, d)
            for x in range(4)
        ]
        for base, (r, d) in zip(oracles, promises, strict=True)
    ]
    return build(weights, [2] * k, promises, lambda i, z, x: tables[i][x], lambda i, z: oracles[i])


class _NoFailure(Process):
    """Says that its rounds hardly ever fail."""

    @property
    def gammas(self) -> tuple[fmpq, ...]:
        return (fmpq(1, 10**15),) * self.k


class PgCompositionSimulator(Simulator):
    name = "pg-composition"
    statements = ("lm:pg_compose_het", "lm:pg_compose", CONDITIONED, PRODUCT, REVEALED, BASIC)
    summary = "adaptive composition end to end: exact (gamma, eps, delta) of transcripts; products in total variation"
    default_cases = 40
    loose: ClassVar[Mapping[str, str]] = {
        "lm:pg_compose": (
            "constants for the worst of all families (c2 = 16.2, c4 = 18), each the product of several lossy "
            "steps; the least epsilon of a few rounds is near sqrt(2 ln(1/delta) sum eps_i^2)"
        )
    }

    def examples(self) -> Iterator[Case]:
        gentle = (fmpq(101, 100), fmpq(1, 10**6))
        for delta_prime in (fmpq(1, 1000), fmpq(1, 10**6)):
            yield ComposedProcess(noisy_votes(3, 3, fmpq(201, 199), gentle), delta_prime)
            yield ComposedProcess(noisy_votes(3, 2, fmpq(3), (fmpq(2), fmpq(1, 100))), delta_prime)
        yield ComposedProcess(steady_drift(3, fmpq(1, 10**20)), fmpq(1, 10**18))
        for ratio, delta in (MODERATE[0], MODERATE[3], MODERATE[4]):
            yield ComposedProcess(telltales(3, ratio, delta / 1000), fmpq(1, 10**5))
            yield ComposedProcess(outliers(3, ratio, delta / 1000), fmpq(1, 10**5))
        # within the hypotheses of lm:pg_compose: outputs the oracle never gives, and a rare sample that is named
        for slight in (fmpq(1, 10**7), fmpq(1, 10**9)):
            yield ComposedProcess(telltales(2, fmpq(201, 200), slight), fmpq(1, 10**9))
            yield ComposedProcess(named_rarely(2, fmpq(201, 200), slight), fmpq(1, 10**9))
        matching: dict[OutputPrefix, int] = {z: 2 * z[0] + z[1] for z in ((0, 0), (0, 1), (1, 0), (1, 1))}
        yield ComposedProcess(leak_then_fail(3, fmpq(6, 5), matching), fmpq(1, 100))
        for k in (1, 2, 3, 4):
            for ratio in (fmpq(11, 10), fmpq(2)):
                yield CloseProduct((extreme_pair(ratio, fmpq(1, 50)),) * k, (ratio,) * k)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        two = CloseProduct((extreme_pair(fmpq(2), fmpq(1, 50)),) * 2, (fmpq(2),) * 2)
        yield "half of every delta_i", WrongParameter(two, "delta", lambda delta: delta / 2)
        yield "half of every epsilon_i", WrongParameter(two, "ratio", lambda ratio: (1 + ratio) / 2)
        rare = named_rarely(2, fmpq(101, 100), fmpq(1, 10**6))
        yield "rounds that fail more often than gamma_i", SampledProduct(_NoFailure(rare.weights, rare.rounds))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        process = random_process(rng, 2 + number % 3, samples=rng.randint(2, 4), bad=number % 2 == 0)
        yield ComposedProcess(process, rng.choice((fmpq(1, 10), fmpq(1, 1000), fmpq(1, 10**6))))
        yield SampledProduct(random_product(rng, 2 + number % 2))
        ratios = tuple(rng.choice(RATIOS) for _ in range(rng.randint(1, 3)))
        deltas = (fmpq(rng.randint(1, 10), 100) for _ in ratios)
        pairs = zip(ratios, deltas, strict=True)
        yield CloseProduct(tuple(random_close_pair(rng, rng.randint(2, 3), r, d) for r, d in pairs), ratios)
