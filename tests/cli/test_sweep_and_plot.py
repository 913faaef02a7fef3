"""``replcalc sweep`` and ``replcalc plot``."""

import csv
import io
import shutil

import pytest

NAIVE = ("--set", "rho=0.5", "--route", "naive", "--workers", "1")


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_on_stdout_and_words_on_stderr(replcalc):
    done = replcalc("sweep", "compose", "--vary", "k=1..3", "--vary", "rho0=0.01,0.02", *NAIVE)
    found = rows(done.out)
    assert done.code == 0 and [(r["k"], r["rho0"]) for r in found] == [(k, r) for k in "123" for r in ("0.01", "0.02")]
    assert all(r["samples"] == "100" and r["best"] == "true" and r["status"] == "certified" for r in found)
    assert [r["rho_upper"] for r in found] == ["0.01", "0.02", "0.02", "0.04", "0.03", "0.06"]
    assert "assumed n = 100" in done.err and "6 points, 6 rows" in done.err and "points/s" in done.err


def test_a_file_and_its_picture(replcalc, tmp_path):
    pytest.importorskip("matplotlib")
    file, picture = tmp_path / "s.csv", tmp_path / "s.svg"
    swept = ("sweep", "compose", "--vary", "k=1..4", "--vary", "rho0=0.01,0.02", *NAIVE, "-o", str(file))
    done = replcalc(*swept)
    assert done.code == 0 and not done.out and [p.name for p in tmp_path.iterdir()] == ["s.csv"]
    several = replcalc("plot", "samples", str(file), "-o", str(picture))
    assert several.code == 2 and "--where" in several.err and "rho0=0.01" in several.err and not picture.exists()
    assert replcalc("plot", "samples", str(file), "--where", "rho0=1/100", "-o", str(picture)).code == 0
    assert "naive" in picture.read_text() and "rho0 = 0.01" in picture.read_text()
    assert replcalc("plot", "regions", str(file), "-o", str(picture)).code == 0
    wrong = replcalc("plot", "samples", str(file), "--where", "rho0=0.03", "-o", str(picture))
    assert wrong.code == 2 and "rho0 has 0.01, 0.02" in wrong.err


def test_refused_points_are_rows_and_only_refusals_fail(replcalc):
    some = replcalc("sweep", "compose", "--vary", "rho=0.5,7", "--set", "n=100", "--route", "naive", "--workers", "1")
    assert some.code == 0 and "1 of 2 points were refused" in some.err
    assert [r["status"] for r in rows(some.out)] == ["certified", "refused"]
    none = replcalc("sweep", "compose", "--vary", "rho=7,8", "--set", "n=100", "--route", "naive", "--workers", "1")
    assert none.code == 1 and "2 of 2" in none.err


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("sweep", "verify", "--vary", "k=1"), "'verify' is not"),
        (("sweep", "compose"), "--vary is missing"),
        (("sweep", "compose", "--vary", "k"), "--vary: 'k' is not allowed; expected NAME=VALUE"),
        (("sweep", "compose", "--vary", "k=1", "--vary", "k=2"), "every name once"),
        (("sweep", "compose", "--vary", "rhoo=0.1"), "did you mean rho"),
        (("sweep", "compose", "--vary", "k=1..2", "-o", "x.xlsx"), "ending in .parquet, .csv, .jsonl"),
        (("sweep", "compose", "--vary", "k=1..2", "-o", "/nowhere/x.csv"), "directory that exists"),
        (("sweep", "compose", "--vary", "k=1..2", "--resume"), "-o FILE beside it"),
        (("sweep", "compose", "--vary", "k=1..2", "--workers", "0"), "--workers"),
        (("sweep", "compose", "--vary", "k=1..2", "--scheduler", "here"), "tcp://127.0.0.1:8786"),
        (("simulate", "azuma", "--scheduler", "tcp://127.0.0.1:1"), "--all beside it"),
        (("plot", "pie", "compose", "-o", "x.png"), "is not one of"),
        (("plot", "samples", "compose", "-o", "x.gif"), "ending in .png, .svg, .pdf, .pgf"),
        (("plot", "samples", "nothing", "-o", "x.png"), "one of compose"),
        (("plot", "graph", "lm:azumaa", "-o", "x.png"), "did you mean lm:azuma"),
        (("plot", "rounds", "arms", "-o", "x.png"), "one of compose, queries"),
        (("plot", "methods", "compose", "--vary", "k=1", "-o", "x.png"), "one point"),
        (("plot", "samples", "compose", "--where", "k=1", "-o", "x.png"), "the file of a sweep"),
        (("plot", "samples", "none.csv", "-o", "x.png"), "no such file"),
        (("plot", "curve", "pg-compose", "--vary", "k=1..2", "-o", "x.png"), "curve=LOW..HIGH"),
        (
            (
                "plot",
                "samples",
                "pg-compose",
                "--vary",
                "k=1,2",
                "--set",
                "eps=0.1",
                "--set",
                "delta=0",
                "--set",
                "variant=nonadaptive",
                "-o",
                "x.png",
            ),
            "the kind curve draws pg-compose",
        ),
    ],
)
def test_refusals_name_the_option_and_what_is_allowed(replcalc, tmp_path, monkeypatch, args, words):
    monkeypatch.chdir(tmp_path)
    done = replcalc(*args)
    assert done.code == 2 and words in done.err and done.err.count("\n") <= 2 and not done.out
    assert not list(tmp_path.iterdir())


