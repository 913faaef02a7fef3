"""False statements that were once proved, by prover and kernel alike: each test says what broke."""

from typing import Any

import pytest
import sympy as sp

from replcalc.kernel.algebra import Algebra
from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement
from replcalc.prover.decide import decide_fact, decide_relations
from replcalc.prover.facts import fact
from replcalc.prover.forms import evident_sign
from replcalc.prover.outcome import Outcome
from replcalc.symbolic.language import at_least, at_most, equal
from replcalc.symbolic.parsing import parse_formula

x, y, t = sp.Symbol("x", real=True), sp.Symbol("y", real=True), sp.Symbol("t", nonnegative=True)
u, p = sp.Symbol("u", nonnegative=True), sp.Symbol("p", positive=True)


def decide(relation: Any, ranges: Any = None) -> Outcome:
    """A verdict, after checking that its certificate holds up."""
    outcome = decide_relations([relation], ranges, 2)
    if outcome.verdict is not Verdict.UNDECIDED:
        assert outcome.certificate is not None and recheck(outcome.certificate) is outcome.verdict
    return outcome


def line(relation: str, on: str, proof: dict[str, Any]) -> Verdict:
    stated = fact(relation, on).conclusion()
    return recheck(Certificate("claim", {"conclusion": stated, "proof": proof}))


@pytest.mark.parametrize("other", [{}, {y: (0, 1)}])
def test_equal_branches_on_a_face_do_not_choose_the_slope(other: dict[Any, Any]) -> None:
    """x and x(x-1) agree at x = 0; there the slope 1 of the branch that is not the minimum beyond was taken."""
    assert decide(at_least(sp.Min(x, x * (x - 1)), 0), {x: (0, 1), **other}).verdict is Verdict.REFUTED
    inner = {"form": "monotone", "variable": "x", "end": "lower", "derivative": {"form": "ball"}}
    proof = inner | {"face": {"form": "zero"}, "derivative": inner | {"face": {"form": "ball"}}}
    for goal in ("Min(x, x*(x - 1))", "Min(x*(x - 1), x)"):
        rule = {"rule": "box", "boxes": [{"box": {"x": ["0", "1"]}, "proof": proof}]}
        assert line(f"{goal} >= 0", "x in [0, 1]", rule) is Verdict.UNDECIDED
    assert decide(at_least(sp.Min(x, x * (1 - x)), 0), {x: (0, 1)}).verdict is Verdict.PROVED
    assert decide(at_most(sp.Min(x, y), x + y / 2), {x: (0, 1), y: (0, 1)}).verdict is Verdict.PROVED


@pytest.mark.parametrize("f", [-1 / (u - 1), -1 / (u - 1) - 1, -sp.tanh(u - 1) / sp.sinh(u - 1) ** 2])
def test_growth_does_not_step_over_a_pole(f: Any) -> None:
    assert decide(at_least(f, 0)).verdict is not Verdict.PROVED


def test_growth_needs_positive_denominators_for_every_value_of_the_other_symbols() -> None:
    """cosh z + m sinh z > 0 for m in [-1, 1] and not for m = -2; the proof once rested on m >= 0 unsaid."""
    form = "((sinh(s) + m*cosh(s))/(cosh(s) + m*sinh(s)))^2"
    positive = [[parse_formula("cosh(s) + m*sinh(s)"), parse_formula("exp(-s) + (1 + m)*sinh(s)")]]
    proof = {"rule": "growth", "variable": "z", "step": "s", "form": parse_formula(form), "positive": positive}
    proof["values"] = [["q", "0"], ["q", "0"]]
    relation = "m*z + z^2/2 >= log(cosh(z) + m*sinh(z))"
    assert line(relation, "m in [-1, 1], z >= 0", proof) is Verdict.PROVED
    for domain in ("m in [-2, 1], z >= 0", "m in (-oo, oo), z >= 0"):
        assert line(relation, domain, proof) is Verdict.UNDECIDED
    assert line(relation, "m in [-1, 1], z >= 0", proof | {"positive": []}) is Verdict.UNDECIDED


@pytest.mark.parametrize("name", ["t", "step", "step_"])
def test_a_symbol_named_like_the_step_is_not_captured(name: str) -> None:
    """x^2/2 - t x is negative at x = t = 1; its slope x - t was taken for the step t minus itself."""
    other = sp.Symbol(name, nonnegative=True)
    assert decide(at_least(u**2 / 2 - other * u, 0)).verdict is Verdict.REFUTED


