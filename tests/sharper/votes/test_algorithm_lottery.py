"""Lotteries on data: exact against what the theorem says, chains, clocks, refusals."""

import math
import random
from collections import Counter

import pytest

from replcalc.numbers.errors import InputError
from replcalc.run.seeds import Shared
from replcalc.sharper.votes.algorithm import Lotteries
from replcalc.sharper.votes.weights import LOTTERY


def first(block, coins):
    """A base algorithm whose answer is the first draw of its block."""
    return block[0]


@pytest.mark.parametrize("votes", [(4,), (8, 3), (5, 4, 3)])
def test_a_sure_answer_stays_sure_whatever_it_is(votes):
    for answer in (0, "b", (1, 2), 3.5):
        chain = Lotteries(votes, 1, Shared("s"))
        assert chain.samples == sum(votes) + 1
        assert chain.answer("q", [answer] * 20, first) == answer


def test_among_the_passers_clocks_decide_evenly_and_alike():
    """Half of 30 votes for each of two answers: both pass or none; each wins half of the time, in both runs alike."""
    won = Counter()
    for seed in range(600):
        chain = Lotteries((30,), 1, Shared(f"c {seed}"))
        one, other = ([*answers * 15, "none"] for answers in (("a", "b"), ("b", "a")))
        assert chain.answer("q", one, first) == chain.answer("q", other, first)
        won[chain.answer("q", one, first)] += 1
    assert abs(won["a"] - won["b"]) < 5 * math.sqrt(600)
    silent = sum(LOTTERY.weights(30)[15:]) / sum(LOTTERY.weights(30))
    assert abs(won["none"] / 600 - silent) < 5 * math.sqrt(silent / 600), "thresholds of half the votes and more"


def test_a_chain_asks_further_blocks_and_strings():
    """No block of a link answers twice the same: nobody passes, and the last block answers with the last string."""
    seen = []

    def counted(block, coins):
        seen.append(coins.key)
        return block[0]

    assert Lotteries((4, 3), 1, Shared("s")).answer("q", list(range(8)), counted) == 7
    assert [seen.count(key) for key in dict.fromkeys(seen)] == [4, 3, 1]


def test_disagreement_is_within_the_promise():
    """Answers 0 (0.9), 1 and 2: the base disagrees with probability 0.185; the bound is c + u rho0 of that."""
    rng = random.Random(5)
    draw = lambda: [rng.choices((0, 1, 2), (18, 1, 1))[0] for _ in range(41)]  # noqa: E731
    differ = sum(
        len({Lotteries((40,), 1, Shared(f"t {seed}")).answer("q", draw(), first) for _ in range(2)}) > 1
        for seed in range(500)
    )
    rho0 = 1 - 0.81 - 2 * 0.0025
    c, u, _ = map(float, LOTTERY.constants(40))
    bound = rho0 * (c + u * rho0)
    assert differ / 500 < bound + 5 * math.sqrt(bound / 500)
    unshared = sum(
        len({Lotteries((40,), 1, Shared(f"{run} {seed}")).answer("q", [0, 1] * 21, first) for run in "ab"}) > 1
        for seed in range(300)
    )
    assert unshared > 80, "negative control: coins that are not shared"


@pytest.mark.parametrize("votes", [(), (2,), (1001,), (10, 2), (1001, 10)])
def test_refusals(votes):
    with pytest.raises(InputError, match="votes"):
        Lotteries(votes, 1, Shared("s"))
    assert Lotteries((1001, 10), 1, Shared("s"), closed=1).samples == 1012
    with pytest.raises(InputError, match="missing"):
        Lotteries((4,), 1, Shared("s")).answer("q", [1] * 4, first)
