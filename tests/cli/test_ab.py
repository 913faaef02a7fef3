"""replcalc ab and --variance: figures against an independent computation, JSON, refusals."""

import math

import pytest
from mpmath import mp

import replcalc as package


def by_hand(n, share, alpha, variance):
    """rho and beta of 2n draws against a threshold, the tail integrated numerically."""
    spread = 2 * math.sqrt(variance / math.pi) * math.exp(math.lgamma(2 * n) - math.lgamma(2 * n + 0.5))
    gap = 2 * min(spread, math.exp(math.lgamma(2 * n + 0.5) - math.lgamma(2 * n + 1)) / math.sqrt(math.pi))

    def tail(x):
        p, q = (variance + x) / (1 + variance), variance / (1 + variance)
        rate = p * mp.log(p / q) + (1 - p) * mp.log((1 - p) / (1 - q))
        return mp.exp(-2 * n * max(rate, 2 * x * x))

    half = alpha / 2
    return gap / (2 * share * alpha), float(
        mp.quad(tail, [(1 - share) * half, half, (1 + share) * half]) / (share * alpha)
    )


@pytest.mark.parametrize(
    ("asked", "samples"),
    [
        ({"alpha": "0.1", "rho": "0.05", "beta": "0.01"}, 7_969),
        ({"alpha": "0.005", "rho": "0.1", "beta": "0.05", "variance": "0.0291"}, 96_213),
    ],
)
def test_samples(asked, samples):
    uniform = package.ab(**asked)["threshold"]
    assert uniform.samples == samples and uniform.certified
    share = float(uniform.chosen["lambda"])
    rho, beta = by_hand(samples, share, float(asked["alpha"]), float(asked.get("variance", 0.25)))
    assert rho == pytest.approx(float(asked["rho"]), rel=1e-4)
    assert 0.93 * float(asked["beta"]) < beta < float(asked["beta"]) * 1.0001


def test_the_lower_bound_stands_beside_it():
    answer = package.ab("0.1", "0.1", "0.01")
    assert 1_936 == answer.lower_bound.samples == answer.samples < answer["threshold"].samples


def test_pairs_cost_twice_without_a_promise():
    asked = {"alpha": "0.2", "rho": "0.1", "beta": "0.05"}
    one, pairs = package.ab(**asked)["threshold"].samples, package.ab(**asked, paired=True).samples
    assert abs(pairs - 2 * one) <= 2
    # independent arms of variance 1/4 have differences of variance 1/2: as many pairs as samples of each arm
    assert package.ab(**asked, paired=True, variance="1/2").samples == pytest.approx(one, rel=0.06)


def test_json_and_sweep(replcalc):
    words = ("ab", "--alpha", "0.2", "--rho", "0.2", "--beta", "0.05")
    data = replcalc(*words, "--format", "json").json()
    assert data["best"] == "best-law" and data["unit"] == "samples per variant"
    assert set(data["routes"]) == {"best-law", "threshold"}
    assert data["assumed"]["variance"]["value"]["exact"] == "1/4" and data["inputs"]["paired"] is False
    assert "Recipe (best-law):" in replcalc(*words, "--recipe").out
    rows = package.sweep("ab", {"rho": "0.1,0.2"}, alpha="0.2", beta="0.05", frame="rows")
    found = {row["rho"]: row["samples"] for row in rows if row["method"] == "best-law"}
    assert found["0.1"] > found["0.2"] == data["answer"]["samples"]


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("--variance", "0.3"), "--variance"),
        (("--variance", "2", "--paired"), "--variance"),
        (("--rho", "1e-7"), "--rho"),
    ],
)
def test_refusals(replcalc, args, named):
    result = replcalc("ab", "--alpha", "0.2", "--rho", "0.2", "--beta", "0.05", *args)
    assert result.code == 2 and result.out == "" and named in result.err


def test_a_promised_variance_for_queries():
    hundred = package.queries(100, "0.05", "0.1", "0.01", variance="0.01", routes=["rounding"])
    assert hundred.samples == 1_282_608 and hundred.best.certified and hundred.lower_bound is None
    none = package.queries(3, "0.1", "0.1", "0.01", routes=["rounding"]).samples
    assert package.queries(3, "0.1", "0.1", "0.01", variance="1/4", routes=["rounding"]).samples == pytest.approx(
        none, abs=1
    )
