"""``derive FILE``: pipelines of one's own, from TOML and Python, evaluated, marked as one's own, and compared."""

from fractions import Fraction
from math import ceil, log, sqrt
from pathlib import Path

import pytest
from flint import fmpq

import replcalc as api
from replcalc.numbers.errors import InputError
from replcalc.planning.pipeline_file import read_pipeline

EXAMPLES = Path(__file__).parents[2] / "examples"
LITERAL, MINE, PYTHON = (EXAMPLES / name for name in ("thm_main.toml", "my_pipeline.toml", "my_pipeline.py"))
POINT = ("--n", "100,200", "--rho", "0.1", "--beta0", "1e-7")


def middle(real):
    return (Fraction(real["lower"]) + Fraction(real["upper"])) / 2


def test_the_literal_theorem_in_six_steps_has_the_figures_of_the_way_paper(replcalc):
    assert LITERAL.read_text(encoding="utf-8").count("  {") == 6
    mine = replcalc("derive", str(LITERAL), *POINT, "--format", "json").json()["pipeline"]
    assert mine["own"] == [] and mine["assumed"].keys() == {"rho0"} and mine["result"]["status"] == "conditional"
    paper = replcalc("compose", *POINT, "--method", "paper", "--format", "json").json()["methods"]["paper"]
    for name in ("samples", "rho", "beta", "epsilon", "delta", "delta_prime", "epsilon_star", "delta_star"):
        assert mine["result"]["quantities"][name] == paper["quantities"][name], name


def test_a_lemma_exchanged_gives_what_its_formula_says(replcalc):
    """samples <= 2 n ln(1/delta)/epsilon^2, typed apart, with the paper's epsilon and delta."""
    rho, beta0, c, sizes = 0.1, 1e-7, 0.000136, (100, 200)
    level = log(2 / (rho * beta0))
    epsilons = [c * rho * sqrt(n / 300 + 1 / 2) / sqrt(level) for n in sizes]
    expected = max(2 * n * log(1 / (beta0 * e**10)) / e**2 for n, e in zip(sizes, epsilons, strict=True))
    data = replcalc("derive", str(MINE), *POINT, "--format", "json").json()
    samples = data["pipeline"]["result"]["quantities"]["samples"]
    assert abs(samples - ceil(expected)) <= 1e-12 * expected
    before = data["against"]["result"]["quantities"]["samples"]
    assert abs(middle(data["factors"]["samples"]) - Fraction(samples, before)) < Fraction(1, 10**12)
    assert data["against"]["name"] == "thm_main" and data["against"]["own"] == []
    twice = replcalc("derive", str(MINE), *POINT, "--set", "C_mine=4", "--format", "json").json()
    assert abs(twice["pipeline"]["result"]["quantities"]["samples"] - 2 * samples) <= 2


def test_what_is_yours_is_marked_in_every_output(replcalc):
    mark = "not in the catalogue"
    tree, figures = replcalc("derive", str(MINE)).out, replcalc("derive", str(MINE), *POINT).out
    assert "assumed by you: my:conversion" in " ".join(tree.split())
    assert f"assumed by you ({mark}): my:conversion" in figures and "certified" not in figures
    printed = replcalc("derive", str(MINE), *POINT, "--explain", "--format", "latex").out
    assert mark in " ".join(printed.split())
    data = replcalc("derive", str(MINE), *POINT, "--format", "json").json()["pipeline"]
    origins = {step["statement"]: step["provenance"] for step in data["result"]["steps"]}
    assert origins["my:conversion"] == "own" and origins["lm:pg_compose"] == "paper"
    assert data["own"] == ["my:conversion"] and not data["result"]["certified"]
    for output_format in ("latex", "json"):
        formula = replcalc("derive", str(MINE), "--expression", "samples", "--format", output_format)
        assert mark in formula.out, output_format


def test_a_certified_lemma_of_the_catalogue_alone_is_certified_and_your_own_is_not(tmp_path):
    steps = 'steps = [{ apply = "lm:pg_to_replic", gamma = "x", epsilon = "x", delta = "x" }]\n'
    plain = tmp_path / "plain.toml"
    plain.write_text('title = "alone"\ninputs = ["x in (0, 1)"]\n' + steps)
    assert api.derive(str(plain), x="1/1000").mine.status.value == "certified"
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'title = "alone"\ninputs = ["x in (0, 1)"]\n'
        'steps = [{ apply = "my:half" }, { apply = "lm:pg_to_replic", gamma = "y", epsilon = "y", delta = "y" }]\n'
        '[[lemma]]\nlabel = "my:half"\ngiven = ["x in (0, 1)"]\ngives = ["y <= x/2"]\n'
    )
    found = api.derive(str(mine), x="1/1000").mine
    assert found.status.value == "conditional" and found.uncatalogued == ("my:half",)
    assert found.rho.lower <= fmpq(8, 1000) <= found.rho.upper


