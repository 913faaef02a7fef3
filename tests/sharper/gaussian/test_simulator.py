"""Gaussian noise and correlated sampling: lattice distributions, expected TV, failure, and the theorem's sample size."""

from __future__ import annotations

from itertools import product
from math import comb

import mpmath
import pytest
from flint import fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.sharper.gaussian.simulator import (
    DependentQueries,
    NoisyQueries,
    binary,
    exact_rho,
    joint,
    power,
)

HALF = fmpq(1, 2)


def pmf(n: int, p: float) -> list[float]:
    return [comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(n + 1)]


def test_power_is_a_convolution() -> None:
    assert power({(0,): HALF, (1,): HALF}, 3) == {
        (0,): fmpq(1, 8),
        (1,): fmpq(3, 8),
        (2,): fmpq(3, 8),
        (3,): fmpq(1, 8),
    }
    plane = power({(0, 0): HALF, (1, 2): HALF}, 2)
    assert plane == {(0, 0): fmpq(1, 4), (1, 2): HALF, (2, 4): fmpq(1, 4)}


def test_gaps_of_dependent_queries() -> None:
    """Two equal bits: the squared distance is twice that of one bit."""
    one, twins = binary(HALF, 3), joint((HALF, fmpq(0), fmpq(0), HALF), 3)
    assert twins.gaps == {2 * key: x for key, x in one.gaps.items()}
    assert sum(one.gaps.values(), fmpq(0)) == 1


@pytest.mark.parametrize("p", [0.5, 0.2])
def test_expected_tv_one_query(p: float) -> None:
    n, sigma = 9, 0.15
    expected = sum(
        x * y * float(mpmath.erf(abs(i - j) / n / (2 * mpmath.sqrt(2) * sigma)))
        for (i, x), (j, y) in product(enumerate(pmf(n, p)), repeat=2)
    )
    with ball_precision(128):
        tv = sum(x * t for x, t in binary(fmpq(round(10 * p), 10), n).variations(fmpq(3, 20)))
        assert float(tv) == pytest.approx(expected, rel=1e-12)


def test_tv_is_that_of_two_gaussians() -> None:
    """TV by numerical integration of half the absolute difference of two densities."""
    sigma, gap = mpmath.mpf("0.3"), mpmath.mpf("0.5")
    cross = gap / 2
    numeric = mpmath.quad(lambda x: mpmath.npdf(x, 0, sigma) - mpmath.npdf(x, gap, sigma), [-mpmath.inf, cross])
    with ball_precision(128):
        tvs = [t for x, t in binary(HALF, 2).variations(fmpq(3, 10))]
        assert any(abs(float(t) - float(numeric)) < 1e-12 for t in tvs)


def test_rho_is_the_rejection_error_on_average() -> None:
    with ball_precision(128):
        queries = binary(HALF, 1)
        t = float(mpmath.erf(1 / (2 * mpmath.sqrt(2) * 0.5)))
        assert float(exact_rho(queries, HALF)) == pytest.approx(0.5 * 2 * t / (1 + t), rel=1e-12)


def test_failure_of_two_queries_factorises_when_independent() -> None:
    n, sigma, alpha = 5, 0.2, 0.3
    keep = 0.0
    for j, x in enumerate(pmf(n, 0.5)):
        shift = j / n - 0.5
        keep += x * float(mpmath.ncdf((alpha - shift) / sigma) - mpmath.ncdf((-alpha - shift) / sigma))
    with ball_precision(128):
        failure = joint((fmpq(1, 4),) * 4, n).failure(fmpq(1, 5), fmpq(3, 10))
        assert float(failure) == pytest.approx(1 - keep**2, rel=1e-10)


def test_three_valued_query() -> None:
    queries = DependentQueries((((0,), fmpq(1, 4)), ((1,), HALF), ((2,), fmpq(1, 4))), 2, 2)
    assert queries.mean == (HALF,)
    assert queries.step == 4
    assert queries.gaps == {d * d: fmpq(comb(8, 4 + d), 256) * (2 if d else 1) for d in range(5)}


def test_bounds_by_hand() -> None:
    with ball_precision(192):
        found = {
            c.quantity: c for c in NoisyQueries(binary(HALF, 50), fmpq(1, 5), fmpq(1, 10), fmpq(1, 5)).measurements()
        }
        assert not any(c.violated(fmpq(1)) for c in found.values())
        linear = mpmath.sqrt(1 / (4 * mpmath.pi * 50)) / 0.2
        assert float(found["E TV, linear bound"].bound) == pytest.approx(float(linear), rel=1e-12)
        assert found["E TV"].bound < found["E TV, linear bound"].bound
        tail = 2 * mpmath.exp(-2 * 50 * 0.01) + mpmath.erfc(1 / mpmath.sqrt(2))
        assert float(found["failure"].bound) == pytest.approx(float(tail), rel=1e-12)
        assert found["E TV"].violated(fmpq(7, 10))
