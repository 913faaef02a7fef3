"""Conditioning: the printed lemma breaks where brute force says so, the repair and the lossless form hold."""

from __future__ import annotations

from fractions import Fraction
from itertools import product as cartesian
from random import Random

import pytest
from flint import fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.paper.pg_composition.simulator_conditioning import (
    ConditioningSimulator,
    Paired,
    Sampled,
    climb_paired,
    one_bad_sample,
    random_sampled,
    two_directions,
)
from replcalc.simulate.distributions import distribution
from replcalc.simulate.simulator import BITS, UNWEAKENED, measured, simulate

SIMULATOR = ConditioningSimulator()


def apart(p: list[Fraction], q: list[Fraction], ratio: Fraction) -> Fraction:
    """The least delta, event by event."""
    worst = Fraction(0)
    for event in cartesian((False, True), repeat=len(p)):
        a = sum((x for x, inside in zip(p, event, strict=True) if inside), Fraction(0))
        b = sum((x for x, inside in zip(q, event, strict=True) if inside), Fraction(0))
        worst = max(worst, a - ratio * b, b - ratio * a)
    return worst


def kasivi_by_hand(
    first: list[list[int]], second: list[list[int]], ratio: int, delta_hat: Fraction
) -> tuple[Fraction, Fraction]:
    """(mass of values of V that fail, joint delta) for two tables rows u, columns t with one total."""
    total = sum(map(sum, first))
    joint = [[Fraction(c, total) for row in table for c in row] for table in (first, second)]
    delta = apart(*joint, Fraction(ratio))
    failing = Fraction(0)
    for t in range(len(first[0])):
        columns = [[row[t] for row in table] for table in (first, second)]
        distributions = [[Fraction(c, sum(column)) for c in column] for column in columns]
        if apart(*distributions, Fraction(ratio) ** 3) > delta_hat:
            failing += Fraction(sum(columns[0]), total)
    return failing, delta


WITNESSES = [
    # (table of (U, V), table of (U', V'), e^eps, delta-hat); rows are u, columns are t
    ([[0, 1], [5, 1]], [[1, 0], [1, 5]], 5, Fraction(9, 20)),
    ([[0, 0, 16], [0, 1, 0], [75, 8, 0]], [[0, 0, 8], [0, 0, 1], [82, 9, 0]], 2, Fraction(1, 10)),
]


@pytest.mark.parametrize(("first", "second", "ratio", "delta_hat"), WITNESSES)
def test_witnesses_by_hand(first: list[list[int]], second: list[list[int]], ratio: int, delta_hat: Fraction) -> None:
    """All events, plain fractions: the printed bound is broken, the repaired one is not."""
    failing, delta = kasivi_by_hand(first, second, ratio, delta_hat)
    tail = 2 * delta / (1 - Fraction(1, ratio))
    assert failing > 2 * delta / delta_hat + tail
    assert failing <= (1 + ratio) * delta / delta_hat + delta + tail
    flat = [tuple(c for row in table for c in row) for table in (first, second)]
    case = Paired(flat[0], flat[1], len(first[0]), fmpq(ratio))
    as_fmpq = fmpq(delta_hat.numerator, delta_hat.denominator)
    assert case.failing(as_fmpq) == fmpq(failing.numerator, failing.denominator)
    assert case.delta == fmpq(delta.numerator, delta.denominator)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(3))
def test_the_search_finds_violations_on_its_own(seed: int) -> None:
    with ball_precision(BITS):
        printed = [c for c in measured(SIMULATOR.search(Random(seed), 60)) if c.statement == "lm:kasivi"]
        broken = [c for c in printed if c.violated(UNWEAKENED)]
    assert all(c.expected_false for c in printed)
    assert broken and len(broken) < len(printed)  # some cases keep it: the search is not rigged


def test_climbing_alone_finds_one() -> None:
    """Without the exhaustive small tables: random starts climb to a violation at e^eps = 5."""
    with ball_precision(BITS):
        cases = [w for seed in range(3) for w in climb_paired(Random(seed), fmpq(5), (2, 2), 40, 400)]
        assert any(c.violated(UNWEAKENED) for w in cases for c in w.measurements() if c.statement == "lm:kasivi")
        assert not any(c.violated(UNWEAKENED) for w in cases for c in w.measurements() if not c.expected_false)


@pytest.mark.exhaustive
def test_smallest_witness_is_kept_and_reported_apart() -> None:
    found = simulate(SIMULATOR, cases=20)
    assert found.violations == 0 < found.refuted
    assert found.refutation is not None and found.refutation.statement == "lm:kasivi"
    assert found.refutation.shown()["delta"] == "1/7"  # tables of total 7: no two-by-two tables of total 6 break it
    assert "lm:kasivi" not in found.per_statement and found.per_statement["derived:kasivi"][0] > 0
    tried, broken = found.false_as_printed["lm:kasivi"]
    assert 0 < broken < tried


def test_sampled_worlds_by_hand() -> None:
    case = one_bad_sample(fmpq(2), fmpq(1, 50), fmpq(1, 2))
    assert case.delta == fmpq(1, 100) == case.tails()
    double = two_directions(fmpq(2), fmpq(1, 50), fmpq(1, 4))
    assert double.delta == fmpq(1, 200)
    with ball_precision(BITS):
        found = {c.statement: c for c in double.measurements()}
    lossless = found["derived:conditioning"]
    assert lossless.true == fmpq(2, 50) and lossless.bound == 2 * fmpq(1, 200) / (fmpq(1, 4) * fmpq(999, 1000))


def test_lossless_needs_its_factor_two() -> None:
    """With 2 delta/d replaced by delta/d the two-directional case would break it."""
    with ball_precision(BITS):
        found = [
            c
            for c in two_directions(fmpq(2), fmpq(1, 50), fmpq(1, 4)).measurements()
            if c.statement == "derived:conditioning"
        ]
        assert any(c.violated(fmpq(1, 2)) for c in found) and not any(c.violated(fmpq(1)) for c in found)


def test_joint_delta_by_events() -> None:
    rng = Random(4)
    for _ in range(10):
        case = random_sampled(rng)
        if len(case.real) > 12:
            continue
        p, q = ([Fraction(int(x.p), int(x.q)) for x in side] for side in (case.real, case.independent))
        assert sum(p) == sum(q) == 1
        expected = apart(p, q, Fraction(int(case.ratio.p), int(case.ratio.q)))
        assert case.delta == fmpq(expected.numerator, expected.denominator)


def test_identical_laws_need_nothing() -> None:
    case = Sampled(distribution(1, 1), (distribution(1, 2), distribution(1, 2)), distribution(1, 2), fmpq(2))
    assert case.delta == 0
    with ball_precision(BITS):
        assert [c.statement for c in case.measurements()] == ["lm:G_G_prime_implies_joint"]


def test_worlds_whose_conditionals_do_not_exist_are_left_out() -> None:
    missing = Paired((1, 1, 1, 1), (2, 0, 2, 0), 2, fmpq(2))
    assert not missing.complete and missing.failing_per_delta() == -1
    assert list(missing.measurements()) == []
