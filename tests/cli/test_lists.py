"""Lists from files and from standard input: read once, by the command line alone."""

import io
import sys

import pytest


def sizes(done):
    assert done.code == 0, done.err
    return [(run["value"], run["count"]) for run in done.json()["inputs"]["n"]]


def compose(replcalc, n, *more):
    return replcalc("compose", "--n", n, "--rho", "0.5", "--route", "naive", *more, "--format", "json")


def test_files_and_standard_input(replcalc, tmp_path, monkeypatch):
    path = tmp_path / "sizes.txt"
    path.write_text("# sizes\n100, 200x2\n300\n", encoding="utf-8")
    assert sizes(compose(replcalc, f"@{path}")) == [(100, 1), (200, 2), (300, 1)]
    monkeypatch.setattr(sys, "stdin", io.StringIO("4x2"))
    assert sizes(compose(replcalc, "-")) == [(4, 2)]


@pytest.mark.exhaustive
def test_standard_input_together_with_samples(replcalc, monkeypatch):
    """The list was parsed twice, and the second time standard input was empty."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("100,200\n"))
    done = replcalc("compose", "--n", "-", "--samples", "5000", "--format", "json")
    assert done.code == 0 and done.json()["best"] == "separate" and done.json()["inputs"]["k"] == 2


def test_standard_input_serves_one_option(replcalc, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("100,200"))
    done = compose(replcalc, "-", "--rho0", "-")
    assert done.code == 2 and "--rho0" in done.err and "--n reads standard input" in done.err


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", b""])
def test_unreadable(replcalc, tmp_path, content):
    path = tmp_path / "list"
    if content is not None:
        path.write_bytes(content)
    done = compose(replcalc, f"@{path}")
    assert done.code == 2 and "--n" in done.err and len(done.err.splitlines()) == 1
    assert compose(replcalc, f"@{tmp_path}").code == 2
