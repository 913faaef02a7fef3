"""Both columns of the paper's table, derived, equal the transcription row by row; one changed exponent breaks it."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp

from replcalc.numbers.errors import InputError
from replcalc.output.table_one import format_growth
from replcalc.output.tables import build_table_one
from replcalc.problems.boosting.registry import get, problems
from replcalc.problems.table_one.asymptotics import reduce
from replcalc.problems.table_one.orders import assumptions, new_order, previous_order, read_printed_formula
from replcalc.statements import derivation as steps
from replcalc.symbolic.language import log

FILE = Path(__file__).parents[3] / "tables" / "paper" / "table1.csv"
ROWS = list(csv.DictReader(FILE.read_text(encoding="utf-8").splitlines()))


def printed(row, column, regime):
    symbols = {str(scale.symbol): scale.symbol for scale in get(row["problem"]).scales}
    return reduce(read_printed_formula(row[column], symbols), regime)


def test_rows_are_the_problems_in_order():
    assert [row["problem"] for row in ROWS] == [problem.name for problem in problems()]
    assert [row["citation"] for row in ROWS] == [problem.previous_citation.key for problem in problems()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["problem"])
def test_derived_equals_transcription(row):
    problem = get(row["problem"])
    assert row["notation"] == problem.notation
    assert new_order(problem) == printed(row, "new", problem.regime())
    assert previous_order(problem) == printed(row, "previous", problem.regime(previous=True))


def changed(statement, edit):
    """The statement with its last conclusion edited."""
    last = statement.gives[-1]
    edited = replace(last, expression=edit(last.expression))
    assert edited.expression != last.expression
    return replace(statement, gives=(*statement.gives[:-1], edited))


def raise_exponent(symbol_name):
    def edit(expression):
        symbol = next(s for s in expression.free_symbols if s.name == symbol_name)
        return expression / symbol

    return edit


@pytest.fixture
def uncatalogued(monkeypatch):
    """A changed statement is in no catalogue, and a derivation would refuse it."""
    monkeypatch.setattr(steps, "is_catalogued", lambda statement: True)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["problem"])
@pytest.mark.parametrize("symbol", ["rho", "accuracy"])
def test_one_changed_exponent_changes_the_row(row, symbol, uncatalogued):
    problem = get(row["problem"])
    if symbol == "accuracy":
        symbol = problem.accuracy.name
    statement = problem.replicable
    if problem.name == "statistical-query":  # rho and alpha enter through the error of the estimate
        error = statement.conclusion("error")
        factor = next(s for s in error.expression.free_symbols if s.name == symbol)
        gives = tuple(replace(c, expression=c.expression * factor) if c is error else c for c in statement.gives)
        other = replace(problem, replicable=replace(statement, gives=gives))
    else:
        other = replace(problem, replicable=changed(statement, raise_exponent(symbol)))
    assert new_order(other) != printed(row, "new", problem.regime())
    assert previous_order(other) != printed(row, "previous", problem.regime(previous=True))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["problem"])
def test_a_costlier_tester_changes_the_beta_term(row, uncatalogued):
    problem = get(row["problem"])
    other = replace(problem, tester=changed(problem.tester, lambda e: e * log(1 / problem.inputs[2].variable)))
    assert new_order(other) != printed(row, "new", problem.regime())
    assert previous_order(other) == printed(row, "previous", problem.regime(previous=True))


def test_logarithms_count_where_the_notation_shows_them():
    problem = get("best-arm")
    row = next(r for r in ROWS if r["problem"] == problem.name)
    assert format_growth(previous_order(problem)).text == "O(log^3(|A|/beta)/(alpha^2*rho^2))"
    row = dict(row, previous=row["previous"].replace("log^3", "log^2"))
    assert previous_order(problem) != printed(row, "previous", problem.regime(previous=True))


def test_assumptions_are_stated():
    assert "beta <= rho" in assumptions(get("statistical-query"))
    assert "epsilon <= nu" in assumptions(get("heavy-hitters"))
    assert any("O~ hides" in words for words in assumptions(get("pac-thresholds")))
    assert assumptions(get("pac-finite"), previous=True) == ("alpha, rho, beta <= 1/2", "|H| >= 2")


@pytest.mark.parametrize("text", ["", "rho +", "__import__('os')", "(rho", "rho rho", "log rho", "log^rho(beta)"])
def test_formulas_refuse_everything_else(text):
    with pytest.raises(InputError):
        read_printed_formula(text, {"rho": sp.Symbol("rho"), "beta": sp.Symbol("beta")})


def test_formulas_read_what_they_should():
    x, y = sp.symbols("x y", positive=True)
    names = {"x": x, "y": y}
    assert read_printed_formula("log^2(x) + 3*y^2/(x*y)", names) == sp.log(x) ** 2 + 3 * y / x
    assert read_printed_formula("x - y - 1", names) == x - y - 1
    assert read_printed_formula("x/y/2", names) == x / (2 * y)


def test_text_of_the_table_keeps_what_the_paper_prints_in_its_cells():
    """The text left out the citations and 'for beta >= rho', and printed a derived cell as if it were the paper's."""
    text = " ".join(str(build_table_one()).split())
    assert "Impagliazzo et al. (2022), for beta >= rho" in text and "Hopkins et al. (2025)" in text
    assert "log(|A|/beta)/alpha^2" in text and "derived is log(1/beta)" in text
    assert "New exceeds previous" in text
