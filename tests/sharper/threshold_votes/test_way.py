"""Threshold votes as a way: figures against an independent computation, the forms, extremes and refusals."""

from __future__ import annotations

import math

import pytest
from flint import fmpq

from replcalc import compose
from replcalc.ask.outputs import parse_outputs
from replcalc.numbers.errors import InputError


def spread(votes: int, q: float) -> float:
    """E|Gamma(K) - Gamma(K')|/(2q(1-q)) through distribution functions."""
    roots = [math.sqrt(m * (votes - 1 - m)) for m in range(votes)]
    below, total = 0.0, 0.0
    for m in range(votes):
        below += math.exp(
            math.lgamma(votes + 1) - math.lgamma(m + 1) - math.lgamma(votes - m + 1)
            + m * math.log(q) + (votes - m) * math.log1p(-q)
        )  # fmt: skip
        total += roots[m] / sum(roots) * 2 * below * (1 - below)
    return total / (2 * q * (1 - q))


def separate(*args, **options):
    return compose(*args, routes=["separate"], **options)["separate"]


def test_reference_point_for_two_answers() -> None:
    """k = 1000, n = 100, rho0 = 1e-4, rho = 0.01: kappa_T <= 0.1, T blocks of 100."""
    result = separate("100x1000", "0.01", beta0="1e-6", outputs="two-per-string")
    assert result.certified and result.polynomial
    assert result.samples == 20_900 and result.runs == 209_000
    assert spread(209, 0.5) < 0.1 < spread(205, 0.5)  # no fewer than 206 votes could do
    assert float(result.rho) == pytest.approx(0.1 * spread(209, 0.5), rel=0.01)


def test_reference_point_for_any_outputs() -> None:
    result = separate("100x1000", "0.01", beta0="1e-6")
    assert result.certified and 82_000 <= result.samples <= 84_000
    assert result.value("votes") == (result.samples // 100 - 1,)
    # D = 1000 rho0 (2 kappa + 2 rho0)
    assert float(result.rho) == pytest.approx(0.1 * (2 * spread(832, 0.5) + 2e-4), rel=0.005)
    assert result.runs == 1000 * (result.samples // 100)


def test_the_uniform_threshold_wins_for_bad_algorithms() -> None:
    result = separate("100x10", "0.1", rho0="0.4", beta0="1e-6", outputs="binary")
    assert result.value("form") == "uniform threshold"
    votes = result.samples // 100
    assert 10 * math.sqrt(0.8 / (math.pi * votes)) <= 0.1 < 10 * math.sqrt(0.8 / (math.pi * (votes - 1)))
    assert float(result.beta) == pytest.approx(1e-5)


def test_one_unit_less_is_not_enough() -> None:
    result = separate("100x10", "0.1", rho0="0.05", beta0="1e-6", outputs="binary")
    votes = result.samples // 100
    assert 0.5 * spread(votes, 0.5) <= 0.1
    assert 0.5 * spread(votes - 2, 0.5) > 0.099


def test_different_algorithms_vote_differently_often() -> None:
    result = separate("10,50,400", "0.001", rho0="0.02,0.01,0.001", beta0="1e-4", outputs="binary")
    votes = [result.samples // n for n in (10, 50, 400)]
    assert result.value("votes") == tuple(votes)
    promised = sum(r * spread(v, 0.5) for r, v in zip((0.02, 0.01, 0.001), votes, strict=True))
    assert promised <= float(result.rho) <= 1.05 * promised
    assert float(result.beta) == pytest.approx(9 / 8 * 3e-4)


def test_a_second_string_that_disagrees_too_often_is_said() -> None:
    result = separate("100x10", "0.1", rho0="0.4")
    assert not result.applicable and "2 rho0_i^2" in result.why_not


def test_a_failure_that_cannot_be_met_falls_short() -> None:
    """Its figures hold at another failure probability: they are kept, and called short of what was asked."""
    result = separate("100x10", "0.1", rho0="0.01", beta0="1e-3", beta="0.001")
    assert result.status == "falls short" and not result.certified and result.beta.lower > fmpq(1, 1000)
    assert separate("100x10", "0.1", rho0="0.01", beta0="1e-3", beta=result.beta.upper).certified


def test_extremes() -> None:
    tiny = separate("7,100x3,1000", "1e-200", rho0="1e-150")
    assert tiny.certified and tiny.samples > 10**100
    many = separate("100x1000000", "0.1", beta0="1e-9")
    assert many.certified and many.samples == pytest.approx(4 * 1.4702**2 * 100 * (1e6 * 1e-4) ** 2 / 0.08**2, rel=0.01)


@pytest.mark.parametrize("text", ["ternary", "finite", "finite:1", "finite:x", ""])
def test_unknown_outputs_are_refused(text: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_outputs(text)
    assert "outputs" in str(refused.value)


def test_outputs_are_read() -> None:
    assert parse_outputs(None).count is None and not parse_outputs("any").two
    assert parse_outputs("binary").two and parse_outputs("two-per-string").two
    assert parse_outputs("finite:5").count == 5 and not parse_outputs("finite:5").two
