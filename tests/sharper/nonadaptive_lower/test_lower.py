"""Lower bounds beside queries: figures by hand, where they apply and where nothing is said."""

import mpmath

from replcalc.planning.comparison import find_lower_bound
from replcalc.problems.queries.question import queries_question
from replcalc.sharper.cube_lower.lower import lower_bounds

MP = mpmath.mp.clone()
MP.dps = 30


def test_queries_are_bounded_by_the_normal_approximation():
    bounds = lower_bounds(queries_question(1000, "0.05", "0.1", "1e-9"), None)
    (found,) = (bound for bound in bounds if bound is not None and bound.statement == "derived:queries-lower")
    limit = 1000 * MP.mpf("0.81") / (MP.pi * MP.asin(MP.mpf("0.1")) ** 2 * MP.mpf("0.01"))
    assert limit * MP.mpf("0.98") < found.samples < limit
    # a wide window and few samples: there the bound by Fisher information is the larger one
    wide = find_lower_bound(queries_question(4, "0.49", "0.1", "1e-9"))
    assert wide is not None and wide.statement == "derived:coins-lower"
    by_hand = 4 * (MP.pi * MP.mpf("0.9") / (8 * MP.asin(MP.mpf("0.98")) * MP.mpf("0.1"))) ** 2
    assert abs(wide.samples - by_hand) < 1.01


def test_nothing_is_said_where_nothing_is_excluded():
    assert find_lower_bound(queries_question(5, "0.6", "0.1", "1e-3")) is None, (
        "an answer of 1/2 is within 0.6 of every mean"
    )
    assert find_lower_bound(queries_question(5, "0.1", "0.6", "0.5")) is None
