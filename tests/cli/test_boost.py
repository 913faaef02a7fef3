"""``replcalc boost`` from outside: contract, formats, fallbacks, refusals."""

import csv
import io
import json

import pytest

POINT = ("--rho", "0.1", "--alpha", "0.05", "--beta", "1e-6")
OPTIONS = {
    "statistical-query": (),
    "pac-littlestone": ("--d", "3"),
    "pac-finite": ("--class-size", "1000"),
    "pac-thresholds": ("--d", "65536"),
    "heavy-hitters": ("--nu", "0.2", "--epsilon", "0.05"),
    "best-arm": ("--arms", "10"),
}


def arguments(problem):
    point = POINT if problem != "heavy-hitters" else ("--rho", "0.1", "--beta", "1e-6")
    return ("boost", problem, *point, *OPTIONS[problem])


@pytest.mark.sampled(5)
@pytest.mark.parametrize("split", ["paper", "optimal"])
@pytest.mark.parametrize("problem", OPTIONS)
def test_json_adds_up(replcalc, problem, split):
    result = replcalc(*arguments(problem), "--split", split, "--format", "json")
    assert result.code == 0, result.err
    data = result.json()
    q = data["quantities"]
    for name in ("n_replic", "n_tester", "n_nonreplic", "n_new", "n_previous"):
        assert isinstance(q[name], int) and q[name] > 0
    assert q["n_new"] == q["n_replic"] + q["n_tester"] + q["n_nonreplic"]
    assert data["split"] == split and data["applicable"]
    assert data["certified"] == (problem == "statistical-query")
    assert bool(data["hidden_constants"]) != data["certified"]
    assert {c["verdict"] for c in data["conditions"]} == {"PROVED"}
    for name in ("rho_replic", "beta_replic", "beta_tester", "beta_nonreplic"):
        assert 0 < float(q[name]["lower"]) <= float(q[name]["upper"]) < 1
    assert set(q["ratio"]) >= {"lower", "upper", "exact"}


def test_papers_split_is_exact(replcalc):
    q = replcalc(*arguments("statistical-query"), "--format", "json").json()["quantities"]
    exact = {
        name: q[name]["exact"]
        for name in ("rho_replic", "alpha_replic", "beta_replic", "beta_tester", "beta_nonreplic")
    }
    assert exact == {
        "rho_replic": "1/40",
        "alpha_replic": "1/40",
        "beta_replic": "1/40",
        "beta_tester": "1/4000000",
        "beta_nonreplic": "1/2000000",
    }


def test_text_names_the_crossing_and_the_smallest_tester(replcalc):
    result = replcalc(*arguments("pac-finite"))
    assert "n_tester_exact" in result.out and "5,664" in result.out
    assert "on downwards" in result.out and "paper rest on hidden constants" in " ".join(result.out.split())
    explained = replcalc(*arguments("pac-finite"), "--explain")
    assert "PROVED" in explained.out and "problem:pac/tester" in explained.out


@pytest.mark.sampled(2)
@pytest.mark.parametrize("output_format", ["text", "csv", "markdown", "latex"])
def test_every_format(replcalc, output_format):
    result = replcalc(*arguments("best-arm"), "--format", output_format)
    assert result.code == 0
    if output_format == "csv":
        rows = {row["method"]: row for row in csv.DictReader(io.StringIO(result.out))}
        told = replcalc(*arguments("best-arm"), "--format", "json").json()["routes"]
        assert {
            method: int(next(v for name, v in row.items() if name.startswith("samples")))
            for method, row in rows.items()
        } == {w: r["quantities"]["samples"] for w, r in told.items()}
    else:
        assert (r"n_{\mathrm{replic}}" if output_format == "latex" else "n_replic") in result.out


def test_set_changes_a_hidden_constant(replcalc):
    one, two = (
        replcalc(*arguments("best-arm"), "--set", f"C_arm_previous={c}", "--format", "json").json() for c in (1, 2)
    )
    assert abs(two["quantities"]["n_previous"] - 2 * one["quantities"]["n_previous"]) <= 1
    assert two["hidden_constants"][0]["value"]["exact"] == "2"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("pac-thresholds --rho 0.1 --alpha 0.05 --beta 1e-6 --d 1", "log* 1 = 0"),
        ("heavy-hitters --rho 0.1 --beta 1e-6 --nu 0.05 --epsilon 0.4", "nu/2 = 0.025"),
        ("heavy-hitters --rho 0.1 --beta 1e-6 --nu 0.2 --alpha 0.05", "alpha is taken as epsilon"),
        ("statistical-query --rho 0.1 --alpha 0.05 --beta 0.06", "rho/4"),
    ],
)
def test_fallbacks_are_reported(replcalc, line, told):
    result = replcalc("boost", *line.split())
    assert result.code == 0 and told in result.out


