"""What is kept of the formulas as they are written out is what sympy's printers say."""

import json

import pytest
from replcalc.statements.index import WRITTEN, written_formulas

from replcalc.formulas import written as module
from replcalc.formulas.language import exp, symbols
from replcalc.formulas.written import FORMS, print_with_sympy, written

x, y = symbols("x y", positive=True)


@pytest.fixture
def kept():
    return json.loads(WRITTEN.read_text(encoding="utf-8"))


def test_everything_that_show_writes_is_kept_and_nothing_else(kept):
    wanted = {(form, order + formula.key) for formula, form, order in written_formulas()}
    assert wanted == {(form, key) for form in FORMS for key in kept[form]}, "run python -m replcalc.statements.index"


def compared(kept, step):
    for position, (formula, form, order) in enumerate(written_formulas()):
        if position % step == 0:
            assert kept[form][order + formula.key] == print_with_sympy(formula, form, order), formula


def test_what_is_kept_is_what_the_printers_say(kept):
    compared(kept, 29)


@pytest.mark.exhaustive
def test_all_that_is_kept_is_what_the_printers_say(kept):
    compared(kept, 1)


def test_a_formula_that_is_not_kept_is_written_when_asked_for():
    formula = exp(-x / 3) + y
    assert written(formula, "text") == str(formula) == "y + exp(-x/3)"
    assert written(formula, "latex") == r"y + e^{- \frac{x}{3}}"
    assert "O" in written(formula, "drawn", "O")


def test_a_changed_entry_is_noticed(kept, monkeypatch):
    formula, form, order = next(iter(written_formulas()))
    monkeypatch.setattr(module, "_kept", lambda: {name: {} for name in FORMS} | {form: {order + formula.key: "other"}})
    assert written(formula, form, order) == "other" != print_with_sympy(formula, form, order)
