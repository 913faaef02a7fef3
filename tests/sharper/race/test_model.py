"""The excess along one group's place is what the compiled formulas say of the whole, to the last bit."""

import math

import pytest

from replcalc.planning.composition import composition
from replcalc.sharper.race import method as direct
from replcalc.sharper.race.least import _failure
from replcalc.sharper.race.model import VotesModel, formulas
from replcalc.sharper.race.statement_squared_votes import squared_votes
from replcalc.symbolic.compiled import LOG

SHARES = (-1e-12, -1e-3, -0.5, -3.0, -20.0, -86.0, -700.0)
GOALS = (
    composition("100x30", "1/10", rho0="1/1000"),
    composition("7x3,11x50,1000", "0.01", rho0="0.3"),
    composition("100x30", "1e-12", beta="1e-4", beta0="1e-9"),
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("theorem", [direct.RACE, direct.raced(3)])
def test_the_excess_along_a_place_is_that_of_the_formulas(goal, theorem):
    model = VotesModel(goal, theorem.model)
    (blocks,) = model.blocks(10**5)
    seen = set()
    for log_strings in (math.inf, math.log(500), 0.0):
        along = model.along(0, blocks, log_strings, [])
        for s in SHARES:
            for t in SHARES:
                whole = model.at([blocks], log_strings, [(s, t)])
                assert along((s, t)) == whole, (log_strings, s, t)
                seen.add(whole)
    assert len(seen) > 60, "the values do differ"


def test_the_totals_of_other_groups_count():
    goal = composition("100x5,200x7", "0.2", rho0="0.01x5,0.001x7", beta="0.3", beta0="1e-6")
    model = VotesModel(goal, direct.RACE.model)
    blocks = model.blocks(10**4)
    other = model.totals(1, blocks[1], 6.0, (-4.0, -2.0))
    along, alone = model.along(0, blocks[0], 6.0, [other]), model.along(0, blocks[0], 6.0, [])
    for s, t in ((-3.0, -1.0), (-5.0, -2.5), (-0.01, -0.7)):
        both = model.excess([model.totals(0, blocks[0], 6.0, (s, t)), other])
        assert along((s, t)) == pytest.approx(both, rel=1e-13)
        assert along((s, t)) != alone((s, t))


def test_a_share_of_one_or_more_has_no_value():
    model = VotesModel(GOALS[0], direct.RACE.model)
    along = model.along(0, model.blocks(10**5)[0], 6.0, [])
    for place in ((0.0, -1.0), (-1.0, 0.5), (math.nan, -1.0), (-1.0, math.nan)):
        assert along(place) == math.inf
    assert along((-1.0, -1.0)) < math.inf


def test_beta_at_a_place_is_the_formula():
    parts = formulas(squared_votes, LOG, ("beta",), True)
    (group,) = VotesModel(GOALS[0]).groups
    failure = _failure(group, 20_000, 300)
    given = {"J": math.log(300), "T": [math.log(200)], "k": math.log(30), "rho0": group.log_rho0}
    for s, t in ((-3.0, -1.0), (-9.0, -2.5)):
        totals = parts.inner((30,), **given, beta0=group.log_beta0, s=s, t=t)
        assert failure((s, t)) == parts.outer(**dict(zip(parts.totals, totals, strict=True)))[0]
