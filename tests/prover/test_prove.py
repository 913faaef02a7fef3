"""The prover against hostile inequalities: needles between grid points, equality, singular ends, tiny nudges, nan traps."""

import os
import subprocess
import sys
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement
from replcalc.numbers.exact import parse_rational
from replcalc.prover.prove import (
    Outcome,
    best_constant,
    best_value,
    prove_all,
    prove_exact,
    prove_on_box,
    reparametrise,
)
from replcalc.symbolic.language import above, at_least, at_most, below, equal

R = sp.Rational
x, y, z, u, t = sp.symbols("x y z u t", positive=True)
TINY = R(1, 10**12)


def verdict(outcome: Outcome) -> str:
    """The verdict, after checking that what it rests on holds up on its own."""
    if outcome.verdict is Verdict.UNDECIDED:
        assert outcome.detail and outcome.certificate is None
    else:
        assert outcome.certificate is not None
        assert recheck(outcome.certificate) is outcome.verdict
    return outcome.verdict.value


def fails(relation: object, outcome: Outcome) -> bool:
    """Is the relation false at the counterexample, by mpmath?"""
    assert outcome.counterexample is not None
    values = {name: Fraction(text) for name, text in outcome.counterexample.items()}
    with mpmath.workdps(60):
        numbers = {name: mpmath.mpf(v.numerator) / v.denominator for name, v in values.items()}
        symbols = sorted(relation.free_symbols, key=str)  # type: ignore[attr-defined]
        left, right = (
            sp.lambdify(symbols, side, "mpmath")(*(numbers[s.name] for s in symbols))
            for side in (relation.lhs, relation.rhs)  # type: ignore[attr-defined]
        )
        operator = relation.rel_op  # type: ignore[attr-defined]
        return not {"<=": left <= right, "<": left < right, ">=": left >= right, ">": left > right}[operator]


# -- the forms ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("relation", "box"),
    [
        (at_least(1 - sp.exp(-x), x / 2), {x: (0, 1)}),
        (at_least(sp.log(1 - x), -x - 2 * x**2), {x: (0, "1/2")}),
        (at_most(sp.log(x), x - 1), {x: (0, 1)}),  # minus infinity at 0, equality at 1
        (at_most(x, -sp.log(1 - x)), {x: (0, 1)}),  # equality at 0, infinite at 1
        (at_least(sp.sqrt(x), x), {x: (0, 1)}),  # equality at both ends, infinite slope at 0
        (at_least(sp.cosh(x), 1 + x**2 / 2), {x: (0, 1)}),  # f, f' and f'' vanish at 0
        (at_most(sp.tanh(x), x), {x: (0, 2)}),
        (at_least(x + 1 / x, 2), {x: (1, 10)}),
        (at_least(sp.exp(x) * (1 - y), 1 - y), {x: (0, 1), y: (0, 1)}),  # zero on a face and on an edge
        (at_most(sp.exp(2 * x) / (1 - y) - 1, 4 * (x + y)), {x: (0, "3/10"), y: (0, "3/10")}),
        (at_least(x * y * z, 0), {x: (0, 1), y: (0, 1), z: (0, 1)}),
        (at_most(sp.Min(x, 1), x), {x: (0, 3)}),
        (at_least(sp.Max(x, 1 - x), R(1, 2)), {x: (0, 1)}),
        (at_most(sp.Abs(x - R(1, 2)), R(1, 2)), {x: (0, 1)}),
    ],
)
def test_true_inequalities_are_proved(relation: object, box: dict[object, tuple[object, object]]) -> None:
    cuts = {x: ["1/2", 1]} if x in box else None
    assert verdict(prove_on_box(relation, box, cuts=cuts)) == "PROVED"


