"""compose: the figures, what is said of them, and that what is printed works when it is typed."""

import json
import re
from fractions import Fraction

import pytest
from jsonschema import Draft202012Validator

from replcalc.output.schema import build_schema

QUESTION = ("compose", "--n", "100,200", "--rho", "0.1")


@pytest.fixture(scope="module")
def data(request):
    import replcalc

    return replcalc.compose("100,200", rho="0.1").to_dict()


def test_the_first_screen_answers_in_one_sentence(replcalc):
    done = replcalc(*QUESTION)
    lines = done.out.splitlines()
    assert done.code == 0 and not done.err and lines[0].startswith("200 samples are enough")
    assert "certified" in "".join(lines[:2]) and max(map(len, lines)) <= 80
    assert "eq:def_eps_i_delta_i" in done.out and "rho0 = 0.0001" in done.out and len(lines) <= 40


def test_every_repair_that_is_printed_gives_what_it_says(replcalc):
    text = replcalc(*QUESTION).out
    samples = re.search(r"type --rho0 (\S+): then it takes\s+([\d,]+) samples", text)
    weaker = replcalc(*QUESTION, "--rho0", samples[1], "--format", "json").json()
    assert weaker["answer"]["samples"] == int(samples[2].replace(",", ""))
    beta, beta0, n = re.search(r"For beta <= (\S+) it needs beta0 <= (\S+), and then n = (\S+)\.", text).groups()
    paper = ("--beta", beta, "--beta0", beta0, "--method", "paper")
    found = replcalc(*QUESTION, *paper, "--format", "json").json()["methods"]["paper"]
    assert found["status"] == "conditional" and float(found["quantities"]["beta"]["upper"]) <= float(beta)
    assert float(found["quantities"]["samples"]) == pytest.approx(float(n), rel=1e-3)


def test_json_holds_every_method_and_what_was_assumed(data):
    Draft202012Validator(build_schema()).validate(data)
    assert data["schema"] == "replcalc/4" and {"rho0", "beta0"} <= set(data["assumed"])
    assert data["methods"][data["best"]]["quantities"]["samples"] == 200 == data["answer"]["samples"]
    named = {constant["name"] for constant in data["methods"]["paper"]["unspecified_constants"]}
    assert "C_pg" in named and not named & {"c1", "c2", "c3", "c4", "c_max"}, "proved constants are specified"


def test_a_named_method_shows_its_own_failure_probability_and_exits_0(replcalc):
    for options, status in (((), "vacuous"), (("--beta0", "1e-9"), "conditional")):
        done = replcalc(*QUESTION, *options, "--method", "paper", "--format", "json")
        assert done.code == 0 and done.json()["methods"]["paper"]["status"] == status
    asked = replcalc(*QUESTION, "--beta", "0.001", "--method", "paper")
    assert asked.code == 1 and asked.err.strip(), "a target that was typed is missed"


def test_a_report_explains_and_is_small(replcalc, here):
    assert replcalc(*QUESTION, "--report", "r.html").code == 0
    page = (here / "r.html").read_text(encoding="utf-8")
    assert "<math" in page and "200 samples are enough" in page and len(page) <= 150_000
    assert replcalc(*QUESTION, "--report", "r.txt").code == 2


def test_what_is_solved_for_holds_when_it_is_typed(replcalc):
    line = ("compose", "--n", "100x10", "--rho", "0.1", "--beta", "0.01", "--method", "votes", "--format", "json")
    found = replcalc(*line, "--solve", "beta0").json()
    value = found["solve"]["value"]["upper"]
    again = replcalc(*line, "--beta0", value).json()
    assert found["inputs"]["beta0"] is None and again["best"] is not None
    assert Fraction(again["methods"][again["best"]]["quantities"]["beta"]["upper"]) <= Fraction(1, 100)


@pytest.mark.exhaustive  # repairs of every method are searched for
def test_nothing_certified_exits_1_and_says_what_to_type(replcalc):
    line = ("compose", "--n", "100", "--rho", "0.1", "--beta0")
    done = replcalc(*line, "0.6")
    assert done.code == 1 and done.err.strip()
    beta0 = re.search(r"--beta0 (\S+)", done.out)[1]
    assert replcalc(*line, beta0).code == 0


def test_settings_change_the_answer_and_unknown_ones_are_refused(replcalc):
    line = (*QUESTION, "--method", "paper", "--format", "json")
    more = replcalc(*line, "--set", "C_pg=10").json()["methods"]["paper"]["quantities"]["samples"]
    assert more > 9 * json.loads(replcalc(*line).out)["methods"]["paper"]["quantities"]["samples"]
    assert replcalc(*line, "--set", "C_gp=10").code == 2


@pytest.mark.parametrize(("option", "value"), [("--rho", "0"), ("--n", "@none"), ("--method", "papr")])
def test_bad_input_is_one_line_that_names_the_option(replcalc, option, value):
    words = dict(zip(QUESTION[1::2], QUESTION[2::2], strict=True)) | {option: value}
    done = replcalc("compose", *(word for pair in words.items() for word in pair))
    assert done.code == 2 and option in done.err and len(done.err.strip().splitlines()) == 1
