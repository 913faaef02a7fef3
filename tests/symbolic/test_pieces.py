"""Small pieces of the formula language, each against what it is for."""

import math

import pytest
import sympy as sp
from flint import arb, fmpq

from replcalc.numbers.errors import MalformedStatement, UnsupportedNode
from replcalc.numbers.family import Column
from replcalc.numbers.fields import SPECIAL, BallField, Special
from replcalc.symbolic.algebra import apply, content, power
from replcalc.symbolic.asymptotics import NoLeadingOrder, leading_order
from replcalc.symbolic.bridge import LARGEST, FamilySum, MaximumOver, as_sympy, from_sympy
from replcalc.symbolic.compiled import BALL, FLOAT, LOG_FLOAT, compiled
from replcalc.symbolic.evaluation import Environment, _outermost, evaluate_runs
from replcalc.symbolic.forms import Forms, _loss, divergence, losses, one_minus
from replcalc.symbolic.language import (
    Base,
    Product,
    Sum,
    Symbol,
    at_least,
    at_most,
    ceiling,
    exp,
    i,
    k,
    kl,
    log,
    pi,
    rational,
    sqrt,
)
from replcalc.symbolic.latex import _plain, symbol_latex
from replcalc.symbolic.node import number_or_node
from replcalc.symbolic.plain import TERMINAL, _written, in_python, in_terminal, wrapped

x, y, a = (Symbol(name, positive=True) for name in "xya")
n = Base("n", positive=True)


@pytest.mark.parametrize(
    ("name", "indices", "tex"),
    [
        ("rho0", ("i",), r"\rho_{0,i}"),
        ("rho", (), r"\rho"),
        ("samples", (), r"\mathrm{samples}"),
        ("samples_each", ("i",), r"\mathrm{samples\_each}_{i}"),
        ("delta_prime", (), r"\delta^{\prime}"),
        ("epsilon_star", (), r"\varepsilon^{*}"),
        ("mu_hat", (), r"\hat{\mu}"),
        ("n_new", (), r"n_{\mathrm{new}}"),
        ("x", ("alpha", "2"), r"x_{\alpha,2}"),
    ],
)
def test_symbols_in_latex(name, indices, tex):
    assert symbol_latex(name, *indices) == tex


def test_ours_with_sympys_is_sympys():
    z = sp.Symbol("z")
    for ours, theirs in (
        (x - z, x.sympy - z),
        (z - x, z - x.sympy),
        (x * z, x.sympy * z),
        (z / x, z / x.sympy),
        (x**z, x.sympy**z),
    ):
        assert isinstance(ours, sp.Basic) and ours == theirs
    assert (3 - x) is -(x - 3) and (x - x).value == 0


def test_a_member_of_what_is_no_family():
    with pytest.raises(MalformedStatement):
        n[i].rebuilt((x, i))


def test_python_and_terminal():
    assert in_python(pi) == "math.pi" and in_terminal(pi) != "math.pi"
    assert in_python(ceiling(x)) == "math.ceil(x)" and in_terminal(ceiling(x)) == "⌈x⌉"
    floor = apply("floor", x)
    assert in_terminal(floor) == "⌊x⌋"
    assert eval(in_python(sqrt(x) + log(x)), {"math": math, "x": 4.0}) == 2 + math.log(4)


def test_what_python_has_no_name_for_is_refused():
    with pytest.raises(UnsupportedNode, match="logcosh"):
        in_python(apply("logcosh", x))


def test_powers_of_rationals():
    assert sqrt(rational(1, 4)) is rational(1, 2) and sqrt(rational(9)) is rational(3)
    assert str(sqrt(rational(2))) == "sqrt(2)" and (x**0) is rational(1)


def test_signs_by_form():
    """1 - x and 2 - x are taken for positive where x is a probability by its form; 3 - x is not."""
    forms = Forms({})
    assert forms.sure(1 - x) and forms.sure(2 - x) and forms.sure(2 - 2 * x) and not forms.sure(3 - x)
    assert not forms.sure(x - y) and forms.sure(x + y) and forms.sure(kl(x, y))
    assert divergence(kl(x, y)) is not None and divergence(x + log(y)) is None and divergence(x + y + log(y)) is None


def test_lines_are_as_long_as_they_may_be():
    text = "aaaa bbbb cccc/dddd"
    assert wrapped(text, 9, "") == ["aaaa bbbb", "cccc/dddd"]
    assert wrapped("aaaa bbbb", 9, "") == ["aaaa bbbb"] and wrapped("aaaa bbbb", 8, "") == ["aaaa", "bbbb"]
    assert wrapped("x cccccc/dddddd", 13, "") == ["x", "cccccc/dddddd"]


