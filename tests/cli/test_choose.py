"""replcalc choose: the command, its JSON, its refusals; boost takes it over."""

import pytest

import replcalc as package

SMALL = ("choose", "--arms", "5", "--alpha", "0.2", "--rho", "0.2", "--beta", "0.05")


def test_json(replcalc):
    data = replcalc(*SMALL, "--format", "json").json()
    assert data["best"] == "noise" and data["unit"] == "samples per option"
    assert data["assumed"]["variance"]["value"]["exact"] == "1/4" and data["inputs"]["arms"] == 5


def test_text(replcalc):
    out = replcalc(*SMALL, "--recipe").out
    assert "samples per option: noise that all runs share" in out and "certified" in out and "Recipe (noise):" in out
    assert "variance" in " ".join(replcalc(*SMALL, "--variance", "0.01").out.split("Taken for granted:")[1].split())


def test_python_and_sweep():
    rows = package.sweep("choose", {"arms": "5,50"}, alpha="0.2", rho="0.2", beta="0.05", frame="rows")
    found = {row["arms"]: row["samples"] for row in rows if row["method"] == "noise"}
    assert found["5"] == package.choose(5, "0.2", "0.2", "0.05").samples < found["50"]


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("--arms", "1"), "--arms"),
        (("--arms", "5", "--variance", "0.3"), "--variance"),
        (("--arms", "5", "--common", "--variance", "1.1"), "--variance"),
        (("--arms", "5", "--k", "0"), "--k"),
    ],
)
def test_refusals(replcalc, args, named):
    result = replcalc("choose", *args, "--alpha", "0.2", "--rho", "0.2", "--beta", "0.05")
    assert result.code == 2 and result.out == "" and named in result.err
    assert len(result.err.strip().splitlines()) == 1


def test_boost_takes_the_best_choice(replcalc):
    asked = ("--arms", "20", "--alpha", "0.2", "--rho", "0.2", "--beta", "0.05", "--format", "json")
    alone = package.choose(20, "0.2", "0.2", "0.05").samples
    boosted = replcalc("boost", "best-arm", *asked).json()
    assert boosted["routes"]["known"]["quantities"]["samples"] == alone
    learned = replcalc("boost", "pac-finite", "--class-size", *asked[1:]).json()
    assert learned["best"] == "known" and learned["routes"]["known"]["quantities"]["samples"] == (
        package.choose(20, "0.2", "0.2", "0.05", common=True).samples
    )
