"""Quantities of derivations as formulas: what is put in, what comes out, what is refused."""

import math

import pytest
import sympy as sp

import replcalc
from replcalc.numbers.errors import InputError
from replcalc.output.derivations import format_expression, format_expression_latex, format_expression_sympy
from replcalc.planning.method import names
from replcalc.statements.expression import express, express_readably, quantities
from replcalc.symbolic.printing import format_formula, python_function

#: The way with lm:pg_compose_het, whose constants the figures below have.
WAY = "paper-tuned" if "paper-tuned" in names("composition") else "paper"


@pytest.fixture(scope="module")
def paper():
    return replcalc.derive(WAY)


def calculated(expression, **values):
    """The formula's value by the program that it is printed as."""
    space = {}
    exec(python_function("value", expression.formula), space)
    return space["value"](**values)


def test_sum_of_squares_for_every_n(paper):
    """2 c^2 rho^2/ln(k/(rho beta0)); the sum of fourth powers has no such form."""
    found = express(paper, "sum(epsilon**2)", simplify=True)
    c, rho, beta0 = (sp.Symbol(s) for s in ("c", "rho", "beta0"))
    k = sp.Symbol("k")
    assert sp.simplify(found.formula - 2 * c**2 * rho**2 / sp.log(k / (rho * beta0))) == 0
    assert express(paper, "sum(epsilon**4)", simplify=True).formula.has(sp.Sum)


def test_equal_samples_on_one_line(paper):
    found = express(paper, "samples", let={"n": "const"}, simplify=True)
    text = format_formula(found.formula)
    assert len(text) < 180 and "max" not in text and "Σ" not in text
    values = {"n": 300, "k": 5, "rho": 0.1, "beta0": 1e-6, "c": 1e-3, "C_pg": 2, "p_pg": 1.5}
    epsilon = 1e-3 * 0.1 * math.sqrt(2 / 5 / math.log(5 / 1e-7))
    expected = 2 * 300 * math.log(1 / (1e-6 * epsilon**10)) ** 1.5 * math.log(1 / epsilon) / epsilon**2
    assert calculated(found, **values) == pytest.approx(expected, rel=1e-9)
    general = express(paper, "samples", simplify=True)
    point = {name: value for name, value in values.items() if name not in ("n", "k")}
    assert calculated(general, n=[300] * 5, **point) == pytest.approx(expected, rel=1e-9)


def test_readable_in_terms_of_the_first_quantities(paper):
    found = express_readably(paper, "epsilon_star", let={"n": "const"}, simplify=True)
    assert [name for name, _ in found.where] == ["epsilon", "delta", "delta_prime"]
    point = {"k": 7, "rho": 0.1, "beta0": 1e-6, "c": 0.01}
    whole = calculated(express(paper, "epsilon_star", let={"n": "const"}), **point)
    epsilon = calculated(express(paper, "epsilon", let={"n": "const"}), **point)
    parts = {"epsilon": epsilon, "delta": 1e-6 * epsilon**10, "delta_prime": 1e-6 * epsilon**10}
    assert calculated(found, k=7, **parts) == pytest.approx(whole, rel=1e-9)
    assert max(map(len, format_expression(found).splitlines())) <= 80


def test_solved_differentiated_and_far_out(paper):
    found = express(paper, "samples", let={"n": "const"})
    values = {"k": 5, "rho": 0.1, "beta0": 1e-6, "c": 1e-3, "C_pg": 2, "p_pg": 1}
    assert calculated(found.solve("n"), samples=1e12, **values) == pytest.approx(
        1e12 / (calculated(found, n=10**9, **values) / 10**9), rel=1e-9
    )
    slope = calculated(found.diff("c"), n=10**6, **values)
    higher, lower = (calculated(found, n=10**6, **(values | {"c": 1e-3 + h})) for h in (1e-7, -1e-7))
    assert slope == pytest.approx((higher - lower) / 2e-7, rel=1e-5)
    star = express(paper, "epsilon_star", let={"n": "const"})
    limit = calculated(star.asymptotic("k"), c=0.01, rho=0.1)
    assert limit == pytest.approx(12 * math.sqrt(5) * 0.001)
    near, far = (calculated(star, k=10.0**d, c=0.01, rho=0.1, beta0=1e-6) for d in (4, 12))
    assert abs(far / limit - 1) < abs(near / limit - 1) < 0.3


def test_every_quantity_has_every_form():
    derivation = replcalc.derive("joint")
    for quantity in dict.fromkeys(str(s) for s in quantities(derivation).values()):
        found = express(derivation, quantity, simplify=True)
        assert format_expression(found) and format_expression_latex(found)
        assert format_expression_sympy(found)


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({"quantity": "nothing"}, "samples"),
        ({"quantity": "samples", "let": {"x": "1"}}, "rho"),
        ({"quantity": "samples", "let": {"n": "1,2", "k": 3}}, "k"),
        ({"quantity": "samples", "keep": ["nothing"]}, "epsilon"),
    ],
)
def test_refusals_say_what_is_allowed(paper, asked, named):
    with pytest.raises(InputError, match=named):
        express(paper, **asked)


def test_operations_that_do_not_exist_are_refused(paper):
    found = express(paper, "samples")
    with pytest.raises(InputError, match="const"):
        found.diff("c")
    with pytest.raises(InputError, match="family"):
        found.solve("n")
    with pytest.raises(InputError, match="times"):
        express(paper, "samples", let={"n": "const"}).solve("rho")
    with pytest.raises(InputError, match="const"):
        found.asymptotic("k")
