"""Elementary inequalities on unbounded domains that several claims lean on; outcomes at a witness."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import sympy as sp

from replcalc.kernel.certificate import Certificate
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.prove import Outcome, prove_all
from replcalc.prover.signs import prove_growth
from replcalc.symbolic.language import at_least, at_most


# -- outcomes at a witness ---------------------------------------------------------------------------------------------
# Outcomes at a witness: the values they were computed at, and hypotheses decided apart from the conclusion.
def at_witness(outcome: Outcome, **values: object) -> Outcome:
    """The same outcome, its counterexample naming the values it was computed at."""
    if outcome.counterexample is None:
        return outcome
    return replace(
        outcome, counterexample={key: str(value) for key, value in values.items()} | dict(outcome.counterexample)
    )


def at_hypotheses(premises: Mapping[str, Outcome], conclusion: Outcome, **witness: object) -> Outcome:
    """A statement at one witness: its hypotheses are decided first, and only then does the conclusion count.

    REFUTED if every premise is proved and the conclusion refuted, PROVED if both are proved. A witness that does not
    satisfy the hypotheses says nothing about the statement: UNDECIDED, with the premise that fails.
    """
    for name, premise in premises.items():
        if premise.verdict is not Verdict.PROVED:
            detail = f"the witness does not satisfy the hypotheses: {name} is {premise.verdict.value}"
            return Outcome(Verdict.UNDECIDED, "witness", detail=detail)
    if conclusion.verdict is not Verdict.REFUTED:
        return prove_all({**premises, "conclusion": conclusion})
    assert conclusion.certificate is not None
    met = prove_all(premises)
    assert met.certificate is not None
    data = {"premises": met.certificate.to_json(), "conclusion": conclusion.certificate.to_json()}
    methods = "+".join(sorted({*met.method.split("+"), *conclusion.method.split("+")}))
    outcome = Outcome(
        Verdict.REFUTED,
        methods,
        Certificate("witness", data),
        conclusion.counterexample,
        f"{len(premises)} {'hypothesis holds' if len(premises) == 1 else 'hypotheses hold'} at the witness"
        + (f"; {conclusion.detail}" if conclusion.detail else ""),
    )
    return at_witness(outcome, **witness)


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
