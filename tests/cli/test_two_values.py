"""replcalc test: the command, its JSON, its refusals; the bounds that others take from it."""

import pytest

import replcalc as package

SMALL = ("test", "--low", "0.3", "--high", "0.8", "--rho", "0.3", "--beta", "0.1")


def test_json(replcalc):
    data = replcalc(*SMALL, "--format", "json").json()
    quantities = data["quantities"]
    assert (quantities["samples"], quantities["lower_samples"], data["status"]) == (11, 11, "certified")
    assert float(quantities["rho"]["upper"]) <= 0.3 and float(quantities["beta"]["upper"]) <= 0.1
    masses = [float(row["probability"]["upper"]) for row in data["law"]["thresholds"]]
    blind = float(data["law"]["always_low"]["upper"]) + float(data["law"]["always_high"]["upper"])
    assert sum(masses) + blind == pytest.approx(1)
    assert data["lower_bound"]["statement"] == "derived:threshold-test-lower"


def test_text_says_the_answer_and_the_recipe(replcalc):
    out = replcalc(*SMALL, "--recipe").out
    assert (
        out.startswith("11 samples: one shared random threshold")
        and "certified" in out
        and "10 are excluded" in out
        and "Recipe (threshold):" in out
    )


@pytest.mark.parametrize("form", ["csv", "markdown", "latex"])
def test_other_formats_have_the_law(replcalc, form):
    assert "0.43" in replcalc(*SMALL, "--format", form).out


def test_python_and_sweep():
    answer = package.test("0.3", "0.8", "0.3", "0.1")
    assert answer.samples == 11 == answer.lower_bound.samples and answer.law.total == 1
    rows = package.sweep("test", {"rho": "0.3,0.4"}, low="0.3", high="0.8", beta="0.1", frame="rows")
    found = {(row["rho"], row["method"]): row["samples"] for row in rows}
    assert found["0.3", "threshold"] == 11 and found["0.4", "threshold"] <= 11


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("--low", "0.5", "--high", "0.4", "--rho", "0.1", "--beta", "0.1"), "--high"),
        (("--low", "-1", "--high", "0.4", "--rho", "0.1", "--beta", "0.1"), "--low"),
        (("--low", "0.1", "--high", "1.4", "--rho", "0.1", "--beta", "0.1"), "--high"),
        (("--low", "0.1", "--high", "0.4", "--rho", "0.1", "--beta", "0.5"), "--beta"),
        (("--low", "0.1", "--high", "0.4", "--rho", "0.1", "--beta", "0.1", "--variance", "2"), "--variance"),
        (("--low", "0.1", "--high", "0.1001", "--rho", "0.001", "--beta", "0.1"), "--rho"),
        (("--low", "0.1", "--high", "0.4", "--rho", "2", "--beta", "0.1"), "--rho"),
    ],
)
def test_refusals(replcalc, args, named):
    result = replcalc("test", *args)
    assert result.code == 2 and result.out == "" and named in result.err
    assert len(result.err.strip().splitlines()) == 1


def test_one_mean_needs_what_a_test_needs(replcalc):
    args = ("--alpha", "0.1", "--rho", "0.1", "--beta", "0.001", "--format", "json")
    one = replcalc("queries", "--k", "1", *args).json()
    assert one["lower_bound"]["samples"] == 1272 and one["lower_bound"]["statement"] == "derived:threshold-test-lower"
