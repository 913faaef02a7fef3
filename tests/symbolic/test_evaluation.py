"""One evaluator, four number systems; sums over runs; prefix sums in blocks."""

import math
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import arb, fmpq
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.errors import NotExact, UnsupportedNode
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, ExactField, MpField
from replcalc.numbers.interval_field import IntervalField
from replcalc.symbolic.evaluation import Environment, evaluate, evaluate_family
from replcalc.symbolic.language import MaxOver, kl

i, j, ell, k = sp.symbols("i j ell k", integer=True, positive=True)
x, y = sp.symbols("x y", positive=True)
e, g = sp.IndexedBase("e", positive=True), sp.IndexedBase("g", positive=True)

FORMULAS = [
    x + y / 3,
    x**y,
    sp.exp(-x) * sp.log(y),
    sp.sqrt(x * y),
    sp.Min(x, y) + sp.Max(x, y, 1),
    kl(x / 7, y / 5),
    sp.ceiling(10 * x) + sp.floor(y),
    sp.tanh(x) + sp.sech(y),
    sp.Abs(x - y),
    sp.erfc(x) + sp.erf(y),
    sp.asin(x / 9),
    (x + 1) ** -3,
]


def fraction(raw):
    """An mpmath number, raw, as an exact fraction: no conversion may round in between."""
    sign, mantissa, exponent, _ = raw
    return (-1) ** sign * Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
def test_mpmath_and_arb_agree(formula):
    environment = Environment({x: fmpq(37, 53), y: fmpq(11, 7)})
    second = fraction(evaluate(formula, environment, MpField(60))._mpf_)
    field = BallField(200)
    with field.active():
        enclosure = Enclosure.from_ball(evaluate(formula, environment, field))
    assert enclosure.agrees_to(45)
    assert abs(second - Fraction(int(enclosure.midpoint.p), int(enclosure.midpoint.q))) < Fraction(1, 10**50)
    # and with sympy's own evaluation, an implementation this project does not use
    assert abs(float(second) - float(formula.subs({x: sp.Rational(37, 53), y: sp.Rational(11, 7)}).evalf(30))) < 1e-12


@pytest.mark.parametrize("formula", [f for f in FORMULAS if not f.has(sp.erf, sp.asin, sp.ceiling)], ids=str)
def test_intervals_contain_the_value(formula):
    environment = Environment({x: fmpq(37, 53), y: fmpq(11, 7)})
    low, high = map(fraction, evaluate(formula, environment, IntervalField(30))._mpi_)
    value = fraction(evaluate(formula, environment, MpField(60))._mpf_)
    assert low <= value <= high
    assert high - low < Fraction(1, 10**20)


def test_exact_where_rational_and_refused_where_not():
    environment = Environment({x: fmpq(9, 4), y: fmpq(1)})
    assert evaluate(sp.sqrt(x) + sp.log(y), environment, ExactField()) == fmpq(3, 2)
    assert evaluate(sp.ceiling(x), environment, ExactField()) == 3
    with pytest.raises(NotExact):
        evaluate(sp.sqrt(x + 1), environment, ExactField())
    with pytest.raises(NotExact):
        evaluate(sp.exp(x), environment, ExactField())


def test_unknown_nodes_and_symbols_raise():
    with pytest.raises(UnsupportedNode):
        evaluate(sp.Function("mystery")(x), Environment({x: fmpq(1)}), MpField())
    with pytest.raises(UnsupportedNode):
        evaluate(x + y, Environment({x: fmpq(1)}), MpField())
    with pytest.raises(UnsupportedNode):
        evaluate(e[i], Environment({}, {e: Family.from_runs(((fmpq(1), 2),))}), MpField())


def families(runs):
    return Environment(
        {k: sum(c for _, _, c in runs), x: fmpq(1, 1000)},
        {
            e: Family.from_runs(tuple((fmpq(a), c) for a, _, c in runs)),
            g: Family.from_runs(tuple((fmpq(b), c) for _, b, c in runs)),
        },
    )


few = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])  # machines are busy
RUNS = st.lists(
    st.tuples(st.fractions(Fraction(1, 50), 1), st.fractions(Fraction(1, 50), 1), st.integers(1, 5)),
    min_size=1,
    max_size=4,
).map(lambda runs: [(fmpq(a.numerator, a.denominator), fmpq(b.numerator, b.denominator), c) for a, b, c in runs])


