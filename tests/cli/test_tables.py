"""``replcalc table`` and ``replcalc tables``: what is printed, written and checked."""

import csv
import io
from functools import cache
from pathlib import Path

import pytest

from replcalc.output import published_tables, table_files

ROOT = Path(__file__).parents[2]


QUICK = {name: cache(published_tables.BUILDERS[name]) for name in ("1", "errata")}
narrow = cache(published_tables.table_one)


@pytest.fixture
def few(monkeypatch):
    """Only the tables that are quick to build."""
    quick = {name: QUICK[name] for name in ("1", "errata")}
    monkeypatch.setattr(published_tables, "BUILDERS", quick)
    monkeypatch.setattr(table_files, "BUILDERS", quick)
    monkeypatch.setattr(table_files, "table_one", narrow)
    return quick


def test_table_one_in_latex_is_the_authors_table(replcalc, latex_log):
    """Three columns, their label, the citations and conditions as transcribed; what is written otherwise is marked."""
    printed = replcalc("table", "1", "--format", "latex").out
    table = printed.partition(r"\begin{table}")[2].partition(r"\end{table}")[0]
    assert r"\label{table:only}" in table and r"\begin{tabular}{lll}" in table and r"\caption{" in table
    rows = table.partition(r"\midrule")[2].partition(r"\bottomrule")[0].strip().splitlines()
    with (ROOT / "tables" / "paper" / "table1.csv").open(encoding="utf-8") as stream:
        transcribed = list(csv.DictReader(stream))
    assert len(rows) == len(transcribed) == 6
    for row, told in zip(rows, transcribed, strict=True):
        assert row.count(" & ") == 2 and rf"\cite{{{told['citation']}}}" in row.split(" & ")[1]
        condition = told["previous_condition"].replace(">=", r"\ge").replace("beta", r"\beta").replace("rho", r"\rho")
        assert (f"for ${condition}$" in row) if condition else (" for " not in row), row
        assert (r"\widetilde{O}" in row) == (told["notation"] == "O~")
        marked = "log(arms/beta)/" in told["new"]
        assert (r"\dagger" in row.split(" & ")[2]) == marked, row
    assert table.count(r"$^\dagger$ Printed with $\log(|A|/\beta)$") == 1
    alone = replcalc("table", "1", "--format", "latex", "--standalone").out
    log = latex_log(alone)
    assert "Overfull" not in log and all(rf"\bibitem{{{told['citation']}}}" in alone for told in transcribed)


def test_table_one_json(replcalc):
    data = replcalc("table", "1", "--format", "json").json()
    rows = {row["problem"]: row for row in data["rows"]}
    assert len(rows) == 6
    query = rows["statistical-query"]
    assert query["new"] == "O(log(1/rho)/(alpha^2*rho^2) + log(1/beta)/alpha^2)"
    assert query["certified"] and query["hidden_constants"] == []
    assert query["n_previous"] == 351123 and query["n_new"] == 30483261
    assert query["n_new_optimal"] < query["n_new"] / 50
    assert rows["pac-thresholds"]["inputs"]["d"]["exact"] == "65536"
    for row in rows.values():
        assert row["assumptions"] and row["new_latex"].count("{") == row["new_latex"].count("}")


def test_table_one_agrees_with_boost(replcalc):
    row = replcalc("table", "1", "--rho", "0.2", "--beta", "1e-9", "--arms", "7", "--format", "json").json()["rows"][5]
    q = replcalc(
        "boost", "best-arm", "--rho", "0.2", "--alpha", "0.05", "--beta", "1e-9", "--arms", "7", "--format", "json"
    ).json()["quantities"]
    assert (row["n_new"], row["n_previous"]) == (q["n_new"], q["n_previous"])


def test_table_one_latex_is_booktabs(replcalc):
    text = replcalc("table", "1", "--format", "latex").out
    assert text.count(r"\begin{") == text.count(r"\end{") and text.count(r"\endhead") == 1  # of the numbers
    assert r"\toprule" in text and r"\bottomrule" in text and r"\widetilde{O}" in text
    rows = [line.count("&") for line in text.splitlines() if line.endswith(r"\\") and "shortstack" not in line]
    assert rows.count(2) == 7, rows  # a line per problem, and the header
    assert rows.count(5) == 6 and text.isascii()


