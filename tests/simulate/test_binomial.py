"""Binomial distributions: exact terms, balls around them, tails from both ends."""

from fractions import Fraction
from math import comb

import pytest
from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.simulate.binomial import CountDistribution, ball_pmf, binomials, exact_pmf, exact_tails, running_sums


def plain(n: int, p: Fraction) -> list[Fraction]:
    return [comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(n + 1)]


def q(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)


CASES = [(1, Fraction(1, 2)), (7, Fraction(2, 5)), (12, Fraction(0)), (5, Fraction(1)), (30, Fraction(99, 100))]


@pytest.mark.parametrize(("n", "p"), CASES)
def test_exact_terms_and_tails(n: int, p: Fraction) -> None:
    expected = plain(n, p)
    assert exact_pmf(n, q(p)) == tuple(map(q, expected))
    assert exact_tails(n, q(p)) == tuple(q(sum(expected[s + 1 :], Fraction(0))) for s in range(n + 1))


@pytest.mark.parametrize(("n", "p"), CASES)
def test_balls_contain_the_exact_terms(n: int, p: Fraction) -> None:
    with ball_precision(128):
        for ball, exact in zip(ball_pmf(n, q(p)), plain(n, p), strict=True):
            assert ball.contains(q(exact))
            assert not ball.contains(q(exact) + fmpq(1, 10**20))
            assert ball.rad() < arb("1e-30")


def test_counts_clamp_and_split() -> None:
    counts = CountDistribution.exact(6, fmpq(1, 3))
    for j in range(-3, 11):
        assert counts.less(j) + counts.at_least(j) == 1
    assert counts.outside(2, 4) == 1 - counts.pmf[2] - counts.pmf[3]


def test_small_tails_keep_their_digits() -> None:
    """Negative control for the direction of summation: 1 - prefix would lose everything at 64 bits."""
    with ball_precision(64):
        counts = CountDistribution.ball(200, fmpq(1, 10))
        tail = counts.at_least(150)
        exact = sum(plain(200, Fraction(1, 10))[150:], Fraction(0))
        assert abs(float(tail) / float(exact) - 1) < 1e-12
        assert tail > 0
        assert not 1 - counts.less(150) > 0


def test_rows_and_sums() -> None:
    assert [int(x) for x in binomials(6)] == [comb(6, j) for j in range(7)]
    assert running_sums((fmpq(1), fmpq(2), fmpq(3))) == (0, 1, 3, 6)
