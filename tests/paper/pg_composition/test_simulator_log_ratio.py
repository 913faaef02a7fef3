"""The log-ratio of close distributions: truths recomputed in fractions and mpmath, the sharper tail reached, controls."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import mpmath
import pytest
from flint import fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.paper.pg_composition.simulator_log_ratio import (
    TINY,
    LogRatios,
    LogRatioSimulator,
    Pair,
    edge_pair,
)
from replcalc.simulate.distributions import RATIOS, distribution, random_close_pair
from replcalc.simulate.simulator import simulate

SIMULATOR = LogRatioSimulator()


def fractions(p) -> list[Fraction]:
    return [Fraction(int(x.p), int(x.q)) for x in p]


def by_hand(pair: Pair) -> tuple[Fraction, Fraction, mpmath.mpf]:
    """(P outside E, Q outside E, mean of ln(P/Q) under P given E), with E from logarithms."""
    p, q = fractions(pair.p), fractions(pair.q)
    with mpmath.workdps(40):
        limit = 2 * mpmath.log(mpmath.mpf(int(pair.ratio.p)) / int(pair.ratio.q)) * (1 + mpmath.mpf(10) ** -30)
        logs = [
            mpmath.log(mpmath.mpf(a.numerator * b.denominator) / (a.denominator * b.numerator))
            if a and b
            else mpmath.inf
            for a, b in zip(p, q, strict=True)
        ]
        inside = [abs(x) <= limit for x in logs]
        kept = sum((a for a, keep in zip(p, inside, strict=True) if keep), Fraction(0))
        other = sum((b for b, keep in zip(q, inside, strict=True) if keep), Fraction(0))
        mean = sum(
            mpmath.mpf(a.numerator) / a.denominator * x for a, x, keep in zip(p, logs, inside, strict=True) if keep
        )
        return 1 - kept, 1 - other, mean / (mpmath.mpf(kept.numerator) / kept.denominator)


def test_truths_by_logarithms() -> None:
    rng = Random(5)
    for _ in range(40):
        ratio = rng.choice(RATIOS)
        pair = Pair(
            *random_close_pair(rng, rng.randint(2, 5), ratio, fmpq(rng.randint(1, 8), 1000) * (ratio - 1)), ratio
        )
        tail, other, mean = by_hand(pair)
        assert fractions([pair.tail(), pair.swapped().tail()]) == [tail, other]
        with ball_precision(128):
            found = pair.weighted(pair.conditional())
        assert abs(mpmath.mpf(found.str(30, radius=False)) - mean) < mpmath.mpf(10) ** -15


@pytest.mark.parametrize("ratio", RATIOS)
def test_edge_pairs_reach_the_sharper_tail_from_below(ratio: fmpq) -> None:
    delta = (ratio - 1) / 100
    for margin in (fmpq(1, 10), fmpq(1, 10**6)):
        pair = edge_pair(ratio, delta, margin)
        assert pair.delta == delta
        sharp = (1 + 1 / ratio**2) * delta / (1 - 1 / ratio)
        assert pair.tail() < sharp
        assert pair.tail() > sharp * (1 - 40 * margin)
    # at the edge itself (log-ratio exactly 2 eps) nothing is outside E: the inequality in E is not strict
    assert edge_pair(ratio, delta, fmpq(0)).tail() == 0


def test_a_smaller_constant_is_refuted() -> None:
    """Had the sharper tail been claimed without its factor 1 + e^(-2 eps), the named cases would break it."""
    pair = edge_pair(fmpq(3, 2), fmpq(1, 200), fmpq(1, 10**6))
    assert pair.tail() > pair.delta / (1 - 1 / pair.ratio)


def test_both_processes_and_all_statements() -> None:
    with ball_precision(192):
        found = list(LogRatios(edge_pair(fmpq(2), fmpq(1, 100), fmpq(1, 100))).measurements())
    assert {c.statement for c in found} == set(SIMULATOR.statements)
    assert {c.quantity.split(", ")[-1] for c in found if c.statement == "lm:bound_expect"} == {
        "real process",
        "oracle process",
    }


def test_expectations_only_under_their_hypotheses() -> None:
    with ball_precision(192):
        assert (
            list(LogRatios(Pair(distribution(3, 1), distribution(1, 1), fmpq(3)), tails=False).measurements()) == []
        )  # eps = ln 3 > 1
        assert (
            list(LogRatios(Pair(distribution(9, 1), distribution(1, 9), fmpq(2)), tails=False).measurements()) == []
        )  # delta > eps/50
        assert (
            len(list(LogRatios(Pair(distribution(1, 1), distribution(1, 1), fmpq(2)), tails=False).measurements())) == 6
        )
    assert Pair(distribution(1, 1), distribution(1, 1), fmpq(2)).delta == TINY


@pytest.mark.exhaustive
def test_tight_and_weakened() -> None:
    found = simulate(SIMULATOR, cases=3)
    assert found.per_statement["derived:help-kasi"][1].ratio() > fmpq(999999, 10**6)
    assert found.per_statement["lm:help_kasi"][1].ratio() > fmpq(95, 100)
    assert simulate(SIMULATOR, cases=3, weaken=fmpq(1, 2)).violations > 0 == found.violations
