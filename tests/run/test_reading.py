"""Data as people have them: one table gives one answer from every source, and what cannot be read is refused by its place."""

import datetime
import decimal
import gzip
import io
import os
import random
import subprocess
import sys
import threading

import numpy as np
import pyarrow
import pytest
from pyarrow import parquet

from replcalc.numbers.errors import InputError, MissingLibrary
from replcalc.run import reading
from replcalc.run.expressions import parse_condition
from replcalc.run.reading import Selection, read_chunks
from replcalc.run.rows import DROP_ROW, ValueRange, sum_columns

UNIT = ValueRange(0.0, 1.0)


def csv_file(folder, text, name="data.csv"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def parquet_file(folder, columns, name="data.parquet", **options):
    path = folder / name
    parquet.write_table(pyarrow.table(columns), path, **options)
    return path


def read(data, columns, texts=(), **options):
    """All rows, column by column."""
    found = {name: [] for name in (*columns, *texts)}
    for chunk in read_chunks(data, columns, texts, **options):
        for name in columns:
            found[name] += chunk.values[name].tolist()
        for name in texts:
            found[name] += list(chunk.texts[name])
    return found


# One table, one answer


TABLE = {
    "flag": [True, False, True, True],
    "count": [1, 2, 2**53 - 1, -7],
    "price": [decimal.Decimal("0.10"), decimal.Decimal("123456.78"), decimal.Decimal("-1.00"), decimal.Decimal("0.00")],
    "score": [0.1, 1.0, 1e-7, 0.30000000000000004],
    "day": [datetime.date(2026, 1, d) for d in (5, 6, 7, 8)],
    "time": [datetime.datetime(2026, 1, 5, h) for h in (0, 1, 2, 3)],
    "page": ["home", "1.0", 'é,\n"x"', "help"],
}


def pandas_csv(folder, name="d.csv", **options):
    pytest.importorskip("pandas").DataFrame(TABLE).to_csv(folder / name, index=False, **options)
    return folder / name


def polars_csv(folder):
    pytest.importorskip("polars").DataFrame(TABLE).write_csv(folder / "p.csv")
    return folder / "p.csv"


def pipe(folder):
    text, path = pandas_csv(folder).read_bytes(), folder / f"pipe{len(list(folder.iterdir()))}"
    os.mkfifo(path)
    threading.Thread(target=path.write_bytes, args=(text,), daemon=True).start()
    return path


SOURCES = {
    "mapping": lambda folder: TABLE,
    "arrow table": lambda folder: pyarrow.table(TABLE),
    "arrow reader": lambda folder: pyarrow.table(TABLE).to_reader(max_chunksize=3),
    "pandas": lambda folder: pytest.importorskip("pandas").DataFrame(TABLE),
    "polars": lambda folder: pytest.importorskip("polars").DataFrame(TABLE),
    "lazy polars": lambda folder: pytest.importorskip("polars").DataFrame(TABLE).lazy(),
    "parquet": lambda folder: parquet_file(folder, TABLE, row_group_size=3),
    "parquet of pandas": lambda folder: parquet_file(
        folder, pyarrow.Table.from_pandas(pytest.importorskip("pandas").DataFrame(TABLE).astype({"page": "category"}))
    ),
    "csv of pandas": pandas_csv,
    "csv of polars": polars_csv,
    "gz": lambda folder: pandas_csv(folder, "d.csv.gz"),
    "semicolons": lambda folder: pandas_csv(folder, sep=";"),
    "tabs": lambda folder: pandas_csv(folder, "d.tsv", sep="\t"),
    "pipe": pipe,
}


@pytest.mark.parametrize("source", SOURCES)
def test_one_table_one_answer(tmp_path, source):
    """What is read does not depend on who wrote the file."""
    numbers = ("flag", "count", "price", "score")
    assert read(SOURCES[source](tmp_path), numbers) == {name: [float(v) for v in TABLE[name]] for name in numbers}
    assert read(SOURCES[source](tmp_path), (), ("count", "page")) == {
        "count": ["1", "2", "9007199254740991", "-7"],
        "page": ["home", "1.0", 'é,\n"x"', "help"],
    }


def test_columns_as_frames_hold_them():
    """Nullable, categorical and textual columns of pandas and polars; whatever exports itself to Arrow."""
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    cells = {"i": [1, None, 3], "b": [True, None, False], "s": ["x", None, " y "]}
    frame = pandas.DataFrame(cells).astype({"i": "Int64", "b": "boolean", "s": "category"})
    other = polars.DataFrame(cells, schema_overrides={"s": polars.Categorical})
    whole = Selection(DROP_ROW)
    for data in (frame, other, Exported(other.to_arrow())):
        assert read(data, ("i", "b"), ("s",), selection=whole) == {"i": [1, 3], "b": [1, 0], "s": ["x", "y"]}
        assert read(data, (), ("i", "b"), selection=whole) == {"i": ["1", "3"], "b": ["true", "false"]}


class Exported:
    """A stranger's table."""

    def __init__(self, table):
        self.__arrow_c_stream__ = table.__arrow_c_stream__


def test_numbers_are_rounded_once(tmp_path):
    """Arrow's own cast rounds decimals twice: 2,163 of 100,000 differed from the same cells in a CSV file."""
    rng = random.Random(1)
    cells = [decimal.Decimal(rng.randint(-(10**17), 10**17)).scaleb(-10) for _ in range(3000)]
    path = parquet_file(tmp_path, {"a": pyarrow.array(cells, pyarrow.decimal128(38, 10))})
    assert read(path, ("a",))["a"] == [float(cell) for cell in cells]
    cast = pyarrow.array(cells, pyarrow.decimal128(38, 10)).cast(pyarrow.float64()).to_pylist()
    assert cast != [float(cell) for cell in cells], "negative control: the cast that was used"
    whole = [rng.randint(-(2**63), 2**63 - 1) for _ in range(3000)]
    assert read({"a": pyarrow.array(whole)}, ("a",))["a"] == [float(cell) for cell in whole]
    assert read({"a": whole}, (), ("a",))["a"] == [str(cell) for cell in whole], "as labels, every digit"
    written = csv_file(tmp_path, "a\n" + "\n".join(map(str, whole)))
    assert read(written, ("a",))["a"] == [float(cell) for cell in whole]
    assert read(written, (), ("a",))["a"] == [str(cell) for cell in whole]


def test_whole_numbers_that_no_double_holds_are_not_compared(tmp_path):
    """As doubles 2^53 and 2^53 + 1 are equal: a condition would choose the wrong rows."""
    path = parquet_file(tmp_path, {"id": [5, 2**53, 2**53 + 1]})
    for text in ("id > 9007199254740992", "id + 1 > 5"):
        with pytest.raises(InputError, match=r"Row 2, column id: .* below 2\^53 .*text in quotes"):
            read(path, (), ("id",), selection=Selection(where=parse_condition(text, "where")))
    exact = Selection(where=parse_condition("id == '9007199254740993'", "where"))
    assert read(path, (), ("id",), selection=exact) == {"id": ["9007199254740993"]}


def test_a_dictionary_larger_than_its_rows_costs_nothing():
    """A category that does not occur is no label; every block of a file translated all of them anew: 76 s for 28 million rows."""
    names = [f"page {place}" for place in range(300_000)]
    pages = pyarrow.DictionaryArray.from_arrays(pyarrow.array([5, 5, 7] * 2000, pyarrow.int32()), names)
    reader = pyarrow.table({"page": pages}).to_reader(max_chunksize=100)
    labels = [chunk.texts["page"] for chunk in read_chunks(reader, (), ("page",))]
    assert len(labels) == 60 and {frozenset(each.names) for each in labels} == {frozenset(("page 5", "page 7"))}


def test_texts_without_a_mark_of_their_encoding(tmp_path):
    """Old writers of Parquet leave out that bytes are UTF-8."""
    path = parquet_file(tmp_path, {"page": pyarrow.array(["é".encode(), b"1.0"], pyarrow.binary())})
    assert read(path, (), ("page",)) == {"page": ["é", "1.0"]}
    assert read(path, (), ("page",), selection=Selection(where=parse_condition("page != '1.0'", "where"))) == {
        "page": ["é"]
    }
    with pytest.raises(InputError, match="UTF8"):
        read(parquet_file(tmp_path, {"page": pyarrow.array([b"\xff"], pyarrow.binary())}), (), ("page",))


def test_a_short_float_is_widened_exactly(tmp_path):
    short = np.array([0.1, 0.7, 1e-3], dtype=np.float32)
    assert read(parquet_file(tmp_path, {"a": short}), ("a",)) == {"a": [float(value) for value in short]}
    assert float(np.float32(0.1)) != 0.1, "negative control: the shortest decimal is another number"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("block", [64, 1 << 20])
def test_cells_of_every_form(tmp_path, monkeypatch, end, block):
    """Blanks, exponents, quotes, line ends in quotes, a mark of the byte order: in blocks of any size."""
    cells = ["0.1", " 0.25 ", "1e-3", "5E-324", "0", "1", ".5", "+0.75", "0." + "1234567890" * 4, "-0.0", '"0.5"']
    lines = [f'"x, {end} y",{cell},1' for cell in cells]
    lines[4:4] = ["", ""]
    (tmp_path / "d.csv").write_bytes(("\ufeffb, a ,z" + end + end.join(lines) + end).encode())
    monkeypatch.setattr(reading, "BLOCK_BYTES", block)
    found = read(tmp_path / "d.csv", ("a",), ("b",))
    assert found == {"a": [float(cell.strip('"')) for cell in cells], "b": [f"x, {end} y"] * len(cells)}


# What is missing


@pytest.mark.parametrize(
    "cells", [["0.5", "", "0.25"], ["0.5", "NaN", "0.25"], ["0.5", " ", "0.25"], ["0.5", '""', "0.25"]]
)
@pytest.mark.parametrize("kind", ["number", "label"])
def test_one_policy_for_what_is_missing(tmp_path, cells, kind):
    """'' was a label from CSV and refused from Parquet; NaN was a value of conditions."""
    written = csv_file(tmp_path, "a,b\n" + "\n".join(f"{cell},1" for cell in cells))
    columns = ((), ("a",)) if kind == "label" else (("a",), ())
    for lack in (None, float("nan"), ""):
        if lack == "":
            cells_in_memory = ["0.5", "", "0.25"]
        else:
            cells_in_memory = [0.5, lack, 0.25]
        for data in (written, parquet_file(tmp_path, {"a": cells_in_memory}), {"a": cells_in_memory}):
            with pytest.raises(InputError, match=r"Row 2, column a: 'nothing' .*drop-row"):
                read(data, *columns)
            (chunk,) = read_chunks(data, *columns, Selection(DROP_ROW))
            assert chunk.rows == 2 and chunk.read == 3 and chunk.row(1) == 3
            assert read(data, *columns, selection=Selection(DROP_ROW)) == {
                "a": ["0.5", "0.25"] if kind == "label" else [0.5, 0.25]
            }


def test_rows_are_complete_in_what_is_read_and_no_more(tmp_path):
    path = csv_file(tmp_path, "a,b,c\n0.5,,x\n0.25,1,\n0.125,1,y\n")
    assert read(path, ("a",), selection=Selection(DROP_ROW)) == {"a": [0.5, 0.25, 0.125]}
    assert read(path, ("a", "b"), ("c",), selection=Selection(DROP_ROW)) == {"a": [0.125], "b": [1.0], "c": ["y"]}


def test_an_empty_line_under_one_header_is_an_empty_cell(tmp_path):
    path = csv_file(tmp_path, "a\n0.5\n\n0.25\n")
    with pytest.raises(InputError, match="Row 2, column a"):
        read(path, ("a",))


def test_rows_where_a_condition_holds(tmp_path):
    """The condition comes first: a value may be missing where it does not hold, and errors name the row of the file."""
    path = csv_file(tmp_path, "a,done,country\n0.5,1,DE\n,0,DE\n0.25,1,FR\n7,1,PL\n")
    where = Selection(where=parse_condition("done and country != 'PL'", "where"))
    assert read(path, ("a",), selection=where) == {"a": [0.5, 0.25]}
    done = Selection(where=parse_condition("done", "where"))
    with pytest.raises(InputError, match="Row 4, column a: '7'"):
        sum_columns(read_chunks(path, ("a",), selection=done), ("a",), UNIT)
    lacking = csv_file(tmp_path, "a,done\n0.5,1\n0.25,\n", "lacking.csv")
    with pytest.raises(InputError, match="Row 2, column done"):
        read(lacking, ("a",), selection=done)
    dropping = Selection(DROP_ROW, parse_condition("done", "where"))
    assert read(lacking, ("a",), selection=dropping) == {"a": [0.5]}
    no_value = Selection(where=parse_condition("1/done > 0", "where"))
    with pytest.raises(InputError, match=r"Row 2: '1 / done > 0' .*has a value there"):
        read(path, ("a",), selection=no_value)


# What is refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "a\n0,6949\n0,5\n",
            r"Row 1: '0,6949' .*1 cell as the header has, between commas; there are 2 \(commas as decimal",
        ),
        ("a,b\n0.5,1\n0.5\n", "Row 2: '0.5' .*2 cells as the header has"),
        ("a;b\n0,5;1\n", r"Row 1, column a: '0,5' .*a number .*comma"),
        ("a,b\n1_0,1\n", "Row 1, column a: '1_0' .*a number"),
        ("a,b\n0.5,1\nNA,1\n", "Row 2, column a: 'NA' .*a number"),
        ("a,b\ntrue,1\n0.5,1\nx,1\n", "Row 3, column a: 'x' .*a number"),
        ("b\n1\n", "columns: 'a' .*a column of .*: b"),
        ("a,a\n1,2\n", "once"),
        ("", r"FILE: .*\(it is empty\)"),
    ],
)
def test_text_that_is_refused(tmp_path, text, message):
    """A decimal comma under one header was read as 0 and answered with a guarantee."""
    with pytest.raises(InputError, match=message):
        read(csv_file(tmp_path, text), ("a",))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_refused_with_a_word_that_helps(tmp_path, encoding):
    (tmp_path / "d.csv").write_bytes("a,b\n0.5,1\n".encode(encoding))
    with pytest.raises(InputError, match=r"UTF-8 text .*UTF-16"):
        read(tmp_path / "d.csv", ("a",))


