"""The search for votes: any theorem of that form, batches, and what it may give away."""

import math
from dataclasses import replace

import pytest
import sympy as sp

from replcalc.planning.composition import unbounded as composition
from replcalc.search.optimise import crossing, descend, smallest_near, smallest_on
from replcalc.sharper.race import method as direct
from replcalc.sharper.race.least import VotesBound, least_samples
from replcalc.sharper.race.search import SLACK, VotesSearch
from replcalc.sharper.race.statement_raced_votes import raced_votes
from replcalc.sharper.race.statement_squared_votes import squared_votes


def changed(statement, label, rho):
    """The statement with another formula for rho."""
    gives = tuple(replace(c, formula=rho(c.formula)) if c.name == "rho" else c for c in statement.gives)
    return replace(statement, label=label, gives=gives)


def test_another_theorem_is_another_statement():
    """A bound with a third of chi needs about a third of the samples: the search follows the formula it is given."""
    chi = next(c.variable for c in squared_votes.gives if c.name == "chi")
    third = changed(squared_votes, "test:third", lambda e: e.xreplace({chi: chi / 3}))
    goal = composition("100x1000", "0.001", rho0="0.2", beta0="1e-9")
    before, after = VotesSearch(goal).choose(None), VotesSearch(goal, third).choose(None)
    assert 0.33 < after.samples / before.samples < 0.345
    parameters = after.parameters
    least = least_samples(goal, parameters, after.samples, third)
    bound = VotesBound(goal, parameters, third)
    assert bound.ball(least) <= 0 < bound.ball(least - 100)
    assert abs(least / after.samples - 1) < 1e-3
    assert VotesBound(goal, parameters).ball(least) > 0, "the theorem itself needs more"


@pytest.mark.parametrize(
    ("n", "rho", "rho0", "fewest"),
    [("100x1000", "0.01", "1e-4", 269_000), ("100x10", "0.1", "0.05", 15_700), ("100x10", "0.1", "0.4", 194_800)],
)
def test_the_race_by_its_statement(n, rho, rho0, fewest):
    """Squared votes with the race: the figures of a search of its own in doubles, from the same search here."""
    goal = composition(n, rho, rho0=rho0, beta0="1e-6")
    choice = VotesSearch(goal, raced_votes, m=1).choose(None)
    parameters = choice.parameters
    samples = least_samples(goal, parameters, choice.samples, raced_votes, m=1)
    assert samples == fewest
    bound = VotesBound(goal, parameters, raced_votes, m=1)
    assert bound.ball(samples) <= 0 < bound.ball(samples - 1)
    # far below, where the sum of chi is near 2, the formula is small again: the condition chi <= m refuses it
    assert all(bound.ball(few) > 0 and bound.rough()(few) > 0 for few in range(100, 3000, 100))


def test_the_rough_bound_is_the_ball():
    goal = composition("100,200,300x2", "0.05", rho0="1e-4,0.3,0.01x2", beta0="1e-3,1e-4,1e-6x2", beta="0.01")
    choice = VotesSearch(goal).choose(None)
    parameters = choice.parameters
    bound = VotesBound(goal, parameters)
    rough = bound.rough()
    for samples in (2000, 30_000, choice.samples, 10**9, 10**40):
        assert rough(samples) == pytest.approx(float(bound.ball(samples)), rel=1e-9, abs=1e-9)


def test_many_sizes_use_arrays_and_agree():
    sizes = [100 + 3 * j for j in range(400)]
    goal = composition(sizes, "0.1", rho0="0.01")
    parameters = VotesSearch(goal).choose(None).parameters
    bound = VotesBound(goal, parameters)
    assert bound.rough()(10**6) == pytest.approx(float(bound.ball(10**6)), rel=1e-9)


def test_the_slack_is_kept():
    for rho0 in ("1e-4", "0.05", "0.4", "0.9"):
        goal = composition("100x10", "0.1", rho0=rho0, beta0="1e-6")
        search = VotesSearch(goal, direct.RACE.model)
        free, _ = search.least_samples(math.inf)
        result = direct.solve(goal, 20)
        assert free <= result.samples <= free * float(SLACK) + 100


def test_brent_and_brackets():
    value, x = smallest_on(lambda x: (x - 0.3) ** 2 + 1, -5, 7, 1e-6)
    assert x == pytest.approx(0.3, abs=1e-5) and value == pytest.approx(1)
    value, x = smallest_on(lambda x: abs(x - 0.3), -5, 7, 1e-6)
    assert x == pytest.approx(0.3, abs=1e-5)
    calls = []

    def smooth(x):
        calls.append(x)
        return math.exp(x) - 2 * x

    _, x = smallest_near(smooth, 0.0, 0.1, 50.0, 1e-4)
    assert x == pytest.approx(math.log(2), abs=2e-4) and len(calls) < 20
    _, x = smallest_near(lambda x: math.inf if x < 3 else x, 0.0, 0.1, 50.0, 1e-4)
    assert x == pytest.approx(3, abs=0.01)


def test_descend_finds_smooth_minima_and_kinks():
    calls = []

    def smooth(p):
        calls.append(p)
        return (p[0] - 1) ** 2 + 3 * (p[1] + 2) ** 2 + p[0] * p[1]

    found = descend(smooth, [0.5, -1.0], 0.02)
    x, y = sp.symbols("x y")
    exact = sp.solve([2 * (x - 1) + y, 6 * (y + 2) + x], [x, y])
    assert found == pytest.approx([float(exact[x]), float(exact[y])], abs=1e-3) and len(calls) < 200
    kink = descend(lambda p: max(p[0] + p[1], -p[0], -p[1] + 0.5 * p[0]), [1.0, 1.0], 0.05)
    assert max(kink[0] + kink[1], -kink[0], -kink[1] + 0.5 * kink[0]) < 1e-3


def test_crossing():
    for start in (-3.0, 0.0, 2.0, 9.0):
        calls = []

        def falling(x, calls=calls):
            calls.append(x)
            return math.exp(-x) - 0.1

        x = crossing(falling, start, -5.0, 10.0, -1.0, 1e-6)
        assert x == pytest.approx(math.log(10), abs=1.1e-6) and falling(x) <= 0 and len(calls) < 30
    assert crossing(lambda x: 1.0, 0.0, -1.0, 5.0, -1.0, 1e-3) is None
    assert crossing(lambda x: -1.0, 0.0, -1.0, 5.0, -1.0, 1e-3) == -1.0
    assert crossing(lambda x: 1.0 if x < 3 else -1.0, 0.0, -10.0, 10.0, -1.0, 1e-6) == pytest.approx(3, abs=1e-5)
