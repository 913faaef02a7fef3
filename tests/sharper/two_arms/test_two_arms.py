"""Two arms by the best distribution: figures, the certified one on a grid of pairs of means, controls, data to answers."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, fmpq
from scipy.stats import binom

from replcalc.numbers.errors import InputError
from replcalc.planning.comparison import compare_methods
from replcalc.problems.choices.method import answer as compare_options
from replcalc.run.seeds import Shared
from replcalc.sharper.softmax_race.method import parse_choose_question
from replcalc.sharper.threshold_test.certificates import CoinFlips, DistributionCheck, TwoValues
from replcalc.sharper.two_arms.algorithm import TwoArmsTest, TwoOptions
from replcalc.sharper.two_arms.method import TwoArmsCheck, ab_question, solve_optimal


def ab(alpha, rho, beta, **more):
    return compare_methods(ab_question(alpha, rho, beta, **more), 6)


def choose(arms, alpha, rho, beta, k=None, **more):
    return compare_options(parse_choose_question(arms, alpha, rho, beta, k, **more), 6)


TASK = TwoValues(fmpq(2, 5), fmpq(3, 5), fmpq(1, 5), fmpq(1, 20))


@pytest.fixture(scope="module")
def plan():
    return solve_optimal(ab_question("0.2", "0.2", "0.05"), 20)


def below(samples, distribution, new, old):
    """Pr[S < c] for every threshold, by convolution, in floats."""
    counts = np.arange(samples + 1)
    masses = np.convolve(binom.pmf(counts, samples, new), binom.pmf(counts, samples, 1 - old))
    return np.concatenate(([0.0], np.cumsum(masses)))[[int(c.p) for c in distribution.thresholds]]


def test_as_few_rewards_as_any_decision_needs(plan):
    assert plan.certified and (plan.samples, plan.value("samples_total")) == (104, 208)
    answer = ab("0.2", "0.2", "0.05")
    assert (answer.best.method, answer.samples, answer.lower_bound.samples) == ("optimal", 104, 104)
    assert answer["threshold"].samples == 204


def test_the_law_keeps_its_promise_for_every_pair_of_means(plan):
    """An independent computation: exact distributions of both arms, 31 x 31 means, and the edge of the gap."""
    distribution, samples = plan.details["distribution"].distribution, plan.samples
    weights = np.array([float(Fraction(int(w.p), int(w.q))) for w in distribution.weights])
    worst = 0.0
    for new in np.linspace(0, 1, 31):
        for old in np.linspace(0, 1, 31):
            f = below(samples, distribution, new, old)
            worst = max(worst, float(weights @ (2 * f * (1 - f))))
    assert 0.19 < worst <= 0.2 + 1e-12
    wrong = [
        weights @ (1 - below(samples, distribution, p, p + 0.2)) + float(distribution.always_high.p)
        for p in np.linspace(0, 0.8, 33)
    ]
    assert 0.045 < max(wrong) <= 0.05 + 1e-12


def test_unequal_arms_are_charged_the_threshold_next_to_the_mean(plan):
    """The bound on a cell is that of a coin and a little more, and the distribution of a coin need not pass."""
    distribution, experiment = plan.details["distribution"].distribution, CoinFlips(208)
    arms, coin = TwoArmsCheck(experiment, TASK, distribution), DistributionCheck(experiment, TASK, distribution)
    first, last = fmpq(1, 2), fmpq(1, 2) + fmpq(1, 1000)
    more = arms.on_cell(arms.node(first), arms.node(last)) - coin.on_cell(coin.node(first), coin.node(last))
    assert 0 <= more < arb(1) / 1000
    one = replace(distribution, thresholds=(fmpq(104),), weights=(fmpq(1),), always_low=fmpq(0), always_high=fmpq(0))
    centre = TwoArmsCheck(experiment, TASK, one)
    third = fmpq(103, 208) + fmpq(1, 1000)
    added = centre.on_cell(centre.node(third), centre.node(third)) - coin.__class__(experiment, TASK, one).on_cell(
        centre.node(third), centre.node(third)
    )
    assert added > 0, "a threshold next to the mean"
    assert centre.certify() is None, "a threshold that nobody varies disagrees too often"
    assert centre.high_at(fmpq(1, 2)) == 1, "it is not above the mean by one"


@pytest.mark.parametrize("nudge", ["weights", "samples"])
def test_a_law_for_something_else_is_refused(plan, nudge):
    distribution = plan.details["distribution"].distribution
    if nudge == "samples":
        assert TwoArmsCheck(CoinFlips(190), TASK, distribution).certify() is None
    else:
        moved = replace(
            distribution,
            weights=(distribution.weights[0] + distribution.weights[1], fmpq(0), *distribution.weights[2:]),
        )
        assert TwoArmsCheck(CoinFlips(208), TASK, moved).certify() is None


def test_rewards_between_their_ends_become_coins(plan):
    test = TwoArmsTest(plan, Shared("s"), "old", "new")
    sure = [Fraction(1)] * 104, [Fraction(0)] * 104
    assert test.successes("new", sure[0]) == 104 and test.successes("new", sure[1]) == 0
    half = test.successes("new", [Fraction(1, 2)] * 104)
    assert 20 < half < 84 and half == TwoArmsTest(plan, Shared("s"), "old", "new").successes(
        "new", [Fraction(1, 2)] * 104
    )
    assert test.answer(sure[1], sure[0]) == "new" and test.answer(*sure) == "old"
    with pytest.raises(InputError, match="between 0 and 1"):
        test.successes("new", [Fraction(2)] * 104)
    with pytest.raises(InputError, match="at least 104"):
        test.successes("new", [Fraction(1)] * 103)


def test_a_choice_between_two_options_is_a_decision():
    """It broke: choose took 13,609 samples per arm where ab takes 1,936."""
    asked = ("2", "0.2", "0.2", "0.05")
    answer = choose(*asked)
    assert (answer.best.method, answer.samples, answer.lower_bound.samples) == ("threshold", 104, 104)
    assert answer["softmax"].samples > 2 * answer.samples
    common = choose(*asked, common=True).best
    assert common.samples == ab("0.2", "0.2", "0.05", paired=True).samples
    assert "new" in answer.recipe().steps[0] and "thresholds" in answer.recipe().steps[1]
    assert "threshold" not in {result.method for result in choose("3", "0.2", "0.2", "0.05").results}


@pytest.mark.exhaustive
def test_five_choices_between_two_options_are_decisions_too():
    five = choose("2", "0.2", "0.2", "0.05", "5").best
    assert five.method == "threshold" and five.samples < 2 * ab("0.2", "0.04", "0.01").samples


def test_two_options_on_a_common_sample():
    """The threshold is uniform over the width around 0, and both orders of one difference are decided alike."""
    chosen = [
        TwoOptions(Fraction(1, 5), Shared(f"s {j}")).choice({"a": Fraction(1, 2), "b": Fraction(11, 20)})
        for j in range(400)
    ]
    assert abs(chosen.count("b") / 400 - 0.75) < 0.09
    sure = {"a": Fraction(1, 2), "b": Fraction(31, 50)}
    assert {TwoOptions(Fraction(1, 5), Shared(f"s {j}")).choice(sure) for j in range(50)} == {"b"}
