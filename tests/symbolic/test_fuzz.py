"""Random formulas: walked, compiled and read back from sympy they are the same numbers.

The walk is the one evaluator; where it gives a finite ball, the compiled ball must meet it and be about as small, the
floats must lie within what their rounding allows, and sympy's form, read back, must meet it. The last tests break the
compiler on purpose and see the comparison fail.
"""

from __future__ import annotations

import math
from typing import Any

import pytest
from flint import arb, fmpq
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField
from replcalc.symbolic import compiled as compiler
from replcalc.symbolic.algebra import apply, power
from replcalc.symbolic.bridge import from_sympy
from replcalc.symbolic.compiled import BALL, FLOAT, LOG_FLOAT, Compiled, compiled
from replcalc.symbolic.evaluation import Environment, evaluate
from replcalc.symbolic.language import log, rational, sqrt
from replcalc.symbolic.node import Base, MaxOver, Node, Product, Sum, Symbol, number
from replcalc.symbolic.printer import Printer

P, Q = Symbol("p", positive=True), Symbol("q", positive=True)
X, I, K = Base("x", positive=True), Symbol("i", integer=True, positive=True), Symbol("k", integer=True, positive=True)
VALUES = {"p": fmpq(1, 4), "q": fmpq(5, 7)}
RUNS = ((fmpq(1, 3), 2), (fmpq(4, 5), 1), (fmpq(1, 9), 3))
HERE = Environment({P: VALUES["p"], Q: VALUES["q"], K: 6}, {X: Family.from_runs(RUNS)})
COUNTS = tuple(count for _, count in RUNS)
BITS = 192
#: Searches and their arithmetic are made for numbers of ordinary size; beyond these floats overflow on the way.
ORDINARY = (1e-60, 1e60)

NUMBERS = st.builds(lambda top, bottom: number(fmpq(top, bottom)), st.integers(-6, 6), st.integers(1, 5))
EXPONENTS = st.sampled_from(
    [fmpq(-3), fmpq(-2), fmpq(-1), fmpq(2), fmpq(3), fmpq(1, 2), fmpq(-1, 2), fmpq(3, 2), fmpq(1, 3)]
)
FUNCTIONS = st.sampled_from(["exp", "log", "tanh", "cosh", "sinh", "sech", "erf", "erfc", "abs"])


def over(body: Node) -> st.SearchStrategy[Node]:
    return st.sampled_from([Sum, Product, MaxOver]).map(lambda kind: kind(body, (I, 1, K)))


def grown(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda ab: ab[0] + ab[1]),
        pairs.map(lambda ab: ab[0] - ab[1]),
        pairs.map(lambda ab: ab[0] * ab[1]),
        pairs.map(lambda ab: ab[0] / ab[1] if ab[1] != 0 else ab[0]),
        st.tuples(inner, EXPONENTS).map(lambda ae: power(ae[0], number(ae[1])) if ae[0] != 0 else ae[0]),
        st.tuples(FUNCTIONS, inner).map(lambda fa: apply(fa[0], fa[1])),
        st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda fab: apply(*fab)),
    )


