"""One mean from both sides."""

import math

from flint import fmpq

from replcalc.planning.comparison import least
from replcalc.problems.queries.method_means import rounding
from replcalc.problems.queries.question import queries_question
from replcalc.statements.catalogue import statement

ONE = statement("derived:one-mean")


def test_both_sides_meet_at_the_limit():
    """805,703,595 suffice and 796,410,843 are needed at the figures of the page."""
    question = queries_question(1, "0.01", "0.001", "1e-6")
    limit = 1 / (4 * math.pi * 1e-10)
    assert rounding(question, 6).samples == 805_703_595
    assert least(question).samples == 796_410_843
    assert limit < 805_703_595
    at = {"alpha": "0.01", "rho": "0.001", "beta": "1e-6"}
    assert abs(float(ONE.bound("limit", N=1, **at)) / limit - 1) < 1e-12
    assert 805_703_595 < float(ONE.bound("enough", N=1, **at)) < 1.02 * limit


def test_the_gap_closes():
    """Least over limit from below and enough over limit from above, as rho falls."""
    gaps = []
    for rho in (fmpq(1, 100), fmpq(1, 1000), fmpq(1, 10**4)):
        at = {"alpha": fmpq(1, 1000), "rho": rho, "beta": fmpq(1, 10**6)}
        enough = float(ONE.bound("enough", N=1, **at))
        found = least(queries_question(1, at["alpha"], rho, at["beta"]))
        gaps.append(enough / found.samples - 1)
    assert gaps[0] > gaps[1] > gaps[2] > 0


def test_the_best_test_bounds_one_query():
    assert least(queries_question(1, "0.1", "0.1", "0.001")).samples == 1272
