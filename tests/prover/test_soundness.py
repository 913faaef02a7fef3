"""False statements that were once proved, by prover and checker alike: each test says what broke."""

import json
from typing import Any

import pytest
import sympy as sp

from replcalc.kernel.algebra import Algebra
from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement
from replcalc.prover.outcome import Outcome
from replcalc.prover.prove import prove_by_form, prove_growth, prove_identity, prove_on_box
from replcalc.symbolic.language import at_least, at_most
from replcalc.symbolic.relations import to_tree

x, y, t = sp.Symbol("x", real=True), sp.Symbol("y", real=True), sp.Symbol("t", nonnegative=True)
u = sp.Symbol("u", nonnegative=True)


def verify(outcome: Outcome, **changes: Any) -> Verdict:
    assert outcome.certificate is not None
    return recheck(Certificate.from_json({**json.loads(outcome.certificate.text()), **changes}))


# -- kinks on a face ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("other", [{}, {y: (0, 1)}])
def test_equal_branches_on_a_face_do_not_choose_the_slope(other: dict[Any, Any]) -> None:
    """x and x(x-1) agree at x = 0; there the slope 1 of the branch that is not the minimum beyond was taken."""
    outcome = prove_on_box(at_least(sp.Min(x, x * (x - 1)), 0), {x: (0, 1), **other})
    assert outcome.verdict is Verdict.REFUTED
    assert verify(outcome) is Verdict.REFUTED


def test_the_checker_does_not_take_the_slope_of_either_equal_branch() -> None:
    """The certificate that used to pass: the slope is >= 0 at x = 0 and does not decrease."""
    proof = {
        "form": "monotone",
        "variable": "x",
        "end": "lower",
        "face": {"form": "zero"},
        "derivative": {
            "form": "monotone",
            "variable": "x",
            "end": "lower",
            "derivative": {"form": "ball"},
            "face": {"form": "ball"},
        },
    }
    for goal in (sp.Min(x, x * (x - 1)), sp.Min(x * (x - 1), x)):
        conclusion = {"relations": [[to_tree(goal), ">=", ["q", "0"]]], "domain": {"x": [">= 0", "<= 1"]}, "given": []}
        rule = {"rule": "box", "boxes": [{"box": {"x": ["0", "1"]}, "proof": proof}]}
        assert recheck(Certificate("claim", {"conclusion": conclusion, "proof": rule})) is Verdict.UNDECIDED


def test_kinks_are_still_proved() -> None:
    assert prove_on_box(at_least(sp.Min(x, x * (1 - x)), 0), {x: (0, 1)}).verdict is Verdict.PROVED
    assert prove_on_box(at_most(sp.Min(x, y), x + y / 2), {x: (0, 1), y: (0, 1)}).verdict is Verdict.PROVED


# -- poles in growth proofs --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("f", "form"),
    [
        (-1 / (u - 1), 1 / (u - 1) ** 2),  # false at 2
        (-1 / (u - 1) - 1, 1 / (u - 1) ** 2),
        (-sp.tanh(u - 1) / sp.sinh(u - 1) ** 2, None),
    ],
)
def test_growth_does_not_step_over_a_pole(f: Any, form: Any) -> None:
    outcome = prove_growth(at_least(f, 0), u, 0, order=1, form=form)
    assert outcome.verdict is not Verdict.PROVED


def test_the_checker_asks_for_continuity() -> None:
    good = prove_growth(at_least(-1 / (u + 1) + 1, 0), u, 0, order=1, form=1 / (u + 1) ** 2)
    assert good.verdict is Verdict.PROVED
    assert verify(good) is Verdict.PROVED
    bad = json.loads(json.dumps(good.certificate.data if good.certificate else {}).replace('["q", "1"]', '["q", "-1"]'))
    assert recheck(Certificate("claim", bad)) is Verdict.UNDECIDED


def test_growth_needs_positive_denominators_for_every_value_of_the_other_symbols() -> None:
    """cosh z + m sinh z > 0 for m in [-1, 1] and not for m = -2; the proof once rested on m >= 0 unsaid."""
    m, z = sp.Symbol("m", real=True), sp.Symbol("z", nonnegative=True)
    relation = at_least(m * z + z**2 / 2, sp.log(sp.cosh(z) + m * sp.sinh(z)))
    form = ((sp.sinh(z) + m * sp.cosh(z)) / (sp.cosh(z) + m * sp.sinh(z))) ** 2
    known = {sp.cosh(z) + m * sp.sinh(z): sp.exp(-z) + (1 + m) * sp.sinh(z)}
    outcome = prove_growth(relation, z, order=2, form=form, positive=known, ranges={m: (-1, 1)})
    assert outcome.verdict is Verdict.PROVED
    assert verify(outcome) is Verdict.PROVED
    assert outcome.certificate is not None
    conclusion, proof = outcome.certificate.data["conclusion"], outcome.certificate.data["proof"]
    for domain in ({"m": [">= -2", "<= 1"]}, {"m": []}, {}):
        about = {**conclusion, "domain": {"z": [">= 0"], **domain}}
        assert recheck(Certificate("claim", {"conclusion": about, "proof": proof})) is Verdict.UNDECIDED
    without = {"conclusion": conclusion, "proof": {**proof, "positive": []}}
    assert recheck(Certificate("claim", without)) is Verdict.UNDECIDED
    for wrong in ({}, {m: (-2, 1)}):
        undecided = prove_growth(relation, z, order=2, form=form, positive=known, ranges=wrong)
        assert undecided.verdict is not Verdict.PROVED


