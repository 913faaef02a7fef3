"""``replcalc lower-bound`` from outside."""

import math
from fractions import Fraction

import pytest

POINT = ("lower-bound", "--k", "1000", "--tau", "0.1", "--rho", "0.01")


def test_quantities(replcalc):
    result = replcalc(*POINT, "--format", "json")
    assert result.code == 0, result.err
    data = result.json()
    q = data["quantities"]
    exact = (Fraction(2, 243) * 1000 * Fraction(96, 100) / (8 * Fraction(1, 100) * Fraction(1, 10))) ** 2
    assert Fraction(q["m_paper"]["exact"]) == exact and q["m_paper_samples"] == math.ceil(exact)
    constant = math.pi * math.sqrt(1 - 0.04) / 48
    assert abs(float(q["constant_sharp"]["lower"]) / constant - 1) < 1e-12
    sharp = (constant * (1000 * 0.98 - 0.16) / (0.01 * 0.1)) ** 2
    assert abs(float(q["m_sharp"]["lower"]) / sharp - 1) < 1e-12
    assert abs(float(q["gap_sharp"]["lower"]) / (q["m_naive"] / sharp) - 1) < 1e-9
    assert data["bounds"]["paper"]["applicable"] and data["bounds"]["sharp"]["applicable"]
    naive = data["calculators"]["naive_composition"]
    union = 1 - (1 - 0.005) ** 1000
    assert abs(float(naive["independent"]["lower"]) - union) < 1e-12
    assert float(naive["lower"]["lower"]) <= union <= float(naive["upper"]["upper"])


def test_a_bound_that_does_not_apply_is_said_with_its_margin(replcalc):
    result = replcalc("lower-bound", "--k", "1000", "--tau", "0.1", "--rho", "0.3", "--format", "json")
    assert result.code == 0
    data = result.json()
    assert data["quantities"]["m_paper"] is None and data["quantities"]["m_sharp"] is not None
    failing = [c for c in data["bounds"]["paper"]["conditions"] if c["verdict"] != "PROVED"]
    assert [c["condition"] for c in failing] == ["rho < 1/4"]
    assert abs(float(failing[0]["margin"]["lower"]) - 0.05) < 1e-12
    text = replcalc("lower-bound", "--k", "1000", "--tau", "0.1", "--rho", "0.3")
    assert "m_paper does not apply" in text.out and "margin 0.05" in text.out


def test_exit_one_when_neither_applies(replcalc):
    result = replcalc("lower-bound", "--k", "10", "--tau", "0.1", "--rho", "0.95", "--beta", "0.5")
    assert result.code == 1 and "REFUTED" in result.err


@pytest.mark.exhaustive
def test_hardness_calculator(replcalc):
    said = replcalc(*POINT, "--chi", "0.99", "--psi", "1", "--format", "json").json()["calculators"]["hardness"]
    assert said["excluded"] is True
    said = replcalc(*POINT, "--chi", "1", "--psi", "1", "--format", "json").json()["calculators"]["hardness"]
    assert said["excluded"] is False
    data = replcalc(*POINT, "--n", "50", "--format", "json").json()
    assert data["inputs"]["n"] == 50 and data["calculators"]["hard_instance"]["d_composed"]["exact"] == "50000"
    assert replcalc(*POINT, "--format", "json").json()["calculators"]["hardness"]["excluded"] is None


@pytest.mark.parametrize("output_format", ["text", "csv", "markdown", "latex"])
def test_formats(replcalc, output_format):
    result = replcalc(*POINT, "--explain", "--format", output_format)
    assert result.code == 0 and ("m_paper" if output_format == "csv" else "PROVED") in result.out


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("--tau", "0.1", "--rho", "0.1"), "--k"),
        (("--k", "5", "--rho", "0.1"), "--tau"),
        (("--k", "5", "--tau", "0.25", "--rho", "0.1"), "--tau"),
        (("--k", "5", "--tau", "0.1", "--rho", "1"), "--rho"),
        (("--k", "5", "--tau", "0.1", "--rho", "0.1", "--beta", "0"), "--beta"),
        (("--k", "5", "--tau", "0.1", "--rho", "0.1", "--set", "x=1"), "--set"),
        (("--k", "5", "--tau", "0.1", "--rho", "0.1", "--chi", "one"), "--chi"),
    ],
)
def test_refusals(replcalc, args, named):
    result = replcalc("lower-bound", *args)
    assert result.code == 2 and result.out == "" and named in result.err


NAMES = ("m_paper", "m_sharp", "m_tight", "m_one_round", "m_tight_game")


def test_the_first_screen_counts_whole_samples_and_ends_with_the_conclusion(replcalc):
    """It used to print m = 0.38 samples, and five tables before the sentence a person came for."""
    lines = replcalc("lower-bound", "--k", "3", "--tau", "0.1", "--rho", "0.1").out.splitlines()
    rows = {line.split()[0]: line.split()[1] for line in lines if line.startswith(" m_")}
    assert rows["m_paper"] == "1" and set(rows) == {*NAMES, "m_naive"}
    assert all(value.replace(",", "").isdigit() for value in rows.values())
    assert sum("───" in line for line in lines) == 1 and any("needs at least" in line for line in lines)
    explained = replcalc("lower-bound", "--k", "3", "--tau", "0.1", "--rho", "0.1", "--explain").out
    assert "0.0342936" in explained and "constant_tight" in explained and "PROVED" in explained
