"""``replcalc pg-compose`` from outside: contract, formats, lists, refusals."""

from __future__ import annotations

import csv
import io
from decimal import Decimal, localcontext
from pathlib import Path

import pytest

from replcalc.output.latex import latex_text

HET = ("pg-compose", "--eps", "0.01,0.02x2", "--delta", "1e-7", "--delta-prime", "1e-6")
TV = ("pg-compose", "--eps", "0.1x3,0.25", "--delta", "1e-6", "--variant", "nonadaptive")
EXPECTED = {
    "het": ["epsilon_k", "delta_k", "epsilon_star", "delta_star", "gamma_star"],
    "simple": ["epsilon_star", "delta_star", "gamma_star"],
    "conditioned": ["epsilon_k", "delta_k", "epsilon_star", "delta_star", "gamma_star"],
    "nonadaptive": ["gamma_star", "tv", "tv_closed_form", "tv_pinsker", "Delta", "rho"],
}


@pytest.mark.parametrize("variant", EXPECTED)
def test_json_follows_the_contract(replcalc, variant):
    result = replcalc(
        "pg-compose",
        "--eps",
        "0.0001x3",
        "--delta",
        "1e-12",
        "--delta-prime",
        "1e-9",
        "--variant",
        variant,
        "--format",
        "json",
    )
    assert result.code == 0, result.err
    data = result.json()
    assert list(data["quantities"]) == EXPECTED[variant]
    assert data["applicable"] is True and data["variant"] == variant
    assert data["certified"] is (variant != "simple") and bool(data["hidden_constants"]) is (variant == "simple")
    for value in data["quantities"].values():
        low, high = Decimal(value["lower"]), Decimal(value["upper"])
        assert low <= high and (high - low) * 10**20 <= abs(low)
        assert "bracket" not in value
    q = {name: Decimal(value["upper"]) for name, value in data["quantities"].items()}
    follows = q["rho"] if variant == "nonadaptive" else 4 * (q["gamma_star"] + 2 * q["epsilon_star"] + q["delta_star"])
    assert abs(Decimal(data["rho"]["upper"]) / follows - 1) < Decimal("1e-18")
    assert {c["verdict"] for c in data["conditions"]} == {"PROVED"}
    assert all({"statement", "condition", "verdict"} <= set(c) for c in data["conditions"])
    assert data["steps"]


def test_where_no_replicability_follows_rho_is_null(replcalc):
    data = replcalc(
        "pg-compose", "--eps", "0.01x10", "--delta", "1e-12", "--delta-prime", "1e-9", "--format", "json"
    ).json()
    assert data["rho"] is None and Decimal(data["quantities"]["epsilon_star"]["lower"]) > 1


@pytest.mark.parametrize("digits", ["3", "60", "1000"])
@pytest.mark.parametrize("arguments", [HET, TV])
def test_digits_are_met(replcalc, arguments, digits):
    result = replcalc(*arguments, "--digits", digits, "--format", "json")
    assert result.code == 0
    with localcontext(prec=3000):
        for value in result.json()["quantities"].values():
            low, high = Decimal(value["lower"]), Decimal(value["upper"])
            assert 0 <= (high - low) * 10 ** int(digits) <= low
            assert "exact" in value or high > low


def test_runs_files_and_standard_input_mean_the_same(replcalc, tmp_path: Path, monkeypatch):
    reference = replcalc(*TV, "--format", "json").json()["quantities"]
    listed = tmp_path / "eps.txt"
    listed.write_text("0.1 0.1 0.1  # three\n1/4\n")
    for eps, stdin in (("0.1,0.1,0.1,0.25", ""), (f"@{listed}", ""), ("-", "0.1x3\n0.25\n")):
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        found = replcalc("pg-compose", "--eps", eps, "--delta", "1e-6", "--variant", "nonadaptive", "--format", "json")
        assert found.code == 0
        assert found.json()["quantities"]["tv"] == reference["tv"]
    other = replcalc("pg-compose", "--eps", "0.1x4", "--delta", "1e-6", "--variant", "nonadaptive", "--format", "json")
    assert other.json()["quantities"]["tv"] != reference["tv"]


@pytest.mark.parametrize(
    ("options", "condition", "names"),
    [
        (("--eps", "0.1,0.2", "--delta", "1e-6,0.02", "--delta-prime", "1e-6"), "delta[i] <= epsilon[i]/50", "i = 2"),
        (("--eps", "0.1,1.25", "--delta", "1e-6", "--delta-prime", "1e-6"), "epsilon[i] <= 1", "1.25"),
        (("--eps", "0.1,0.2", "--delta", "1e-6", "--delta-prime", "0.5"), "delta_prime < 1/2", "0.5"),
    ],
)
@pytest.mark.parametrize("variant", ["het", "conditioned"])
def test_violated_hypotheses_exit_1_and_still_print(replcalc, variant, options, condition, names):
    result = replcalc("pg-compose", *options, "--variant", variant, "--format", "json")
    assert result.code == 1
    data = result.json()
    assert data["applicable"] is False and data["certified"] is False
    (refuted,) = [c for c in data["conditions"] if c["verdict"] == "REFUTED"]
    assert refuted["statement"] == "lm:pg_compose_het" and refuted["condition"] == condition
    assert result.err.count("\n") == 1 and condition in result.err and names in result.err
    text = replcalc("pg-compose", *options, "--variant", variant)
    assert text.code == 1 and "REFUTED" in text.out and "does not grant" in text.out