# -- capture -----------------------------------------------------------------------------------------------------------
def test_a_symbol_named_like_the_step_is_not_captured() -> None:
    """x^2/2 - t x is negative at x = t = 1; its slope x - t was taken for the step t minus itself."""
    for name in ("t", "step", "step_"):
        other = sp.Symbol(name, nonnegative=True)
        outcome = prove_growth(at_least(u**2 / 2 - other * u, 0), u, 0, order=1)
        assert outcome.verdict is Verdict.REFUTED
        assert verify(outcome) is Verdict.REFUTED


# -- signs of variables ------------------------------------------------------------------------------------------------


def test_the_powers_of_a_sum_are_not_taken_for_positive() -> None:
    """sqrt(((x-1)^k)^2) is abs(x-1)^k."""
    base = ["^", ["+", ["v", "x"], ["q", "-1"]], ["v", "k"]]
    assert not Algebra(["x", "k"]).equal(["^", ["^", base, ["q", "2"]], ["q", "1/2"]], base)


def test_zero_over_zero_equals_nothing() -> None:
    nothing = ["*", ["+", ["v", "x"], ["*", ["q", "-1"], ["v", "x"]]], ["^", ["q", "0"], ["q", "-1"]]]
    assert not Algebra().equal(nothing, ["q", "5"])
    assert not Algebra().is_zero(nothing)


@pytest.mark.parametrize("declared", [{"negative": True}, {"nonpositive": True}, {"real": True}])
def test_symbols_that_may_be_negative_are_not_written_down_as_nonnegative(declared: dict[str, bool]) -> None:
    z = sp.Symbol("z", **declared)
    outcome = prove_by_form(at_least(z, 0))
    assert outcome.verdict is Verdict.REFUTED
    assert verify(outcome) is Verdict.REFUTED
    assert outcome.counterexample is not None
    assert sp.Rational(outcome.counterexample["z"]) < 0
    assert prove_by_form(at_least(z**2, 0)).verdict is Verdict.PROVED


def test_a_negative_symbol_keeps_to_its_side_of_zero() -> None:
    z = sp.Symbol("z", negative=True)
    with pytest.raises(MalformedStatement, match="one sign"):
        prove_on_box(at_most(sp.Abs(z) + z, 0), {z: (-1, 1)})
    assert prove_on_box(at_most(sp.Abs(z) + z, 0), {z: (-1, 0)}).verdict is Verdict.PROVED
    refuted = prove_identity(sp.sqrt(z**2), z)
    assert refuted.verdict is Verdict.REFUTED
    assert verify(refuted) is Verdict.REFUTED


def test_two_symbols_of_one_name_are_refused() -> None:
    first, second = sp.Symbol("x", real=True), sp.Symbol("x", positive=True)
    for decide in (
        lambda: prove_identity(first + second, 2 * first),
        lambda: prove_by_form(at_least(first + second, 0)),
        lambda: prove_on_box(at_least(first + second, 0), {first: (0, 1), second: (0, 1)}),
        lambda: prove_growth(at_least(second * u, first), u),
    ):
        with pytest.raises(MalformedStatement, match=r"called x|one name"):
            decide()


def test_counterexamples_are_integral_where_the_symbol_is() -> None:
    """k (k - 1) >= 0 holds for every integer and fails at 1/2."""
    k = sp.Symbol("k", integer=True, positive=True)
    for outcome in (
        prove_on_box(at_least(k * (k - 1), 0), {k: (0, 3)}),
        prove_on_box(at_least(k * (k - 1), 0), {t: (0, 3)}, substitute={k: t}),
        prove_by_form(at_least(k * (k - 1), 0)),
        prove_by_form(at_least(k * (k - 1), 0), substitute={k: t}),
    ):
        assert outcome.verdict is Verdict.UNDECIDED
    for outcome in (
        prove_on_box(at_least(k * (k - 3), 0), {k: (0, 5)}),
        prove_by_form(at_least(k * (k - 3), 0)),
        prove_identity(k**2, k + 1),
    ):
        assert outcome.verdict is Verdict.REFUTED
        assert outcome.counterexample is not None
        assert sp.Rational(outcome.counterexample["k"]).is_integer
        assert verify(outcome) is Verdict.REFUTED


# -- what the checker cannot follow ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("left", "right"),
    [
        (sp.log((2 + x) ** 2) / 2, sp.log(2 + x)),
        (sp.sqrt(sp.Rational(1, 3) + t), sp.sqrt(3) * sp.sqrt(1 + 3 * t) / 3),
    ],
)
def test_an_identity_beyond_the_checker_is_undecided(left: Any, right: Any) -> None:
    assert prove_identity(left, right).verdict is Verdict.UNDECIDED
    assert prove_identity(left, right + 1).verdict is Verdict.REFUTED


def test_a_side_without_a_value_refutes_nothing() -> None:
    """sqrt(y) = sqrt(y) + 1 was refuted at y = -1/2, where neither side has a value."""
    negative = sp.Symbol("y", negative=True)
    assert prove_identity(sp.sqrt(negative), sp.sqrt(negative) + 1).verdict is Verdict.UNDECIDED
    assert prove_identity(sp.sqrt(t), sp.sqrt(t) + 1).verdict is Verdict.REFUTED
