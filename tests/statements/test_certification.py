"""Certified answers piece by piece: digits, whole numbers, what a condition tells, the second evaluation."""

import itertools

import mpmath
import pytest
from flint import arb, fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import Disagreement, PrecisionExhausted
from replcalc.numbers.family import Family
from replcalc.numbers.fields import ball_precision
from replcalc.statements import certification
from replcalc.statements import derivation as steps
from replcalc.statements.certification import _agree, certify, is_whole, starting_bits
from replcalc.statements.derivation import Proof
from replcalc.statements.statement import COUNT, POSITIVE, Conclusion, Parameter, Statement
from replcalc.symbolic.language import Base, Sum, Symbol, at_most, ceiling, exp, i, k, largest, rational, sqrt

x, y = Symbol("x"), Symbol("y")
n = Base("n")


@pytest.mark.parametrize(
    ("formula", "whole"),
    [
        (ceiling(x), True),
        (x, False),
        (k * 2 + k**2, True),
        (k / 2, False),
        (k**x, False),
        (largest(k, ceiling(x)), True),
        (Sum(ceiling(n[i] / 2), (i, 1, k)), True),
        (exp(k), False),
        (x * k, False),
    ],
    ids=str,
)
def test_what_is_whole_by_its_form(formula, whole):
    assert is_whole(formula, {k, n}) is whole


@pytest.mark.parametrize("sign", [1, -1])
def test_two_evaluations_agree_to_the_digits_or_say_so(sign):
    with mpmath.workdps(60), ball_precision(200):
        for more, agrees in (("0.9e-20", True), ("1.5e-20", False), ("-0.9e-20", True), ("-1.5e-20", False)):
            second = sign * (mpmath.mpf(1) + mpmath.mpf(more)) / 3
            if agrees:
                _agree("q", sign * arb(fmpq(1, 3)), second, 20)
                continue
            with pytest.raises(PrecisionExhausted, match="q: the two evaluations disagree"):
                _agree("q", sign * arb(fmpq(1, 3)), second, 20)
        with pytest.raises(PrecisionExhausted):
            _agree("q", arb(fmpq(1, 3)), -mpmath.mpf(1) / 3, 20)
        _agree("q", arb(0), mpmath.mpf(10) ** -470, 20)
        with pytest.raises(PrecisionExhausted):
            _agree("q", arb(0), mpmath.mpf(10) ** -450, 20)
        _agree("q", arb(0, "1e-50"), mpmath.mpf(10) ** -54, 20)  # cancelled, and nobody asked for its digits
        with pytest.raises(PrecisionExhausted):
            _agree("q", arb(0, "1e-50"), mpmath.mpf(10) ** -49, 20)


@pytest.mark.parametrize("error", [Disagreement, PrecisionExhausted])
def test_the_second_evaluation_is_tried_with_more_digits(error, monkeypatch):
    """A disagreement at four and sixteen times as many, anything else up to the ceiling."""
    tried = []

    def broken(derivation, inputs, field, settings, check):
        tried.append(field.context.dps)
        raise error("no")

    monkeypatch.setattr(certification, "run", broken)
    with pytest.raises(error, match="no"):
        certification._cross_check(None, {}, None, None, 20, 300)
    assert [b / a for a, b in itertools.pairwise(tried)] == [4] * (len(tried) - 1)
    assert len(tried) == 3 if error is Disagreement else tried[-1] <= certification.CEILING < 4 * tried[-1]


# -- whole answers -----------------------------------------------------------------------------------------------------
def answer(formula, conditions=(), digits=20, inputs=None, **more):
    """The formula of x (and n), certified at x = 10^-200."""
    given = (Parameter(x, POSITIVE, "x"), *((Parameter(n, COUNT, "sizes"),) if inputs else ()))
    statement = Statement(
        label="t:two",
        title="t",
        meaning="m",
        given=given,
        gives=(Conclusion(y, "=", formula, name="y"),),
        assumes=conditions,
    )
    proof = Proof("one step", "", given)
    proof.apply(statement, x=x, **({"n": n[i]} if inputs else {}))
    return certify(proof.derivation(), {"x": fmpq(1, 10**200), **(inputs or {})}, digits=digits, **more)


@pytest.fixture(autouse=True)
def _no_catalogue(monkeypatch):
    monkeypatch.setattr(steps, "is_catalogued", lambda statement: True)


def test_bits_are_added_until_the_digits_are_certain():
    """e^x - 1 - x = x^2/2 (1 + x/3 + ...) cancels 400 digits."""
    found = answer(exp(x) - 1 - x)
    exact = fmpq(1, 2 * 10**400) * (1 + fmpq(1, 3 * 10**200))
    assert abs(found.value("y").midpoint / exact - 1) < fmpq(1, 10**20) and found.value("y").agrees_to(20)
    assert found.bits == 8 * starting_bits(20) and found.cross_checked
    assert answer(exp(x)).bits == starting_bits(20) < starting_bits(30) == answer(exp(x), digits=30).bits


def test_bits_are_added_until_a_condition_is_decided_or_never():
    """sqrt 2 + sqrt 3 against sqrt(5 + 2 sqrt 6), which is the same number; and against a little more."""
    same = at_most(sqrt(rational(2)) + sqrt(rational(3)), sqrt(5 + 2 * sqrt(rational(6))))
    start = starting_bits(20)
    for limit, bits in ((start, start), (2 * start, 2 * start), (2 * start + 1, 4 * start)):
        found = answer(exp(x), (same,), decision_bits=limit)
        assert (found.verdict, found.bits) == (Verdict.UNDECIDED, bits)
    little = at_most(sqrt(rational(2)) + sqrt(rational(3)), sqrt(5 + 2 * sqrt(rational(6))) + x)
    assert (answer(exp(x), (little,)).verdict, answer(exp(x), (little,)).bits) == (Verdict.PROVED, 4 * start)


def test_a_condition_names_its_member():
    sizes = Family.from_runs(((fmpq(9), 2), (fmpq(1), 3)))
    found = answer(exp(x), (at_most(n[i], 5), at_most(x, 1)), inputs={"n": sizes})
    assert [(c.verdict, c.index) for c in found.conditions[-2:]] == [(Verdict.REFUTED, 1), (Verdict.PROVED, None)]
    other = Family.from_runs(((fmpq(1), 2), (fmpq(9), 3)))
    assert answer(exp(x), (at_most(n[i], 5),), inputs={"n": other}).conditions[-1].index == 3
