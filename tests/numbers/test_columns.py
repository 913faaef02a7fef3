"""Power sums of a block against the plain sum of powers."""

from __future__ import annotations

import pytest
from flint import arb, fmpq

from replcalc.numbers.columns import centred_power_sums
from replcalc.numbers.fields import ball_precision


@pytest.mark.parametrize(("width", "terms"), [(5, 6), (40, 60), (41, 60), (200, 150)])
def test_power_sums_equal_the_plain_sums(width: int, terms: int) -> None:
    found = centred_power_sums(width, terms, 300)
    assert len(found) == terms
    with ball_precision(400):
        for m, ball in enumerate(found):
            exact = sum((fmpq(2 * j - (width - 1), 2) ** (2 * m) for j in range(width)), fmpq(0))
            assert ball.contains(arb(exact).mid()), (width, m)
            assert ball.rel_accuracy_bits() > 280, (width, m)
            assert not ball.contains((arb(exact) * (1 + arb(2) ** -200)).mid())  # a value nearby is told apart