def test_bytes_that_are_no_text(tmp_path):
    for raw in (b"a,\xff\n1,1\n", b"a,b\nx,1\n\xe9,1\n"):
        (tmp_path / "d.csv").write_bytes(raw)
        with pytest.raises(InputError, match=r"UTF-?8"):
            read(tmp_path / "d.csv", (), ("a",))
    (tmp_path / "d.csv").write_bytes(gzip.compress(b"a\n" + random.Random(1).randbytes(9999).hex().encode())[:-99])
    with pytest.raises(InputError, match="FILE"):
        read(tmp_path / "d.csv", (), ("a",))
    (tmp_path / "d.parquet").write_bytes(b"PAR1" + b"x" * 99)
    with pytest.raises(InputError, match="FILE"):
        read(tmp_path / "d.parquet", ("a",))


def test_a_file_without_line_ends_is_refused_early(tmp_path):
    """A gigabyte of digits took two gigabytes of memory."""
    read_so_far = []

    class Endless(io.RawIOBase):
        def readable(self):
            return True

        def read(self, size=-1):
            read_so_far.append(size)
            return b"0" * size

    with pytest.raises(InputError, match="lines, each of at most"):
        next(reading._read_csv(Endless().read(reading.BLOCK_BYTES), Endless(), "endless", ("a",)))
    assert sum(read_so_far) <= 1 << 20
    path = csv_file(tmp_path, "a\n0.5\n" + "0" * (3 << 20))
    with pytest.raises(InputError, match="lines, each of at most"):
        read(path, ("a",))


