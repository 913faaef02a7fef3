"""Adaptive composition end to end: lm:pg_compose_het, lm:pg_compose, and for products the total-variation bound.

World: an adaptive process of two to four rounds on n draws from a small domain, as tables (see ``processes``). Each
round's gamma_i is its exact failure probability over fixed prefixes. The law of the whole transcript given each sample
and the law of the oracle transcript are written out; then, exactly,

- the least joint delta at e^{eps^(k)}, against delta^(k), and the least joint eps at delta^(k), against eps^(k);
- the probability of samples whose transcript is not (eps*, delta*)-close to the oracle's, against gamma*, and the least
  eps for which that probability is at most gamma*, against eps*: the bounds are loose on small worlds, and the least
  eps says by how much;
- for products: the total variation of the transcript from the oracle on the samples on which every round is close,
  against the closed form, and for two-point pairs with revealing against the exact value.

e^{eps^(k)} is irrational, so these closeness sums are balls; the least eps is the logarithm of an exact rational found
from the breakpoints of the hockey-stick. ``extra`` lists the trade-off of one small composition.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product as cartesian
from random import Random
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.paper.pg_composition.processes import MODERATE, OutputPrefix, Process, build, random_process, tilted
from replcalc.paper.pg_composition.witness_transcripts import leak_then_fail, outliers, telltales
from replcalc.simulate.bounds import bound
from replcalc.simulate.simulator import Measurement, Simulator
from replcalc.simulate.worlds.laws import (
    ONE,
    RATIOS,
    ZERO,
    Law,
    WeightRows,
    bernoulli,
    climb,
    extreme_pair,
    law,
    mass_where,
    product,
    random_close_pair,
    random_law,
    shift_row,
    smallest_delta,
    smallest_ratio,
    total_variation,
    uniform,
    weighted_samples,
)
from replcalc.statements.catalogue import statement

PRODUCT, REVEALED, BASIC = "derived:nonadaptive-tv", "derived:revealed-tv", "derived:basic-composition"
CONDITIONED = "derived:conditioned-composition"


# -- least parameters ------------------------------------------------------------------------------------------------
def least_epsilon(rows: Sequence[Law], weights: Law, oracle: Law, gamma: fmpq, delta: fmpq) -> arb:
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


def joint_laws(process: Process) -> tuple[Law, Law]:
    """The laws of (x, Z) and of (x, oracle transcript)."""
    level = process.levels[-1]
    return tuple(p for p, _ in level.values()), tuple(q for _, q in level.values())


# -- comparisons -----------------------------------------------------------------------------------------------------
def adaptive_comparisons(process: Process, delta_prime: fmpq) -> Iterator[Measurement]:
    """Both composition statements, where their hypotheses hold, and the sharper conditioning."""
    if any(gamma >= 1 for gamma in process.gammas):
        return
    simple: dict[str, Any] = {"ratio": process.ratios, "delta": process.deltas, "delta_prime": delta_prime}
    full = simple | {"gamma": process.gammas}
    world = process.world() | {"delta'": str(delta_prime)}
    yield from joint_comparisons(process, full, world)
    yield from conclusion_comparisons("lm:pg_compose_het", process, full, world)
    joint = {name: bound("lm:pg_compose_het", name, **full) for name in ("epsilon_k", "delta_k")}
    yield from conclusion_comparisons(CONDITIONED, process, joint, world)
    if simple_hypotheses(process, delta_prime):
        yield from conclusion_comparisons("lm:pg_compose", process, simple, world)


def simple_hypotheses(process: Process, delta_prime: fmpq) -> bool:
    """Every round is (delta_i, eps_i, delta_i)-PG, and the numeric conditions of lm:pg_compose hold."""
    if any(failure > delta for failure, delta in zip(process.failures, process.deltas, strict=True)):
        return False
    entry = statement("lm:pg_compose")
    epsilon = [arb(r).log() for r in process.ratios]
    verdicts = entry.check(epsilon=epsilon, delta=list(process.deltas), delta_prime=delta_prime)
    small = bound("lm:pg_compose", "epsilon_star", ratio=process.ratios, delta=process.deltas, delta_prime=delta_prime)
    limit = next(fmpq(h.default) for h in entry.hidden if h.name == "c3")
    return all(v.value == "PROVED" for _, v in verdicts) and bool(arb(small) <= arb(limit))


def joint_comparisons(process: Process, parameters: dict[str, Any], world: Mapping[str, str]) -> Iterator[Measurement]:
    """eps^(k) and delta^(k): closeness jointly with the sample."""
    label = "lm:pg_compose_het"
    eps, delta = bound(label, "epsilon_k", **parameters), bound(label, "delta_k", **parameters)
    real, oracle = joint_laws(process)
    true = smallest_delta(real, oracle, arb(eps).exp())
    yield Measurement(label, "least joint delta at eps^(k)", true, delta, world)
    allowed = certainly_above(delta)
    ratio = smallest_ratio(real, oracle, allowed)
    least = arb("inf") if ratio is None else arb(ratio).log()
    yield Measurement(label, "least joint eps at delta^(k)", least, eps, world)


def conclusion_comparisons(
    label: str, process: Process, parameters: dict[str, Any], world: Mapping[str, str]
) -> Iterator[Measurement]:
    """gamma* and eps*: closeness given the sample."""
    eps, delta, gamma = (bound(label, name, **parameters) for name in ("epsilon_star", "delta_star", "gamma_star"))
    rows, oracle = process.transcripts()
    ratio = arb(eps).exp()
    bad = mass_where(process.weights, (smallest_delta(row, oracle, ratio) > arb(delta) for row in rows))
    yield Measurement(label, "mass of samples that are not (eps*, delta*)-close", bad, gamma, world)
    least = least_epsilon(rows, process.weights, oracle, certainly_above(gamma), certainly_above(delta))
    yield Measurement(label, "least eps at gamma*, delta*", least, eps, world)


def product_comparisons(
    pairs: Sequence[tuple[Law, Law]], promises: Sequence[tuple[fmpq, fmpq]]
) -> Iterator[Measurement]:
    """Non-adaptive composition on one good sample: k close pairs, the total variation of their products."""
    ratios, deltas = tuple(r for r, _ in promises), tuple(d for _, d in promises)
    world = {f"pair {i} (e^eps = {r}, delta = {d})": " against ".join(", ".join(map(str, p)) for p in pair)
             for i, (pair, (r, d)) in enumerate(zip(pairs, promises, strict=True), 1)}  # fmt: skip
    first, second = product(*(p for p, _ in pairs)), product(*(q for _, q in pairs))
    true = total_variation(first, second)
    limit = bound(PRODUCT, "tv", ratio=ratios, delta=deltas, gamma=(ZERO,) * len(ratios))
    yield Measurement(PRODUCT, "total variation of the product", true, limit, world)
    two_point = [extreme_pair(r, ZERO) for r in ratios]
    flips = total_variation(product(*(p for p, _ in two_point)), product(*(q for _, q in two_point)))
    limit = bound(REVEALED, "tv", tv_rr=flips, delta=deltas)
    yield Measurement(REVEALED, "total variation of the product", true, limit, world)
    whole = math.prod(ratios, start=ONE)
    excess = smallest_delta(first, second, whole)
    limit = bound(BASIC, "delta_star", ratio=ratios, delta=deltas, gamma=(ZERO,) * len(ratios))
    yield Measurement(BASIC, "additive closeness at the sum of the epsilons", excess, limit, world)


def sampled_product_comparisons(process: Process) -> Iterator[Measurement]:
    """Non-adaptive composition over the sample: the mass of samples whose transcript is farther than the bound."""
    parameters = {"ratio": process.ratios, "delta": process.deltas, "gamma": process.gammas}
    limit, allowed = bound(PRODUCT, "tv", **parameters), bound(PRODUCT, "gamma_star", **parameters)
    rows, oracle = process.transcripts()
    bad = mass_where(process.weights, (arb(total_variation(row, oracle)) > arb(limit) for row in rows))
    yield Measurement(PRODUCT, "mass of samples farther than tv", bad, allowed, process.world())
    good = [
        total_variation(row, oracle)
        for x, row in enumerate(rows)
        if all((x, z) in good for r, good in zip(process.rounds, process.good, strict=True) for z in r.table)
    ]
    worst = max(good, default=ZERO)
    yield Measurement(
        PRODUCT, "total variation on a sample that is close in every round", worst, limit, process.world()
    )


# -- processes -------------------------------------------------------------------------------------------------------
def noisy_votes(n: int, k: int, lean: fmpq, promise: tuple[fmpq, fmpq]) -> Process:
    """n fair coin flips; each round answers whether most came up heads, leaning to the truth by ``lean``; the next
    round's question is turned around after a yes. All rounds see the same flips."""
    draws = list(weighted_samples(bernoulli(fmpq(1, 2)), n))

    def algorithm(i: int, prefix: OutputPrefix, x: int) -> Law:
        heads = 2 * sum(draws[x][0]) > n
        asked = heads ^ bool(prefix and prefix[-1])
        return law(1, lean) if asked else law(lean, 1)

    return build(tuple(w for _, w in draws), [2] * k, [promise] * k, algorithm, lambda i, z: law(1, 1))


