"""Formulas are written out by sympy's printers; what needs no printer is written the same without sympy."""

from replcalc.symbolic.language import at_most, exp, symbols
from replcalc.symbolic.latex import print_with_sympy, written
from replcalc.symbolic.node import Base

x, y = symbols("x y", positive=True)
(i,) = symbols("i", integer=True)


def test_a_formula_is_written_in_every_form():
    formula = exp(-x / 3) + y
    assert written(formula, "text") == str(formula) == "y + exp(-x/3)"
    assert written(formula, "latex") == r"y + e^{- \frac{x}{3}}"
    assert "O" in written(formula, "drawn", "O")


def test_what_needs_no_printer_is_written_the_same():
    for formula in (x, Base("n")[i], x / x / 3, at_most(x, y), at_most(Base("n")[i], y)):
        assert written(formula, "text") == print_with_sympy(formula, "text")
