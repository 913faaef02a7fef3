"""thm:hardness: what is enumerated, by hand; the illustration is counted for nothing."""

from __future__ import annotations

from math import log2

import pytest
from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.paper.omitted_proofs.simulator_hardness import (
    COMPOSITIONS,
    LABEL,
    HardnessSimulator,
    RunsSideBySide,
    SamplesGrow,
    on_a_grid,
)
from replcalc.simulate.simulator import BITS, simulate

SIMULATOR = HardnessSimulator()


@pytest.mark.parametrize(("k", "r"), [(1, 1), (2, 1), (7, 1), (3, 2)])
def test_some_run_is_wrong(k: int, r: int) -> None:
    with ball_precision(BITS):
        [found] = RunsSideBySide(k, r).measurements()
        assert found.true == 1 - (1 - fmpq(1, 1000 * k**r)) ** k <= fmpq(1, 1000)
        assert arb(found.bound).overlaps(arb(fmpq(1, 1000)))
        assert found.conclusion == "failure" and found.violated(fmpq(1, 100))


@pytest.mark.parametrize("name", COMPOSITIONS)
def test_samples_are_the_fewest_and_the_exponent_is_theirs(name: str) -> None:
    case, disagreement = SamplesGrow(name, 1, fmpq(1, 3)), COMPOSITIONS[name][0]
    with ball_precision(BITS):
        few, many = case.samples(1), case.samples(2)
        assert disagreement(1, few) <= fmpq(1, 3) < disagreement(1, few - 1)
        [found] = case.measurements()
        assert found.conclusion == "" and abs(float(found.true) - log2(many / few)) < 1e-9


def test_two_coins_disagree_as_two_independent_ones() -> None:
    one = on_a_grid(1, 12)
    assert on_a_grid(2, 12) == 1 - (1 - one) ** 2


def test_only_the_failure_is_witnessed() -> None:
    found = simulate(SIMULATOR, cases=2)
    assert set(found.witnessed) == {(LABEL, "failure")} and found.violations == 0
    assert simulate(SIMULATOR, cases=2, weaken=fmpq(9, 10)).violations > 0
