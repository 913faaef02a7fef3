"""One contract for every statement of the catalogue, the derived ones included: ``tests.contract.checks`` has it."""

import mpmath
import pytest
import sympy as sp

from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement, UnsupportedNode
from replcalc.numbers.fields import BallField
from replcalc.statements.catalogue import statement, statements
from replcalc.statements.statement import Condition, Statement
from tests.contract.checks import (
    STATEMENT_CHECKS,
    Broken,
    agree,
    domains_end,
    evaluates_alike,
    has_values,
    hypotheses_end,
    interior,
    is_a_value,
    satisfied,
)

#: Its integral is evaluated by replcalc.sharper.total_variation.product_tv; its tests compare the two.
INTEGRAL = "derived:two-point-tv"

every_statement = pytest.mark.parametrize("entry", statements(), ids=lambda entry: entry.label)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "check", [check for check in STATEMENT_CHECKS if check is not is_a_value], ids=lambda c: c.__name__
)
@every_statement
def test_a_statement_keeps_its_contract(entry: Statement, check) -> None:
    check(entry)


@every_statement
def test_statements_are_values(entry: Statement) -> None:
    is_a_value(entry)


def test_one_integral_has_no_values() -> None:
    assert [s.label for s in statements() if not has_values(s)] == [INTEGRAL]
    with pytest.raises(UnsupportedNode, match="integral"):
        statement(INTEGRAL).evaluate(BallField(64), **interior(statement(INTEGRAL)))


def test_the_comparison_notices_a_wrong_digit() -> None:
    field = BallField(256)
    with field.active():
        ball = statement("lm:azuma").bound("tail", c=[1, 2], t=1)
        right = mpmath.mp.clone()
        right.dps = 60
        value = right.exp(right.mpf(-1) / 10)
        assert agree(ball, value, 30)
        assert not agree(ball, value * (1 + right.mpf(10) ** -29), 30)


def test_a_hypothesis_on_a_conclusion_is_decided_with_it() -> None:
    """lm:pg_compose asks for epsilon* <= c3; the helper above must see it, and fail where epsilon* is large."""
    entry = statement("lm:pg_compose")
    small = {"epsilon": ["1e-3"] * 3, "delta": ["1e-9"] * 3, "delta_prime": "1e-9"}
    assert satisfied(entry, small)
    assert not satisfied(entry, {**small, "epsilon": ["0.1"] * 3})
    assert all(verdict is Verdict.PROVED for _, verdict in entry.check(**{**small, "epsilon": ["0.1"] * 3}))


def test_no_two_statements_are_equal() -> None:
    assert len(set(statements())) == len(statements())


def test_an_undeclared_symbol_is_refused() -> None:
    stray = Condition(sp.Le(sp.Symbol("stray"), 1, evaluate=False))
    with pytest.raises(MalformedStatement, match="stray"):
        Statement("x", "t", "m", assumes=(stray,))


# -- the checks themselves can fail ------------------------------------------------------------------------------------
def altered(**changes) -> Statement:
    """A statement with a mistake that no constructor sees."""
    from dataclasses import replace

    return replace(statement("lm:azuma"), label="t:altered", **changes)


def test_a_hypothesis_that_excludes_nothing_is_found() -> None:
    from replcalc.vocabulary import at_least

    t = statement("lm:azuma").parameter("t").variable
    with pytest.raises(Broken, match="nothing refutes"):
        hypotheses_end(altered(assumes=(at_least(t**2, 0),)))


def test_a_statement_that_never_applies_is_found() -> None:
    from replcalc.vocabulary import at_most

    t = statement("lm:azuma").parameter("t").variable
    with pytest.raises(Broken, match="no point was found"):
        evaluates_alike(altered(assumes=(at_most(t, -1),)))


def test_a_conclusion_that_is_infinite_is_found() -> None:
    from replcalc.vocabulary import Conclusion, log, real

    t = statement("lm:azuma").parameter("t").variable
    with pytest.raises((Broken, ArithmeticError, ValueError)):
        evaluates_alike(altered(gives=(Conclusion(real("y"), "<=", log(t - t + 1) ** -1),)))


def test_a_domain_that_does_not_end_is_found(monkeypatch) -> None:
    monkeypatch.setattr(Statement, "check", lambda self, **values: ())
    with pytest.raises(Broken, match="not refuted"):
        domains_end(altered())
