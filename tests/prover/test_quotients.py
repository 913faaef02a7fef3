"""Quotients of polynomials in flint against sympy's own, and roots under their relations."""

from __future__ import annotations

from random import Random

import pytest
import sympy as sp
from flint import fmpq

from replcalc.prover.normal_form import Ring, is_zero, same

x, y = sp.symbols("x y")
g, h = sp.symbols("g h", positive=True)


def at(polynomial: object, ring: Ring, **values: int) -> fmpq:
    """A polynomial of flint at whole numbers; a symbol with roots is given by its root."""
    return polynomial(*(fmpq(values[str(symbol)]) for symbol in ring.degrees))  # type: ignore[operator]


@pytest.mark.parametrize(
    "expression",
    [
        (x**2 - y**2) / (x - y) + 1 / x,
        x / (x + y) - y / (x**2 + x * y) + sp.Rational(2, 3),
        (1 + 1 / (1 + 1 / x)) ** -2 * (x - 1 / y) ** 3,
    ],
)
def test_lowest_terms_are_those_of_sympy(expression: sp.Expr) -> None:
    ring = Ring((expression,))
    top, bottom = ring.lowest(expression)
    expected = sp.fraction(sp.cancel(sp.together(expression)))
    for values in ({"x": 3, "y": 5}, {"x": -2, "y": 7}):
        exact = expression.subs(values)
        assert at(top, ring, **values) / at(bottom, ring, **values) == fmpq(int(exact.p), int(exact.q))
    assert [len(part) for part in (top, bottom)] == [len(sp.Add.make_args(sp.expand(part))) for part in expected]


@pytest.mark.parametrize("seed", range(30))
def test_quotients_are_written_as_sympy_writes_them(seed: int) -> None:
    rng = Random(seed)

    def drawn(depth: int) -> sp.Expr:
        if depth == 0:
            return rng.choice((x, y, g, sp.Rational(rng.randint(1, 5), rng.randint(1, 4)), sp.Integer(-2)))
        a, b = drawn(depth - 1), drawn(depth - 1)
        return rng.choice((a + b, a * b, a - b, a / b if b != 0 else a, a**2))

    expression = drawn(3)
    ring = Ring((expression,))
    top, bottom = ring.in_sympy(*ring.lowest(expression))
    over, under = map(sp.expand, sp.fraction(sp.cancel(sp.together(expression))))
    both = (over / under, sp.expand(-over) / sp.expand(-under))  # sympy has its own order of symbols for the sign
    assert top / bottom in both
    assert (top + 1) / bottom not in both


def test_roots_obey_their_relations() -> None:
    """h^(1/2) with h = g^(1/2) + 1, and g = 2: (sqrt(h) - 1)(sqrt(h) + 1) = sqrt(2)."""
    left, right = (sp.sqrt(h) - 1) * (sp.sqrt(h) + 1), sp.sqrt(g)
    relations = {g: sp.Integer(2), h: sp.sqrt(g) + 1}
    ring = Ring((left, right, *relations.values()))
    difference = ring.fraction(left)[0] - ring.fraction(right)[0]
    assert difference != 0
    assert ring.reduced(difference, relations) == 0
    assert ring.reduced(difference + ring.one, relations) != 0
    assert ring.reduced(ring.fraction(g)[0], relations) == 2


def test_identities_with_roots_and_quotients() -> None:
    p, q = sp.symbols("p q", positive=True)
    assert is_zero(sp.sqrt(p / q) * sp.sqrt(q / p) - 1)
    assert is_zero(1 / (sp.sqrt(p) - sp.sqrt(q)) - (sp.sqrt(p) + sp.sqrt(q)) / (p - q))
    assert not is_zero(1 / (sp.sqrt(p) - sp.sqrt(q)) - (sp.sqrt(p) + sp.sqrt(q)) / (p + q))
    assert same(sp.exp(2 * p) - 1, (sp.exp(p) - 1) * (sp.exp(p) + 1)) == 2
    assert same(sp.exp(2 * p) - 1, (sp.exp(p) - 1) * (sp.exp(p) + 2)) is None


def test_what_is_no_quotient_is_refused() -> None:
    ring = Ring((x, y))
    for wrong in (sp.sqrt(x + y), sp.sin(x), sp.Pow(sp.Add(x, -x, evaluate=False), -1, evaluate=False)):
        with pytest.raises(sp.PolynomialError):
            ring.fraction(wrong)
