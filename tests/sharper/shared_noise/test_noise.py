"""Shared noise: figures, an independent computation, the algorithm, and a planted error."""

import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest
from flint import arb, fmpq
from scipy.integrate import quad

from replcalc.run.seeds import Shared
from replcalc.sharper.shared_noise.algorithm import SharedNoise
from replcalc.sharper.shared_noise.method import solve
from replcalc.sharper.shared_noise.simulator import Noise, SharedNoiseSimulator, separate
from replcalc.sharper.softmax_race.method import parse_choose_question
from replcalc.statements.catalogue import statement


@pytest.mark.parametrize(
    ("options", "beta", "common", "samples"),
    [
        (3, "0.01", False, 8_190),
        (3, "1e-6", False, 12_230),
        (20, "1e-6", False, 71_062),
        (100, "0.01", False, 101_687),
        (3, "0.01", True, 11_734),
        (100, "0.01", True, 215_687),
        (2, "0.01", False, 2_692),
    ],
)
def test_figures(options, beta, common, samples):
    found = solve(parse_choose_question(options, "0.1", "0.1", beta, common=common), 6)
    assert found.certified and 0.98 * samples < found.samples <= samples


@pytest.mark.parametrize(("options", "rho", "samples"), [(20, "0.7", 9_086), (100, "0.7", 12_965), (20, "0.9", 8_605)])
def test_a_large_rho_is_reached_where_the_gap_is_beyond_the_level(options, rho, samples):
    """The theorem ended at theta = 1 - gap^2/sigma^2; the race needs twice as many samples at rho = 0.7."""
    found = solve(parse_choose_question(options, "0.1", rho, "1e-12"), 6)
    assert found.certified and found.samples <= samples
    assert found.value("gap").lower > found.value("level").upper


def test_the_rate_is_found_where_floats_are_at_their_limit():
    found = solve(parse_choose_question(30, "0.02", "0.05", "0.001", common=True), 6)
    assert found.certified and found.samples < 13_400_000


def failure(options, alpha, n, w, eta):
    """The failure bound by scipy's quadrature of the density of the difference of two noises."""
    full = 1 - math.exp(-eta * w)

    def density(u):
        both = eta * math.exp(-eta * u) * (1 - math.exp(-2 * eta * (w - u))) / (2 * full**2)
        return eta * math.exp(-eta * u) / full / options + (options - 2) / options * both

    def tail(x):
        return 1.0 if x <= 0 else math.exp(-n * x * x)

    inside = quad(lambda u: density(u) * tail(alpha - u), 0, w, points=[min(alpha, w)], epsabs=1e-14, limit=400)[0]
    return (options - 1) * (tail(alpha) / 2 + inside)


@pytest.mark.parametrize("w", ["0.09", "0.105"])
def test_failure_agrees_with_quadrature(w):
    at = {"k": 1, "arms": 10, "alpha": "0.1", "N": 2000, "w": w, "eta": "34", "V": "1/4"}
    found = float(statement("derived:exponential-noise").bound("beta", **at))
    assert found == pytest.approx(failure(10, 0.1, 2000, float(w), 34.0), rel=1e-8)


def test_a_rate_near_zero_is_uniform_noise():
    at = {"k": 1, "arms": 4, "alpha": "0.1", "N": 2000, "w": "0.09", "V": "1/4"}
    uniform = float(statement("derived:uniform-noise").bound("beta", **at))
    assert uniform == pytest.approx(failure(4, 0.1, 2000, 0.09, 1e-6), rel=1e-4)


def test_disagreement_of_two_fair_coins_by_hand():
    """One flip each: leads -1, 0, 1 with probabilities 1/4, 1/2, 1/4, and a noise uniform on [-w, w], w = 1."""
    fair = fmpq(1, 2)
    found = separate((fair, fair), 1, Noise(fmpq(1))).disagreement()
    assert abs(float(found) - (2 * (1 / 8 * 1 / 2 * 2) + 2 * 1 / 16)) < 1e-12


def test_the_simulator_catches_planted_errors():
    """Every bound holds; without kappa, or with (A-1)/(4w) for (A-1)/(2w), some case breaks it."""
    broken = Counter()
    for case in islice(SharedNoiseSimulator().examples(), 0, None, 3):
        for measured in case.measurements():
            assert measured.ratio() <= 1
            if measured.conclusion == "rho":
                given = measured.given
                kappa = 2
                if "eta" in given:
                    kappa = (1 - (-arb(given["eta"] * given["w"])).exp()) ** (1 - given["arms"])
                planted = replace(measured, bound=arb(measured.bound) / kappa)
                broken[measured.statement] += bool(planted.ratio() > 1)
    assert set(broken) == set(SharedNoiseSimulator.statements)
    assert broken["derived:uniform-noise"] and broken["derived:exponential-noise"]


@pytest.mark.parametrize("eta", [None, Fraction(20)])
def test_choices_follow_the_noise(eta):
    """Equal scores: each option is chosen equally often. A lead beyond the width decides."""
    noises = [SharedNoise(Fraction(1, 10), Shared(f"seed {i}"), eta) for i in range(600)]
    same = Counter(noise.choice({"a": Fraction(1, 2), "b": Fraction(1, 2), "c": Fraction(1, 2)}) for noise in noises)
    assert all(140 < same[option] < 260 for option in "abc")
    assert {noise.choice({"a": Fraction(1, 2), "b": Fraction(1, 5)}) for noise in noises[:50]} == {"a"}


@pytest.mark.parametrize(("alpha", "rho"), [("0.3", "0.01"), ("0.02", "0.01"), ("0.1", "1e-5")])
def test_a_width_next_to_alpha_is_found(alpha, rho):
    """The width was rounded to alpha itself, and the method did not apply."""
    found = solve(parse_choose_question(3, alpha, rho, "0.05"), 6)
    limit = 4 / (2 * math.pi * (float(alpha) * float(rho)) ** 2)
    assert found.certified and found.samples == pytest.approx(limit, rel=0.01)
