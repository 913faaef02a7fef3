"""Exact distributions: every distance against brute force in plain fractions."""

from fractions import Fraction
from itertools import product as cartesian
from random import Random

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from replcalc.numbers.enclosure import Enclosure
from replcalc.simulate.distributions import (
    RATIOS,
    close,
    distribution,
    extreme_pair,
    hockey_stick,
    mixture,
    point,
    post_process,
    product,
    random_close_pair,
    random_distribution,
    random_matrix,
    shift_unit,
    smallest_delta,
    smallest_ratio,
    total_variation,
    weighted_samples,
)


def is_distribution(p: tuple[fmpq, ...]) -> bool:
    return sum(p, fmpq(0)) == 1 and all(x >= 0 for x in p)


def plain(p) -> list[Fraction]:
    return [Fraction(int(x.p), int(x.q)) for x in p]


def best_event(p, q, ratio: Fraction) -> Fraction:
    """sup over all events of P(O) - ratio Q(O), event by event."""
    pairs = list(zip(plain(p), plain(q), strict=True))
    return max(
        sum((a - ratio * b for (a, b), inside in zip(pairs, event, strict=True) if inside), Fraction(0))
        for event in cartesian((False, True), repeat=len(pairs))
    )


weights = st.lists(st.integers(0, 9), min_size=3, max_size=3).filter(any)


@settings(max_examples=60, deadline=None)
@given(weights, weights, st.sampled_from(RATIOS))
def test_distances_by_events(a: list[int], b: list[int], ratio: fmpq) -> None:
    p, q = distribution(*a), distribution(*b)
    r = Fraction(int(ratio.p), int(ratio.q))
    forward, backward = best_event(p, q, r), best_event(q, p, r)
    assert plain([hockey_stick(p, q, ratio)]) == [forward]
    assert plain([smallest_delta(p, q, ratio)]) == [max(forward, backward)]
    assert plain([total_variation(p, q)]) == [best_event(p, q, Fraction(1))]
    ball = hockey_stick(p, q, arb(ratio))
    assert Enclosure.from_ball(ball).contains(fmpq(forward.numerator, forward.denominator))
    delta = smallest_delta(p, q, ratio)
    assert close(p, q, ratio, delta) and close(q, p, ratio, delta)
    if delta > 0:
        less = delta - fmpq(1, 10**9)
        assert not close(p, q, ratio, less)


@settings(max_examples=60, deadline=None)
@given(weights, weights, st.integers(0, 30))
def test_smallest_ratio_is_smallest(a: list[int], b: list[int], hundredths: int) -> None:
    p, q, delta = distribution(*a), distribution(*b), fmpq(hundredths, 100)
    ratio = smallest_ratio(p, q, delta)
    if ratio is None:  # some mass above delta sits where the other distribution has none: no ratio helps
        assert smallest_delta(p, q, fmpq(10**9)) > delta
        return
    assert ratio >= 1 and smallest_delta(p, q, ratio) <= delta
    if ratio > 1:
        assert smallest_delta(p, q, ratio - fmpq(1, 10**9)) > delta


@pytest.mark.parametrize("ratio", RATIOS)
def test_the_extreme_pair_spends_exactly_delta(ratio: fmpq) -> None:
    p, q = extreme_pair(ratio, fmpq(1, 10))
    assert is_distribution(p) and is_distribution(q)
    assert hockey_stick(p, q, ratio) == hockey_stick(q, p, ratio) == fmpq(1, 10)
    assert smallest_ratio(p, q, fmpq(1, 10)) == ratio
    assert smallest_ratio(p, q, fmpq(1, 11)) is None  # the revealing outcomes alone weigh 1/10


def test_random_pairs_are_close_and_distributions() -> None:
    rng = Random(1)
    needs = []
    for _ in range(100):
        ratio, delta = rng.choice(RATIOS), fmpq(rng.randint(0, 10), 50)
        p, q = random_close_pair(rng, rng.randint(2, 5), ratio, delta)
        assert is_distribution(p) and is_distribution(q) and smallest_delta(p, q, ratio) <= delta
        needs.append(delta > 0 and smallest_delta(p, q, ratio) == delta)
    assert any(needs)  # the guarantee is not always slack


def test_operations() -> None:
    p, q = distribution(1, 2), distribution(1, 1, 2)
    assert product(p, q) == tuple(a * b for a in p for b in q)
    assert product() == (1,)
    swap = (point(2, 1), point(2, 0))
    assert post_process(p, swap) == (p[1], p[0])
    assert mixture((fmpq(1, 4), fmpq(3, 4)), (distribution(1, 0), distribution(0, 1))) == (fmpq(1, 4), fmpq(3, 4))
    drawn = dict(weighted_samples(distribution(1, 3), 3))
    assert len(drawn) == 8 and sum(drawn.values()) == 1 and drawn[0, 1, 1] == fmpq(9, 64)


def test_random_distributions_and_moves() -> None:
    rng = Random(2)
    for _ in range(50):
        assert (
            is_distribution(random_distribution(rng, 4, 9)) and min(random_distribution(rng, 4, 9, positive=True)) > 0
        )
        assert all(map(is_distribution, random_matrix(rng, 3, 2)))
        moved = shift_unit(rng, (3, 0, 5), 4)
        assert sum(moved) == 8 and min(moved) >= 0


def test_nonsense_is_refused() -> None:
    for bad in ((0, 0), (1, -1)):
        with pytest.raises(ValueError, match="non-negative"):
            distribution(*bad)
