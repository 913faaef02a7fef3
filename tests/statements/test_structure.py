"""Free symbols and new names without sympy's evaluation, against sympy's own on every formula of the catalogue."""

import sympy as sp

from replcalc.statements.expressions import MaxOver, exponential, kl, logarithm, root
from replcalc.statements.notation import family, i, j, k, real
from replcalc.statements.structure import free_symbols, renamed
from replcalc.theories.replicable_composition.main import STATEMENTS as MAIN
from replcalc.theories.replicable_composition.pg_composition import STATEMENTS as PG


def test_free_symbols_are_sympys_without_families():
    for statement in (*MAIN, *PG):
        for conclusion in statement.gives:
            theirs = {s for s in conclusion.expression.free_symbols if not isinstance(s, sp.Indexed)}
            assert free_symbols(conclusion.expression) == theirs, statement.label


def test_bound_indices_are_not_free():
    x = family("x")
    assert free_symbols(sp.Sum(x[i], (i, 1, k))) == {x.label, k}
    assert free_symbols(MaxOver(x[j] * x[i], (j, 1, k))) == {x.label, i, k}
    assert free_symbols(sp.Sum(sp.Sum(x[j], (j, 1, i - 1)), (i, 1, k))) == {x.label, k}


def test_renamed_is_xreplace():
    new = sp.Symbol("m", integer=True, positive=True)
    for statement in (*MAIN, *PG):
        for conclusion in statement.gives:
            expression = conclusion.expression
            if i in free_symbols(expression):
                assert renamed(expression, i, new) == expression.xreplace({i: new}), statement.label


def test_renamed_leaves_a_bound_index_alone():
    x = family("x")
    inner = sp.Sum(x[i], (i, 1, k))
    assert renamed(x[i] * inner, i, j) == x[j] * inner


def test_as_they_stand_means_the_same_expressions():
    a, b = real("a"), real("b")
    assert root(a) == sp.sqrt(a) and logarithm(a) == sp.log(a) and exponential(-a) == sp.exp(-a)
    assert kl(a, b) == a * sp.log(a / b) + (1 - a) * sp.log((1 - a) / (1 - b))
    assert logarithm(sp.Integer(1)) == 0 and root(sp.Integer(4)) == 2 and kl(sp.Rational(1, 3), sp.Rational(1, 3)) == 0