def test_losses_add_up():
    """1 - x through -ln x, where x is a product of factors whose losses are known; otherwise it stays as it is."""
    sech = apply("sech", y)
    assert one_minus(1 - x) is x and one_minus(2 - x) is None and one_minus(x + y) is None
    assert _loss(sech, {}) is apply("logcosh", y)
    assert _loss(sech * (1 - x), {}) is apply("logcosh", y) + apply("lack", x)
    assert _loss(sech**a, {}) is a * apply("logcosh", y)
    assert _loss(apply("tanh", y), {}) is None and _loss(sech * x, {}) is None and _loss(x**a, {}) is None
    assert _loss(Product(sech, (i, 1, k)), {}) is Sum(apply("logcosh", y), (i, 1, k))
    assert _loss(Product(x, (i, 1, k)), {}) is None
    assert losses({a: 1 - sech})[a] is apply("one_less", apply("logcosh", y))
    assert losses({a: 1 - x * y})[a] is 1 - x * y


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (log(a) * x, log(a) * x),
        (Product(x * n[i], (i, 1, 3)), x**3 * Product(n[i], (i, 1, 3))),
        (Sum(n[i] / x + 1, (i, 1, 3)), Sum(1, (i, 1, 3))),
    ],
    ids=str,
)
def test_leading_orders(formula, expected):
    found = leading_order(formula, x, to_zero=False)
    assert sp.simplify((found / expected).sympy.doit()) == 1


@pytest.mark.parametrize(
    "formula",
    [
        exp(1 / x) * (x + 1) / x - 1,  # the factors have no limits one by one
        log(log(log(x))) * x,
        Sum(x**i, (i, 1, 3)),
        x * (x + 1) - x * (x + 1) ** 2 / (x + 1) + log(x) - log(x + 1) + x - x,
    ],
    ids=str,
)
def test_what_has_no_leading_order(formula):
    with pytest.raises(NoLeadingOrder):
        leading_order(formula, x, to_zero=False)


def test_the_slope_of_a_maximum_over_members():
    j, z, m = sp.Symbol("j", integer=True), sp.Symbol("z", positive=True), sp.IndexedBase("m")
    assert MaximumOver(z * m[j], (j, 1, 3)).diff(sp.Symbol("w")) == 0
    assert isinstance(MaximumOver(z * m[j], (j, 1, 3)).diff(z), sp.Derivative)


def test_the_content_of_a_formula_is_its_positive_number():
    for formula, number, rest in (
        (x / 2, (1, 2), x),
        (-x / 2, (1, 2), -x),
        (-x, (1, 1), -x),
        (3 * x, (3, 1), x),
        (x, (1, 1), x),
        (4 * x - 6 * y, (2, 1), 2 * x - 3 * y),
        (x / 2 + y / 3, (1, 6), 3 * x + 2 * y),
        (x - y, (1, 1), x - y),
    ):
        found, primitive = content(formula)
        assert found == rational(*number).value and primitive is rest


def test_every_node_of_a_tree_comes_once():
    shared = exp(x + y)
    nodes = list((shared + shared**2 * log(shared)).nodes())
    assert len(nodes) == len(set(nodes)) and shared in nodes and x in nodes


def test_few_members_are_written_out():
    index, z = sp.Symbol("i", integer=True, positive=True), sp.IndexedBase("z")
    for count, written in ((LARGEST, True), (LARGEST + 1, False)):
        assert MaximumOver(z[index], (index, 1, count)).doit().has(MaximumOver) is not written
    assert MaximumOver(z[index], (index, 2, 3)).doit() == sp.Max(z[2], z[3])


def test_more_than_a_sign_is_not_forgotten():
    for told in ({"even": True}, {"prime": True}, {"rational": True, "positive": True}):
        with pytest.raises(UnsupportedNode, match="more is assumed"):
            from_sympy(sp.Symbol("z", **told))
    assert from_sympy(sp.Symbol("z", integer=True, positive=True)).sympy.is_integer


def test_sympy_keeps_what_we_wrote():
    z = sp.Symbol("z", positive=True)
    assert str(as_sympy("max", z, z + 1)) == "Max(z, z + 1)" and as_sympy("max", 2, 3) == 3
    assert str(as_sympy("log", z**2)) == "log(z**2)" and as_sympy("exp", sp.log(z)) == z


def test_relations_of_names_and_numbers_need_no_printer():
    assert _plain(at_most(x, 3)) == "x <= 3" and _plain(at_most(x + 1, 3)) is None and _plain(at_most(x, y + 1)) is None
    assert _plain(n[i]) == "n[i]" and _plain(n[2]) == "n[2]" and _plain(at_least(n[i], rational(1, 2))) == "n[i] >= 1/2"


