"""Threshold votes: their law, their agreement, their refusals."""

from __future__ import annotations

import math
import random

import pytest

from replcalc.data.streams import Shared
from replcalc.numbers.errors import InputError
from replcalc.sharper.threshold_votes.algorithm import ThresholdVotes, VoteTheorem, threshold


def first(block, coins):
    """A base algorithm with two answers: the first draw of its block."""
    return block[0]


@pytest.mark.parametrize(("form", "votes"), [(VoteTheorem.TWO, 9), (VoteTheorem.ANY, 10), (VoteTheorem.UNIFORM, 7)])
def test_the_threshold_has_its_law(form, votes):
    stream = Shared("law").stream()
    drawn = [threshold(form, votes, stream) for _ in range(4000)]
    weights = [1.0 if form is VoteTheorem.UNIFORM else math.sqrt(m * (votes - 1 - m)) for m in range(votes)]
    if form is VoteTheorem.ANY:
        weights[: votes // 2] = [0.0] * (votes // 2)
    for m, weight in enumerate(weights):
        p = weight / sum(weights)
        assert abs(drawn.count(m) / 4000 - p) <= 5 * math.sqrt(p / 4000)


@pytest.mark.parametrize("form", VoteTheorem)
def test_a_sure_answer_stays_sure(form):
    for answer in (0, 1):
        votes = ThresholdVotes(form, 8, 1, Shared("s"))
        assert votes.answer("q", [answer] * 9, first) == answer


@pytest.mark.parametrize("form", [VoteTheorem.TWO, VoteTheorem.ANY])
def test_disagreement_is_far_below_that_of_the_base(form):
    """Draws of bias 0.02: the base disagrees with probability 0.0392, votes of 64 blocks far less; coins not shared, more."""
    rng = random.Random(4)
    differ = 0
    for seed in range(400):
        votes = ThresholdVotes(form, 64, 1, Shared(f"t {seed}"))
        answers = {votes.answer("q", [int(rng.random() < 0.02) for _ in range(65)], first) for _ in range(2)}
        differ += len(answers) == 2
    two = form is VoteTheorem.TWO
    bound = 0.0392 * 1.4702 / 8 * (1 if two else 2) + (0 if two else 2 * 0.0392**2)
    assert differ / 400 < bound + 5 * math.sqrt(bound / 400)


def test_refusals():
    with pytest.raises(InputError, match="even"):
        ThresholdVotes(VoteTheorem.ANY, 5, 1, Shared("s"))
    with pytest.raises(InputError, match="2 are missing"):
        ThresholdVotes(VoteTheorem.ANY, 4, 1, Shared("s")).answer("q", [1, 1, 1], first)
    with pytest.raises(InputError, match="two answers"):
        ThresholdVotes(VoteTheorem.TWO, 3, 1, Shared("s")).answer("q", [1, 2, 3], first)
