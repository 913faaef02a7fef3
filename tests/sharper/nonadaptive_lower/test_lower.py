"""Lower bounds beside the ways: figures by hand, where they apply and where nothing is said."""

import mpmath
from flint import fmpq

from replcalc.ask.comparison import compare
from replcalc.ask.composition import composition
from replcalc.ask.least import least
from replcalc.problems.queries.question import queries_question
from replcalc.problems.queries.way import THEOREM
from replcalc.sharper.cube_lower.lower import lower_bounds
from replcalc.sharper.nonadaptive_lower import lower
from replcalc.sharper.nonadaptive_lower import statement as nonadaptive_lower

MP = mpmath.mp.clone()
MP.dps = 30


def test_queries_are_bounded_by_the_normal_approximation():
    bounds = lower_bounds(queries_question(1000, "0.05", "0.1", "1e-9"), None)
    (found,) = (bound for bound in bounds if bound is not None and bound.statement == "derived:queries-lower")
    limit = 1000 * MP.mpf("0.81") / (MP.pi * MP.asin(MP.mpf("0.1")) ** 2 * MP.mpf("0.01"))
    assert limit * MP.mpf("0.98") < found.samples < limit
    # a wide window and few samples: there the bound by Fisher information is the larger one
    wide = least(queries_question(4, "0.49", "0.1", "1e-9"))
    assert wide is not None and wide.statement == "derived:coins-lower"
    by_hand = 4 * (MP.pi * MP.mpf("0.9") / (8 * MP.asin(MP.mpf("0.98")) * MP.mpf("0.1"))) ** 2
    assert abs(wide.samples - by_hand) < 1.01


def test_nothing_is_said_where_nothing_is_excluded():
    assert least(queries_question(5, "0.6", "0.1", "1e-3")) is None, "an answer of 1/2 is within 0.6 of every mean"
    assert least(queries_question(5, "0.1", "0.6", "0.5")) is None
    assert least(composition("100", "0.1", rho0="0.01", beta0="1e-6"), fmpq(1, 1000)) is None


def test_one_problem_is_asked_only_where_it_may_exclude_something(monkeypatch):
    """Up to rho0 = 2 rho the bound is at most 1 sample, whatever fails; beyond it is computed."""
    asked = []
    certain = lower.excluded_by
    monkeypatch.setattr(lower, "excluded_by", lambda *a, **kw: asked.append(kw) or certain(*a, **kw))
    for rho0, rho in ((fmpq(1, 5), fmpq(1, 10)), (fmpq(2, 5), fmpq(1, 5)), (fmpq(1, 100), fmpq(1, 200))):
        for beta in (fmpq(1, 1000), fmpq(1, 10**30)):
            assert least(composition("100x3", rho, rho0=rho0), beta) is None and not asked
            assert certain(nonadaptive_lower.one_problem, "", rho0=rho0, rho=rho, beta=beta) is None
    found = least(composition("100x3", "1/100", rho0="1/10"), fmpq(1, 1000))
    assert asked and found is not None and 20 <= found.samples <= 25


def test_composition_of_coins():
    goal = composition("1x50", "0.05", rho0="0.5", beta0="1e-9")
    found = least(goal, fmpq(1, 10**6))
    assert found is not None and found.statement == "derived:coins-lower"
    margin = MP.mpf("0.95") - (1 + 4 / MP.pi) / 10**6
    assert found.samples == int(MP.ceil(50 * margin**2 / (16 * MP.mpf("0.0025"))))
    one = least(composition("1", "0.01", rho0="0.3", beta0="1e-9"), fmpq(1, 10**6))
    assert one is not None and one.statement == "derived:one-problem-lower" and one.samples == 225


def test_it_stands_beside_the_upper_bounds():
    together = THEOREM.compare(queries_question(100, "0.1", "0.1", "1e-3"), 6, crossings="none")
    assert together.lower_bound is not None and together.best is not None
    assert all(r.samples >= together.lower_bound.samples for r in together.results if r.certified)
    compared = compare(composition("1x30", "0.1", rho0="0.5", beta0="1e-9"), ("direct",), 6)
    assert compared.lower_bound is not None and compared["direct"].samples >= compared.lower_bound.samples
