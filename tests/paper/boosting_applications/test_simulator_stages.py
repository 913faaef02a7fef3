"""Stages at their stated sizes: probabilities by listing all samples of small sizes, and sizes that are too small."""

from __future__ import annotations

from itertools import product
from math import comb, prod

import pytest
from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.paper.boosting_applications import simulator_stages as stages
from replcalc.paper.boosting_applications.simulator_stages import (
    FINITE,
    MEAN,
    POSITIVE,
    SEPARATOR,
    TESTER,
    StagesSimulator,
    StatedLearners,
    StatedMeans,
    StatedTesters,
)
from replcalc.simulate.distributions import distribution
from replcalc.simulate.simulator import BITS, simulate

SIMULATOR = StagesSimulator()


@pytest.fixture(autouse=True)
def _precision():
    with ball_precision(BITS):
        yield


def test_a_bad_threshold_survives_as_often_as_samples_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five examples in place of the stated number: every sample is listed, every hypothesis tried."""
    monkeypatch.setattr(stages, "stated", lambda *_, **__: 5)
    case = StatedLearners(distribution(2, 5, 1, 2), 2, fmpq(1, 4), fmpq(1, 3))
    found = {c.statement: c.true for c in case.measurements()}
    wrong = late = fmpq(0)
    for sample in product(range(4), repeat=5):
        chance = prod((case.points[x] for x in sample), start=fmpq(1))
        consistent = [t for t in range(5) if all((x >= t) == (x >= 2) for x in sample)]
        errors = [sum(case.points[min(t, 2) : max(t, 2)], fmpq(0)) for t in range(5)]
        wrong += chance * any(errors[t] > case.alpha for t in consistent)
        smallest = min((x for x in sample if x >= 2), default=4)
        late += chance * (errors[smallest] > case.alpha)
    assert found[FINITE] == wrong > 0 and found[POSITIVE] == late > 0


def test_testers_err_as_counts_say() -> None:
    case = StatedTesters(fmpq(1, 3), fmpq(1, 4), fmpq(2, 5))
    n, half = stages.stated(TESTER, alpha=case.alpha, beta=case.beta), fmpq(1, 2)
    rejected = sum(fmpq(comb(n, e), 3**e) * fmpq(2, 3) ** (n - e) for e in range(n + 1) if fmpq(e, n) >= half)
    mine = [c for c in case.measurements() if c.statement == TESTER]
    assert arb(rejected).overlaps(arb(mine[0].true)) and len(mine) == 2
    assert {c.statement for c in case.measurements()} == {TESTER, SEPARATOR}


def test_a_third_of_the_examples_are_too_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: the promises are broken with a third of the stated sizes."""
    whole = stages.stated
    over = fmpq(1001, 10000)
    case, mean = (
        StatedLearners((1 - over, over), 1, fmpq(1, 10), fmpq(1, 10)),
        StatedMeans(fmpq(1, 2), fmpq(1, 10), fmpq(1, 10)),
    )
    assert not any(c.violated(fmpq(1)) for w in (case, mean) for c in w.measurements())
    monkeypatch.setattr(stages, "stated", lambda label, **given: whole(label, **given) // 3)
    broken = {c.statement for w in (case, mean) for c in w.measurements() if c.violated(fmpq(1))}
    assert POSITIVE in broken and MEAN in broken


def test_every_stage_is_witnessed() -> None:
    found = simulate(SIMULATOR, cases=4)
    assert {label for label, _ in found.witnessed} == set(SIMULATOR.statements) and found.violations == 0
