"""Reports in five formats, and in a notebook."""

import csv
import io
import json
import re
from fractions import Fraction

import pytest
from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, Verdict
from replcalc.numbers.errors import InputError
from replcalc.output.document import Document, Formula, Table, TableColumn, cell_text, encode
from replcalc.output.formats import render
from replcalc.output.latex import latex_escape, latex_text
from replcalc.symbolic.printing import symbol_latex

THIRD = Enclosure(fmpq(333333333333, 10**12), fmpq(333333333334, 10**12))
REPORT = Document(
    {
        "x": THIRD,
        "n": 10**30,
        "q": fmpq(1, 3),
        "ok": Verdict.PROVED,
        "list": [1, None, True],
        "f": Formula("a|b", r"a\mid b"),
    },
    (
        Table(
            "Things & more",
            ("name", "value"),
            (("a_b", 12345678), ("p|q", THIRD), ("v", Verdict.REFUTED), ("f", Formula("a|b", r"a\mid b"))),
            right=(1,),
        ),
    ),
    ("A note with 100% & more.",),
    heading="Heading",
)


def test_json_is_complete_and_encloses():
    data = json.loads(render(REPORT, "json", 10))
    assert data["n"] == 10**30 and data["ok"] == "PROVED" and data["list"] == [1, None, True]
    assert Fraction(data["x"]["lower"]) <= Fraction(1, 3) <= Fraction(data["x"]["upper"])
    assert data["q"]["exact"] == "1/3"
    assert data["x"].get("bracket") is None
    assert json.loads(render(REPORT, "json", 20))["x"]["bracket"] is True


def test_csv_is_one_table_of_plain_numbers():
    rows = list(csv.reader(io.StringIO(render(REPORT, "csv"))))
    assert rows[0] == ["name", "value"] and ["a_b", "12345678"] in rows and ["p|q", "0.3333333333335"] in rows
    assert len({len(row) for row in rows}) == 1


def test_csv_writes_a_bracket_as_two_columns():
    wide = Enclosure(fmpq(1, 4), fmpq(1, 3))
    table = Table("", ("x", "y"), ((1, wide), (2, fmpq(1, 2)), (3, None)), (0, 1))
    rows = list(csv.DictReader(io.StringIO(render(Document({}, (table,)), "csv", 5))))
    assert list(rows[0]) == ["x", "y_lower", "y_upper"]
    assert float(rows[0]["y_lower"]) <= 0.25 and float(rows[0]["y_upper"]) >= 1 / 3
    assert float(rows[1]["y_lower"]) == float(rows[1]["y_upper"]) == 0.5 and rows[2]["y_lower"] == ""


def test_a_table_is_picked_by_its_title():
    second = Table("Second one", ("z",), ((5,),))
    report = Document({}, (REPORT.tables[0], second))
    assert render(report.picked("second-one"), "csv") == "z\n5\n"
    with pytest.raises(InputError, match="things-more, second-one"):
        report.picked("third")


def test_no_word_is_broken_however_narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    table = Table(
        "",
        ("label", "meaning"),
        (("derived:conditioning-pairs", "a sentence of several words that must be broken somewhere"),),
    )
    text = render(Document({}, (table,)), "text")
    assert "derived:conditioning-pairs" in text and max(map(len, text.splitlines())) <= 50
    monkeypatch.setenv("COLUMNS", "160")
    assert "a sentence of several words that must be broken somewhere" in render(Document({}, (table,)), "text")


def test_markdown_escapes_the_pipe():
    text = render(REPORT, "markdown")
    assert r"p\|q" in text and "|---|---:|" in text and "## Heading" in text


def test_latex_is_booktabs_and_escaped():
    text = render(REPORT, "latex")
    assert r"\toprule" in text and r"$a_{b}$" in text and r"$a\mid b$" in text and r"$12{,}345{,}678$" in text
    assert r"\caption{Heading. Things \& more.}\label{tab:things-more}" in text
    assert latex_escape("100% {x} ~ρ≤ 漢") == r"100\% \{x\} \textasciitilde{}$\rho$$\le$ ?"
    alone = render(REPORT, "latex", standalone=True)
    assert alone.startswith(r"\documentclass") and alone.rstrip().endswith(r"\end{document}")


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("n[i] >= 1", r"$n_{i} \ge 1$"),
        ("rho0 <= 1e-4 repairs it", r"$\rho_{0} \le 10^{-4}$ repairs it"),
        ("k = 1,000, any outputs", r"$k = 1{,}000$, any outputs"),
        ("a guarantee of epsilon^(k)", r"a guarantee of $\varepsilon^{(k)}$"),
        ("the paper's delta_prime", r"the paper's $\delta^{\prime}$"),
        ("lm:pg_compose_het", r"\texttt{lm:\allowbreak{}pg\_\allowbreak{}compose\_\allowbreak{}het}"),
        ("O~(sqrt(k))", r"$\widetilde{O}$($\sqrt{k}$)"),
        ("rho0_i, 100x1000", r"$\rho_{0,i}$, 100x1000"),
    ],
)
def test_symbols_are_mathematics(text, latex):
    """They were words: rho, and n[i] $>$= 1."""
    assert latex_text(text) == latex


