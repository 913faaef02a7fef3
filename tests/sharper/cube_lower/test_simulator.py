"""Cases of surfaces and cells, recomputed by hand and by simulation of the same definition in floats."""

from __future__ import annotations

import math
import random

from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.sharper.cube_lower.simulator import CubePoint, FieldPoint, RoundedCube, coin_box, gaussian_box
from replcalc.sharper.cube_lower.simulator_cells import CoinGrid, GaussianGrid, GaussianHexagon

BALL = "derived:cube-ball"


def test_divergence_by_finite_differences():
    """Of the same field, in plain floats."""
    centre, place = (fmpq(1, 10), fmpq(-1, 5), fmpq(0)), (fmpq(3, 20), fmpq(-1, 4), fmpq(1, 20))
    case = FieldPoint(fmpq(1, 20), fmpq(3, 5), fmpq(3, 5), fmpq(1, 100), centre, place)
    with ball_precision(128):
        exact = float(case.divergence())
    mu, turn = (math.pi / 2 - math.asin(0.6)) / 0.11, math.pi / 1.2

    def field(x):
        z = [math.sin(a) for a in x]
        g = [
            math.cos(a) * (mu * math.tan(mu * (b - float(arb(c)))) - turn * math.tan(turn * b))
            for a, b, c in zip(x, z, centre, strict=True)
        ]
        w = math.prod(math.cos(turn * b) ** 2 / math.cos(a) for a, b in zip(x, z, strict=True))
        return w, [w * c / math.hypot(*g) for c in g]

    x = [math.asin(float(arb(z))) for z in place]
    step, total = 1e-5, 0.0
    for i in range(3):
        up, down = ([a + s * (j == i) for j, a in enumerate(x)] for s in (step, -step))
        total += (field(up)[1][i] - field(down)[1][i]) / (2 * step)
    assert abs(total / field(x)[0] - exact) < 1e-4 * exact


def test_a_rounded_square_by_hand():
    """perimeter 4 - 8r + 2 pi r over area 1 - (4 - pi) r^2."""
    r = 0.25
    (cube, square) = RoundedCube(2, fmpq(1, 4), fmpq(1, 2)).measurements()
    by_hand = (4 - 8 * r + 2 * math.pi * r) / (1 - (4 - math.pi) * r * r)
    assert abs(float(cube.true) - by_hand) < 1e-12 and cube.true is square.true
    assert abs(float(square.bound) - (2 + math.sqrt(math.pi))) < 1e-12


def test_a_face_halves_what_a_cell_pays():
    """A box in the middle has all its sides, one in a corner half of them: 2k/l against k/l."""
    with ball_precision(96):
        thin = fmpq(1, 1000), fmpq(1, 10**7)
        middle = coin_box(BALL, fmpq(1, 20), fmpq(1, 2), *thin, (fmpq(0),) * 2)
        corner = coin_box(BALL, fmpq(1, 20), fmpq(1, 2), *thin, (fmpq(2, 5),) * 2)
        for box, sides in ((middle, 4), (corner, 2)):
            (found,) = box.measurements()
            length = float(box.edges[0][1] - box.edges[0][0])
            mass = (length / (2 * float(box.half))) ** 2
            assert abs(float(found.true) / mass - sides / length) < 1e-2 * sides / length
    assert list(corner.cut) == [(False, True)] * 2


def test_hexagons_by_chance():
    """Two normal points and a random tile, in floats: the corners that are cut off tile with the neighbours."""
    case = GaussianHexagon(40, fmpq(1), fmpq(1, 100), fmpq(8, 5), fmpq(1, 4))
    rng, size, cut, runs, differ = random.Random(1), 1.6, 0.25, 40_000, 0
    det = 1 - cut * cut

    def tile(x, y):
        """The lattice point (i, j) of (1, -cut), (-cut, 1) whose tile |x|, |y| <= 1/2, |x + y| <= 1 - cut holds it."""
        u, v = (x + cut * y) / det, (y + cut * x) / det
        for i in range(math.floor(u) - 1, math.floor(u) + 3):
            for j in range(math.floor(v) - 1, math.floor(v) + 3):
                a, b = x - i + cut * j, y + cut * i - j
                if max(abs(a), abs(b)) <= 0.5 and abs(a + b) <= 1 - cut:
                    return i, j
        raise AssertionError("the tiles leave a gap")

    spread = 1 / math.sqrt(40) / size
    for _ in range(runs):
        offset = rng.random() * 7, rng.random() * 7
        points = [[offset[k] + rng.gauss(0, spread) for k in (0, 1)] for _ in (0, 1)]
        differ += tile(*points[0]) != tile(*points[1])
    exact = float(case.chances()[0])
    assert abs(differ / runs - exact) < 5 * math.sqrt(exact * (1 - exact) / runs)


def test_gaussian_grid_by_hand():
    """E|v|/width to first order; failures by the width that is left."""
    rho, beta = GaussianGrid(2, 10**8, fmpq(1), fmpq(1, 100), fmpq(1)).chances()
    assert abs(float(rho) - 2 * math.sqrt(2 / 1e8) * math.sqrt(2 / math.pi)) < 1e-7
    assert float(beta) < 1e-12


def test_coin_grid_of_one_flip():
    """One flip, cells [0, 1/2) and [1/2, 1]...: the answer is the flip; agreement averages 1 - 2q(1-q)."""
    grid = CoinGrid(BALL, 2, 1, fmpq(2, 5), fmpq(9, 10), fmpq(1, 10), fmpq(1, 2), (fmpq(-1, 4),))
    rho, _ = grid.chances
    half = math.asin(0.9)
    same = (
        1
        - (half - math.sin(half) * math.cos(half)) / (2 * half) * 0
        - (1 / (2 * half)) * ((2 * half + math.sin(2 * half)) / 4)
    )
    assert abs(float(rho) - (1 - same**2)) < 1e-5


def test_worlds_that_say_nothing():
    assert list(CubePoint(fmpq(1, 2), (fmpq(0),) * 3).measurements()) == []
    far = FieldPoint(fmpq(1, 20), fmpq(3, 5), fmpq(3, 5), fmpq(1, 100), (fmpq(0),) * 2, (fmpq(1, 2),) * 2)
    assert not far.allowed and list(far.measurements()) == []
    box = gaussian_box(fmpq(1, 2), fmpq(1), fmpq(1, 10), fmpq(1, 10), (fmpq(0),) * 2)
    assert list(box.measurements()) == [], "it reaches beyond the window"
