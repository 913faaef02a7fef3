"""Lower bounds beside compositions: of the model that is asked about, figures by hand, and where nothing is said."""

import math

import mpmath
from flint import arb, fmpq

from replcalc.planning.comparison import compare, find_lower_bound
from replcalc.planning.composition import composition
from replcalc.sharper.hidden_coins.charge import FEW, in_balls
from replcalc.sharper.hidden_coins.lower import find_reach

MP = mpmath.mp.clone()
MP.dps = 30
SMALL = fmpq(1, 10**6)


def exact_charge(k, h):
    """The best weight by a fine grid, every s."""
    odds = 2 * h / (1 - h)

    def charge(lam):
        return min((1 - lam) * odds * (k - s) / math.sqrt(1 + s) + lam * math.sqrt(s) for s in range(k + 1))

    return max(charge(j / 4000) for j in range(1, 4000))


def test_headline_at_one_sample():
    """1000 problems of one sample, rho0 = 1e-4, rho = 0.01: 64, by hand from the charge."""
    found = find_lower_bound(composition("1x1000", "0.01", rho0="1e-4", beta0="1e-6"), fmpq(2, 1000))
    margin = exact_charge(1000, 4e-4) * (1 - 0.01 - 0.002) / 8 - 4e-4 * 1000 * 0.002 / math.pi
    assert found.statement == "derived:hidden-coins-lower" and found.samples == math.ceil((margin / 0.01) ** 2) == 64


def test_headline_at_a_hundred_samples():
    """Hidden means lose no logarithm while k rho0 is small: 4,172 where blanked samples would say 442."""
    found = find_lower_bound(composition("100x1000", "0.01", rho0="1e-4", beta0="1e-6"), fmpq(2, 1000))
    z = float(MP.sqrt(2) * MP.erfinv(1 - 2 * MP.mpf("1e-6")))
    h = (1e-4 - 2e-6) * z * math.sqrt(math.pi)
    gain = exact_charge(1000, h) * (1 - 0.012) / math.sqrt(math.pi)
    margin = (gain - h * 1000 * 0.002 * math.sqrt(2 * math.pi) / (2 * (1 - h))) / (2 * z)
    assert found.statement == "derived:hidden-means-lower"
    assert abs(found.samples - 100 * (margin / 0.01) ** 2) < 5 and found.samples == 4172


def test_binary_outputs_by_hand():
    found = find_lower_bound(composition("100x10", "0.01", rho0="0.05", beta0="1e-6", outputs="binary"), SMALL)
    z = float(MP.sqrt(2) * MP.erfinv(1 - 2 * MP.mpf("1e-6")))
    room = math.sqrt(math.pi) / 2 * 0.05 * z
    by_hand = 1000 * 0.05**2 * (0.99 - (1 + math.pi * math.sqrt(2) / 4) * 1e-6) ** 2 / ((1 + 2 * room) * 0.01) ** 2
    assert found.statement == "derived:location-lower" and abs(found.samples - by_hand) < 2


def test_the_reach_is_hardly_larger_than_it_must_be():
    for beta0 in (fmpq(1, 3), fmpq(1, 1000), fmpq(1, 10**100), fmpq(1, 10**400)):
        z = find_reach(beta0)
        tail = MP.erfc(MP.mpf(int(z.p)) / int(z.q) / MP.sqrt(2)) / 2
        assert tail <= MP.mpf(1) / int(1 / beta0)
        shorter = MP.mpf(int(z.p)) / int(z.q) * MP.mpf("0.99" if beta0 > fmpq(1, 10**300) else "0.9")
        assert MP.erfc(shorter / MP.sqrt(2)) / 2 > MP.mpf(1) / int(1 / beta0)


def test_the_charge_of_many_problems_is_a_lower_bound_close_to_the_minimum():
    for k, a, b in ((1000, 0.01, 0.5), (5000, 1e-4, 0.3), (3000, 0.6, 0.5), (10**4, 0.26, 0.5), (FEW, 0.1, 0.4)):
        exact = min(a * (k - s) / math.sqrt(1 + s) + b * math.sqrt(s) for s in range(k + 1))
        found = float(in_balls(arb(k), arb(a), arb(b)).lower())
        assert exact * 0.99 < found <= exact * (1 + 1e-12)


def test_nothing_is_said_where_nothing_is_excluded():
    assert find_lower_bound(composition("1x3", "0.1", rho0="0.01", beta0="1e-6"), fmpq(1, 1000)) is None
    assert find_lower_bound(composition("100x3", "0.1", rho0="0.3", beta0="1e-6"), None) is None
    assert find_lower_bound(composition("100x3", "0.1", rho0="0.3", beta0="1e-6"), fmpq(1)) is None


def test_composition_of_coins():
    goal = composition("1x50", "0.05", rho0="0.5", beta0="1e-9")
    found = find_lower_bound(goal, SMALL)
    assert found is not None and found.statement == "derived:coins-lower"
    margin = MP.mpf("0.95") - (1 + 4 / MP.pi) / 10**6
    assert found.samples == int(MP.ceil(50 * margin**2 / (16 * MP.mpf("0.0025"))))


def test_no_upper_bound_is_below():
    for n, rho, rho0 in (("1x3", "0.1", "0.5"), ("50", "0.02", "0.1")):
        compared = compare(composition(n, rho, rho0=rho0, beta0="1e-6"), ("side-by-side", "votes", "joint"), 6)
        bound = compared.lower_bound
        assert bound is not None and all(r.samples >= bound.samples for r in compared.results if r.certified)
