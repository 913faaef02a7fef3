"""Composition end to end: least parameters by scanning, products in fractions, hypotheses, controls."""

from __future__ import annotations

from fractions import Fraction
from itertools import product as cartesian
from math import comb, prod
from random import Random

import mpmath
import pytest
from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.paper.pg_composition.processes import random_process
from replcalc.paper.pg_composition.simulator import (
    CloseProduct,
    ComposedProcess,
    PgCompositionSimulator,
    SampledProduct,
    certainly_above,
    joint_distributions,
    least_epsilon,
    noisy_votes,
    random_product,
)
from replcalc.simulate.distributions import distribution, extreme_pair, smallest_delta, uniform
from replcalc.simulate.simulator import BITS, simulate

SIMULATOR = PgCompositionSimulator()


def frac(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def bad_mass(rows, weights, oracle, ratio: fmpq, delta: fmpq) -> fmpq:
    return sum((w for row, w in zip(rows, weights, strict=True) if smallest_delta(row, oracle, ratio) > delta), fmpq(0))


@pytest.mark.parametrize("gamma", [fmpq(0), fmpq(1, 4), fmpq(1, 2)])
@pytest.mark.parametrize("delta", [fmpq(0), fmpq(1, 50), fmpq(1, 5)])
def test_least_epsilon_is_least(gamma: fmpq, delta: fmpq) -> None:
    """Just above e^eps the bad mass is allowed, just below it is not."""
    rows, oracle = (
        (distribution(3, 1, 4), distribution(1, 1, 2), distribution(2, 3, 3), distribution(1, 4, 3)),
        distribution(2, 2, 4),
    )
    weights = uniform(4)
    with ball_precision(BITS):
        least = least_epsilon(rows, weights, oracle, gamma, delta).exp()
    step = fmpq(1, 10**6)
    above = fmpq(int(float(least.mid()) * 10**6) + 2, 10**6)
    assert bad_mass(rows, weights, oracle, above, delta) <= gamma
    if float(least.mid()) > 1 + 1e-5:
        assert bad_mass(rows, weights, oracle, above - 4 * step, delta) > gamma


def test_disjoint_supports_have_no_epsilon() -> None:
    rows, oracle = (distribution(1, 0), distribution(0, 1)), distribution(1, 0)
    assert not least_epsilon(rows, uniform(2), oracle, fmpq(0), fmpq(0)).is_finite()
    assert least_epsilon(rows, uniform(2), oracle, fmpq(1, 2), fmpq(0)) == 0


def test_joint_laws_by_multiplying() -> None:
    process = random_process(Random(3), 3, samples=2)
    real, oracle = joint_distributions(process)
    assert sum(real) == 1 == sum(oracle)
    by_hand = set()
    for x, z in process.levels[-1]:
        steps = [frac(r.table[z[:i]][x][z[i]]) for i, r in enumerate(process.rounds)]
        by_hand.add(frac(process.weights[x]) * prod(steps))
    assert by_hand == {frac(p) for p in real}


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_products_of_two_point_pairs_by_binomials(k: int) -> None:
    """The exact total variation of k flips leaning 2:1 against k flips leaning 1:2, each revealed with probability 1/50."""
    p = Fraction(2, 3)
    flips = sum(
        (comb(k, j) * max(Fraction(0), p**j * (1 - p) ** (k - j) - p ** (k - j) * (1 - p) ** j) for j in range(k + 1)),
        Fraction(0),
    )
    expected = 1 - (1 - Fraction(1, 50)) ** k * (1 - flips)
    with ball_precision(BITS):
        found = {
            c.statement: c
            for c in CloseProduct([extreme_pair(fmpq(2), fmpq(1, 50))] * k, [(fmpq(2), fmpq(1, 50))] * k).measurements()
        }
    exact = found["derived:revealed-tv"]
    assert frac(exact.true) == expected == frac(exact.bound)  # the extreme pair attains it
    closed = found["derived:nonadaptive-tv"]
    with mpmath.workdps(30):
        sech = 1 / mpmath.cosh(mpmath.log(2) / 2)
        formula = 1 - (mpmath.mpf(49) / 50) ** k * (1 - mpmath.sqrt(1 - sech ** (2 * k)))
    assert abs(float(arb(closed.bound).mid()) - float(formula)) < 1e-14
    assert closed.true == exact.true


def test_noisy_votes_turn_around() -> None:
    process = noisy_votes(3, 2, fmpq(3), (fmpq(2), fmpq(1, 100)))
    heads = [sum(draw) for draw in cartesian((0, 1), repeat=3)]
    for x, h in enumerate(heads):
        most = h >= 2
        assert process.rounds[0].table[()][x] == (distribution(1, 3) if most else distribution(3, 1))
        assert process.rounds[1].table[1,][x] == (distribution(3, 1) if most else distribution(1, 3))
    assert process.failures == (0, 0)  # 3/4 against 1/2 is a factor 3/2, 1/4 against 1/2 a factor 2


def test_products_over_the_sample() -> None:
    rng = Random(8)
    nonzero = 0
    with ball_precision(BITS):
        for _ in range(8):
            for c in SampledProduct(random_product(rng, 2)).measurements():
                assert not c.violated(fmpq(1))
                nonzero += c.true > 0
    assert nonzero


def test_hypotheses_of_the_simple_form() -> None:
    with ball_precision(BITS):
        gentle = noisy_votes(1, 2, fmpq(201, 200), (fmpq(201, 200), fmpq(1, 10**9)))
        assert ComposedProcess(gentle, fmpq(1, 10**6)).simple_hypotheses()
        harsh = noisy_votes(1, 2, fmpq(2), (fmpq(2), fmpq(1, 100)))
        assert not ComposedProcess(harsh, fmpq(1, 10**6)).simple_hypotheses()  # eps = ln 2 > c1
        failing = noisy_votes(1, 2, fmpq(2), (fmpq(201, 200), fmpq(1, 10**9)))
        assert not ComposedProcess(failing, fmpq(1, 10**6)).simple_hypotheses()  # not close at all
        labels = {c.statement for c in ComposedProcess(gentle, fmpq(1, 10**6)).measurements()}
    assert {"lm:pg_compose_het", "lm:pg_compose", "derived:conditioned-composition"} == labels


def test_certainly_above() -> None:
    with ball_precision(BITS):
        third = arb(fmpq(1, 3))
        assert fmpq(1, 3) <= certainly_above(third) < fmpq(1, 3) + fmpq(1, 10**40)
        assert certainly_above(arb(7)) == 1


def test_ratios_are_informative_and_controls_bite() -> None:
    found = simulate(SIMULATOR, cases=4)
    assert found.violations == 0
    assert all(worst.ratio() > 0 for _, worst in found.per_statement.values())
    assert set(found.per_statement) == set(SIMULATOR.statements)
    for label, (_, comparison) in found.per_statement.items():
        with ball_precision(BITS):
            assert comparison.violated(fmpq(1, 1000)), label


def test_extra_trade_off_decreases() -> None:
    rows = SIMULATOR.extra()["noisy_votes"]
    values = [float(row["least eps"]) for row in rows if row["gamma"] == 0]
    assert values == sorted(values, reverse=True) and values[0] > 0 == values[-1]
