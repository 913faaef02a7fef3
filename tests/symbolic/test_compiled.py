"""Every formula of the catalogue, compiled, against the tree walk in balls at random points; and what must not compile."""

import math
import random

import numpy as np
import pytest
import sympy as sp
from flint import arb, fmpq

from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.family import Family
from replcalc.numbers.fields import SPECIAL, BallField
from replcalc.statements.catalogue import statement, statements
from replcalc.statements.statement import i, k
from replcalc.symbolic.bridge import special_function
from replcalc.symbolic.compiled import (
    BALL,
    FLOAT,
    LOG_FLOAT,
    LOG_NUMPY,
    NUMPY,
    compiled,
    in_parameters,
    separated,
)
from replcalc.symbolic.evaluation import Environment, evaluate, evaluate_family
from replcalc.symbolic.language import kl, raised, symbols
from replcalc.symbolic.node import Number

BITS = 300
COUNTS = (1, 3, 2)
POINTS = 6
#: Formulas that have a value in a corner of their domain only (a square root of a difference) are looked for so long.
MOST = 300


def draw(rng, domain):
    """A rational in the domain: large and small, near the ends and in the middle."""
    low = domain.lower.value if isinstance(domain.lower, Number) else fmpq(0)
    if domain.integer:
        return fmpq(int(low) + rng.choice([1, 2, 3, 7, 40, 1000]))
    share = fmpq(rng.choice([1, 20, 300, 500, 700, 950]) * 10 + rng.randrange(10), 10_000)
    if not isinstance(domain.upper, Number):
        return low + share * rng.choice([1, 30])
    return low + share * (domain.upper.value - low)


def point(entry, rng):
    """Scalars and families of a statement, earlier conclusions included; None for what has no value here."""
    scalars, families = {k: sum(COUNTS)}, {}
    for parameter in entry.given:
        if parameter.indexed:
            families[parameter.variable] = Family.from_runs(tuple((draw(rng, parameter.domain), c) for c in COUNTS))
        else:
            scalars[parameter.variable] = draw(rng, parameter.domain)
    if not families and any(p.variable is k for p in entry.given):
        scalars[k] = int(scalars[k])
    for constant in entry.hidden:
        scalars[constant.variable] = fmpq(rng.choice([1, 2, 3]), 2)
    return scalars, families


def formulas(entry):
    found = [(c.name, c.expression) for c in entry.gives]
    for number, condition in enumerate(entry.conditions):
        if condition.relation is not None:
            found += [(f"condition {number} {side}", getattr(condition.relation, side)) for side in ("lhs", "rhs")]
    return found


def has_prefix_sum(expression):
    bound = {s.limits[0][0] for s in expression.atoms(sp.Sum)}
    return any(s.limits[0][2].free_symbols & bound for s in expression.atoms(sp.Sum))


def walked(expression, scalars, families, field):
    free = {a.indices[0] for a in expression.atoms(sp.Indexed)} & expression.free_symbols
    environment = Environment(scalars, families)
    if free:
        return list(evaluate_family(expression, i, environment, field))
    return [evaluate(expression, environment, field)]


def as_float(x):
    return float(arb(x)) if not isinstance(x, fmpq) else float(arb(x).mid())


def arguments(function, scalars, families, convert):
    given = {}
    for symbol, value in scalars.items():
        if str(symbol) in function.arguments:
            given[str(symbol)] = convert(value)
    for base, family in families.items():
        if str(base) in function.arguments:
            given[str(base)] = [convert(value) for value in family.values]
    return given


def to_list(value):
    return [float(x) for x in value] if np.ndim(value) or isinstance(value, list) else [float(value)]


def log_of(value):
    x = arb(value)
    return float(x.log()) if x > 0 else -math.inf if x == 0 else math.nan


