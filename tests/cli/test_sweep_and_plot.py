"""replcalc sweep and plot on the command line."""

import csv
import io

import pytest

from replcalc.planning.method import names

METHOD = names("composition")[0]


def test_csv_on_standard_output(replcalc):
    found = replcalc("sweep", "compose", "--vary", "rho=0.1,0.2", "--set", "n=100", "--method", METHOD)
    rows = list(csv.DictReader(io.StringIO(found.out)))
    assert found.code == 0 and {row["rho"] for row in rows} == {"0.1", "0.2"}


def test_a_file_and_its_picture(replcalc, tmp_path):
    place, picture = tmp_path / "s.csv", tmp_path / "s.png"
    line = (*f"sweep compose --vary k=1,10,100 --set n=100 --set rho=0.1 --method {METHOD} -o".split(), str(place))
    assert replcalc(*line).code == 0
    before = place.read_bytes()
    assert replcalc(*line, "--resume").code == 0 and place.read_bytes() == before
    assert replcalc("plot", "samples", str(place), "-o", str(picture)).code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_only_a_sweep_without_any_answer_fails(replcalc):
    some = replcalc("sweep", "compose", "--vary", "rho=0.1,2", "--set", "n=100", "--method", METHOD)
    none = replcalc("sweep", "compose", "--vary", "rho=2", "--set", "n=100", "--method", METHOD)
    assert (some.code, none.code) == (0, 1) and none.err


@pytest.mark.parametrize("kind", [("methods", "compose", "--set", "n=100", "--set", "rho=0.1"), ("graph", "lm:azuma")])
def test_other_pictures(replcalc, tmp_path, kind):
    place = tmp_path / "picture.svg"
    assert replcalc("plot", *kind, "-o", str(place)).code == 0
    assert "<svg" in place.read_text()


@pytest.mark.parametrize(
    "line",
    [
        ("sweep", "nothing", "--vary", "rho=0.1"),
        ("sweep", "compose", "--vary", "rho"),
        ("sweep", "compose", "--vary", "rho=0.1", "--resume"),
        ("plot", "samples", "compose", "--vary", "k=1,2", "-o", "x.docx"),
        ("plot", "samples", "no-such-file.csv", "-o", "x.png"),
    ],
)
def test_wrong_lines_are_refused_in_one_line(replcalc, tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    found = replcalc(*line)
    assert found.code == 2 and len(found.err.strip().splitlines()) == 1
    assert not any(tmp_path.iterdir())
