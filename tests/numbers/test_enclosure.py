"""Enclosures and their outward decimal rounding."""

import pickle
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from replcalc.numbers.enclosure import Enclosure, Enclosures, decimal, decimal_exponent, nearest, short
from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.fields import ball_precision

RATIONALS = st.fractions().map(lambda f: fmpq(f.numerator, f.denominator))


def value(text: str) -> Fraction:
    return Fraction(text)


@given(RATIONALS, st.integers(1, 30))
def test_decimals_round_outward(q, digits):
    low, high = value(decimal(q, digits, up=False)), value(decimal(q, digits, up=True))
    exact = Fraction(int(q.p), int(q.q))
    assert low <= exact <= high
    assert high - low <= abs(exact) * Fraction(10) ** (1 - digits)


@given(RATIONALS.filter(lambda q: q != 0))
def test_decimal_exponent(q):
    exponent = decimal_exponent(q)
    size = abs(Fraction(int(q.p), int(q.q)))
    assert Fraction(10) ** exponent <= size < Fraction(10) ** (exponent + 1)


@given(RATIONALS, st.integers(2, 25))
def test_nearest_is_within_half_a_unit(q, digits):
    shown, exact = value(nearest(q, digits)), Fraction(int(q.p), int(q.q))
    assert abs(shown - exact) <= abs(exact) * Fraction(10) ** (1 - digits)


def test_huge_and_tiny():
    assert decimal(fmpq(1, 10**3000), 5, up=True) == "1e-3000"
    assert decimal(fmpq(10) ** 400 + 1, 3, up=True) == "1.01e400"
    assert decimal(fmpq(999999), 3, up=True) == "1000000"
    assert nearest(fmpq(1, 3), 6) == "0.333333"


def test_json_of_a_ball_encloses_and_agrees():
    with ball_precision(200):
        enclosure = Enclosure.from_ball(arb(2).sqrt())
    record = enclosure.to_json(30)
    low, high = value(record["lower"]), value(record["upper"])
    assert low * low < 2 < high * high
    assert (high - low) / low < Fraction(1, 10**30)
    assert "bracket" not in record and "exact" not in record


def test_json_of_exact_and_of_bracket():
    assert Enclosure.exactly(fmpq(1, 3)).to_json(5)["exact"] == "1/3"
    assert Enclosure.exactly(fmpq(1, 10)).to_json(20) == {"lower": "0.1", "upper": "0.1", "exact": "1/10"}
    assert Enclosure(fmpq(1), fmpq(2)).to_json(5)["bracket"] is True
    assert short(Enclosure(fmpq(1), fmpq(2))) == "[1, 2]"


def test_precision_is_restored_and_empty_is_refused():
    before = ctx.prec
    with pytest.raises(ZeroDivisionError), ball_precision(999):
        assert ctx.prec == 999
        raise ZeroDivisionError
    assert ctx.prec == before
    with pytest.raises(PrecisionExhausted):
        Enclosure(fmpq(2), fmpq(1))
    with pytest.raises(PrecisionExhausted):
        Enclosure.from_ball(arb("nan"))


def test_enclosures_made_later_are_as_narrow_as_those_made_at_once():
    """Ends are rounded to the precision of the moment: a column enclosed after the evaluation lost its digits."""
    with ball_precision(256):
        balls = [arb(1) / 3, arb(2).sqrt()]
        now, later = [Enclosure.from_ball(ball) for ball in balls], Enclosures(balls)
    assert list(later) == now and later == tuple(now) and later[1:] == tuple(now[1:]) and len(later) == 2
    assert later[0].agrees_to(60) and pickle.loads(pickle.dumps(later)) == tuple(now)
    assert list(Enclosures([fmpq(1, 3)])) == [Enclosure.exactly(fmpq(1, 3))]