def check(expression, scalars, families, exact, seen, wished):
    """The compiled formula in every target, against balls of the tree walk."""
    ball = compiled(expression, BALL)
    found = ball(COUNTS, **arguments(ball, scalars, families, arb))
    for mine, theirs in zip(found if isinstance(found, list) else [found], exact, strict=True):
        assert mine.overlaps(arb(theirs))
        assert mine.rel_accuracy_bits() > BITS // 3 or mine.is_exact()
    seen.add(BALL)
    wanted = [as_float(x) for x in exact]
    logs = [log_of(x) for x in exact]
    for target in (FLOAT, NUMPY, LOG_FLOAT, LOG_NUMPY):
        try:
            function = compiled(expression, target)
        except UnsupportedNode:
            assert expression.atoms(
                sp.betainc_regularized,
                *(special_function(name) for name, known in SPECIAL.items() if known.floats is None),
            )
            continue
        given = arguments(function, scalars, families, log_of if target.logarithmic else as_float)
        if any(math.isnan(x) for v in given.values() for x in (v if isinstance(v, list) else [v])):
            continue  # a negative conclusion has no logarithm
        if target.array:
            given = {name: np.array(value) for name, value in given.items()}
        values = to_list(function(COUNTS, **given))
        for mine, plain, log in zip(values, wanted, logs, strict=True):
            if target.logarithmic:
                if math.isfinite(log):
                    wished.add(target)
                if math.isfinite(log) and not math.isnan(mine):  # nan: 1 - x with x above 1, outside the assumptions
                    assert mine == pytest.approx(
                        log, rel=1e-8, abs=1e-4 if expression.has(sp.gamma, sp.Min) else 1e-7
                    ), (target, function.source)
                    seen.add(target)
            elif math.isfinite(plain) and abs(plain) > 1e-290:
                wished.add(target)
                if not math.isfinite(mine) or (
                    expression.has(sp.gamma) and max(scalars.values()) > 170
                ):  # overflow on the way
                    continue
                assert mine == pytest.approx(plain, rel=1e-7, abs=1e-11), (target, function.source)
                seen.add(target)


#: Evaluated by replcalc.sharper.total_variation.product_tv alone.
INTEGRAL = "derived:two-point-tv"


@pytest.mark.sampled(4)
@pytest.mark.parametrize("label", [s.label for s in statements() if formulas(s) and s.label != INTEGRAL])
def test_every_formula_compiled_agrees_with_balls(label):
    entry, rng, field = statement(label), random.Random(label), BallField(BITS)
    defined = {name: set() for name, _ in formulas(entry)}
    wished = {name: set() for name in defined}
    for drawn in range(MOST):
        if drawn >= POINTS and all(defined.values()):
            break
        with field.active():
            scalars, families = point(entry, rng)
            for name, expression in formulas(entry):
                if expression.has(sp.Integral):  # shown, not evaluated: another room integrates it rigorously
                    with pytest.raises(UnsupportedNode):
                        compiled(expression, BALL)
                    defined[name].add("integral")
                    continue
                exact = walked(expression, scalars, families, field)
                usable = all((arb(x).is_finite() and arb(x).rel_accuracy_bits() > 100) or arb(x) == 0 for x in exact)
                if has_prefix_sum(expression):
                    with pytest.raises(UnsupportedNode):
                        compiled(expression, BALL)
                    defined[name].add("prefix")
                elif usable:
                    check(expression, scalars, families, exact, defined[name], wished[name])
                for conclusion in entry.gives:
                    if conclusion.name == name:
                        if conclusion.indexed:
                            families[conclusion.variable] = Family.from_runs(zip(exact, COUNTS, strict=True))
                        else:
                            scalars[conclusion.variable] = exact[0]
    assert {name: wished[name] - defined[name] for name in wished if wished[name] - defined[name]} == {}
    silent = [name for name, seen in defined.items() if not seen]
    assert not silent, f"never defined at the points drawn: {silent}"


def test_what_is_not_on_the_list_does_not_compile():
    x = sp.Symbol("x", positive=True)
    for node in (sp.sin(x), sp.Function("system")(x), sp.Piecewise((x, x > 1), (1, True)), sp.Sum(x, (i, 2, k))):
        for target in (FLOAT, LOG_FLOAT, NUMPY, BALL):
            with pytest.raises(UnsupportedNode):
                compiled(node, target)


def test_double_sums_are_refused_and_sums_of_sums_are_not():
    x, y, j = sp.IndexedBase("x"), sp.IndexedBase("y"), sp.Symbol("j", integer=True, positive=True)
    double = sp.Sum(x[i] * sp.Sum(y[j] + x[i], (j, 1, k)), (i, 1, k))
    with pytest.raises(UnsupportedNode):
        compiled(double, FLOAT)
    apart = sp.Sum(x[i] / sp.Sum(y[j], (j, 1, k)), (i, 1, k))
    assert compiled(apart, FLOAT)((2, 1), x=[1.0, 4.0], y=[2.0, 6.0]) == pytest.approx(0.6)


def test_definitions_stand_for_nodes():
    a, b, x = sp.symbols("a b x", positive=True)
    function = compiled(sp.exp(a) + a, FLOAT, {a: b * 2, b: x + 1})
    assert function.arguments == ("x",) and function(x=1.0) == pytest.approx(math.exp(4) + 4)


def test_a_term_that_looks_like_half_a_divergence_compiles():
    """x ln x + c divided by its logarithm gives kl(x||1), which has no value: the compiler divided by zero."""
    x = sp.Symbol("x", positive=True)
    assert compiled(x * sp.log(x) + 3, FLOAT)(x=2.0) == pytest.approx(2 * math.log(2) + 3, rel=1e-15)


