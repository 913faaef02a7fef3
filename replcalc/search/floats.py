"""Floating-point helpers of the parameter searches. Nothing here is trusted: what a search finds is certified later."""

from __future__ import annotations

import math

from flint import fmpq

from replcalc.numbers.enclosure import decimal_exponent


def log_rational(q: fmpq) -> float:
    """ln q for q > 0 of any size, also next to 1."""
    if abs(q - 1) < fmpq(1, 4):
        near = q - 1
        return math.log1p(int(near.p) / int(near.q))
    return math.log(int(q.p)) - math.log(int(q.q))


def from_log(x: float) -> fmpq:
    """e^x < 1 as a rational of about fifteen digits, however small."""
    exponent = math.floor(x / math.log(10))
    mantissa = math.exp(x - exponent * math.log(10))
    return fmpq(*mantissa.as_integer_ratio()) * fmpq(10) ** exponent


def nine_digits(x: float) -> fmpq:
    """e^x < 1 to nine digits, in whole numbers: a hundred thousand of them are asked for at once."""
    exponent = math.floor(x / math.log(10))
    top, bottom = math.exp(x - exponent * math.log(10)).as_integer_ratio()
    return fmpq((2 * top * 10**8 + bottom) // (2 * bottom), 10 ** (8 - exponent))


def whole(x: float) -> int:
    """e^x rounded up to an integer; of about fifteen digits, however large."""
    if x < 34:
        return math.ceil(math.exp(x) * (1 - 1e-14))
    shift = max(0, math.floor(x / math.log(2)) - 50)
    return math.ceil(math.exp(x - shift * math.log(2))) << shift


def _unit(gap: fmpq) -> fmpq:
    """The power of ten three places below the leading place of ``gap``."""
    return fmpq(10) ** (math.floor(log_rational(gap) / math.log(10)) - 3)


def nearest_decimal(x: fmpq, gap: fmpq) -> fmpq:
    """The decimal nearest to x whose last place is three places below the leading one of ``gap``."""
    return fmpq((x / _unit(gap) + fmpq(1, 2)).floor()) * _unit(gap)


def decimal_up(x: fmpq, gap: fmpq) -> fmpq:
    """The smallest such decimal that is at least x."""
    return fmpq((x / _unit(gap)).ceil()) * _unit(gap)


def rounded(value: float, digits: int = 8) -> fmpq:
    """A float as a short exact decimal, rounded to nearest."""
    mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    whole = int(mantissa.replace(".", ""))
    power = int(exponent) - (digits - 1)
    return fmpq(whole) * fmpq(10) ** power


def next_decimals(value: fmpq, digits: int) -> tuple[fmpq, fmpq]:
    """The next smaller and the next larger number of so many significant digits."""
    unit = fmpq(10) ** (decimal_exponent(value) - digits + 1)
    return rounded_down(value - unit / 10, digits), value + unit


def rounded_down(value: fmpq, digits: int = 8) -> fmpq:
    """A positive rational rounded down to ``digits`` significant decimal digits."""
    unit = fmpq(10) ** (decimal_exponent(value) - digits + 1)
    return fmpq((value / unit).floor()) * unit