def test_a_python_file_is_run(replcalc):
    found = replcalc("derive", str(PYTHON), "--let", "x=1/1000", "--format", "json").json()["pipeline"]
    assert middle(found["result"]["quantities"]["rho"]) == Fraction(8, 1000) and found["own"] == ["my:halved"]
    assert "(not in the catalogue)" in replcalc("derive", str(PYTHON)).out


def test_conditions_that_fail_exit_1_and_say_which(replcalc):
    failed = replcalc("derive", str(LITERAL), "--n", "100,200", "--rho", "0.1", "--c", "0.5")
    assert failed.code == 1 and "epsilon_star <= " in " ".join(failed.out.split())
    assert "REFUTED" in failed.out
    missed = replcalc("derive", str(LITERAL), *POINT, "--beta", "0.1")  # it fails with probability 0.182
    assert missed.code == 1 and "goal:failure" in missed.out


BAD = {
    'steps = [{ apply = "lm:pg_compse" }]': ("step 1, apply", "lm:pg_compse"),
    'steps = [{ each = "lm:replic_to_pg", n = "__import__(1)" }]': ("step 1 (lm:replic_to_pg), n", "__import__"),
    'steps = [{ apply = "lm:pg_to_replic", gamma = "n" }]': ("gamma", "is no family"),
    "colour = 1": ("colour", "one of the keys"),
    'from = "paper"\nexchange = { "lm:nothing" = "lm:pg_compose" }': ("exchange", "a statement that it applies"),
    '[[lemma]]\nlabel = "thm:main"\ngives = ["x <= 1"]': ("lemma thm:main, label", "does not have"),
    '[[lemma]]\nlabel = "my:x"\ngives = ["x <= y"]': ("lemma my:x, gives", "found y"),
    '[[lemma]]\nlabel = "my:x"\ngives = ["x <= 1"]\nassumes = ["open(1) < 2"]': (
        "lemma my:x, assumes",
        "is called open",
    ),
    '[[lemma]]\nlabel = "my:x"\ngives = ["x <= 1"]\nhidden = { C = -1 }': ("lemma my:x, hidden, C", "> 0"),
}


@pytest.mark.parametrize("text", BAD)
def test_a_mistake_names_the_file_and_the_key(replcalc, tmp_path, text):
    path = tmp_path / "wrong.toml"
    path.write_text(text + "\n")
    failed = replcalc("derive", str(path))
    assert failed.code == 2 and not failed.out
    where, what = BAD[text]
    assert "wrong.toml" in failed.err and where in failed.err and what in failed.err, failed.err
    assert len(failed.err.strip().splitlines()) == 1


def test_mistakes_at_the_command_line(replcalc, tmp_path):
    assert "--rho is missing" in replcalc("derive", str(LITERAL), "--n", "100").err
    assert "--let: 'rhoo'" in replcalc("derive", str(LITERAL), *POINT, "--let", "rhoo=1").err
    assert "--let: 'c2'" in replcalc("derive", str(LITERAL), *POINT, "--let", "c2=1").err
    assert "--set: 'c9'" in replcalc("derive", str(LITERAL), *POINT, "--set", "c9=1").err
    assert replcalc("derive", str(tmp_path / "none.toml")).code == 2
    program = tmp_path / "wrong.py"
    program.write_text("x = 1\ny = x / 0\n")
    failed = replcalc("derive", str(program))
    assert failed.code == 2 and "line 2: ZeroDivisionError" in failed.err
    program.write_text("x = 1\n")
    assert "under the name 'pipeline'" in replcalc("derive", str(program)).err


def test_files_that_start_from_each_other_are_refused(tmp_path):
    (tmp_path / "a.toml").write_text('from = "b.toml"\n')
    (tmp_path / "b.toml").write_text('from = "a.toml"\n')
    with pytest.raises(InputError, match="start from one another"):
        read_pipeline(str(tmp_path / "a.toml"))
