"""Bounds from the catalogue: rational where they can be, enclosing elsewhere."""

import mpmath
import pytest
from flint import arb, fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.errors import MalformedStatement
from replcalc.numbers.fields import ball_precision
from replcalc.simulate.bounds import Ln, bound, setting


def test_rational_bounds_are_rational() -> None:
    assert bound("lm:tilde_z_C_i", "failure", gamma=fmpq(1, 7)) == fmpq(1, 7)
    joint = bound("lm:G_G_prime_implies_joint", "delta_joint", epsilon_k=Ln(fmpq(2)), delta_k=fmpq(1, 9))
    assert isinstance(joint, fmpq) and joint == fmpq(1, 9)  # eps is irrational but does not enter
    d = bound("derived:conditioning", "gamma", ratio=fmpq(2), delta=fmpq(1, 100), d=fmpq(1, 10))
    assert d == fmpq(1, 5)


def test_balls_enclose_the_formula() -> None:
    found = bound("lm:help_kasi", "failure", ratio=fmpq(3, 2), delta=fmpq(1, 100))
    assert isinstance(found, arb) and Enclosure.from_ball(found).contains(fmpq(2, 100) / (1 - fmpq(2, 3)))
    assert float(found.rad()) < 1e-40
    eps = mpmath.log(mpmath.mpf(11) / 10)
    ratios, deltas = (fmpq(11, 10),) * 3, (fmpq(1, 1000),) * 3
    value = bound("lm:h_to_g", "epsilon_k", ratio=ratios, delta=deltas, delta_prime=fmpq(1, 100))
    delta = mpmath.mpf(1) / 1000
    hat = 2 * delta / (1 - mpmath.exp(-eps))
    psi = delta * (2 * mpmath.exp(eps) + 1) + 2 * delta**2 * (2 * mpmath.exp(2 * eps) / (mpmath.exp(eps) - 1) + 1) ** 2
    drift = psi + 2 * eps * (mpmath.exp(2 * eps) / (1 - hat) - 1)
    expected = 2 * mpmath.sqrt(2 * mpmath.log(100) * 3 * eps**2) + 3 * drift
    assert abs(float(value.mid()) / float(expected) - 1) < 1e-12


def test_values_without_a_hash_and_lists() -> None:
    with ball_precision(192):
        ball = arb(fmpq(1, 3))
        from_ball = bound("lm:z_C_i", "failure", gamma=fmpq(1, 10), epsilon_before=ball)
    assert abs(float(from_ball.mid()) - 0.1 * float(mpmath.exp(mpmath.mpf(1) / 3))) < 1e-15
    listed = bound(
        "lm:tilde_z_not_in_chhat", "failure", gamma=[fmpq(1, 10)] * 2, ratio=[fmpq(2)] * 2, delta=[fmpq(1, 100)] * 2
    )
    assert Enclosure.from_ball(listed).contains(fmpq(2, 10) + fmpq(4, 100))


def test_rational_settings_beside_irrational_conclusions() -> None:
    assert setting("lm:tester", "threshold", alpha=fmpq(1, 10), beta=fmpq(1, 10)) == fmpq(3, 20)
    heavy = {"nu": fmpq(4, 5), "epsilon": fmpq(2, 5), "beta": fmpq(1, 2)}
    assert setting("lm:heavy_tester", "light_below", **heavy) == fmpq(7, 10) - fmpq(1, 5) - fmpq(1, 40)
    with pytest.raises(MalformedStatement):
        setting("lm:tester", "n_tester", alpha=fmpq(1, 10), beta=fmpq(1, 10))
