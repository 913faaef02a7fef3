"""``replcalc simulate``: JSON, exit codes, options of single simulators, parallel runs, refusals."""

from fractions import Fraction

import pytest

from replcalc.simulate import registry, running


def encloses(real: dict[str, str], value: Fraction) -> bool:
    return Fraction(real["lower"]) <= value <= Fraction(real["upper"])


def test_listing(replcalc):
    result = replcalc("simulate", "--format", "json")
    entries = {entry["name"]: entry for entry in result.json()["simulators"]}
    assert result.code == 0 and list(entries) == list(registry.available())
    assert "def:pg" in entries["pg-lemmas"]["statements"]
    assert all(entry["summary"] and entry["statements"] for entry in entries.values())


def test_one_run(replcalc):
    result = replcalc("simulate", "pg-lemmas", "--cases", "3", "--format", "json")
    data = result.json()
    assert result.code == 0 and data["violations"] == 0 < data["cases"]
    assert data["simulator"] == "pg-lemmas" and data["statements"][0] == "def:pg" and data["seed"] == 0
    assert encloses(data["worst_ratio"], Fraction(1))
    assert data["weaken"]["exact"] == "1"
    assert data["per_statement"]["def:pg"]["cases"] <= data["cases"]
    assert data["worst"]["case"]["ratio"] and "first_violation" not in data


def test_negative_control(replcalc):
    result = replcalc("simulate", "pg-lemmas", "--cases", "3", "--weaken", "1/2", "--format", "json")
    data = result.json()
    assert result.code == 1 and data["violations"] > 0 and data["weaken"]["exact"] == "1/2"
    first = data["first_violation"]
    assert first["conclusion"] and Fraction(first["true"]["upper"]) * 2 > Fraction(first["bound"]["lower"])


def test_a_false_statement_is_reported_apart(replcalc):
    result = replcalc("simulate", "lm:kasivi", "--cases", "1", "--format", "json")
    data = result.json()
    assert result.code == 0 and data["violations"] == 0 < data["refuted"]
    assert data["false_as_printed"]["lm:kasivi"]["broken"] == data["refuted"]
    found = data["counterexample"]
    assert found["statement"] == "lm:kasivi"
    assert Fraction(found["true"]["lower"]) > Fraction(found["bound"]["upper"])


def test_seed_decides(replcalc):
    runs = [replcalc("simulate", "symmetry", "--cases", "5", "--seed", seed, "--format", "json").out for seed in "778"]
    assert runs[0] == runs[1] != runs[2]


def test_all_in_parallel(replcalc, monkeypatch):
    monkeypatch.setattr(running, "available", lambda: ("correlated-sampling", "pg-lemmas"))
    result = replcalc("simulate", "--all", "--cases", "2", "--format", "json")
    data = result.json()
    assert result.code == 0 and result.err == ""  # no progress bar without a terminal
    assert [entry["simulator"] for entry in data["simulators"]] == ["correlated-sampling", "pg-lemmas"]
    assert data["cases"] == sum(entry["cases"] for entry in data["simulators"])
    alone = replcalc("simulate", "pg-lemmas", "--cases", "2", "--format", "json").json()
    assert {"schema": data["schema"], **data["simulators"][1]} == alone
    weakened = replcalc("simulate", "--all", "--cases", "2", "--weaken", "1e-3")
    assert weakened.code == 1 and "pg-lemmas" in weakened.out


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("nobody",), "NAME"),
        (("pg-lemmas", "--weaken", "0"), "--weaken"),
        (("pg-lemmas", "--seed", "-1"), "--seed"),
        (("pg-lemmas", "--cases", "0"), "--cases"),
        (("pg-lemmas", "--m", "3"), "--m"),
        (("--all", "pg-lemmas"), "--all"),
        (("pg-lemmas", "--digits", "0"), "--digits"),
    ],
)
def test_refusals(replcalc, words, named):
    result = replcalc("simulate", *words)
    assert result.code == 2 and result.out == ""
    assert named in result.err and len(result.err.splitlines()) == 1
