"""Perfect generalization to replicability by correlated sampling (lm:pg_to_replic and its sharper form).

World: a domain law, a sample of n draws, and a table with the output law of the algorithm on every sample; masses
are rational. Truth: two independent samples are fed to first-acceptance sampling with common tickets; the
disagreement is the average over all pairs of samples of the exact disagreement of the pair of laws.

The hypotheses are computed from their definitions too. For a simulator law Q and a ratio e^eps the least delta that
a sample needs is a hockey-stick divergence; giving up the samples that need most costs gamma. Q runs over the
average law and the law of every single sample, e^eps over a grid of rationals, gamma over all achievable values: the
smallest bound over all these triples must still hold. (A triple with gamma = 0 or delta = 0 is the limit of triples
inside the lemma's open range, and the construction does not depend on the triple.) The paper's lemma needs closeness
in one direction only. The sharper bound is taken at the exact (gamma, TV) pairs of the table, and what (gamma, eps,
delta) says about TV is compared apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from flint import fmpq

from replcalc.paper.label_invariance.simulator_correlated_sampling import disagreement
from replcalc.simulate.bounds import tightest
from replcalc.simulate.worlds.algorithms import blocks_of
from replcalc.simulate.worlds.laws import (
    ONE,
    RATIOS,
    ZERO,
    Law,
    WeightRows,
    bernoulli,
    climb,
    extreme_pair,
    hockey_stick,
    law,
    mixture,
    over_two_runs,
    point,
    random_law,
    shift_row,
    shift_unit,
    show_laws,
    smallest_delta,
    total_variation,
    uniform,
)
from replcalc.vocabulary import Measurement, Simulator, World, bound, witness

PAPER = "lm:pg_to_replic"
SHARP = "derived:tv-to-replicable"
CLOSE = "derived:nonadaptive-tv"

#: Ratios e^eps with eps in (0, 1); the first is so close to 1 that gamma and delta decide.
GRID: tuple[fmpq, ...] = (ONE + fmpq(1, 10**9), *RATIOS)
#: gamma and delta where there are none: the statements ask for positive ones.
TINY = fmpq(1, 10**30)


@dataclass(frozen=True)
class LawTable:
    """An algorithm as a table: the output law on each sample, and the law of the sample."""

    name: str
    domain: Law
    n: int
    laws: tuple[Law, ...]

    @property
    def samples(self) -> Law:
        return blocks_of(self.domain, self.n)

    @property
    def live(self) -> list[tuple[fmpq, Law]]:
        """(probability, output law) of the samples that can occur."""
        return [(p, each) for p, each in zip(self.samples, self.laws, strict=True) if p]

    @property
    def average(self) -> Law:
        return mixture(self.samples, self.laws)

    def replicability(self) -> fmpq:
        """Pr[answers differ] over two samples and the shared tickets of correlated sampling."""
        return over_two_runs(zip(self.laws, self.samples, strict=True), disagreement)  # type: ignore[no-any-return]

    def show(self) -> dict[str, str]:
        rows = {
            f"law on sample {s} w.p. {p}": each for s, (p, each) in enumerate(zip(self.samples, self.laws, strict=True))
        }
        return {"algorithm": self.name, "draws": ", ".join(map(str, self.domain))} | show_laws(rows)


@dataclass(frozen=True)
class Triple:
    """(gamma, eps, delta) with eps = ln ratio, the simulator it holds with, and the largest TV of a sample kept."""

    gamma: fmpq
    ratio: fmpq
    delta: fmpq
    tv: fmpq


def simulators(table: LawTable) -> list[Law]:
    """Candidates for the fixed law: the average output law and the law on every single sample."""
    return sorted({table.average, *(each for _, each in table.live)})


def levels(table: LawTable, need: Callable[[Law], fmpq]) -> Iterator[tuple[fmpq, fmpq, list[Law]]]:
    """(gamma, level, kept laws): gamma is the probability of the samples that need more than the level."""
    needs = sorted((need(each), p, each) for p, each in table.live)
    good = ZERO
    for position, (level, p, _) in enumerate(needs):
        good += p
        if position + 1 == len(needs) or needs[position + 1][0] > level:
            yield ONE - good, level, [each for _, _, each in needs[: position + 1]]


def triples(table: LawTable, *, one_way: bool) -> Iterator[Triple]:
    """Triples for which the table is perfectly generalizing: for each simulator and ratio, every useful gamma."""
    for q in simulators(table):
        for ratio in GRID:

            def need(p: Law, q: Law = q, ratio: fmpq = ratio) -> fmpq:
                return hockey_stick(p, q, ratio) if one_way else smallest_delta(p, q, ratio)

            for gamma, delta, kept in levels(table, need):
                yield Triple(gamma, ratio, delta, max(total_variation(each, q) for each in kept))


def paper_bounds(table: LawTable) -> Iterator[tuple[Any, tuple[dict[str, Any], dict[str, str]]]]:
    for t in triples(table, one_way=True):
        given = {"ratio": t.ratio, "gamma": max(t.gamma, TINY), "delta": max(t.delta, TINY)}
        yield bound(PAPER, "rho", **given), (given, show_triple(t))


def sharp_bounds(table: LawTable) -> Iterator[tuple[Any, tuple[dict[str, Any], dict[str, str]]]]:
    for q in simulators(table):
        for gamma, tv, _ in levels(table, lambda p, q=q: total_variation(p, q)):  # type: ignore[misc]
            given = {"gamma_star": gamma, "tv": tv}
            yield bound(SHARP, "rho", **given), (given, {"gamma*": str(gamma), "TV": str(tv)})


BOUNDS: dict[str, Callable[[LawTable], Iterator[tuple[Any, tuple[dict[str, Any], dict[str, str]]]]]] = {
    PAPER: paper_bounds,
    SHARP: sharp_bounds,
}


def show_triple(t: Triple) -> dict[str, str]:
    return {"gamma": str(t.gamma), "e^eps": str(t.ratio), "delta": str(t.delta)}


@dataclass(frozen=True)
class SampledTable(World):
    """The exact disagreement against each statement at its best triple."""

    table: LawTable
    labels: Sequence[str] = (PAPER, SHARP)

    def show(self) -> dict[str, str]:
        return self.table.show()

    def measurements(self) -> Iterator[Measurement]:
        true = self.table.replicability()
        for label in self.labels:
            limit, (given, triple) = tightest(BOUNDS[label](self.table))
            yield witness(label, "rho", true, more=triple, **given)
            if limit < 1:
                told = f"agreement promised by {label}"
                yield witness("def:replic", "agreement", ONE - true, told, more=triple, rho=limit)


@dataclass(frozen=True)
class Distances(World):
    """What every triple says about total variation: derived:nonadaptive-tv for k = 1.

    The bound is attained by the extreme pair, and a ball cannot certify equality: eps is taken a billionth larger,
    which the table allows.
    """

    table: LawTable

    def show(self) -> dict[str, str]:
        return self.table.show()

    def measurements(self) -> Iterator[Measurement]:
        for t in triples(self.table, one_way=False):
            given = {"ratio": (t.ratio * GRID[0],), "gamma": (t.gamma,), "delta": (t.delta,)}
            yield witness(CLOSE, "tv", t.tv, more=show_triple(t), **given)


def random_law_table(rng: Random) -> LawTable:
    """A random table; half of the worlds have output laws close to one common law."""
    n = rng.choice((1, 1, 2))
    size = rng.randint(2, 4) if n == 1 else 2
    outputs = rng.randint(2, 4)
    centre = random_law(rng, outputs, 24)
    close = rng.random() < 0.5
    laws = []
    for _ in range(size**n):
        far = random_law(rng, outputs, 24)
        weight = fmpq(rng.randint(0, 4), 40) if close else ONE
        laws.append(mixture((ONE - weight, weight), (centre, far)))
    return LawTable("random table", random_law(rng, size, 12, positive=True), n, tuple(laws))


def rare_flip(gamma: fmpq) -> LawTable:
    return LawTable("a rare sample flips the answer", bernoulli(gamma), 1, (point(2, 0), point(2, 1)))


# -- the adversary works on integer weights --------------------------------------------------------------------------
def table_of_weights(weights: WeightRows) -> LawTable:
    """First row: weights of the draws; then one row of output weights per draw."""
    return LawTable("found by search", law(*weights[0]), 1, tuple(law(*row) for row in weights[1:]))


class PgToReplicableSimulator(Simulator):
    name, statements, default_cases = "pg-to-replicable", (PAPER, SHARP, CLOSE, "def:replic"), 60
    summary = "exact disagreement of a correlated-sampled table against its exact (gamma, eps, delta)"

    def named(self) -> Iterator[World]:
        yield SampledTable(LawTable("ignores the sample", uniform(2), 1, (uniform(3), uniform(3))))
        for gamma in (fmpq(1, 10), fmpq(1, 1000)):
            # gamma alone: the sharper bound is asymptotically attained
            yield SampledTable(rare_flip(gamma))
        for ratio, delta in ((fmpq(11, 10), ZERO), (fmpq(3, 2), fmpq(1, 20)), (ONE, fmpq(1, 10))):
            pair = LawTable("the extreme close pair", uniform(2), 1, extreme_pair(ratio, delta))
            yield SampledTable(pair)
            yield Distances(pair)
        yield SampledTable(LawTable("copies its draw", uniform(3), 1, tuple(point(3, s) for s in range(3))))

    def draw(self, rng: Random, number: int) -> Iterator[World]:
        table = random_law_table(rng)
        yield SampledTable(table)
        if len(table.laws) <= 2:
            yield Distances(table)

    def search(self, rng: Random, budget: int) -> Iterator[World]:
        """Hill climbing on integer weights, once against each statement."""
        for label in (PAPER, SHARP):
            for size, outputs in ((2, 2), (3, 3)):
                start: WeightRows = ((8,) * size, *(shift_unit(rng, (10,) * outputs, 3) for _ in range(size)))

                def world(weights: WeightRows, label: str = label) -> SampledTable:
                    return SampledTable(table_of_weights(weights), (label,))

                def score(weights: WeightRows, world: Callable[[WeightRows], SampledTable] = world) -> float:
                    return float(next(world(weights).measurements()).ratio().mid())

                for weights in climb(start, lambda w: shift_row(rng, w, 4), score, budget):
                    yield world(weights)
