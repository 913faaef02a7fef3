"""Divergences of products of two-point pairs, against enumerations that know nothing of Fourier sums."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod

import mpmath
import numpy as np
import pytest
import sympy as sp
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.simplify.fu import TR8

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.family import Family, parse_reals
from replcalc.numbers.fields import ball_precision
from replcalc.sharper.total_variation.frequencies import LowFrequencies, SignSum
from replcalc.sharper.total_variation.product_tv import _collect, _enumerated, hockey_sticks, total_variation
from replcalc.sharper.total_variation.sign_sums import overlaps
from replcalc.statements.catalogue import statement
from replcalc.statements.notation import k

MP = mpmath.mp.clone()
MP.dps = 60
ZERO = fmpq(0)


def mp_of(q: fmpq | Fraction) -> mpmath.mpf:
    top, bottom = (q.p, q.q) if isinstance(q, fmpq) else (q.numerator, q.denominator)
    return MP.mpf(int(top)) / int(bottom)


def rational(x: mpmath.mpf) -> fmpq:
    sign, mantissa, exponent, _ = x._mpf_
    q = fmpq(int(mantissa)) * fmpq(2) ** int(exponent)
    return -q if sign else q


def by_outcomes(eps: Sequence[fmpq], point: fmpq = ZERO) -> mpmath.mpf:
    """The definition: over all 2^k outcomes, what P exceeds e^E Q by."""
    ups = [MP.exp(mp_of(e)) / (1 + MP.exp(mp_of(e))) for e in eps]
    scale, total = MP.exp(mp_of(point)), MP.mpf(0)
    for outcome in product((0, 1), repeat=len(eps)):
        p = MP.fprod(u if bit else 1 - u for u, bit in zip(ups, outcome, strict=True))
        q = MP.fprod(1 - u if bit else u for u, bit in zip(ups, outcome, strict=True))
        total += max(p - scale * q, MP.mpf(0))
    return total


def close(value: Enclosure, truth: mpmath.mpf, digits: int = 20) -> bool:
    """Within the enclosure, up to the rounding of the reference itself."""
    q, slack = rational(truth), fmpq(1, 10**50)
    return bool(value.lower - slack <= q <= value.upper + slack) and value.agrees_to(digits)


def tv(text: str, digits: int = 20) -> Enclosure:
    return total_variation(parse_reals(text, "eps"), digits).value


def fractions(*texts: str) -> list[fmpq]:
    return [fmpq(Fraction(t).numerator, Fraction(t).denominator) for t in texts]


# -- exact values ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("k", range(1, 9))
@pytest.mark.parametrize("epsilon", ["1/10", "1", "7/3"])
def test_equal_epsilons_against_all_outcomes(k: int, epsilon: str) -> None:
    (value,) = fractions(epsilon)
    found = total_variation(Family.constant(value, k), 30)
    assert close(found.value, by_outcomes([value] * k), 30)
    shifted = total_variation(Family.constant(value + fmpq(1, 10**12), k), 30)
    assert not close(shifted.value, by_outcomes([value] * k), 30)


@pytest.mark.parametrize("k", range(1, 9))
def test_equal_epsilons_between_rational_likelihood_ratios(k: int) -> None:
    """With a rational ratio x in place of e^eps the sum is a Fraction; x just below and above e^(1/5) bracket the truth."""

    def binomial_sum(x: Fraction) -> Fraction:
        up = x / (1 + x)
        terms = []
        for j in range(k + 1):
            methods = prod(range(k - j + 1, k + 1)) // prod(range(1, j + 1))
            terms.append(methods * (up**j * (1 - up) ** (k - j) - up ** (k - j) * (1 - up) ** j))
        return sum((t for t in terms if t > 0), Fraction(0))

    ratio = int(MP.exp(MP.mpf(1) / 5) * 10**40)
    low, high = binomial_sum(Fraction(ratio, 10**40)), binomial_sum(Fraction(ratio + 1, 10**40))
    value = total_variation(Family.constant(fmpq(1, 5), k), 30).value
    assert Fraction(int(value.lower.p), int(value.lower.q)) < high
    assert low < Fraction(int(value.upper.p), int(value.upper.q))
    assert high - low < Fraction(1, 10**38)


@pytest.mark.parametrize(("k", "epsilon"), [(1000, "1/50"), (1001, "3/10"), (4000, "1/1000")])
def test_equal_epsilons_against_the_binomial_sum(k: int, epsilon: str) -> None:
    (value,) = fractions(epsilon)
    up = MP.exp(mp_of(value)) / (1 + MP.exp(mp_of(value)))
    truth, term_p, term_q = MP.mpf(0), (1 - up) ** k, up**k
    for j in range(k + 1):
        if 2 * j > k:
            truth += term_p - term_q
        term_p, term_q = term_p * (k - j) / (j + 1) * up / (1 - up), term_q * (k - j) / (j + 1) * (1 - up) / up
    found = total_variation(Family.constant(value, k), 25)
    assert found.method == "lattice"
    assert close(found.value, truth, 25)


def test_a_million_equal_epsilons_against_the_regularised_beta_function() -> None:
    """P[Bin(k, p) > k/2] - P[Bin(k, 1-p) > k/2], each a regularised incomplete beta function: other arithmetic altogether."""
    k = 10**6
    found = total_variation(Family.constant(fmpq(1, 1000), k), 25)
    with ball_precision(300):
        up = 1 / (1 + arb(fmpq(-1, 1000)).exp())
        a, b = arb(k // 2 + 1), arb(k - k // 2)
        truth = up.beta_lower(a, b, 1) - (1 - up).beta_lower(a, b, 1)
        assert found.value.lower <= Enclosure.from_ball(truth).upper
        assert Enclosure.from_ball(truth).lower <= found.value.upper
    assert found.value.agrees_to(25)
    assert found.cost < 40 * 1000  # a thousand cosines in balls


def test_one_pair_is_the_hyperbolic_tangent() -> None:
    for text in ("1/1000", "1/2", "5"):
        (value,) = fractions(text)
        assert close(tv(text, 40), MP.tanh(mp_of(value) / 2), 40)


def test_tiny_and_huge_epsilons() -> None:
    tiny = tv("1e-300x4")  # 3/4 of eps to first order: E|s_1+...+s_4|/2
    assert abs(tiny.midpoint * 10**300 - fmpq(3, 4)) < fmpq(1, 10**18)
    assert tiny.agrees_to(20)
    huge = tv("1e6,0.1")
    assert huge.upper <= 1 and huge.agrees_to(20) and 1 - huge.lower < fmpq(1, 10**20)
    with pytest.raises(ValueError, match="eps"):
        tv("1e7")


@pytest.mark.parametrize("digits", [5, 100, 1000])
def test_digits_asked_for_are_certain(digits: int) -> None:
    value = tv("0.1x9,0.25", digits)
    assert value.agrees_to(digits) and not value.bracket
    assert close(value, by_outcomes(fractions(*["1/10"] * 9, "1/4")), 5)


# -- the three ways agree ----------------------------------------------------------------------------------------------
MIXED = fractions("1/2", "3/10", "7/10", "1/5", "11/10", "3/10")


@pytest.mark.parametrize("point", fractions("0", "3/10", "1/2", "29/10", "1/7"))
def test_every_way_gives_the_sum_over_outcomes(point: fmpq) -> None:
    truth = by_outcomes(MIXED, point)
    signs = _collect(Family.of(MIXED))
    with ball_precision(256):
        exact = overlaps(signs, [point], -90.0, 10**6, lattice=True)
        listed = _enumerated(signs, [point])
        bracket = overlaps(signs, [point], -60.0, 20_000, lattice=False)
        for found in (exact, listed):
            low, high = (Enclosure.from_ball(1 - end) for end in found.ends[0])
            assert found.exact
            assert abs(rational(truth) - low.midpoint) < fmpq(1, 10**38)
            assert abs(rational(truth) - high.midpoint) < fmpq(1, 10**38)
        low, high = (Enclosure.from_ball(1 - end) for end in reversed(bracket.ends[0]))
        assert not bracket.exact
        assert low.lower <= rational(truth) <= high.upper
        assert fmpq(0) < high.upper - low.lower < fmpq(1, 10**4)


def test_a_bracket_with_too_few_frequencies_is_wide_but_true_and_more_work_narrows_it() -> None:
    truth = rational(by_outcomes(MIXED))
    signs, widths = _collect(Family.of(MIXED)), []
    with ball_precision(192):
        for work in (100, 1000, 10_000, 100_000):
            above, below = overlaps(signs, [fmpq(0)], -60.0, work, lattice=False).ends[0]
            low, high = Enclosure.from_ball(1 - below).lower, Enclosure.from_ball(1 - above).upper
            assert low <= truth <= high
            widths.append(high - low)
    assert widths == sorted(widths, reverse=True) and widths[0] > 100 * widths[-1]


def test_a_short_period_pays_for_its_tail() -> None:
    """With a loose error the period cuts X off; the bound on the cut keeps the enclosure true, and is needed."""
    signs = SignSum(((fmpq(1, 2), 40),))
    loose = overlaps_of(signs, -3.0)
    tight = overlaps_of(signs, -80.0)
    assert signs.period(fmpq(0), -3.0)[0] < signs.total
    assert loose.lower <= tight.midpoint <= loose.upper
    assert loose.upper - loose.lower > fmpq(1, 10**6)


def overlaps_of(signs: SignSum, log_error: float) -> Enclosure:
    with ball_precision(256):
        below, above = overlaps(signs, [fmpq(0)], log_error, 10**6, lattice=True).ends[0]
        return Enclosure(Enclosure.from_ball(below).lower, Enclosure.from_ball(above).upper)


def test_power_sums_give_the_product_of_cosines() -> None:
    terms = tuple((fmpq(j, 977), 1 + j % 3) for j in range(300, 0, -1))
    with ball_precision(160):
        low = LowFrequencies(SignSum(terms))
        for turn in fractions("1/8", "1/100", "1/1000"):
            direct = arb(1)
            for value, count in terms:
                direct *= (arb(value / terms[0][0] * turn)).cos_pi() ** count
            ball = low.value(arb(turn))
            assert ball.overlaps(direct)
            assert not ball.overlaps(direct * (1 + arb(2) ** -100))


# -- many distinct epsilons --------------------------------------------------------------------------------------------
def by_rounding(eps: Sequence[Fraction], grid: Fraction, *, up: bool) -> float:
    """Every eps rounded to the grid, then plain convolution in doubles: a bound because two-point pairs are ordered."""
    steps = [max(-(-e // grid) if up else e // grid, 0) for e in eps]
    law, offset = np.array([1.0]), 0
    for step in steps:
        p = 1 / (1 + np.exp(-float(step * grid)))
        wider = np.zeros(len(law) + 2 * step)
        wider[2 * step :] += p * law
        wider[: len(law)] += (1 - p) * law
        law, offset = wider, offset + step
    ratios = (np.arange(len(law)) - offset) * float(grid)
    return float(np.sum(law[ratios > 0] * -np.expm1(-ratios[ratios > 0])))


@pytest.mark.parametrize("k", [60, 300])
def test_distinct_epsilons_lie_between_rounding_down_and_up(k: int) -> None:
    eps = [Fraction(7919 * j % 10007, 10007 * 20) + Fraction(1, 1000 + j) for j in range(1, k + 1)]
    found = total_variation(Family.of([fmpq(e.numerator, e.denominator) for e in eps]), 20)
    low, high = (by_rounding(eps, Fraction(1, 2000), up=up) for up in (False, True))
    assert found.method == "bracket" and found.value.bracket
    assert low - 1e-9 <= float(found.value) <= high + 1e-9
    assert found.value.upper - found.value.lower < fmpq(1, 10**6)
    assert 1e-6 < high - low < 0.05


@given(st.lists(st.fractions(min_value=Fraction(1, 50), max_value=3, max_denominator=60), min_size=1, max_size=10))
@settings(max_examples=10, deadline=None)
def test_random_products_against_all_outcomes(eps: list[Fraction]) -> None:
    values = [fmpq(e.numerator, e.denominator) for e in eps]
    assert close(total_variation(Family.of(values)).value, by_outcomes(values))
    signs = _collect(Family.of(values))
    with ball_precision(128):
        below, above = overlaps(signs, [fmpq(0)], -40.0, 2000, lattice=False).ends[0]
        truth = rational(1 - by_outcomes(values))
        assert Enclosure.from_ball(below).lower <= truth <= Enclosure.from_ball(above).upper


# -- properties --------------------------------------------------------------------------------------------------------
@given(
    st.lists(st.integers(1, 400), min_size=2, max_size=30),
    st.integers(0, 29),
    st.integers(1, 100),
)
@settings(max_examples=25, deadline=None)
def test_order_runs_growth_and_closed_forms(steps: list[int], which: int, more: int) -> None:
    values = [fmpq(step, 500) for step in steps]
    value = total_variation(Family.of(values)).value
    assert value == total_variation(Family.of(list(reversed(values)))).value
    runs = Family.from_runs(((values[0], 3), (values[1], 2)))
    assert total_variation(runs).value == total_variation(Family.of([values[0]] * 3 + [values[1]] * 2)).value
    larger, largest = list(values), sorted(values)
    larger[which % len(values)] += fmpq(more, 500)
    assert value.lower <= total_variation(Family.of(larger)).value.upper
    largest[-1] += fmpq(more, 500)  # a smaller one may change nothing: (2 eps, eps) is no better told apart than 2 eps
    assert value.upper < total_variation(Family.of(largest)).value.lower
    hellinger, pinsker = _closed(values)
    assert value.upper <= hellinger.upper and hellinger.lower <= pinsker.upper


def _closed(values: list[fmpq]) -> tuple[Enclosure, Enclosure]:
    """The Hellinger closed form and Pinsker's, from the catalogue."""
    bound = statement("derived:nonadaptive-tv").bound
    given_values = {"epsilon": values, "delta": [fmpq(0)] * len(values), "gamma": [fmpq(0)] * len(values)}
    hellinger, pinsker = (Enclosure.from_ball(bound(name, **given_values)) for name in ("tv_rr", "tv_pinsker"))
    return hellinger, pinsker


