"""Formulas on one line, for people and for Python."""

import math

import pytest

from replcalc.symbolic.language import (
    Base,
    MaxOver,
    Sum,
    Symbol,
    ceiling,
    i,
    k,
    log,
    loggamma,
    rational,
    smallest,
    sqrt,
)
from replcalc.symbolic.plain import in_terminal, python_function, symbol_text, wrapped

x, y = Symbol("x", positive=True), Symbol("y", real=True)
n = Base("n", positive=True)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("epsilon_star", "ε*"),
        ("delta_prime", "δ′"),
        ("beta0", "β₀"),
        ("delta_hat", "δ̂"),
        ("C_pg", "C_pg"),
        ("drift", "drift"),
        ("epsilon_k", "ε_k"),
        ("samples_each", "samples_each"),
        ("rho0", "ρ₀"),
    ],
)
def test_names_as_on_paper(name, text):
    assert symbol_text(name) == text


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (x - y, "x - y"),
        (1 - x, "1 - x"),
        (-(x + y), "-x - y"),
        (x / (2 * y), "x/(2·y)"),
        ((x + 1) ** 2, "(1 + x)^2"),
        (x ** (y + 1), "x^(1 + y)"),
        (sqrt(x) / 3, "sqrt(x)/3"),
        (log(1 / x), "ln(1/x)"),
        (ceiling(x), "⌈x⌉"),
        (Sum(n[i] ** 2, (i, 1, k)), "Σ_i(n_i^2)"),
        (1 / (x + y), "1/(x + y)"),
        (rational(1, 2) ** x, "(1/2)^x"),
        (-x * rational(2, 3), "-2·x/3"),
        (smallest(x, 1), "min(1, x)"),
    ],
)
def test_lines(formula, text):
    assert in_terminal(formula) == text


def test_python_gives_the_value():
    formula = ceiling(MaxOver(n[i] * x / (n[i] / Sum(n[i], (i, 1, k)) + 1 / k), (i, 1, k))) - x**-2 + log(k)
    space = {}
    exec(python_function("f", formula, "a value"), space)
    expected = math.ceil(max(m * 0.3 / (m / 60 + 1 / 3) for m in (10, 20, 30))) - 0.3**-2 + math.log(3)
    assert space["f"]([10, 20, 30], 0.3) == pytest.approx(expected, rel=1e-14)
    exec(python_function("g", (x - (1 - x)) / (x * 4) ** 2 - -x, ""), space)
    assert space["g"](0.3) == pytest.approx((0.3 - 0.7) / 1.2**2 + 0.3, rel=1e-14)
    exec(python_function("h", loggamma(x)), space)
    assert space["h"](3.5) == pytest.approx(math.lgamma(3.5))


def test_lines_are_cut_at_operators_only():
    text = in_terminal(sum((Symbol(f"epsilon_{c}", positive=True) * log(x + 1) for c in "abcdefghij"), start=x))
    lines = wrapped(text, 30)
    assert max(map(len, lines)) <= 30 and len(lines) > 3
    assert "".join(line.strip() for line in lines).replace(" ", "") == text.replace(" ", "")
    assert not any(line.rstrip().endswith("_") or line.lstrip().startswith("_") for line in lines)


def test_a_sum_over_a_part_of_the_members_says_its_range() -> None:
    from replcalc.symbolic.language import Base, Sum, Symbol
    from replcalc.symbolic.plain import in_terminal

    x = Base("x", positive=True)
    j, ell, k = (Symbol(name, integer=True, positive=True) for name in ("j", "ell", "k"))
    assert in_terminal(Sum(x[j], (j, 1, k))) == "Σ_j(x_j)"
    assert in_terminal(Sum(x[j], (j, 1, ell))) == "Σ_(j ≤ ℓ)(x_j)"
    assert in_terminal(Sum(x[j], (j, 1, ell - 1))) == "Σ_(j < ℓ)(x_j)"
