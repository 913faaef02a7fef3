"""Names that somebody gave to the columns of a file: text in every format, never code."""

import csv
import io

import pytest

from replcalc.output.document import Document, Table
from replcalc.output.formats import escaped, render

NAMES = ["<script>alert(1)</script>", "=cmd|calc", "@SUM(1)", "+1+cmd|calc", "-2+3|cmd!A0", "a|b"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_only_a_name(name):
    """<script> stood in the Markdown as it was, =cmd|calc began a cell of the CSV."""
    table = Table("t", (name, "value"), ((name, -0.5), ("plain", -3)))
    report = Document({}, (table,))
    shown = render(report, "markdown", 6)
    assert "<script" not in shown.replace("\\<script", "") and "</script" not in shown.replace("\\</script", "")
    assert len({line.replace("\\|", "").count("|") for line in shown.splitlines() if line.startswith("|")}) == 1
    rows = list(csv.reader(io.StringIO(render(report, "csv", 6))))
    for cell in (rows[0][0], rows[1][0]):
        assert cell.lstrip("'") == name and cell[0] not in "=+@-"
    assert rows[2] == ["plain", "-3"] and rows[1][1] == "-0.5", "numbers stay numbers"


def test_ordinary_text_stays_as_it_is():
    assert escaped("rho <= 1, a < b, x<2") == "rho <= 1, a < b, x<2"