def test_table_one_csv_has_plain_numbers(replcalc):
    rows = list(csv.DictReader(io.StringIO(replcalc("table", "1", "--format", "csv").out)))
    assert len(rows) == 6 and int(rows[0]["previous"]) == 351123


def test_four_digits_rounds_up():
    assert [published_tables.four_digits(n) for n in (7, 9999, 10000, 10001, 123456, 999999)] == [
        7,
        9999,
        10000,
        10010,
        123500,
        1000000,
    ]


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("table", "2"), "NAME"),
        (("table", "1", "--rho", "2"), "--rho"),
        (("table", "errata", "--rho", "0.1"), "--rho"),
        (("tables",), "--write"),
        (("tables", "--write", "--check"), "--write"),
        (("tables", "--check", "--dir", "no/such/directory"), "--dir"),
    ],
)
def test_refusals(replcalc, args, named):
    result = replcalc(*args)
    assert result.code == 2 and named in result.err and len(result.err.strip().splitlines()) == 1


def test_write_then_check(replcalc, few, tmp_path):
    written = replcalc("tables", "--write", "--dir", str(tmp_path))
    assert written.code == 0 and "7 files" in written.out
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "errata-letter.md",
        "errata.csv",
        "errata.md",
        "errata.tex",
        "table1.csv",
        "table1.md",
        "table1.tex",
    ]
    assert replcalc("tables", "--check", "--dir", str(tmp_path)).code == 0


def test_check_shows_a_diff(replcalc, few, tmp_path):
    replcalc("tables", "--write", "--dir", str(tmp_path))
    target = tmp_path / "table1.csv"
    text = target.read_text()
    target.write_text(text.replace("351123", "351124"))
    result = replcalc("tables", "--check", "--dir", str(tmp_path))
    assert result.code == 1
    assert "---" in result.out and "+++" in result.out and "-" in result.out
    assert "351124" in result.out and "351123" in result.out and "table1.csv" in result.out
    (tmp_path / "errata.md").unlink()
    assert "errata.md: missing" in replcalc("tables", "--check", "--dir", str(tmp_path)).out


def test_check_compares_with_the_transcription(replcalc, few, tmp_path):
    replcalc("tables", "--write", "--dir", str(tmp_path))
    (tmp_path / "paper").mkdir()
    text = (ROOT / "tables" / "paper" / "table1.csv").read_text()
    (tmp_path / "paper" / "table1.csv").write_text(text)
    assert replcalc("tables", "--check", "--dir", str(tmp_path)).code == 0
    (tmp_path / "paper" / "table1.csv").write_text(text.replace("log(1/beta)/epsilon^2", "log(1/beta)/epsilon^3"))
    result = replcalc("tables", "--check", "--dir", str(tmp_path))
    assert result.code == 1 and "heavy-hitters, new" in result.out


@pytest.mark.parametrize("name", ["table1", "errata"])
def test_files_in_the_repository_are_current(name, few):
    for file, text in table_files.contents():
        if file.startswith(name):
            assert (ROOT / "tables" / file).read_text(encoding="utf-8") == text, file


def test_coverage_of_statements():
    rows = {row["label"]: row for row in published_tables.statements_table().data["rows"]}
    assert "tester.chernoff-two-sided" in rows["lm:tester"]["claims"] and "testers" in rows["lm:tester"]["simulators"]
    assert rows["problem:equal-shares"]["claims"] == [] == rows["problem:equal-shares"]["simulators"]
    assert len(rows) >= 113


def test_constants_come_from_the_verifier(monkeypatch, replcalc):
    from replcalc.paper import constants_table as constants

    record = {"claim": "x.y", "statement": "lm:tester", "line": 3240, "paper_constant": "24", "best_constant": "11.62"}
    monkeypatch.setattr(constants, "constants_rows", lambda **_: [record])
    assert published_tables.constants_table().data["rows"] == [record]
    assert "| x.y | lm:tester | 3240 | 24 | 11.62 |" in replcalc("table", "constants", "--format", "markdown").out


