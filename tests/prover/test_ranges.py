"""Intervals with Arb ends: they contain every value, and an undefined one proves nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from replcalc.numbers.enclosure import Enclosure
from replcalc.prover.ranges import UNDEFINED, Range, RangeField

FIELD = RangeField(96)
rationals = st.fractions(min_value=-5, max_value=5, max_denominator=50)


def exact(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def interval(a: Fraction, b: Fraction) -> Range:
    return FIELD.interval(exact(min(a, b)), exact(max(a, b)))


def contains(r: Range, value: Fraction) -> bool:
    """Compared as rationals: a ball against a rational would round the rational first."""
    above = not r.low.is_finite() or Enclosure.from_ball(r.low).lower <= exact(value)
    below = not r.high.is_finite() or Enclosure.from_ball(r.high).upper >= exact(value)
    return r.defined and bool(above) and bool(below)


@settings(max_examples=40, deadline=None)
@given(rationals, rationals, rationals, rationals, st.fractions(0, 1), st.fractions(0, 1))
def test_operations_contain_every_value(
    a: Fraction, b: Fraction, c: Fraction, d: Fraction, s: Fraction, t: Fraction
) -> None:
    with FIELD.active():
        first, second = interval(a, b), interval(c, d)
        p, q = a + (b - a) * s, c + (d - c) * t
        assert contains(first + second, p + q)
        assert contains(first - second, p - q)
        assert contains(first * second, p * q)
        assert contains(first**2, p**2)
        assert contains(first**3, p**3)
        assert contains(FIELD.fn_min(first, second), min(p, q))
        assert contains(FIELD.fn_max(first, second), max(p, q))
        assert contains(FIELD.fn_abs(first), abs(p))
        quotient = first / second
        if quotient.defined and q != 0:
            assert contains(quotient, p / q)
        if c > 0 and d > 0:
            assert quotient.defined


def test_the_unit_interval_has_a_root_and_a_logarithm() -> None:
    """An Arb ball of [0, 1] reaches below 0 and has neither."""
    with FIELD.active():
        ball = arb(0).union(arb(1))
        assert ball.sqrt().is_nan()
        unit = FIELD.interval(fmpq(0), fmpq(1))
        root = FIELD.function("sqrt", unit)
        assert root.defined
        assert root.nonnegative()
        log = FIELD.fn_log(unit)
        assert log.nonpositive()
        assert not log.low.is_finite()


@pytest.mark.parametrize("low", [Fraction(-1), Fraction(-1, 10**9)])
def test_outside_the_domain_nothing_is_defined(low: Fraction) -> None:
    with FIELD.active():
        r = interval(low, Fraction(1))
        assert not FIELD.fn_log(r).defined
        assert not FIELD.function("sqrt", r).defined
        assert not r.reciprocal().defined
        assert not FIELD.power(r, fmpq(1, 3)).defined


def test_the_undefined_range_has_no_sign() -> None:
    with FIELD.active():
        one = FIELD.number(fmpq(1))
        for r in (UNDEFINED, UNDEFINED * FIELD.number(fmpq(0)), UNDEFINED + one, FIELD.fn_max(UNDEFINED, one)):
            assert not (r.defined or r.positive() or r.nonnegative() or r.negative() or r.nonpositive())


def test_branches_are_told_apart_only_when_certain() -> None:
    with FIELD.active():
        one, two, three = (FIELD.number(fmpq(v)) for v in (1, 2, 3))
        wide = FIELD.interval(fmpq(1), fmpq(3))
        assert FIELD.fn_chosen(one, two, two, three) is two
        assert FIELD.fn_chosen(three, two, two, three) is three
        hull = FIELD.fn_chosen(wide, two, two, three)
        assert contains(hull, Fraction(2))
        assert contains(hull, Fraction(3))
        assert not FIELD.fn_fixed(wide, two, two, three).defined
