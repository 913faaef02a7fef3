"""Replicable composition: the small pipeline, the theorem at full size, squared votes, and controls."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.paper.main.conversion import WIDE
from replcalc.paper.main.exponential_votes import ExponentialVotes
from replcalc.paper.main.pipeline import TINY, FullPipeline, SmallPipeline, binomial_ball
from replcalc.paper.main.simulator import (
    ALGORITHM,
    BACK,
    DIRECT,
    SHARP,
    THEOREM,
    DirectComposition,
    FullCase,
    MainSimulator,
    SmallCase,
)
from replcalc.paper.main.squared_votes import direct_cases
from replcalc.simulate.algorithms import mixed, multinomial, reader
from replcalc.simulate.bounds import Ln
from replcalc.simulate.distributions import bernoulli, least_delta_over_events, mass_where, mixture
from replcalc.simulate.simulator import BITS, Measurement

SIMULATOR = MainSimulator()

TENTH = fmpq(1, 10)


def by_quantity(comparisons: object) -> dict[tuple[str, str], Measurement]:
    return {(c.statement, c.quantity): c for c in comparisons}  # type: ignore[attr-defined]


# -- small pipelines -------------------------------------------------------------------------------------------------
def test_exponential_law_by_hand() -> None:
    """Two copies of mixed strings on counts (2, 1), e^eta = 2: enumerate the nine ordered draws of strings."""
    toy = mixed(fmpq(1, 4), fmpq(1, 4))
    weights = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    winner, votes = [0, 0, 1], [3, 2, 3]
    wrong = Fraction(0)
    for a in range(3):
        for b in range(3):
            total = 2 ** votes[a] + 2 ** votes[b]
            wrong += weights[a] * weights[b] * Fraction(2 ** votes[a] * winner[a] + 2 ** votes[b] * winner[b], total)
    exact = ExponentialVotes(toy, bernoulli(TENTH), 3, Ln(fmpq(2)))
    distribution = exact.average(multinomial(toy.coins, 2), (2, 1))
    assert distribution == (1 - fmpq(wrong.numerator, wrong.denominator), fmpq(wrong.numerator, wrong.denominator))


CALM = SmallPipeline((mixed(TENTH, fmpq(1, 50)), reader(fmpq(1, 5))), bernoulli(fmpq(1, 200)), 8, 2, fmpq(1001, 1000))


def test_closeness_holds_on_all_events() -> None:
    ratio = fmpq(10001, 10000)
    close = CALM.closeness(ratio)
    for i, (gamma, delta) in enumerate(zip(close["gamma"], close["delta"], strict=True)):
        rows = [distributions[i] for distributions in CALM.distributions]
        weights = [p for _, p in CALM.samples]
        average = mixture(weights, rows)
        lost = mass_where(weights, (least_delta_over_events(row, average, ratio) > delta for row in rows))
        assert lost <= gamma and delta >= TINY
        assert gamma + delta < fmpq(1, 1000)


def test_small_pipeline_gets_a_promise_below_one() -> None:
    with ball_precision(BITS):
        found = by_quantity(SmallCase(CALM).measurements())
    paper = found[BACK, "rho of alg:main, composed by lm:pg_compose_het"]
    sharp = found[SHARP, "rho of alg:main, composed by derived:nonadaptive-tv"]
    assert 0 < paper.true == sharp.true
    assert sharp.bound < paper.bound < 1
    each, some = CALM.failures()
    assert found[ALGORITHM, "beta"].bound == sum(each, fmpq(0)) >= some
    # fixed strings that are stuck on the wrong answer are chosen about as often as drawn
    assert abs(each[0] - fmpq(1, 50)) < fmpq(1, 1000)


def test_failure_of_the_product_is_the_union() -> None:
    case = SmallPipeline((reader(fmpq(1)), reader(fmpq(1))), bernoulli(fmpq(1, 3)), 3, 1, fmpq(2))
    each, some = case.failures()
    # both copies read the same three draws: wrong iff ones have the majority
    majority = 3 * Fraction(1, 9) * Fraction(2, 3) + Fraction(1, 27)
    assert each == (fmpq(majority.numerator, majority.denominator),) * 2
    assert some == each[0]  # deterministic given the sample, hence no union of two


# -- the theorem at full size ----------------------------------------------------------------------------------------
def pipeline(ones: fmpq, n: tuple[int, ...] = (1, 1), most: int = 3) -> FullPipeline:
    toy = mixed(TENTH, fmpq(9, 10000))
    return FullPipeline(toy, n, ones, TENTH, fmpq(1, 10000), fmpq(1, 1000), fmpq(1, 400), WIDE, most)


def test_binomial_ball_against_mpmath() -> None:
    with ball_precision(BITS):
        ball = binomial_ball(10**16, fmpq(1, 10**16), 2)
    with mpmath.workdps(40):
        expected = mpmath.binomial(10**16, 2) * mpmath.mpf(10) ** -32 * (1 - mpmath.mpf(10) ** -16) ** (10**16 - 2)
        assert abs(mpmath.mpf(str(ball.mid().str(30, radius=False))) - expected) < mpmath.mpf(10) ** -25


def test_full_size_samples_are_a_law_up_to_the_rest() -> None:
    with ball_precision(BITS):
        case = pipeline(fmpq(1, 10**18), (1, 2), 2)
        samples, rest = case.samples()
        assert (sum((p for _, p in samples), arb(0)) + rest).overlaps(arb(1))
        assert 0 < rest < fmpq(1, 10**6)


@pytest.mark.parametrize(("step", "rounds"), [(2, (7, 5)), (3, (4, 9)), (2, (12, 3)), (3, (7, 2))])
def test_groups_of_draws_by_position(step: int, rounds: tuple[int, int]) -> None:
    """Which algorithms look at which draw, position by position (block counts put in by hand)."""
    case = pipeline(fmpq(1, 10**18), (1, step))
    case.__dict__["rounds"] = rounds
    first, second = set(range(rounds[0])), {step * t for t in range(rounds[1])}
    expected = [(len(first - second), (0,)), (len(second - first), (1,)), (len(first & second), (0, 1))]
    assert case.groups == expected


def test_theorem_at_full_size() -> None:
    with ball_precision(BITS):
        case = pipeline(fmpq(1, 10**18))
        found = by_quantity(FullCase(case).measurements())
        assert not any(c.violated(fmpq(1)) or not c.settled() for c in found.values())
        assert case.rounds[0] > 10**15
        # two independent strings, each stuck with probability 9/10000
        stuck = 1 - (1 - Fraction(9, 10000)) ** 2
        assert abs(float(found[THEOREM, "rho of alg:main at the theorem's parameters"].true.mid())) < 1e-6
        assert abs(float(found[ALGORITHM, "beta"].true.mid()) - float(stuck)) < 1e-6
        assert found[BACK, "rho of alg:main, composed by lm:pg_compose_het"].bound < case.rho


def test_frequent_ones_leave_the_answer_open() -> None:
    """Control: when samples outside the enumeration are likely, the enclosure is wide and claims nothing."""
    with ball_precision(BITS):
        rho, _ = pipeline(fmpq(1, 10**15)).measure()
        assert not rho < fmpq(1, 10)


# -- squared votes ---------------------------------------------------------------------------------------------------
def test_direct_case_promises_less_than_one() -> None:
    [case] = direct_cases("", (reader(fmpq(1)),) * 2, bernoulli(fmpq(1, 20)), 40, 1000, (fmpq(1, 15), fmpq(3, 10)))
    with ball_precision(BITS):
        found = by_quantity(DirectComposition(case, steps=False).measurements())
    rho, beta = found[DIRECT, "rho"], found[DIRECT, "beta"]
    assert rho.true > 0 and arb(rho.true) < rho.bound < 1
    assert beta.true > 0 and arb(beta.true) < beta.bound < 1
    with mpmath.workdps(30):
        rho0, T = mpmath.mpf(19) / 200, 40
        x0, x1 = mpmath.mpf(233) / 1500, mpmath.mpf(6131) / 15000
        D = (1 - x1) ** 2 / (1 - x0)

        def kl(a: mpmath.mpf, b: mpmath.mpf) -> mpmath.mpf:
            return a * mpmath.log(a / b) + (1 - a) * mpmath.log((1 - a) / (1 - b))

        omega, tau = mpmath.exp(-1000 * kl(x0, rho0)), mpmath.exp(-T * kl(x1, x0))
        distance = mpmath.sqrt(2 * 2 * rho0 / (T * D))
        expected = 2 * distance / (1 + distance) + 2 * (omega + 2 * tau)
    assert abs(float(rho.bound.mid()) - float(expected)) < 1e-12


def test_no_case_without_disagreement() -> None:
    assert not list(direct_cases("", (mixed(fmpq(0), fmpq(1, 2)),), bernoulli(TENTH), 3, 1, (TENTH, TENTH)))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("quantity", ["chi", "tau", "D", "1-cos", "TV <= sqrt(2) H", "omega"])
def test_each_step_has_a_comparison_that_bites(quantity: str) -> None:
    """Negative control step by step: a thousandth of each bound is broken somewhere in the named cases."""
    broken = False
    with ball_precision(BITS):
        for case in (each for each in SIMULATOR.named() if isinstance(each, DirectComposition)):
            for c in (*case.of_problems(), *replace(case, pairs=10).of_distances()):
                broken = broken or (c.quantity == quantity and c.violated(fmpq(1, 1000)))
                assert not c.violated(fmpq(1))
            if broken:
                break
    assert broken
