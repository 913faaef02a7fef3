"""Certified answers piece by piece: digits, whole numbers, what a condition tells, the second evaluation."""

import itertools

import mpmath
import pytest
from flint import arb, fmpq

from replcalc.numbers.enclosure import Enclosure, Verdict
from replcalc.numbers.errors import Disagreement, PrecisionExhausted
from replcalc.numbers.family import Family
from replcalc.numbers.fields import ball_precision
from replcalc.statements import certification
from replcalc.statements import derivation as steps
from replcalc.statements.certification import (
    SAMPLED_RUNS,
    CheckedCondition,
    _agree,
    _column,
    _repair,
    _sample,
    _value,
    certify,
    is_whole,
    starting_bits,
)
from replcalc.statements.derivation import Proof
from replcalc.statements.statement import COUNT, POSITIVE, Conclusion, Condition, Parameter, Statement
from replcalc.symbolic.language import (
    Base,
    Sum,
    Symbol,
    above,
    at_least,
    at_most,
    below,
    ceiling,
    equal,
    exp,
    i,
    k,
    largest,
    rational,
    sqrt,
)

x, y = Symbol("x"), Symbol("y")
n = Base("n")
FIVE, THREE = Enclosure.exactly(fmpq(5)), Enclosure.exactly(fmpq(3))


def condition(relation, verdict, left, right, index=None):
    return CheckedCondition("t:one", Condition(relation), verdict, index, (left, right), 64)


@pytest.mark.parametrize(
    ("relation", "repair"),
    [
        (at_most(x, y), "to repair it, bring x to at most 3 or raise y to at least 5"),
        (below(x, y), "to repair it, bring x below 3 or raise y above 5"),
        (at_most(x, 3), "to repair it, bring x to at most 3"),
        (below(5, y), "to repair it, raise y above 5"),
        (equal(x, y), ""),
        (at_most(5, 3), ""),
    ],
)
def test_the_nearest_change_moves_what_is_no_number(relation, repair):
    """5 on the left, 3 on the right."""
    assert _repair(relation, FIVE, THREE) == repair
    assert _repair(relation, None, THREE) == _repair(relation, FIVE, None) == ""


def test_the_nearest_change_of_what_is_to_be_larger():
    """3 on the left, 5 on the right."""
    assert _repair(at_least(x, y), THREE, FIVE) == "to repair it, bring y to at most 3 or raise x to at least 5"
    assert _repair(above(x, 5), THREE, FIVE) == "to repair it, raise x above 5"


def test_what_a_condition_tells():
    failed = condition(at_most(x, y), Verdict.REFUTED, arb(5), arb(3), index=7)
    assert failed.describe() == (
        "t:one: x <= y REFUTED at i = 7 (5 against 3, margin 2); to repair it, bring x to at most 3 or raise y to at least 5"
    )
    assert failed.brief() == "needs x <= y, but has 5 against 3"
    met = condition(at_most(x, y), Verdict.PROVED, arb(3), arb(5))
    assert met.repair == "" and met.describe() == "t:one: x <= y PROVED (3 against 5, margin 2)"
    unknown = condition(at_most(x, y), Verdict.UNDECIDED, arb("nan"), arb(5))
    assert unknown.describe() == "t:one: x <= y UNDECIDED" and unknown.margin is None and unknown.repair == ""
    assert unknown.brief() == "needs x <= y, which is UNDECIDED"
    told = CheckedCondition("t:one", Condition(None, "the sky is blue"), Verdict.UNDECIDED, None, (None, None), 64)
    assert told.repair == "" and told.describe() == "t:one: the sky is blue UNDECIDED"
    doubted = condition(at_most(x, y), Verdict.UNDECIDED, arb(3, 1), arb(3, 1))
    assert doubted.brief().endswith("(not decided)") and doubted.margin.lower == 0


@pytest.mark.parametrize(
    ("formula", "whole"),
    [
        (ceiling(x), True),
        (rational(3), True),
        (rational(1, 2), False),
        (x, False),
        (k, True),
        (k * 2 + k**2, True),
        (k / 2, False),
        (k**-1, False),
        (k**x, False),
        (largest(k, ceiling(x)), True),
        (largest(k, x), False),
        (Sum(n[i] * 2, (i, 1, k)), True),
        (Sum(ceiling(n[i] / 2), (i, 1, k)), True),
        (exp(k), False),
        (sqrt(k), False),
        (x * k, False),
        (x + k, False),
    ],
    ids=str,
)
def test_what_is_whole_by_its_form(formula, whole):
    assert is_whole(formula, {k, n}) is whole


def test_a_value_has_its_digits_or_asks_for_more_bits():
    with ball_precision(300):
        near = arb(fmpq(1, 3), fmpq(1, 10**30))
        assert _value(near, None, False, 20).contains(fmpq(1, 3)) and _column([near], False, 20)[0].contains(fmpq(1, 3))
        assert _column([near], False, 27)[0].agrees_to(27)  # the fast test says no, the digits are there
        for vague in (lambda: _value(near, None, False, 40), lambda: _column([near, arb(1)], False, 40)):
            with pytest.raises(PrecisionExhausted):
                vague()


def test_whole_values_are_integers():
    assert _value(None, fmpq(7), True, 5) == 7 and _value(None, fmpq(7, 2), True, 5).midpoint == fmpq(7, 2)
    assert _value(None, fmpq(7), False, 5).is_exact and not isinstance(_value(None, fmpq(7), False, 5), int)
    assert _value(arb(7, fmpq(1, 10**9)), None, True, 5) == 7
    assert _column([fmpq(1), fmpq(2)], True, 5) == (1, 2) and _column([arb(1), arb(2)], True, 5) == (1, 2)
    assert next(iter(_column([fmpq(1, 2), fmpq(2)], True, 5))).midpoint == fmpq(1, 2)
    with pytest.raises(PrecisionExhausted):
        _value(arb(7, 1), None, True, 5)


def test_a_sample_has_the_first_and_the_last_run():
    family = Family.from_runs((fmpq(m), m % 3 + 1) for m in range(1, 1001))
    runs = list(zip(_sample(family).values, _sample(family).counts, strict=True))
    assert len(runs) == SAMPLED_RUNS and runs[0][0] == 1 and runs[-1][0] == 1000
    assert all(count == min(2, int(value) % 3 + 1) for value, count in runs)
    steps = [int(b) - int(a) for (a, _), (b, _) in itertools.pairwise(runs)]
    assert max(steps) - min(steps) <= 1
    assert len(_sample(Family.of(range(3))).values) == 3


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
        kind="lemma",
        title="t",
        section="s",
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
