"""Certified constants of two answers against their definition: by hand, on grids of q, and every recorded one again."""

import math

import pytest
from flint import arb

from replcalc.numbers.fields import ball_precision
from replcalc.sharper.votes.certificates import (
    BITS,
    PARTS,
    UNIT,
    bound_growth,
    bound_spread,
    compute_spread,
    make_cell_edges,
)
from replcalc.sharper.votes.weights import LEAST, MOST, TWO_ANSWERS
from replcalc.statements.catalogue import statement


def gap(weights, q: float) -> float:
    """E|Gamma(K) - Gamma(K')|/(2q(1-q)) by the double sum of the definition."""
    votes = len(weights)
    gamma = [sum(weights[:j]) / sum(weights) for j in range(votes + 1)]
    pmf = [math.comb(votes, j) * q**j * (1 - q) ** (votes - j) for j in range(votes + 1)]
    total = sum(a * b * abs(gamma[j] - gamma[i]) for j, a in enumerate(pmf) for i, b in enumerate(pmf))
    return total / (2 * q * (1 - q))


def passes(weights, q: float) -> float:
    """E Gamma(K)/q."""
    votes = len(weights)
    pmf = (math.comb(votes, j) * q**j * (1 - q) ** (votes - j) for j in range(votes + 1))
    return sum(p * sum(weights[:j]) / sum(weights) for j, p in enumerate(pmf)) / q


def test_three_votes_by_hand() -> None:
    """The majority of three: P = 3q^2 - 2q^3, P(1-P)/(q(1-q)) = y(3+4y) at y = q(1-q), 1 at most; P/q is 9/8 at q = 3/4.

    Equal weights: E|K - K'| = 6q(1-q) next to q = 0.
    """
    assert 1 <= float(bound_spread([0, 1, 0])) < 1.0005
    assert 9 / 8 <= bound_growth([0, 1, 0]) / UNIT < 1.127
    assert 1 <= float(bound_spread([1, 1, 1])) < 1.0005


@pytest.mark.parametrize("weights", [(3, 1, 4, 1, 5), (0, 2, 7, 1, 8, 2, 8), (0, 0, 0, 9)])
def test_every_cell_bounds_the_spread_of_any_distribution(weights) -> None:
    """Also of distributions that are not symmetric; and the bound is near."""
    curve = compute_spread(weights)
    with ball_precision(BITS):
        ends = [float(end) for end in make_cell_edges()]
        low, high = ([float(x) for x in each.bound_above(make_cell_edges())] for each in (curve, curve.mirrored))
    for j in range(0, 256, 5):
        for q in (ends[j] + 1e-7, (ends[j] + ends[j + 1]) / 2, ends[j + 1] - 1e-9):
            assert gap(weights, q) <= low[j] * (1 + 1e-9) and gap(weights, 1 - q) <= high[j] * (1 + 1e-9)
            assert low[j] < 1.03 * gap(weights, q) + 0.01


@pytest.mark.parametrize("votes", [3, 4, 10, 20, 41, 60])
def test_no_bias_needs_more_and_the_bound_is_near(votes: int) -> None:
    weights = TWO_ANSWERS.weights(votes)
    kappa, phi = map(float, TWO_ANSWERS.constants(votes))
    largest = max(gap(weights, step / 400) for step in range(1, 400))
    assert largest <= kappa < 1.006 * largest
    fails = max(passes(weights, step / 400) for step in range(1, 401))
    assert fails <= phi < 1.01 * fails


@pytest.mark.sampled(100)
@pytest.mark.parametrize("votes", range(LEAST, MOST + 1))
def test_every_recorded_constant_is_found_again(votes: int) -> None:
    assert TWO_ANSWERS.certify(TWO_ANSWERS.weights(votes)) == tuple(PARTS * c for c in TWO_ANSWERS.constants(votes))


def test_a_distribution_that_is_not_symmetric_is_refused() -> None:
    with pytest.raises(ValueError, match="equal"):
        bound_spread([0, 1, 2])


def test_the_closed_form_is_above_the_truth_and_loses_little() -> None:
    for votes in (3, 10, 60):
        roots = [math.sqrt(m * (votes - 1 - m)) for m in range(votes)]
        closed = float(statement("derived:vote-kappa-closed").bound("kappa", T=votes))
        assert closed >= max(gap(roots, step / 100) for step in range(1, 100))
    beyond = statement("derived:vote-kappa").bound("kappa", T=1001)
    assert isinstance(beyond, arb) and not beyond.is_finite(), "beyond the table there is no number"