def test_the_members_of_a_family_are_not_one_number() -> None:
    """A new variable for n[i] made all members equal: sum n[i] = k n[i] was proved, and sums over i and j differed."""
    domain = "n[i] >= 1, n[j] >= 1, k integer in [1, oo)"
    shift = {"rule": "shift", "variable": "n[i]", "name": "t", "proofs": [{"rule": "identity"}]}
    assert line("sum(n[i], i, 1, k) = k*n[i]", domain, shift) is Verdict.UNDECIDED
    same = "sum(n[i], i, 1, k) = sum(n[j], j, 1, k)"
    for second, verdict in (("1", Verdict.REFUTED), ("2", Verdict.UNDECIDED)):
        point = {"rule": "point", "number": 0, "point": {"n[i]": "1", "n[j]": second, "k": "1"}}
        assert line(f"2*{same}", domain, point) is verdict
    assert decide_fact(fact(same, domain), 2).verdict is Verdict.PROVED
    assert decide_fact(fact("sum(n[i], i, 1, k) = k*n[j]", domain), 2).verdict is not Verdict.PROVED


def test_the_powers_of_a_sum_are_not_taken_for_positive() -> None:
    """sqrt(((x-1)^k)^2) is abs(x-1)^k."""
    base = parse_formula("(x - 1)^k")
    assert not Algebra(["x", "k"]).equal(["^", ["^", base, ["q", "2"]], ["q", "1/2"]], base)


def test_zero_over_zero_equals_nothing() -> None:
    nothing = parse_formula("(x - x)*0^(-1)")
    assert not Algebra().equal(nothing, ["q", "5"])
    assert not Algebra().is_zero(nothing)


@pytest.mark.parametrize("declared", [{"negative": True}, {"nonpositive": True}, {"real": True}])
def test_symbols_that_may_be_negative_are_not_written_down_as_nonnegative(declared: dict[str, bool]) -> None:
    z = sp.Symbol("z", **declared)
    outcome = decide(at_least(z, 0))
    assert outcome.verdict is Verdict.REFUTED and outcome.counterexample is not None
    assert sp.Rational(outcome.counterexample["z"]) < 0
    assert decide(at_least(z**2, 0)).verdict is Verdict.PROVED


def test_a_negative_symbol_keeps_to_its_side_of_zero() -> None:
    z = sp.Symbol("z", negative=True)
    with pytest.raises(MalformedStatement, match="one sign"):
        decide(at_most(z, 0), {z: (-1, 1)})
    assert decide(at_most(z, 0), {z: (-1, 0)}).verdict is Verdict.PROVED
    assert decide(equal(sp.sqrt(z**2), z)).verdict is Verdict.REFUTED


def test_two_symbols_of_one_name_are_refused() -> None:
    with pytest.raises(MalformedStatement, match="called x"):
        decide(equal(x + sp.Symbol("x", positive=True), 2 * x))


def test_counterexamples_are_integral_where_the_symbol_is() -> None:
    """k (k - 1) >= 0 holds for every integer and fails at 1/2."""
    k = sp.Symbol("k", integer=True, positive=True)
    assert decide(at_least(k * (k - 1), 0)).verdict is Verdict.PROVED
    for relation, ranges in ((at_least(k * (k - 3), 0), {k: (0, 5)}), (equal(k**2, k + 1), None)):
        outcome = decide(relation, ranges)
        assert outcome.verdict is Verdict.REFUTED and outcome.counterexample is not None
        assert sp.Rational(outcome.counterexample["k"]).is_integer


@pytest.mark.parametrize(
    ("left", "right"),
    [(sp.log((2 + x) ** 2) / 2, sp.log(2 + x)), (sp.sqrt(sp.Rational(1, 3) + t), sp.sqrt(3) * sp.sqrt(1 + 3 * t) / 3)],
)
def test_an_identity_beyond_the_kernel_is_undecided(left: Any, right: Any) -> None:
    assert decide(equal(left, right)).verdict is Verdict.UNDECIDED
    assert decide(equal(left, right + 1)).verdict is Verdict.REFUTED


def test_a_side_without_a_value_refutes_nothing() -> None:
    """sqrt(y) = sqrt(y) + 1 was refuted at y = -1/2, where neither side has a value."""
    negative = sp.Symbol("y", negative=True)
    assert decide(equal(sp.sqrt(negative), sp.sqrt(negative) + 1)).verdict is Verdict.UNDECIDED
    assert decide(equal(sp.sqrt(t), sp.sqrt(t) + 1)).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("node", "sign"),
    [
        (u, 0),
        (p, 1),
        (x, None),
        (x**2, 0),
        (x**2 + 1, 1),
        (sp.exp(x), 1),
        (-u, None),
        (u - t, None),
        (u * t + p, 1),
        (u / p, 0),
        (u / (1 + t), 0),
        (sp.log(1 + u), 0),
        (sp.log(2 + u), 1),
        (sp.log(u), None),
        (-p, None),
        (x**3, None),
        (1 / x**2, 0),  # where it is defined
        (1 / x, None),
        (sp.sqrt(2) - 1, 1),
        (sp.log(2) - 1, None),
    ],
)
def test_signs_that_can_be_read_off(node: sp.Expr, sign: int | None) -> None:
    assert evident_sign(node) == sign