def test_many_small_epsilons_come_close_to_the_normal_value() -> None:
    """sqrt(sum eps^2)/sqrt(2 pi) for many comparable small ones."""
    value = tv("0.0001x40000")
    normal = rational(MP.mpf("0.0001") * 200 / MP.sqrt(2 * MP.pi))
    assert abs(value.midpoint / normal - 1) < fmpq(1, 1000)
    assert abs(tv("0.5").midpoint / rational(MP.mpf("0.5") / MP.sqrt(2 * MP.pi)) - 1) > fmpq(1, 10)


# -- the curve ---------------------------------------------------------------------------------------------------------
def test_curve_against_all_outcomes_and_its_shape() -> None:
    points = fractions("0", "1/10", "1/2", "1", "17/10", "5/2")
    curve = hockey_sticks(Family.of(MIXED), points, 25)
    for point, found in zip(points, curve, strict=True):
        assert found.epsilon == point and close(found.value, by_outcomes(MIXED, point), 25)
    middles = [found.value.midpoint for found in curve]
    assert middles == sorted(middles, reverse=True)
    assert curve[0].value == total_variation(Family.of(MIXED), 25).value or curve[0].value.agrees_to(25)


def test_curve_ends_exactly_where_the_log_ratio_does() -> None:
    total = fmpq(31, 10)
    at, before = hockey_sticks(Family.of(MIXED), [total, total - fmpq(1, 1000)])
    assert at.value.is_exact and at.value.lower == 0
    assert before.value.lower > 0 and close(before.value, by_outcomes(MIXED, total - fmpq(1, 1000)))


