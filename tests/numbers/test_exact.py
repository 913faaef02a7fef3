"""Exact at the door."""

from decimal import Decimal
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_integer, parse_positive, parse_probability, parse_rational


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.1", fmpq(1, 10)),
        ("1/10", fmpq(1, 10)),
        (".5", fmpq(1, 2)),
        ("1e-40", fmpq(1, 10**40)),
        ("1e2/3", fmpq(100, 3)),
        (0.1, fmpq(1, 10)),
        (Fraction(2, 6), fmpq(1, 3)),
        (Decimal("0.25"), fmpq(1, 4)),
        (3, fmpq(3)),
    ],
)
def test_accepted(text, value):
    assert parse_rational(text) == value


@pytest.mark.parametrize(
    "text", ["", "nan", "1_000", "1,5", "١", "1/0", "__import__('os')", "1e999999999999", None, True, float("nan")]
)
def test_refused_with_the_option_named(text):
    with pytest.raises(InputError, match="--rho"):
        parse_rational(text, "--rho")


def test_error_names_option_value_and_what_is_allowed():
    with pytest.raises(InputError) as caught:
        parse_probability("2", "--rho")
    assert "--rho" in str(caught.value) and "'2'" in str(caught.value) and "< 1" in str(caught.value)


@pytest.mark.parametrize(("text", "closed", "good"), [("1", True, True), ("1", False, False), ("0", True, False)])
def test_probability_ends(text, closed, good):
    if good:
        assert parse_probability(text, "--x", closed_above=closed) == 1
    else:
        with pytest.raises(InputError):
            parse_probability(text, "--x", closed_above=closed)


def test_integers():
    assert parse_integer("1e6", "--k") == 10**6
    assert parse_integer("10/5", "--k") == 2
    for bad in ("1.5", "0", "-2"):
        with pytest.raises(InputError):
            parse_integer(bad, "--k")
    with pytest.raises(InputError):
        parse_integer("11", "--k", maximum=10)
    with pytest.raises(InputError):
        parse_positive("0", "--c")


@given(st.fractions())
def test_fractions_round_trip(q):
    assert parse_rational(f"{q.numerator}/{q.denominator}") == fmpq(q.numerator, q.denominator)


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**6), max_value=10**6))
def test_decimals_mean_what_they_print(d):
    q = parse_rational(str(d))
    assert Fraction(int(q.p), int(q.q)) == Fraction(d)


@pytest.mark.parametrize(
    "text", ["0." + "0" * 6000 + "1", "1/" + "7" * 6000, "9" * 6000, "1e4000/1e-4000", "0." + "0" * 4000 + "1e-4000"]
)
def test_the_limit_on_exponents_is_one_on_sizes(text):
    """0.000...1 and 1/777... passed a limit that looked only at what stands after the e."""
    with pytest.raises(InputError, match="exponents beyond"):
        parse_rational(text, "--rho")


def test_sizes_within_the_limit_pass():
    assert parse_rational("0." + "0" * 4900 + "1") == fmpq(1, 10**4901)
    assert parse_rational("1e5000") == fmpq(10**5000) and parse_rational("0") == 0
