"""Products of cosines in doubles: every promised error holds, and a smaller one is caught."""

import math
import random

import numpy as np
import pytest
from flint import arb, fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.family import Family
from replcalc.numbers.fields import ball_precision
from replcalc.sharper.total_variation import band_limited, cosines, frequencies, product_tv
from replcalc.sharper.total_variation.band_limited import Band, RoughValues
from replcalc.sharper.total_variation.cosines import COSINE_ERROR, UNIT, CosineProducts, phases
from replcalc.sharper.total_variation.product_tv import total_variation
from replcalc.sharper.total_variation.sign_sums import overlaps

RANDOM = random.Random(7)


def difference(phase: int, value: float) -> float:
    """|value - cos(2 pi phase/2^64)|, by balls."""
    with ball_precision(160):
        return float(abs(arb.cos_pi_fmpq(fmpq(phase, 2**63)) - arb(value)))


def test_the_cosine_is_within_its_error_and_the_error_is_not_idle():
    corners = (
        [j << 53 for j in range(2048)] + [(j << 53) + 2**52 for j in range(0, 2048, 7)] + [2**64 - 1, 2**62 - 1, 1]
    )
    some = [RANDOM.getrandbits(64) for _ in range(20_000)]
    chosen = np.array([*corners, *some], dtype=np.uint64)
    worst = max(map(difference, chosen.tolist(), cosines.cosines(chosen).tolist()))
    assert worst <= COSINE_ERROR
    assert worst > 0.35 * COSINE_ERROR  # an error term a third as large would be refuted here


def rotations(count, powers=False):
    return [(fmpq(RANDOM.randint(1, 10**9), 10**10 + j), RANDOM.randint(2, 9) if powers else 1) for j in range(count)]


def exact_product(chosen, n):
    product = arb(1)
    for rho, power in chosen:
        product *= arb.cos_pi_fmpq(2 * rho * n) ** power
    return product


@pytest.mark.parametrize(("count", "powers"), [(3, False), (40, False), (5, True)])
def test_products_are_within_their_error_and_bounds_bound(count, powers):
    chosen = rotations(count, powers)
    products = CosineProducts(chosen)
    numbers = np.array(sorted(RANDOM.sample(range(1, 10**6), 300)), dtype=np.uint64)
    values, error = products.values(numbers)
    start, floor = 987_000, 1e-3
    kept = set(products.above(start, start + 500, floor).tolist())
    with ball_precision(200):
        wrong = [abs(exact_product(chosen, n) - arb(v)) for n, v in zip(numbers.tolist(), values.tolist(), strict=True)]
        assert all(w < error for w in wrong) and error < count * 1e-12
        # rounding is really there: an error term ten thousand times smaller is refuted where factors are few
        assert count > 5 or any(w > error / 10_000 for w in wrong)
        for n in range(start, start + 501):
            assert n in kept or abs(exact_product(chosen, n)) < floor
        large = {n for n in range(start, start + 501) if abs(exact_product(chosen, n)) >= floor}
    assert large <= kept and len(kept) <= len(large) + 25  # and few are kept in vain


def test_small_products_are_proved_small_far_below_the_rounding_error():
    chosen = rotations(200)
    assert len(CosineProducts(chosen).above(10**5, 10**5 + 500, 1e-30)) < 250


def test_bounds_hold_at_the_ends_of_the_arcs():
    table = cosines._bounds()
    with ball_precision(128):
        for j in range(0, cosines.ARCS, 13):
            for x in (fmpq(j, cosines.ARCS), fmpq(j + 1, cosines.ARCS), fmpq(2 * j + 1, 2 * cosines.ARCS)):
                for drift in (-cosines.LARGEST_DRIFT, cosines.LARGEST_DRIFT):
                    assert abs(arb.cos_pi_fmpq(2 * (x + drift))) <= arb(float(table[j]))
        # without the drift the table would be too small where cos is steep
        edge, drift = fmpq(1, 8), cosines.LARGEST_DRIFT
        without = abs(arb.cos_pi_fmpq(2 * edge))
        assert abs(arb.cos_pi_fmpq(2 * (edge - drift))) > without


def test_phases_wrap_around_exactly():
    rho, numbers = fmpq(123456789, 10**9), np.array([1, 17, 10**6], dtype=np.uint64)
    step = int((rho * 2**64 + fmpq(1, 2)).floor())
    assert phases([rho], numbers)[0].tolist() == [step * n % 2**64 for n in (1, 17, 10**6)]
    assert phases([rho], numbers, turn=-(2**62))[0].tolist() == [(step * n - 2**62) % 2**64 for n in (1, 17, 10**6)]


# -- the bracket -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("point", [fmpq(0), fmpq(3, 7)])
def test_rough_terms_enclose_the_terms_in_balls(point):
    chosen, band = rotations(6), Band(fmpq(37, 5), 5000)
    numbers = np.arange(40, 5000, dtype=np.uint64)
    values, error = CosineProducts(chosen).values(numbers)
    with ball_precision(192):
        balls = [(int(n), exact_product(chosen, int(n))) for n in numbers]
        ((low, high),) = band.means(balls, [], [point])
        ((rough_low, rough_high),) = band.means([], [RoughValues(numbers, values, error)], [point])
        for exactly, roughly in ((low, rough_low), (high, rough_high)):
            assert roughly.overlaps(exactly) and roughly.rad() < arb("1e-13")
            assert roughly.rad() > 100 * exactly.rad()
        # with no error the sums in doubles would contradict the balls
        without = [some.mid() for some in (rough_low, rough_high)]
        assert any(not middle.overlaps(exactly) for middle, exactly in zip(without, (low, high), strict=True))
        # and values worse than their error says are caught
        worse = RoughValues(numbers, values + 1e-10, error)
        ((rough_low, rough_high),) = band.means([], [worse], [fmpq(0)])
        ((low, high),) = band.means(balls, [], [fmpq(0)])
        assert not rough_low.overlaps(low) and not rough_high.overlaps(high)


