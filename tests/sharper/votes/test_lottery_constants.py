"""The constants of lotteries: against exact disagreements, against conditions by independent floats, all of them again."""

import math

import pytest
from flint import arb, fmpq
from scipy.stats import binom

from replcalc.numbers.fields import ball_precision
from replcalc.sharper.votes.certificates import BITS, PARTS, UNIT, compute_spread, enclose_conditions
from replcalc.sharper.votes.weights import LEAST, LOTTERY, MOST
from replcalc.statements.catalogue import statement


def below(votes: int, q: float) -> list[float]:
    """Pr[Bin(T, q) <= m], m = 0..T."""
    return binom.cdf(range(votes + 1), votes, q).tolist()


def evaluate_two_answers(weights, q: float) -> tuple[float, float, float]:
    """Two answers of probabilities q and 1-q, per unit of x = 2q(1-q): step 2 of the proof by distribution functions
    (half of what passes in one run only, half of one run alone without a passer), and fallbacks; and how much more
    often the first answer passes than it is given.
    """
    votes, whole = len(weights), sum(weights)
    one, other = below(votes, q), below(votes, 1 - q)
    apart = silent = passed = 0.0
    for m, weight in enumerate(weights):
        a, b = one[m], other[m]
        none = max(0.0, one[m] - one[votes - m - 1])  # T - m <= K <= m
        apart += weight / whole * (a * (1 - a) + b * (1 - b) + none * (1 - none))
        silent += weight / whole * none
        passed += weight / whole * (1 - a)
    x = 2 * q * (1 - q)
    return apart / x, silent / x, passed / q


@pytest.mark.parametrize("votes", [3, 5, 10, 30, 60, 200, 445])
def test_no_distribution_on_two_answers_needs_more_and_the_bound_is_near(votes):
    weights = LOTTERY.weights(votes)
    found = [evaluate_two_answers(weights, step / 200) for step in range(1, 200)]
    c, u, phi = map(float, LOTTERY.constants(votes))
    for place, constant in enumerate((c, u, phi)):
        assert max(row[place] for row in found) <= constant
    near = {3: 1.6, 5: 1.4, 10: 1.2}.get(votes, 1.06)
    assert c < near * max(row[0] for row in found)


@pytest.mark.sampled(150)
@pytest.mark.parametrize("votes", range(LEAST, MOST + 1))
def test_every_recorded_constant_is_found_again(votes):
    assert LOTTERY.certify(LOTTERY.weights(votes)) == tuple(PARTS * c for c in LOTTERY.constants(votes))


@pytest.mark.parametrize("votes", [4, 25, 70])
def test_a_smaller_constant_is_not_certified(votes):
    """And a larger one is: the conditions are monotone."""
    weights = LOTTERY.weights(votes)
    recorded = int(PARTS * LOTTERY.constants(votes)[0])
    with ball_precision(BITS):
        found = enclose_conditions(weights, compute_spread(weights), recorded * UNIT // PARTS, 256)
        for share, met in ((fmpq(99, 100), False), (fmpq(101, 100), True), (fmpq(2), True)):
            assert found.hold(arb(fmpq(recorded, PARTS) * share)) is met


def test_conditions_by_independent_floats():
    """(I) and (II) at points of a grid, from distribution functions, hold for the recorded c and fail 1% below it."""

    def hold(weights, c):
        votes, whole = len(weights), sum(weights)
        step = math.sqrt(votes / 12) * max(weights) / whole

        def f(p):
            b = below(votes, p)
            return sum(w * b[m] * (1 - b[m]) for m, w in enumerate(weights)) / whole / (p * (1 - p))

        alpha = c
        for place in range(1, 401):
            p = place / 800
            bracket = (c - f(p)) * (1 - p)
            alpha = min(alpha, bracket)
            q = 1 - p
            b, other = below(votes, q), below(votes, p)
            tie = 0.0
            for m in range((votes + 1) // 2, votes):
                h, s = max(0.0, 2 * b[m] - 1), 1 - other[m]
                t = min(s, h / 2)
                tie += 2 * weights[m] / whole * t * (h - t)
            first = step <= p * ((c - f(q)) * q + alpha)
            second = (2 * f(q) - c) * q + tie / (2 * p) <= alpha
            if step > bracket or not (first or second):
                return False
        return True

    for votes in (10, 25, 60):
        c = float(LOTTERY.constants(votes)[0])
        assert hold(LOTTERY.weights(votes), c) and not hold(LOTTERY.weights(votes), 0.99 * c)


def test_an_answer_with_one_vote_must_not_pass():
    with pytest.raises(ValueError, match="threshold 0"):
        enclose_conditions([1, 1, 1], compute_spread([1, 1, 1]), UNIT, 8)
    assert all(LOTTERY.weights(votes)[0] == 0 for votes in (3, 50, 51, 999))


def test_the_closed_form_is_above_the_truth_and_loses_little():
    closed = statement("derived:lottery-constants-closed")
    for votes in (10, 100, 1500):
        roots = [math.sqrt(m * (votes - 1 - m)) for m in range(votes)]
        truth = max(evaluate_two_answers(roots, step / 100)[0] for step in range(2, 99))
        assert truth <= float(closed.bound("c", T=votes)) < truth * (1.06 if votes > 1000 else 2.5)
