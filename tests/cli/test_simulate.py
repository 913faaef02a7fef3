"""``replcalc simulate``: JSON, exit codes, options of single simulators, parallel runs, refusals."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest

from replcalc.cli.checks import split_words
from replcalc.numbers.errors import InputError
from replcalc.output import published_tables
from replcalc.output.checks import opening
from replcalc.simulate import registry, running


def encloses(real: dict[str, str], value: Fraction) -> bool:
    return Fraction(real["lower"]) <= value <= Fraction(real["upper"])


def test_listing(replcalc):
    result = replcalc("simulate", "--format", "json")
    entries = {entry["name"]: entry for entry in result.json()["simulators"]}
    assert result.code == 0 and list(entries) == list(registry.available())
    assert "lm:kasivi" in entries["conditioning"]["statements"]
    assert all(entry["summary"] and entry["statements"] for entry in entries.values())
    assert set(entries["threshold"]["options"]) == {"m", "tau"}
    text = replcalc("simulate", "--list").out
    assert "closeness" in text and "option m:" in text and "cl:Q_weighted_bound" in text


def test_the_list_begins_with_how_much_is_witnessed(replcalc, monkeypatch):
    """It was 209 lines without a verdict; the figures are those of the table of statements."""
    monkeypatch.setenv("COLUMNS", "80")
    first, *rest = replcalc("simulate").out.splitlines()
    rows = published_tables.statements_table().data["rows"]
    bounds = [w for row in rows for w in row["witnesses"] if w["kind"] == "bound"]
    seen = sum(bool(w["found"]) for w in bounds)
    assert 0 < seen < len(bounds)
    names = registry.available()
    assert first == f"{len(names)} simulators: {seen} of {len(bounds)} bounds witnessed in exact worlds, 0 violations"
    assert set(names) <= {line.split()[0] for line in rest if line.split()} and len(rest) <= len(names) + 8
    assert "option m:" not in " ".join(rest) and "simulate --list" in rest[-1]


def test_what_a_simulator_is_about():
    assert (
        opening("the least (gamma, eps): by definition, of an algorithm as a table")
        == "the least (gamma, eps): by definition"
    )
    assert opening("solve, test, fall back: " + "x" * 50) == "solve, test, fall back"
    assert opening("coins against " + "x" * 50) == "coins"
    assert opening("one coin, and rounding") == "one coin, and rounding"


def test_one_run(replcalc):
    result = replcalc("simulate", "closeness", "--cases", "3", "--format", "json")
    data = result.json()
    assert result.code == 0 and data["violations"] == 0 < data["cases"]
    assert data["simulator"] == "closeness" and data["statements"] == ["def:pg"] and data["seed"] == 0
    assert encloses(data["worst_ratio"], Fraction(1)) and data["worst_ratio"]["exact"] == "1"
    assert data["weaken"]["exact"] == "1"
    assert data["per_statement"]["def:pg"]["cases"] == data["cases"]
    assert data["worst"]["world"]["e^eps"] and "refuted" not in data and "first_violation" not in data


@pytest.mark.exhaustive
def test_negative_control(replcalc):
    result = replcalc("simulate", "closeness", "--cases", "3", "--weaken", "1/2", "--format", "json")
    data = result.json()
    assert result.code == 1 and data["violations"] > 0 and data["weaken"]["exact"] == "1/2"
    first = data["first_violation"]
    assert Fraction(first["true"]["exact"]) * 2 > Fraction(first["bound"]["exact"])
    text = replcalc("simulate", "closeness", "--cases", "3", "--weaken", "0.5")
    assert text.code == 1 and "First violation" in text.out and "negative control" in text.out


@pytest.mark.exhaustive
def test_a_false_statement_is_reported_apart(replcalc):
    result = replcalc("simulate", "conditioning", "--cases", "1", "--format", "json")
    data = result.json()
    assert result.code == 0 and data["violations"] == 0 < data["refuted"]
    assert data["false_as_printed"]["lm:kasivi"]["broken"] == data["refuted"]
    witness = data["witness"]
    assert witness["statement"] == "lm:kasivi"
    assert Fraction(witness["true"]["lower"]) > Fraction(witness["bound"]["upper"])


@pytest.mark.exhaustive
def test_show_prints_worlds(replcalc):
    plain = replcalc("simulate", "transcripts", "--cases", "1")
    shown = replcalc("simulate", "transcripts", "--cases", "1", "--show")
    assert plain.code == shown.code == 0
    assert "lm:z_in_G_i: worst case" in shown.out and "worst case" not in plain.out.replace("Worst case", "")
    assert "probabilities of the samples" in shown.out and "0.133333" in plain.out
    data = replcalc("simulate", "transcripts", "--cases", "1", "--show", "--format", "json").json()
    assert all("world" in entry["worst"] for entry in data["per_statement"].values())
    slip = data["slip"]
    assert slip["oracle at the real prefix"]["TV between joint law and product"]["exact"] == "2/15"
    assert slip["oracle at its own prefix"]["TV between joint law and product"]["exact"] == "0"


def test_seed_decides(replcalc):
    runs = [replcalc("simulate", "azuma", "--cases", "5", "--seed", seed, "--format", "json").out for seed in "778"]
    assert runs[0] == runs[1] != runs[2]


def test_options_of_a_simulator(replcalc):
    both = [
        replcalc("simulate", "threshold", "--cases", "1", "--m", "12", "--tau", "1/5", "--format", "json"),
        replcalc("simulate", "--tau=0.2", "--m=12", "threshold", "--cases", "1", "--format", "json"),
    ]
    assert both[0].code == both[1].code == 0 and both[0].out == both[1].out
    assert both[0].json()["m"] == 12 and "minimum" in both[0].json()


@pytest.mark.exhaustive
@pytest.mark.parametrize("output_format", ["csv", "markdown", "latex"])
def test_formats(replcalc, output_format):
    result = replcalc("simulate", "closeness", "--cases", "1", "--format", output_format)
    assert result.code == 0 and "def:pg" in result.out.replace("\\", "")
    if output_format == "csv":
        rows = list(csv.reader(io.StringIO(result.out)))
        assert any("def:pg" in row for row in rows)


def test_all_in_parallel(replcalc, monkeypatch):
    monkeypatch.setattr(running, "available", lambda: ("azuma", "closeness"))
    result = replcalc("simulate", "--all", "--cases", "2", "--format", "json")
    data = result.json()
    assert result.code == 0 and result.err == ""  # no progress bar without a terminal
    assert [entry["simulator"] for entry in data["simulators"]] == ["azuma", "closeness"]
    assert data["cases"] == sum(entry["cases"] for entry in data["simulators"])
    alone = replcalc("simulate", "closeness", "--cases", "2", "--format", "json").json()
    assert {"schema": data["schema"], **data["simulators"][1]} == alone
    weakened = replcalc("simulate", "--all", "--cases", "2", "--weaken", "1e-3")
    assert weakened.code == 1 and "azuma" in weakened.out


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("nobody",), "NAME"),
        (("closeness", "naive"), "NAME"),
        (("closeness", "--weaken", "0"), "--weaken"),
        (("closeness", "--weaken", "1.1"), "--weaken"),
        (("closeness", "--weaken", "half"), "--weaken"),
        (("closeness", "--seed", "-1"), "--seed"),
        (("closeness", "--seed", "x"), "--seed"),
        (("closeness", "--cases", "0"), "--cases"),
        (("closeness", "--cases", "1.5"), "--cases"),
        (("closeness", "--m", "3"), "--m"),
        (("closeness", "--m"), "--m"),
        (("threshold", "--tau", "2"), "--tau"),
        (("--tau", "2"), "--tau"),
        (("--all", "closeness"), "--all"),
        (("--list", "closeness"), "--list"),
        (("--list", "--all"), "--list"),
        (("closeness", "-z", "1"), "-z"),
        (("closeness", "--digits", "0"), "--digits"),
    ],
)
def test_refusals(replcalc, words, named):
    result = replcalc("simulate", *words)
    assert result.code == 2 and result.out == ""
    assert named in result.err and len(result.err.splitlines()) == 1


def test_split_words():
    assert split_words(("a", "--m", "3", "--tau=1/5")) == (["a"], {"m": "3", "tau": "1/5"})
    assert split_words(("--m", "-3", "a")) == (["a"], {"m": "-3"})
    for bad in (("--",), ("--m",), ("-m", "3"), ("--=3",)):
        with pytest.raises(InputError):
            split_words(bad)
