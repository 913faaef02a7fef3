"""Resampling from a sufficient statistic: equality of distributions, no loss of replicability, and what is not sufficient."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq

from replcalc.paper.sufficient_statistic.simulator import (
    Coupling,
    FixedSamples,
    StatisticCase,
    SufficientStatisticSimulator,
    antipodal,
    conditional,
    exponential_family,
    fibres,
    kernel,
    multiset_statistic,
    random_coupling,
    resampling,
    spread,
    sum_statistic,
)
from replcalc.simulate.answer_tables import AnswerTable, first_draw, sample_space
from replcalc.simulate.distributions import distribution, total_variation
from replcalc.simulate.simulator import measured, simulate

SIMULATOR = SufficientStatisticSimulator()

COIN = (distribution(1, 1), distribution(1, 9))


def test_sum_of_bits_is_sufficient_for_coins() -> None:
    mu = kernel(COIN, 3, sum_statistic((0, 1), 3))
    assert mu is not None
    assert mu[1] == {1: fmpq(1, 3), 2: fmpq(1, 3), 4: fmpq(1, 3)}


def test_first_draw_is_not_sufficient() -> None:
    """Negative control: given the first of two draws the second still depends on the bias."""
    assert kernel(COIN, 2, tuple(s[0] for s in sample_space(2, 2))) is None
    with pytest.raises(ValueError, match="not sufficient"):
        resampling(COIN, (0, 0, 1, 1), 2, ((0, 1), (2, 3)))


def test_a_kernel_that_is_not_uniform() -> None:
    family = exponential_family((1, 1, 2), (0, 1, 1), (fmpq(1, 2), fmpq(3)))
    mu = kernel(family, 2, sum_statistic((0, 1, 1), 2))
    assert mu is not None
    assert mu[2] == {4: fmpq(1, 9), 5: fmpq(2, 9), 7: fmpq(2, 9), 8: fmpq(4, 9)}


def test_multiset_is_sufficient_for_everything() -> None:
    assert kernel((distribution(1, 2, 3), distribution(5, 1, 1)), 2, multiset_statistic(3, 2)) is not None
    assert len(set(multiset_statistic(3, 2))) == 6


def test_conditional_laws_are_distributions() -> None:
    rows = conditional(distribution(1, 2), 3, sum_statistic((0, 1), 3))
    assert sum((p for p, _ in rows.values()), fmpq(0)) == 1
    assert all(sum(mu.values(), fmpq(0)) == 1 for _, mu in rows.values())


def test_resampling_cases_have_the_right_marginals() -> None:
    case = random_coupling(random.Random(4))
    cases = resampling(case.family, case.statistic, case.table.n, case.orders)
    mu = kernel(case.family, case.table.n, case.statistic)
    assert mu is not None
    assert sum((w for w, _ in cases), fmpq(0)) == 1
    for s, t in enumerate(case.statistic):
        distribution_of_resample: dict[int, fmpq] = {}
        for weight, source in cases:
            distribution_of_resample[source[s]] = distribution_of_resample.get(source[s], fmpq(0)) + weight
        assert distribution_of_resample == mu[t]


def test_first_of_two_draws_by_hand() -> None:
    """rho = 1/2 before. After: values 0 and 2 fix the answer, value 1 follows the common coin: 1/4*1/4*2 + 1/2*1/2."""
    statistic = sum_statistic((0, 1), 2)
    case = Coupling((distribution(1, 1),), statistic, first_draw(2), fibres(statistic))
    after = case.resampled
    # given r', samples 00,11 answer 0,1 and both mixed samples answer the same bit: p = 3/4, 1/4
    assert after.rho(distribution(1, 1)) == 1 - fmpq(9, 16) - fmpq(1, 16) == fmpq(3, 8)
    assert first_draw(2).rho(distribution(1, 1)) == fmpq(1, 2)
    assert spread(after, statistic) == 0
    assert spread(first_draw(2), statistic) > 0


def brute_force_rho(table: AnswerTable, p: Fraction) -> Fraction:
    """Pr over both samples and coins, pair by pair, in plain fractions."""
    total = Fraction(0)
    space = list(product((0, 1), repeat=table.n))
    mass = [Fraction(p) ** sum(s) * (1 - Fraction(p)) ** (table.n - sum(s)) for s in space]
    for w, row in zip(table.coins, table.answers, strict=True):
        for i, j in product(range(len(space)), repeat=2):
            if row[i] != row[j]:
                total += Fraction(int(w.p), int(w.q)) * mass[i] * mass[j]
    return total


def test_rho_by_all_pairs() -> None:
    table = antipodal().resampled
    expected = brute_force_rho(table, Fraction(1, 3))
    assert table.rho(distribution(2, 1)) == fmpq(expected.numerator, expected.denominator)


@pytest.mark.parametrize("seed", range(25))
def test_nothing_is_lost(seed: int) -> None:
    """rho after resampling is at most rho, for every coupling: twice better than promised."""
    case = random_coupling(random.Random(seed))
    after = case.resampled
    for d in case.family:
        assert total_variation(*StatisticCase(case, d, frozenset()).joint_distributions()) == 0
        assert after.rho(d) <= case.table.rho(d)


def test_wrong_kernel_is_noticed() -> None:
    """Negative control: resampling uniformly within a value that is not uniform moves the joint distribution."""
    family = exponential_family((1, 1, 2), (0, 1, 1), (fmpq(1), fmpq(2)))
    statistic = sum_statistic((0, 1, 1), 2)
    table = AnswerTable(3, 2, 2, (fmpq(1),), ((0,) * 9,))
    right = Coupling(family, statistic, table, fibres(statistic))
    wrong = Coupling((distribution(1, 1, 1),), statistic, table, fibres(statistic))
    assert total_variation(*StatisticCase(right, family[0], frozenset()).joint_distributions()) == 0
    assert total_variation(*StatisticCase(wrong, family[0], frozenset()).joint_distributions()) > 0


def test_comparisons_and_a_broken_promise() -> None:
    statistic = sum_statistic((0, 1), 2)
    given = Coupling(COIN, statistic, first_draw(2), fibres(statistic))
    found = list(measured(given.cases(frozenset({1}))))
    assert not any(c.violated(fmpq(1)) for c in found)
    rho = next(c for c in found if c.quantity == "rho after resampling")
    assert rho.bound == 1 and rho.true == fmpq(3, 8)
    assert rho.violated(fmpq(1, 3))


def test_the_printed_subscript_is_false() -> None:
    """Over the coins alone, for two fixed samples, 2 rho is not enough."""
    (comparison,) = FixedSamples(3, distribution(9, 1)).measurements()
    assert comparison.expected_false
    assert comparison.true == 1
    assert comparison.violated(fmpq(1))


def test_run_and_negative_control() -> None:
    finding = simulate(SIMULATOR, cases=20)
    assert finding.violations == finding.undecided == 0
    assert finding.refuted == 1
    assert finding.extra["worst_ratio_to_2rho"] == fmpq(1, 2)
    assert finding.extra["factor_two_approached"] is False
    assert simulate(SIMULATOR, cases=5, weaken=fmpq(1, 100)).violations > 0
