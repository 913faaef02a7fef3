"""Random-offset rounding: exact integrals over the offset, the expected gap, and the failure probability."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import comb, floor

import mpmath
import pytest
from flint import fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.sharper.means.simulator_rounding import (
    GridQuery,
    RoundedQuery,
    RoundingSimulator,
    Setting,
    cells,
    classical_bound,
    distribution_of_sum,
    modulo,
    offset_pieces,
)
from replcalc.simulate.distributions import distribution

SIMULATOR = RoundingSimulator()

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
    query = GridQuery((q(1 - p), q(p)), n)
    assert query.disagreement(q(a)) == q(sum((w * min(Fraction(1), g / a) for g, w in pairs(n, p)), Fraction(0)))
    assert query.gap() == q(sum((w * g for g, w in pairs(n, p)), Fraction(0)))


@pytest.mark.parametrize("n", [1, 2, 5, 20])
def test_fair_coins_attain_the_gap(n: int) -> None:
    assert GridQuery(distribution(1, 1), n).gap() == fmpq(comb(2 * n, n), 4**n)


@pytest.mark.parametrize("values", [distribution(1, 2), distribution(1, 1, 1), distribution(3, 0, 1, 1)])
def test_no_other_law_has_a_larger_gap(values: tuple[fmpq, ...]) -> None:
    for n in (1, 3, 8):
        assert GridQuery(values, n).gap() < fmpq(comb(2 * n, n), 4**n)


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
    exact = GridQuery((q(1 - p), q(p)), n).failure(q(a), q(alpha))
    assert int(exact.p) / int(exact.q) == pytest.approx(total, abs=2e-4)


def test_cells_cover_everything_once() -> None:
    query = GridQuery(distribution(1, 1), 9)
    for _, offset in offset_pieces([fmpq(i, 9) for i in range(10)], fmpq(2, 7)):
        found = list(cells(query.sums, offset, fmpq(2, 7)))
        assert sum((p for p, _ in found), fmpq(0)) == 1
        assert all(abs(b - a) == fmpq(2, 7) for (_, a), (_, b) in pairwise(found))


def test_offset_pieces_have_total_one() -> None:
    pieces = list(offset_pieces([fmpq(7, 3), fmpq(-1, 8), fmpq(1, 5)], fmpq(1, 2)))
    assert sum((w for w, _ in pieces), fmpq(0)) == 1
    assert len(pieces) == 4
    assert modulo(fmpq(-1, 8), HALF) == fmpq(3, 8)


def test_convolution() -> None:
    assert distribution_of_sum(distribution(1, 1), 3).pmf == distribution(1, 3, 3, 1)
    assert distribution_of_sum(distribution(1, 0, 1), 2).pmf == distribution(1, 0, 2, 0, 1)
    assert distribution_of_sum(distribution(1, 0), 3).pmf == distribution(1, 0, 0, 0)


def test_samples_of_the_statement() -> None:
    setting = Setting(fmpq(1, 4), HALF, fmpq(1, 4), HALF)
    first = 1 / (4 * mpmath.pi * 0.25 * 0.0625 * 0.25)
    second = mpmath.log(8) / (2 * 0.25 * 0.0625)
    assert setting.samples == int(mpmath.ceil(max(first, second))) == 67
    assert setting.width == fmpq(1, 4)


def test_classical_bound_is_never_below_the_truth_and_is_worse() -> None:
    with ball_precision(128):
        for n in (100, 300):
            exact = GridQuery(distribution(1, 1), n).disagreement(HALF)
            assert exact < classical_bound(n, HALF)
            assert classical_bound(n, HALF) > 2 * GridQuery(distribution(1, 1), n).gap() / HALF


def test_comparisons_and_a_broken_promise() -> None:
    setting = Setting(HALF, HALF, fmpq(1, 4), HALF)
    with ball_precision(192):
        found = {c.conclusion: c for c in RoundedQuery(distribution(1, 1), setting).measurements()}
        assert not any(c.is_violated(fmpq(1)) for c in found.values())
        assert found["gap"].is_violated(fmpq(999, 1000))
        assert found["rho_achieved"].is_violated(fmpq(9, 10))
