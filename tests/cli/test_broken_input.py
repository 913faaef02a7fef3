"""What the command line does with broken words and a full disk."""

import json
import os
import subprocess
import sys

import pytest

MEANS = ("--range", "0,1", "--alpha", "0.2", "--rho", "0.2", "--beta", "0.05", "--seed", "s")


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.csv").write_text("a,g\n" + "0.25,x\n0.75,y\n" * 160)
    return "data.csv"


def test_truncated_output_is_an_error(tmp_path):
    """4,096 of 13,702 bytes were written, with exit code 0."""
    resource = pytest.importorskip("resource")
    with (tmp_path / "out").open("wb") as out:
        done = subprocess.run(
            [sys.executable, "-m", "replcalc.cli.main", "table", "errata"],
            stdout=out,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},  # else cut short too
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
        )
    assert done.returncode == 1 and done.stderr


def test_bytes_that_are_no_utf8_are_refused_by_the_option(replcalc, data):
    done = replcalc("plan", "means", "--columns", "\udcff", *MEANS, "-o", "study.toml")
    assert (done.code, done.out) == (2, "") and "--columns" in done.err
    assert not os.path.exists("study.toml")


def test_a_receipt_with_a_lone_surrogate_is_refused(replcalc, data):
    assert replcalc("run", "means", data, "--columns", "a", *MEANS, "--receipt", "r.json").code == 0
    with open("r.json") as file:
        document = json.load(file)
    for field in ("seed", "guarantee"):
        with open("r.json", "w") as file:
            json.dump({**document, field: "\ud800"}, file)
        assert replcalc("run", "--verify", "r.json", data).code == 2
        assert replcalc("run", "--compare", "r.json", "r.json").code == 2


def test_seeds_are_compared_in_normal_form(replcalc, data):
    words = ("run", "means", data, "--columns", "a", *MEANS[:-1])
    assert replcalc(*words, "caf\u00e9", "--receipt", "one.json").code == 0
    assert replcalc(*words, "cafe\u0301", "--receipt", "two.json").code == 0
    assert replcalc("run", "--compare", "one.json", "two.json").code == 0


def test_the_guarantee_of_a_study_cannot_be_changed(replcalc, data):
    assert replcalc("plan", "means", "--columns", "a", *MEANS, "-o", "study.toml").code == 0
    with open("study.toml") as file:
        text = file.read()
    with open("study.toml", "w") as file:
        file.write(text.replace('"guarantee": "', '"guarantee": "Better: '))
    assert replcalc("run", "study.toml", data, "--seed", "s").code == 2


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--group-by", ("--columns", "a", "--group-by", "zz", "--groups", "x,y")),
        ("--columns", ("--columns", "a,zz")),
        ("-o", ("--columns", "a", "-o", "no/such.toml")),
    ],
)
def test_errors_name_the_option_that_was_typed(replcalc, data, option, words):
    what = ("plan", "means") if "-o" in words else ("run", "means", data)
    done = replcalc(*what, *words, *MEANS)
    assert done.code == 2 and done.err.startswith(f"replcalc: {option}: ")
