"""Small pieces of the prover, each against what it is for."""

import pytest
import sympy as sp

from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import InputError, MalformedStatement
from replcalc.prover.boxes import Box
from replcalc.prover.declared import check_box, constraints, declarations, fresh, symbols_of, trial_values
from replcalc.prover.facts import formula_text, read_domain, read_formula
from replcalc.prover.finite import indicator
from replcalc.prover.leaves import LeafFunction, sign_of
from replcalc.prover.prove import prove_on_box
from replcalc.prover.ranges import RangeField
from replcalc.prover.signs import _trial_points, prove_by_form, prove_growth
from replcalc.symbolic.language import above, at_least, at_most, below

x = sp.Symbol("x", real=True)
R = sp.Rational


@pytest.mark.parametrize("text", ["x 1", "x + 1)", "(x", "x +", "", "2 x", "exp x", "x,y"])
def test_what_follows_a_formula_is_refused(text):
    with pytest.raises(InputError):
        read_formula(text)


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("1 <= x", {"x": [">= 1"]}),
        ("x <= 1", {"x": ["<= 1"]}),
        ("1 > x", {"x": ["< 1"]}),
        ("0 < x <= 1", {"x": ["> 0", "<= 1"]}),
        ("k integer in [1, oo)", {"k": [">= 1", "integer"]}),
        ("x in (-oo, oo)", {"x": []}),
    ],
)
def test_domains(text, domain):
    assert {name: sorted(said) for name, said in read_domain(text).items()} == {n: sorted(s) for n, s in domain.items()}


@pytest.mark.parametrize("text", ["x <= y", "1 <= 2", "x = 1", "x in [0, y]", "x != 1"])
def test_what_is_no_domain(text):
    with pytest.raises(InputError):
        read_domain(text)


def test_indicators():
    assert indicator(sp.true) == 1 and indicator(sp.false) == 0
    assert indicator(sp.true, 5, 7) == 5 and indicator(sp.false, 5, 7) == 7


def test_a_goal_that_is_positive_by_less_than_a_ball_shows_is_not_refuted():
    goal = sp.Ge(sp.exp(x) - sp.exp(R(1, 2)) + R(1, 10**60), 0, evaluate=False)
    tiny = R(1, 10**70)
    found = prove_on_box(goal, {x: (R(1, 2) - tiny, R(1, 2) + tiny)})
    assert found.verdict is not Verdict.REFUTED and "the checker does not accept" not in found.detail
    lower = sp.Ge(sp.exp(x) - sp.exp(R(1, 2)) - R(1, 10**60), 0, evaluate=False)
    assert prove_on_box(lower, {x: (R(1, 2) - tiny, R(1, 2) + tiny)}).verdict is Verdict.REFUTED
    weak = sp.Ge((x - R(1, 2)) ** 2 * sp.exp(x), 0, evaluate=False)
    assert prove_on_box(weak, {x: (0, 1)}).verdict is Verdict.PROVED
    strict = sp.Gt((x - R(1, 2)) ** 2 * sp.exp(x), 0, evaluate=False)
    assert prove_on_box(strict, {x: (0, 1)}).verdict is Verdict.REFUTED


# -- constants and leaves ----------------------------------------------------------------------------------------------
def test_signs_of_constants():
    assert [sign_of(sp.tanh(n, evaluate=False)) for n in (-1, 0, 1)] == [-1, 0, 1]
    assert [sign_of(sp.sympify(e)) for e in (R(-1, 3), 0, R(1, 10**99))] == [-1, 0, 1]
    assert sign_of(sp.exp(1) - sp.exp(1) * (1 + R(1, 10**90))) == -1 and sign_of(sp.log(4) - 2 * sp.log(2)) == 0
    assert sign_of(sp.zoo) is None and sign_of(sp.log(-1, evaluate=False)) is None


def test_a_formula_without_a_value_has_no_range():
    assert not LeafFunction(None).on(Box.of({x: (0, 1)}), RangeField(96)).defined


@pytest.mark.parametrize(
    ("relation", "box", "form"),
    [
        (at_least(sp.exp(x), 1), (1, 1), "point"),
        (at_least(x**2 - x + R(7, 25), 0), (R(2, 5), R(3, 5)), "mean"),
        (at_least(x, 0), (0, 1), "ball"),
        (at_least(sp.exp(x) - 1 - x, 0), (0, 1), "monotone"),
    ],
    ids=str,
)
def test_one_box_and_the_form_that_proves_it(relation, box, form):
    found = prove_on_box(relation, {x: box}, max_boxes=1)
    assert found.verdict is Verdict.PROVED and found.detail == f"1 box: 1 {form}"


@pytest.mark.parametrize(
    ("assumption", "verdict"),
    [
        (above(x, 0), Verdict.REFUTED),
        (at_least(x, 0), Verdict.REFUTED),
        (at_most(x, 0), Verdict.REFUTED),
        (below(x, 0), Verdict.PROVED),
        (above(x, 2), Verdict.PROVED),
    ],
    ids=str,
)
def test_a_counterexample_satisfies_what_is_assumed(assumption, verdict):
    """x >= 1 on [0, 1]."""
    found = prove_on_box(at_least(x, 1), {x: (0, 1)}, assumptions=[assumption])
    assert found.verdict is verdict


def test_a_counterexample_is_the_shortest_decimal_nearby():
    """(x - 1/3)^2 < 1/1000 from 0.3018 to 0.3649; found at 5/16."""
    found = prove_on_box(at_least((x - R(1, 3)) ** 2, R(1, 1000)), {x: (0, 1)})
    assert found.counterexample == {"x": "31/100"}
    y = sp.Symbol("y", real=True)
    needle = at_least((x - R(1, 3)) ** 2 + (y - R(2, 7)) ** 2, R(1, 10**7))
    found = prove_on_box(needle, {x: (0, 1), y: (0, 1)}, max_boxes=400)
    assert found.verdict is Verdict.REFUTED and max(map(len, found.counterexample.values())) <= 12


