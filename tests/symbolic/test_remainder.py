"""The rest of a leading order: the ball holds what the formula does far out, and nothing that is not so."""

import math

import pytest
from flint import arb, fmpq

import replcalc
from replcalc.numbers.fields import BallField
from replcalc.statements.symbolic import expressed
from replcalc.symbolic.asymptotics import NoLeadingOrder, _size, leading_order, remainder, within
from replcalc.symbolic.evaluation import Environment, evaluate
from replcalc.symbolic.language import Symbol, ceiling, exp, free, largest, log, smallest, sqrt

x, a = Symbol("x"), Symbol("a")
VALUES = {a: fmpq(2, 7)}
FORMULAS = (
    3 * x**2 + x * log(x),
    log(a * x**3) / sqrt(x),
    log(5 * log(x / a)) * (x + 1),
    x * exp(1 / x) + 10**4 * log(x) ** 3,
    sqrt(1 + a / x) * (x - 40 * sqrt(x)),
    ceiling(x / 3) + 2 * x,
    smallest(a, 1 / x) + 1 / x**2,
    largest(x * log(x), a * x, x * log(a * x)) * log(3 + 1 / x),
    (x / log(x)) ** (a - fmpq(2, 7) + fmpq(3, 2)),
    exp(2 + 1 / log(x)) * log(x * log(x) ** 2),
)


def ratio(formula, at: int) -> arb:
    """formula/(leading order) at x = 10^at."""
    field = BallField(40 * at + 400)
    leading = leading_order(formula, x, to_zero=False)
    with field.active():
        there = Environment({**VALUES, x: fmpq(10) ** at}, {})
        return arb(evaluate(formula, there, field)) / arb(evaluate(leading, there, field))


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
def test_the_ball_holds_the_quotient_from_the_point_on(formula):
    m = next(m for m in (3, 6, 12, 40) if bounded(formula, m))
    rest = remainder(formula, x, VALUES, m)
    for at in (m, m + 1, 2 * m, 5 * m, 20 * m):
        assert (1 + rest).overlaps(ratio(formula, at)), at


def bounded(formula, m: int) -> bool:
    try:
        return bool(remainder(formula, x, VALUES, m) < 100)
    except NoLeadingOrder:
        return False


