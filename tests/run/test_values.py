"""What a cell stands for: the same number and the same label from every kind of file."""

from __future__ import annotations

import math

import numpy as np
import pytest

from replcalc.numbers.errors import InputError
from replcalc.run.values import LabelColumn, as_label, as_moment, as_number


@pytest.mark.parametrize(
    ("texts", "value"),
    [
        (("1", "1.0", "1e0", "+1", " 1 ", "10e-1"), "1"),
        (("0", "-0", "0.00", "-0e5", ".0"), "0"),
        (("-0.25", "-25e-2", "-.25"), "-0.25"),
        (("100", "1e2", "1.0E+2"), "100"),
        (("9007199254740993", "9007199254740993.0"), "9007199254740993"),
        (("True", "true", "TRUE"), "true"),
        (("2026-01-05", "2026-01-05 00:00:00", "2026-01-05T00:00", "2026-01-05 00:00:00.000000000"), "2026-01-05"),
        (("2026-01-05 12:30:00.500", "2026-01-05T12:30:00.5"), "2026-01-05T12:30:00.5"),
        (("2026-01-05 01:00:00+0100", "2026-01-05T00:00:00Z", "2026-01-05 00:00:00+00:00"), "2026-01-05T00:00:00Z"),
        (("", "  ", "nan", "NaN"), ""),
    ],
)
def test_one_value_however_it_is_written(texts, value):
    """CSV wrote True and 1.0 where Parquet had true and 1: one table, two answers."""
    assert {as_label(text) for text in texts} == {value}
    assert as_label(value) == value, "what is published is read back as itself"


@pytest.mark.parametrize("text", ["007", "1_0", "0x10", "2026-02-31", "26-01-05", "NA", "1e99999", "inf", "١", "1 0"])
def test_what_is_no_number_and_no_date_is_a_text(text):
    assert as_label(text) == text


def test_1_0_is_not_10():
    """float('1_0') is 10, and '١' is 1: Python's numbers are not those of data."""
    assert float("1_0") == 10 and float("١") == 1
    assert [as_number(text) for text in ("1_0", "١", "x", "0,5", "0x10", "1 0")] == [None] * 6
    assert [as_number(text) for text in ("10", " 1e1 ", "+10", "TRUE", "false")] == [10, 10, 10, 1, 0]
    assert all(math.isnan(as_number(text)) for text in ("", " ", "nan", "NaN"))


def test_moments_sort():
    ordered = ["2025-12-31T23:59:59", "2026-01-05", "2026-01-05T00:00:00.5", "2026-01-05T00:00:01"]
    assert sorted(ordered, key=as_moment) == ordered
    assert as_moment("2026-01-05T00:00:00Z") < as_moment("2026-01-05T00:00:00.5Z"), "a Z sorts after a point"
    assert as_moment("2026-02-31") is as_moment("page") is None


def test_labels_by_name():
    column = LabelColumn(("1", "x", "true"), np.array([0, 1, 2, -1]))
    assert column.among(["True", "1.0"]).tolist() == [1, -1, 0, -1]
    assert LabelColumn(column.names, column.codes, by_value=False).among(["True", "1"]).tolist() == [1, -1, -1, -1]
    with pytest.raises(InputError, match="different labels"):
        column.among(["1", "1.0"])


def test_labels():
    labels = LabelColumn.of(["b", "a", "b"])
    assert list(labels) == ["b", "a", "b"] and labels[1] == "a" and labels[:2] == ["b", "a"] and len(labels) == 3
    assert labels.counts() == {"b": 2, "a": 1}
    some = LabelColumn(("b", "a"), np.array([0, -1, 0]))
    assert list(some) == ["b", "", "b"] and some.counts() == {"b": 2}, "what is missing is no label"
    assert some.mapped([1.0, 2.0], 9.0).tolist() == [1, 9, 1] and list(some.taken(np.array([1, 2]))) == ["", "b"]
