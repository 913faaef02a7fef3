"""Queries over columns: values against plain Python, and nothing but the language gets through."""

from __future__ import annotations

import numpy as np
import pytest

from replcalc.data.expressions import parse_query
from replcalc.numbers.errors import InputError

ROWS = {"a": np.array([0.0, 0.25, 0.5, 1.0]), "b": np.array([1.0, 0.5, 0.5, 0.0])}


@pytest.mark.parametrize(
    "text",
    ["a", "a*b", "(a + b)/2", "a < b", "0.2 <= a < 0.6", "a > 0.3 and not b > 0.3", "min(a, b, 0.4)", "abs(a - b)", "-a + 1",
     "a == 0.5 or b == 0", "max(a, b) != 1"],
)  # fmt: skip
def test_values(text):
    found = parse_query(text)(ROWS)
    for place in range(4):
        row = {name: float(column[place]) for name, column in ROWS.items()}
        assert found[place] == float(eval(text, {"__builtins__": {"min": min, "max": max, "abs": abs}}, row))


def test_columns_in_order_of_appearance():
    assert parse_query("b + a*b > c").columns == ("b", "a", "c")


@pytest.mark.parametrize(
    "text",
    ["", "1", "a.b", "a[0]", "__import__('os')", "a if b else a", "lambda: a", "'x' + a", "a ** 9", "min(a)", "abs(a, b)", "a <",
     "(" * 60 + "a" + ")" * 60 + "+", "+".join(["a"] * 900), "a @ b", "f(a)", "min(a, key=b)", "a + 1e400", "a\x00", "a is b", "True + a"],
)  # fmt: skip
def test_anything_else_is_refused(text):
    with pytest.raises(InputError, match="query"):
        parse_query(text)


def test_division_by_zero_is_left_to_the_range_check():
    assert not np.isfinite(parse_query("b/a")(ROWS)[0])
