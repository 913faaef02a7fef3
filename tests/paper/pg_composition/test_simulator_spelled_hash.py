"""Spelled hashes: evenness, what the last round reveals, the chance of naming the sample, the large case."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, exp

import pytest
from flint import arb, fmpq

from replcalc.paper.pg_composition.simulator_spelled_hash import (
    INFORMAL,
    PRECISE,
    HashCase,
    LargeHashCase,
    even_hash,
)

LOUD = fmpq(3, 5)


def case(n: int, bits: int, repeats: int = 3, truth: fmpq = LOUD) -> HashCase:
    return HashCase(n, bits, repeats, truth, even_hash(n, bits))


@pytest.mark.parametrize(("n", "bits"), [(4, 1), (5, 2), (6, 2), (7, 3)])
def test_the_hash_is_even_on_balanced_classes_and_undefined_elsewhere(n: int, bits: int) -> None:
    hashes = even_hash(n, bits)
    assert len(hashes) == sum(comb(n, w) for w in range(n + 1) if n <= 4 * w <= 3 * n)
    for w in {sum(sample) for sample in hashes}:
        counts = Counter(value for sample, value in hashes.items() if sum(sample) == w)
        assert max(counts.values()) <= -(-comb(n, w) // 2**bits)


def test_the_last_round_is_as_private_as_said_and_an_uneven_one_is_not() -> None:
    assert case(6, 2).breach() == ""
    uneven = HashCase(6, 2, 3, fmpq(3, 5), dict.fromkeys(even_hash(6, 2), 0))
    assert uneven.exposure() == 1
    everything = dict(even_hash(6, 2))
    everything[(1,) * 6] = 0  # an unbalanced sample, alone in its class
    assert "hash 0 on a coin" in HashCase(6, 2, 3, fmpq(3, 5), everything).breach()
    with pytest.raises(ValueError, match="not perfectly generalizing"):
        next(HashCase(6, 2, 3, fmpq(3, 5), everything).measurements())


def test_the_chance_of_naming_the_sample() -> None:
    """Every balanced sample of four bits, one bit of hash shown three times: read right with 81/125."""
    assert case(4, 1).naming() == fmpq(14, 16) * fmpq(81, 125)
    right = Fraction(3, 5) ** 3 + 3 * Fraction(3, 5) ** 2 * Fraction(2, 5)
    assert right == Fraction(81, 125)
    two = case(6, 2).naming()
    balanced = sum(comb(6, w) for w in range(2, 5))
    assert two == fmpq(balanced, 64) * fmpq(81, 125) ** 2


def test_spelling_rounds_are_close_to_the_fair_coin() -> None:
    for truth in (fmpq(11, 21), fmpq(3, 5)):
        odds = case(4, 1, truth=truth).odds
        for shown, oracle in product((truth, 1 - truth), (fmpq(1, 2),)):
            assert oracle / odds <= shown <= oracle * odds
    assert case(4, 1, truth=fmpq(11, 21)).odds <= fmpq(11, 10)


@pytest.mark.exhaustive
def test_the_large_world_breaks_the_informal_bound_and_keeps_the_precise_one() -> None:
    informal, precise = LargeHashCase(6000, 10**6).measurements()
    assert (informal.statement, precise.statement) == (INFORMAL, PRECISE)
    assert informal.expected_false and informal.violated(fmpq(1))
    assert not precise.expected_false and not precise.violated(fmpq(1))
    # Chebyshev and Hoeffding are weaker than the exact tails
    assert arb(informal.true) > 1 - 4 / 6000 - 40 * exp(-2 * 10001 / 42**2)
    assert informal.bound < 0.5
