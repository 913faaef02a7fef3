"""Formulas as light trees: one object per formula, the same values as sympy's, and the way to sympy and back."""

import pickle
import random
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from replcalc.numbers.errors import MalformedStatement, UnsupportedNode
from replcalc.numbers.fields import BallField
from replcalc.statements.catalogue import statements
from replcalc.statements.notation import i, j, k, real
from replcalc.statements.statement import Conclusion, Domain, Parameter, Statement
from replcalc.symbolic import bridge
from replcalc.symbolic.algebra import content
from replcalc.symbolic.bridge import from_sympy
from replcalc.symbolic.evaluation import Environment, evaluate
from replcalc.symbolic.language import (
    Base,
    MaxOver,
    Sum,
    Symbol,
    at_most,
    ceiling,
    correlated_error,
    exp,
    kl,
    largest,
    log,
    race_error,
    rational,
    smallest,
    sqrt,
    symbols,
)
from replcalc.symbolic.node import Add, Mul, Pow, node, number

x, y, z = symbols("x y z", positive=True)
r = Symbol("r", real=True)
n = Base("n", positive=True)


def every_formula():
    for statement in statements():
        for conclusion in statement.gives:
            yield statement.label, conclusion.formula
        for condition in statement.conditions:
            if condition.inequality is not None:
                yield statement.label, condition.inequality.left
                yield statement.label, condition.inequality.right


# -- one object per formula -------------------------------------------------------------------------------------------


def test_equal_formulas_are_one_object():
    assert x + y is y + x and 2 * x * y is y * (x * 2) and (x + y) - y is x and x * y / y is x
    assert x**2 * x is x**3 and sqrt(x) * sqrt(x) is x and exp(x) * exp(y) is exp(x + y)
    assert x - x is rational(0) and x / x is rational(1) and 1 - (1 - x) is x and -(x - y) is y - x
    assert 2 * (x + y) is 2 * x + 2 * y and smallest(x, y) is smallest(y, x)
    assert x is not Symbol("x", real=True) and x is not Symbol("x", integer=True, positive=True)


def test_numbers_are_taken_together():
    assert x * 2 / 4 is x / 2 and 1 + x + fmpq(1, 2) is x + Fraction(3, 2)
    assert sqrt(rational(4)) is rational(2) and rational(2) ** -2 is rational(1, 4)
    assert sqrt(rational(2)) * sqrt(rational(2)) is rational(2)
    assert (1 / rational(0)).free == frozenset()  # no number, and no error before it is evaluated
    assert log(1) is rational(0) and exp(0) is rational(1) and exp(log(x)) is x


def test_roots_come_apart_only_where_that_is_an_identity():
    assert sqrt(x * y) is sqrt(x) * sqrt(y) and sqrt(x**2) is x
    assert sqrt(r**2) is not r and (sqrt(r * x)) is sqrt(x) * sqrt(r)
    assert sqrt(r * (x - y)) is not sqrt(r) * sqrt(x - y)


@pytest.mark.parametrize("wrong", [0.5, True, "x", None], ids=str)
def test_only_exact_numbers(wrong):
    with pytest.raises((MalformedStatement, TypeError, sp.SympifyError)):
        node(x + wrong)


def test_frozen():
    with pytest.raises(AttributeError):
        x.name = "y"


def test_pickled_formulas_come_back_as_themselves():
    for _, formula in every_formula():
        assert pickle.loads(pickle.dumps(formula)) is formula


# -- symbols ----------------------------------------------------------------------------------------------------------


def test_bound_indices_are_not_free():
    assert Sum(n[i], (i, 1, k)).free == {n, k}
    assert MaxOver(n[j] * n[i], (j, 1, k)).free == {n, i, k}
    assert Sum(Sum(n[j], (j, 1, i - 1)), (i, 1, k)).free == {n, k}


def test_free_symbols_are_sympys():
    for label, formula in every_formula():
        theirs = {s.name for s in formula.sympy.free_symbols if not isinstance(s, sp.Indexed)}
        assert {s.name for s in formula.free} == theirs, label


def test_replacing_leaves_a_bound_index_alone():
    inner = Sum(n[i], (i, 1, k))
    assert (n[i] * inner).xreplace({i: j}) is n[j] * inner
    assert inner.xreplace({k: x}) is Sum(n[i], (i, 1, x))


def test_replacing_is_sympys():
    values = {x: 1 / y, y: z + 1}
    for formula in (x + y * x**2, kl(x, y), exp(-x * y) / (1 + y), race_error(x), largest(x, y)):
        theirs = formula.sympy.xreplace({a.sympy: sp.sympify(b) for a, b in values.items()})
        assert formula.xreplace(values).sympy.equals(theirs)


def test_content():
    assert content(4 - 4 * x) == (4, 1 - x)
    assert content(x / 2 + y / 3) == (fmpq(1, 6), 3 * x + 2 * y)
    assert content(-6 * x) == (6, -x) and content(x) == (1, x)


# -- the same values as numbers computed step by step -----------------------------------------------------------------

AT = {x: fmpq(37, 53), y: fmpq(11, 7), z: fmpq(2, 9)}
MP = mpmath.mp.clone()
MP.dps = 60