def test_symbols():
    assert symbol_latex("epsilon_star") == r"\varepsilon^{*}" and symbol_latex("delta_hat", "i") == r"\hat{\delta}_{i}"
    assert symbol_latex("class_size") == r"\mathrm{class\_size}" and symbol_latex("C_pg") == r"C_{\mathrm{pg}}"


def test_a_long_table_is_broken_over_pages_and_a_wide_one_is_set_row_by_row():
    long = Table("Long", ("n",), tuple((n,) for n in range(60)))
    assert r"\begin{longtable}" in render(Document({}, (long,)), "latex") and r"\endhead" in render(
        Document({}, (long,)), "latex"
    )
    wide = Table("Wide", tuple(f"column{n}" for n in range(12)), ((10**11,) * 12,))
    text = render(Document({}, (wide,)), "latex")
    assert r"\begin{xltabular}{\linewidth}" in text and r"column11 & $100{,}000{,}000{,}000$" in text


def test_words_share_what_numbers_leave_of_the_line():
    words = Table("Words", ("name", "count", "meaning"), (("a" * 10, 7, "word " * 60), ("b " * 30, 8, "")), (1,))
    text = render(Document({}, (words,)), "latex")
    (columns,) = re.findall(r"\\begin\{xltabular\}\{\\linewidth\}\{(.*)\}", text)
    shares = [float(share) for share in re.findall(r"\\hsize=([\d.]+)\\hsize", columns)]
    assert len(shares) == 2 and shares[0] < shares[1] and columns.count("r>") == 1
    assert sum(shares) == pytest.approx(2, abs=0.01), "tabularx asks that the factors add up to their number"


def test_a_table_is_described_by_its_columns():
    columns = (
        TableColumn("name"),
        TableColumn("size", lambda item: len(item["name"]), number=True),
        TableColumn("kind of", "kind"),
    )
    table = Table.of("T", [{"name": "abc", "kind": "x"}, {"name": "d", "kind": "y"}], *columns, digits=3)
    assert table == Table("T", ("name", "size", "kind of"), (("abc", 3, "x"), ("d", 1, "y")), (1,), 3)
    assert Table.of("", [fmpq(1, 2)], TableColumn("p"), TableColumn("below", "q")).rows == ((1, 2),)  # attributes
    assert Table.of_records("", [{"a": 1}, {"b": 2}]) == Table("", ("a", "b"), ((1, None), (None, 2)))
    assert Table.of_values("", {"a": 1, "b": None}, {"a": "first"}).rows == (("a", 1, "first"),)
    with pytest.raises(KeyError):
        Table.of("", [{"a": 1}], TableColumn("b"))


def test_digits_govern_what_people_see():
    """--digits changed nothing in text unless it was more than twenty."""
    report = Document({}, (Table("", ("x",), ((THIRD,),)),))
    assert "0.333333\n" in render(report, "text") and "0.333\n" in render(report, "text", shown=3)
    assert "$0.333$" in render(report, "latex", shown=3) and "0.3333333 |" in render(report, "markdown", shown=7)


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
    assert encode({"a": (fmpq(1, 2),)}, 5) == {"a": [{"lower": "0.5", "upper": "0.5", "exact": "1/2"}]}
    with pytest.raises(ValueError, match="cells"):
        Table("t", ("a", "b"), (("only one",),))


def test_text_is_the_same_inside_a_notebook(monkeypatch):
    """rich takes a notebook for its own display: the parts were shown one by one, and the text was empty."""
    import rich.console

    from replcalc.output.document import Document, Table
    from replcalc.output.formats import render

    report = Document({}, (Table("A table", ("a", "b"), ((1, 2),)),), heading="A heading")
    outside = render(report, "text", 6)
    monkeypatch.setattr(rich.console, "_is_jupyter", lambda: True)
    assert render(report, "text", 6) == outside and "A heading" in outside
