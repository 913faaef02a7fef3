"""Cosine noise by a race on the torus: the agreement against a race that is really run, and against its bound."""

import math
from random import Random

import pytest
from flint import arb, fmpq

from replcalc.sharper.cosine.simulator import compute_failure, compute_plane_disagreement, compute_race_disagreement


def race(rng, means, a):
    """Both runs of one race, point by point; (answers, points that the first run looked at)."""
    best = [(math.inf, None)] * len(means)
    clock, looked = 0.0, 0
    while True:
        clock += rng.expovariate(1.0)
        looked += clock <= best[0][0]
        if all(clock > score for score, _ in best):
            return [y for _, y in best], looked + 1
        u = rng.uniform(0, 2 * a)
        for i, v in enumerate(means):
            y = v - a + (u - (v - a)) % (2 * a)
            weight = math.cos(math.pi * (y - v) / (2 * a)) ** 2
            if weight > 0 and clock / weight < best[i][0]:
                best[i] = (clock / weight, y)


@pytest.mark.parametrize("shift", [fmpq(1, 20), fmpq(1, 5), fmpq(2, 5)])
def test_the_quadrature_is_the_race(shift):
    rng, runs, a = Random(3), 20_000, 0.7
    distance = 2 * a * float(shift.p) / float(shift.q)
    differ = looked = 0
    for _ in range(runs):
        (x, y), points = race(rng, (0.3, 0.3 + distance), a)
        differ += abs(x - y) > 1e-9
        looked += points
    exact = float(compute_race_disagreement(shift))
    assert abs(differ / runs - exact) < 4 * math.sqrt(exact * (1 - exact) / runs)
    assert abs(looked / runs - 3) < 0.1, "two to the power of one, plus one"


def test_the_plane_merges_outcomes():
    """Cells of one coordinate alone: the race on them disagrees at most as often as the one on the line."""
    for shift in (fmpq(1, 20), fmpq(1, 5)):
        cells = compute_plane_disagreement((shift, fmpq(0)))
        assert arb(0) < cells < compute_race_disagreement(shift)
    assert compute_plane_disagreement((fmpq(0), fmpq(0))) < arb("1e-9")


def test_failure_by_hand():
    # one fair flip, a = 1, alpha = 1: fails if the noise leaves [-1/2, 1] on one side, mass of (1/2, 1)
    outside = 0.5 - (0.25 + math.sin(math.pi / 2) / (2 * math.pi))
    assert abs(float(compute_failure(1, fmpq(1, 2), fmpq(1), fmpq(1))) - outside) < 1e-12
