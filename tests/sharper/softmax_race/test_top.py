"""The best few of many options: figures against an independent computation, races on data, refusals."""

import json
import math
from collections import Counter

import numpy as np
import pytest

import replcalc as package
from replcalc.problems.choices.algorithm import ChooseTask
from replcalc.run.seeds import Shared
from replcalc.sharper.softmax_race.algorithm import choose_in_rounds
from replcalc.sharper.softmax_race.method import parse_choose_question, parse_top_question
from replcalc.sharper.softmax_race.method import solve as solve_one
from replcalc.sharper.softmax_race.method import solve_top as solve


def by_hand(arms, k, n, eta, alpha, variance, common):
    """rho and beta written down a second time; rho with fewer options in every round."""
    turn = math.cosh(eta / n if common else eta / (2 * n)) - 1
    swing = variance * turn / 2 if common else (1 + 2 * variance * turn) ** 2 - 1
    growth = (1 + math.exp(4 * eta / n) * swing) ** n - 1
    rho = sum(
        2 / math.sqrt(3) * math.sqrt(1 - a**-2) * math.sqrt(1 - 1 / (1 + (1 - 1 / a) * growth))
        for a in range(arms - k + 1, arms + 1)
    )
    s = eta / n
    moment = (
        min(s * s / 2, math.log((variance * math.exp(2 * s) + 4 * math.exp(-variance * s / 2)) / (4 + variance)))
        if common
        else (min(s * s / 4, 2 * math.log((variance * math.exp(s) + math.exp(-variance * s)) / (1 + variance))))
    )
    squares = sum(r**-2 for r in range(1, k + 1))
    return rho, squares * k * (arms - k) * math.exp(n * moment - eta * alpha)


@pytest.mark.parametrize(
    ("arms", "k", "common", "samples"), [(10, 3, False, 3_407_482), (10, 3, True, None), (2, 1, False, None)]
)
def test_samples(arms, k, common, samples):
    question = parse_top_question(arms, k, "0.05", "0.1", "0.01", common=common)
    result = solve(question, 20)
    assert result.certified and samples in (None, result.samples)
    eta, n = int(result.chosen["eta"].p) / int(result.chosen["eta"].q), result.samples
    spread = int(question.variance.p) / int(question.variance.q)
    rho, beta = by_hand(arms, k, n, eta, 0.05, spread, common)
    assert 0.96 * 0.1 < rho <= 0.1 * (1 + 1e-9) and 0.8 * 0.01 < beta <= 0.01 * (1 + 1e-9)
    fewer = by_hand(arms, k, int(0.95 * n), eta, 0.05, spread, common)
    assert fewer[0] > (0.1 if k == 1 else 0.098)


def test_one_of_many_is_a_choice():
    """k = 1: nearly what choose needs, whose bound is a little sharper."""
    top, one = (
        solve(parse_top_question(10, 1, "0.1", "0.1", "0.01"), 10),
        solve_one(parse_choose_question(10, "0.1", "0.1", "0.01"), 10),
    )
    assert one.samples <= top.samples < 1.1 * one.samples


def test_lists_follow_the_weights():
    """Equal means: every ordered pair about equally often; one far ahead is first; the seed alone decides."""
    plan = ChooseTask(options="a,b,c", top=2, alpha="0.4", rho="0.4", beta="0.1").plan()
    found = Counter(tuple(choose_in_rounds(plan, dict.fromkeys("abc", 0), 2, Shared(str(s)))) for s in range(1200))
    assert len(found) == 6 and min(found.values()) > 140 and max(found.values()) < 265
    ahead = {choose_in_rounds(plan, {"a": 0, "b": 1, "c": 0}, 2, Shared(str(s)))[0] for s in range(50)}
    assert ahead == {"b"}


def test_on_data(replcalc, tmp_path):
    asked = {"options": "a,b,c,d", "top": 2, "alpha": "0.4", "rho": "0.4", "beta": "0.1"}
    rng = np.random.default_rng(5)
    n = package.plan.choose(**asked, common=True).samples
    table = {
        name: (rng.random(n + 40) < p).astype(float) for name, p in zip("abcd", (0.95, 0.1, 0.5, 0.05), strict=True)
    }
    found = package.run.choose(table, **asked, seed="s")
    assert json.loads(found.answers["list"]) == ["a", "c"] and found.receipt.rows == n
    task = ChooseTask(**asked)
    assert task.find_flaw(task.plan(), Shared("s"), found.answers) == ""
    for wrong in ('["a"]', '["a", "a"]', '["a", "z"]', "a", "3"):
        assert task.find_flaw(task.plan(), Shared("s"), {"list": wrong})
    rows = {
        "arm": [o for o in "abcd" for _ in range(1500)],
        "won": [float(rng.random() < p) for p in (0.9, 0.1, 0.5, 0.1) for _ in range(1500)],
    }
    assert json.loads(package.run.choose(rows, **asked, by="arm", reward="won", seed="s").answers["list"])[0] == "a"
    done = replcalc(
        "plan", "choose", "--options", "a,b", "--top", "2", "--alpha", "0.4", "--rho", "0.4", "--beta", "0.1"
    )
    assert done.code == 2 and "fewer than all 2" in done.err
