"""Reports in five formats, and in a notebook."""

import csv
import io
import json
from fractions import Fraction

import pytest
from flint import fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.verdict import Verdict
from replcalc.render.formats import render
from replcalc.render.report import Formula, Report, Table, cell_text, jsonable, latex_escape

THIRD = Enclosure(fmpq(333333333333, 10**12), fmpq(333333333334, 10**12))
REPORT = Report(
    {"x": THIRD, "n": 10**30, "q": fmpq(1, 3), "ok": Verdict.PROVED, "list": [1, None, True], "f": Formula("a|b", r"a\mid b")},
    (Table("Things & more", ("name", "value"), (("a_b", 12345678), ("p|q", THIRD), ("v", Verdict.REFUTED), ("f", Formula("a|b", r"a\mid b"))), right=(1,)),),
    ("A note with 100% & more.",),
    heading="Heading",
)  # fmt: skip


def test_json_is_complete_and_encloses():
    data = json.loads(render(REPORT, "json", 10))
    assert data["n"] == 10**30 and data["ok"] == "PROVED" and data["list"] == [1, None, True]
    assert Fraction(data["x"]["lower"]) <= Fraction(1, 3) <= Fraction(data["x"]["upper"])
    assert data["q"]["exact"] == "1/3"
    assert data["x"].get("bracket") is None
    assert json.loads(render(REPORT, "json", 20))["x"]["bracket"] is True


def test_csv_parses_and_integers_are_plain():
    rows = list(csv.reader(io.StringIO(render(REPORT, "csv"))))
    assert rows[0] == ["name", "value"] and ["a_b", "12345678"] in rows and ["p|q", "[0.333333333333, 0.333333333334]"] in rows


def test_markdown_escapes_the_pipe():
    text = render(REPORT, "markdown")
    assert r"p\|q" in text and "|---|---:|" in text and "## Heading" in text


def test_latex_is_booktabs_and_escaped():
    text = render(REPORT, "latex")
    assert r"\toprule" in text and r"a\_b" in text and r"$a\mid b$" in text and r"$12{,}345{,}678$" in text
    assert latex_escape("100% {x} ~ρ≤") == r"100\% \{x\} \textasciitilde{}$\rho$$\le$"


def test_text_fits_and_shows_the_note():
    text = render(REPORT, "text")
    assert "12,345,678" in text and "REFUTED" in text and "100% & more" in text
    assert all(len(line) <= 100 for line in text.splitlines())


def test_html_escapes():
    html = REPORT._repr_html_()
    assert "Things &amp; more" in html and "<table>" in html and "<script" not in html


def test_cells():
    assert cell_text(10**30) == "1e30"
    assert cell_text(None) == "" and cell_text(True) == "yes"
    assert cell_text((1, 2, 3, 4, 5)) == "1, 2, 3, 4, … (5 in all)"
    assert jsonable({"a": (fmpq(1, 2),)}, 5) == {"a": [{"lower": "0.5", "upper": "0.5", "exact": "1/2"}]}
    with pytest.raises(ValueError, match="cells"):
        Table("t", ("a", "b"), (("only one",),))
