"""Route ``sharp``: Lemma E, total variation, correlated sampling; by hand, near-optimal, refusals."""

from importlib import util
from pathlib import Path

import pytest
from flint import fmpq

from replcalc.planning.composition import unbounded as composition
from replcalc.sharper.lemma_e import method as explicit
from replcalc.sharper.raced_votes import method as direct
from replcalc.sharper.total_variation import method as sharp
from replcalc.sharper.total_variation.search import SharpSearch

_spec = util.spec_from_file_location("explicit_by_hand", Path(__file__).parents[1] / "lemma_e" / "test_method.py")
by_hand = util.module_from_spec(_spec)
_spec.loader.exec_module(by_hand)
mp, real, lemma_e = by_hand.mp, by_hand.real, by_hand.lemma_e


def check(goal, result, raced=True):
    assert result.applicable and not result.hidden
    answer, delta = result.answer, real(result.chosen["delta"])
    samples, failure, affinity, kept = 0, mp.mpf(0), mp.mpf(1), (1 - delta) ** goal.k
    rows = zip(goal.n.runs, goal.rho0.values, goal.beta0.values, strict=True)
    for run, ((n, count), rho0, beta0) in enumerate(rows):
        eps, nu, h, l = (real(result.chosen[name][run]) for name in ("epsilon", "nu", "h", "l"))
        J, T, wrong = lemma_e(real(rho0), real(beta0), eps, delta, nu, h, l)
        assert answer.value("J")[run] == J and answer.value("blocks")[run] == T and 0 < eps <= 1
        samples, failure = max(samples, n * T), failure + count * wrong
        affinity *= mp.sech(eps / 2) ** (2 * count)
    tv = 1 - kept * (1 - mp.sqrt(1 - affinity))
    apart = 2 * (2 * tv) / (1 + 2 * tv)
    if raced:  # the angles to the common law add up: affinity at least 2a^2 - 1
        x = min(2 * (1 - affinity * kept**2), mp.mpf(1))
        apart = min(apart, 1 - (1 - x) ** 2 / (1 + 2 / mp.sqrt(3) * mp.sqrt(2 * x - x * x)))
    rho = 2 * goal.k * delta + apart
    assert result.samples == samples
    for name, value in (("rho", rho), ("beta", failure), ("tv", tv)):
        assert abs(real(answer.value(name).midpoint) - value) < mp.mpf(10) ** -15 * value
    assert rho <= real(goal.rho) and rho > real(goal.rho) * (1 - mp.mpf("2e-5")), "hardly any of rho is left over"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "options",
    [
        {"n": "100,200", "rho": "0.1"},
        {"n": "100x1000", "rho": "0.01", "beta0": "1e-6"},
        {"n": "100,200,50x3", "rho": "0.1", "rho0": "0.4,0.01,1e-4x3", "beta0": "1e-3,1e-6,1e-4x3"},
        {"n": "100,5", "rho": "0.5", "rho0": "0.3,0.49"},
        {"n": "100", "rho": "0.9", "rho0": "0.3"},
        {"n": "100,200", "rho": "0.1", "beta": "0.009"},
        {"n": "100,200", "rho": "0.1", "max_strings": 2},
    ],
)
def test_by_hand(options):
    options = dict(options)
    goal = composition(options.pop("n"), options.pop("rho"), **options)
    raced, rejected = sharp.solve(goal, 20), sharp.solve(goal, 20, raced=False)
    check(goal, raced)
    check(goal, rejected, raced=False)
    assert raced.samples <= rejected.samples * 1.0001


def test_many_different_sizes():
    goal = composition([100 + j for j in range(300)], "0.1", rho0="0.01")
    check(goal, sharp.solve(goal, 20))


def test_extremes():
    for n, rho in (("100", "1e-300"), (str(10**40), "0.1")):
        goal = composition(n, rho)
        result = sharp.solve(goal, 20)
        assert result.applicable and result.answer.value("rho").upper <= goal.rho


def test_lies_between_direct_and_explicit():
    goal = composition("100x1000", "0.01", beta0="1e-6")
    d, s, e = (route.solve(goal, 20).samples for route in (direct, sharp, explicit))
    assert d * 10**5 < s and s * 10**5 < e


def test_other_deltas_are_worse():
    goal = composition("100x50", "0.05", rho0="0.01")
    search = SharpSearch(goal)
    samples, log_delta = search.least_samples()
    assert all(search.bound(samples, log_delta + shift) > -1e-4 for shift in (-3, -1, -0.3, 0.3, 1))
    assert search.bound(2 * samples, log_delta) < 0 < search.bound(samples * 9 // 10, log_delta)


def test_refusals():
    assert "rho0 < 1/2" in sharp.solve(composition("100", "0.1", rho0="0.5"), 20).reason
    assert "1 strings" in sharp.solve(composition("100,200", "0.1", max_strings=1), 20).reason
    missed = sharp.solve(composition("100,200", "0.1", beta="0.003"), 20)
    assert not missed.applicable and [c.statement for c in missed.unmet] == ["goal:failure"]
    assert missed.answer.value("rho").upper <= fmpq(1, 10)
