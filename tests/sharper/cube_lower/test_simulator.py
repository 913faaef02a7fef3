"""Cases of surfaces and cells, recomputed by hand and by simulation of the same definition in floats."""

import math

from flint import fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.sharper.cube_lower.simulator import GaussianGrid, RoundedCube, coin_box, gaussian_box

BALL = "derived:cube-ball"


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


def test_gaussian_grid_by_hand():
    """E|v|/width to first order; failures by the width that is left."""
    rho, beta = GaussianGrid(2, 10**8, fmpq(1), fmpq(1, 100), fmpq(1)).chances()
    assert abs(float(rho) - 2 * math.sqrt(2 / 1e8) * math.sqrt(2 / math.pi)) < 1e-7
    assert float(beta) < 1e-12


def test_a_box_beyond_the_window_says_nothing():
    box = gaussian_box(fmpq(1, 2), fmpq(1), fmpq(1, 10), fmpq(1, 10), (fmpq(0),) * 2)
    assert list(box.measurements()) == []
