"""Sorting and shuffling with shared randomness: values, distributions and the factor 2 that is never needed."""

from __future__ import annotations

import random

import pytest
from flint import fmpq

from replcalc.paper.order_invariance.simulator import (
    OrderInvarianceSimulator,
    Reordered,
    largest_loss,
    majority,
    order_invariant,
)
from replcalc.simulate.answer_tables import (
    first_draw,
    moves_values,
    permuted_positions,
    random_table,
    reorderings,
    sample_space,
)
from replcalc.simulate.distributions import distribution, random_distribution
from replcalc.simulate.simulator import simulate

SIMULATOR = OrderInvarianceSimulator()


def test_reorderings_shuffle_the_sorted_sample() -> None:
    space = sample_space(2, 3)
    images = {space[source[space.index((1, 0, 0))]] for _, source in reorderings(2, 3)}
    assert images == {(0, 0, 1), (0, 1, 0), (1, 0, 0)}
    assert sum((w for w, _ in reorderings(2, 3)), fmpq(0)) == 1


@pytest.mark.parametrize("n", [2, 3])
def test_first_draw_becomes_invariant(n: int) -> None:
    maps = permuted_positions(2, n)
    assert moves_values(first_draw(n), maps) > 0
    assert moves_values(order_invariant(first_draw(n)), maps) == 0
    assert moves_values(majority(n), maps) == 0


def test_first_of_two_fair_draws_by_hand() -> None:
    assert first_draw(2).rho(distribution(1, 1)) == fmpq(1, 2)
    assert order_invariant(first_draw(2)).rho(distribution(1, 1)) == fmpq(3, 8)


def test_an_invariant_algorithm_is_unchanged() -> None:
    for d in (distribution(1, 1), distribution(2, 7)):
        assert order_invariant(majority(3)).rho(d) == majority(3).rho(d)


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_lost_and_failure_is_kept(seed: int) -> None:
    rng = random.Random(seed)
    table, d = random_table(rng, 3, 2, 3, 2), random_distribution(rng, 3, 12)
    after = order_invariant(table)
    assert after.rho(d) <= table.rho(d)
    for answer in range(3):
        assert after.failure(d, frozenset({answer})) == table.failure(d, frozenset({answer}))


def test_all_algorithms_on_two_and_three_bits() -> None:
    assert largest_loss(2, 6) == 1
    assert largest_loss(3, 3) == 1


def test_weakened_promise_is_broken() -> None:
    found = list(Reordered(majority(3), distribution(1, 1), frozenset({0})).measurements())
    assert not any(c.violated(fmpq(1)) for c in found)
    rho = next(c for c in found if c.quantity == "rho after")
    assert not rho.violated(fmpq(1, 2)) and rho.violated(fmpq(49, 100))


def test_run() -> None:
    finding = simulate(SIMULATOR, cases=15)
    assert finding.violations == finding.undecided == 0
    assert finding.extra["worst_ratio_to_2rho"] == fmpq(1, 2)
