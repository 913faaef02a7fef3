"""Generated code and the evaluator against exact rational arithmetic on random formulas; logarithms at extremes."""

import math
import random
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import arb, fmpq

from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, ExactField, ball_precision
from replcalc.symbolic import codegen as code
from replcalc.symbolic import evaluation
from replcalc.symbolic.codegen import BALL, FLOAT, LOG, compile_formula
from replcalc.symbolic.evaluation import Environment, evaluate
from replcalc.symbolic.language import Base, MaxOver, Product, Sum, Symbol, i, k, kl, largest, smallest, sqrt

x, y = Symbol("x"), Symbol("y")
n, w = Base("n"), Base("w")
RUNS = ((2, 3), (1, 2), (4, 1))


def random_formula(draw, depth, inside=False):
    """Positive rational functions, extremes and sums over i, with what they are in exact arithmetic."""
    if depth == 0 or draw.random() < 0.15:
        if inside and draw.random() < 0.6:
            family = draw.choice((n, w))
            return family[i], lambda at: at[family]
        if draw.random() < 0.4:
            value = Fraction(draw.randint(1, 9), draw.randint(1, 9))
            return sp.Rational(value.numerator, value.denominator), lambda at: value
        symbol = draw.choice((x, y))
        return symbol, lambda at: at[symbol]
    kind = draw.choice("+*/-^<>" + ("" if inside else "SPM"))
    if kind in "SPM":
        body, value = random_formula(draw, depth - 1, True)
        reduce = {"S": sum, "P": math.prod, "M": max}[kind]
        whole = {"S": Sum, "P": Product, "M": MaxOver}[kind](body, (i, 1, k))
        return whole, lambda at: reduce(value({**at, **member}) for member in at["members"])
    a, left = random_formula(draw, depth - 1, inside)
    if kind == "^":
        power = draw.choice((-2, -1, 2, 3))
        return a**power, lambda at: left(at) ** power
    b, right = random_formula(draw, depth - 1, inside)
    return {
        "+": (a + b, lambda at: left(at) + right(at)),
        "*": (a * b, lambda at: left(at) * right(at)),
        "/": (a / b, lambda at: left(at) / right(at)),
        "-": ((a + 1) ** 2 - a, lambda at: (left(at) + 1) ** 2 - left(at)),
        "<": (smallest(a, b), lambda at: min(left(at), right(at))),
        ">": (largest(a, b), lambda at: max(left(at), right(at))),
    }[kind]


def point(draw):
    families = {n: [], w: []}
    counts = [count for _, count in RUNS]
    for values in families.values():
        values += [Fraction(draw.randint(1, 20), draw.randint(1, 20)) for _ in counts]
    at = {s: Fraction(draw.randint(1, 30), draw.randint(1, 30)) for s in (x, y)}
    members = [
        {base: values[run] for base, values in families.items()} for run, c in enumerate(counts) for _ in range(c)
    ]
    return at | {k: sum(counts), "members": members}, families, counts


def exact(value):
    return fmpq(value.numerator, value.denominator)


def agree(seed):
    """One random formula in exact numbers and in balls; without sums also as code of all three kinds."""
    draw = random.Random(seed)
    formula, value = random_formula(draw, 4)
    at, families, counts = point(draw)
    expected = exact(Fraction(value(at)))
    scalars = {s: exact(at[s]) for s in (x, y)} | {k: at[k]}
    columns = {
        base: Family.from_runs(zip(map(exact, values), counts, strict=True)) for base, values in families.items()
    }
    environment = Environment(scalars, columns)
    assert evaluate(formula, environment, ExactField()) == expected
    with ball_precision(200):
        found = [evaluate(formula, environment, BallField(200))]
        if not formula.has(sp.Sum, sp.Product, MaxOver):
            found.append(compile_formula(formula, BALL)(x=arb(scalars[x]), y=arb(scalars[y])))
        for ball in map(arb, found):
            assert ball.overlaps(arb(expected)) and ball.rad() <= abs(arb(expected)) * arb("1e-40")
    if len(found) == 1:
        return False
    size = float(Fraction(int(expected.p), int(expected.q)))
    floats, logs = compile_formula(formula, FLOAT), compile_formula(formula, LOG)
    assert floats(x=float(at[x]), y=float(at[y])) == pytest.approx(size, rel=1e-9)
    assert math.exp(logs(x=math.log(at[x]), y=math.log(at[y]))) == pytest.approx(size, rel=1e-9)
    return True


def test_random_formulas_agree_with_exact_arithmetic():
    assert sum(map(agree, range(120))) > 30


@pytest.mark.parametrize(
    ("module", "owner", "name", "wrong"),
    [
        (evaluation, "_Evaluator", "_power", lambda self, base, exponent: self.value(base)),
        (evaluation, "_Evaluator", "_sum", lambda self, formula, body, index, upper: self.value(upper)),
        (code, "_Code", "_sum", lambda self, formula: self.name(formula.args[0])),
        (code, "_Code", "_power", lambda self, formula: self.name(formula.base)),
    ],
)
def test_a_planted_error_is_caught(monkeypatch, module, owner, name, wrong):
    monkeypatch.setattr(getattr(module, owner), name, wrong)
    code._compile.cache_clear()
    try:
        with pytest.raises((AssertionError, UnsupportedNode)):
            for seed in range(60):
                agree(seed)
    finally:
        code._compile.cache_clear()


def test_logarithms_are_right_where_floats_are_not():
    """ln kl(b + (1-b)s || b) for b = 1e-2000 and for shares next to 0, against mpmath with 2,500 digits."""
    b, s = Symbol("b"), Symbol("s")
    divergence = compile_formula(kl(b + (1 - b) * s, b), LOG)
    for log_b in (-0.5, -9.0, -690.0, -4605.0):
        for log_s in (-0.01, -9.0, -40.0, -150.0):
            with mpmath.workdps(2500):
                low, share = mpmath.exp(log_b), mpmath.exp(log_s)
                a = low + (1 - low) * share
                expected = float(mpmath.log(a * mpmath.log(a / low) + (1 - a) * mpmath.log((1 - a) / (1 - low))))
            assert divergence(b=log_b, s=log_s) == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_arrays_are_taken_entry_by_entry():
    np = pytest.importorskip("numpy")
    function = compile_formula((x / (1 + x), x * y), LOG)
    grid = np.log(np.array([[0.1, 0.2], [0.3, 0.4]]))
    quotient, product = function(x=grid, y=math.log(2))
    assert quotient.shape == (2, 2) and product[1, 1] == pytest.approx(math.log(0.8))
    assert quotient[0, 1] == pytest.approx(math.log(0.2 / 1.2))


def test_what_has_no_value_is_no_number():
    assert math.isnan(compile_formula(sqrt(x - 2), FLOAT)(x=1.0))
    assert math.isnan(compile_formula(x - 2, LOG)(x=0.0)) and compile_formula(x - 1, LOG)(x=0.0) == -math.inf


def test_sums_are_left_to_the_evaluator():
    with pytest.raises(UnsupportedNode):
        compile_formula(Sum(n[i], (i, 1, k)), FLOAT)
