"""What somebody asks, before and after it is decided: the fact that is meant, the time, the best constant."""

from fractions import Fraction

import pytest
import sympy as sp
from flint import fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import InputError
from replcalc.prover import proving
from replcalc.prover.decide import decide_fact
from replcalc.prover.facts import fact
from replcalc.prover.outcome import Outcome
from replcalc.prover.proving import (
    GRACE,
    WIDTH,
    Bracket,
    _answer,
    _bracket_constant,
    _build_fact,
    _round_between,
    _with_constant,
    prove,
)

x = sp.Symbol("x", real=True)
UNDECIDED = Outcome(Verdict.UNDECIDED, "claim")


@pytest.mark.parametrize(
    ("relation", "on", "exact", "above"),
    [
        pytest.param("exp(-x) <= 1 - x + c*x^2", "x >= 0", Fraction(1, 2), True, marks=pytest.mark.exhaustive),
        ("2*p*(1 - p) >= c", "p in [1/5, 7/10]", Fraction(8, 25), False),
        ("x*(1 - x) <= c", "x in [0, 1]", Fraction(1, 4), True),
        ("x^2 + c >= -3", "x in [-1, 1]", Fraction(-3), True),
    ],
)
def test_the_best_constant_lies_in_its_bracket(relation, on, exact, above):
    about, outcome, bracket = _bracket_constant(_build_fact(relation, on, (), "c"), "c", 30)
    assert outcome.verdict is Verdict.PROVED and bracket.narrow and bracket.why == ""
    proved, refuted = (Fraction(int(q.p), int(q.q)) for q in (bracket.proved, bracket.refuted))
    assert (refuted < exact <= proved) if above else (proved <= exact < refuted)
    assert about == _with_constant(_build_fact(relation, on, (), "c"), "c", proved)


@pytest.mark.parametrize(("relation", "told"), [("x^2 + 0*c >= 0", "holds"), ("x^2 + 0*c <= -1", "fails")])
def test_a_constant_that_makes_no_difference(relation, told):
    _, outcome, bracket = _bracket_constant(_build_fact(relation, "x in [0, 1]", (), "c"), "c", 5)
    assert outcome.verdict is Verdict.UNDECIDED and bracket.proved is None and bracket.refuted is None
    assert f"it {told} for all values tried" in bracket.why and not bracket.narrow


def test_without_time_nothing_is_proved():
    _, outcome, bracket = _bracket_constant(_build_fact("x*(1 - x) <= c", "x in [0, 1]", (), "c"), "c", 0)
    assert outcome.verdict is Verdict.UNDECIDED and bracket.proved is None and "nothing was proved" in bracket.why
    assert outcome.detail == "time ran out"


def test_a_constant_is_bisected_to_the_width_and_proved_a_little_beyond(monkeypatch):
    """x (1 - x) <= c fails below 1/4; here it is proved from a millionth above on."""

    def decided(about, seconds):
        return decide_fact(about, seconds) if about == stated(Fraction(1, 4) + Fraction(1, 10**6), about) else UNDECIDED

    def stated(least, about):
        value = Fraction(about.relations[0][2][1])
        return about if value >= least else None

    monkeypatch.setattr(proving, "decide_fact", decided)
    _, outcome, bracket = _bracket_constant(_build_fact("x*(1 - x) <= c", "x in [0, 1]", (), "c"), "c", 30)
    assert outcome.verdict is Verdict.PROVED and fmpq(1, 10**6) <= bracket.proved - fmpq(1, 4) <= fmpq(1, 10**5)
    gap = (bracket.proved - bracket.refuted) / 101  # it was proved after a hundred gaps
    assert fmpq(1, 4) / 10**6 / 32 < gap <= fmpq(1, 4) / 10**6 / 8


def test_a_bracket_is_narrow_by_its_relative_width():
    near, width = fmpq(WIDTH.numerator, WIDTH.denominator), fmpq(2)
    for factor, narrow in ((fmpq(99, 100), True), (fmpq(101, 100), False)):
        assert Bracket("c", width, width * (1 - near * factor)).narrow is narrow
        assert Bracket("c", width * (1 - near * factor), width).narrow is narrow
    assert not Bracket("c", None, width).narrow and not Bracket("c", width, None).narrow


