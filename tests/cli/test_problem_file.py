"""Problem files: rows in place of options, and every mistake is named by its row and column."""

import pytest

from replcalc.cli.problem_file import read_problem_file
from replcalc.numbers.errors import InputError

CSV = "name,n,rho0,count\na,100,1e-4,3\n,200,1/500,\n"


def made(folder, text, name):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def read(folder, text):
    path = folder / "p.csv"
    path.write_text(text, encoding="utf-8")
    return read_problem_file(str(path), dict.fromkeys(("n", "rho0", "beta0", "outputs")))


def test_rows_become_lists(tmp_path):
    found = read(tmp_path, CSV)
    assert (found["n"], found["rho0"], found["beta0"]) == ("100x3,200", "1e-4x3,1/500", None)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("n\n100\n-3\n", "row 2, column n"),
        ("n,colour\n100,red\n", "row 1, column colour"),
        ("n,count\n100,0\n", "row 1, column count"),
        ("n,rho0\n100\n", "row 1"),
        ("n,n\n1,2\n", "header"),
        ("rho0\n0.1\n", "row 1, column n"),
        ("", "at least one row"),
    ],
)
def test_mistakes_are_named(tmp_path, text, where):
    with pytest.raises(InputError, match=where):
        read(tmp_path, text)


def test_files_that_cannot_be_read(tmp_path):
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(InputError, match="FILE"):
            read_problem_file(str(path), {})
    (tmp_path / "b.csv").write_bytes(b"n\n\xff\xfe")
    with pytest.raises(InputError, match="UTF-8"):
        read_problem_file(str(tmp_path / "b.csv"), {})


def test_the_command_takes_a_file_in_place_of_the_options(replcalc, tmp_path):
    by_file = replcalc(
        "compose", made(tmp_path, CSV, "p.csv"), "--rho", "0.1", "--route", "side-by-side", "--format", "json"
    )
    line = "compose --n 100x3,200 --rho0 1e-4x3,1/500 --rho 0.1 --route side-by-side --format json"
    typed = replcalc(*line.split())
    found, same = by_file.json(), typed.json()
    assert found["inputs"].pop("names") == [{"value": "a", "count": 3}, {"value": "row 2", "count": 1}]
    assert by_file.code == 0 and found == same
    twice = replcalc("compose", made(tmp_path, CSV, "p.csv"), "--rho", "0.1", "--rho0", "0.1")
    assert twice.code == 2 and "--rho0" in twice.err and "already" in twice.err
    unknown = replcalc("compose", "problems.txt", "--rho", "0.1")
    assert unknown.code == 2 and ".csv" in unknown.err


NAMED = "name,n,beta0,count\nblood pressure,100,1e-6,1\ncholesterol,200,1e-7,3\n"


def test_names_stay_in_every_format(replcalc, tmp_path):
    """The names of a problem file were read and forgotten."""
    words = ("compose", made(tmp_path, NAMED, "p.csv"), "--rho", "0.1", "--all")
    data = replcalc(*words, "--format", "json").json()
    assert data["inputs"]["names"] == [{"value": "blood pressure", "count": 1}, {"value": "cholesterol", "count": 3}]
    assert "cholesterol" in replcalc(*words, "--format", "markdown").out


RUN = ("--columns", "a", "--range", "0,1", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.1", "--seed", "s")


@pytest.mark.parametrize(
    "words",
    [
        ("compose", "gone.csv", "--rho", "0.1"),
        ("run", "means", "gone.csv", *RUN),
    ],
)
def test_a_file_that_is_not_there_is_called_that(replcalc, words):
    """FILE: 'gone.csv' is not allowed."""
    done = replcalc(*words)
    assert (done.code, done.out) == (2, "") and "gone.csv: no such file; expected " in done.err