def test_very_small_divergences_keep_their_digits() -> None:
    (found,) = hockey_sticks(Family.constant(fmpq(1, 10), 400), [fmpq(39)], 20)
    up = MP.exp(MP.mpf("0.1")) / (1 + MP.exp(MP.mpf("0.1")))
    truth = MP.mpf(0)
    for j in range(395, 401):
        excess = MP.mpf(2 * j - 400) / 10 - 39
        if excess > 0:
            truth += MP.binomial(400, j) * up**j * (1 - up) ** (400 - j) * -MP.expm1(-excess)
    assert truth < MP.mpf("1e-90")
    assert abs(rational(truth) / found.value.midpoint - 1) < fmpq(1, 10**20)


def test_points_out_of_range_are_refused() -> None:
    for bad in (fmpq(-1), fmpq(10_001)):
        with pytest.raises(ValueError, match="curve"):
            hockey_sticks(Family.of(MIXED), [bad])


# -- a peer ------------------------------------------------------------------------------------------------------------
def test_dp_accounting_agrees_where_it_is_accurate() -> None:
    """Its privacy loss distributions round losses up to a grid: a little above the truth, never below."""
    pytest.importorskip("dp_accounting")
    from dp_accounting.pld import common
    from dp_accounting.pld import privacy_loss_distribution as peer

    eps = ["0.1", "0.1", "0.2", "0.3", "0.3", "0.5"]
    composed = None
    for text in eps:
        one = peer.from_privacy_parameters(
            common.DifferentialPrivacyParameters(float(text), 0.0), value_discretization_interval=1e-3
        )
        composed = one if composed is None else composed.compose(one)
    for point in ("0", "0.25", "1"):
        (ours,) = hockey_sticks(parse_reals(",".join(eps), "eps"), [fmpq(int(float(point) * 100), 100)])
        theirs = composed.get_delta_for_epsilon(float(point))
        assert float(ours.value) - 1e-9 <= theirs <= float(ours.value) + 5e-3


