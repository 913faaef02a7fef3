"""Labels that are only counted: the same counts, digest and refusals as row by row, whatever the cells look like."""

from __future__ import annotations

import random
import sys
from collections import Counter

import numpy as np
import pyarrow
import pytest

from replcalc.numbers.errors import InputError
from replcalc.run import reading, tallies
from replcalc.run.digest import RowsDigest
from replcalc.run.reading import Selection, chunks
from replcalc.run.rows import DROP_ROW, REFUSE
from replcalc.run.tallies import Tally
from replcalc.run.values import AS_WRITTEN, BY_VALUE, CountedLabels, LabelColumn

#: What looks alike and is not, or looks different and is one label; long and short, at the border of 8 bytes.
CELLS = (
    *("1", "1.0", "+1", "01", "007", "-0", "0", "0.50", "0.5", "-0.25", "1e3", "1000", "12345678", "123456789"),
    *("12345678.0", "99999999", "9007199254740993", "true", "True", "2026-01-05", "2026-01-05 00:00:00", "20260105"),
    *(
        "page",
        "page1234",
        "page12345",
        " page ",
        "nancy",
        "NaNa",
        "nano-second",
        "na",
        "é",
        "ééééé",
        "あ",
        "Ж",
        "a\0",
        "a",
        "a\0b",
    ),
)
MISSING = ("", "  ", "nan", "NaN", " nan ", "\u3000", "\x1c", "\t", None)


def counted(data, **options):
    """The counts and the digest, in any order and in the order of the rows; the largest number of labels at a time."""
    found = []
    for together in (True, False):
        counts, digest, most, read = Counter(), RowsDigest((), ("c",)), 0, 0
        for chunk in chunks(data, (), ("c",), Selection(counted=together, **options)):
            counts.update(chunk.texts["c"].counts())
            digest.add(chunk)
            read += chunk.read
            most = max(most, len(chunk.texts["c"].names))
        found.append((counts, digest.hexdigest(), digest.rows, read, most))
    return found


@pytest.mark.parametrize("labels", [BY_VALUE, AS_WRITTEN])
@pytest.mark.parametrize("small", [False, True])
def test_counted_is_the_same_as_row_by_row(monkeypatch, labels, small):
    if small:
        monkeypatch.setattr(tallies, "_ROWS", 50)
        monkeypatch.setattr(tallies, "_BYTES", 300)
        monkeypatch.setattr(tallies, "MOST", 7)
        monkeypatch.setattr(reading, "CHUNK", 11)
    draws = random.Random(f"{labels} {small}")
    for _ in range(20):
        cells = draws.choices(CELLS, k=draws.randrange(1, 200)) + draws.choices(
            [*CELLS, *MISSING], k=draws.randrange(60)
        )
        draws.shuffle(cells)
        for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.dictionary(pyarrow.int32(), pyarrow.string())):
            column = pyarrow.array(cells, pyarrow.string()).cast(kind)
            one, two = counted({"c": column.slice(draws.randrange(len(cells)))}, missing=DROP_ROW, labels=labels)
            assert one[:4] == two[:4]


@pytest.mark.parametrize(
    "values", [[3, -1, 3, 10**17], [0.5, -0.0, 0.0, 1e22], [True, False, True], np.arange(500) % 7]
)
def test_other_kinds_of_columns(values):
    one, two = counted({"c": values})
    assert one[:4] == two[:4] and one[2] == len(values)


@pytest.mark.parametrize("cell", MISSING)
def test_a_missing_value_is_refused_by_its_row(cell):
    for together in (True, False):
        with pytest.raises(InputError, match="Row 4, column c"):
            list(chunks({"c": ["x", "nancy", "1", cell, "x", cell]}, (), ("c",), Selection(REFUSE, counted=together)))


def test_no_text_that_stands_for_nothing_is_counted():
    """What begins with any blank of Unicode, or may be a NaN, is left to somebody who looks at it."""
    blanks = [sign for sign in map(chr, range(sys.maxunicode + 1)) if sign.isspace()]
    tally = Tally()
    assert tally.add(pyarrow.array([*blanks, *(sign + "1234567890" for sign in blanks), "", "nan", "NaN  "])).all()
    assert not list(tally.taken())
    assert not tally.add(pyarrow.array(["x", "é", "Ж", "水", "0", "~"])).any()
    assert sorted(tally.taken()) == [("0", 1), ("x", 1), ("~", 1), ("é", 1), ("Ж", 1), ("水", 1)]


def test_what_is_held_is_bounded(monkeypatch):
    monkeypatch.setattr(tallies, "_ROWS", 100)
    monkeypatch.setattr(tallies, "_BYTES", 1000)
    monkeypatch.setattr(tallies, "MOST", 200)
    monkeypatch.setattr(reading, "CHUNK", 50)
    for cells in (range(10_000), [f"a long text {i}" for i in range(10_000)]):
        (counts, *_, most), _ = counted({"c": list(cells)})
        assert counts == dict.fromkeys(map(str, cells), 1) and most <= 50
    tally = Tally()
    held = 0
    for start in range(0, 10_000, 50):
        tally.add(pyarrow.array([str(i) for i in range(start, start + 50)]))
        held = max(held, tally._held())
        if tally.full:
            list(tally.taken())
    assert held <= 2 * 200 + 150


def test_a_column_without_order():
    column = CountedLabels({"x": 2, "1": 3})
    assert len(column) == 5 and list(column) == ["x", "x", "1", "1", "1"]
    assert column.counts() == {"x": 2, "1": 3} == LabelColumn.of(column).counts()
    assert column.among(["1.0"]).tolist() == [-1, -1, 0, 0, 0]


def test_the_digest_is_that_of_the_rows_one_by_one():
    """What receipts held before equal rows were mixed together."""
    (_, digest, rows, _, _), _ = counted({"c": ["1", "1.0", "page", "a longer text", "page"] * 3})
    assert rows == 15 and digest == "64813901704b72a0472fe384de40a803d8805e527189cfb606c5e49ee7e8d17b"
