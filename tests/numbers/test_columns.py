"""Columns of few different values."""

from __future__ import annotations

import operator

from flint import arb, fmpq

from replcalc.numbers.family import Coded, Column, fold, lift, spread_out, weighted_total
from replcalc.numbers.fields import ball_precision


def test_columns_of_few_values_are_computed_once_for_each_value() -> None:
    """Shapes of Lemma E: sixteen values for a hundred thousand algorithms were computed a hundred thousand times."""
    calls = []

    def counted(x: int, y: int = 0) -> int:
        calls.append(x)
        return 10 * x + y

    codes = (0, 1, 0, 0, 1)
    few, other = spread_out([2, 3], codes, list), spread_out([7, 8], codes, list)
    assert isinstance(few, Coded) and list(few) == [2, 3, 2, 2, 3]
    assert list(lift(counted, few, other)) == [27, 38, 27, 27, 38] and len(calls) == 2
    plain = Column([1, 2, 3, 4, 5])
    assert list(lift(counted, few, plain)) == [21, 32, 23, 24, 35] and len(calls) == 7
    elsewhere = spread_out([2, 3], (1, 1, 0, 0, 0), list)  # other codes: no common values
    assert list(lift(counted, few, elsewhere)) == [23, 33, 22, 22, 32]
    assert list(fold([plain, few, 100, other], operator.add)) == [110, 113, 112, 113, 116]
    weights = (1, 10, 100, 1000, 10000)
    assert weighted_total(few, weights) == weighted_total(Column(few), weights) == 2 * 1101 + 3 * 10010
    assert not isinstance(spread_out([2, 3, 4], (0, 1, 2, 1), list), Coded)  # nothing to save


def test_what_cancels_in_few_values_does_not_widen_the_column() -> None:
    """h ln(2h) + (1-h) ln(2-2h) next to h = 1/2 lost 60 of 128 bits, and all sizes were computed again with more."""

    def divergence(h: arb) -> arb:
        return h * (2 * h).log() + (1 - h) * (2 - 2 * h).log()

    near = [fmpq(1, 2) + fmpq(1, 3 * 10**9), fmpq(1, 2) + fmpq(1, 7 * 10**9)]
    with ball_precision(128):
        column = spread_out(near, (0, 1, 0, 1), lambda values: list(map(arb, values)))
        found = lift(operator.mul, lift(divergence, column), Column([arb(1) / 3] * 4))
        assert min(x.rel_accuracy_bits() for x in found) > 120
        assert divergence(arb(near[0])).rel_accuracy_bits() < 70  # what it was
