"""Sums, products and maxima reduced by their identities: the value stays, the formula gets short."""

import random

import pytest
import sympy as sp
from flint import fmpq

from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, ball_precision
from replcalc.symbolic.evaluation import Environment, evaluate
from replcalc.symbolic.language import (
    Base,
    MaxOver,
    Product,
    Sum,
    Symbol,
    exp,
    free,
    i,
    k,
    largest,
    log,
    number,
    over,
    parts,
    rational,
    sqrt,
)
from replcalc.symbolic.reduction import (
    reduce_formula,
    separate_indices,
    surely_positive,
    with_equal_members,
    with_values,
)

n, w = Base("n"), Base("w")
rho, b = Symbol("rho"), Symbol("b")
j = Symbol("j")
N = Sum(n[j], (j, 1, k))
L = log(k / (b * rho))
SMALL = {"rho", "b"}

FORMULAS = (
    Sum(rho**2 * (n[i] / N + 1 / k) / L, (i, 1, k)),
    Sum(rho * n[i] ** 2 + b + w[i], (i, 1, k)),
    MaxOver(b * n[i] + 3, (i, 1, k)),
    MaxOver(-n[i] * b, (i, 1, k)),
    MaxOver((rho - 1) * n[i], (i, 1, k)),
    Product(b * n[i], (i, 1, k)),
    sqrt(rho**2 / L) * exp(-Sum(w[i] / N, (i, 1, k))),
    MaxOver(b, (i, 1, k)) + Product(rho, (i, 1, k)),
)


def value(formula, members, others):
    counts = {name: Family.from_runs(tuple((v, 1) for v in values)) for name, values in members.items()}
    environment = Environment({**others, k: fmpq(len(members[n]))}, counts)
    with ball_precision(200):
        return evaluate(formula, environment, BallField(200))


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
@pytest.mark.parametrize("specialise", [False, True])
def test_the_value_stays(formula, specialise):
    """At random points, as it stands and with k = 3 written out."""
    generator = random.Random(7)
    for _ in range(5):
        members = {base: [fmpq(generator.randint(1, 50)) for _ in range(3)] for base in (n, w)}
        others = {rho: fmpq(generator.randint(1, 9), 10), b: fmpq(generator.randint(1, 99), 1000)}
        short = reduce_formula(with_values(formula, {"k": sp.Integer(3)}) if specialise else formula, SMALL)
        if specialise:
            short = short.xreplace({base[m + 1]: number(x) for base, xs in members.items() for m, x in enumerate(xs)})
        expected, found = value(formula, members, others), value(short, members, others)
        assert expected.overlaps(found) and found.rad() < 1e-40 * (1 + abs(found))


def test_sum_of_squares_is_two():
    """linearity, and sum n_i over sum n_j = 1; the same without it is not reduced to that."""
    assert reduce_formula(FORMULAS[0], SMALL) == reduce_formula(2 * rho**2 / L, SMALL)
    assert reduce_formula(Sum(n[i] / N + 2 / k, (i, 1, k))) == sp.Integer(3)
    assert isinstance(reduce_formula(Sum((n[i] / N + 1 / k) ** 2, (i, 1, k))), Sum | Product | MaxOver)


def test_sums_beside_each_other_inside_a_sum_keep_their_indices():
    """With k = 2, against the members written out by hand."""

    def inner(factor, at):
        return Sum(log(at + factor * w[j]), (j, 1, k))

    whole = reduce_formula(
        with_values(Sum(inner(1, n[i]) * inner(2, n[i]) * inner(3, n[i]), (i, 1, k)), {"k": sp.Integer(2)})
    )
    by_hand = 0
    for m in (1, 2):
        product = 1
        for factor in (1, 2, 3):
            product *= log(n[m] + factor * w[1]) + log(n[m] + factor * w[2])
        by_hand += product
    assert whole == by_hand
    symbolic = reduce_formula(Sum(inner(1, n[i]) * inner(2, n[i]), (i, 1, k)))
    assert (
        free(symbolic) == free(Sum(inner(1, n[i]), (i, 1, k)))
        and len([p for p in parts(symbolic) if isinstance(p, Sum)]) == 3
    )


def test_equal_members_collapse():
    formula = MaxOver(n[i] / (n[i] / N + 1 / k), (i, 1, k))
    x = Symbol("n")
    assert reduce_formula(with_equal_members(formula, {"n"})) == k * x / 2
    assert reduce_formula(with_equal_members(Product(n[i], (i, 1, k)), {"n"})) == x**k


def test_a_factor_of_unknown_sign_stays_inside_a_maximum():
    y = Symbol("y")
    assert isinstance(reduce_formula(MaxOver(y * n[i], (i, 1, k)), signed={"y"}), MaxOver)


@pytest.mark.parametrize("kind", [Sum, Product, MaxOver])
def test_what_is_positive_and_depends_on_the_index_stays_inside(kind):
    """log(2 i) is positive for every i; as a positive number it left the sum, its index with it."""
    whole = kind(log(2 * i), (i, 1, k))
    assert i not in free(reduce_formula(whole)) and reduce_formula(whole) == separate_indices(whole)
    written = {Sum: log(rational(2)) + log(rational(4)), Product: log(rational(2)) * log(rational(4))}
    assert reduce_formula(with_values(whole, {"k": sp.Integer(2)})) == written.get(
        kind, largest(log(rational(2)), log(rational(4)))
    )
    prefix = kind(Sum(n[j], (j, 1, i)), (i, 1, k))
    assert free(reduce_formula(prefix)) == free(prefix)


def test_nested_indices_are_distinct_and_never_captured():
    shadowed = Sum(n[j] / Sum(n[j], (j, 1, k)), (j, 1, k))
    body, index, _ = over(separate_indices(shadowed))
    assert {over(part)[1] for part in parts(body) if isinstance(part, Sum)} != {index}
    assert "Sum(n[j], (j, 1, k))" in str(separate_indices(n[i] / Sum(n[i], (i, 1, k))))


def test_what_is_positive_and_why():
    assert surely_positive(L, SMALL) and not surely_positive(L)
    assert (
        surely_positive(log(rational(2)))
        and not surely_positive(log(rational(1, 2)))
        and surely_positive(log(2 / b), SMALL)
    )
    assert (
        not surely_positive(log(rational(1, 2) / b), SMALL)
        and surely_positive(log(2 * k))
        and not surely_positive(log(k))
    )
    z = Base("z")
    for kind in (Sum, Product, MaxOver):
        assert surely_positive(kind(n[i], (i, 1, k))) and not surely_positive(kind(z[i], (i, 1, k)), signed={"z"})
        assert reduce_formula(sqrt(1 / kind(n[i], (i, 1, k)))) == reduce_formula(1 / sqrt(kind(n[i], (i, 1, k))))
    assert not surely_positive(log(b * rho), SMALL) and not surely_positive(log(k), SMALL)
    assert str(reduce_formula(sqrt(1 / L), SMALL)) == "1/sqrt(log(k/(b*rho)))"
    assert str(reduce_formula(sqrt(1 / L))) == "sqrt(1/log(k/(b*rho)))"
    assert reduce_formula(log(rational(1))) == sp.Integer(0)
