"""Small pieces of the prover, each against what it is for."""

import pytest
import sympy as sp

from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import InputError
from replcalc.prover.facts import read_domain, read_formula
from replcalc.prover.finite import indicator
from replcalc.prover.prove import prove_on_box

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
    assert prove_on_box(goal, {x: (R(1, 2) - tiny, R(1, 2) + tiny)}).verdict is not Verdict.REFUTED
    lower = sp.Ge(sp.exp(x) - sp.exp(R(1, 2)) - R(1, 10**60), 0, evaluate=False)
    assert prove_on_box(lower, {x: (R(1, 2) - tiny, R(1, 2) + tiny)}).verdict is Verdict.REFUTED
    weak = sp.Ge((x - R(1, 2)) ** 2 * sp.exp(x), 0, evaluate=False)
    assert prove_on_box(weak, {x: (0, 1)}).verdict is Verdict.PROVED
    strict = sp.Gt((x - R(1, 2)) ** 2 * sp.exp(x), 0, evaluate=False)
    assert prove_on_box(strict, {x: (0, 1)}).verdict is Verdict.REFUTED
