"""Formulas as people type them."""

import pytest

from replcalc.numbers.errors import InputError
from replcalc.symbolic.language import Base, MaxOver, Sum, Symbol, i, k, largest, log, rational, sqrt
from replcalc.symbolic.reading import read_formula

x = Symbol("x")
n = Base("n")
NAMES = {"x": x, "n": n}


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("0.1*x", x / 10),
        ("x^2 + 1e-3", x**2 + rational(1, 1000)),
        ("ln(1/x)", log(1 / x)),
        ("-sqrt(x)/3", -sqrt(x) / 3),
        ("sum(n/sum(n))", Sum(n[i] / Sum(n[i], (i, 1, k)), (i, 1, k))),
        ("max(n)", MaxOver(n[i], (i, 1, k))),
        ("max(x, 1/2)", largest(x, rational(1, 2))),
        ("n[2] + k", n[2] + k),
        ("2**-x", rational(2) ** -x),
    ],
)
def test_read(text, formula):
    assert read_formula(text, NAMES, "let") == formula


@pytest.mark.parametrize(
    "text",
    [
        "",
        "__import__('os')",
        "x.y",
        "open(1)",
        "x if x else 1",
        "y",
        "x[1]",
        "log(x, 2)",
        "min(1)",
        "(" * 300 + "x" + ")" * 300,
        "x*" * 3000 + "x",
    ],
)
def test_refused(text):
    with pytest.raises(InputError):
        read_formula(text, NAMES, "let")
