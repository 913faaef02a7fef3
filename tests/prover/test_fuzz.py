"""Random statements with kinks, poles, roots and negative symbols: what is proved is never false, what is refuted is.

Truth comes from dense sampling in floats, with a margin for their rounding. A constant just above the smallest sampled
value makes a statement that is false by construction.
"""

import json
import math
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.decide import decide_relations
from replcalc.prover.outcome import Outcome
from replcalc.symbolic.language import at_least, equal

R = sp.Rational
MARGIN = 1e-7
x, y = sp.symbols("x y", real=True)
SYMBOLS = {
    "real": (x, y),
    "nonnegative": tuple(sp.symbols("x y", nonnegative=True)),
    "negative": tuple(sp.symbols("x y", negative=True)),
}


def rational(rng: random.Random, size: int = 3) -> Any:
    return R(rng.randint(-size * 2, size * 2), rng.choice((1, 1, 2, 3)))


def tree(rng: random.Random, symbols: tuple[Any, ...], depth: int) -> Any:
    """A random real expression."""
    while True:
        try:
            found = branch(rng, symbols, depth)
        except (ValueError, ZeroDivisionError):  # sympy refuses the minimum of what is certainly not real
            continue
        if not found.has(sp.I, sp.zoo, sp.nan, sp.oo):
            return found


def branch(rng: random.Random, symbols: tuple[Any, ...], depth: int) -> Any:
    """About every third operation is a kink, a pole or a root."""
    if depth == 0 or rng.random() < 0.1:
        return rng.choice((*symbols, *symbols, rational(rng)))
    first = tree(rng, symbols, depth - 1)
    kind = rng.randrange(14)
    if kind < 8:
        second = tree(rng, symbols, depth - 1)
        if kind == 4:
            return first / second if second != 0 else first
        return (
            first + second,
            first - second,
            first * second,
            first * second,
            None,
            sp.Min(first, second),
            sp.Max(first, second),
            first * (second - rational(rng)),
        )[kind]
    if kind == 8:
        return sp.Abs(first)
    if kind == 9 and not first.has(sp.exp):  # towers of exponentials keep sympy busy for minutes
        return sp.exp(first / 2)
    if kind == 10:
        return sp.log(1 + first**2)
    if kind == 11:
        return sp.sqrt(sp.Abs(first) if rng.random() < 0.5 else first)
    return first ** rng.choice((2, 2, 3, -1, -2))


def box_for(rng: random.Random, symbols: tuple[Any, ...]) -> dict[Any, tuple[Any, Any]]:
    """Ranges whose ends often are special values: 0, 1, equal ends."""
    sides = {}
    for symbol in symbols:
        low, width = R(rng.randint(-2, 1)), R(rng.choice((0, 1, 1, 1, 2, 3)), rng.choice((1, 2)))
        if symbol.is_nonnegative:
            low = abs(low)
        if symbol.is_nonpositive:
            low = -abs(low) - width
        sides[symbol] = (low, low + width)
    return sides


def value(f: Any, point: dict[Any, float]) -> float | None:
    """In floats; None where it is not defined as a real number, or not certain."""
    try:
        found = f(*point.values())
        return float(found) if math.isfinite(found) else None
    except (ArithmeticError, ValueError, TypeError):
        return None


def samples(rng: random.Random, box: dict[Any, tuple[Any, Any]], count: int) -> list[dict[Any, float]]:
    """Ends, middles and random places of every side, together."""
    points = []
    for _ in range(count):
        points.append(
            {
                s: float(low + (high - low) * rng.choice((0, 1, R(1, 2), R(1, 3), *[R(rng.randint(0, 999), 999)] * 6)))
                for s, (low, high) in box.items()
            }
        )
    return points


def compiled(expression: Any, symbols: tuple[Any, ...]) -> Any:
    return sp.lambdify(symbols, expression, [{"Min": min, "Max": max, "Abs": abs}, "math"])