@pytest.mark.parametrize(
    ("relation", "box"),
    [
        (at_least((x - R(1, 3)) ** 2, TINY), {x: (0, 1)}),
        (at_least((x - R(718281828, 10**9)) ** 2, TINY**2), {x: (0, 1)}),
        (at_least((x - y + R(1, 7)) ** 2, TINY), {x: (0, 1), y: (0, 1)}),
        (at_most(sp.prod([(x - R(j, 5)) ** 2 for j in range(6)]), R(1, 10**9)), {x: (0, 1)}),  # holds on the grid
        (at_most(x * (1 - x) * (x - R(1, 2)) ** 2, 0), {x: (0, 1)}),
        (at_least(sp.exp(x), 1 + (1 + TINY) * x), {x: (0, 1)}),  # fails only below 2e-12
        (above(1 - sp.exp(-x), x / 2), {x: (0, 1)}),  # equality at 0
        (above(x + 1 / x, 2), {x: ("1/2", 2)}),  # equality at 1
        (at_least(1 / (x - R(1, 3)), 0), {x: (0, 1)}),
        (at_least(sp.Min(x, 1 - x), TINY), {x: (0, 1)}),
    ],
)
def test_false_inequalities_are_refuted_at_a_point_where_they_fail(
    relation: object, box: dict[object, tuple[object, object]]
) -> None:
    outcome = prove_on_box(relation, box, cuts={x: [1]})
    assert verdict(outcome) == "REFUTED"
    assert fails(relation, outcome)


@pytest.mark.parametrize(
    ("relation", "box"),
    [
        (at_least(x + 1 / x, 2), {x: ("1/10", 11)}),  # equality inside, no cut there
        (at_least((1 - sp.exp(-x)) / x, R(1, 2)), {x: (0, 1)}),  # 0/0 at the end
        (at_least(x * sp.log(x), -1), {x: (0, 1)}),  # 0 times infinity at the end
        (at_least(sp.log(x - R(1, 2)), -100), {x: (0, 1)}),  # undefined on half of the box
        (at_least(sp.sqrt(x - R(1, 2)), 0), {x: (0, 1)}),
    ],
)
def test_undecided_says_where_it_stopped(relation: object, box: dict[object, tuple[object, object]]) -> None:
    outcome = prove_on_box(relation, box, max_boxes=400)
    assert verdict(outcome) == "UNDECIDED"


def test_the_place_where_it_stopped_is_the_singular_end() -> None:
    outcome = prove_on_box(at_least((1 - sp.exp(-x)) / x, R(1, 2)), {x: (0, 1)})
    assert outcome.detail.startswith("stopped at x in [0, ")


@pytest.mark.parametrize(("nudge", "expected"), [(-TINY, "PROVED"), (TINY, "REFUTED")])
def test_constants_off_by_a_trillionth(nudge: sp.Rational, expected: str) -> None:
    best = R(632120558828557678, 10**18)  # 1 - 1/e = 0.632120558828557678404...
    relation = at_least(1 - sp.exp(-x), (best + nudge) * sp.Min(x, 1))
    assert verdict(prove_on_box(relation, {x: (0, 4)}, cuts={x: [1]})) == expected
    fourth = R(772588722239781237, 10**18)  # 4 ln 2 - 2 = 0.772588722239781237668...
    relation = at_least(sp.log(1 - x), -x - (fourth - nudge) * x**2)
    assert verdict(prove_on_box(relation, {x: (0, R(1, 2))})) == expected


def test_strict_inequalities_use_open_ends() -> None:
    relation = above(1 - sp.exp(-x), x / 2)
    assert verdict(prove_on_box(relation, {x: (0, 1)}, open_ends=[(x, "lower")])) == "PROVED"
    cubic = above(x - sp.tanh(x), 0)  # three derivatives vanish at 0
    assert verdict(prove_on_box(cubic, {x: (0, 1)}, open_ends=[(x, "lower")], order=4)) == "PROVED"
    assert verdict(prove_on_box(cubic, {x: (0, 1)}, order=4)) == "REFUTED"
    still = above(x - x**2, 0)  # fails at the end that is not left out
    assert prove_on_box(still, {x: (0, 1)}, open_ends=[(x, "lower")]).counterexample == {"x": "1"}


def test_assumptions_restrict_the_region() -> None:
    relation = at_most(x * y, R(1, 4))
    box = {x: (0, 1), y: (0, 1)}
    refuted = prove_on_box(relation, box)
    assert verdict(refuted) == "REFUTED"
    assert verdict(prove_on_box(at_most(x * y, R(26, 100)), box, assumptions=[at_most(x + y, 1)])) == "PROVED"
    inside = prove_on_box(at_most(x * y, R(24, 100)), box, assumptions=[at_most(x + y, 1)])
    assert verdict(inside) == "REFUTED"
    assert inside.counterexample is not None
    a, b = (Fraction(inside.counterexample[name]) for name in ("x", "y"))
    assert a + b <= 1
    assert a * b > Fraction(24, 100)


