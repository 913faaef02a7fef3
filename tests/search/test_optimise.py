"""Roots and minima of functions of floats, against scipy."""

import math
import random

import pytest
from scipy.optimize import brentq, minimize_scalar

from replcalc.search.optimise import crossing, find_root, smallest_on


def test_roots_are_those_of_scipy():
    choose = random.Random(1)
    for _ in range(300):
        a, b, accuracy = choose.uniform(-9, 9), choose.uniform(-0.3, 0.3), choose.choice([1e-3, 1e-7, 1e-12])

        def function(x, a=a, b=b):
            return math.atan(a * (x - b)) + x * a

        found = find_root(function, -1, 1, accuracy, 1e-12)
        assert found == brentq(function, -1, 1, xtol=accuracy, rtol=1e-12)


def test_minima_are_those_of_scipy():
    choose = random.Random(2)
    for _ in range(300):
        a, b, accuracy = choose.uniform(-9, 9), choose.uniform(-1.5, 1.5), choose.choice([1e-3, 1e-5, 1e-8])

        def function(x, a=a, b=b):
            return abs(x - b) ** 1.5 + math.sin(a * x) / 9

        found = minimize_scalar(function, bounds=(-1, 2), method="bounded", options={"xatol": accuracy})
        assert smallest_on(function, -1, 2, accuracy) == (found.fun, found.x)


def test_root_needs_a_change_of_sign():
    with pytest.raises(ValueError, match="no change of sign"):
        find_root(lambda x: x * x + 1, -1, 1, 1e-6)


@pytest.mark.parametrize("zero", [-40.0, 0.25, 7000.0])
def test_crossing_is_found_on_the_far_side(zero):
    found = crossing(lambda x: zero - x, 1e5, 1e-6)
    assert zero <= found <= zero + 2e-6
