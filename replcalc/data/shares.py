"""Accuracies and variances in the units of the data as those of shares of the range: what theorems speak of."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from replcalc.data.columns import GRID_ERROR, PromisedRange
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_positive


def share_of_range(alpha: str, within: PromisedRange, errors: int = 1) -> fmpq:
    """An accuracy in units of the data as a share of the range, less so many errors of the grid."""
    length = Fraction(within.high) - Fraction(within.low)
    asked = parse_positive(alpha, "alpha")
    share = Fraction(int(asked.p), int(asked.q)) / length - errors * GRID_ERROR
    if not 0 < share < 1:
        least = float(errors * GRID_ERROR * length)
        raise InputError("alpha", alpha, f"an accuracy above {least:.3g} and below the range's length")
    return fmpq(share.numerator, share.denominator)


def variance_share(variance: str, within: PromisedRange) -> fmpq | None:
    """A promised variance in units of the data as that of shares of the range; None where nothing is promised."""
    if not variance:
        return None
    square = (Fraction(within.high) - Fraction(within.low)) ** 2
    return parse_positive(variance, "variance") * fmpq(square.denominator, square.numerator)