def closed(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(grown(inner), st.recursive(st.one_of(st.just(X[I]), inner), grown, max_leaves=3).flatmap(over))


TREES = st.recursive(st.one_of(st.sampled_from([P, Q]), NUMBERS), closed, max_leaves=6)


def walked(formula: Node, bits: int = BITS) -> arb | None:
    """The ball of the walk; None where there is no value."""
    field = BallField(bits)
    with field.active():
        try:
            value = evaluate(formula, HERE, field)
        except ZeroDivisionError:
            return None
        return value if value.is_finite() else None


def called(function: Compiled, convert: Any) -> Any:
    at = {name: convert(value) for name, value in VALUES.items()} | {"k": convert(fmpq(6))}
    at["x"] = [convert(value) for value, _ in RUNS]
    return function(COUNTS, **{name: at[name] for name in function.arguments})


def check_balls(formula: Node) -> None:
    exact = walked(formula)
    if exact is None:
        return
    with BallField(BITS).active():
        found = called(compiled(formula, BALL), arb)
        assert isinstance(found, arb) and found.is_finite(), f"{found!r} is no number of {formula}"
        assert found.overlaps(exact), (formula, found, exact)
        assert found.rel_accuracy_bits() > min(exact.rel_accuracy_bits() - 24, 150) or found.rad() <= 2 * exact.rad()


def check_floats(formula: Node) -> None:
    exact, rough = walked(formula), walked(formula, 53)
    if exact is None or rough is None or not ORDINARY[0] < abs(float(exact)) < ORDINARY[1]:
        return
    wanted, allowed = float(exact), 64 * float(rough.rad()) + 1e-9 * abs(float(exact))
    found = called(compiled(formula, FLOAT), lambda q: float(arb(q)))
    assert not math.isfinite(found) or abs(found - wanted) <= allowed, (formula, found, wanted)
    log_found = called(compiled(formula, LOG_FLOAT), lambda q: float(arb(q).log()))
    if wanted > 0 and math.isfinite(log_found) and allowed < wanted / 4 and not passes_over(formula):
        assert abs(log_found - math.log(wanted)) <= 2 * allowed / wanted + 1e-9, (formula, log_found, math.log(wanted))


def passes_over(formula: Node) -> bool:
    """Does a minimum or maximum stand over a part that may have no logarithm? That is nan, and not the smallest."""
    tops = [n for n in formula.nodes() if isinstance(n, MaxOver) or getattr(n, "head", "") in ("min", "max")]
    below = [part for top in tops for argument in top.args for part in argument.nodes() if I not in part.free]
    values = [walked(part) for part in below if part is not X]
    return any(value is None or not value > 0 for value in values)


FUZZ = settings(max_examples=600, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@FUZZ
@given(TREES)
def test_compiled_balls_are_the_walked_ones(formula):
    check_balls(formula)


@FUZZ
@given(TREES)
def test_compiled_floats_are_near_the_walked_balls(formula):
    check_floats(formula)


@settings(FUZZ, max_examples=150)
@given(TREES)
def test_what_sympy_gives_back_has_the_same_value(formula):
    exact = walked(formula)
    if exact is None:
        return
    again = walked(from_sympy(formula.sympy))
    assert again is not None and again.overlaps(exact), (formula, again, exact)


@pytest.mark.parametrize("kind", [Sum, Product, MaxOver])
def test_the_trees_have_sums_over_i_and_values(kind):
    """Negative control of the generator."""

    def good(tree: Node) -> bool:
        inside = (part for node in tree.nodes() if isinstance(node, kind) for part in node.body.nodes())
        return X[I] in inside and walked(tree) is not None

    assert isinstance(find(TREES, good, settings=FUZZ), Node)


# -- what broke ----------------------------------------------------------------------------------------------------------
THIRD, ROOT = P + 1 / MaxOver(rational(3), (I, 1, K)), sqrt(MaxOver(rational(2), (I, 1, K))) + P
NEGATIVE = -rational(1, 2) - P


def test_a_literal_is_a_ball_even_between_literals():
    """1/MaxOver(3) was compiled to 1/3 of Python, a float; sqrt(MaxOver(2)) asked an int for its root."""
    with BallField(BITS).active():
        assert (12 * called(compiled(THIRD, BALL), arb)).contains(7)
        assert (called(compiled(ROOT, BALL), arb) - fmpq(1, 4)).overlaps(arb(2).sqrt())
    check_balls(THIRD)
    check_balls(ROOT)


def test_a_fraction_has_the_precision_of_the_call():
    third = compiled(P + rational(1, 3), BALL)
    for bits in (64, 1000):
        with BallField(bits).active():
            assert called(third, arb).rel_accuracy_bits() > bits - 8


def test_a_negative_number_has_no_logarithm():
    """-1/2 - p was a call without its first argument."""
    assert math.isnan(called(compiled(NEGATIVE, LOG_FLOAT), lambda q: float(arb(q).log())))
    assert called(compiled(NEGATIVE, FLOAT), lambda q: float(arb(q))) == -0.75
    twice = log(2 + NEGATIVE)  # and it may well be part of a number that has one
    check_floats(twice)


def _ints(printer: Printer, node: Any) -> str:
    return f"({int(node.value.p)})" if node.whole else printer.constant(node.value)


def _nearly(printer: Printer, node: Any) -> str:
    return printer.constant(arb(node.value) + arb(2) ** -100)


@pytest.fixture(params=[_ints, _nearly])
def broken(request, monkeypatch):
    monkeypatch.setattr(Printer, "_ball", request.param)
    compiler._compiled.cache_clear()
    yield
    compiler._compiled.cache_clear()


@pytest.mark.usefixtures("broken")
def test_the_comparison_finds_a_broken_compiler():
    """Negative control: literals that are no balls, or balls beside the number, are found."""

    def fails(formula: Node) -> bool:
        try:
            check_balls(formula)
        except UnsupportedNode:
            return False
        except (AssertionError, AttributeError, TypeError, ZeroDivisionError):
            return True
        return False

    assert fails(THIRD)
    try:
        find(TREES, fails, settings=FUZZ)
    except NoSuchExample:
        pytest.fail("600 random trees did not show it")