def random_product(rng: Random, k: int) -> Process:
    """Rounds that ignore the prefix; on a rare sample the law is arbitrary."""
    weights = random_law(rng, 4, 40, positive=True)
    promises = [rng.choice(MODERATE) for _ in range(k)]
    rare = min(range(4), key=lambda x: weights[x])
    oracles = [random_law(rng, 2, 12) for _ in range(k)]
    tables = [
        [random_law(rng, 2, 12) if x == rare and rng.random() < 0.3 else tilted(rng, base, r, d) for x in range(4)]
        for base, (r, d) in zip(oracles, promises, strict=True)
    ]
    return build(weights, [2] * k, promises, lambda i, z, x: tables[i][x], lambda i, z: oracles[i])


class PgCompositionSimulator(Simulator):
    name = "pg-composition"
    statements = ("lm:pg_compose_het", "lm:pg_compose", CONDITIONED, PRODUCT, REVEALED, BASIC)
    summary = "adaptive composition end to end: exact (gamma, eps, delta) of transcripts; products in total variation"
    default_cases = 40
    loose: ClassVar[Mapping[str, str]] = {
        "lm:pg_compose": (
            "constants for the worst of all families (c2 = 16.2, c4 = 18), each the product of several lossy "
            "steps; the least epsilon of a few rounds is near sqrt(2 ln(1/delta) sum eps_i^2)"
        ),
    }

    def named(self) -> Iterator[Measurement]:
        gentle = (fmpq(101, 100), fmpq(1, 10**6))
        for delta_prime in (fmpq(1, 1000), fmpq(1, 10**6)):
            yield from adaptive_comparisons(noisy_votes(3, 3, fmpq(201, 199), gentle), delta_prime)
            yield from adaptive_comparisons(noisy_votes(3, 2, fmpq(3), (fmpq(2), fmpq(1, 100))), delta_prime)
        for ratio, delta in (MODERATE[0], MODERATE[3], MODERATE[4]):
            yield from adaptive_comparisons(telltales(3, ratio, delta / 1000), fmpq(1, 10**5))
            yield from adaptive_comparisons(outliers(3, ratio, delta / 1000), fmpq(1, 10**5))
        matching: dict[OutputPrefix, int] = {z: 2 * z[0] + z[1] for z in ((0, 0), (0, 1), (1, 0), (1, 1))}
        yield from adaptive_comparisons(leak_then_fail(3, fmpq(6, 5), matching), fmpq(1, 100))
        for k in (1, 2, 3, 4):
            for ratio in (fmpq(11, 10), fmpq(2)):
                yield from product_comparisons([extreme_pair(ratio, fmpq(1, 50))] * k, [(ratio, fmpq(1, 50))] * k)

    def random(self, rng: Random, count: int) -> Iterator[Measurement]:
        for case in range(count):
            process = random_process(rng, 2 + case % 3, samples=rng.randint(2, 4), bad=case % 2 == 0)
            yield from adaptive_comparisons(process, rng.choice((fmpq(1, 10), fmpq(1, 1000), fmpq(1, 10**6))))
            yield from sampled_product_comparisons(random_product(rng, 2 + case % 2))
            promises = [(rng.choice(RATIOS), fmpq(rng.randint(1, 10), 100)) for _ in range(rng.randint(1, 3))]
            pairs = [random_close_pair(rng, rng.randint(2, 3), r, d) for r, d in promises]
            yield from product_comparisons(pairs, promises)

    def search(self, rng: Random, budget: int) -> Iterator[Measurement]:
        yield from self._leaning_rounds()
        yield from self._climb_products(rng, budget)

    @staticmethod
    def _leaning_rounds() -> Iterator[Measurement]:
        """Every way in which two samples may agree with the oracle or lean by eps in each of three rounds."""
        ratio, delta = fmpq(201, 200), fmpq(1, 10**14)
        oracle, lean = law(1, ratio), law(ratio, 1)
        for leans in cartesian((oracle, lean), repeat=6):

            def algorithm(i: int, prefix: OutputPrefix, x: int, leans: tuple[Law, ...] = leans) -> Law:
                return leans[3 * x + i]

            process = build(uniform(2), [2] * 3, [(ratio, delta)] * 3, algorithm, lambda i, z: oracle)
            yield from adaptive_comparisons(process, fmpq(1, 10**12))

    @staticmethod
    def _climb_products(rng: Random, budget: int) -> Iterator[Measurement]:
        """Climb over two pairs on three outcomes towards a total variation as large as the bound allows."""
        ratio = fmpq(3, 2)

        def pairs(rows: WeightRows) -> tuple[list[tuple[Law, Law]], list[tuple[fmpq, fmpq]]]:
            laws = [law(*row) for row in rows]
            found = [(laws[0], laws[1]), (laws[2], laws[3])]
            return found, [(ratio, max(fmpq(1, 1000), smallest_delta(p, q, ratio))) for p, q in found]

        def score(rows: WeightRows) -> float:
            found = next(c for c in product_comparisons(*pairs(rows)) if c.statement == PRODUCT)
            return float(found.ratio().mid())

        start: WeightRows = ((10, 10, 10),) * 4
        for rows in climb(start, lambda rows: shift_row(rng, rows, 6), score, 4 * budget):
            yield from product_comparisons(*pairs(rows))

    def extra(self, **options: Any) -> Mapping[str, Any]:
        """The exact trade-off of three noisy votes on three flips: the least eps for each (gamma, delta)."""
        process = noisy_votes(3, 3, fmpq(3, 2), (fmpq(6, 5), fmpq(1, 1000)))
        rows, oracle = process.transcripts()
        table = []
        for gamma in (ZERO, fmpq(1, 4)):
            for delta in (ZERO, fmpq(1, 100), fmpq(1, 20), fmpq(1, 5)):
                least = least_epsilon(rows, process.weights, oracle, gamma, delta)
                table.append({"gamma": gamma, "delta": delta, "least eps": least})
        return {"noisy_votes": table}


SIMULATOR = PgCompositionSimulator()
