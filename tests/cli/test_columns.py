"""Nothing that is printed is wider than the terminal: at 80 columns, and at 100."""

import pytest

LINES = (
    "compose --n 100x1000 --rho 0.01 --beta0 1e-6",
    "compose --n 100,200 --rho 0.1 --all",
    "compose --n 100,200 --rho 0.1 --recipe --explain",
    "compose --n 100x1000 --rho 0.01",
    "compose --n 100x10 --samples 5000 --all",
    "compose --law 100 --rho 0.01 --explain",
    "queries --k 20 --alpha 0.1 --rho 0.1 --beta 0.01 --crossings none --all",
    "queries --k 20 --alpha 0.1 --rho 0.1 --beta 0.01 --crossings none --explain",
    "arms --k 3 --arms 4 --alpha 0.1 --rho 0.1 --beta 0.1 --crossings none",
    "boost pac-finite --class-size 1000 --rho 0.1 --alpha 0.05 --beta 1e-6 --all --explain",
    "boost pac-littlestone --d 5 --rho 0.1 --alpha 0.1 --beta 1e-6",
    "amplify --n 1000 --rho0 0.05 --rho 0.001 --all",
    "test --low 0.3 --high 0.7 --rho 0.3 --beta 0.1",
    "waterfall --n 100x50 --rho 0.05 --beta0 1e-6",
    "lower-bound --k 10 --tau 0.2 --rho 0.05 --beta 0.001 --explain",
    "pg-compose --eps 0.01x3 --delta 1e-9 --delta-prime 1e-6 --variant all",
    "pg-compose --eps 0.01x3 --delta 1e-9 --delta-prime 1e-6 --explain",
    "list",
    "show thm:main",
    "show direct",
    "derive thm:main",
    "derive paper",
    "derive paper --expression epsilon_star --let n=const",
    "glossary",
    "glossary rho",
    "table 1",
    "table constants --all",
    "table statements",
    "table routes",
    "table errata",
    "table coq",
    "simulate",
    "simulate --list",
    "verify main.sum-of-squares",
    "run means --plan --columns a --range 0,1 --alpha 0.1 --rho 0.1 --beta 0.01",
)
#: What answers in one screen, unless more is asked for.
SCREENS = ("compose", "queries", "arms", "boost", "amplify")
MORE = {"--all", "--explain", "--recipe"}


@pytest.mark.parametrize("columns", [80, 100])
@pytest.mark.parametrize("line", LINES)
def test_no_line_is_wider_than_the_terminal(replcalc, monkeypatch, line, columns):
    """354 of the 357 lines of ``list`` ran over, the table of constants was 139 wide."""
    monkeypatch.setenv("COLUMNS", str(columns))
    printed = replcalc(*line.split()).out.splitlines()
    wide = [text for text in printed if len(text) > columns]
    assert printed and not wide, wide[:3]


@pytest.mark.parametrize(
    "line", [line for line in LINES if line.split()[0] in SCREENS and not MORE & set(line.split())]
)
def test_an_answer_is_one_screen(replcalc, line):
    """The verdict stood on line 30 of 44."""
    printed = replcalc(*line.split()).out.splitlines()
    assert len(printed) <= 32, len(printed)


def test_words_are_not_cut_where_a_table_becomes_paragraphs(replcalc, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    narrow = replcalc("table", "constants", "--all").out
    monkeypatch.setenv("COLUMNS", "400")
    words = {word for word in replcalc("table", "constants", "--all").out.split() if "_" in word or ":" in word}
    assert words and words <= {w.rstrip(";") for w in narrow.split()} | set(narrow.split())


@pytest.mark.parametrize("width", range(46, 60))
def test_a_table_with_narrow_gaps_cuts_no_word(width):
    """At a width where the gaps had to shrink, the last column was one letter too narrow: certifie/d."""
    from replcalc.output.formats import _grid
    from replcalc.output.report import Table

    table = Table(
        "", ("stage", "samples", "rounds", "status"), (("conditioning", "1.58704e26", ">=10^30102", "certified"),)
    )
    drawn = _grid(table, None, width, False)
    assert max(map(len, drawn.splitlines())) <= width
    assert {"conditioning", "1.58704e26", ">=10^30102", "certified"} <= {word.rstrip(";") for word in drawn.split()}
