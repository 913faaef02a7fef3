"""The test on data: the distribution is drawn exactly, two runs share everything but their samples."""

from collections import Counter
from fractions import Fraction

import pytest
from flint import fmpq

from replcalc.numbers.errors import InputError
from replcalc.run.seeds import Shared
from replcalc.sharper.threshold_test.algorithm import HIGH, LOW, ThresholdTest, draw_test_threshold
from replcalc.sharper.threshold_test.certificates import ThresholdDistribution
from replcalc.sharper.threshold_test.method import solve, two_values


@pytest.fixture(scope="module")
def plan():
    return solve(two_values("0.3", "0.8", "0.3", "0.1"), 10)


def shared(number):
    return Shared(f"a seed of its own, number {number}")


def test_thresholds_come_up_as_often_as_their_law_says():
    distribution = ThresholdDistribution((fmpq(3), fmpq(5)), (fmpq(1, 2), fmpq(1, 4)), fmpq(1, 8), fmpq(1, 8))
    found = Counter(draw_test_threshold(distribution, shared(j).stream("x")) for j in range(4000))
    assert set(found) == {Fraction(3), Fraction(5), LOW, HIGH}
    for key, share in ((Fraction(3), 0.5), (Fraction(5), 0.25), (LOW, 0.125), (HIGH, 0.125)):
        assert abs(found[key] / 4000 - share) < 0.04


def test_the_answer_is_a_comparison_with_the_threshold(plan):
    one = ThresholdTest(plan, shared(1))
    bar = int(one.threshold)
    assert one.answer([Fraction(1)] * bar + [Fraction(0)] * (one.samples - bar)) == HIGH
    assert one.answer([Fraction(1)] * (bar - 1) + [Fraction(0)] * (one.samples - bar + 1)) == LOW
    assert one.answer([Fraction(0)] * one.samples + [Fraction(1)] * 50) == LOW, "further values are not looked at"


def test_values_inside_are_coins_of_their_mean_and_two_runs_share_them(plan):
    half = [Fraction(1, 2)] * plan.samples
    counts = [ThresholdTest(plan, shared(j)).statistic(half) for j in range(300)]
    assert abs(sum(counts) / len(counts) - Fraction(plan.samples, 2)) < 1
    assert ThresholdTest(plan, shared(7)).statistic(half) == ThresholdTest(plan, shared(7)).statistic(list(half))


def test_what_it_cannot_use_is_refused(plan):
    one = ThresholdTest(plan, shared(1))
    with pytest.raises(InputError, match="at least 11"):
        one.answer([Fraction(1)] * 10)
    with pytest.raises(InputError, match="between 0 and 1"):
        one.answer([Fraction(3, 2)] * 11)
