"""The inverse questions: best rho, most problems, cost law. Answers are certified and consistent with the routes."""

import math

import pytest
from flint import fmpq

from replcalc.numbers.errors import InputError, UnmetCondition
from replcalc.questions.composition import composition
from replcalc.ways import direct
from replcalc.ways.cost_law import CostLaw, best_start, overtakes
from replcalc.ways.inverse import best_rho, most_problems, most_replicable


@pytest.mark.parametrize(
    ("n", "samples", "rho0"), [("100x1000", 802_400, "1e-4"), ("100x10", 15_700, "0.05"), ("30,70x4", 5_000_000, "0.4")]
)
def test_best_rho_needs_at_most_the_samples_and_little_less(n, samples, rho0):
    found = most_replicable(n, samples, rho0=rho0, beta0="1e-6")
    assert found.result.applicable and found.result.way == "direct" and found.result.samples <= samples
    assert best_rho(n, samples, rho0=rho0, beta0="1e-6") == found.goal.rho
    assert direct.solve(found.goal, 20).samples <= samples
    better = composition(n, found.goal.rho * fmpq(98, 100), rho0=rho0, beta0="1e-6")
    assert direct.solve(better, 20).samples > samples, "two percent less of rho is out of reach"


def test_best_rho_is_the_inverse_of_compose():
    goal = composition("100x10", "0.1", rho0="0.05", beta0="1e-6")
    samples = direct.solve(goal, 20).samples
    rho = best_rho("100x10", samples, rho0="0.05", beta0="1e-6")
    assert fmpq(97, 1000) < rho < fmpq(1006, 10_000)
    assert best_rho("100x10", 4 * samples, rho0="0.05") < rho < best_rho("100x10", samples // 2, rho0="0.05")


def test_side_by_side_wins_where_it_can():
    found = most_replicable("100,200", 400)
    assert found.result.way == "naive" and found.goal.rho == fmpq(2, 10_000) and found.other > found.goal.rho
    # by side the failure adds up to 2e-3: a bound below it leaves only the votes, which miss it too
    with pytest.raises(UnmetCondition):
        most_replicable("100,200", 10**6, beta="1e-3")
    assert most_replicable("100,200", 10**6, beta="2e-3").result.way == "naive"


def test_too_few_samples_are_refused_with_what_is_needed():
    with pytest.raises(UnmetCondition, match="200 samples"):
        most_replicable("100,200", 150)
    with pytest.raises(UnmetCondition, match="are needed"):
        most_replicable("100x9", 300, rho0="0.4")


@pytest.mark.parametrize(("samples", "rho0"), [(15_700, "0.05"), (1_000_000, "0.3"), (10_000_000, "0.01")])
def test_most_problems(samples, rho0):
    found = most_problems(100, samples, "0.1", rho0=rho0, beta0="1e-6")
    assert found.result.applicable and found.result.samples == samples and found.k == found.by_votes > found.side_by_side
    assert found.goal.k == found.k and found.result.answer.value("rho").upper <= fmpq(1, 10)
    assert found.beyond is not None and not found.beyond.applicable
    assert found.beyond.answer.value("rho").lower > fmpq(1, 10), "one more fails with the same parameters"
    more = math.ceil(found.k * 1.02) + 1
    assert direct.solve(composition(f"100x{more}", "0.1", rho0=rho0, beta0="1e-6"), 20).samples > samples


def test_most_problems_side_by_side_and_refusals():
    found = most_problems(100, 1000, "0.1")
    assert found.k == found.side_by_side == 999 and found.result.way == "naive" and found.result.certified
    assert not found.beyond.applicable
    assert most_problems(100, 1000, "0.1", beta="0.01").k == 10
    with pytest.raises(UnmetCondition):
        most_problems(100, 99, "0.1")
    with pytest.raises(UnmetCondition, match="not even one"):
        most_problems(100, 100, "0.1", rho0="0.4")
    with pytest.raises(InputError):
        most_problems(100, 1000, "1.5")


def test_cost_law_start_is_one_half_and_pays_from_about_11():
    law = CostLaw.parsed("100", "0.001", beta0="1e-9")
    assert law.size(fmpq(1, 2)) == 400 and law.copies(10) == 100 * 10**8 and law.size(fmpq(3, 10)) == 1112
    start = best_start(law, 500)
    assert abs(start.rho0 - fmpq(1, 2)) <= fmpq(3, 100) and start.composition_wins
    assert 10.6 < start.result.samples / (500 * 100 * 10**6) < 11.2, "32/3 k n_1/rho^2 and a little more"
    first, before = overtakes(law)
    assert first.composition_wins and not before.composition_wins and before.k == first.k - 1
    assert first.k in (11, 12)
    for rho0 in (fmpq(3, 10), fmpq(7, 10)):
        assert direct.solve(law.goal(500, rho0), 20).samples > start.result.samples


def test_cost_law_with_large_rho_pays_a_little_later():
    """At rho = 1/2 few blocks vote, and what the limit leaves out counts."""
    small, _ = overtakes(CostLaw.parsed("100", "0.001", beta0="1e-9"))
    large, _ = overtakes(CostLaw.parsed("100", "0.5", beta0="1e-9"))
    assert small.k <= large.k <= 16
