"""Two runs by enumeration: exact integrals over the shared number, the expected gap, and the failure probability."""

from fractions import Fraction
from itertools import product
from math import comb, floor

import pytest
from flint import fmpq

from replcalc.sharper.means.two_runs import (
    mean_distance,
    mean_of_draws,
    offset_pieces,
    round_to_grid,
    uniform_pieces,
    variance_of,
)
from replcalc.simulate.distributions import distribution

HALF = fmpq(1, 2)


def q(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)


def pairs(n: int, p: Fraction) -> list[tuple[Fraction, Fraction]]:
    """(gap, probability) of two independent means of n flips, pair by pair."""
    pmf = [comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(n + 1)]
    return [(Fraction(abs(i - j), n), pmf[i] * pmf[j]) for i, j in product(range(n + 1), repeat=2)]


@pytest.mark.parametrize("n", [1, 4, 11])
@pytest.mark.parametrize("p", [Fraction(1, 2), Fraction(1, 5), Fraction(0)])
@pytest.mark.parametrize("a", [Fraction(1, 3), Fraction(3, 10), Fraction(2)])
def test_disagreement_is_the_expected_clipped_gap(n: int, p: Fraction, a: Fraction) -> None:
    """Two points at distance g are separated by the grid with probability min(1, g/a): another way to the same number."""
    mean = mean_of_draws((q(1 - p), q(p)), n)
    differ, _ = round_to_grid(mean, q(p), q(a), fmpq(1, 4))
    assert differ == q(sum((w * min(Fraction(1), g / a) for g, w in pairs(n, p)), Fraction(0)))
    assert mean_distance(mean) == q(sum((w * g for g, w in pairs(n, p)), Fraction(0)))


@pytest.mark.parametrize("n", [1, 2, 8])
def test_fair_coins_attain_the_gap_and_no_other_distribution_does(n: int) -> None:
    gap = fmpq(comb(2 * n, n), 4**n)
    assert mean_distance(mean_of_draws(distribution(1, 1), n)) == gap
    for values in (distribution(1, 2), distribution(1, 1, 1), distribution(3, 0, 1, 1)):
        assert mean_distance(mean_of_draws(values, n)) < gap


def test_failure_by_a_riemann_sum() -> None:
    """The integral over the offset against many offsets, in plain floats."""
    n, p, a, alpha = 6, Fraction(2, 5), Fraction(3, 10), Fraction(1, 4)
    pmf = [comb(n, j) * float(p) ** j * (1 - float(p)) ** (n - j) for j in range(n + 1)]
    steps, total = 20000, 0.0
    for k in range(steps):
        o = (k + 0.5) / steps * float(a)
        for j, w in enumerate(pmf):
            centre = o + float(a) * (floor((j / n - o) / float(a)) + 0.5)
            total += w * (abs(centre - float(p)) > float(alpha)) / steps
    _, exact = round_to_grid(mean_of_draws((q(1 - p), q(p)), n), q(p), q(a), q(alpha))
    assert int(exact.p) / int(exact.q) == pytest.approx(total, abs=2e-4)


def test_pieces_have_total_one_and_end_at_the_points() -> None:
    offsets = offset_pieces(HALF, [fmpq(7, 3), fmpq(-1, 8), fmpq(1, 5)])
    assert sum((w for w, _ in offsets), fmpq(0)) == 1 and len(offsets) == 4
    assert uniform_pieces(fmpq(1), fmpq(2), [fmpq(2), fmpq(5)]) == [(HALF, fmpq(3, 2)), (HALF, fmpq(5, 2))]


def test_means_and_variances_of_draws() -> None:
    assert [p for _, p in mean_of_draws(distribution(1, 1), 3)] == list(distribution(1, 3, 3, 1))
    assert mean_of_draws(distribution(1, 0, 1), 2) == [(fmpq(0), fmpq(1, 4)), (HALF, HALF), (fmpq(1), fmpq(1, 4))]
    assert variance_of(distribution(1, 1)) == fmpq(1, 4) and variance_of(distribution(1, 0)) == 0
