"""Azuma's inequality: exact tails against brute force, the optimal tree, and controls that must fail."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import mpmath
import pytest
from flint import arb, fmpq

from replcalc.paper.pg_composition.simulator_azuma import (
    AzumaSimulator,
    MartingaleTree,
    Tail,
    check_step,
    independent,
    random_tree,
    stopped_walk,
    tail,
    two_point,
    worst_tree,
)
from replcalc.simulate.simulator import Measurement, simulate

SIMULATOR = AzumaSimulator()

HALF = fmpq(1, 2)
FAIR = two_point(fmpq(-1), fmpq(1), fmpq(0))


def rational(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)


@pytest.mark.parametrize("n", [1, 3, 6])
@pytest.mark.parametrize("threshold", [1, 2, 3])
def test_fair_signs_have_the_binomial_tail(n: int, threshold: int) -> None:
    tree = independent("fair", n, FAIR, fmpq(1), fmpq(0))
    ups = sum(comb(n, j) for j in range(n + 1) if 2 * j - n >= threshold)
    assert tail(tree.distribution_of_sum, fmpq(threshold)) == fmpq(ups, 2**n)


def test_stopped_walk_by_all_sign_sequences() -> None:
    """Reaching 2 within 6 steps: run every sign sequence and stop it by hand."""
    reached = 0
    for signs in product((-1, 1), repeat=6):
        position, hit = 0, False
        for sign in signs:
            position += 0 if hit else sign
            hit = hit or position >= 2
        reached += hit
    assert tail(stopped_walk(6, 2).distribution_of_sum, fmpq(2)) == fmpq(reached, 64)


def test_the_bound_is_the_printed_one() -> None:
    tree = MartingaleTree("", (fmpq(1), fmpq(3)), (fmpq(0), fmpq(1, 2)), lambda h: FAIR)
    comparison = next(Tail(tree, fmpq(2)).measurements())
    expected = mpmath.exp(-(mpmath.mpf("1.5") ** 2) / (2 * (1 + 9)))
    assert abs(float(comparison.bound.mid()) - float(expected)) < 1e-14


def test_uncentred_step_leaves_the_interval_of_the_usual_proof() -> None:
    """-1 with probability 1/4, else +1: |X - mu| = 3/2 > c = 1, and yet the tail obeys the bound."""
    skew = two_point(fmpq(-1), fmpq(1), HALF)
    assert skew == ((fmpq(-1), fmpq(1, 4)), (fmpq(1), fmpq(3, 4)))
    comparison = next(Tail(independent("skew", 4, skew, fmpq(1), HALF), fmpq(4)).measurements())
    assert comparison.true == fmpq(81, 256)
    assert arb(comparison.true) < comparison.bound


def test_hypotheses_are_enforced() -> None:
    for broken in (((fmpq(2), fmpq(1)),), ((fmpq(1), HALF),), ((fmpq(1), fmpq(1)),)):
        with pytest.raises(ValueError):
            check_step(broken, fmpq(1), HALF)
    with pytest.raises(ValueError):
        next(Tail(independent("fair", 2, FAIR, fmpq(1), fmpq(0)), fmpq(0)).measurements())


def test_the_optimal_tree_beats_every_tree_of_two_steps() -> None:
    """All pairs of two-point or point distributions on {-2..2} and {-1..1}, the second chosen per first value."""
    tree, optimum = worst_tree((2, 1), (fmpq(0), fmpq(0)), 2)
    assert tail(tree.distribution_of_sum, fmpq(2)) == optimum

    def distributions(c: int) -> list[list[tuple[int, Fraction]]]:
        found = [[(x, Fraction(1))] for x in range(-c, 1)]
        for low in range(-c, 0):
            for high in range(1, c + 1):
                up = Fraction(-low, high - low)
                found.append([(low, 1 - up), (high, up)])
        return found

    best = Fraction(0)
    for first in distributions(2):
        value = Fraction(0)
        for x, p in first:
            value += p * max(sum((q for y, q in second if x + y >= 2), Fraction(0)) for second in distributions(1))
        best = max(best, value)
    assert optimum == rational(best)


def test_random_trees_attain_their_means() -> None:
    rng = Random(5)
    for _ in range(20):
        tree = random_tree(rng)
        assert sum(tree.distribution_of_sum.values(), fmpq(0)) == 1


def test_a_smaller_c_would_be_refuted() -> None:
    """Negative control: with half of every c_i in the exponent the fair walk breaks the bound."""
    tree = independent("fair", 2, FAIR, fmpq(1), fmpq(0))
    honest = next(Tail(tree, fmpq(2)).measurements())
    forged = next(
        Tail(MartingaleTree("", (HALF,) * 2, tree.mu, lambda h: ((fmpq(0), fmpq(1)),)), fmpq(2)).measurements()
    ).bound
    assert not honest.violated(fmpq(1))
    assert Measurement("lm:azuma", "tail", honest.true, forged).violated(fmpq(1))


def test_run() -> None:
    found = simulate(SIMULATOR, cases=30)
    assert found.violations == 0 and found.undecided == 0
    assert arb("0.98") < found.worst.ratio() < 1