def test_what_an_arithmetic_does_not_have_is_not_compiled():
    for target in (FLOAT, LOG_FLOAT, BALL):
        with pytest.raises(UnsupportedNode):
            compiled(apply("nothing", x), target)
        for upper in (k - 2, 2 * k):
            with pytest.raises(UnsupportedNode, match="no sum to"):
                compiled(Sum(n[i], (i, 1, upper)), target)
    assert compiled(Sum(n[i], (i, 1, k - 1)), FLOAT).uppers == (k,) == compiled(Sum(n[i], (i, 1, k)), FLOAT).uppers


def test_probabilities_raised_and_lost_in_floats():
    """raised(b, s) = b + (1 - b) s, one_less(v) = 1 - e^-v."""
    assert abs(compiled(apply("raised", x, y), FLOAT)((), x=0.25, y=0.5) - 0.625) < 1e-15
    assert abs(compiled(apply("one_less", x), LOG_FLOAT)((), x=-40.0) + 40) < 1e-12


def test_relations_and_zero_for_the_terminal_and_python():
    assert (in_terminal(at_most(x, 3)), in_python(at_least(x, y))) == ("x ≤ 3", "x >= y")
    assert in_terminal(power(number_or_node(2), sqrt(x))) == "2^sqrt(x)" and in_terminal(1 / x) == "1/x"
    assert in_terminal(power(number_or_node(0), x)) == "0^x" and in_terminal(power(rational(1, 2), x)) == "(1/2)^x"


def test_equal_members_are_one_and_counted():
    index, z = sp.Symbol("i", integer=True, positive=True), sp.Symbol("z", positive=True)
    assert FamilySum(z, (index, 3, 7)).doit() == 5 * z and MaximumOver(z, (index, 3, 7)).doit() == z


def test_a_multiple_of_one_minus_is_written_through_its_loss():
    less = apply("one_less", apply("logcosh", x))
    assert losses({a: 2 - 2 * apply("sech", x)})[a] is 2 * less and losses({a: 1 - apply("sech", x)})[a] is less


def test_whole_powers_are_compiled_as_such():
    assert "** 3" in compiled(x**3, BALL).source and ", 3)" in compiled(x**3, FLOAT).source
    assert "sqrt(" in compiled(sqrt(x), FLOAT).source and "** 3" in compiled(x ** rational(3, 2), BALL).source


def test_the_outermost_runs_are_those_within_rounding():
    column = Column([1.0, 1 + 1e-13, 2.0, 2 - 1e-13, 1.5])
    assert _outermost(column, True) == [2, 3] and _outermost(column, False) == [0, 1]
    assert _outermost(Column([-1.0, -1 - 1e-13, 0.0]), False) == [0, 1] and _outermost(Column([0.0, -1.0]), True) == [0]


def test_columns_of_values_are_evaluated_entry_by_entry():
    field = BallField(128)
    with field.active():
        column = evaluate_runs(exp(x) + y, Environment({x: Column([fmpq(1, 3), fmpq(2)]), y: fmpq(1)}, {}), field)
        wanted = (arb(fmpq(1, 3)).exp() + 1, arb(2).exp() + 1)
        assert [bool((found - exact).contains(0)) for found, exact in zip(column, wanted, strict=True)] == [True, True]


def test_sums_that_we_do_not_have_are_not_read():
    first, second, last = sp.symbols("i j k", integer=True, positive=True)
    for limits in (((first, 2, last),), ((first, 1, last), (second, 1, last)), ((first, 1, last), (second, 2, last))):
        with pytest.raises(UnsupportedNode, match="single sums from 1"):
            from_sympy(sp.Sum(first, *limits))
    assert from_sympy(sp.Sum(first, (first, 1, last))) is Sum(i, (i, 1, k))


def test_functions_of_ours_and_of_nobody_in_sympy(monkeypatch):
    monkeypatch.setitem(SPECIAL, "twice", Special("twice", 1, lambda v: 2 * v, lambda _, v: 2 * v, lambda v: f"2 {v}"))
    z = sp.Symbol("z", positive=True)
    assert as_sympy("twice", z).special == "twice" and sp.latex(as_sympy("twice", z)) == "2 z"
    assert str(as_sympy("nothing", z)) == "nothing(z)"
    assert apply("twice", Symbol("r", real=True)).positive and not apply("nothing", x).positive


def test_a_minimum_is_positive_if_all_are_a_maximum_if_one_is():
    real = Symbol("r", real=True)
    assert apply("min", x, y).positive and apply("max", x, y).positive
    assert not apply("min", x, real).positive and not apply("max", real, -x).positive
    assert exp(real).positive and apply("cosh", real).positive
    assert not log(x).positive and not apply("tanh", real).positive


def test_what_is_no_formula_is_not_written():
    with pytest.raises(UnsupportedNode, match="no way to write"):
        _written(object(), TERMINAL)