def test_a_header_of_70_kilobytes_is_read(tmp_path):
    names = [f"column number {place}" for place in range(4000)]
    path = csv_file(tmp_path, ",".join(names) + "\n" + ",".join(map(str, range(4000))) + "\n")
    assert read(path, (names[-1],)) == {names[-1]: [3999.0]}


def test_what_is_in_memory_is_refused_by_name():
    for data, message in (
        ({"b": [1]}, "columns: 'a'"),
        ({"a": [1, 2], "b": [1]}, "length"),
        ({"a": [datetime.date(2026, 1, 5)]}, "Column a: 'date32"),
        ({"a": ["1", "x"]}, "Row 2, column a: 'x' .*a number"),
    ):
        with pytest.raises(InputError, match=message):
            read(data, tuple(data) if "length" in message else ("a",))
    for data in (5, [1, 2], np.ones((2, 2))):
        with pytest.raises(InputError, match=r"data: .* a data frame"):
            read(data, ("a",))
    with pytest.raises(InputError, match="Column a: 'list"):
        read({"a": [[1]]}, (), ("a",))


def test_decimal_commas(tmp_path):
    path = csv_file(tmp_path, "a;b\n0,5;1\n-1,25e1;2\n")
    assert read(reading.DataFile(str(path), ","), ("a", "b")) == {"a": [0.5, -12.5], "b": [1.0, 2.0]}


