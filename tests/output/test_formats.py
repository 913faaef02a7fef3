"""A document in six formats, and its tables as data frames."""

import csv
import io
import json
from fractions import Fraction

import html5lib
import pytest
from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, Verdict
from replcalc.output.document import Document, Formula, Table, TableColumn, encode
from replcalc.output.formats import build_frame, render, render_html_fragment

THIRD = Enclosure(fmpq(333333333333, 10**12), fmpq(333333333334, 10**12))
TABLE = Table(
    "Things & more",
    ("name", "value"),
    (("a_b", 12345678), ("p|q", THIRD), ("v", Verdict.REFUTED), ("f", Formula("a|b", r"a\mid b"))),
    right=(1,),
)
DOCUMENT = Document(
    {"x": THIRD, "n": 10**30, "q": fmpq(1, 3), "ok": Verdict.PROVED, "f": TABLE.rows[3][1]},
    (TABLE,),
    ("A note with 100% & more.",),
    title="The answer",
    status="certified",
)


def rows(document, digits=20):
    return list(csv.reader(io.StringIO(render(document, "csv", digits))))


def test_json_holds_the_fields_of_the_value_and_encloses():
    data = json.loads(render(DOCUMENT, "json", 10))
    assert data["schema"] == "replcalc/4" and data["n"] == 10**30 and data["ok"] == "PROVED"
    assert Fraction(data["x"]["lower"]) <= Fraction(1, 3) <= Fraction(data["x"]["upper"])
    assert data["q"]["exact"] == "1/3" and json.loads(render(DOCUMENT, "json", 20))["x"]["bracket"] is True
    assert encode({"a": (fmpq(1, 2),)}, 5) == {"a": [{"lower": "0.5", "upper": "0.5", "exact": "1/2"}]}
    assert Document(lambda: {"late": 1}).to_dict() == {"schema": "replcalc/4", "late": 1}


def test_csv_is_one_table_of_plain_numbers():
    assert rows(DOCUMENT)[0] == ["name", "value"] and ["a_b", "12345678"] in rows(DOCUMENT)
    wide = Enclosure(fmpq(1, 4), fmpq(1, 3))
    bracket = rows(Document({}, (Table("", ("x", "y"), ((1, wide), (2, fmpq(1, 2)), (3, None)), (0, 1)),)), 5)
    assert bracket[0] == ["x", "y_lower", "y_upper"]
    assert float(bracket[1][1]) <= 0.25 and float(bracket[1][2]) >= 1 / 3 and bracket[3][1] == ""


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "=cmd|calc", "@SUM(1)", "+1+cmd|calc", "a|b"])
def test_a_name_of_somebodys_column_is_text_and_never_code(name):
    document = Document({}, (Table("t", (name, "value"), ((name, -0.5), ("plain", -3))),))
    markdown = render(document, "markdown")
    assert "<script" not in markdown.replace("\\<script", "")
    assert len({line.replace("\\|", "").count("|") for line in markdown.splitlines() if line.startswith("|")}) == 1
    for cell in (rows(document)[0][0], rows(document)[1][0]):
        assert cell.lstrip("'") == name and cell[0] not in "=+@-"
    assert rows(document)[2] == ["plain", "-3"] and rows(document)[1][1] == "-0.5", "numbers stay numbers"
    assert "<script" not in render(document, "html") and "<script" not in render_html_fragment(document)


@pytest.mark.parametrize("width", [80, 160])
def test_text_fits_the_width_and_breaks_no_number(monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    table = Table(
        "",
        ("label", "samples", "meaning", "formula"),
        (("derived:side-by-side", 123456789, "a sentence of several words " * 3, "sqrt(x)*" * 12 + "y"),) * 2,
        (1,),
    )
    text = render(Document({}, (DOCUMENT.tables[0], table), ("A long note. " * 20,), title="Title " * 9), "text")
    assert max(map(len, text.splitlines())) <= width
    assert "123,456,789" in text and "derived:side-by-side" in text


def test_html_is_valid_and_typesets_formulas():
    page = render(DOCUMENT, "html")
    html5lib.HTMLParser(strict=True).parse(page)
    assert "<math" in page and "Things &amp; more" in page and "The answer" in page
    assert render_html_fragment(DOCUMENT) in DOCUMENT._repr_html_()


def test_latex_is_booktabs_and_names_its_packages():
    text = render(DOCUMENT, "latex")
    assert text.startswith("% needs") and r"\usepackage{booktabs}" in text.splitlines()[0]
    assert r"\toprule" in text and r"$a\mid b$" in text and r"$12{,}345{,}678$" in text
    assert "note" not in text, "formulas and numbers, not prose"
    alone = render(DOCUMENT, "latex", standalone=True)
    assert alone.startswith(r"\documentclass") and alone.rstrip().endswith(r"\end{document}")
    assert text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")


def test_a_table_is_built_from_items():
    columns = (TableColumn("name"), TableColumn("size", lambda item: len(item["name"]), number=True))
    table = Table.of("T", [{"name": "abc"}, {"name": "d"}], *columns, digits=3)
    assert table == Table("T", ("name", "size"), (("abc", 3), ("d", 1)), (1,), 3)
    with pytest.raises(ValueError, match="cells"):
        Table("t", ("a", "b"), (("only one",),))


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_numbers_of_a_data_frame_are_numbers(library):
    pytest.importorskip(library)
    found = build_frame(Table("", ("n", "x", "word"), ((1, fmpq(1, 4), "a"), (2, THIRD, None))), library)
    assert list(found["n"]) == [1, 2] and abs(found["x"][1] - 1 / 3) < 1e-9 and found["word"][0] == "a"
