"""Identities: true ones have equal normal forms, false ones never do, and signs under roots are respected."""

from __future__ import annotations

import pytest
import sympy as sp

from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.normal_form import is_zero, same
from replcalc.prover.prove import prove_identity

x, y, k = sp.symbols("x y k", positive=True)
n = sp.Symbol("n", integer=True, positive=True)
i, j = sp.symbols("i j", integer=True, positive=True)
w = sp.IndexedBase("w", positive=True)
TINY = sp.Rational(1, 10**12)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((sp.exp(x) - 1) / (1 - sp.exp(-x)), sp.exp(x)),
        (sp.exp(x) / (1 - sp.exp(-x)), sp.exp(2 * x) / (sp.exp(x) - 1)),
        (2 * y / sp.sqrt(x * y + x**2), 2 * y * sp.sqrt(x * y + x**2) / (x * (x + y))),
        (sp.log(8 / x**2), 3 * sp.log(2) - 2 * sp.log(x)),
        (sp.log((1 - x) / (1 - y)), sp.log(1 - x) - sp.log(1 - y)),
        (sp.tanh(x / 2), (sp.exp(x) - 1) / (sp.exp(x) + 1)),
        (sp.cosh(x) ** 2 - sp.sinh(x) ** 2, 1),
        ((1 - x) ** (k + 1), (1 - x) * (1 - x) ** k),
        (1 / (1 + sp.sqrt(x)), (1 - sp.sqrt(x)) / (1 - x)),
        ((sp.sqrt(3) + sp.sqrt(5)) ** 2, 8 + 2 * sp.sqrt(15)),
        ((sp.sqrt(x) + 1) * (sp.sqrt(x) - 1), x - 1),
        (sp.Sum(w[i] * x + 1, (i, 1, n)), x * sp.Sum(w[j], (j, 1, n)) + n),
        (sp.Sum(w[i] / sp.Sum(w[j], (j, 1, n)) + 1 / n, (i, 1, n)), 2),
        (sp.exp(-sp.log(1 / x) * sp.Sum(w[i], (i, 1, n)) / sp.Sum(w[j], (j, 1, n))), x),
    ],
)
def test_identities(left: sp.Expr, right: sp.Expr) -> None:
    outcome = prove_identity(left, right)
    assert outcome.verdict is Verdict.PROVED
    assert outcome.certificate is not None
    assert recheck(outcome.certificate) is Verdict.PROVED
    nudged = prove_identity(left, right + TINY)
    assert nudged.verdict is not Verdict.PROVED
    if nudged.certificate is not None:
        assert recheck(nudged.certificate) is Verdict.REFUTED


def test_what_sympy_made_the_same_tree_certifies_nothing() -> None:
    outcome = prove_identity(sp.sqrt(x) ** 3 / x, sp.sqrt(x))
    assert outcome.certificate is not None
    assert recheck(outcome.certificate) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (sp.sqrt((x - 1) ** 2), x - 1),
        (sp.sqrt(sp.log(x) ** 2), sp.log(x)),
        (sp.sqrt(sp.exp(2 * x) - 2 * sp.exp(x) * y + y**2), sp.exp(x) - y),
        (x * (1 + TINY), x),
        (sp.exp(x + y), sp.exp(x) + sp.exp(y)),
        (sp.log(x + y), sp.log(x) + sp.log(y)),
        (sp.Min(x, y), x),
        (sp.Sum(w[i] ** 2, (i, 1, n)), sp.Sum(w[i], (i, 1, n)) ** 2),
        (sp.Sum(sp.Sum(w[j], (j, 1, i)), (i, 1, n)), sp.Sum(sp.Sum(w[i], (j, 1, i)), (i, 1, n))),
    ],
)
def test_what_is_not_an_identity_is_never_proved(left: sp.Expr, right: sp.Expr) -> None:
    assert same(left, right) is None
    assert not is_zero(left - right)


def test_a_wrong_identity_is_refuted_at_a_point() -> None:
    outcome = prove_identity(sp.exp(2 * x), sp.exp(x) ** 2 + TINY)
    assert outcome.verdict is Verdict.REFUTED
    assert outcome.counterexample is not None
    assert set(outcome.counterexample) == {"x"}