def test_standard_input():
    code = "from replcalc.run.reading import read_chunks; print([c.values['a'].tolist() for c in read_chunks('-', ('a',))])"
    done = subprocess.run([sys.executable, "-c", code], input=b"a\n0.5\n1\n", capture_output=True, check=True)
    assert done.stdout.decode().strip() == "[[0.5, 1.0]]"
    twice = subprocess.run([sys.executable, "-c", f"{code}; {code}"], input=b"a\n0.5\n1\n", capture_output=True)
    assert b"read already: a second pass needs a file" in twice.stderr


def test_without_pyarrow(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingLibrary, match=r"replcalc\[run\]"):
        read(csv_file(tmp_path, "a\n1\n"), ("a",))


@pytest.mark.parametrize("row", [1, 2, 1001, 2000, 2001])
@pytest.mark.parametrize("place", ["first", "last"])
def test_unterminated_quote_is_refused(tmp_path, row, place):
    """The rest of the file became one cell, and the rows in it were silently lost."""
    lines = [f"0.5,{n}" for n in range(1, 2002)]
    lines[row - 1] = '"0.5,1' if place == "first" else '0.5,"1'
    for end in ("", "\n"):
        with pytest.raises(InputError, match=f"Row {row}|a quote that is closed"):
            list(read_chunks(csv_file(tmp_path, "a,b\n" + "\n".join(lines) + end), ("a",)))


