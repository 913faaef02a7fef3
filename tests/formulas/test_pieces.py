"""Small pieces of the formula language, each against what it is for."""

import math

import pytest
import sympy as sp

from replcalc.formulas.algebra import apply
from replcalc.formulas.asymptotics import NoLeadingOrder, leading_order
from replcalc.formulas.bridge import MaximumOver
from replcalc.formulas.forms import Forms, _loss, divergence, losses, one_minus
from replcalc.formulas.language import Base, Product, Sum, Symbol, ceiling, exp, i, k, kl, log, pi, rational, sqrt
from replcalc.formulas.latex import symbol_latex
from replcalc.formulas.plain import in_python, in_terminal, wrapped
from replcalc.formulas.prefix_sums import agreement
from replcalc.numbers.errors import MalformedStatement, UnsupportedNode

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


def test_a_block_and_its_members_agree_or_it_is_our_mistake():
    from flint import arb

    from replcalc.formulas.prefix_sums import Disagreement

    agreement(10, arb(1), arb(1))
    agreement(10, arb(1), arb(1) + arb(10) ** -11)
    with pytest.raises(Disagreement):
        agreement(10, arb(1), arb(1) + arb(10) ** -8)
