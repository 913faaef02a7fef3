"""Derivatives of light formulas against sympy's derivatives."""

from __future__ import annotations

import pytest
import sympy as sp
from flint import arb, fmpq

from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.fields import BallField
from replcalc.prover.boxes import Box
from replcalc.prover.leaves import LeafFunction, partial_slope
from replcalc.prover.ranges import RangeField
from replcalc.symbolic.bridge import Chosen, Fixed, Greater, Lesser, from_sympy
from replcalc.symbolic.evaluation import Environment, evaluate

x, y = sp.symbols("x y", positive=True)
POINT = {x: fmpq(2, 7), y: fmpq(3, 5)}
FORMULAS = [
    x**3 * y - 2 * x / y + 5,
    (x + y) ** sp.Rational(-3, 2) * sp.sqrt(x),
    x**y + y ** (2 * x),
    sp.exp(-x * y) / (1 - sp.exp(-x)),
    sp.log(x + y**2) * sp.log(x),
    sp.tanh(x * y) + sp.sinh(x) * sp.cosh(y * x) + sp.sech(x),
    sp.atanh(x) + sp.asin(x / 2) * sp.pi,
    sp.erf(x * y) - sp.erfc(2 * x),
]


def ball(expression: sp.Expr) -> arb:
    field = BallField(160)
    with field.active():
        return arb(evaluate(expression, Environment(POINT), field))


@pytest.mark.parametrize("expression", FORMULAS, ids=str)
def test_slopes_are_the_derivatives_of_sympy(expression: sp.Expr) -> None:
    light = from_sympy(expression)
    for symbol in (x, y):
        once = partial_slope(light, from_sympy(symbol))
        assert ball(once).overlaps(ball(expression.diff(symbol)))
        assert ball(partial_slope(once, from_sympy(x))).overlaps(ball(expression.diff(symbol, x)))
    assert not ball(partial_slope(light, from_sympy(x))).overlaps(ball(expression.diff(y)))


def test_minima_have_a_chosen_slope_and_a_fixed_second_one() -> None:
    for formula, sign in ((Lesser(x**2, y * x), 1), (Greater(x**2, y * x), -1)):
        first = partial_slope(from_sympy(formula), from_sympy(x))
        assert first.sympy == Chosen(sign * x**2, sign * y * x, 2 * x, y)
        second = partial_slope(first, from_sympy(x))
        assert second.sympy == Fixed(sign * x**2, sign * y * x, 2, 0)
    assert partial_slope(from_sympy(Lesser(x, x + y)), from_sympy(x)).sympy == 1


def test_what_has_no_slope_is_never_bounded() -> None:
    for expression in (sp.floor(x), sp.loggamma(x)):
        with pytest.raises(UnsupportedNode):
            partial_slope(from_sympy(expression), from_sympy(x))
        box = Box.of({x: (2, 3)})
        slope = LeafFunction.of(expression).derivative(x)
        assert not slope.on(box, RangeField()).defined
        assert slope.at({x: fmpq(2)}) is sp.nan
    assert LeafFunction.of(sp.loggamma(x)).on(Box.of({x: (2, 3)}), RangeField()).defined
