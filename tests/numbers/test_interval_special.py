"""erf, erfc and loggamma on intervals: they hold the values that mpmath computes with many more digits."""

from fractions import Fraction
from random import Random
from typing import Any

import mpmath
import pytest
from flint import fmpq

from replcalc.numbers.interval_field import IntervalField

CASES = [("erf", mpmath.erf, -12, 30), ("erfc", mpmath.erfc, -12, 30), ("loggamma", mpmath.loggamma, 1e-4, 200)]


def ends(value: Any) -> tuple[Any, Any]:
    low, high = value._mpi_
    return mpmath.make_mpf(low), mpmath.make_mpf(high)


def rational(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


@pytest.mark.parametrize(("name", "function", "low", "high"), CASES)
@pytest.mark.parametrize("digits", [15, 40])
def test_the_interval_holds_the_value(name: str, function: Any, low: float, high: float, digits: int) -> None:
    field, random = IntervalField(digits), Random(digits)
    with mpmath.workdps(digits + 60):
        for number in range(24):
            a, b = sorted(Fraction(random.uniform(low, high)).limit_denominator(10**6) for _ in "ab")
            b = a if number % 2 else b
            least, most = ends(field.function(name, field.hull(rational(a), rational(b))))
            for share in range(5):
                at = a + (b - a) * share / 4
                value = function(mpmath.mpf(at.numerator) / at.denominator)
                assert least <= value <= most
                if a == b and digits == 40:
                    assert most - least <= abs(value) * mpmath.mpf(10) ** -20


def test_loggamma_over_its_least_value() -> None:
    field = IntervalField(40)
    least, most = ends(field.function("loggamma", field.hull(fmpq(1), fmpq(2))))
    assert least <= mpmath.mpf("-0.121486290535849608") and least > mpmath.mpf("-0.1214862906") and abs(most) < 1e-30


def test_loggamma_has_no_value_at_zero() -> None:
    field = IntervalField(40)
    with pytest.raises(ValueError, match="positive"):
        field.function("loggamma", field.hull(fmpq(0), fmpq(1)))
