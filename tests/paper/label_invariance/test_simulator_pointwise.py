"""Correlated sampling of the label-invariant answer: exact disagreement, equality of values, the factor 2 approached."""

from __future__ import annotations

import random

import pytest
from flint import fmpq

from replcalc.paper.label_invariance.simulator import noisy_count, renamings
from replcalc.paper.label_invariance.simulator_correlated_sampling import disagreement, sample
from replcalc.paper.label_invariance.simulator_pointwise import (
    PointwiseLabelInvarianceSimulator,
    Resampled,
    answer_distributions,
    sampled_failure,
    sampled_rho,
    telltale,
)
from replcalc.simulate.answer_tables import (
    AnswerTable,
    first_draw,
    moves_distributions,
    orbit,
    random_table,
)
from replcalc.simulate.distributions import distribution, random_distribution, total_variation
from replcalc.simulate.simulator import simulate

SIMULATOR = PointwiseLabelInvarianceSimulator()


@pytest.mark.parametrize("seed", range(10))
def test_rejection_lies_between_its_two_bounds(seed: int) -> None:
    rng = random.Random(seed)
    p, q = random_distribution(rng, 4, 12), random_distribution(rng, 4, 12)
    tv = total_variation(p, q)
    assert tv <= disagreement(p, q) <= 2 * tv / (1 + tv)
    assert disagreement(p, p) == 0


def test_rejection_by_hand() -> None:
    """P = (1/2, 1/2, 0), Q = (1/2, 0, 1/2): of the area 3/2 the common part 1/2 agrees, elsewhere never... except by luck.

    The point (1, u < 1/2) makes P say 1 while Q, going on, says 0 or 2: always different; likewise (2, u).
    """
    assert disagreement(distribution(1, 1, 0), distribution(1, 0, 1)) == fmpq(2, 3)
    # P = (1, 0), Q = (1/2, 1/2): the point (0, u > 1/2) makes P say 0, Q goes on and says 0 with probability 1/2
    assert (
        disagreement(distribution(1, 0), distribution(1, 1))
        == (fmpq(1, 2) * fmpq(1, 2) + fmpq(1, 2)) / fmpq(3, 2)
        == fmpq(1, 2)
    )


def test_rejection_by_simulation() -> None:
    """Two-sided: seeded runs agree with the exact disagreement and the exact marginals to a few standard deviations."""
    p, q, runs = distribution(3, 1, 2), distribution(1, 3, 2), 4000
    differ = sum(sample(p, f"s{i}", 6) != sample(q, f"s{i}", 6) for i in range(runs)) / runs
    exact = disagreement(p, q)
    assert abs(differ - int(exact.p) / int(exact.q)) < 0.03
    zeros = sum(sample(p, f"s{i}", 6) == 0 for i in range(runs)) / runs
    assert abs(zeros - 0.5) < 0.03


@pytest.mark.parametrize("delta", [fmpq(1, 2), fmpq(1, 10), fmpq(1, 1000)])
def test_telltale_approaches_the_factor_two(delta: fmpq) -> None:
    table, d = telltale(delta), distribution(1, 1)
    assert table.rho(d) == delta / 2
    assert sampled_rho(answer_distributions(table), d, 2) == delta / (1 + delta)


def test_two_answers_lose_nothing() -> None:
    rng = random.Random(2)
    for _ in range(20):
        table, d = random_table(rng, 2, 2, 2, 3), random_distribution(rng, 2, 12)
        assert sampled_rho(answer_distributions(table), d, 2) <= max(table.rho(e) for e in orbit(d))


def test_values_are_invariant_only_after_symmetrising() -> None:
    table = first_draw()
    assert moves_distributions(answer_distributions(table), renamings(table)) == 0
    assert moves_distributions(table.answer_distributions(), renamings(table)) > 0


def test_failure_is_that_of_the_symmetrised_algorithm() -> None:
    table, d = noisy_count(), distribution(1, 3)
    average = sum((table.failure(e, frozenset({1})) for e in orbit(d)), fmpq(0)) / 2
    assert sampled_failure(answer_distributions(table), d, 3, frozenset({1})) == average


def test_weakened_promise_is_broken() -> None:
    found = list(Resampled(telltale(fmpq(1, 1000)), distribution(1, 1), frozenset({0})).measurements())
    rho = next(c for c in found if c.quantity == "rho after")
    assert not rho.violated(fmpq(1)) and rho.violated(fmpq(99, 100))


def test_constant_algorithm() -> None:
    table = AnswerTable(2, 2, 3, (fmpq(1),), ((2,) * 4,))
    assert all(
        not c.violated(fmpq(1)) and c.true == 0
        for c in Resampled(table, distribution(1, 2), frozenset({2})).measurements()
    )


def test_run_and_negative_control() -> None:
    finding = simulate(SIMULATOR, cases=15)
    assert finding.violations == finding.undecided == 0
    assert finding.extra["worst_ratio_to_2rho"] == fmpq(1000, 1001)
    assert finding.extra["factor_two_approached"] is True
    assert simulate(SIMULATOR, cases=5, weaken=fmpq(1, 100)).violations > 0