def test_quotes_inside_a_cell_and_closed_ones_are_read(tmp_path):
    text = 'a,b\n0.5,5" pipe\n0.25,"two\nlines, ""quoted"""\n"1",x'
    assert [v for c in read_chunks(csv_file(tmp_path, text), ("a",)) for v in c.values["a"]] == [0.5, 0.25, 1]


@pytest.mark.parametrize(
    ("cell", "value"),
    [("\t0.5\t", 0.5), ("\u00a00.5\u00a0", 0.5), ("true", 1), ("FALSE", 0), ("+1", 1), (" \t", None), ("NaN", None)]
    + [(refused, "refused") for refused in ("-nan", "+nan", "nan(1)", "1,326", "1_0", "0x10", "NA", "1.2.3")],
)
def test_a_cell_means_the_same_from_every_source(tmp_path, cell, value):
    """Arrow's reader of numbers, its casts and Python differ in all of these."""
    cells = ["0.25"] * 20 + [cell]
    written = csv_file(tmp_path, "a;b\n" + "\n".join(f"{each};1" for each in cells) + "\n")
    for data in (written, parquet_file(tmp_path, {"a": cells}), {"a": cells}):
        if value is None or value == "refused":
            with pytest.raises(InputError, match="Row 21, column a"):
                list(read_chunks(data, ("a",)))
        if value != "refused":
            found = [v for c in read_chunks(data, ("a",), (), Selection(DROP_ROW)) for v in c.values["a"]]
            assert found == [0.25] * 20 + [value] * (value is not None)


def test_na_is_a_missing_number_where_such_rows_are_dropped(tmp_path):
    data = csv_file(tmp_path, "a\n0.5\nNA\n0.25\n")
    assert [v for c in read_chunks(data, ("a",), (), Selection(DROP_ROW)) for v in c.values["a"]] == [0.5, 0.25]
    other = csv_file(tmp_path, "a,b\n0.5,x\n-,y\n0.25,-\n1,z\n", "other.csv")
    named = reading.DataFile(str(other), na="-")
    assert read(named, ("a",), ("b",), selection=Selection(DROP_ROW)) == {"a": [0.5, 1], "b": ["x", "z"]}


def test_a_thousands_separator_is_never_a_decimal_comma(tmp_path):
    with pytest.raises(InputError, match="thousands"):
        list(read_chunks(csv_file(tmp_path, "a;b\n1,326;1\n"), ("a",)))


@pytest.mark.parametrize("column", [(v for v in (0.5, 0.25)), 0.5, [2**70, 1], [object()], [0.5, "x", 1]])
def test_columns_that_are_none_are_input_errors(column):
    with pytest.raises(InputError):
        list(read_chunks({"a": column}, ("a",)))


def test_a_sparse_frame_and_a_series_are_input_errors():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": pandas.arrays.SparseArray([0.0, 0.5])})
    for data in (frame, pandas.Series([0.0, 0.5], name="a")):
        with pytest.raises(InputError, match="data"):
            list(read_chunks(data, ("a",)))
