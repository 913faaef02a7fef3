"""Votes as angles and groups: figures by hand, group sizes against the rounds allowed."""

from __future__ import annotations

import math

import pytest

from replcalc import amplify, compose


def race(x: float) -> float:
    return 1 - (1 - x) ** 2 / (1 + 2 / math.sqrt(3) * math.sqrt(2 * x - x * x))


def term(votes: int, rho0: float) -> float:
    """The smaller of arcsine and linear angles."""
    arc = 2 * math.asin(math.sqrt(votes / (votes + 1))) - 2 * math.asin(math.sqrt(1 / (votes + 1))) + votes**-0.5
    return min(math.pi**2 / (4 * (votes + 1) * arc**2), math.pi**2 * rho0 / (8 * votes))


@pytest.mark.parametrize(
    ("n", "k", "rho", "rho0", "samples"),
    [(100, 1000, "0.01", "1e-4", 327_400), (100, 10, "0.1", "0.05", 15_700), (100, 10, "0.1", "0.4", 68_300)],
)
def test_binary_by_hand(n: int, k: int, rho: str, rho0: str, samples: int) -> None:
    result = compose(f"{n}x{k}", rho, rho0=rho0, beta0="1e-6", outputs="binary", routes=["binary"])["binary"]
    assert result.certified and result.samples == samples
    value, less = (race(k * term(samples // n - step, float(rho0))) for step in (0, 1))
    assert value <= float(rho) < less
    assert float(result.rho) == pytest.approx(value, rel=1e-9)
    assert float(result.beta) == pytest.approx(1.14 * k * 1e-6)
    assert float(result.rounds_log10) == pytest.approx(math.log10(1 + 2.0**k) if k < 1000 else k * math.log10(2))


def test_binary_needs_two_answers() -> None:
    result = compose("100x10", "0.1", routes=["binary"])["binary"]
    assert not result.applicable and "at most two answers per random string" in result.why_not


@pytest.mark.parametrize("most", [10, 10**3, 10**6])
def test_groups_are_as_large_as_the_rounds_allow(most: int) -> None:
    result = compose("100x12", "0.1", rho0="0.3", beta0="1e-6", outputs="binary", routes=["grouped"], max_rounds=most)
    result = result["grouped"]
    assert result.certified and result.value("form") == "votes as angles"
    size, groups = result.value("group"), result.value("groups")
    assert groups == -(-12 // size)
    rounds = groups * (1 + 2**size)
    assert rounds <= most or size == 1
    if size < 12:
        assert -(-12 // (size + 1)) * (1 + 2 ** (size + 1)) > most
    votes = result.samples // 100
    assert groups * race(12 * term(votes, 0.3) / groups) <= 0.1 < groups * race(12 * term(votes - 1, 0.3) / groups)


def test_squared_votes_in_groups_cost_as_many_times_more() -> None:
    """In the limit m groups cost m times the samples; one problem per group is a race for each."""
    options = {"rho0": "1e-3", "beta0": "1e-9", "routes": ["grouped"]}
    one, two = (compose("100x8", "0.001", max_rounds=most, **options)["grouped"] for most in (10**6, 40))
    assert one.certified and two.certified and one.value("group") == 8
    assert float(two.effort.rounds_log10) <= math.log10(40)
    groups = -(-8 // two.value("group"))
    assert two.samples == pytest.approx(groups * one.samples, rel=0.05)


def test_amplify_takes_the_best_way() -> None:
    found = amplify(1, "0.01", "0.1", beta0="1e-6", outputs="binary")
    assert found.best.method == "separate" and found["separate"].samples <= 220
    any_outputs = amplify(1, "0.01", "0.1", beta0="1e-6")
    assert (
        any_outputs.best.method == "separate" and any_outputs["separate"].samples <= 950 < any_outputs["direct"].samples
    )
