"""Compositions carried out as planned: agreement within the plan's rho, controls, refusals."""

import math
import random
from dataclasses import replace

import pytest
from flint import arb, fmpq

import replcalc
from replcalc.numbers.errors import InputError, UnmetCondition
from replcalc.problems.composition.algorithm import BaseAlgorithm, carry_out
from replcalc.run.seeds import Shared
from replcalc.sharper.race.algorithm import arcsine_is_nearer, compute_angle
from replcalc.sharper.race.simulator_votes import compute_angles


def most(block, coins):
    """Fair coins make it as unreplicable as an algorithm of two answers can be: rho0 = 1/2."""
    return int(2 * sum(block) > len(block))


def guess(block, coins):
    """Three answers: a shared guess that the sample overrules now and then (rho0 below 1/10)."""
    return block[0] % 3 if block[0] < 3 else coins.below(3)


def planned(method, **asked):
    return replcalc.compose(methods=[method], **asked).results[0]


def disagreement(plan, run, draw, outputs, pairs, seeds=lambda pair: (f"p {pair}",) * 2):
    rng = random.Random(11)
    algorithms = [BaseAlgorithm(f"a{i}", run, outputs) for i in range(plan.question.k)]
    differ = 0
    for pair in range(pairs):
        one, two = (
            carry_out(plan, algorithms, [draw(rng) for _ in range(plan.samples)], Shared(text)) for text in seeds(pair)
        )
        differ += one != two
    return differ / pairs


TWO = {"n": "1,1,3", "rho": "0.3", "rho0": "0.5", "beta0": "1e-3", "outputs": "binary"}
SURE = {"n": "1,2", "rho": "0.15", "rho0": "0.1", "beta0": "1e-3", "max_strings": 60, "outputs": "finite:3"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("method", ["votes", "joint"])
def test_two_answers(method):
    plan = planned(method, **TWO)
    seen = disagreement(plan, most, lambda rng: rng.getrandbits(1), (0, 1), 100)
    assert 0 < seen < 0.3 + 4.8 * math.sqrt(0.21 / 100)
    unshared = disagreement(plan, most, lambda rng: rng.getrandbits(1), (0, 1), 60, lambda p: (f"a {p}", f"b {p}"))
    assert unshared > 0.6, "negative control: seeds not shared"


@pytest.mark.parametrize(("method", "pairs"), [("votes", 150), pytest.param("joint", 8, marks=pytest.mark.exhaustive)])
def test_any_answers(method, pairs):
    """A draw below 3 (probability 3/64) overrules the shared guess."""
    plan = planned(method, **SURE)
    assert plan.chosen["form"] == {"votes": "lottery", "joint": "squared votes"}[method]
    seen = disagreement(plan, guess, lambda rng: rng.randrange(64), (0, 1, 2), pairs)
    assert seen < 0.15 + 4.8 * math.sqrt(0.13 / pairs)


def test_groups_are_those_of_the_plan():
    """With few rounds allowed every problem has a race of its own: its answer does not depend on the others."""
    plan = planned("joint", **TWO, max_rounds=9)
    assert plan.chosen["group"] == 1
    sample = [random.Random(3).getrandbits(1) for _ in range(plan.samples)]
    three = carry_out(plan, [BaseAlgorithm(n, most, (0, 1)) for n in "abc"], sample, Shared("s"))
    other = carry_out(plan, [BaseAlgorithm(n, most, (0, 1)) for n in "aby"], sample, Shared("s"))
    assert three[:2] == other[:2]


def test_the_angles_are_those_of_the_theorem():
    """Against the simulator's own table; the kind changes near rho0 = 2/pi^2 = 0.2026."""
    for arcsine in (True, False):
        table = compute_angles(7, arcsine)
        assert all((compute_angle(7, c, arcsine) - table[c]).overlaps(arb(0, 1e-12)) for c in range(8))
    assert arcsine_is_nearer(10**6, fmpq(21, 100)) and not arcsine_is_nearer(10**6, fmpq(19, 100))


def test_refusals():
    plan = planned("votes", **TWO)
    three = [BaseAlgorithm(n, most) for n in "abc"]
    with pytest.raises(InputError, match="5 are missing"):
        carry_out(plan, three, [0] * (plan.samples - 5), Shared("s"))
    with pytest.raises(InputError, match="3 of different names"):
        carry_out(plan, three[:2], [0] * plan.samples, Shared("s"))
    with pytest.raises(InputError, match="one of the methods"):
        carry_out(replace(plan, method="paper"), three, [0] * plan.samples, Shared("s"))
    with pytest.raises(UnmetCondition, match="certified"):
        carry_out(replace(plan, answer=None), three, [0] * plan.samples, Shared("s"))
    raced = planned("joint", **TWO)
    for limits in ({"most_runs": raced.runs - 1}, {"most_rounds": 5}):
        with pytest.raises(InputError, match="runs of base algorithms and"):
            carry_out(raced, three, [0] * 10**4, Shared("s"), **limits)
    with pytest.raises(InputError, match="every answer that 'a' can give"):
        carry_out(planned("joint", **TWO), three, [0] * 10**4, Shared("s"))