def test_constants_are_counted_first(monkeypatch, replcalc):
    """It was 609 lines without a sum."""
    from replcalc.paper import constants_table as constants

    names = ("claim", "statement", "line", "paper_constant", "proved_constant", "best_constant", "verdict")
    rows = [
        ("a.x", "lm:tester", 1, "O(1)", "2", "factor: 2 proved, 1.999999 refuted", "PROVED"),
        ("b.z", "lm:tester", 3, "2/5", "1/2", "proved", "PROVED"),
        ("a.y", "lm:tester", 2, "c1 small", "3", "proved", "PROVED"),
        ("b.u", "lm:tester", 4, "24", "", "refuted", "REFUTED"),
        ("b.v", "lm:tester", 5, "", "7", "proved", "PROVED"),
    ]
    monkeypatch.setattr(constants, "constants_rows", lambda **_: [dict(zip(names, row, strict=True)) for row in rows])
    monkeypatch.setenv("COLUMNS", "80")
    first, second, *rest = lines = replcalc("table", "constants").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert first == "5 constants: 4 proved, 1 refuted; 1 of them certified as the best"
    assert "hides 2 " in second and "prints 2 " in second and "none for 1." in second
    cells = [line.split() for line in rest]
    assert ["a.*", "2", "2", "2", "1"] in cells and ["b.*", "3", "2", "1", "2"] in cells
    assert "b.z" not in " ".join(rest) and "table constants --all" in rest[-1]
    whole = replcalc("table", "constants", "--all").out
    assert all(row[0] in whole for row in rows) and "certified as the best" not in whole
    assert replcalc("table", "errata", "--all").code == 2


@pytest.mark.exhaustive
def test_routes_table_has_certified_and_refused_rows():
    rows = published_tables.routes_table().data["rows"]
    assert {row["route"] for row in rows} >= {"naive", "direct", "paper", "private"}
    naive = [row for row in rows if row["route"] == "naive"]
    assert any(row["certified"] for row in naive) and any(not row["applicable"] and row["note"] for row in naive)


def test_errata_in_latex_are_mathematics(replcalc, latex_log):
    """What is printed is set, not spelled; only code of the source itself (a label, a proof's beginning) is typed."""
    text = replcalc("table", "errata", "--format", "latex").out
    assert r"\textasciicircum" not in text and "dhat" not in text and text.isascii()
    assert r"249: $\displaystyle O\left(k\sqrt{\beta_0}\log\frac{k}{\rho \beta_0}\right)$" in text
    assert r"\texttt{\textbackslash{}label" in text
    log = latex_log(replcalc("table", "errata", "--format", "latex", "--standalone").out)
    assert "Overfull" not in log and "Undefined control sequence" not in log


@pytest.mark.parametrize("option", ["--patch", "--against"])
def test_errata_are_compared_with_a_source_that_can_be_read(replcalc, option, tmp_path):
    assert "errata" in replcalc("table", "1", option, "x.tex").err
    assert "x.tex" in replcalc("table", "errata", option, str(tmp_path / "x.tex")).err
    (tmp_path / "x.tex").write_bytes(b"\xff\xfe")
    assert "UTF-8" in replcalc("table", "errata", option, str(tmp_path / "x.tex")).err


def test_another_text_has_none_of_the_errata(replcalc, tmp_path):
    (tmp_path / "x.tex").write_text("with an unknown mean\nbut: with a unknown mean\n", encoding="utf-8")
    rows = replcalc("table", "errata", "--against", str(tmp_path / "x.tex"), "--format", "json").json()["rows"]
    assert {row["id"]: row["lines"] for row in rows if row["verdict"] != "changed"} == {"article": "2"}
    diff = replcalc("table", "errata", "--patch", str(tmp_path / "x.tex")).out
    assert diff.splitlines()[-2:] == ["-but: with a unknown mean", "+but: with an unknown mean"]