def test_substitution_covers_a_half_line() -> None:
    """e^-x (1 + x) <= 1 for all x >= 0, with x = u/(1-u)... here through x = 1/v - 1 with v in (0, 1]."""
    relation = at_most(1 + x, sp.exp(x))
    cut = prove_on_box(relation, {u: ("1/100", 1)}, substitute={x: 1 / u - 1})
    assert verdict(cut) == "PROVED"
    wrong = prove_on_box(at_most(1 + R(11, 10) * x, sp.exp(x)), {u: ("1/100", 1)}, substitute={x: 1 / u - 1})
    assert verdict(wrong) == "REFUTED"
    assert wrong.counterexample is not None
    at = Fraction(wrong.counterexample["x"])
    assert at == 1 / Fraction(wrong.counterexample["u"]) - 1
    assert mpmath.exp(float(at)) < 1 + 1.1 * float(at)


def test_reparametrised_condition() -> None:
    relation = reparametrise(at_most(y / x, x / 10), {y: x**2 * t / 10})
    assert verdict(prove_on_box(relation, {x: (0, 1), t: (0, 1)})) == "PROVED"


def test_a_missing_range_and_a_float_are_mistakes() -> None:
    with pytest.raises(MalformedStatement):
        prove_on_box(at_most(x, y), {x: (0, 1)})
    with pytest.raises(MalformedStatement):
        at_most(x, 0.5)
    with pytest.raises(MalformedStatement):
        prove_on_box(equal(x, x), {x: (0, 1)})
    with pytest.raises(MalformedStatement):
        prove_exact(at_most(x, 1))
    with pytest.raises(MalformedStatement):  # x is declared positive: sqrt(x**2) has already become x
        prove_on_box(at_least(x, -2), {x: (-1, 1)})


# -- constants ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("relation", "expected"),
    [
        (at_most(2 * sp.sqrt(5), 5), "PROVED"),
        (at_most(2 * sp.sqrt(5), R(4472135954999579, 10**15)), "REFUTED"),
        (at_most(2 * sp.sqrt(5), R(4472135954999580, 10**15)), "PROVED"),
        (below(4 * sp.E / 50 + R(1, 50), R(1, 4)), "PROVED"),
        (below(R(1, 3), R(1, 3)), "REFUTED"),
        (equal(sp.sqrt(2) * (sp.sqrt(2) + 1), 2 + sp.sqrt(2)), "PROVED"),
        (equal(1 / (1 + sp.sqrt(2)), sp.sqrt(2) - 1), "PROVED"),
        (above(sp.pi, R(355, 113)), "REFUTED"),
        (below(sp.exp(sp.pi * sp.sqrt(163)), 262537412640768744), "PROVED"),  # off by 7.5e-13
        (equal(sp.exp(sp.pi * sp.sqrt(163)), 262537412640768744), "REFUTED"),
        (above(sp.log(2), R(693147180559945309417232121458, 10**30)), "PROVED"),
        (above(sp.log(2), R(693147180559945309417232121459, 10**30)), "REFUTED"),
    ],
)
def test_exact_comparisons(relation: object, expected: str) -> None:
    assert verdict(prove_exact(relation)) == expected


def test_an_unprovable_equality_stays_open() -> None:
    """ln 2 + ln 3 = ln 6 is a normal form; an equality outside it is never claimed."""
    assert prove_exact(equal(sp.log(2) + sp.log(3), sp.log(6))).verdict is Verdict.PROVED
    hidden = 16 * sp.atanh(R(1, 5)) - 8 * sp.log(R(3, 2))  # zero, but artanh is opaque to the normal form
    assert prove_exact(equal(hidden, 0)).verdict is Verdict.UNDECIDED


# -- best constants ----------------------------------------------------------------------------------------------------
def test_best_constant_is_proved_on_one_side_and_refuted_on_the_other() -> None:
    found = best_constant(lambda c: at_least(1 - sp.exp(-x), c * x), {x: (0, 1)}, R(1, 2), 1, 9)
    with mpmath.workdps(30):
        truth = 1 - mpmath.exp(-1)
        low, high = (mpmath.mpf(int(q.p)) / int(q.q) for q in (found.constant, found.beyond))
        assert low <= truth < high
    assert found.beyond - found.constant == fmpq(1, 10**9)
    assert verdict(found.proof) == "PROVED"
    assert verdict(found.refutation) == "REFUTED"