def test_the_statement_says_what_is_computed():
    """The integral of derived:two-point-tv at two pairs against the sum over outcomes.

    Products of cosines become sums of cosines, and cos(a w)/(w^2 + 1/4) has the integral pi exp(-a/2) over w > 0.
    """
    sizes = (fmpq(1, 2), fmpq(1, 3))
    expression = statement("derived:two-point-tv").conclusion("tv").formula.sympy
    (integral,) = expression.atoms(sp.Integral)
    (epsilons,) = expression.atoms(sp.IndexedBase)
    (omega,) = integral.variables
    values = {epsilons[j]: sp.Rational(int(x.p), int(x.q)) for j, x in enumerate(sizes, 1)}
    waves = TR8(sp.expand(integral.function.subs({k: 2}).doit().xreplace(values) * (omega**2 + sp.Rational(1, 4))))
    area = sp.pi * waves.replace(sp.cos, lambda phase: sp.exp(-sp.Abs(phase.coeff(omega)) / 2))
    printed = expression.xreplace({integral: area})
    assert printed.free_symbols == set()
    assert abs(MP.mpf(sp.N(printed, 50)) - by_outcomes(sizes)) < MP.mpf(10) ** -45
    assert abs(float(total_variation(Family.of(list(sizes)), 20).value.midpoint) - float(printed)) < 1e-12