def test_numbers_between_two_are_short():
    assert _round_between(Fraction(0), Fraction(1)) == Fraction(1, 2)
    between = _round_between(Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**6))
    assert Fraction(1, 3) < between < Fraction(1, 3) + Fraction(1, 10**6) and between.denominator <= 16 * 10**6


def test_the_fact_that_is_meant():
    assert _build_fact("x <= 1", "x in [0, 1]", (), None) == fact("x <= 1", "x in [0, 1]")
    assert _build_fact(x <= 1, "x in [0, 1]", ("x >= 0",), None) == fact("x <= 1", "x in [0, 1]", ("x >= 0",))
    assert _build_fact(sp.Eq(x, 1, evaluate=False), "x in [0, 1]", (), None) == fact("x = 1", "x in [0, 1]")
    assert _build_fact("x <= c", "x in [0, 1]", (), "c").domain == {"x": [">= 0", "<= 1"], "c": []}
    assert _build_fact("1 <= c", "", (), "c").domain == {"c": []} and _build_fact("1 <= 2", "", (), None).domain == {}


@pytest.mark.parametrize(
    ("relation", "on", "given", "best"),
    [
        ("x <= 1", "", (), None),
        (x <= 1, "", (), None),
        (x + 1, "x >= 0", (), None),
        ("x <= 1", "x >= 0", (), "c"),
        ("sum(x, i, 1, 9999) <= 1", "x >= 0", (), None),
        ("x <= 1", "x >= 0", ("sum(x, i, 1, 9999) <= 1",), None),
    ],
)
def test_what_is_no_fact_is_refused(relation, on, given, best):
    with pytest.raises(InputError):
        _build_fact(relation, on, given, best)


@pytest.mark.parametrize(("seconds", "left"), [(4.0, 2.0), (20.0, 20.0 - GRACE)])
def test_some_of_the_time_is_kept_for_coming_back(seconds, left, monkeypatch):
    seen = []

    class Broken:
        why_ended = "fault"

        def __init__(self, *_: object) -> None: ...

        def ask(self, job, limit):
            seen.append((job[2], limit))
            return False, None

        def end(self) -> None: ...

    monkeypatch.setattr(proving, "Worker", Broken)
    found = prove("x >= 0", {"x": "[0, 1]"}, seconds=seconds)
    assert seen == [(left, seconds)] and found.verdict is Verdict.UNDECIDED and "broke off" in found.outcome.detail
    assert str(found.fact) == "x >= 0 for x in [0, 1]" and found.best is None
    bracket = prove("x >= c", "x in [0, 1]", seconds=seconds, best="c").best
    assert bracket is not None and bracket.name == "c" and bracket.proved is None


def test_a_constant_is_put_in_everywhere():
    stated = _build_fact("c*x <= 1 and x >= c", "x in [0, 1]", ("x <= c",), "c")
    assert _with_constant(stated, "c", Fraction(1, 2)) == fact("0.5*x <= 1 and x >= 0.5", "x in [0, 1]", ("x <= 0.5",))


def test_a_constant_next_to_0_is_bisected_to_twelve_decimals():
    _, _, bracket = _bracket_constant(_build_fact("x >= c - 1e-9", "x in [0, 1]", (), "c"), "c", 30)
    assert fmpq(1, 10**13) < bracket.refuted - bracket.proved <= fmpq(1, 10**12)
    assert bracket.proved <= fmpq(1, 10**9) < bracket.refuted and not bracket.narrow


def test_a_bracket_comes_only_where_it_is_asked_for():
    stated = _build_fact("x*(1 - x) <= c", "x in [0, 1]", (), "c")
    assert _answer((stated, "c", 20.0)).best is not None
    found = _answer((_build_fact("x*(1 - x) <= 1/4", "x in [0, 1]", (), None), None, 20.0))
    outcome, bracket = found.outcome, found.best
    assert outcome.verdict is Verdict.PROVED and bracket is None
