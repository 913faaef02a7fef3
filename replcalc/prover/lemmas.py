"""Elementary inequalities on unbounded domains that several claims lean on."""

from __future__ import annotations

from functools import cache

import sympy as sp

from replcalc.formulas.language import at_least, at_most
from replcalc.prover.prove import Outcome, prove_all
from replcalc.prover.signs import prove_growth

_t = sp.Symbol("t", nonnegative=True)


@cache
def exponential_above_tangent() -> Outcome:
    """e^x >= 1 + x for every real x: f(0) = f'(0) = 0 and f'' = e^x > 0, to the right and to the left of 0."""
    return prove_all(
        {
            "x >= 0": prove_growth(at_least(sp.exp(_t), 1 + _t), _t, 0, order=2),
            "x <= 0": prove_growth(at_least(sp.exp(-_t), 1 - _t), _t, 0, order=2),
        }
    )


def exponential_above_line(slope: sp.Rational) -> Outcome:
    """e^x >= 1 + slope x for x >= 0: fails for every slope above 1."""
    return prove_growth(at_least(sp.exp(_t), 1 + slope * _t), _t, 0, order=2)


def tangent_above_logarithm(slope: sp.Expr) -> Outcome:
    """ln x <= slope (x - 1) for x >= 1: holds for slope 1."""
    return prove_growth(at_most(sp.log(1 + _t), slope * _t), _t, 0)
