"""One contract for every statement of the catalogue, the derived ones included.

At a point that satisfies every condition each conclusion evaluates, and mpmath and Arb agree; just beyond each
condition it is refuted; formulas render; statements are values.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath
import pytest
import sympy as sp
from flint import fmpq

from replcalc.formulas.evaluation import Environment
from replcalc.formulas.latex import latex
from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.fields import BallField, MpField
from replcalc.numbers.verdict import Verdict
from replcalc.statements.catalogue import statement, statements
from replcalc.statements.comparing import decide
from replcalc.statements.statement import Condition, Domain, Parameter, Statement

Point = dict[str, Any]
#: Members of every family at a sample point: three rounds, none equal to another.
MEMBERS = 3
SHARES = [Fraction(1, 3), Fraction(1, 20), Fraction(1, 400), Fraction(1, 10**5), Fraction(2, 3), Fraction(19, 20)]
SHARES += [Fraction(1, 10**8), Fraction(1, 10**12)]

#: Its integral is evaluated by replcalc.sharper.total_variation.product_tv; tests/numbers/test_product_tv.py compares the two.
INTEGRAL = "derived:two-point-tv"

every_statement = pytest.mark.parametrize("entry", statements(), ids=lambda entry: entry.label)


def rational(value: Any) -> Fraction:
    q = parse_rational(str(value))
    return Fraction(int(q.p), int(q.q))


def candidates(domain: Domain) -> list[Fraction]:
    """Interior values of a domain, from comfortable to extreme."""
    low = Fraction(0) if domain.lower is None else rational(domain.lower)
    if domain.integer:
        top = None if domain.upper is None else rational(domain.upper)
        return [v for v in (low + step for step in (1, 2, 6, 40, 1000, 10**6)) if top is None or v < top]
    if domain.upper is not None:
        return [low + (rational(domain.upper) - low) * share for share in SHARES]
    return [low + value for value in (Fraction(3, 2), Fraction(7), Fraction(900), *SHARES)]


def spread(parameter: Parameter, value: Fraction) -> list[Fraction]:
    """Members of a family near ``value``: equal members would hide a mistake in a prefix sum."""
    if parameter.domain.integer:
        return [value + step for step in range(MEMBERS)]
    return [value * Fraction(20 - step, 20) for step in range(MEMBERS)]


def environment(entry: Statement, point: Point, field: BallField) -> Environment:
    """Parameters, hidden constants and conclusions, so that every numeric condition can be decided."""
    base = entry.environment(point)
    scalars, families = dict(base.scalars), dict(base.families)
    results = entry.evaluate(field, **point)
    for conclusion in entry.gives:
        if conclusion.indexed:
            families[conclusion.variable] = next(iter(families.values())).with_values(results[conclusion.name])
        else:
            scalars[conclusion.variable] = results[conclusion.name]
    return Environment(scalars, families)


def satisfied(entry: Statement, point: Point) -> bool:
    if any(verdict is not Verdict.PROVED for _, verdict in entry.check(**point)):
        return False
    if entry.label == INTEGRAL:
        return True
    field = BallField(192)
    with field.active():
        env = environment(entry, point, field)
        numeric = [c.inequality for c in entry.conditions if c.inequality is not None]
        return all(decide(relation, env, field)[0] is Verdict.PROVED for relation in numeric)


def points(entry: Statement) -> Iterator[Point]:
    """Candidate points, always the same ones: comfortable values first, then a fixed pseudo-random search."""
    choices = {p.name: candidates(p.domain) for p in entry.given}
    draw = random.Random(0)
    for attempt in range(4000):
        point: Point = {}
        for parameter in entry.given:
            values = choices[parameter.name]
            value = values[0] if attempt == 0 else draw.choice(values)
            point[parameter.name] = spread(parameter, value) if parameter.indexed else value
        yield point


@cache
def _interior(label: str) -> Point:
    entry = statement(label)
    return next(point for point in points(entry) if satisfied(entry, point))


def interior(entry: Statement) -> Point:
    return {name: list(v) if isinstance(v, list) else v for name, v in _interior(entry.label).items()}


def verdict_of(entry: Statement, condition: Condition, point: Point) -> Verdict | None:
    """The verdict that ``check`` reports for a condition; None if it is not about parameters alone."""
    return next((verdict for found, verdict in entry.check(**point) if found == condition), None)


def with_value(point: Point, parameter: Parameter, value: Fraction) -> Point:
    """The point with one parameter changed; of a family only the second member, the others staying as they are."""
    if not parameter.indexed:
        return {**point, parameter.name: value}
    members = list(point[parameter.name])
    members[1] = value
    return {**point, parameter.name: members}


def value_at(point: Point, parameter: Parameter) -> Fraction:
    return point[parameter.name][1] if parameter.indexed else point[parameter.name]


def agree(ball: Any, other: Any, digits: int) -> bool:
    context = mpmath.mp.clone()
    context.dps = digits + 20
    middle = context.mpf(ball.mid().str(digits + 15, radius=False))
    radius = context.mpf(ball.rad().str(10, radius=False))
    return bool(abs(context.mpf(other) - middle) <= abs(middle) * context.mpf(10) ** -digits + radius)


@pytest.mark.sampled(3)
@every_statement
def test_mpmath_and_balls_agree_at_an_interior_point(entry: Statement) -> None:
    point = interior(entry)
    if entry.label == INTEGRAL:
        with pytest.raises(UnsupportedNode, match="integral"):
            entry.evaluate(BallField(64), **point)
        return
    field = BallField(256)
    with field.active():
        balls = entry.evaluate(field, **point)
        reals = entry.evaluate(MpField(40), **point)
        assert list(balls) == [c.name for c in entry.gives] == list(reals)
        for name, ball in balls.items():
            pairs = zip(ball, reals[name], strict=True) if isinstance(ball, tuple) else [(ball, reals[name])]
            for mine, theirs in pairs:
                assert mine.is_finite()
                assert agree(mine, theirs, 30), (name, mine, theirs)


def test_the_comparison_notices_a_wrong_digit() -> None:
    field = BallField(256)
    with field.active():
        ball = statement("lm:azuma").bound("tail", c=[1, 2], t=1)
        right = mpmath.mp.clone()
        right.dps = 60
        value = right.exp(right.mpf(-1) / 10)
        assert agree(ball, value, 30)
        assert not agree(ball, value * (1 + right.mpf(10) ** -29), 30)


@pytest.mark.sampled(3)
@every_statement
def test_a_domain_is_refuted_just_outside(entry: Statement) -> None:
    for parameter in entry.given:
        domain = parameter.domain
        for bound, is_open, outward in ((domain.lower, domain.lower_open, -1), (domain.upper, domain.upper_open, 1)):
            if bound is None:
                continue
            step = Fraction(1) if domain.integer else Fraction(1, 10**9)
            outside = rational(bound) + (0 if is_open else outward * step)
            point = with_value(interior(entry), parameter, outside)
            verdicts = [v for c, v in entry.check(**point) if c.inequality in domain.relations(parameter.entry)]
            assert verdicts.count(Verdict.REFUTED) == 1, (parameter.name, str(outside))


def beyond(entry: Statement, condition: Condition) -> tuple[Point, Point] | None:
    """Two points a hair apart in one parameter: the condition is PROVED at the first, REFUTED at the second."""
    start = interior(entry)
    involved = condition.inequality.free  # type: ignore[union-attr]
    movable = [p for p in entry.given if p.variable in involved]
    for parameter in sorted(movable, key=lambda p: p.domain.integer):
        for extreme in [*candidates(parameter.domain), Fraction(10**9), Fraction(0), Fraction(1)]:
            if parameter.domain.integer and extreme.denominator != 1:
                continue
            inside, outside = value_at(start, parameter), extreme
            if verdict_of(entry, condition, with_value(start, parameter, outside)) is not Verdict.REFUTED:
                continue
            for _ in range(200):
                middle = (inside + outside) / 2
                if parameter.domain.integer:
                    middle = Fraction(int(middle))
                if middle in (inside, outside) or abs(outside - inside) < Fraction(1, 10**15):
                    break
                if verdict_of(entry, condition, with_value(start, parameter, middle)) is Verdict.PROVED:
                    inside = middle
                else:
                    outside = middle
            return with_value(start, parameter, inside), with_value(start, parameter, outside)
    return None


@pytest.mark.sampled(3)
@every_statement
def test_a_hypothesis_is_refuted_just_beyond(entry: Statement) -> None:
    for condition in entry.assumes:
        if condition.inequality is None or verdict_of(entry, condition, interior(entry)) is None:
            continue  # words, or a hypothesis on a conclusion: what a derivation checks
        found = beyond(entry, condition)
        assert found is not None, str(condition)
        inside, outside = found
        assert verdict_of(entry, condition, inside) is Verdict.PROVED, str(condition)
        assert verdict_of(entry, condition, outside) is Verdict.REFUTED, str(condition)


def test_a_hypothesis_on_a_conclusion_is_decided_with_it() -> None:
    """lm:pg_compose asks for epsilon* <= c3; the helper above must see it, and fail where epsilon* is large."""
    entry = statement("lm:pg_compose")
    small = {"epsilon": ["1e-3"] * 3, "delta": ["1e-9"] * 3, "delta_prime": "1e-9"}
    assert satisfied(entry, small)
    assert not satisfied(entry, {**small, "epsilon": ["0.1"] * 3})
    assert all(verdict is Verdict.PROVED for _, verdict in entry.check(**{**small, "epsilon": ["0.1"] * 3}))


@pytest.mark.sampled(3)
@every_statement
def test_formulas_render_in_latex(entry: Statement) -> None:
    for conclusion in entry.gives:
        body = latex(conclusion.formula)
        assert body and body.count("{") == body.count("}")
        assert body in conclusion.latex()
        assert conclusion._repr_latex_() == f"${conclusion.latex()}$"
    whole = entry._repr_latex_()
    assert whole.startswith("$") and whole.endswith("$") and whole.count("{") == whole.count("}")
    assert whole.count(r"\left") == whole.count(r"\right")
    assert all(parameter._repr_latex_().strip("$") for parameter in entry.given)


@every_statement
def test_statements_are_values(entry: Statement) -> None:
    copy = pickle.loads(pickle.dumps(entry))
    assert copy == entry and hash(copy) == hash(entry) and copy is not entry
    assert len({entry, copy}) == 1


def test_no_two_statements_are_equal() -> None:
    assert len(set(statements())) == len(statements())


@every_statement
def test_a_parameter_that_does_not_exist_is_refused(entry: Statement) -> None:
    from replcalc.numbers.errors import MalformedStatement

    with pytest.raises(MalformedStatement, match="no parameter"):
        entry.evaluate(MpField(20), surely_not_a_parameter=fmpq(1))


def test_an_undeclared_symbol_is_refused() -> None:
    from replcalc.numbers.errors import MalformedStatement

    stray = Condition(sp.Le(sp.Symbol("stray"), 1, evaluate=False))
    with pytest.raises(MalformedStatement, match="stray"):
        Statement("x", "claim", "t", "s", "m", assumes=(stray,))
