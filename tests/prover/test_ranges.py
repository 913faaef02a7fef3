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


@pytest.mark.parametrize(
    ("a", "b", "product"),
    [
        ((-1, 2), (-3, 1), (-6, 3)),
        ((-2, 1), (-3, 1), (-3, 6)),
        ((-1, 2), (-1, 3), (-3, 6)),
        ((-3, 1), (-1, 2), (-6, 3)),
        ((1, 2), (-3, 4), (-6, 8)),
        ((-2, -1), (-3, 4), (-8, 6)),
        ((-3, 4), (1, 2), (-6, 8)),
        ((-2, -1), (-4, -3), (3, 8)),
        ((0, 0), (-3, 4), (0, 0)),
        ((0, 2), (3, 4), (0, 8)),
        ((-1, 2), (3, 4), (-4, 8)),
    ],
)
def test_products_are_no_wider_than_they_must_be(
    a: tuple[int, int], b: tuple[int, int], product: tuple[int, int]
) -> None:
    found = FIELD.interval(fmpq(a[0]), fmpq(a[1])) * FIELD.interval(fmpq(b[0]), fmpq(b[1]))
    assert (found.low, found.high) == product and (found.low.is_exact(), found.high.is_exact()) == (True, True)


@pytest.mark.parametrize("proper", [False, True])
@pytest.mark.parametrize("power", [-2, -1, 0, 1, 2, 3])
def test_powers_by_their_ends(proper: bool, power: int) -> None:
    field = RangeField(96, proper=proper)
    for low, high in ((1, 2), (-2, -1), (-1, 2), (-2, 1), (0, 2), (-2, 0)):
        found = field.interval(fmpq(low), fmpq(high)) ** power
        touches = power < 0 and low <= 0 <= high
        if touches and (proper or (low < 0 < high and power % 2)):
            assert not found.defined
            continue
        values = [Fraction(x, 8) ** power for x in range(8 * low, 8 * high + 1) if x or power >= 0]
        assert found.defined and contains(found, min(values))
        if not touches:
            ends = [Fraction(v) ** power for v in (low, high)] + (
                [Fraction(0)] if low < 0 < high and power == 2 else []
            )
            assert (found.low - exact(min(ends))).contains(0) and (found.high - exact(max(ends))).contains(0)
    assert not (UNDEFINED**2).defined and not (UNDEFINED**3).defined


def test_branches_that_touch_are_told_apart_but_on_a_face() -> None:
    one, two = FIELD.interval(fmpq(0), fmpq(1)), FIELD.interval(fmpq(1), fmpq(2))
    p, q = FIELD.number(fmpq(5)), FIELD.number(fmpq(7))
    for choose in (FIELD.fn_chosen, FIELD.fn_fixed):
        assert choose(one, two, p, q) is p and choose(two, one, p, q) is q
    face = FIELD.on_a_face
    assert (face.fn_chosen(one, two, p, q).low, face.fn_chosen(one, two, p, q).high) == (5, 7)
    assert not face.fn_fixed(one, two, p, q).defined and not face.proper().fn_chosen(one, two, p, q).defined
    apart = FIELD.interval(fmpq(3), fmpq(4))
    assert face.fn_fixed(one, apart, p, q) is p and face.fn_fixed(apart, one, p, q) is q
    assert not FIELD.fn_fixed(one, FIELD.interval(fmpq(0), fmpq(2)), p, q).defined


def test_singular_ends_have_a_range_but_no_proper_one() -> None:
    zero_one = (fmpq(0), fmpq(1))
    for function in ("fn_log", "reciprocal"):
        for proper in (False, True):
            field = RangeField(96, proper=proper)
            x = field.interval(*zero_one)
            found = field.fn_log(x) if function == "fn_log" else x.reciprocal()
            assert found.defined is not proper
    for bad in ((fmpq(-1), fmpq(1)), (fmpq(0), fmpq(0)), (fmpq(-2), fmpq(-1))):
        assert not FIELD.fn_log(FIELD.interval(*bad)).defined
    assert not FIELD.fn_loggamma(FIELD.interval(fmpq(1), fmpq(3))).defined
    assert FIELD.fn_loggamma(FIELD.interval(fmpq(2), fmpq(3))).defined
