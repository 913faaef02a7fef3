"""Threshold votes: their distribution, their agreement, their refusals."""

import math
import random

import pytest

from replcalc.numbers.errors import InputError
from replcalc.run.seeds import Shared
from replcalc.sharper.votes.algorithm import CERTIFIED, CLOSED, UNIFORM, ThresholdVotes, draw_threshold
from replcalc.sharper.votes.weights import TWO_ANSWERS


def first(block, coins):
    """A base algorithm with two answers: the first draw of its block."""
    return block[0]


@pytest.mark.parametrize(("distribution", "votes"), [(CLOSED, 9), (CERTIFIED, 9), (CERTIFIED, 60), (UNIFORM, 7)])
def test_the_threshold_has_its_distribution(distribution, votes):
    stream = Shared("law").stream()
    drawn = [draw_threshold(distribution, votes, stream) for _ in range(4000)]
    roots = [math.sqrt(m * (votes - 1 - m)) for m in range(votes)]
    weights = {UNIFORM: [1.0] * votes, CLOSED: roots}.get(distribution) or TWO_ANSWERS.weights(votes)
    for m, weight in enumerate(weights):
        p = weight / sum(weights)
        assert abs(drawn.count(m) / 4000 - p) <= 5 * math.sqrt(p / 4000)


@pytest.mark.parametrize("distribution", [CERTIFIED, CLOSED, UNIFORM])
def test_a_sure_answer_stays_sure(distribution):
    for answer in (0, 1):
        votes = ThresholdVotes(8, 1, Shared("s"), distribution)
        assert votes.answer("q", [answer] * 9, first) == answer


@pytest.mark.parametrize("distribution", [CERTIFIED, CLOSED])
def test_disagreement_is_far_below_that_of_the_base(distribution):
    """Draws of bias 0.02: the base disagrees with probability 0.0392, votes of 64 blocks far less; coins not shared, more."""
    rng = random.Random(4)
    differ = 0
    for seed in range(400):
        votes = ThresholdVotes(64, 1, Shared(f"t {seed}"), distribution)
        answers = {votes.answer("q", [int(rng.random() < 0.02) for _ in range(64)], first) for _ in range(2)}
        differ += len(answers) == 2
    bound = 0.0392 * 1.4702 / 8
    assert differ / 400 < bound + 5 * math.sqrt(bound / 400)


def test_refusals():
    with pytest.raises(InputError, match="at most 1000"):
        ThresholdVotes(1001, 1, Shared("s"))
    with pytest.raises(InputError, match="missing"):
        ThresholdVotes(4, 1, Shared("s")).answer("q", [1, 1, 1], first)
    with pytest.raises(InputError, match="two answers"):
        ThresholdVotes(3, 1, Shared("s")).answer("q", [1, 2, 3], first)
