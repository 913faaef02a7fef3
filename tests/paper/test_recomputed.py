"""What claims find, recomputed without the package: counterexamples, best constants, finite computations."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from itertools import product

import mpmath
import pytest
import sympy as sp

from replcalc.claims.deciding import claim as find
from replcalc.numbers.enclosure import Verdict
from replcalc.paper.adaptive_lower_bound import claims as adaptive_lower_bound
from replcalc.paper.boosting import claims_tester as tester
from replcalc.paper.boosting_applications.claims import log_star
from replcalc.prover.finite import Case, prove_finite
from replcalc.symbolic.language import equal


# -- the refuted ones, recomputed without the package -------------------------------------------------------------------
def test_two_sided_chernoff_counterexample() -> None:
    witness = find("tester.chernoff-two-sided").outcome().counterexample
    assert witness is not None
    assert (witness["n"], witness["mu"], witness["delta"]) == ("1", "1/2", "1")
    assert witness["left"] == "1"
    assert math.exp(-1 / 6) == pytest.approx(float(witness["right"]), rel=1e-12)
    assert math.exp(-1 / 6) < 1


def test_majority_witness() -> None:
    """189 coins of bias 7/10: the majority is wrong with probability below 1/200 in a million rounds; 171 are too few."""

    def wrong(samples: int) -> Fraction:
        law = (
            Fraction(math.comb(samples, i)) * Fraction(7, 10) ** i * Fraction(3, 10) ** (samples - i)
            for i in range(samples + 1)
        )
        return sum(list(law)[: samples // 2 + 1], Fraction(0))

    assert 10**6 * wrong(189) < Fraction(1, 200) < 10**6 * wrong(171)
    value = sp.Rational(wrong(189).numerator, wrong(189).denominator)
    computed = Case("majority", equal(adaptive_lower_bound._majority_wrong, value))
    assert prove_finite([computed], given={adaptive_lower_bound.samples: 189}).verdict is Verdict.PROVED


def test_random_threshold_disagreement() -> None:
    """Two flips, threshold 1 or 2: enumerate samples and thresholds."""
    for theta in (Fraction(1, 2), Fraction(1, 3), Fraction(9, 10)):
        total = Fraction(0)
        for bits in product((0, 1), repeat=4):
            chance = math.prod(theta if b else 1 - theta for b in bits)
            first, second = bits[0] + bits[1], bits[2] + bits[3]
            total += chance * Fraction(sum((first >= u) != (second >= u) for u in (1, 2)), 2)
        s = theta * (1 - theta)
        assert total == 2 * s * (1 - s) <= Fraction(3, 8)


def test_a_tail_typed_wrongly_is_no_premise() -> None:
    """Two flips of mean 2/3 are a quarter above it with probability 4/9; the checker sums that up, whatever is typed."""
    R = sp.Rational
    assert tester._at(2, R(2, 3), R(1, 4), "above", R(4, 9)).verdict is Verdict.PROVED
    assert tester._at(2, R(2, 3), R(1, 4), "above", R(1, 9)).verdict is Verdict.UNDECIDED


def test_iterated_logarithm() -> None:
    assert [log_star(d) for d in (1, 2, 3, 4, 5, 16, 17, 65536, 65537)] == [0, 1, 2, 2, 3, 3, 4, 4, 5]


def test_intro_counterexample_numbers() -> None:
    """A bit spelled 10001 times at odds 11 : 10 is decoded, and the printed delta* is far too small."""
    epsilon = math.log(1.1)
    rounds = 40 * 10001 + 1
    success = 1 - 40 * math.exp(-2 * 10001 / 42**2) - 1e-3
    delta = math.sqrt((2.0**-39 / epsilon) / (rounds * epsilon**2))
    assert success > 0.99
    assert 7e-8 < delta < 8e-8
    assert success > 2 * 10**6 * delta + math.exp(-1)


# -- best constants, recomputed with mpmath ----------------------------------------------------------------------------
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


def test_poisson_rates() -> None:
    below, above = 2 * (0.25 + 0.75 * math.log(0.75)), 1.5 * math.log(1.5) - 0.5
    assert find("tester.exponents").proved_constant.startswith(f"{1 / below:.2f} and {1 / above:.2f}")
    assert find("tester.needed-rates").proved_constant == f"{math.floor(below * 1e4) / 1e4} and {above:.4f}"
