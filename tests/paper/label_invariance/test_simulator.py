"""A shared random renaming of the domain: distributions are invariant, values need not be, and rho is only averaged."""

from __future__ import annotations

import random

import pytest
from flint import fmpq

from replcalc.paper.label_invariance.simulator import (
    LabelInvarianceSimulator,
    Renamed,
    assumed,
    collision,
    label_invariant,
    noisy_count,
    renamings,
)
from replcalc.simulate.answer_tables import (
    first_draw,
    moves_distributions,
    moves_values,
    orbit,
    random_table,
    relabellings,
    sample_space,
)
from replcalc.simulate.distributions import distribution, random_distribution, uniform
from replcalc.simulate.simulator import simulate

SIMULATOR = LabelInvarianceSimulator()


def test_orbit_and_relabellings() -> None:
    assert set(orbit(distribution(1, 2, 3))) == {
        distribution(*w) for w in ((1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1))
    }
    assert orbit(uniform(3)) == (uniform(3),)
    space = sample_space(2, 2)
    assert {space[source[space.index((0, 1))]] for _, source in relabellings(2, 2)} == {(0, 1), (1, 0)}


def test_laws_become_invariant_but_values_do_not() -> None:
    maps = renamings(first_draw())
    assert moves_distributions(first_draw().answer_distributions(), maps) > 0
    after = label_invariant(first_draw())
    assert moves_distributions(after.answer_distributions(), maps) == 0
    assert moves_values(after, maps) > 0
    assert moves_values(collision(3, 2), renamings(collision(3, 2))) == 0


def test_rho_after_is_the_average_over_relabellings() -> None:
    d = distribution(1, 9)
    table = noisy_count()
    average = sum((table.rho(e) for e in orbit(d)), fmpq(0)) / 2
    assert label_invariant(table).rho(d) == average
    assert table.rho(distribution(1, 9)) != table.rho(distribution(9, 1))
    assert average < assumed(table, d, frozenset())["rho"]


@pytest.mark.parametrize("seed", range(15))
def test_random_tables_keep_the_promise(seed: int) -> None:
    rng = random.Random(seed)
    table, d = random_table(rng, 3, 2, 3, 2), random_distribution(rng, 3, 12)
    after = label_invariant(table)
    assert after.rho(d) <= max(table.rho(e) for e in orbit(d))
    for answer in range(3):
        valid = frozenset({answer})
        assert after.failure(d, valid) == sum((table.failure(e, valid) * weight for e, weight in weighted(d)), fmpq(0))


def weighted(d: tuple[fmpq, ...]) -> list[tuple[tuple[fmpq, ...], fmpq]]:
    """Every relabelling of d with the fraction of the permutations that give it."""
    from itertools import permutations

    every = [tuple(d[i] for i in pi) for pi in permutations(range(len(d)))]
    return [(e, fmpq(every.count(e), len(every))) for e in set(every)]


def test_rho_on_d_alone_would_not_do() -> None:
    """Negative control: against rho on D itself, not its relabellings, the promise fails somewhere."""
    table = noisy_count()
    assert any(label_invariant(table).rho(d) > table.rho(d) for d in (distribution(1, 9), distribution(9, 1)))


def test_attained_by_symmetric_algorithms() -> None:
    found = list(Renamed(collision(3, 2), uniform(3), frozenset({1})).measurements())
    rho = next(c for c in found if c.quantity == "rho after")
    assert rho.true == rho.bound == fmpq(4, 9)
    assert rho.violated(fmpq(99, 100))


def test_run() -> None:
    finding = simulate(SIMULATOR, cases=15)
    assert finding.violations == finding.undecided == 0
    assert finding.extra["laws_changed_by_renaming"] == 0
    assert finding.extra["values_changed_by_renaming"] > 0
