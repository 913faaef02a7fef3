"""thm:hardness: what is enumerated, by hand."""

from __future__ import annotations

import pytest
from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.paper.omitted_proofs.simulator_hardness import (
    LABEL,
    HardnessSimulator,
    RunsSideBySide,
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


def test_only_the_failure_is_witnessed() -> None:
    found = simulate(SIMULATOR, cases=2)
    assert set(found.witnessed) == {(LABEL, "failure")} and found.violations == 0
    assert simulate(SIMULATOR, cases=2, weaken=fmpq(9, 10)).violations > 0
