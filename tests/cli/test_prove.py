"""``replcalc prove``: verdicts, exit codes, files, and what is said when a line cannot be read or decided."""

import json
from pathlib import Path
from typing import Any

import pytest
import sympy as sp
from click.testing import CliRunner

import replcalc
from replcalc.cli.main import cli
from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import InputError


def run(*words: str) -> tuple[int, dict[str, Any]]:
    found = CliRunner().invoke(cli, ["prove", *words, "--format", "json"], standalone_mode=False)
    assert found.exception is None, found.exception
    return found.return_value, json.loads(found.stdout)


def test_proved_with_a_certificate_that_verifies(tmp_path: Path) -> None:
    place = tmp_path / "c.json"
    code, answer = run("log(1+x) <= x - x^2/2 + x^3/3", "--on", "x in [0, oo)", "--certificate", str(place))
    assert (code, answer["verdict"]) == (0, "PROVED")
    document = json.loads(place.read_text())
    assert document["conclusion"] == answer["conclusion"]
    assert recheck(Certificate.from_json(document)) is Verdict.PROVED


def test_refuted_at_a_point() -> None:
    code, answer = run("x^2 >= x", "--on", "x in [0, 1]")
    assert (code, answer["verdict"]) == (1, "REFUTED")
    assert 0 < sp.Rational(answer["counterexample"]["x"]) < 1


def test_a_side_without_a_value_is_an_outcome_of_its_own() -> None:
    for relation, on in (("sqrt(x)^2 >= 0", "x in [-1, 1]"), ("log(0^2) <= 0", ""), ("1/x <= 5", "x in [0, 1]")):
        code, answer = run(relation, "--on", on)
        if answer["verdict"] == "REFUTED":  # elsewhere it fails outright: that outranks
            assert relation == "1/x <= 5"
            continue
        assert (code, answer["verdict"]) == (1, "UNDECIDED")
        assert answer["method"] == "undefined" and answer["detail"].endswith(
            "has no value at x = -1" if on else "log(0^2) has no value"
        )


def test_the_best_constant_is_bracketed() -> None:
    _, answer = run("log(1 + x) >= x - c*x^2", "--on", "x >= 0", "--best", "c")
    proved, refuted = (sp.Rational(answer["best"][end]["exact"]) for end in ("proved", "refuted"))
    assert proved >= sp.Rational(1, 2) > refuted
    assert proved - refuted <= sp.Rational(1, 10**6)


def test_a_line_that_cannot_be_read_says_what_can() -> None:
    for words in (("sin(x) <= 1", "--on", "x >= 0"), ("x <= 1",), ("x <= 1", "--on", "x >= 0", "--best", "c")):
        with pytest.raises(InputError):
            replcalc.prove(words[0], words[2] if len(words) > 2 else "", best="c" if "--best" in words else None)


def test_relations_of_sympy() -> None:
    x = sp.Symbol("x")
    assert replcalc.prove(sp.Le(sp.log(1 + x), x), {"x": "[0, oo)"}).verdict is Verdict.PROVED
    assert replcalc.prove(sp.Lt(sp.exp(x), 1 + x), {x: "[0, 1]"}).verdict is Verdict.REFUTED
    with pytest.raises(InputError):
        replcalc.prove(x + 1, {"x": "[0, oo)"})


def test_given() -> None:
    assert replcalc.prove("x + y <= 1", "x in [0, 1], y in [0, 1]", given=["x + y <= 1/2"]).verdict is Verdict.PROVED


def test_a_line_ends_when_it_should() -> None:
    found = replcalc.prove("erfc(x) <= exp(-x^2)", "x >= 0", seconds=0.5)
    assert found.verdict is Verdict.UNDECIDED and found.seconds < 10
