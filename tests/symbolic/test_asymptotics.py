"""Leading orders with their constants, against values far out."""

import mpmath
import pytest
import sympy as sp

from replcalc.symbolic.asymptotics import NoLeadingOrder, leading_order
from replcalc.symbolic.language import Base, MaxOver, Sum, Symbol, ceiling, exp, i, k, largest, log, smallest, sqrt

x, a = Symbol("x"), Symbol("a")
n = Base("n")

#: formula, its leading order for x to infinity
GROWING = (
    (3 * x**2 + x * log(x), 3 * x**2),
    (log(a * x**3) / sqrt(x), 3 * log(x) / sqrt(x)),
    (log(5 * log(x / a)) * (x + 1), log(log(x)) * x),
    (exp(1 / x) - 1, 1 / x),
    ((exp(2 / x) / (1 - 3 / x)) - 1, 5 / x),
    (smallest(a, 1 / x) + 1 / x**2, 1 / x),
    (ceiling(x / 3), x / 3),
)


@pytest.mark.parametrize(("formula", "expected"), GROWING, ids=lambda f: str(f))
def test_growing(formula, expected):
    found = leading_order(formula, x, to_zero=False)
    assert sp.simplify(found - expected) == 0
    slow = formula.has(log(x / a))  # ln(5 ln(x/a))
    with mpmath.workdps(100):
        names = [sp.Symbol("x"), sp.Symbol("a")]
        ratio = sp.lambdify(names, formula / found, "mpmath")(mpmath.mpf(10) ** 30, mpmath.mpf(2) / 7)
        assert abs(ratio - 1) < (0.4 if slow else 0.1)


def test_to_zero():
    assert leading_order(log(1 / (a * x)) * x, x, to_zero=True) == x * log(1 / x)


def test_families_and_sums():
    found = leading_order(Sum(n[i] * (x + 1), (i, 1, k)), x, to_zero=False)
    assert found == x * Sum(n[i], (i, 1, k))
    with pytest.raises(NoLeadingOrder, match="const"):
        leading_order(MaxOver(n[i], (i, 1, k)) * k, k, to_zero=False)


@pytest.mark.parametrize(
    "formula",
    [
        smallest(1 + 2 / x, 1 + 1 / x) - 1,
        exp(1 / x) - 1 - 1 / x,
        exp(x),
        sqrt(x**2 + 1) - x,
        x * (exp(1 / x) - 1) * (2 + 1 / x) - 2,
        smallest(-x, x),
    ],
    ids=str,
)
def test_what_cancels_further_or_has_no_such_order_is_refused(formula):
    """exp(1/x) - 1 - 1/x + 1/x^3 is 1/(2x^2) to leading order: to answer 1/x^3 would be wrong."""
    with pytest.raises(NoLeadingOrder):
        leading_order(formula, x, to_zero=False)


def test_exponents_of_unknown_sign_are_asked_for():
    p, q = Symbol("p"), Symbol("q")
    with pytest.raises(NoLeadingOrder, match="exponent"):
        leading_order(x ** (p - q) + 1, x, to_zero=False)
    assert leading_order(x ** (1 + q) + 1, x, to_zero=False) == x ** (1 + q)


def test_extrema():
    for formula, expected in (
        (largest(2 * x, 3 * x + 1, log(x)), 3 * x),
        (smallest(2 * x, 3 * x + 1, x**2), 2 * x),
        (largest(2 * x, a * x), largest(2, a) * x),
        (smallest(2 * x, a * x, 5 * x, x**2), smallest(2, a) * x),
    ):
        assert leading_order(formula, x, to_zero=False) == expected
    with pytest.raises(NoLeadingOrder, match="signs"):
        leading_order(largest(x, -Symbol("y") * x), x, to_zero=False)
