"""Threshold votes: their law, their agreement, their refusals."""

from __future__ import annotations

import math
import random

import pytest

from replcalc.numbers.errors import InputError
from replcalc.run.shared import Shared
from replcalc.run.threshold import ThresholdVotes, weights


def first(block, coins):
    """A base algorithm with two answers: the first draw of its block."""
    return block[0]


def test_weights_are_square_roots_to_64_bits():
    for m, weight in enumerate(weights(9)):
        assert abs(weight / 2**64 - math.sqrt(m * (8 - m))) < 1e-12


def test_a_sure_answer_stays_sure():
    votes = ThresholdVotes(8, 1, Shared("s"))
    assert votes.answer("q", [1] * 9, first) == 1
    assert ThresholdVotes(7, 1, Shared("s"), two_answers=True).answer("q", [0] * 7, first) == 0


@pytest.mark.parametrize("two_answers", [True, False])
def test_disagreement_is_far_below_that_of_the_base(two_answers):
    """Draws of bias 0.02: the base disagrees with probability 0.0392, votes of 64 blocks far less; coins not shared, more."""
    rng = random.Random(4)
    differ = 0
    for seed in range(400):
        votes = ThresholdVotes(64, 1, Shared(f"t {seed}"), two_answers=two_answers)
        answers = {votes.answer("q", [int(rng.random() < 0.02) for _ in range(65)], first) for _ in range(2)}
        differ += len(answers) == 2
    bound = 0.0392 * 1.4702 / 8 * (1 if two_answers else 2) + (0 if two_answers else 2 * 0.0392**2)
    assert differ / 400 < bound + 5 * math.sqrt(bound / 400)


def test_refusals():
    with pytest.raises(InputError, match="even"):
        ThresholdVotes(5, 1, Shared("s"))
    with pytest.raises(InputError, match="2 are missing"):
        ThresholdVotes(4, 1, Shared("s")).answer("q", [1, 1, 1], first)
    with pytest.raises(InputError, match="two answers"):
        ThresholdVotes(3, 1, Shared("s"), two_answers=True).answer("q", [1, 2, 3], first)