@pytest.mark.parametrize(("near", "most"), [("0.6321205588", 2), ("0.63213", 16), ("0.9", 50), ("7", 50), (None, 50)])
def test_a_guess_saves_decisions_and_changes_nothing(near: str | None, most: int) -> None:
    """1 - 1/e = 0.63212055...: from below (1 - e^-x >= c x) and from above (1 <= c/(1 - 1/e))."""
    guess = None if near is None else parse_rational(near)
    asked: list[sp.Rational] = []

    def slope(value: sp.Rational) -> Outcome:
        asked.append(value)
        return prove_exact(at_most(value, 1 - sp.exp(-1)))

    found = best_value(slope, R(1, 2), 1, 6, guess)
    assert (found.constant, found.beyond) == (fmpq(632120, 10**6), fmpq(632121, 10**6))
    assert len(asked) <= most
    asked.clear()

    def from_above(value: sp.Rational) -> Outcome:
        asked.append(value)
        return prove_exact(at_least(value, 1 - sp.exp(-1)))

    found = best_value(from_above, 1, R(1, 2), 6, guess)
    assert (found.constant, found.beyond) == (fmpq(632121, 10**6), fmpq(632120, 10**6))
    assert len(asked) <= most


def test_a_guess_does_not_hide_that_nothing_is_refuted() -> None:
    with pytest.raises(MalformedStatement):
        best_value(lambda _: prove_exact(at_most(1, 2)), R(1, 2), 1, 6, fmpq(3, 4))


def test_a_search_whose_ends_are_wrong_is_refused() -> None:
    with pytest.raises(MalformedStatement):
        best_constant(lambda c: at_least(1 - sp.exp(-x), c * x), {x: (0, 1)}, 1, R(1, 2), 3)


# -- conjunctions ------------------------------------------------------------------------------------------------------
def test_a_conjunction_is_as_good_as_its_worst_part() -> None:
    good, bad = prove_exact(at_most(1, 2)), prove_exact(at_most(2, 1))
    open_end = prove_on_box(at_least(x + 1 / x, 2), {x: ("1/10", 11)}, max_boxes=50)
    assert verdict(prove_all({"a": good, "b": good})) == "PROVED"
    assert prove_all({"a": good, "b": bad}).verdict is Verdict.REFUTED
    assert prove_all({"a": open_end, "b": bad}).verdict is Verdict.REFUTED
    assert prove_all({"a": good, "b": open_end}).verdict is Verdict.UNDECIDED
    with pytest.raises(MalformedStatement):
        prove_all({})


# -- random polynomials, against exact evaluation ----------------------------------------------------------------------
coefficients = st.lists(st.integers(-6, 6), min_size=2, max_size=5)


@settings(max_examples=40, deadline=None)
@given(coefficients, st.integers(-8, 8))
def test_verdicts_agree_with_exact_evaluation(terms: list[int], offset: int) -> None:
    def value(at: Fraction) -> Fraction:
        return sum((c * at**j for j, c in enumerate(terms)), Fraction(0)) + Fraction(offset, 4)

    polynomial = sum((c * x**j for j, c in enumerate(terms)), sp.Integer(0)) + R(offset, 4)
    outcome = prove_on_box(at_least(polynomial, 0), {x: (0, 2)}, max_boxes=300)
    if outcome.verdict is Verdict.PROVED:
        assert all(value(Fraction(2 * j, 997)) >= 0 for j in range(998))
    elif outcome.verdict is Verdict.REFUTED:
        assert outcome.counterexample is not None
        assert value(Fraction(outcome.counterexample["x"])) < 0
    if outcome.certificate is not None:
        assert recheck(outcome.certificate) is outcome.verdict


def test_exponents_reach_sympy_as_its_own_integers_whatever_it_calculates_with():
    """With plain Python numbers under sympy an exponent of flint's became a float, and the claim was refused."""
    words = [sys.executable, "-m", "replcalc", "verify", "main.epsilon-lower"]
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "SYMPY_GROUND_TYPES": "python"})
    assert done.returncode == 0 and "1 proved" in done.stdout, done.stderr