def test_as_many_boxes_as_are_allowed():
    """x^2 - x + 0.26 takes a split in two; three boxes count, the whole one too."""
    goal = at_least(x**2 - x + R(26, 100), 0)
    assert [prove_on_box(goal, {x: (R(3, 10), R(7, 10))}, max_boxes=most).verdict for most in (2, 3)] == [
        Verdict.UNDECIDED,
        Verdict.PROVED,
    ]


def test_boxes_are_split_in_the_variable_that_moves():
    y = sp.Symbol("y", real=True)
    found = prove_on_box(at_least((x - R(1, 3)) ** 2 + y / 1000, -R(1, 50)), {x: (0, 1), y: (-1, 1)}, max_boxes=60)
    assert found.verdict is Verdict.PROVED
    undecided = prove_on_box(at_least(x**2 - 2 * x * y + y**2, 0), {x: (0, 1), y: (0, 1)}, max_boxes=9)
    assert undecided.verdict is Verdict.UNDECIDED and undecided.stuck is not None


# -- declarations ------------------------------------------------------------------------------------------------------
t, m = sp.Symbol("t", nonnegative=True), sp.Symbol("m", negative=True)
p, n = sp.Symbol("p", positive=True), sp.Symbol("n", integer=True, positive=True)


def test_what_is_declared_is_written_down():
    said = {"t": [">= 0"], "m": ["< 0"], "p": ["> 0"], "n": ["> 0", "integer"], "x": []}
    assert declarations([t, m, p, n, x]) == said and constraints(sp.Symbol("u", nonpositive=True)) == ["<= 0"]
    assert constraints(t, {t: (0, 1)}) == [">= 0", "<= 1"] and constraints(m, {m: (-1, 0)}) == [">= -1", "<= 0"]
    for symbol, ends in ((t, (-1, 1)), (m, (-1, 1))):
        with pytest.raises(MalformedStatement):
            constraints(symbol, {symbol: ends})
        with pytest.raises(MalformedStatement):
            check_box(Box.of({symbol: ends}))
    check_box(Box.of({t: (0, 1), m: (-1, 0)}))
    assert symbols_of(x + t, p * x) == [p, t, x] and str(fresh("t", [t, sp.Symbol("t_")])) == "t__"


def test_trial_values_are_what_a_symbol_may_be():
    assert trial_values(t)[:3] == (0, 1, R(1, 2)) and trial_values(p)[:3] == (1, R(1, 2), R(1, 10))
    assert trial_values(m)[:2] == (-1, -R(1, 2)) and trial_values(x)[:5] == (0, 1, -1, R(1, 2), -R(1, 2))
    assert trial_values(n) == (1, 2, 10, 1000, 10**6)
    assert trial_values(x, {x: (1, 3)}) == (2, 1, 3, 2, R(6, 5))
    points = list(_trial_points([t, p], None))
    assert points[:4] == [{t: 0, p: 1}, {t: 0, p: 1}, {t: 0, p: R(1, 1000)}, {t: 1, p: 1}]
    assert {t: R(1, 10), p: 10**6} in points and len(points) == 9 + 10 * 9


# -- forms and growth --------------------------------------------------------------------------------------------------
def test_a_denominator_that_is_written_negative():
    assert prove_by_form(at_least(p / (1 + t) - p / (2 + t), 0)).verdict is Verdict.PROVED
    assert prove_by_form(at_least(-p / (-1 - t), 0)).verdict is Verdict.PROVED
    assert prove_by_form(at_most(p / (-1 - t) + p / (-2 - t), 0)).verdict is Verdict.PROVED
    assert prove_by_form(at_least(p / (-1 - t), 0)).verdict is Verdict.REFUTED


def test_a_slope_that_is_negative_at_the_start_refutes_nothing():
    """t^2 - t + 1 > 0 although it falls at 0; 2 t - t^2 - 1 < 0 at 0."""
    assert prove_growth(at_least(t**2 - t + 1, 0), t, 0, order=2).verdict is not Verdict.REFUTED
    found = prove_growth(at_least(2 * t - t**2 - 1, 0), t, 0, order=2)
    assert (
        found.verdict is Verdict.REFUTED
        and found.counterexample == {"t": "0"}
        and recheck(found.certificate) is Verdict.REFUTED
    )


# -- reading -----------------------------------------------------------------------------------------------------------
def test_many_brackets_beside_each_other_are_not_deep():
    assert len(read_formula(" + ".join(["(x + 1)"] * 150))) == 151
    with pytest.raises(InputError, match="nested deeper"):
        read_formula("(" * 101 + "x" + ")" * 101)
    assert read_domain("x in [0, 2^400]")["x"][1] == f"<= {2**400}"
    with pytest.raises(InputError):
        read_domain("x in [0, 2^401]")


def test_signs_in_products_are_written_with_brackets():
    for text in ("-2*x", "y*(-2*x)", "(-2*x)^2", "1/(-2*x)", "3 + y*(-2)", "-(x*y)", "x - (-2)*y"):
        assert formula_text(read_formula(formula_text(read_formula(text)))) == formula_text(read_formula(text))
    assert formula_text(["*", ["v", "y"], ["*", ["q", "-2"], ["v", "x"]]]) == "y*(-2*x)"
    assert formula_text(["^", ["*", ["q", "-2"], ["v", "x"]], ["q", "2"]]) == "(-2*x)^2"
