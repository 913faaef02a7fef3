"""Closeness and perfect generalization of a table, against grids and hand-made cases."""

from __future__ import annotations

from random import Random

import pytest
from flint import fmpq

from replcalc.paper.preliminaries.simulator import (
    ChainCase,
    ClosenessSimulator,
    GammaCase,
    OutputDistributions,
    PairCase,
    least_gamma,
    noisy_count,
)
from replcalc.simulate.distributions import (
    RATIOS,
    close,
    distribution,
    grid_distributions,
    least_delta_over_events,
    point,
    random_distribution,
    uniform,
)
from replcalc.simulate.simulator import simulate

SIMULATOR = ClosenessSimulator()


def on_a_grid(algorithm: OutputDistributions, ratio: fmpq, delta: fmpq, denominator: int) -> fmpq:
    """The least gamma over simulators on a grid: never below the true one."""
    distributions = grid_distributions(len(algorithm.rows[0]), denominator)
    return min(
        sum(
            (w for w, row in zip(algorithm.weights, algorithm.rows, strict=True) if not close(row, q, ratio, delta)),
            fmpq(0),
        )
        for q in distributions
    )


@pytest.mark.parametrize("outputs", [2, 3])
def test_least_gamma_is_attained_and_no_grid_law_beats_it(outputs: int) -> None:
    rng, equal = Random(outputs), 0
    for _ in range(12):
        rows = tuple(random_distribution(rng, outputs, 12) for _ in range(3))
        algorithm = OutputDistributions(random_distribution(rng, 3, 12, positive=True), rows)
        ratio, delta = rng.choice(RATIOS), fmpq(rng.randint(0, 3), 20)
        gamma, simulator = least_gamma(algorithm, ratio, delta)
        assert algorithm.bad(simulator, ratio, delta) == gamma
        coarse = on_a_grid(algorithm, ratio, delta, 200 if outputs == 2 else 24)
        assert gamma <= coarse
        equal += gamma == coarse
    assert equal >= 6  # the grid is fine enough to meet it most of the time


def test_hand_made_tables() -> None:
    constant = OutputDistributions(uniform(3), (distribution(1, 2),) * 3)
    assert least_gamma(constant, fmpq(1), fmpq(0))[0] == 0
    telltale = OutputDistributions((fmpq(1, 2), fmpq(1, 3), fmpq(1, 6)), (point(3, 0), point(3, 1), point(3, 2)))
    assert least_gamma(telltale, fmpq(2), fmpq(0))[0] == fmpq(1, 2)  # only one sample can be served, the likeliest
    assert least_gamma(telltale, fmpq(1), fmpq(1, 2))[0] == fmpq(1, 6)  # two can, from half way
    assert least_gamma(telltale, fmpq(1), fmpq(2, 3))[0] == 0  # the uniform distribution serves all three


def test_noisy_count_is_what_it_says() -> None:
    algorithm = noisy_count(2, fmpq(1, 3))
    assert algorithm.weights == (fmpq(4, 9), fmpq(4, 9), fmpq(1, 9))
    assert [row[1] for row in algorithm.rows] == [fmpq(1, 4), fmpq(1, 2), fmpq(3, 4)]
    # e^eps = 2 with q = 3/8: 3/4 <= 2 q, q <= 2/4, and the complements 3/4 <= 2 (1 - q), 1 - q <= 2/4 fails
    assert least_gamma(algorithm, fmpq(3), fmpq(0))[0] == 0
    assert least_gamma(algorithm, fmpq(1), fmpq(0))[0] == 1 - fmpq(4, 9)


def test_equality_from_both_sides_catches_a_wrong_formula() -> None:
    """If the least delta over events were not the hockey-stick, one of the two senses would be broken."""
    senses = {
        (c.quantity, c.sense): c
        for c in PairCase(distribution(3, 1), distribution(1, 3), fmpq(2), (point(2, 0), point(2, 1))).measurements()
    }
    both = [c for (name, _), c in senses.items() if name.startswith("least delta over all events")]
    assert {c.sense for c in both} == {"<=", ">="} and all(c.true == c.bound == fmpq(1, 4) for c in both)
    assert all(c.violated(fmpq(99, 100)) for c in both)


def test_chains_can_be_tight_and_single_ratio_is_not_enough() -> None:
    p, q, r = distribution(3, 1), distribution(1, 1), distribution(1, 3)
    found = next(ChainCase((p, q, r), fmpq(2), fmpq(2)).measurements())
    assert found.true == found.bound == 0
    assert least_delta_over_events(p, r, fmpq(2)) > found.bound  # the exponents must add up: e^eps alone does not do


def test_tables_compare_the_average() -> None:
    found = list(GammaCase(noisy_count(4, fmpq(1, 2)), fmpq(3, 2), fmpq(1, 20)).measurements())
    assert {c.quantity for c in found} == {"gamma of the average output distribution", "delta between two good samples"}
    assert not any(c.violated(fmpq(1)) for c in found)


def test_extra_lists_a_decreasing_trade_off() -> None:
    rows = simulate(SIMULATOR, cases=1).extra["noisy_count"]
    gammas = {(row["e^eps"], row["delta"]): row["gamma"] for row in rows}
    for (ratio, delta), gamma in gammas.items():
        assert all(gamma >= other for (r, d), other in gammas.items() if r >= ratio and d >= delta)
    assert gammas[fmpq(2), fmpq(0)] == 0 < gammas[fmpq(11, 10), fmpq(0)]