def test_simple_says_when_its_epsilon_star_is_too_large(replcalc):
    result = replcalc(*HET, "--variant", "simple", "--format", "json")
    assert result.code == 1 and "epsilon_star <= c3" in result.err
    raised = replcalc(*HET, "--variant", "simple", "--set", "c3=10", "--set", "c1=1", "--format", "json")
    assert raised.code == 0 and raised.json()["certified"] is False


@pytest.mark.parametrize(
    ("options", "option"),
    [
        (("--delta", "1e-6", "--delta-prime", "1e-6"), "--eps"),
        (("--eps", "0.1", "--delta-prime", "1e-6"), "--delta"),
        (("--eps", "0.1", "--delta", "1e-6"), "--delta-prime"),
        (("--eps", "0.1", "--delta", "1e-6", "--delta-prime", "0"), "--delta-prime"),
        (("--eps", "-0.1", "--delta", "1e-6", "--delta-prime", "1e-6"), "--eps"),
        (("--eps", "nan", "--delta", "1e-6", "--delta-prime", "1e-6"), "--eps"),
        (("--eps", "0.1x2", "--delta", "1e-6x3", "--delta-prime", "1e-6"), "--eps"),
        (("--eps", "0.1", "--delta", "-1", "--delta-prime", "1e-6"), "--delta"),
        (("--eps", "@/no/such/file", "--delta", "1", "--delta-prime", "1e-6"), "--eps"),
        (("--eps", "__import__('os')", "--delta", "1", "--delta-prime", "1e-6"), "--eps"),
        (("--eps", "0.1", "--delta", "1e-6", "--delta-prime", "1e-6", "--variant", "x"), "--variant"),
        (("--eps", "0.1", "--delta", "1e-6", "--delta-prime", "1e-6", "--set", "c2"), "--set"),
        (("--eps", "0.1", "--delta", "1e-6", "--delta-prime", "1e-6", "--set", "c2=1"), "--set"),
        (("--eps", "0.1", "--delta", "0", "--variant", "nonadaptive", "--digits", "0"), "--digits"),
    ],
)
def test_wrong_command_lines_exit_2_with_one_line(replcalc, options, option):
    result = replcalc("pg-compose", *options)
    assert result.code == 2 and result.out == ""
    assert result.err.count("\n") == 1 and option in result.err


def test_a_bracket_says_so(replcalc):
    eps = ",".join(f"{1 + 7919 * j % 1009}/{20011 + 2 * j}" for j in range(1, 61))
    data = replcalc("pg-compose", "--eps", eps, "--delta", "0", "--variant", "nonadaptive", "--format", "json").json()
    tv, rho = data["quantities"]["tv"], data["quantities"]["rho"]
    assert tv["bracket"] is True and rho["bracket"] is True and data["tv_method"]["name"] == "bracket"
    assert Decimal(0) < Decimal(tv["upper"]) - Decimal(tv["lower"]) < Decimal("1e-2")
    assert Decimal(tv["upper"]) <= Decimal(data["quantities"]["tv_closed_form"]["upper"])


def test_a_million_equal_ones(replcalc):
    result = replcalc(
        "pg-compose", "--eps", "0.001x1000000", "--delta", "1e-12", "--variant", "nonadaptive", "--format", "json"
    )
    data = result.json()
    assert result.code == 0 and data["tv_method"]["name"] == "lattice"
    assert data["quantities"]["tv"]["lower"].startswith("0.382924827197")
    assert data["quantities"]["gamma_star"]["exact"] == "1/1000000"


@pytest.mark.parametrize("variant", EXPECTED)
@pytest.mark.parametrize("output_format", ["text", "csv", "markdown", "latex"])
def test_every_format_shows_every_figure(replcalc, variant, output_format):
    result = replcalc(
        "pg-compose",
        "--eps",
        "0.0001x3",
        "--delta",
        "1e-12",
        "--delta-prime",
        "1e-9",
        "--variant",
        variant,
        "--explain",
        "--format",
        output_format,
    )
    assert result.code == 0
    for name in EXPECTED[variant]:
        assert (latex_text(name) if output_format == "latex" else name) in result.out
    if output_format == "csv":
        assert len({len(row) for row in csv.reader(io.StringIO(result.out))}) == 1
    if output_format == "text":
        assert max(map(len, result.out.splitlines())) <= 112, "a little wider than 100 where whole labels ask for it"
    if output_format == "latex":
        assert result.out.count(r"\begin{") == result.out.count(r"\end{") and result.out.count(r"\endhead") >= 3


@pytest.mark.afresh
def test_output_is_deterministic(replcalc):
    assert replcalc(*TV, "--format", "json").out == replcalc(*TV, "--format", "json").out