def test_names_cannot_write_code():
    """Symbols become numbered arguments: whatever they are called never reaches the source."""
    evil = sp.Symbol("x); __import__('os').system('true'", positive=True)
    function = compiled(evil**2 + 1, FLOAT)
    assert "import" not in function.source and function.function(3.0, ()) == 10.0


def test_no_precision_is_lost_to_python_numbers():
    """lambdify would print 1/3 as a float: a ball at 1000 bits must know it to 1000 bits."""
    x = sp.Symbol("x", positive=True)
    with BallField(1000).active():
        third = compiled(sp.Rational(1, 3) * x + sp.sqrt(2) + sp.pi / 7, BALL)(x=arb(1))
        assert third.rel_accuracy_bits() > 980
        assert third.overlaps(arb(fmpq(1, 3)) + arb(2).sqrt() + arb.pi() / 7)


def test_equal_subexpressions_are_computed_once_and_sums_share_a_loop():
    votes = statement("derived:squared-votes")
    source = compiled((in_parameters(votes, "rho"), in_parameters(votes, "beta")), LOG_FLOAT).source
    assert source.count("for ") == 1 and source.count("log_kl(") == 2


@pytest.mark.sampled(5)
@pytest.mark.parametrize("rho0", ["1e-300", "1e-2000", "0.3", "1"])
@pytest.mark.parametrize("log_s", [-0.01, -9.0, -40.0, -590.0])
def test_raised_probabilities_do_not_cancel(rho0, log_s):
    """1 - x and kl(x||b) for x = b + (1-b)s with b or s or 1-b far below every float."""
    import mpmath

    b, s = symbols("b s", positive=True)
    x = raised(b, s)
    with mpmath.workdps(5000):
        base = mpmath.mpf(rho0) if rho0 != "1" else 1 - mpmath.mpf("1e-30")
        share = mpmath.exp(mpmath.mpf(log_s))
        high = base + (1 - base) * share
        exact = [
            mpmath.log(high * mpmath.log(high / base) + (1 - high) * mpmath.log((1 - high) / (1 - base))),
            mpmath.log(1 - high),
            mpmath.log(high),
        ]
        given = {"b": float(mpmath.log(base)), "s": log_s}
        exact = [float(e) for e in exact]
    for target in (LOG_FLOAT, LOG_NUMPY):
        found = compiled((kl(x, b), 1 - x, x), target)(**given)
        assert list(map(float, found)) == pytest.approx(exact, rel=1e-7, abs=1e-300)


def test_separated_totals_give_the_formula_back():
    votes = statement("derived:squared-votes")
    both = [in_parameters(votes, name) for name in ("rho", "beta")]
    given = {"rho0": [0.05, 0.2], "x0": [0.06, 0.25], "x1": [0.1, 0.3], "T": [400.0, 900.0], "beta0": [1e-6, 1e-5]}
    whole = compiled(both, FLOAT)((3, 2), J=5000.0, **given)
    parts = separated(both, FLOAT)
    totals = dict(zip(parts.totals, parts.inner((3, 2), J=5000.0, **given), strict=True))
    assert parts.outer(**totals) == pytest.approx(whole, rel=1e-12)
    one = {
        p.variable[i]: sp.Symbol(p.name, positive=True) for p in votes.given if p.name in ("rho0", "x0", "x1", "beta0")
    }
    group = separated(both, FLOAT, one)
    sums = [0.0] * len(group.totals)
    for run, count in ((0, 3), (1, 2)):
        at = {name: values[run] for name, values in given.items() if name != "T"}
        found = group.inner((count,), J=5000.0, k=float(count), T=[given["T"][run]], **at)
        sums = [a + b for a, b in zip(sums, found, strict=True)]
    assert group.outer(**dict(zip(group.totals, sums, strict=True))) == pytest.approx(whole, rel=1e-12)


def test_a_batch_is_what_its_members_are():
    votes = statement("derived:squared-votes")
    rho = in_parameters(votes, "rho")
    rng = np.random.default_rng(7)
    rho0 = rng.uniform(0.01, 0.3, (50, 3))
    x0, x1 = rho0 * 1.1, rho0 * 1.4
    blocks, strings = rng.integers(200, 5000, (50, 3)).astype(float), rng.uniform(1e3, 1e5, 50)
    many = compiled(rho, NUMPY)((1, 3, 2), J=strings, rho0=rho0, x0=x0, x1=x1, T=blocks)
    one = compiled(rho, FLOAT)
    single = [one((1, 3, 2), J=strings[g], rho0=rho0[g], x0=x0[g], x1=x1[g], T=blocks[g]) for g in range(50)]
    assert many.shape == (50,) and many == pytest.approx(single, rel=1e-10)
