"""Identities: true ones have equal normal forms, false ones never do, and signs under roots are respected."""

import pytest
import sympy as sp

from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.decide import decide_relations
from replcalc.prover.outcome import Outcome
from replcalc.symbolic.language import equal

x, y, k = sp.symbols("x y k", positive=True)
n = sp.Symbol("n", integer=True, positive=True)
i, j = sp.symbols("i j", integer=True, positive=True)
w = sp.IndexedBase("w", positive=True)
TINY = sp.Rational(1, 10**12)


def prove_identity(left: sp.Expr, right: sp.Expr) -> Outcome:
    return decide_relations([equal(left, right)], seconds=1)


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
    assert prove_identity(left, right).verdict is not Verdict.PROVED


def test_a_wrong_identity_is_refuted_at_a_point() -> None:
    outcome = prove_identity(sp.exp(2 * x), sp.exp(x) ** 2 + TINY)
    assert outcome.verdict is Verdict.REFUTED
    assert outcome.counterexample is not None
    assert set(outcome.counterexample) == {"x"}
