"""Formulas as people who know sympy use them: plain symbols, subs, diff, evalf, lambdify, srepr."""

import doctest
from pathlib import Path

import mpmath
import pytest
import sympy as sp

import replcalc
from replcalc import paper
from replcalc.numbers.errors import InputError
from replcalc.statements.catalogue import entries
from replcalc.symbolic.language import MaxOver

POINT = {"rho": "0.1", "beta0": "1e-6", "c": "1/10000"}


@pytest.fixture(scope="module")
def star():
    return replcalc.derive("paper").symbolic("epsilon_star", let={"n": "const"})


def by_hand(k, dps):
    """epsilon* of the paper for equal n: s = sum eps_i^2 = 2 (c rho)^2/ln(k/(rho beta0)), delta' = beta0 min eps^10."""
    with mpmath.workdps(dps):
        rho, beta0, c = mpmath.mpf(1) / 10, mpmath.mpf(10) ** -6, mpmath.mpf(1) / 10000
        squares = 2 * (c * rho) ** 2 / mpmath.log(k / (rho * beta0))
        slack = beta0 * (squares / k) ** 5
        return mpmath.sqrt(mpmath.log(1 / slack)) * mpmath.sqrt(squares) + squares


def test_plain_symbols_are_found_by_name():
    found = paper.pg_to_replic.rho
    epsilon = sp.Symbol("epsilon")
    assert found.subs("epsilon", 0).free_symbols == {sp.Symbol("gamma"), sp.Symbol("delta")}
    assert sp.diff(found, epsilon) == 8
    statement = replcalc.statement("lm:pg_to_replic")
    assert statement.conclusion("rho").expression == found == statement.rho
    assert statement.parameter("epsilon").symbol == epsilon


def test_no_symbol_of_any_statement_has_assumptions():
    for label, about in entries().items():
        for conclusion in about.statement.gives:
            for symbol in conclusion.expression.atoms(sp.Symbol):
                assert symbol == sp.Symbol(symbol.name), (label, conclusion.name)


def test_statements_of_the_paper_are_attributes():
    assert replcalc.paper.pg_compose.label == "lm:pg_compose"
    assert paper.thm_main.label == "thm:main"
    for name in ("nothing", "_private"):
        with pytest.raises(AttributeError):
            getattr(paper, name)
    with pytest.raises(AttributeError, match="nothing"):
        getattr(paper.pg_compose, "noth" + "ing")


def test_subs_evalf_and_lambdify_agree_with_the_paper(star):
    at = star.subs(k=10, c2=1, **POINT)
    assert not at.symbols
    assert str(at.evalf(40)) == mpmath.nstr(by_hand(10, 60), 40, strip_zeros=False, min_fixed=-100)
    assert abs(at.evalf(40) - sp.Float(str(by_hand(11, 60)), 40)) > 1e-9  # another k is another value
    with mpmath.workdps(50):
        assert abs(star.lambdify("mpmath")(k=10, c2=1, **POINT) / by_hand(10, 60) - 1) < mpmath.mpf(10) ** -48
    floats = star.lambdify("math")(k=10, c2=1, rho=0.1, beta0=1e-6, c=1e-4)
    assert abs(floats / float(by_hand(10, 60)) - 1) < 1e-13


def test_lambdify_takes_families_and_ceilings():
    samples = replcalc.derive("paper").symbolic("samples")
    function = samples.lambdify()
    with mpmath.workdps(30):
        one, many = (function(n=n, C_pg=1, p_pg=1, **POINT) for n in ([100] * 3, [100, 100, 200]))
    equal = samples.subs(n="const=100", k=3, C_pg=1, p_pg=1, **POINT)
    assert int(one) == int(equal.evalf(30)) and many > one
    with pytest.raises(InputError, match="values for"):
        function(n=[100])
    with pytest.raises(InputError, match="mpmath or math"):
        samples.lambdify("numpy")


def test_what_is_missing_or_unknown_is_said(star):
    with pytest.raises(InputError, match="beta0"):
        star.subs(k=10).evalf()
    with pytest.raises(InputError, match="one of"):
        star.subs(unknown=1)


def test_numbers_of_mpmath_are_input(star):
    assert replcalc.compose([100, 200], rho=mpmath.mpf("0.1")).samples == 200
    assert star.subs(rho=mpmath.mpf("0.1")).formula is star.subs(rho="0.1").formula
    assert replcalc.statement("lm:pg_to_replic").bound("rho", gamma=mpmath.mpf("0.1"), epsilon=0, delta=0) > 0


def test_srepr_is_read_back_as_the_same_expression(star):
    space = vars(sp) | {"Sum": sp.Sum, "MaxOver": MaxOver}
    for found in (star.sympy, paper.pg_compose.epsilon_star, paper.pg_to_replic.rho):
        assert eval(sp.srepr(found), dict(space)) == found


def test_notebooks_typeset_formulas(star):
    assert "<math" in star._repr_html_() and star._repr_latex_() == f"${star.latex()}$"


def test_the_examples_of_the_page_give_what_it_says():
    page = Path(__file__).parents[2] / "docs" / "formulas.md"
    if page.exists():
        failed, tried = doctest.testfile(str(page), module_relative=False)
        assert tried and not failed
