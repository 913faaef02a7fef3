"""Perfect generalization to replicability by correlated sampling (lm:pg_to_replic and its sharper form).

Case: a table with the output distribution of the algorithm on every sample. Truth: two independent samples are fed to
first-acceptance sampling with common tickets; the disagreement is the average over all pairs of samples.

The hypotheses are computed from their definitions too. For a simulator Q and a ratio e^eps the least delta that a
sample needs is a hockey-stick divergence; giving up the samples that need most costs gamma. Q runs over the average
output and the output on every single sample, e^eps over a grid of rationals, gamma over all achievable values: the
smallest bound over all these triples must still hold. The paper's lemma needs closeness in one direction only. The
sharper bound is taken at the exact (gamma, TV) pairs of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from flint import fmpq

from replcalc.paper.label_invariance.simulator_correlated_sampling import disagreement
from replcalc.simulate.bounds import bound, measure, tightest
from replcalc.simulate.distributions import (
    ONE,
    RATIOS,
    ZERO,
    Distribution,
    bernoulli,
    extreme_pair,
    hockey_stick,
    over_two_runs,
    point,
    total_variation,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import OutputTable, random_output_table

PAPER, SHARP = "lm:pg_to_replic", "derived:tv-to-replicable"
#: Ratios e^eps with eps in (0, 1); the first is so close to 1 that gamma and delta decide.
GRID: tuple[fmpq, ...] = (ONE + fmpq(1, 10**9), *RATIOS)
#: gamma and delta where there are none: the statements ask for positive ones.
TINY = fmpq(1, 10**30)


def candidates(table: OutputTable) -> list[Distribution]:
    """Candidates for the simulator: the average output and the output on every single sample."""
    return sorted({table.average, *(row for _, row in table.live)})


def triples(table: OutputTable) -> Iterator[tuple[fmpq, fmpq, fmpq]]:
    """(gamma, ratio, delta) for which the table is perfectly generalizing."""
    for q in candidates(table):
        for ratio in GRID:
            needs = table.levels(lambda p, q=q, ratio=ratio: hockey_stick(p, q, ratio))  # type: ignore[misc]
            yield from ((gamma, ratio, delta) for gamma, delta, _ in needs)


@dataclass(frozen=True)
class SampledTable(Case):
    """The exact disagreement against each statement at its best triple."""

    table: OutputTable

    varied: ClassVar[tuple[str, ...]] = ("table",)

    def vary(self, rng: Random) -> SampledTable:
        return type(self)(self.table.vary(rng))

    def best(self) -> Iterator[tuple[str, dict[str, Any]]]:
        given = (
            {"ratio": ratio, "gamma": max(gamma, TINY), "delta": max(delta, TINY)}
            for gamma, ratio, delta in triples(self.table)
        )
        yield PAPER, tightest((bound(PAPER, "rho", **each), each) for each in given)[1]
        pairs = (
            {"gamma_star": gamma, "tv": tv}
            for q in candidates(self.table)
            for gamma, tv, _ in self.table.levels(lambda p, q=q: total_variation(p, q))  # type: ignore[misc]
        )
        yield SHARP, tightest((bound(SHARP, "rho", **each), each) for each in pairs)[1]

    def measurements(self) -> Iterator[Measurement]:
        true = over_two_runs(((row, w) for w, row in self.table.live), disagreement)
        for label, given in self.best():
            m = measure(label, "rho", true, **given)
            yield m
            if m.bound < 1:
                yield measure("def:replic", "agreement", ONE - true, f"agreement by {label}", rho=m.bound)


class _GivesUpNothing(SampledTable):
    def best(self) -> Iterator[tuple[str, dict[str, Any]]]:
        yield from (
            (label, given | {name: given[name] / 4 for name in given if "gamma" in name or name == "delta"})
            for label, given in super().best()
        )


class PgToReplicableSimulator(Simulator):
    name, statements, default_cases = "pg-to-replicable", (PAPER, SHARP, "def:replic"), 60
    summary = "exact disagreement of a correlated-sampled table against its exact (gamma, eps, delta)"

    def examples(self) -> Iterator[Case]:
        yield SampledTable(OutputTable(uniform(2), (uniform(3), uniform(3))))
        for gamma in (fmpq(1, 10), fmpq(1, 1000)):
            yield SampledTable(rare_flip(gamma))  # gamma alone: the sharper bound is asymptotically attained
        for ratio, delta in ((fmpq(11, 10), ZERO), (fmpq(3, 2), fmpq(1, 20)), (ONE, fmpq(1, 10))):
            yield SampledTable(OutputTable(uniform(2), extreme_pair(ratio, delta)))
        yield SampledTable(OutputTable(uniform(3), tuple(point(3, s) for s in range(3))))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "a quarter of gamma and delta", _GivesUpNothing(rare_flip(fmpq(1, 10)))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        yield SampledTable(random_output_table(rng, rng.randint(2, 4), rng.randint(2, 4)))


def rare_flip(gamma: fmpq) -> OutputTable:
    """A rare sample flips the answer."""
    return OutputTable(bernoulli(gamma), (point(2, 0), point(2, 1)))
