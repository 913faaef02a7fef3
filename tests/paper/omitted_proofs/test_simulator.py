"""k copies side by side: the enumeration against the distribution of independent events, and the common coin."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq

from replcalc.paper.omitted_proofs.simulator import COINS, NaiveSimulator, common_coin, copied, independent_copies
from replcalc.simulate.algorithms import majority_threshold, reader
from replcalc.simulate.distributions import bernoulli, uniform
from replcalc.simulate.simulator import measured, simulate

SIMULATOR = NaiveSimulator()


@pytest.mark.parametrize("k", [1, 2, 4])
def test_independent_copies(k: int) -> None:
    """reader(1/4) on a fair coin disagrees with probability 1/8; enumeration must give 1 - (7/8)^k."""
    expected = 1 - Fraction(7, 8) ** k
    assert independent_copies(reader(fmpq(1, 4)), uniform(2), k) == fmpq(expected.numerator, expected.denominator)


def test_one_copy_disagrees_as_the_algorithm_does() -> None:
    # thresholds 1 and 2 of two fair bits: answer 1 w.p. 3/4 and 1/4
    assert independent_copies(majority_threshold(2), uniform(4), 1) == fmpq(3, 8)


@pytest.mark.parametrize("k", [1, 3, 12])
def test_common_coin_stays_below_the_chance_of_looking(k: int) -> None:
    union = common_coin(reader(fmpq(1, 10), outputs=8), uniform(8), k)
    expected = Fraction(1, 10) * (1 - Fraction(1, 8) ** k)
    assert union == fmpq(expected.numerator, expected.denominator) < fmpq(1, 10)


def test_common_coin_breaks_the_lower_bound_only_when_many() -> None:
    def broken(k: int) -> list[bool]:
        cases = measured(copied(reader(fmpq(1, 10), outputs=8), [uniform(8)], (k,), shared=True))
        return [c.violated(fmpq(1)) for c in cases if c.quantity == "lower"]

    assert broken(2) == [False]
    assert broken(6) == [True]


def test_only_nearly_worst_laws_are_compared() -> None:
    distributions = {c.shown()["draws"] for c in measured(copied(reader(fmpq(1, 4)), COINS, (2,)))}
    assert "1/2, 1/2" in distributions
    assert "9/10, 1/10" not in distributions  # 2 * 0.09 < 0.25


def test_bounds_by_hand() -> None:
    found = {c.quantity: c for c in measured(copied(reader(fmpq(1, 4)), [bernoulli(fmpq(1, 2))], (3,)))}
    assert found["upper"].bound == fmpq(3, 8)
    assert found["lower"].bound == fmpq(3, 32)
    assert found["independent"].bound == 1 - fmpq(15, 16) ** 3
    assert found["lower"].bound < found["independent"].bound < found["lower"].true < found["upper"].bound


def test_run() -> None:
    found = simulate(SIMULATOR, cases=20)
    assert found.violations == found.undecided == 0
    assert found.refuted == 4  # both lower bounds, with 6 and with 12 copies
