"""Rules for signs: averages recomputed by hand and by another quadrature."""

import mpmath
from flint import fmpq

from replcalc.sharper.nonadaptive_lower.simulator import (
    HALF,
    CoinTables,
    CoinWindow,
    disagreement,
    moment,
    threshold_tables,
    wrong,
)

mp = mpmath.mp.clone()
mp.dps = 30


def test_moments():
    for a, b in ((0, 0), (1, 0), (2, 1), (3, 4)):
        exact = mp.quad(lambda x, a=a, b=b: mp.sin(x / 2) ** (2 * a) * mp.cos(x / 2) ** (2 * b), [0, mp.pi]) / mp.pi
        found = moment(a, b)
        assert abs(mp.mpf(int(found.p)) / int(found.q) - exact) < mp.mpf(10) ** -25


def test_one_flip_disagrees_a_quarter_of_the_time():
    # E 2q(1-q) = 2/8
    assert disagreement(threshold_tables(1, 1), 1, 1, None) == fmpq(1, 4)
    assert disagreement(threshold_tables(1, 1), 1, 1, (0, 0)) == 0
    assert wrong(threshold_tables(1, 1), 1, 1, (0, 1)) == 0
    # two coins, one flip each: 1 - (3/4)^2; on a face one of them is sure
    assert disagreement(threshold_tables(1, 2), 1, 2, None) == fmpq(7, 16)
    assert disagreement(threshold_tables(1, 2), 1, 2, (1, 0)) == fmpq(1, 4)


def test_wrong_counts_failures_about_sure_coins():
    stubborn = (((0,), (0,)),)  # one flip, always 0
    assert wrong(stubborn, 1, 1, (0, 1)) == 1 and wrong(stubborn, 1, 1, (0, 0)) == 0
    assert list(CoinTables(stubborn, 1, 1).measurements()) == []


def test_the_window_is_averaged_over_the_angle():
    (coins, *_rest) = CoinWindow(3, HALF, (1, 2, 3), 1).measurements()
    exact = disagreement(threshold_tables(3, 1), 3, 1, None)
    margin = 1 - mp.mpf(int(exact.p)) / int(exact.q)
    by_hand = margin**2 / (16 * (1 - margin) ** 2)
    assert abs(mp.mpf(coins.bound.mid().str(20, radius=False)) - by_hand) < mp.mpf(10) ** -9
