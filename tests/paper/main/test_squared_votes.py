"""Squared votes: norms, distances and tails of the proof, each recomputed with plain Fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.paper.label_invariance.simulator_correlated_sampling import tickets
from replcalc.paper.main.squared_votes import DirectCase, hellinger, hellinger_by_atoms, square_root, totals
from replcalc.simulate.distributions import bernoulli, uniform
from replcalc.simulate.tables import majority_threshold, mixed, reader

HALF = fmpq(1, 2)


def fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def test_root_is_exact_where_it_can_be() -> None:
    assert square_root(fmpq(9, 16)) == fmpq(3, 4)
    assert isinstance(square_root(fmpq(2)), arb)


def test_expected_gap_by_two_samples() -> None:
    """One string that copies a coin of 1/4, three blocks: all 64 pairs of samples by hand."""
    problem = DirectCase("", (reader(fmpq(1)),), bernoulli(fmpq(1, 4)), 3, 1, HALF, fmpq(3, 4)).problems[0]
    p = [Fraction(3, 4), Fraction(1, 4)]
    total = Fraction(0)
    for s in product((0, 1), repeat=3):
        for t in product((0, 1), repeat=3):
            weight = Fraction(1)
            for x in (*s, *t):
                weight *= p[x]
            total += weight * sum((Fraction(s.count(y) - t.count(y), 3)) ** 2 for y in (0, 1))
    assert fraction(problem.expected_gap((0, 1))) == total == 2 * (1 - p[0] ** 2 - p[1] ** 2) / 3


def test_two_forms_of_the_hellinger_distance_agree() -> None:
    case = DirectCase("", (mixed(fmpq(1, 3), fmpq(1, 5)),), bernoulli(fmpq(1, 4)), 5, 3, HALF, fmpq(3, 4))
    strings = ((1, 1, 1),)
    with ball_precision(128):
        for (a, _), (b, _) in zip(case.samples, case.samples[1:], strict=False):
            v, w = (case.problems[0].vote(strings[0], c[0]) for c in (a, b))
            atoms = hellinger_by_atoms(case.output_distribution(strings, a), case.output_distribution(strings, b))
            assert arb(hellinger(v, w)).overlaps(atoms)
            assert atoms > 0


def test_tails_by_hand() -> None:
    """reader(1/4) on eight equal draws: x is 7/8 with probability 1/4, else 0."""
    case = DirectCase("", (reader(fmpq(1, 4), outputs=8),), uniform(8), 1, 3, HALF, fmpq(3, 4))
    problem = case.problems[0]
    assert problem.spread == (fmpq(0), fmpq(7, 8))
    # mean of three above 1/2: at least two of them
    expected = 3 * Fraction(1, 16) * Fraction(3, 4) + Fraction(1, 64)
    assert fraction(1 - sum((p for _, p in problem.good_strings()), fmpq(0))) == expected
    # a steady string always agrees with itself, so the normaliser never falls
    assert sum((p for _, p in problem.good_samples((3, 0))), fmpq(0)) == 1


def test_totals_against_the_joint_law_of_the_tickets() -> None:
    """Blocks of 2 and of 1: every string, every pair of samples, the full joint distribution of correlated sampling."""
    case = DirectCase("", (majority_threshold(2), reader(fmpq(1, 3))), bernoulli(fmpq(1, 4)), 2, 1, HALF, fmpq(3, 4))
    rho = failure = fmpq(0)
    for strings, weight in case.strings():
        for a, p in case.samples:
            law_a = case.output_distribution(strings, a)
            failure += weight * p * sum((m for m, bad in zip(law_a, case.failing, strict=True) if bad), fmpq(0))
            for b, q in case.samples:
                joint = tickets(law_a, case.output_distribution(strings, b)).joint()
                rho += (
                    weight
                    * p
                    * q
                    * sum(
                        (
                            joint[y][z]
                            for y in range(len(joint))
                            for z in range(len(joint))
                            if case.answers[y] != case.answers[z]
                        ),
                        fmpq(0),
                    )
                )
    assert totals(case)[:2] == (rho, failure)
    assert 0 < rho < 1 and 0 < failure < 1


def test_binary_shortcut_agrees_with_all_samples() -> None:
    """With blocks of one draw only the number of ones matters."""
    from replcalc.simulate.tables import profiles

    case = DirectCase("", (reader(HALF), reader(HALF)), bernoulli(fmpq(1, 3)), 4, 2, HALF, fmpq(3, 4))
    assert sorted(case.samples) == profiles(case.domain, 4, (1, 1))


@pytest.mark.parametrize("copies", [1, 4])
def test_answers_name_output_vectors(copies: int) -> None:
    case = DirectCase("", (reader(HALF), mixed(fmpq(1, 3), fmpq(1, 3))), uniform(2), 2, copies, HALF, fmpq(3, 4))
    atoms = [(y, z) for _ in range(2) for y in (0, 1) for _ in range(3) for z in (0, 1)]
    assert case.answers == tuple(2 * y + z for y, z in atoms)
    assert case.failing == tuple(y == 1 or z == 1 for y, z in atoms)
