"""Perfect generalization to replicability by correlated sampling (lm:pg_to_replic and its sharper form).

Case: a domain distribution, a sample of n draws, and a table with the output distribution of the algorithm on every
sample; masses are rational. Truth: two independent samples are fed to first-acceptance sampling with common tickets;
the disagreement is the average over all pairs of samples of the exact disagreement of the pair of distributions.

The hypotheses are computed from their definitions too. For a simulator distribution Q and a ratio e^eps the least delta
that a sample needs is a hockey-stick divergence; giving up the samples that need most costs gamma. Q runs over the
average distribution and the distribution of every single sample, e^eps over a grid of rationals, gamma over all
achievable values: the smallest bound over all these triples must still hold. (A triple with gamma = 0 or delta = 0 is
the limit of triples inside the lemma's open range, and the construction does not depend on the triple.) The paper's
lemma needs closeness in one direction only. The sharper bound is taken at the exact (gamma, TV) pairs of the table, and
what (gamma, eps, delta) says about TV is compared apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from flint import fmpq

from replcalc.paper.label_invariance.simulator_correlated_sampling import disagreement
from replcalc.simulate.bounds import bound, measure, tightest
from replcalc.simulate.distributions import (
    ONE,
    RATIOS,
    ZERO,
    Distribution,
    WeightRows,
    bernoulli,
    climb,
    distribution,
    extreme_pair,
    hockey_stick,
    mixture,
    over_two_runs,
    point,
    random_distribution,
    shift_row,
    shift_unit,
    show_distributions,
    smallest_delta,
    total_variation,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import blocks_of

PAPER = "lm:pg_to_replic"
SHARP = "derived:tv-to-replicable"
CLOSE = "derived:nonadaptive-tv"

#: Ratios e^eps with eps in (0, 1); the first is so close to 1 that gamma and delta decide.
GRID: tuple[fmpq, ...] = (ONE + fmpq(1, 10**9), *RATIOS)
#: gamma and delta where there are none: the statements ask for positive ones.
TINY = fmpq(1, 10**30)


@dataclass(frozen=True)
class DistributionTable:
    """An algorithm as a table: the output distribution on each sample, and the distribution of the sample."""

    name: str
    domain: Distribution
    n: int
    distributions: tuple[Distribution, ...]

    @property
    def samples(self) -> Distribution:
        return blocks_of(self.domain, self.n)

    @property
    def live(self) -> list[tuple[fmpq, Distribution]]:
        """(probability, output distribution) of the samples that can occur."""
        return [(p, each) for p, each in zip(self.samples, self.distributions, strict=True) if p]

    @property
    def average(self) -> Distribution:
        return mixture(self.samples, self.distributions)

    def replicability(self) -> fmpq:
        """Pr[answers differ] over two samples and the shared tickets of correlated sampling."""
        return over_two_runs(zip(self.distributions, self.samples, strict=True), disagreement)  # type: ignore[no-any-return]

    def show(self) -> dict[str, str]:
        rows = {
            f"distribution on sample {s} w.p. {p}": each
            for s, (p, each) in enumerate(zip(self.samples, self.distributions, strict=True))
        }
        return {"algorithm": self.name, "draws": ", ".join(map(str, self.domain))} | show_distributions(rows)


@dataclass(frozen=True)
class Triple:
    """(gamma, eps, delta) with eps = ln ratio, the simulator it holds with, and the largest TV of a sample kept."""

    gamma: fmpq
    ratio: fmpq
    delta: fmpq
    tv: fmpq


def simulators(table: DistributionTable) -> list[Distribution]:
    """Candidates for the fixed distribution: the average output distribution and the distribution on every single
    sample.
    """
    return sorted({table.average, *(each for _, each in table.live)})


def levels(
    table: DistributionTable, need: Callable[[Distribution], fmpq]
) -> Iterator[tuple[fmpq, fmpq, list[Distribution]]]:
    """(gamma, level, kept distributions): gamma is the probability of the samples that need more than the level."""
    needs = sorted((need(each), p, each) for p, each in table.live)
    good = ZERO
    for position, (level, p, _) in enumerate(needs):
        good += p
        if position + 1 == len(needs) or needs[position + 1][0] > level:
            yield ONE - good, level, [each for _, _, each in needs[: position + 1]]


def triples(table: DistributionTable, *, one_way: bool) -> Iterator[Triple]:
    """Triples for which the table is perfectly generalizing: for each simulator and ratio, every useful gamma."""
    for q in simulators(table):
        for ratio in GRID:

            def need(p: Distribution, q: Distribution = q, ratio: fmpq = ratio) -> fmpq:
                return hockey_stick(p, q, ratio) if one_way else smallest_delta(p, q, ratio)

            for gamma, delta, kept in levels(table, need):
                yield Triple(gamma, ratio, delta, max(total_variation(each, q) for each in kept))


def paper_bounds(table: DistributionTable) -> Iterator[tuple[Any, tuple[dict[str, Any], dict[str, str]]]]:
    for t in triples(table, one_way=True):
        given = {"ratio": t.ratio, "gamma": max(t.gamma, TINY), "delta": max(t.delta, TINY)}
        yield bound(PAPER, "rho", **given), (given, show_triple(t))


def sharp_bounds(table: DistributionTable) -> Iterator[tuple[Any, tuple[dict[str, Any], dict[str, str]]]]:
    for q in simulators(table):
        for gamma, tv, _ in levels(table, lambda p, q=q: total_variation(p, q)):  # type: ignore[misc]
            given = {"gamma_star": gamma, "tv": tv}
            yield bound(SHARP, "rho", **given), (given, {"gamma*": str(gamma), "TV": str(tv)})


BOUNDS: dict[str, Callable[[DistributionTable], Iterator[tuple[Any, tuple[dict[str, Any], dict[str, str]]]]]] = {
    PAPER: paper_bounds,
    SHARP: sharp_bounds,
}


def show_triple(t: Triple) -> dict[str, str]:
    return {"gamma": str(t.gamma), "e^eps": str(t.ratio), "delta": str(t.delta)}


@dataclass(frozen=True)
class SampledTable(Case):
    """The exact disagreement against each statement at its best triple."""

    table: DistributionTable
    labels: Sequence[str] = (PAPER, SHARP)

    def show(self) -> dict[str, str]:
        return self.table.show()

    def measurements(self) -> Iterator[Measurement]:
        true = self.table.replicability()
        for label in self.labels:
            limit, (given, triple) = tightest(BOUNDS[label](self.table))
            yield measure(label, "rho", true, details=triple, **given)
            if limit < 1:
                told = f"agreement promised by {label}"
                yield measure("def:replic", "agreement", ONE - true, told, details=triple, rho=limit)


@dataclass(frozen=True)
class Distances(Case):
    """What every triple says about total variation: derived:nonadaptive-tv for k = 1.

    The bound is attained by the extreme pair, and a ball cannot certify equality: eps is taken a billionth larger,
    which the table allows.
    """

    table: DistributionTable

    def show(self) -> dict[str, str]:
        return self.table.show()

    def measurements(self) -> Iterator[Measurement]:
        for t in triples(self.table, one_way=False):
            given = {"ratio": (t.ratio * GRID[0],), "gamma": (t.gamma,), "delta": (t.delta,)}
            yield measure(CLOSE, "tv", t.tv, details=show_triple(t), **given)


def random_law_table(rng: Random) -> DistributionTable:
    """A random table; half of the cases have output distributions close to one common distribution."""
    n = rng.choice((1, 1, 2))
    size = rng.randint(2, 4) if n == 1 else 2
    outputs = rng.randint(2, 4)
    centre = random_distribution(rng, outputs, 24)
    close = rng.random() < 0.5
    distributions = []
    for _ in range(size**n):
        far = random_distribution(rng, outputs, 24)
        weight = fmpq(rng.randint(0, 4), 40) if close else ONE
        distributions.append(mixture((ONE - weight, weight), (centre, far)))
    return DistributionTable("random table", random_distribution(rng, size, 12, positive=True), n, tuple(distributions))


def rare_flip(gamma: fmpq) -> DistributionTable:
    return DistributionTable("a rare sample flips the answer", bernoulli(gamma), 1, (point(2, 0), point(2, 1)))


# -- the adversary works on integer weights --------------------------------------------------------------------------
def table_of_weights(weights: WeightRows) -> DistributionTable:
    """First row: weights of the draws; then one row of output weights per draw."""
    return DistributionTable(
        "found by search", distribution(*weights[0]), 1, tuple(distribution(*row) for row in weights[1:])
    )


class PgToReplicableSimulator(Simulator):
    name, statements, default_cases = "pg-to-replicable", (PAPER, SHARP, CLOSE, "def:replic"), 60
    summary = "exact disagreement of a correlated-sampled table against its exact (gamma, eps, delta)"

    def examples(self) -> Iterator[Case]:
        yield SampledTable(DistributionTable("ignores the sample", uniform(2), 1, (uniform(3), uniform(3))))
        for gamma in (fmpq(1, 10), fmpq(1, 1000)):
            # gamma alone: the sharper bound is asymptotically attained
            yield SampledTable(rare_flip(gamma))
        for ratio, delta in ((fmpq(11, 10), ZERO), (fmpq(3, 2), fmpq(1, 20)), (ONE, fmpq(1, 10))):
            pair = DistributionTable("the extreme close pair", uniform(2), 1, extreme_pair(ratio, delta))
            yield SampledTable(pair)
            yield Distances(pair)
        yield SampledTable(DistributionTable("copies its draw", uniform(3), 1, tuple(point(3, s) for s in range(3))))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        table = random_law_table(rng)
        yield SampledTable(table)
        if len(table.distributions) <= 2:
            yield Distances(table)

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Hill climbing on integer weights, once against each statement."""
        for label in (PAPER, SHARP):
            for size, outputs in ((2, 2), (3, 3)):
                start: WeightRows = ((8,) * size, *(shift_unit(rng, (10,) * outputs, 3) for _ in range(size)))

                def case(weights: WeightRows, label: str = label) -> SampledTable:
                    return SampledTable(table_of_weights(weights), (label,))

                def score(weights: WeightRows, case: Callable[[WeightRows], SampledTable] = case) -> float:
                    return float(next(case(weights).measurements()).ratio().mid())

                for weights in climb(start, lambda w: shift_row(rng, w, 4), score, budget):
                    yield case(weights)
