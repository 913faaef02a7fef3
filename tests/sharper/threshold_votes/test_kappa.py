"""kappa_T against its definition: exact small cases, the supremum over q on a grid, and both evaluations."""

from __future__ import annotations

import math

import mpmath
import pytest
from flint import arb

from replcalc.numbers.fields import ball_precision
from replcalc.sharper.threshold_votes.kappa import kappa_ball, kappa_float
from replcalc.statements.catalogue import statement


def spread(votes: int, q: float) -> float:
    """E|Gamma(K) - Gamma(K')|/(2q(1-q)) by the double sum of the definition."""
    roots = [math.sqrt(m * (votes - 1 - m)) for m in range(votes)]
    gamma = [sum(roots[:j]) / sum(roots) for j in range(votes + 1)]
    pmf = [math.comb(votes, j) * q**j * (1 - q) ** (votes - j) for j in range(votes + 1)]
    total = sum(a * b * abs(gamma[j] - gamma[i]) for j, a in enumerate(pmf) for i, b in enumerate(pmf))
    return total / (2 * q * (1 - q))


def test_three_and_four_votes_by_hand() -> None:
    """T = 3: the threshold is 1, c_3 = (15/9)(2 * 9/20 + 2 * 1/20) = 5/3; T = 4: largest at s = 3, 16/15."""
    with ball_precision(128):
        assert abs(kappa_ball(3) - arb(5) / 3) < arb("1e-30")
        assert abs(kappa_ball(4) - arb(16) / 15) < arb("1e-30")


@pytest.mark.parametrize("votes", [3, 4, 7, 20, 41])
def test_no_bias_needs_more_and_the_bound_is_near(votes: int) -> None:
    with ball_precision(128):
        bound = float(kappa_ball(votes))
    largest = max(spread(votes, step / 200) for step in range(1, 200))
    assert largest <= bound * (1 + 1e-12)
    assert votes < 20 or bound < 1.06 * largest


@pytest.mark.parametrize("votes", [3, 5, 12, 100, 301])
def test_both_evaluations_agree(votes: int) -> None:
    context = mpmath.mp.clone()
    context.dps = 40
    with ball_precision(160):
        ball = kappa_ball(votes)
        assert ball.rel_accuracy_bits() > 100
        assert abs(ball - arb(str(kappa_float(votes, context)))) < arb("1e-30")


def test_the_closed_form_is_above_the_truth_and_loses_little() -> None:
    for votes in (3, 10, 60):
        closed = float(statement("derived:vote-kappa-closed").bound("kappa", T=votes))
        assert closed >= max(spread(votes, step / 100) for step in range(1, 100))
    assert float(statement("derived:vote-kappa-closed").bound("kappa", T=300)) < 1.03 * float(kappa_ball(300))