@pytest.mark.parametrize("formula", [*FORMULAS[:2], *FORMULAS[3:5]], ids=str)
def test_the_point_is_not_far_too_late(formula):
    """Within a factor of 1.1 from 10^m on, and not at a third of m: the bound is of use."""
    m = within(formula, x, VALUES, fmpq(11, 10), to_zero=False)
    assert m is not None and 1 / arb(1.1) <= ratio(formula, m) <= arb(1.1)
    assert m <= 3 or not 1 / arb(1.01) <= ratio(formula, -(-m // 3)) <= arb(1.01)


def test_a_large_smaller_term_is_seen():
    """Control: x + 10^50 is not x before 10^50."""
    assert within(x + 10**50, x, {}, fmpq(2), to_zero=False) in (50, 51)  # a ball decides it
    assert within(1 / x - 10**20, x, {}, fmpq(2), to_zero=True) == 21
    assert within(log(5 * log(x)), x, {}, fmpq(11, 10), to_zero=False) is None  # beyond 10^1,000,000
    assert within(x - 10**20 * log(x) ** 30, x, {}, fmpq(2), to_zero=False) > 20 + 30 * 1.8


@pytest.mark.parametrize("formula", [x - x * (1 + 1 / x), exp(x), exp(1 / x) - 1, log(log(log(x)))], ids=str)
def test_what_has_no_bound_is_refused(formula):
    assert within(formula, x, {}, fmpq(2), to_zero=False) is None


@pytest.mark.parametrize(
    ("formula", "m", "most"),
    [
        (x + 1, 3, 1e-3),
        (2 * x + 3 * log(x), 3, 3 * 3 * math.log(10) / 2 / 1e3),
        (log(x + 1), 3, 1e-3 / (3 * math.log(10))),
        (log(3 * x), 4, math.log(3) / (4 * math.log(10))),
        (exp(1 / x), 2, math.exp(0.01) - 1),
        (exp(1 + 1 / x), 2, math.exp(0.01) - 1),
        (ceiling(x / 2), 3, 2e-3),
        (sqrt(x + 1), 3, math.sqrt(1.001) - 1),
        ((x + 1) * (x + 2), 3, 1.001 * 1.002 - 1),
        (log(2 + 1 / x), 3, math.log(1.0005) / math.log(2)),
        (log(log(x) * 2), 9, math.log(2) / math.log(9 * math.log(10))),
        (largest(x, x + 1), 3, 1e-3),
        (smallest(x + 1, x**2), 3, 1e-3),
        (x + log(x) + 1, 3, (3 * math.log(10) + 1) / 1e3),
        (log(x * log(x)), 5, math.log(5 * math.log(10)) / (5 * math.log(10))),
        (log(x**2 * (1 + 1 / x)), 3, math.log(1.001) / 2 / (3 * math.log(10))),
    ],
    ids=str,
)
def test_the_ball_is_no_wider_than_the_rest_at_the_point(formula, m, most):
    """From 0, which is far out, to the rest at 10^m, by hand."""
    rest = remainder(formula, x, {}, m)
    assert abs(rest.upper() - most) < 0.01 * most and -0.6 * most < rest.lower() <= 0


@pytest.mark.parametrize(
    ("formula", "refused", "taken"),
    [
        (x + log(x) ** 10, 4, 5),  # x^-1 (ln x)^10 falls from ln x = 10 on
        (x + log(x) ** 10 / log(log(x)), 4, 5),  # what 1/ln ln x does for it is not counted upon
        (log(x) + log(log(x)) ** 3, 8, 9),  # (ln ln x)^3/ln x falls from ln x = e^3 on
    ],
    ids=str,
)
def test_a_smaller_term_is_bounded_once_it_falls(formula, refused, taken):
    with pytest.raises(NoLeadingOrder):
        remainder(formula, x, {}, refused)
    assert remainder(formula, x, {}, taken).is_finite()


def test_a_term_of_one_order_more_is_no_smaller_term():
    """x + log(x)/log(log(x)) and 1 + 1/log(log(x)) have rests that vanish; of 1 beside 1 nothing does."""
    for formula in (x + log(x) / log(log(x)), 1 + 1 / log(log(x))):
        assert remainder(formula, x, {}, 3).is_finite()


def test_signs_that_are_not_known_are_refused():
    """x - 10^9 may be negative from 10^3 on: it has no logarithm and no root there, from 10^10 on it has."""
    for formula in (log(x - 10**9), sqrt(x - 10**9), ceiling(x - 10**9), largest(x - 10**9, x / 2), log(log(x) - 20)):
        with pytest.raises(NoLeadingOrder):
            remainder(formula, x, {}, 3)
        assert remainder(formula, x, {}, 11).is_finite()
    for formula in (log(x - 1500), sqrt(x - 1500), ceiling(x - 1500), largest(x - 1500, x / 2)):
        with pytest.raises(NoLeadingOrder):
            remainder(formula, x, {}, 3)
        assert remainder(formula, x, {}, 4).is_finite()


def test_sizes():
    assert [_size(tuple(map(fmpq, p))) for p in ((0, 2, -1), (-1, 9, 9), (0, 0, 0), (0, 0, 5))] == [1, -1, 0, 1]


def test_the_samples_of_the_paper():
    let = {"n": "const=100", "rho": "1/10", "beta0": "1/1000", "c": "17/125000"}
    whole = expressed(replcalc.derive("paper"), "samples", let=let)
    found = whole.asymptotic("k")
    assert [m for _, m in found.rest] == [35, 301, 3128]
    assert "within a factor of 2 for k ≥ 10^35" in found.notes[-1] and "p_pg = 1" in found.notes[-1]
    open_ = expressed(replcalc.derive("paper"), "samples", let={"n": "const"}).asymptotic("k")
    assert open_.rest == () and "depends on c, n, β₀, ρ" in open_.notes[-1]
    field = BallField(2000)
    with field.active():
        for m, near in ((35, 2), (17, None)):
            values = {s: fmpq(10) ** m if str(s) == "k" else fmpq(1) for s in free(whole.formula)}
            there = Environment(values, {})
            quotient = arb(evaluate(whole.formula, there, field)) / arb(evaluate(found.formula, there, field))
            assert (quotient <= near) if near else (quotient > 2)
