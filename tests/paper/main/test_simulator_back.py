"""Perfect generalization to replicability: triples from the definition, exact disagreement, controls."""

from __future__ import annotations

from itertools import product
from random import Random

import mpmath
import pytest
from flint import arb, fmpq

from replcalc.paper.main.simulator_back import (
    CLOSE,
    PAPER,
    SHARP,
    Distances,
    DistributionTable,
    PgToReplicableSimulator,
    SampledTable,
    levels,
    random_law_table,
    triples,
)
from replcalc.simulate.distributions import (
    bernoulli,
    extreme_pair,
    least_delta_over_events,
    mixture,
    point,
    total_variation,
    uniform,
)
from replcalc.simulate.simulator import Measurement, simulate

SIMULATOR = PgToReplicableSimulator()

FLIP = DistributionTable("flip", bernoulli(fmpq(1, 10)), 1, (point(2, 0), point(2, 1)))


def test_replicability_of_a_rare_flip() -> None:
    assert FLIP.replicability() == 2 * fmpq(1, 10) * fmpq(9, 10)


def test_bounds_of_a_rare_flip_by_hand() -> None:
    """gamma = 1/10, delta = 0 and eps as small as the grid allows: 4 gamma + 8 eps, and 2 gamma for the sharp one."""
    found = {c.statement: c for c in SampledTable(FLIP).measurements()}
    expected = 4 * mpmath.mpf(1) / 10 + 8 * mpmath.log(1 + mpmath.mpf(10) ** -9)
    assert abs(float(found[PAPER].bound.mid()) - float(expected)) < 1e-12
    assert found[SHARP].bound == fmpq(1, 5)


def test_every_triple_holds_by_definition() -> None:
    """For each triple some candidate distribution is close, on all events, to all but gamma of the samples."""
    rng = Random(2)
    for _ in range(4):
        table = random_law_table(rng)
        live = list(zip(table.samples, table.distributions, strict=True))
        candidates = [mixture([p for p, _ in live], [each for _, each in live]), *table.distributions]
        for t in list(triples(table, one_way=False))[::5]:
            lost = [
                sum((p for p, each in live if least_delta_over_events(each, q, t.ratio) > t.delta), fmpq(0))
                for q in candidates
            ]
            assert min(lost) <= t.gamma


def test_levels_trade_gamma_for_the_level() -> None:
    table = DistributionTable("", uniform(3), 1, (point(3, 0), point(3, 1), point(3, 2)))
    found = [(gamma, level) for gamma, level, _ in levels(table, lambda p: total_variation(p, point(3, 0)))]
    assert found == [(fmpq(2, 3), fmpq(0)), (fmpq(0), fmpq(1))]


def test_distance_of_the_extreme_pair_is_attained() -> None:
    ratio, delta = fmpq(3, 2), fmpq(1, 20)
    pair = DistributionTable("", uniform(2), 1, extreme_pair(ratio, delta))
    best = max(float(c.ratio().mid()) for c in Distances(pair).measurements())
    assert 0.99999 < best < 1
    exact = delta + (1 - delta) * (ratio - 1) / (ratio + 1)  # revealed, or the two-point pair
    assert total_variation(*extreme_pair(ratio, delta)) == exact


@pytest.mark.parametrize("label", [PAPER, SHARP])
def test_half_of_the_bound_is_broken(label: str) -> None:
    """Negative control: 2(gamma + 2 eps + delta), or gamma + f/2, would be false."""
    rare = DistributionTable("", bernoulli(fmpq(1, 1000)), 1, (point(2, 0), point(2, 1)))
    honest = next(c for c in SampledTable(rare, (label,)).measurements())
    assert not honest.violated(fmpq(1))
    assert Measurement(label, "rho", honest.true, arb(honest.bound) * fmpq(49, 100)).violated(fmpq(1))


def test_two_draws_enumerate_all_samples() -> None:
    table = DistributionTable("", uniform(2), 2, tuple(point(4, s) for s in range(4)))
    equal = sum(a == b for a, b in product(range(4), repeat=2))
    assert table.replicability() == 1 - fmpq(equal, 16)


def test_run() -> None:
    found = simulate(SIMULATOR, cases=12)
    assert found.violations == found.undecided == 0
    assert set(found.per_statement) == {PAPER, SHARP, CLOSE, "def:replic"}
    assert arb("0.49") < found.per_statement[PAPER][1].ratio() < arb("0.51")
    assert arb("0.99") < found.per_statement[SHARP][1].ratio() < 1
