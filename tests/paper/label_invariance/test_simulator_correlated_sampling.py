"""First-acceptance sampling: the geometric series against explicit rounds, attained cases, a real run."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random

import pytest
from flint import arb, fmpq

from replcalc.paper.label_invariance.simulator_correlated_sampling import (
    CorrelatedSamplingSimulator,
    SampledPair,
    accepted_measure,
    denominator,
    disagreement,
    sample,
    tickets,
)
from replcalc.simulate.distributions import distribution, random_distribution, total_variation
from replcalc.simulate.simulator import simulate

SIMULATOR = CorrelatedSamplingSimulator()


def explicit(p: list[Fraction], q: list[Fraction], levels: int, rounds: int) -> tuple[Fraction, Fraction]:
    """Run the scheme round by round on its state space; (disagreement so far, mass not yet decided)."""
    size = len(p)
    states: dict[tuple[int, int], Fraction] = {(-1, -1): Fraction(1)}
    for _ in range(rounds):
        after: dict[tuple[int, int], Fraction] = {}
        for (a, b), mass in states.items():
            for y in range(size):
                for level in range(1, levels + 1):
                    u = Fraction(level, levels)
                    state = (y if a < 0 and u <= p[y] else a, y if b < 0 and u <= q[y] else b)
                    after[state] = after.get(state, Fraction(0)) + mass / (size * levels)
        states = after
    differ = sum((m for (a, b), m in states.items() if a >= 0 and b >= 0 and a != b), Fraction(0))
    pending = sum((m for (a, b), m in states.items() if a < 0 or b < 0), Fraction(0))
    return differ, pending


def test_geometric_series_against_explicit_rounds() -> None:
    p, q = distribution(3, 2, 1), distribution(1, 1, 4)
    differ, pending = explicit(
        [Fraction(3, 6), Fraction(2, 6), Fraction(1, 6)], [Fraction(1, 6)] * 2 + [Fraction(4, 6)], 6, 30
    )
    exact = disagreement(p, q)
    exact_fraction = Fraction(int(exact.p), int(exact.q))
    assert differ <= exact_fraction <= differ + pending
    assert pending < Fraction(1, 1000)


def test_counting_tickets_and_measuring_levels_agree() -> None:
    rng = Random(3)
    for _ in range(40):
        p, q = random_distribution(rng, 4, 12), random_distribution(rng, 4, 12)
        counted, measured = tickets(p, q).joint(), accepted_measure(p, q).joint()
        assert counted == measured
        assert disagreement(p, q) == 1 - sum((counted[y][y] for y in range(4)), fmpq(0))
        in_balls = disagreement([arb(x) for x in p], [arb(x) for x in q])
        assert in_balls.overlaps(arb(disagreement(p, q)))


def test_attained_exactly_when_masses_agree_or_vanish() -> None:
    attained = SampledPair(distribution(1, 1, 0), distribution(1, 0, 1)).measurements()
    by_name = {c.quantity: c for c in attained if c.sense == "<="}
    assert by_name["disagreement"].true == by_name["disagreement"].bound == fmpq(2, 3)
    generic = {
        c.quantity: c for c in SampledPair(distribution(2, 1), distribution(1, 2)).measurements() if c.sense == "<="
    }
    assert generic["acceptance in different rounds"].true == generic["disagreement"].bound == fmpq(1, 2)
    assert generic["disagreement"].true == fmpq(1, 3)  # the later side repeats the answer by luck


def test_grouped_answers_disagree_less() -> None:
    p, q = distribution(1, 1, 0, 2), distribution(0, 1, 1, 2)
    joint = tickets(p, q).joint()
    groups = (0, 0, 1, 1)
    by_hand = sum((joint[y][z] for y in range(4) for z in range(4) if groups[y] != groups[z]), fmpq(0))
    assert disagreement(p, q, groups) == by_hand < disagreement(p, q)


def test_real_run_is_a_function_of_seed_and_distribution() -> None:
    p, q = distribution(4, 3, 2, 1), distribution(3, 3, 1, 3)
    levels = denominator(p, q)
    assert levels == 10
    draws = 1500
    pairs = [(sample(p, f"s{r}", levels), sample(q, f"s{r}", levels)) for r in range(draws)]
    assert pairs[0][0] == sample(p, "s0", levels)
    exact = disagreement(p, q)
    rate = int(exact.p) / int(exact.q)
    assert abs(sum(a != b for a, b in pairs) / draws - rate) < 5 * sqrt(rate * (1 - rate) / draws)
    # control: fresh seeds for the two sides disagree as often as independent answers, far above the bound
    fresh = sum(sample(p, f"s{r}", levels) != sample(q, f"t{r}", levels) for r in range(draws)) / draws
    tv = total_variation(p, q)
    assert fresh > 1.5 * float(arb(2 * tv / (1 + tv)))


def test_extra_reports_the_run() -> None:
    run = SIMULATOR.extra(draws="300")["real_run"]
    assert run["draws"] == 300 == sum(run["answers_P"]) == sum(run["answers_Q"])
    assert run["exact_disagreement"] == "17/60"


@pytest.mark.parametrize("factor", [fmpq(9, 10), fmpq(1, 1000)])
def test_run_and_negative_control(factor: fmpq) -> None:
    found = simulate(SIMULATOR, cases=40, draws="10")
    assert found.violations == found.undecided == 0
    assert found.worst.ratio() == 1
    assert simulate(SIMULATOR, cases=10, weaken=factor, draws="10").violations > 0