def built(rng, depth):
    """A random formula, and its value at AT computed along the way with mpmath."""
    if depth == 0 or rng.random() < 0.15:
        if rng.random() < 0.4:
            q = fmpq(rng.randrange(1, 9), rng.randrange(1, 5))
            return number(q), MP.mpf(int(q.p)) / int(q.q)
        symbol = rng.choice([x, y, z])
        return symbol, MP.mpf(int(AT[symbol].p)) / int(AT[symbol].q)
    (a, b), (c, d) = built(rng, depth - 1), built(rng, depth - 1)
    power = rng.choice([-2, -1, 2, 3])
    return rng.choice(
        [
            lambda: (a + c, b + d),
            lambda: (a - c, b - d),
            lambda: (a * c, b * d),
            lambda: (a / (1 + c**2), b / (1 + d**2)),
            lambda: ((1 + a**2) ** power, (1 + b**2) ** power),
            lambda: (sqrt(1 + a**2), MP.sqrt(1 + b**2)),
            lambda: (sqrt(x * (1 + a**2)), MP.sqrt(MP.mpf(37) / 53 * (1 + b**2))),
            lambda: (log(2 + a**2), MP.log(2 + b**2)),
            lambda: (exp(-(a**2)), MP.exp(-(b**2))),
            lambda: (smallest(a, c), min(b, d)),
            lambda: (largest(a, c), max(b, d)),
        ]
    )()


@given(st.integers(0, 10**9))
@settings(max_examples=100, deadline=None)
def test_values_are_those_computed_step_by_step(seed):
    ours, expected = built(random.Random(seed), 4)
    field = BallField(300)
    with field.active():
        value = evaluate(ours, Environment(AT), field)
    assume(value.is_finite())  # a power of a ball about 0 is none
    middle = MP.mpf(value.mid().str(60, radius=False))
    assert abs(middle - expected) <= MP.mpf(10) ** -40 * (1 + abs(expected))


# -- to sympy and back ------------------------------------------------------------------------------------------------


def test_there_and_back():
    for label, formula in every_formula():
        if any(type(part).__name__ == "HalfLine" for part in formula.nodes()):
            continue
        field = BallField(200)
        back = from_sympy(formula.sympy)
        assert back.free == formula.free, label
        if back is not formula:  # sympy writes some formulas another way: then their values are the same
            at = {s: fmpq(1 + len(s.name), 11) for s in formula.free}
            if all(isinstance(s, Symbol) for s in at):
                with field.active():
                    ours, theirs = (evaluate(f, Environment(at), field) for f in (formula, back))
                assert ours.overlaps(theirs) or not (ours.is_finite() and theirs.is_finite()), label


def test_sympy_takes_nodes():
    a = sp.Symbol("a", positive=True)
    assert x + a == a + x == x.sympy + a
    assert sp.diff(kl(x, y), x.sympy).has(sp.log)
    assert sp.sympify(at_most(x, y)) == sp.Le(x.sympy, y.sympy, evaluate=False)
    assert isinstance(sp.Sum(n[i] * a, (i, 1, k)), sp.Sum)


def test_the_words_of_the_language_are_sympys_for_sympy():
    a, b = sp.symbols("a b", positive=True)
    assert kl(a, b) == a * sp.log(a / b) + (1 - a) * sp.log((1 - a) / (1 - b))
    assert correlated_error(a) == 2 * a / (1 + a)
    assert at_most(a, x) == sp.Le(a, x.sympy, evaluate=False)
    assert ceiling(a) == sp.ceiling(a, evaluate=False)


def test_a_float_in_a_relation_is_refused():
    with pytest.raises(MalformedStatement, match="float"):
        at_most(sp.Float("0.1"), x)


def test_what_the_vocabulary_does_not_have_is_refused():
    with pytest.raises(UnsupportedNode, match="besselj"):
        from_sympy(sp.besselj(0, sp.Symbol("a")))
    with pytest.raises(UnsupportedNode, match="single sums from 1"):
        from_sympy(sp.Sum(i.sympy, (i.sympy, 0, k.sympy)))


def test_long_keys_are_digests_that_tell_formulas_apart():
    chain = x
    for step in range(200):
        chain = exp(-chain / (step + 2)) + y
    assert len(chain.key) < 300 and isinstance(chain, Add)
    assert isinstance(x * y, Mul) and (x * chain).key != (y * chain).key


def test_a_statement_may_be_written_with_sympy():
    a, b = sp.symbols("a b", positive=True)
    theirs = Statement(
        "x:sympy",
        "lemma",
        "t",
        "s",
        "m",
        given=(Parameter(a, Domain(0, sp.Rational(1, 2)), "a"),),
        assumes=(sp.Le(a, sp.Rational(1, 3), evaluate=False),),
        gives=(Conclusion(b, "<=", a * sp.exp(-a), "b"),),
    )
    light, out = symbols("a b", positive=True)
    ours = Statement(
        "x:sympy",
        "lemma",
        "t",
        "s",
        "m",
        given=(Parameter(light, Domain(0, rational(1, 2)), "a"),),
        assumes=(at_most(light, rational(1, 3)),),
        gives=(Conclusion(out, "<=", light * exp(-light), "b"),),
    )
    assert theirs == ours and theirs.conclusion("b").expression == sp.Symbol("a") * sp.exp(-sp.Symbol("a"))
    with pytest.raises(MalformedStatement, match="relation"):
        Statement("x:no", "lemma", "t", "s", "m", given=ours.given, assumes=(light + 1,))


def test_real_and_family_are_positive():
    assert real("a").positive and n[i].positive and not r.positive


def test_powers_that_are_handed_to_sympy_as_they_stand_are_what_it_would_make():
    """In every formula of the catalogue; and where sympy does make something else it is asked."""
    powers = {
        part
        for s in statements()
        for c in s.gives
        for part in c.formula.nodes()
        if isinstance(part, Pow) and bridge._stands(part)
    }
    assert len(powers) > 50
    for power in powers:
        assert sp.srepr(power.sympy) == sp.srepr(sp.Pow(power.base.sympy, power.exponent.sympy))
    eight = Pow.identified(number(fmpq(8)), number(fmpq(1, 2)))
    assert not bridge._stands(eight) and eight.sympy == 2 * sp.sqrt(2)
