"""Best constants recomputed with mpmath."""

import re

import mpmath
import pytest

from replcalc.claims.deciding import claim as find


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("tester.chernoff-upper", lambda: 2 * mpmath.log(2) - 1),
        ("naive.union", lambda: 1 - 1 / mpmath.e),
        ("mean.sum-to-product", lambda: 3 / mpmath.log(2) ** 2),
        ("derived.fisher-slope", lambda: 2 / mpmath.sqrt(3)),
        ("derived.arcsine-step", lambda: 1 / mpmath.asin(mpmath.mpf(5) / 8)),
        ("derived.missing-ends", lambda: 3 * (1 - mpmath.mpf(3) / 16) / mpmath.sqrt(mpmath.mpf(3) / 16)),
        ("derived.threshold-constant", lambda: mpmath.pi * mpmath.sqrt(mpmath.mpf(3)) / 96),
        ("tester.best-threshold", lambda: 1 / (1 - 1 / mpmath.log(2) + mpmath.log(1 / mpmath.log(2)) / mpmath.log(2))),
        ("pac.finite-bracket", lambda: 8 * mpmath.log(2) ** 2 + 8 * mpmath.log(8)),
        ("naive.capped-line", lambda: 1 / (2 * mpmath.log(2))),
    ],
)
def test_best_constants_are_what_they_say(claim: str, value: object) -> None:
    assert callable(value)
    digits = re.findall(r"\d+\.\d+", find(claim).proved_constant)
    assert digits, find(claim).proved_constant
    shown = digits[0]
    places = len(shown.split(".")[1])
    assert abs(mpmath.mpf(shown) - value()) <= mpmath.mpf(10) ** -places