def test_where_the_previous_bound_is_false_it_is_said(replcalc):
    args = ("boost", "pac-finite", "--alpha", "0.1", "--beta", "0.01", "--class-size", "1000", "--format", "json")
    beyond, within = replcalc(*args, "--rho", "0.9"), replcalc(*args, "--rho", "0.5")
    assert beyond.code == 0 and not beyond.json()["previous_applicable"] and beyond.json()["applicable"]
    assert any("rho <= 1/2 REFUTED" in note for note in beyond.json()["notes"])
    assert within.json()["previous_applicable"]


def test_beta_above_rho_needs_no_boosting(replcalc):
    result = replcalc("boost", "best-arm", "--arms", "3", "--rho", "0.1", "--alpha", "0.1", "--beta", "0.2")
    assert result.code == 0 and "rem:boost" in result.out


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("no-such-problem",), "PROBLEM"),
        (("no-such-problem", *POINT), "PROBLEM"),
        (("statistical-query", "--rho", "0.1", "--alpha", "0.05"), "--beta"),
        (("statistical-query", "--rho", "0.1", "--alpha", "1", "--beta", "0.1"), "--alpha"),
        (("statistical-query", "--rho", "0", "--alpha", "0.1", "--beta", "0.1"), "--rho"),
        (("statistical-query", *POINT, "--arms", "3"), "--arms"),
        (("pac-littlestone", *POINT), "--d"),
        (("pac-littlestone", *POINT, "--d", "0"), "--d"),
        (("pac-littlestone", *POINT, "--d", "1.5"), "--d"),
        (("pac-finite", *POINT, "--class-size", "1"), "--class-size"),
        (("heavy-hitters", "--rho", "0.1", "--beta", "0.01", "--nu", "0.2"), "--epsilon"),
        (("heavy-hitters", "--rho", "0.1", "--beta", "0.01", "--nu", "2", "--epsilon", "0.1"), "--nu"),
        (("best-arm", *POINT, "--arms", "1"), "--arms"),
        (("best-arm", *POINT, "--arms", "5", "--set", "C_nothing=1"), "--set"),
        (("best-arm", *POINT, "--arms", "5", "--set", "C_arm_previous"), "--set"),
        (("statistical-query", "--rho", "0.1", "--alpha", "0.1", "--beta", "1e-400", "--split", "optimal"), "--beta"),
    ],
)
def test_refusals(replcalc, args, named):
    result = replcalc("boost", *args)
    assert result.code == 2 and result.out == ""
    assert len(result.err.strip().splitlines()) == 1 and named in result.err


def test_digits(replcalc):
    data = json.loads(replcalc(*arguments("statistical-query"), "--format", "json", "--digits", "50").out)
    ratio = data["quantities"]["ratio"]
    assert len(ratio["lower"]) > 50 and ratio["lower"][:50] == ratio["upper"][:50]


def test_the_best_solver_known_stands_beside_boosting(replcalc):
    at = ("boost", "statistical-query", "--rho", "0.1", "--alpha", "0.05", "--beta", "1e-6", "--format", "json")
    data = replcalc(*at).json()
    assert data["best"] == "known" and 10_000 < data["routes"]["known"]["quantities"]["samples"] < 12_165
    assert data["routes"]["known-inside"]["certified"]
    assert data["wins_from_beta"]["wins"] is None and data["wins_over_previous_from_beta"]["wins"] is not None
    assert any("than the best solver known here at no beta" in note for note in data["notes"])
    arms = ("boost", "best-arm", "--rho", "0.1", "--alpha", "0.1", "--beta", "1e-3", "--arms", "10", "--format", "json")
    assert replcalc(*arms).json()["routes"]["known"]["quantities"]["samples"] < 380_000


def test_a_promised_variance_serves_the_solver_known_here(replcalc):
    """The figure of one query with that promise; no less without it; and where it is refused."""
    asked = ("boost", "statistical-query", "--rho", "0.01", "--alpha", "0.1", "--beta", "1e-5")
    data = replcalc(*asked, "--variance", "0.01", "--format", "json").json()
    calm = replcalc("queries", "--k", "1", *asked[2:], "--variance", "0.01", "--format", "json").json()
    assert data["best"] == "known" and data["answer"]["samples"] == calm["routes"]["rounding"]["quantities"]["samples"]
    wild = replcalc(*asked, "--format", "json").json()
    assert wild["answer"]["samples"] > 20 * data["answer"]["samples"], "control: the promise is what saves"
    assert wild["routes"]["paper"]["quantities"] == data["routes"]["paper"]["quantities"]
    assert "variance at most V" in data["answer"]["guarantee"] and data["inputs"]["variance"]["exact"] == "1/100"
    refused = replcalc("boost", "heavy-hitters", "--nu", "0.2", "--epsilon", "0.1", *asked[2:], "--variance", "0.01")
    assert refused.code == 2 and "--variance" in refused.err