@few
@given(RUNS)
def test_sums_products_and_maxima_equal_the_expanded_ones(runs):
    environment = families(runs)
    members = [(a, b) for a, b, c in runs for _ in range(c)]
    exact = ExactField()
    assert evaluate(sp.Sum(e[i] * g[i] + 1, (i, 1, k)), environment, exact) == sum(
        (a * b + 1 for a, b in members), fmpq(0)
    )
    assert evaluate(sp.Product(e[i], (i, 1, k)), environment, exact) == math.prod(
        (a for a, _ in members), start=fmpq(1)
    )
    assert evaluate(MaxOver(e[i] / g[i], (i, 1, k)), environment, exact) == max(a / b for a, b in members)
    assert evaluate(sp.Sum(x, (i, 1, k)), environment, exact) == fmpq(len(members), 1000)


@few
@given(RUNS)
def test_prefix_sums_equal_the_loop(runs):
    formula = sp.Sum(g[ell] * (1 + sp.Sum(e[j] ** 2, (j, 1, ell - 1))) + sp.Sum(e[j], (j, 1, ell)), (ell, 1, k))
    total = squares = plain = fmpq(0)
    for a, b, count in runs:
        for _ in range(count):
            plain += a
            total += b * (1 + squares) + plain
            squares += a * a
    assert evaluate(formula, families(runs), ExactField()) == total


PREFIX = sp.Sum(sp.exp(sp.sqrt(8 * sp.log(1 / x) * sp.Sum(e[j] ** 2, (j, 1, ell - 1)))) * g[ell], (ell, 1, k))


@pytest.mark.parametrize(("size", "count"), [(fmpq(1, 1000), 5000), (fmpq(1, 10**6), 20000)])
def test_blocks_enclose_the_member_by_member_sum(size, count):
    """Long runs go through Taylor series; the plain float loop is the independent witness."""
    environment = families([(size, fmpq(1, 7), count), (size * 2, fmpq(1, 9), 3)])
    field = BallField(160)
    with field.active():
        ball = evaluate(PREFIX, environment, field)
        assert ball.rad() < abs(ball.mid()) * arb(2) ** -80
    loop = mpmath.mp.clone()
    loop.dps = 30
    logarithm, squares, total = loop.log(1000), loop.mpf(0), loop.mpf(0)
    step, share = loop.mpf(int(size.p)) / int(size.q), loop.mpf(1) / 7
    for position in range(count + 3):
        here = step if position < count else 2 * step
        total += (share if position < count else loop.mpf(1) / 9) * loop.exp(loop.sqrt(8 * logarithm * squares))
        squares += here**2
    with field.active():
        assert abs(arb(str(total)) - ball) < abs(ball) * arb("1e-24")


@few
@given(RUNS)
def test_family_values_one_per_run(runs):
    values = evaluate_family(e[i] / sp.Sum(e[j], (j, 1, k)), i, families(runs), ExactField())
    assert len(values) == len(runs)
    assert sum((v * c for v, (_, _, c) in zip(values, runs, strict=True)), fmpq(0)) == 1


@pytest.mark.parametrize("size", [3, -(2**600)])
def test_erfc_of_huge_arguments(size):
    """mpmath converts the square of the argument to a machine float: an OverflowError from 2^512 on."""
    environment = Environment({x: fmpq(size)})
    second = evaluate(sp.erfc(x), environment, MpField(60))
    field = BallField(400 + 2 * abs(size).bit_length())
    with field.active():
        ball = evaluate(sp.erfc(x), environment, field)
        sign, mantissa, exponent, _ = second._mpf_
        number = arb((int(mantissa), int(exponent)))
        assert not sign and abs(number / ball - 1) < arb("1e-40")


def test_a_sum_inside_a_sum_of_what_depends_on_both_is_refused() -> None:
    """The inner body was evaluated along the inner index alone: 59964 came out where 62067 is right."""
    from replcalc.statements.notation import i, j, k
    from replcalc.symbolic.language import Base, Sum

    n, w = Base("n"), Base("w")
    sizes, weights = [fmpq(21), fmpq(10), fmpq(26)], [fmpq(42), fmpq(4), fmpq(5)]
    values = Environment({k: 3}, {n: Family.of(sizes), w: Family.of(weights)})
    with pytest.raises(UnsupportedNode, match="the sum around it"):
        evaluate(Sum(n[i] * Sum(w[j] * n[i], (j, 1, k)), (i, 1, k)), values, ExactField())
    apart = evaluate(Sum(n[i] ** 2, (i, 1, k)) * Sum(w[j], (j, 1, k)), values, ExactField())
    assert apart == sum(a * a for a in sizes) * sum(weights) == 62067
