"""A formula that comes often is compiled: the same balls, the same refusals."""

import pytest
import sympy as sp
from flint import fmpq

from replcalc.formulas import hot
from replcalc.formulas.evaluation import Environment, evaluate
from replcalc.formulas.node import node
from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, MpField
from replcalc.statements.notation import family, i, k, real

X, S = family("x"), real("s")
FORMULA = node(sp.Sum(sp.exp(-S * X[i]), (i, 1, k)) + S**2)


def environment(values, counts, number=None):
    runs = Family.from_runs(tuple(zip(values, counts, strict=True)))
    return Environment({k: sum(counts) if number is None else number, S: fmpq(1, 3)}, {X: runs})


def test_the_compiled_value_is_the_walked_one():
    field = BallField(200)
    with field.active():
        here = environment([fmpq(1, 7), fmpq(2)], [3, 2])
        walked = evaluate(FORMULA, here, field)
        for _ in range(hot.OFTEN + 2):
            found = evaluate(FORMULA, here, field)
            assert found.overlaps(walked) and found.rel_accuracy_bits() > 180
        assert hot.ball_value(FORMULA, here, field) is not None
        # more runs than pay, and what only the walk can refuse
        many = environment([fmpq(1, j + 1) for j in range(hot.FEW_RUNS + 1)], [1] * (hot.FEW_RUNS + 1))
        assert hot.ball_value(FORMULA, many, field) is None
        assert evaluate(FORMULA, many, field).is_finite()
        with pytest.raises(UnsupportedNode, match="members"):
            evaluate(FORMULA, environment([fmpq(1, 7), fmpq(2)], [3, 2], number=6), field)
        with pytest.raises(UnsupportedNode, match="no value"):
            evaluate(FORMULA, Environment({k: 5}, here.families), field)


def test_other_numbers_are_walked():
    here = environment([fmpq(1, 7), fmpq(2)], [3, 2])
    assert all(abs(evaluate(FORMULA, here, MpField(30)) - evaluate(FORMULA, here, MpField(50))) < 1e-25 for _ in range(40))
