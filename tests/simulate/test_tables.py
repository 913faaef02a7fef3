"""Tables, counts and votes: every quantity against a second, slower computation."""

from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import pytest
from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.paper.main.exponential_votes import ExponentialVotes
from replcalc.simulate.distributions import bernoulli, distribution
from replcalc.simulate.tables import Table, blocks_of, compositions, multinomial, profiles, random_table, reading_table


def test_reader_by_hand() -> None:
    toy = reading_table(fmpq(1, 10))
    coin = bernoulli(fmpq(1, 4))
    assert toy.disagreement(coin) == fmpq(1, 10) * 2 * fmpq(1, 4) * fmpq(3, 4)
    assert toy.failure(coin) == fmpq(1, 40)
    assert toy.distribution(1, coin) == (fmpq(3, 4), fmpq(1, 4))


def test_disagreement_is_one_minus_collision() -> None:
    """Pr[A(S;r) != A(S';r)] = E[1 - sum_y p_r(y)^2], the identity the proofs rest on."""
    rng = Random(1)
    for _ in range(20):
        toy = random_table(rng, 2, n=2, strings=3, outputs=3)
        blocks = blocks_of(distribution(rng.randint(1, 5), rng.randint(1, 5)), 2)
        collision = sum(
            (w * sum((p * p for p in toy.distribution(r, blocks)), fmpq(0)) for r, w in enumerate(toy.coins)), fmpq(0)
        )
        assert toy.disagreement(blocks) == 1 - collision


def test_counts() -> None:
    assert len(list(compositions(5, 3))) == comb(7, 2)
    found = dict(multinomial(distribution(1, 2, 3), 4))
    assert sum(found.values(), fmpq(0)) == 1
    assert found[(1, 1, 2)] == fmpq(12) * fmpq(1, 6) * fmpq(1, 3) * fmpq(1, 4)
    assert multinomial((fmpq(1), fmpq(0)), 3) == [((3, 0), fmpq(1))]


def test_profiles_cut_the_sample_into_blocks() -> None:
    """Five draws read by blocks of 1 and of 2 (the last draw is left over): count by hand."""
    coin = bernoulli(fmpq(1, 3))
    found = dict(profiles(coin, 5, (1, 2)))
    assert sum(found.values(), fmpq(0)) == 1
    expected: dict[tuple[tuple[int, ...], ...], Fraction] = {}
    for draw in product((0, 1), repeat=5):
        pairs = [draw[0:2], draw[2:4]]
        key = ((draw.count(0), draw.count(1)), tuple(pairs.count(b) for b in product((0, 1), repeat=2)))
        weight = Fraction(1, 3) ** sum(draw) * Fraction(2, 3) ** (5 - sum(draw))
        expected[key] = expected.get(key, Fraction(0)) + weight
    assert {key: Fraction(int(p.p), int(p.q)) for key, p in found.items()} == expected


TOY = Table("", distribution(1, 1), ((0, 0, 1), (0, 1, 2)), 3)


@pytest.mark.parametrize("strings", [(1, 0), (1, 2), (0, 3)])
def test_exponential_votes_are_distributions(strings: tuple[int, ...]) -> None:
    with ball_precision(128):
        votes = ExponentialVotes(TOY, distribution(2, 1, 1), 6, arb(2).log())
        for masses in (votes.distribution(strings, (3, 2, 1)), votes.distribution_without_sample(strings)):
            assert sum(masses, arb(0)).contains(1)
        # e^eta = 2: string 0 says 0 with 4 votes (weight 16), string 1 says 1 with 3 (two copies of weight 8)
        half = votes.distribution((1, 2), (1, 3, 2))
        assert half[0].overlaps(arb(1) / 2) and half[1].overlaps(arb(1) / 2)