def test_the_order_of_arguments_matters_except_for_extrema() -> None:
    assert same(sp.Min(x, y), sp.Min(y, x)) is not None
    f = sp.Function("f")
    assert same(f(x, y), f(y, x)) is None


p, q = sp.symbols("p q", positive=True)
a, b = sp.symbols("a b", real=True)
ROOT = sp.sqrt((a - 1) / (a + 1))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (sp.exp(a + sp.log(p) / 2, evaluate=False), sp.sqrt(p) * sp.exp(a)),
        (sp.exp(sp.log(p + 1), evaluate=False), p + 1),
        (sp.exp(a + b * sp.log(p)), p**b * sp.exp(a)),
        (sp.exp(a + b * sp.log(p) * sp.log(q)), p ** (b * sp.log(q)) * sp.exp(a)),
        (sp.Pow(p * q, 2 * b, evaluate=False), p ** (2 * b) * q ** (2 * b)),
        (sp.Pow(p**a, b, evaluate=False), p ** (a * b)),
        (sp.Pow(sp.E, a * b, evaluate=False) ** 2, sp.exp(2 * a * b)),
        (p ** (a + 2), p**a * p**2),
        ((p + 1) ** (2 * a), ((p + 1) ** a) ** 2),
        ((p + 1) ** (a / 2) ** 1, (p + 1) ** (a / 2)),
        (sp.log(a * b * sp.exp(a)), sp.log(a * b) + a),
        (sp.log(p * sp.exp(a)), sp.log(p) + a),
        (sp.log(p**2 * q / 12), 2 * sp.log(p) + sp.log(q) - 2 * sp.log(2) - sp.log(3)),
        (sp.log(p * a), sp.log(p) + sp.log(a)),
        (sp.log((p + 1) ** a), a * sp.log(p + 1)),
        (sp.log(sp.sqrt(p) * q * sp.exp(a)), sp.log(p) / 2 + sp.log(q) + a),
        (sp.log(sp.sqrt(p) * a), sp.log(p) / 2 + sp.log(a)),
        (sp.log(p**a * (1 - p)), a * sp.log(p) + sp.log(1 - p)),
        (sp.log(sp.E * p), 1 + sp.log(p)),
        (sp.log(1 / p), -sp.log(p)),
        (sp.sqrt(p * q + p), sp.sqrt(p) * sp.sqrt(q + 1)),
        (sp.Pow(sp.Rational(1, 2), sp.Rational(1, 2), evaluate=False), sp.sqrt(2) / 2),
        (sp.sqrt(12 * p), 2 * sp.sqrt(3) * sp.sqrt(p)),
        (sp.sqrt(p / (p + 1)), sp.sqrt(p) / sp.sqrt(p + 1)),
        ((p * (p + 1)) ** sp.Rational(3, 2), p * (p + 1) * sp.sqrt(p) * sp.sqrt(p + 1)),
        (sp.sqrt(p**2 * (a + 1)), p * sp.sqrt(a + 1)),
        (sp.tanh(a), sp.sinh(a) / sp.cosh(a)),
        (sp.Max(a, b) + 1, 1 + sp.Max(b, a)),
        ((ROOT + 1) * (ROOT - 1) * (a + 1), sp.Integer(-2)),
        (ROOT * (ROOT + b) * (a + 1), a - 1 + ROOT * b * (a + 1)),
    ],
)
def test_what_is_the_same(left, right):
    assert same(left, right) is not None
    assert same(left, right + 1) is None and same(2 * left, right) is None


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (sp.sqrt(a**2 * p, evaluate=False), a * sp.sqrt(p)),
        (sp.log(a * b), a + b),
        (sp.log(p), p),
        (sp.exp(a), a),
        (sp.sqrt((a - 1) ** 2 * p), (a - 1) * sp.sqrt(p)),
        (sp.Max(a, b), sp.Min(a, b)),
        (p**a, p**b),
        (p**a, q**a),
        (sp.sqrt((1 - p) ** 2, evaluate=False), 1 - p),
        (sp.log(6), sp.log(3)),
        (sp.log(2), sp.Integer(0)),
        (sp.log(p * a), sp.log(a)),
    ],
)
def test_what_is_not_the_same(left, right):
    assert same(left, right) is None


def test_terms_are_counted():
    assert (same(p - p, sp.Integer(0)), same((p + q) ** 2, p**2 + 2 * p * q + q**2)) == (1, 3)
