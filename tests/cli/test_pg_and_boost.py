"""pg-compose, boost and lower-bound: their figures and what is said where nothing follows."""

from fractions import Fraction

import pytest

PG = ("pg-compose", "--eps", "0.001x100", "--delta", "1e-9")


@pytest.mark.parametrize("variant", ["het", "simple", "conditioned"])
def test_pg_compose_gives_the_stars(replcalc, variant):
    data = replcalc(*PG, "--delta-prime", "1e-12", "--variant", variant, "--format", "json").json()
    found = data["methods"][variant]["quantities"]
    assert {"epsilon_star", "delta_star", "gamma_star"} <= set(found) and data["details"]["variant"] == variant


def test_pg_compose_all_compares_by_replicability(replcalc):
    found = replcalc(*PG, "--variant", "all", "--format", "json").json()["details"]["replicability"]
    bounds = {name: Fraction(value["upper"]) for name, value in found.items() if value is not None}
    assert bounds["nonadaptive"] <= bounds["basic"] < 1


def test_a_hypothesis_that_fails_exits_1_and_still_prints(replcalc):
    done = replcalc("pg-compose", "--eps", "1.25", "--delta", "1e-9", "--delta-prime", "1e-6")
    assert done.code == 1 and "epsilon" in done.err and done.out.strip()


@pytest.mark.parametrize("words", [("--eps", "0.1"), ("--eps", "0.1x3", "--delta", "2"), ("--variant", "hat")])
def test_pg_compose_refuses(replcalc, words):
    done = replcalc("pg-compose", *words)
    assert done.code == 2 and len(done.err.strip().splitlines()) == 1


def test_boosting_adds_up(replcalc):
    line = ("boost", "pac-finite", "--class-size", "1000", "--rho", "0.1", "--alpha", "0.05", "--beta", "1e-6")
    found = replcalc(*line, "--split", "paper", "--format", "json").json()["details"]["quantities"]
    assert found["n_new"] == found["n_replic"] + found["n_tester"] + found["n_nonreplic"]
    assert found["n_tester_exact"] <= found["n_tester"]
    assert replcalc("boost", "no-such-problem").code == 2


def test_the_lower_bound_is_below_what_suffices(replcalc):
    data = replcalc("lower-bound", "--k", "10", "--tau", "0.1", "--rho", "0.01", "--format", "json").json()
    found = data["details"]["quantities"]
    assert found["m_paper_samples"] <= found["m_tight"] <= found["m_naive"]
    assert f"{found['m_tight']:,}" in replcalc("lower-bound", "--k", "10", "--tau", "0.1", "--rho", "0.01").out