@contextmanager
def limited(seconds: float = 10) -> Iterator[None]:
    """Sympy needs minutes for some expressions: then nothing is decided."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def holds_up(outcome: Outcome) -> None:
    """The kernel agrees with every verdict."""
    if outcome.verdict is not Verdict.UNDECIDED:
        assert outcome.certificate is not None
        document = json.loads(outcome.certificate.text())
        assert recheck(Certificate.from_json(document)) is outcome.verdict


def inequality(seed: int, count: int) -> tuple[int, int, int, list[str]]:
    """Random goals on boxes: how many were proved, refuted, undecided, and the false proofs."""
    rng = random.Random(seed)
    tally = dict.fromkeys(Verdict, 0)
    wrong: list[str] = []
    while sum(tally.values()) < count:
        symbols = SYMBOLS[rng.choice(("real", "real", "nonnegative", "negative"))]
        expression = tree(rng, symbols, rng.choice((1, 2, 2, 3)))
        if not expression.free_symbols:
            continue
        box = box_for(rng, symbols)
        f = compiled(expression, symbols)
        seen = [v for point in samples(rng, box, 60) if (v := value(f, point)) is not None]
        if not seen or max(map(abs, seen)) > 1e6:
            continue
        shift = rng.choice((-0.5, -1e-3, 0, 0, 0.25, 1e-4))
        constant = R(Fraction(min(seen) + shift).limit_denominator(10**5))
        outcome = decide_relations([at_least(expression, constant)], box, 0.5)
        tally[outcome.verdict] += 1
        holds_up(outcome)
        if outcome.verdict is Verdict.PROVED:
            lowest = min(seen + [v for point in samples(rng, box, 400) if (v := value(f, point)) is not None])
            if lowest < float(constant) - MARGIN * (1 + abs(float(constant))):
                wrong.append(f"{expression} >= {constant} on {box}: {lowest}")
        elif outcome.verdict is Verdict.REFUTED:
            assert outcome.counterexample is not None
            at = {s: float(Fraction(outcome.counterexample.get(str(s), "0"))) for s in symbols}
            found = value(f, at)
            if found is not None and found > float(constant) + MARGIN * (1 + abs(float(constant))):
                wrong.append(f"{expression} >= {constant} refuted at {at}: {found}")
    return tally[Verdict.PROVED], tally[Verdict.REFUTED], tally[Verdict.UNDECIDED], wrong


@pytest.mark.parametrize("count", [15, pytest.param(150, marks=pytest.mark.exhaustive)])
def test_random_inequalities_on_boxes(count: int) -> None:
    proved, refuted, _, wrong = inequality(20260412, count)
    assert wrong == []
    assert proved >= 20 * count / 150
    assert refuted >= 20 * count / 150


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_many_random_inequalities_on_boxes(seed: int) -> None:
    proved, refuted, undecided, wrong = inequality(seed, 300)
    print(f"seed {seed}: {proved} proved, {refuted} refuted, {undecided} undecided, {len(wrong)} false")
    assert wrong == []


# -- unbounded domains -------------------------------------------------------------------------------------------------
FAR = (0.0, 1e-6, 1e-3, 0.1, 0.25, 0.5, 0.9, 1.0, 1.1, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)


def unbounded(seed: int, count: int) -> tuple[int, list[str]]:
    """Random goals without bounds: how many were proved, and the false proofs."""
    rng = random.Random(seed)
    proved, wrong, tried = 0, [], 0
    u, v = sp.symbols("u v", nonnegative=True)
    t = sp.Symbol("t", nonnegative=True)
    free, below = sp.Symbol("w", real=True), sp.Symbol("n", negative=True)
    while tried < count:
        symbols = (u, rng.choice((v, t, free, below)))
        expression = tree(rng, symbols, rng.choice((1, 2, 2, 3)))
        if not expression.free_symbols or expression.count_ops() > 14:  # normal forms of larger ones take minutes
            continue
        tried += 1
        try:
            with limited():
                outcome = decide_relations([at_least(expression, 0)], seconds=0.5)
        except TimeoutError:
            continue
        holds_up(outcome)
        if outcome.verdict is not Verdict.PROVED:
            continue
        proved += 1
        f = compiled(expression, symbols)
        for first in FAR:
            for second in FAR:
                point = {symbols[0]: first, symbols[1]: -second - 1e-9 if symbols[1].is_negative else second}
                for sign in (1, -1) if symbols[1] is free else (1,):
                    point[symbols[1]] *= sign
                    found = value(f, point)
                    if found is not None and found < -MARGIN * (1 + abs(found)):
                        wrong.append(f"{expression} >= 0: {found} at {point}")
    return proved, wrong


@pytest.mark.parametrize("count", [40, pytest.param(250, marks=pytest.mark.exhaustive)])
def test_random_goals_without_bounds(count: int) -> None:
    proved, wrong = unbounded(20260413, count)
    assert wrong == []
    assert proved >= 20 * count / 250


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_many_random_goals_without_bounds(seed: int) -> None:
    proved, wrong = unbounded(seed, 600)
    print(f"seed {seed}: {proved} proved, {len(wrong)} false")
    assert wrong == []


# -- identities --------------------------------------------------------------------------------------------------------
def identities(seed: int, count: int) -> tuple[int, list[str]]:
    """An expression against a rewriting that may be wrong for some signs: how many identities between different
    formulas were proved, and which wrongly."""
    rng = random.Random(seed)
    proved, wrong = 0, []
    rewritings = (
        *[sp.expand, sp.together, sp.factor] * 4,
        lambda e: sp.sqrt(e**2),
        lambda e: sp.sqrt(e) ** 2,
        lambda e: sp.exp(sp.log(e)),
        lambda e: sp.powdenest(sp.sqrt(e**2), force=True),
        lambda e: sp.expand_log(sp.log(e**2), force=True) / 2,
        lambda e: sp.expand_power_base(sp.sqrt(e), force=True),
        lambda e: e + R(1, 10**6),
    )
    wholes = (
        lambda e: e,
        sp.sqrt,
        lambda e: sp.log(e**2) / 2,
        lambda e: sp.sqrt(e**2),
        lambda e: (e + 1) * (e - R(1, 2)),
        lambda e: 1 / (1 + e**2) + e,
    )
    for _ in range(count):
        symbols = SYMBOLS[rng.choice(("real", "nonnegative", "negative"))]
        base = tree(rng, symbols, rng.choice((1, 2)))
        try:
            with limited():
                left = rng.choice(wholes)(base)
                right = rng.choice(rewritings)(base if rng.random() < 0.2 else left)
                if any(side.has(sp.I, sp.zoo, sp.nan, sp.oo) for side in (left, right)):
                    continue
                outcome = decide_relations([equal(left, right)], seconds=0.5)
        except TimeoutError:
            continue
        holds_up(outcome)
        if outcome.verdict is not Verdict.PROVED:
            continue
        proved += left != right
        f, g = compiled(left, symbols), compiled(right, symbols)
        for point in samples(
            rng,
            {s: (R(-3) if not s.is_nonnegative else R(0), R(3) if not s.is_negative else R(0)) for s in symbols},
            60,
        ):
            a, b = value(f, point), value(g, point)
            if a is not None and b is not None and abs(a - b) > 1e-6 * (1 + abs(a) + abs(b)):
                wrong.append(f"{left} = {right}: {a}, {b} at {point}")
                break
    return proved, wrong


@pytest.mark.parametrize("count", [20, pytest.param(120, marks=pytest.mark.exhaustive)])
def test_random_identities(count: int) -> None:
    proved, wrong = identities(20260414, count)
    assert wrong == []
    assert proved >= count / 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_many_random_identities(seed: int) -> None:
    proved, wrong = identities(seed, 300)
    print(f"seed {seed}: {proved} proved, {len(wrong)} false")
    assert wrong == []
