"""Signs that can be read off: nothing false is proved, failures come with a point, certificates cannot be tampered with."""

import pytest
import sympy as sp

from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.forms import evident_sign
from replcalc.prover.prove import prove_by_form, prove_growth
from replcalc.symbolic.language import above, at_least, at_most, below

x, y, p = sp.Symbol("x", nonnegative=True), sp.Symbol("y", nonnegative=True), sp.Symbol("p", positive=True)
free = sp.Symbol("z", real=True)


@pytest.mark.parametrize(
    ("node", "sign"),
    [
        (x, 0),
        (p, 1),
        (free, None),
        (free**2, 0),
        (free**2 + 1, 1),
        (sp.exp(free), 1),
        (-x, None),
        (x - y, None),
        (x * y + p, 1),
        (x / p, 0),
        (x / (1 + y), 0),
        (sp.log(1 + x), 0),
        (sp.log(2 + x), 1),
        (sp.log(x), None),
        (sp.Integer(-1) * p, None),
        (free**3, None),
        (1 / free**2, 0),  # where it is defined
        (1 / free, None),
        (sp.sqrt(2) - 1, 1),
        (sp.log(2) - 1, None),
    ],
)
def test_evident_sign(node: sp.Expr, sign: int | None) -> None:
    assert evident_sign(node) == sign


@pytest.mark.parametrize(
    "relation",
    [
        at_least(x**2 + y**2, 2 * x * y - sp.Rational(1, 10**12)),
        at_least((x - 1) ** 2, sp.Rational(1, 10**9)),
        above(x, 0),
        below(p / (1 + p), sp.Rational(999, 1000)),
        at_least(x + 1, sp.Rational(10**12 + 1, 10**12)),
    ],
)
def test_what_is_not_always_true_is_never_proved(relation: sp.Rel) -> None:
    outcome = prove_by_form(relation)
    assert outcome.verdict is not Verdict.PROVED
    if outcome.verdict is Verdict.REFUTED:
        assert outcome.certificate is not None
        assert recheck(outcome.certificate) is Verdict.REFUTED


def test_a_form_must_be_identical_to_the_difference() -> None:
    relation = at_least(x**2 + y**2, 2 * x * y)
    assert prove_by_form(relation, (x - y) ** 2).verdict is Verdict.PROVED
    assert prove_by_form(relation, x**2 + y**2).verdict is not Verdict.PROVED


def test_strictness_at_zero() -> None:
    assert prove_by_form(above(x + p, 0)).verdict is Verdict.PROVED
    outcome = prove_by_form(above(x + y, 0))
    assert outcome.verdict is Verdict.REFUTED
    assert outcome.counterexample == {"x": "0", "y": "0"}


def test_substitution_is_undone_in_the_counterexample() -> None:
    k = sp.Symbol("k", positive=True)
    good = prove_by_form(at_most(32 * k, k**2), substitute={k: 32 + x})
    bad = prove_by_form(at_most(32 * k, k**2), substitute={k: 31 + x})
    assert good.verdict is Verdict.PROVED
    assert bad.verdict is Verdict.REFUTED
    assert bad.counterexample is not None
    assert 31 <= sp.Rational(bad.counterexample["k"]) < 32


@pytest.mark.parametrize(("slope", "verdict"), [("1", Verdict.PROVED), ("1000001/1000000", Verdict.REFUTED)])
def test_growth_of_the_exponential(slope: str, verdict: Verdict) -> None:
    outcome = prove_growth(at_least(sp.exp(x), 1 + sp.Rational(slope) * x), x, order=2)
    assert outcome.verdict is verdict
    assert outcome.certificate is not None
    assert recheck(outcome.certificate) is verdict


def test_growth_refutes_at_the_start_and_refuses_strict_goals() -> None:
    assert prove_growth(at_least(x, 1), x).verdict is Verdict.REFUTED
    with pytest.raises(ValueError, match="weak"):
        prove_growth(above(sp.exp(x), x), x)


def test_growth_does_not_prove_what_fails_far_out() -> None:
    """x^3 - 100 x^2 + ... is above its tangent at 0 to second order but fails later."""
    outcome = prove_growth(at_least(sp.exp(x), 1 + x + x**2 / 2 + x**3), x, order=3)
    assert outcome.verdict is Verdict.REFUTED


def _proved() -> Certificate:
    outcome = prove_by_form(at_least((1 + x) ** 2, 1 + 2 * x))
    assert outcome.certificate is not None
    return outcome.certificate


@pytest.mark.parametrize(
    "change",
    [
        {"form": ["*", ["q", "-1"], ["^", ["v", "x"], ["q", "2"]]]},
        {"form": ["^", ["v", "x"], ["q", "4"]]},
        {"form": ["v", "x"]},
    ],
)
def test_tampered_certificates_do_not_check(change: dict[str, object]) -> None:
    certificate = _proved()
    assert recheck(certificate) is Verdict.PROVED
    proof = {**certificate.data["proof"], **change}
    assert recheck(Certificate("claim", {**certificate.data, "proof": proof})) is Verdict.UNDECIDED


def test_a_maximum_is_no_quotient_and_no_error() -> None:
    """Polynomials are cancelled in flint, which knows no maxima: they once ended the proof with an exception."""
    assert prove_by_form(at_least(sp.Max(1 / p**2, p), 0)).verdict is Verdict.UNDECIDED  # no evident sign
    assert prove_by_form(at_least(sp.Max(1 / p**2, p), 3)).verdict is Verdict.REFUTED
