"""The O-form reduction: rules one by one, absorption, and what it must not do."""

from fractions import Fraction

import pytest
import sympy as sp

from replcalc.output.table_one import format_growth
from replcalc.problems.table_one.asymptotics import Irreducible, Monomial, is_absorbed, reduce
from replcalc.problems.table_one.regime import Regime, Scale

r, b, a, d = sp.symbols("r b a d", positive=True)
SCALES = (
    Scale(d, "large", "d", "d"),
    Scale(a, "small", "a", "a"),
    Scale(r, "small", "r", "r"),
    Scale(b, "small", "b", "b"),
)
PLAIN = Regime(SCALES)
ORDERED = Regime(SCALES, orders=((b, r),))


def shown(expression, regime=PLAIN):
    return format_growth(reduce(expression, regime)).text


def same(x, y, regime=PLAIN):
    return reduce(x, regime) == reduce(y, regime)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (7 * sp.pi / a**2, "O(1/a^2)"),
        (sp.log(4 / r), "O(log(1/r))"),
        (sp.ceiling(3 / a), "O(1/a)"),
        (sp.Max(1 / a, d / r), "O(d/r + 1/a)"),
        (sp.log(d / b) ** 3, "O(log^3(d/b))"),
        (1 / (1 + r) / a, "O(1/a)"),
        ((r + 1 - 2 * b) ** 2 / a, "O(1/a)"),
        (sp.log(1 / r) + 1 / r, "O(1/r)"),
        (1 - sp.log(r), "O(log(1/r))"),
        (2 / a - 3 * sp.log(b) ** 3, "O(1/a + log^3(1/b))"),
        (2 / a - sp.log(b) ** 2, "O(1/a)"),
        (1 / sp.sqrt(a) + 1, "O(1/a^(1/2))"),
        ((sp.log(d) ** 2 + sp.log(1 / (r * b))) * sp.log(1 / r) ** 3, "O((log^2(d) + log(1/(r*b)))*log^3(1/r))"),
    ],
)
def test_rules(expression, expected):
    assert shown(expression) == expected


def test_subtracted_minimum_is_bounded():
    beta = sp.Min(b, r / 4)
    assert shown(1 / (r - 2 * beta) ** 2) == "O(1/r^2)"
    assert shown(sp.log(1 / beta), ORDERED) == "O(log(1/b))"
    with pytest.raises(Irreducible):
        reduce(sp.log(1 / beta), PLAIN)  # which of the two is smaller is not assumed
    with pytest.raises(Irreducible):
        reduce(1 / (r - 2 * beta - r / 2), PLAIN)  # may vanish
    with pytest.raises(Irreducible):
        reduce(1 / (r - b), ORDERED)  # b <= r does not keep the difference away from 0
    assert shown(1 / (r - b / 2), ORDERED) == "O(1/r)"
    with pytest.raises(Irreducible):
        reduce(1 / (3 / r - 1 / b), ORDERED)  # a subtracted 1/b is not bounded by 1/r


def test_an_assumed_order_absorbs_and_only_in_its_direction():
    assert same(sp.log(1 / r) + sp.log(1 / b), sp.log(1 / b), ORDERED)
    assert not same(sp.log(1 / r) + sp.log(1 / b), sp.log(1 / r), ORDERED)
    assert not same(sp.log(1 / r) + sp.log(1 / b), sp.log(1 / b), PLAIN)


def test_exponents_matter():
    assert not same(sp.log(1 / r) ** 3, sp.log(1 / r) ** 2)
    assert not same(1 / a**2, 1 / a)
    assert not same(d**12, d**11)


def test_geometric_means_absorb_cross_terms():
    x, y = sp.log(d), sp.log(1 / b)
    assert same((x + y) ** 3, x**3 + y**3)
    assert same(x**3 + x**2 * y + y**3, x**3 + y**3)
    assert not same(x**3 + x**2 * y**2 + y**3, x**3 + y**3)  # total degree 4 beats 3


def test_powers_beat_logarithms_of_their_own_scale_only():
    assert same(1 / r + sp.log(1 / r) ** 9, 1 / r)
    assert not same(1 / r + sp.log(1 / b), 1 / r)


def test_soft_notation_hides_what_it_declares():
    p, c = sp.symbols("p_hidden C_hidden", positive=True)
    soft = Regime(SCALES, shown_logs=frozenset({b}), constants=frozenset({c}), exponents=frozenset({p}))
    expression = c * d**2 * sp.log(1 / r) ** 5 * sp.log(1 / b) * sp.log(sp.E + d) ** p
    assert shown(expression, soft) == "O~(d^2*log(1/b))"
    with pytest.raises(Irreducible):
        reduce(expression, Regime(SCALES, constants=frozenset({c}), exponents=frozenset({p})))


def test_unknown_symbols_and_shapes_are_refused():
    with pytest.raises(Irreducible):
        reduce(sp.Symbol("stranger", positive=True), PLAIN)
    with pytest.raises(Irreducible):
        reduce(2**d, PLAIN)
    with pytest.raises(Irreducible):
        reduce(sp.exp(d), PLAIN)


def test_reduction_bounds_the_expression_numerically():
    """The reduced sum really dominates: the quotient stays bounded as everything grows."""
    expression = (sp.log(2 * d / b) ** 3 + 5 * sp.log(7 / r)) / (a**2 * r**2) + 3 * d / a
    terms = reduce(expression, ORDERED).terms
    worst = 0.0
    for x in (3, 10, 40, 160):
        point = {d: sp.exp(x), a: sp.exp(-x // 2), r: sp.exp(-x), b: sp.exp(-2 * x)}
        logs = {s: abs(float(sp.log(v))) for s, v in point.items()}
        total = 0.0
        for term in terms:
            size = sum(float(e) * logs[s.symbol] for e, s in zip(term.sizes, SCALES, strict=True))
            factor = 1.0
            for e, s in zip(term.logs, SCALES, strict=True):
                factor *= logs[s.symbol] ** float(e)
            total += factor * float(sp.exp(size).evalf(30)) if size < 700 else 0
        if total:
            worst = max(worst, float(expression.subs(point).evalf(30)) / total)
    assert 0 < worst < 60


def test_absorbed_is_exact_at_the_boundary():
    def monomial(*exponents):
        return Monomial(tuple(map(Fraction, exponents)), (Fraction(0),) * 4)

    big, small = monomial(2, 0, 0, 0), monomial(0, 0, 2, 0)
    middle, beyond = monomial(1, 0, 1, 0), monomial(1, 0, Fraction(101, 100), 0)
    assert is_absorbed(middle, (big, small), PLAIN)
    assert not is_absorbed(beyond, (big, small), PLAIN)
    assert not is_absorbed(middle, (big,), PLAIN)
