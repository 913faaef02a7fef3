"""The rest of a leading order: the ball holds what the formula does far out, and nothing that is not so."""

import pytest
from flint import arb, fmpq

import replcalc
from replcalc.formulas.asymptotics import NoLeadingOrder, leading_order, remainder, within
from replcalc.formulas.evaluation import Environment, evaluate
from replcalc.formulas.language import Symbol, ceiling, exp, largest, log, smallest, sqrt
from replcalc.numbers.fields import BallField
from replcalc.statements.symbolic import expressed

x, a = Symbol("x", positive=True), Symbol("a", positive=True)
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
            values = {s: fmpq(10) ** m if s.name == "k" else fmpq(1) for s in whole.formula.free}
            there = Environment(values, {})
            quotient = arb(evaluate(whole.formula, there, field)) / arb(evaluate(found.formula, there, field))
            assert (quotient <= near) if near else (quotient > 2)
