"""What a person types who reads no manual: extreme, odd and wrong values. Every test says what once broke."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

Run = Callable[..., Any]


def test_a_million_problems_to_a_tiny_rho(replcalc: Run) -> None:
    """Prefix sums in balls too coarse to hold them were cut into a million pieces: minutes instead of a second."""
    done = replcalc("compose", "--n", "100x1000000", "--rho", "1e-300", "--route", "paper", "--format", "json")
    assert done.code == 0
    quantities = done.json()["routes"]["paper"]["quantities"]
    assert Fraction(quantities["rho"]["upper"]) <= Fraction(1, 10**300)
    assert Fraction(quantities["rho"]["lower"]) > Fraction(999999, 10**306)  # c is the largest that works
