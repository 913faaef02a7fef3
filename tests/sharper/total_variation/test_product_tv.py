"""Total variation of products of two-point pairs, against sums over all outcomes and against beta functions."""

from itertools import product
from math import prod, tanh

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.family import Family, parse_reals
from replcalc.numbers.fields import ball_precision
from replcalc.sharper.total_variation import product_tv
from replcalc.sharper.total_variation.product_tv import total_variation
from replcalc.statements.catalogue import statement


def family(text: str) -> Family[fmpq]:
    return parse_reals(text, "eps")


def by_outcomes(text: str) -> Enclosure:
    """The definition: over all 2^k outcomes, what P exceeds Q by, in balls."""
    with ball_precision(3000):
        ups = [1 / (1 + (-arb(e)).exp()) for e in family(text).members()]
        total = arb(0)
        for outcome in product((0, 1), repeat=len(ups)):
            p = prod((u if bit else 1 - u for u, bit in zip(ups, outcome, strict=True)), start=arb(1))
            q = prod((1 - u if bit else u for u, bit in zip(ups, outcome, strict=True)), start=arb(1))
            total += abs(p - q) / 2
        return Enclosure.from_ball(total)


def holds(value: Enclosure, truth: Enclosure) -> bool:
    return bool(value.lower <= truth.upper and truth.lower <= value.upper)


@pytest.mark.parametrize("text", ["1/10x7", "7/3x8", "0.1x9,0.25", "0.4,0.1,0.7,0.25", "1e-300x4", "0.3", "5,0.001"])
def test_the_sum_over_all_outcomes_is_enclosed_to_the_digits_asked(text: str) -> None:
    for digits in (5, 30, 200):
        found = total_variation(family(text), digits)
        assert found.value.agrees_to(digits) and not found.value.bracket and holds(found.value, by_outcomes(text))
    shifted = total_variation(family(text).map(lambda e: e * fmpq(1000001, 1000000)), 30)
    assert not holds(shifted.value, by_outcomes(text)), "the negative control: another eps has another value"


def test_a_million_equal_epsilons_against_the_regularised_beta_function() -> None:
    """P[Bin(k, p) > k/2] - P[Bin(k, 1-p) > k/2], each a regularised incomplete beta function."""
    k = 10**6
    found = total_variation(Family.constant(fmpq(1, 1000), k), 25).value
    with ball_precision(300):
        up = 1 / (1 + arb(fmpq(-1, 1000)).exp())
        a, b = arb(k // 2 + 1), arb(k - k // 2)
        truth = Enclosure.from_ball(up.beta_lower(a, b, 1) - (1 - up).beta_lower(a, b, 1))
    assert holds(found, truth) and found.agrees_to(25)


def test_brackets_hold_the_exact_value_and_are_narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    text = ",".join(f"{1 + 7919 * j % 1009}/20011" for j in range(1, 41))
    exact = total_variation(family(text)).value
    closed = statement("derived:nonadaptive-tv").bound("tv_rr", epsilon=family(text), gamma="0x40", delta="0x40")
    monkeypatch.setattr(product_tv, "CELLS", 100)
    found = total_variation(family(text))
    assert found.method == "bracket" and found.value.bracket and holds(found.value, exact)
    assert found.value.upper < exact.upper * fmpq(1001, 1000) < Enclosure.from_ball(closed).lower
    assert found.value.lower > exact.lower * fmpq(9, 10)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(1, 3000), min_size=2, max_size=8))
def test_a_bracket_holds_the_exact_value_at_random_points(values: list[int]) -> None:
    text = ",".join(f"{v}/1000" for v in values)
    cells = product_tv.CELLS, product_tv.BRACKET_CELLS
    product_tv.CELLS, product_tv.BRACKET_CELLS = 1, 300
    try:
        found = total_variation(family(text), 40).value
    finally:
        product_tv.CELLS, product_tv.BRACKET_CELLS = cells
    assert holds(found, by_outcomes(text))


def test_huge_epsilons_and_more_pairs_than_cells() -> None:
    huge = total_variation(family("1e6,0.1")).value
    assert huge.upper <= 1 and 1 - huge.lower < fmpq(1, 10**20)
    many = total_variation(family(",".join(f"1/{1000 + j}" for j in range(6000)))).value
    assert many.bracket and tanh(0.0005) < float(many.upper) < 0.04
    with pytest.raises(ValueError, match="eps"):
        total_variation(family("1e7"))