def test_small_sines_are_relatively_exact():
    angles = [math.pi / 64 * RANDOM.random() for _ in range(500)]
    with ball_precision(160):
        for x, sine in zip(angles, band_limited._small_sine(np.array(angles)).tolist(), strict=True):
            assert abs(arb(sine) / arb(x).sin() - 1) < arb(4 * UNIT)


def test_a_denominator_that_is_not_certain_says_nothing():
    vague = Band(fmpq(1), 10**12)
    numbers = np.array([10**12 - 1], dtype=np.uint64)
    with ball_precision(192):
        ((low, _),) = vague.means([], [RoughValues(numbers, np.array([0.5]), 1e-14)], [fmpq(0)])
        assert not low.rad().is_finite() or low.rad() > 1


def spread(k: int) -> Family[fmpq]:
    return Family.of([fmpq(RANDOM.randint(10**8, 9 * 10**8), 10**10 + 2 * j) for j in range(k)])


def truth(eps: Family[fmpq]) -> fmpq:
    """Trapezoidal sums of the integral over all frequencies, in balls of many digits: no band limit, no doubles.

    With h = 2 pi/P, the sum over all n of F(n h) h/(pi (h^2 n^2 + 1/4)) is the periodic mean exactly (Poisson); F is
    negligible beyond the frequencies taken here, for several hundred terms of about 0.05.
    """
    with ball_precision(200):
        period = 2 * fmpq(sum(float(e.p) / float(e.q) for e in eps.values).__ceil__())
        total, n = arb(4), 0
        step = 2 * arb.pi() / arb(period)
        while True:
            n += 1
            product = arb(1)
            for e in eps.values:
                product *= arb.cos_pi_fmpq(2 * n * e / period)
            total += 2 * product / ((step * n) ** 2 + arb("0.25"))
            if abs(product) < arb("1e-25"):
                break
        mean = total / arb(period)  # of the periodic kernel
        factor, q = arb(1), (-arb(period) / 2).exp()
        for e in eps.values:
            factor *= (arb(e) / 2).sech()
        overlap = factor * mean - 2 * q / (1 - q)
        return Enclosure.from_ball(1 - overlap).midpoint


def test_the_bracket_holds_the_value_at_three_hundred_distinct_epsilons():
    eps = spread(300)
    found, value = total_variation(eps), truth(eps)
    assert found.method == "bracket" and found.value.lower <= value <= found.value.upper
    assert found.value.upper - found.value.lower < fmpq(1, 10**10)
    beside = value + (found.value.upper - found.value.lower)
    assert not found.value.contains(beside)


@pytest.mark.parametrize("k", [100, 1000])
def test_the_width_at_distinct_epsilons(k):
    """It was 1e-7 for a second of balls."""
    found = total_variation(spread(k))
    assert found.method == "bracket" and found.value.upper - found.value.lower < fmpq(1, 10**10)


def test_exact_lattices_of_many_frequencies_are_summed_once(monkeypatch):
    """100 epsilons of four decimals: a lattice of thousands of frequencies, 20 digits; the budget was spent twice."""
    eps = Family.of([fmpq(RANDOM.randint(100, 999), 10**4) for _ in range(100)])
    runs = []
    walk = frequencies.Frequencies.run
    monkeypatch.setattr(frequencies.Frequencies, "run", lambda self: (runs.append(self.last), walk(self))[1])
    found = total_variation(eps)
    assert found.method == "lattice" and found.value.agrees_to(20) and len(runs) == 1
    steps = [int((e * 10**4).p) for e in eps.values]
    law = np.array([1.0])
    for step, e in zip(steps, eps.values, strict=True):
        up = 1 / (1 + math.exp(-int(e.p) / int(e.q)))
        law = np.concatenate([(1 - up) * law, np.zeros(2 * step)]) + np.concatenate([np.zeros(2 * step), up * law])
    ratios = (np.arange(len(law)) - sum(steps)) * 1e-4
    value = float(np.sum(law[ratios > 0] * -np.expm1(-ratios[ratios > 0])))
    assert abs(float(found.value) - value) < 1e-13


@pytest.mark.exhaustive
def test_floors_that_doubles_cannot_reach_dismiss_nothing():
    """With 500 digits the floor is far below the smallest double: a product that underflows proves nothing."""
    signs = frequencies.SignSum(tuple((fmpq(j, 20_000), 1) for j in (19_991, 12_347)))
    with ball_precision(2500):
        lattice = overlaps(signs, [fmpq(0)], -1200.0, 10**9, lattice=True)
        assert lattice.exact
        listed = product_tv._enumerated(signs, [fmpq(0)])
        assert abs(lattice.ends[0][0] - listed.ends[0][0]) < arb(10) ** -500
