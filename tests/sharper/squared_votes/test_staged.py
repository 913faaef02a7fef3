"""Stages compute what the compiled formulas compute, to the last bit, and nothing twice."""

import math
from collections import Counter

import pytest

from replcalc.ask.composition import composition
from replcalc.formulas.compiled import LOG_FLOAT
from replcalc.sharper.raced_votes import way as direct
from replcalc.sharper.squared_votes import model as model_module
from replcalc.sharper.squared_votes.failure import _failure
from replcalc.sharper.squared_votes.model import VotesModel, formulas, in_stages
from replcalc.sharper.squared_votes.staged import staged
from replcalc.sharper.squared_votes.statement import squared_votes

SHARES = (-1e-12, -1e-3, -0.5, -3.0, -20.0, -86.0, -700.0)
GOALS = (
    composition("100x30", "1/10", rho0="1/1000"),
    composition("7x3,11x50,1000", "0.01", rho0="0.3"),
    composition("100x30", "1e-12", beta="1e-4", beta0="1e-9"),
)


@pytest.fixture(params=[1, 10**9], ids=["staged", "unstaged"], autouse=True)
def _often(request, monkeypatch):
    """Stages at once, or never."""
    monkeypatch.setattr(model_module, "OFTEN", request.param)
    monkeypatch.setattr(model_module, "_staged", {})


@pytest.mark.sampled(3)
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("theorem", [direct.RACE, direct.REJECTION, direct.raced(3)])
def test_stages_are_the_formulas(goal, theorem):
    model = VotesModel(goal, theorem.model)
    (blocks,) = model.blocks(10**5)
    seen = set()
    for log_strings in (math.inf, math.log(500), 0.0):
        of_s = model.along(0, blocks, log_strings, [])
        for s in SHARES:
            for t in SHARES:
                whole = model.at([blocks], log_strings, [(s, t)])
                assert of_s(s)(t) == whole, (log_strings, s, t)
                assert model.of_strings([blocks], [(s, t)])(log_strings) == whole, (log_strings, s, t)
                seen.add(whole)
    assert len(seen) > 60, "the values do differ"


def test_stages_beside_other_groups():
    goal = composition("100x5,200x7", "0.2", rho0="0.01x5,0.001x7", beta="0.3", beta0="1e-6")
    model = VotesModel(goal, direct.RACE.model)
    blocks = model.blocks(10**4)
    other = model.totals(1, blocks[1], 6.0, (-4.0, -2.0))
    of_s = model.along(0, blocks[0], 6.0, [other])
    for s, t in ((-3.0, -1.0), (-5.0, -2.5), (-0.01, -0.7)):
        both = model.excess([model.totals(0, blocks[0], 6.0, (s, t)), other])
        assert of_s(s)(t) == pytest.approx(both, rel=1e-13)
        assert of_s(s)(t) != model.along(0, blocks[0], 6.0, [])(s)(t), "the other group counts"


def test_a_share_of_one_or_more_has_no_value():
    model = VotesModel(GOALS[0], direct.RACE.model)
    of_s = model.along(0, model.blocks(10**5)[0], 6.0, [])
    assert math.inf == of_s(0.0)(-1.0) == of_s(-1.0)(0.5) == of_s(math.nan)(-1.0) == of_s(-1.0)(math.nan)
    assert of_s(-1.0)(-1.0) < math.inf


def test_what_does_not_depend_on_t_is_computed_before_t():
    """Along t one divergence is computed (kl of x1 and x0), not the one of x0 and rho0."""
    calls = []
    parts = formulas(squared_votes, LOG_FLOAT, ("beta",), True)
    stages = staged(parts, ("s", "t"))
    space = stages.__globals__
    real = space["i_log_divergence"]
    space["i_log_divergence"] = lambda *values: calls.append(values) or real(*values)
    group = next(iter(VotesModel(GOALS[0]).groups))
    known = {"k": math.log(30), "rho0": group.log_rho0, "beta0": group.log_beta0, "J": 6.0, "T": [7.0]}
    of_t = stages([known.get(name) for name in parts.inner.arguments], (30,), (), (), (0.0,))(-3.0)
    assert len(calls) == 1
    found = [of_t(t) for t in (-1.0, -2.0, -3.0)]
    assert len(calls) == 4 and len(set(found)) == 3


def test_beta_in_stages_is_the_formula():
    parts = formulas(squared_votes, LOG_FLOAT, ("beta",), True)
    (group,) = VotesModel(GOALS[0]).groups
    of_s = _failure(group, 20_000, 300)
    given = {"J": math.log(300), "T": [math.log(200)], "k": math.log(30), "rho0": group.log_rho0}
    for s, t in ((-3.0, -1.0), (-9.0, -2.5)):
        totals = parts.inner((30,), **given, beta0=group.log_beta0, s=s, t=t)
        assert of_s(s)(t) == parts.outer(**dict(zip(parts.totals, totals, strict=True)))[0]


def test_stages_are_written_once_they_are_asked_for_often(monkeypatch):
    monkeypatch.setattr(model_module, "OFTEN", 5)
    monkeypatch.setattr(model_module, "_asked", Counter())
    found = [in_stages(squared_votes, ("beta",), ("s", "t"), lines=2) for _ in range(4)]
    assert found[2] is found[3] and found[0] is not found[2]
    assert [stages.__module__ == "replcalc.sharper.squared_votes.staged" for stages in found] == [True, True, False, False]
