"""Formulas as people who know sympy use them: plain symbols, subs, diff, evalf, lambdify, srepr, notebooks."""

import doctest
from pathlib import Path

import mpmath
import pytest
import sympy as sp
from flint import arb, fmpq

import replcalc
from replcalc import paper
from replcalc.names import COMMANDS
from replcalc.numbers.errors import InputError
from replcalc.planning.method import kinds, names
from replcalc.statements.catalogue import entries
from replcalc.symbolic.language import MaxOver, free
from replcalc.symbolic.printing import format_formula, latex

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
    assert statement.parameter("epsilon").variable == epsilon


def test_no_symbol_of_any_statement_has_assumptions():
    for label, about in entries().items():
        for conclusion in about.statement.gives:
            for symbol in conclusion.expression.atoms(sp.Symbol):
                assert symbol == sp.Symbol(symbol.name), (label, conclusion.name)


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


def test_numbers_of_mpmath_are_input(star):
    assert replcalc.compose([100, 200], rho=mpmath.mpf("0.1")).samples == 200
    assert star.subs(rho=mpmath.mpf("0.1")).formula is star.subs(rho="0.1").formula
    assert replcalc.statement("lm:pg_to_replic").bound("rho", gamma=mpmath.mpf("0.1"), epsilon=0, delta=0) > 0


def test_srepr_is_read_back_as_the_same_expression(star):
    found = [star.formula, paper.pg_compose.epsilon_star, paper.pg_to_replic.rho]
    found.append(replcalc.derive("paper").symbolic("samples").formula)
    for formula in found:
        again = eval(sp.srepr(formula), vars(sp) | {"MaxOver": MaxOver})
        assert sp.expand(again - formula) == 0 or again == formula


def test_notebooks_typeset_formulas(star):
    assert "<math" in star._repr_html_() and star._repr_latex_() == f"${star.latex()}$"
    assert "<math" in paper.pg_compose._repr_html_() and paper.pg_compose._repr_latex_().startswith("$")
    assert replcalc.derive("paper")["rho"]._repr_latex_().startswith("$")


def test_the_examples_of_the_page_give_what_it_says():
    page = Path(__file__).parents[2] / "docs" / "formulas.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried and not failed


WORDS = {command.kind: word for word, command in COMMANDS.items() if command.kind}
METHODS = [f"{WORDS.get(kind, kind)}/{name}" for kind in kinds() for name in names(kind)]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("method", METHODS)
def test_every_quantity_of_a_method_is_a_formula_in_its_inputs(method):
    _is_a_formula(replcalc.derive(method))


def _is_a_formula(derivation):
    inputs = {p.name for p in derivation.inputs} | {h.name for h in derivation.hidden} | {"k", "i"}
    inputs |= {str(step.members) for step in derivation.steps}  # how many problems a part has
    found = [str(symbol) for step in derivation.steps for _, symbol in step.outputs()]
    for quantity in found:
        told = derivation.symbolic(quantity)
        assert {str(s) for s in free(told.formula)} <= inputs, quantity
        assert format_formula(told.formula)
    assert latex(derivation.symbolic(found[-1]).formula)


def test_a_way_is_named_with_its_command_where_its_name_alone_would_not_do():
    with pytest.raises(InputError, match="means/rounding"):
        replcalc.derive("rounding")
    assert replcalc.derive("het").name == replcalc.derive("pg-compose/het").name
    assert replcalc.derive("paper").name == replcalc.derive("compose/paper").name == "paper"
    assert replcalc.derive("means/rounding") == replcalc.derive("queries/rounding")
    with pytest.raises(InputError, match="label"):
        replcalc.derive("queries/nothing")


def test_a_quantity_is_the_sum_that_it_stands_for():
    method = replcalc.derive("paper")
    whole = method.symbolic("sum(epsilon**2)", simplify=True).formula
    assert whole == method.symbolic("sum_of_squares", simplify=True).formula


def test_bound_takes_numbers_and_says_what_is_missing():
    """A Symbol came back as 4.0*g + 1.2; a family that was left out as 'run of the walk'; unequal lengths unnoticed."""
    replicable, compose = replcalc.statement("lm:pg_to_replic"), replcalc.statement("lm:pg_compose")
    good = {"epsilon": ["0.01", "0.02"], "delta": ["1e-9", "1e-9"], "delta_prime": "1e-9"}
    assert compose.bound("epsilon_star", **good) > 0
    assert replicable.bound("rho", gamma=sp.Rational(1, 10), epsilon="0.1", delta="0.1").overlaps(arb(fmpq(16, 10)))
    assert compose.bound("epsilon_star", **good | {"epsilon": "0.01,0.02"}).overlaps(
        compose.bound("epsilon_star", **good)
    )
    for change, told in (
        ({"epsilon": [sp.Symbol("e"), 1]}, "expression is the formula"),
        ({"delta_prime": sp.Symbol("d")}, "expression is the formula"),
        ({"epsilon": None}, "epsilon is missing"),
        ({"epsilon": ["0.01"]}, "one common length"),
        ({"epsilon": 0.01}, "a family"),
        ({"delta_prime": ["1e-9"]}, "is no family"),
    ):
        with pytest.raises(InputError, match=told) as refused:
            compose.bound("epsilon_star", **good | change)
        assert "walk" not in str(refused.value)
