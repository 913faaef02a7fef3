"""Formulas as people who know sympy use them: plain symbols, subs, diff, evalf, lambdify, srepr, notebooks."""

import doctest
import json
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
    with pytest.raises(InputError, match="queries/rounding"):
        replcalc.derive("rounding")
    assert replcalc.derive("het").name == replcalc.derive("pg-compose/het").name
    assert replcalc.derive("paper").name == replcalc.derive("compose/paper").name == "paper"
    with pytest.raises(InputError, match="label"):
        replcalc.derive("queries/nothing")


def test_nested_sums_have_names_of_their_own():
    for method in ("paper", "paper-tuned"):
        for quantity in ("samples", "beta", "rho"):
            for outer in replcalc.derive(method).expression(quantity).atoms(sp.Sum, MaxOver):
                inner = outer.function.atoms(sp.Sum, MaxOver)
                assert outer.variables[0] not in {s.variables[0] for s in inner}, (method, quantity)


def test_a_proved_identity_is_a_rewrite_rule():
    method, rule = replcalc.derive("paper"), "sum(epsilon**2) = sum_of_squares"
    told = method.symbolic("epsilon_star", keep=["epsilon", "delta_prime"], given=[rule])
    assert not told.formula.has(method.symbolic("sum(epsilon**2)", keep=["epsilon"]).formula)
    whole = method.symbolic("sum(epsilon**2)", simplify=True).formula
    assert whole == method.symbolic("sum_of_squares", simplify=True).formula  # what the rule says is true


def test_samples_and_epsilon_star_of_equal_n_are_one_line_each():
    from replcalc.statements.expression import express_readably

    for quantity in ("samples", "epsilon_star", "beta"):
        text = str(express_readably(replcalc.derive("paper"), quantity, let={"n": "const"}, simplify=True))
        assert text.splitlines()[2] == "where" and max(map(len, text.splitlines())) <= 78, text


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


def test_formulas_print_as_the_paper_has_them():
    """4(gamma + 2 epsilon + delta) came out of sympy as 4 delta + 8 epsilon + 4 gamma, in trees even when show was right."""
    statement, paper_method = replcalc.statement("lm:pg_to_replic"), replcalc.derive("paper")
    assert "4⋅(γ + 2⋅ε + δ)" in str(statement)
    assert latex(statement.rho) == r"4 \left(\gamma + 2 \varepsilon + \delta\right)"
    assert "4·(γ* + 2·ε* + δ*)" in str(paper_method)
    assert r"4 \\left(\\gamma^{*} + 2 \\varepsilon^{*}" in json.dumps(paper_method.to_dict())
    told = paper_method.symbolic("rho", keep=["epsilon_star", "delta_star", "gamma_star"])
    assert told.latex() == r"4 \left(\gamma^{*} + 2 \varepsilon^{*} + \delta^{*}\right)"


def test_statements_derivations_and_results_are_typeset_in_notebooks():
    """They were plain text in a <pre>."""
    for label in ("lm:pg_compose", "thm:main", "lm:pg_to_replic"):
        shown = replcalc.statement(label)
        found = shown._repr_html_()
        assert found.count("<math") >= len(shown.gives) and "<pre" not in found, label
        assert all(f"${c.latex()}$" in shown.report()._repr_latex_() for c in shown.gives)
    tree = replcalc.derive("paper")._repr_html_()
    assert tree.count("<math") > 10 and "<pre" not in tree
    result = replcalc.compose([100, 200], rho="0.1")
    assert "<math" in result._repr_html_() and "<math" in result["paper"]._repr_html_()
