"""One pass over data: exact sums, refusals that name the place, and independence of order and chunks."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from replcalc.numbers.errors import InputError
from replcalc.run import reading
from replcalc.run.reading import read_chunks
from replcalc.run.rows import GRID_ERROR, ValueRange, sum_columns, sum_variants

UNIT = ValueRange(0.0, 1.0)


def csv_file(folder, text, name="data.csv"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def sums(path, names=("a",), within=UNIT):
    return sum_columns(read_chunks(path, names), names, within)


def test_means_are_exact_up_to_the_grid(tmp_path):
    values = [random.Random(3).random() for _ in range(1000)]
    path = csv_file(tmp_path, "a\n" + "\n".join(map(repr, values)) + "\n")
    found = sums(path)
    exact = sum(map(Fraction, values)) / 1000
    assert found.rows == 1000 and abs(found.means["a"] - exact) <= GRID_ERROR
    assert found.means["a"] != exact, "the grid is there"


def test_order_and_chunks_do_not_matter(tmp_path, monkeypatch):
    rng = random.Random(5)
    values = [rng.random() for _ in range(501)]
    first = sums(csv_file(tmp_path, "a\n" + "\n".join(map(repr, values))))
    rng.shuffle(values)
    monkeypatch.setattr(reading, "BLOCK_BYTES", 97)
    second = sums(csv_file(tmp_path, "a\n" + "\n".join(map(repr, values)), "other.csv"))
    assert first == second


def test_a_bad_cell_far_down_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK_BYTES", 64)
    path = csv_file(tmp_path, "a,b\n" + "0.5,1\n" * 70 + "\nx,1\n" + "0.5,1\n" * 9)
    with pytest.raises(InputError, match="Row 71, column a"):
        sums(path)


def test_the_range_is_promised(tmp_path):
    path = csv_file(tmp_path, "a,b\n0,5\n0.5,7\n1,12\n")
    with pytest.raises(InputError, match="Row 3, column b"):
        sums(path, ("b",), ValueRange(5.0, 10.0))
    found = sums(path, ("b",), ValueRange(5.0, 15.0)).means["b"]
    assert abs(found - Fraction(3, 10)) <= GRID_ERROR, "(0 + 2 + 7)/3 of a range of ten"


@pytest.mark.parametrize("cell", ["nan", "inf", "-1e-9", "x", "", "1.0000001"])
def test_what_is_not_a_value_of_the_range_is_refused_with_its_place(tmp_path, cell):
    path = csv_file(tmp_path, f"a,b\n0.5,1\n{cell},1\n")
    with pytest.raises(InputError, match="Row 2, column a"):
        sums(path)


def test_short_rows_and_unknown_columns(tmp_path):
    with pytest.raises(InputError, match=r"Row 1: '0.5' .* 2 cells as the header has"):
        sums(csv_file(tmp_path, "a,b\n0.5\n"), ("b",))
    with pytest.raises(InputError, match="columns"):
        sums(csv_file(tmp_path, "a,b\n0.5,1\n"), ("c",))
    with pytest.raises(InputError, match="once"):
        sums(csv_file(tmp_path, "a,a\n0.5,1\n"))
    with pytest.raises(InputError, match="FILE"):
        sums(tmp_path / "missing.csv")


@pytest.mark.parametrize(
    ("low", "high"), [(1.0, 1.0), (2.0, 1.0), (math.nan, 1.0), (-math.inf, 0.0), (-1.7e308, 1.7e308)]
)
def test_ranges(low, high):
    with pytest.raises(InputError, match="range"):
        ValueRange(low, high)


def test_a_range_too_narrow_for_doubles_is_refused():
    """On [1e15, 1e15 + 1] there are nine doubles and 2^40 grid points: a mean was off by more than the error planned for."""
    for low, high in ((1e15, 1e15 + 1), (1e6, 1e6 + 1), (-1e6 - 1, -1e6)):
        with pytest.raises(InputError, match=r"too few .*subtract a constant"):
            ValueRange(low, high)
    for low, high in ((0.0, 5e-324 * 2**44), (1.7e9, 1.8e9), (2000.0, 2030.0), (-1e300, 1e300), (1e6, 1e6 + 1000)):
        within = ValueRange(low, high)
        # what a decimal loses when it becomes a double, beside the grid and the decimals of the answer
        lost = Fraction(math.ulp(max(abs(low), abs(high)))) / 2 / (Fraction(high) - Fraction(low))
        assert lost + Fraction(1, 1 << 41) + Fraction(1, 1 << 42) + Fraction(1, 1 << 50) < GRID_ERROR, within


def test_grid_points_stay_on_the_grid():
    values = np.array([0.0, 1.0, 0.5, 2.0**-41, 1 - 2.0**-53])
    assert UNIT.grid(values).tolist() == [0, 2**40, 2**39, 0, 2**40]


def test_parquet(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    values = [random.Random(8).random() for _ in range(300)]
    path = tmp_path / "data.parquet"
    parquet.write_table(pyarrow.table({"a": values, "b": [1] * 300}), path, row_group_size=64)
    text = csv_file(tmp_path, "a\n" + "\n".join(map(repr, values)))
    assert sums(path).totals == sums(text).totals
    parquet.write_table(pyarrow.table({"a": [0.5, None]}), path)
    with pytest.raises(InputError, match="Row 2, column a"):
        sums(path)


def test_parquet_columns_of_texts(tmp_path):
    """Numbers and texts of a Parquet file are those of the CSV file; a missing text is named."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    arms, rewards = ["old", "new", "é"] * 40, [random.Random(r).random() for r in range(120)]
    path = tmp_path / "data.parquet"
    parquet.write_table(pyarrow.table({"arm": arms, "reward": rewards}), path, row_group_size=50)
    text = csv_file(tmp_path, "arm,reward\n" + "\n".join(f"{a},{r!r}" for a, r in zip(arms, rewards, strict=True)))
    found = [
        sum_variants(read_chunks(p, ("reward",), ("arm",)), "arm", "reward", ("old", "new", "é"), UNIT)
        for p in (path, text)
    ]
    assert found[0] == found[1] and found[0].counts == {"old": 40, "new": 40, "é": 40}
    parquet.write_table(pyarrow.table({"arm": ["old", None], "reward": [0.5, 0.5]}), path)
    with pytest.raises(InputError, match="Row 2, column arm"):
        list(read_chunks(path, ("reward",), ("arm",)))
