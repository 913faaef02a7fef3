"""Derivatives and equations undone step by step, against sympy and by putting the solution back."""

import pytest
import sympy as sp

from replcalc.numbers.errors import UnsupportedNode
from replcalc.symbolic.language import Base, MaxOver, Sum, Symbol, ceiling, exp, i, k, log, sqrt, tanh
from replcalc.symbolic.reduction import differentiated, solved

x, a, y = (Symbol(name, positive=True) for name in "xay")
n = Base("n", positive=True)


@pytest.mark.parametrize(
    "formula", [x**3 * log(a / x), exp(-a * x) / (1 + x), x**x, sqrt(x + log(x)), tanh(a * x), a**x, a], ids=str
)
def test_differentiated(formula):
    assert sp.simplify(differentiated(formula, x).sympy - sp.diff(formula.sympy, sp.Symbol("x", positive=True))) == 0


def test_sums_have_derivatives_maxima_have_not():
    assert differentiated(Sum(n[i] * x**2, (i, 1, k)), x) is Sum(2 * n[i] * x, (i, 1, k))
    for kinked in (MaxOver(n[i] * x, (i, 1, k)), ceiling(x)):
        with pytest.raises(UnsupportedNode):
            differentiated(kinked, x)


@pytest.mark.parametrize("formula", [3 * x**2 + a, log(a / x) * 2, exp(sqrt(x)) - a, a**x, 1 / (a + x)], ids=str)
def test_solved(formula):
    back = formula.sympy.subs(sp.Symbol("x", positive=True), solved(formula, x, y).sympy)
    point = {sp.Symbol("a", positive=True): sp.Rational(1, 7), sp.Symbol("y", positive=True): sp.Rational(9, 5)}
    assert abs((back - sp.Symbol("y", positive=True)).subs(point).evalf(30)) < 1e-20


def test_what_occurs_twice_is_refused():
    with pytest.raises(UnsupportedNode, match="2 times"):
        solved(x + log(x), x, y)


@pytest.mark.parametrize("formula", [tanh(x), ceiling(x + 1), Sum(n[i] * x, (i, 1, k))], ids=str)
def test_what_cannot_be_undone_is_refused(formula):
    with pytest.raises(UnsupportedNode, match="stands inside"):
        solved(formula, x, y)