def test_what_is_missing_at_every_point_is_said(replcalc, tmp_path):
    pytest.importorskip("matplotlib")
    done = replcalc("plot", "samples", "compose", "--vary", "k=1..2", "--workers", "1", "-o", str(tmp_path / "x.png"))
    assert done.code == 2 and "rho is missing" in done.err


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (
            (
                "samples",
                "compose",
                "--vary",
                "k=1..9",
                "--set",
                "rho=0.05",
                "--set",
                "rho0=0.01",
                "--route",
                "naive",
                "--route",
                "direct",
                "--workers",
                "1",
            ),
            ("direct from k = 6", "n = 100", "beta0 = 0.001"),
        ),
        (
            ("methods", "compose", "--set", "n=100x3", "--set", "rho=0.1", "--route", "naive"),
            ("naive", "rho0 = 0.0001"),
        ),
        (
            (
                "curve",
                "pg-compose",
                "--vary",
                "curve=0..1:lin:5:real",
                "--set",
                "eps=0.1x5",
                "--set",
                "delta=1e-6",
                "--set",
                "delta-prime=1e-3",
            ),
            ("nonadaptive", "conditioned"),
        ),
        (("graph", "direct"), ("derived:raced-votes",)),
    ],
)
def test_pictures(replcalc, tmp_path, args, words):
    """Side by side, n_0 rho_0 = 0.05 holds up to k = 5: from 6 on another way is best, at the very k."""
    pytest.importorskip("matplotlib")
    picture = tmp_path / "x.svg"
    done = replcalc("plot", *args, "-o", str(picture))
    assert done.code == 0, done.err
    assert done.out.startswith(f"{picture}: ") and len(done.out.splitlines()) == 1, "what was written"
    drawn = picture.read_text()
    assert all(word in drawn for word in words)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX lacks pdflatex: text of a .pgf is measured with it")
def test_pgf_compiles(replcalc, tmp_path, latex_log):
    pytest.importorskip("matplotlib")
    assert replcalc("plot", "graph", "lm:azuma", "--style", "paper", "-o", str(tmp_path / "g.pgf")).code == 0
    latex_log(r"\documentclass{article}\usepackage{pgf}\begin{document}\input{g.pgf}\end{document}")


def test_completion_knows_kinds_and_inputs():
    from click.shell_completion import ShellComplete

    from replcalc.cli.main import cli

    def offered(*args, incomplete=""):
        found = ShellComplete(cli, {}, "replcalc", "_REPLCALC_COMPLETE").get_completions(list(args), incomplete)
        return [item.value for item in found]

    assert set(offered("plot", incomplete="me")) == {"methods"}
    assert "lower-bound" in offered("sweep") and "lower-bound" in offered("plot", "samples", incomplete="lo")
    assert "thm:main" in offered("plot", "graph", incomplete="thm:m")
    assert "separate" in offered("sweep", "compose", "--route", incomplete="sep")
    assert offered("sweep", "compose", "--vary", incomplete="rho") == ["rho=", "rho0="]
