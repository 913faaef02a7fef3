"""Read data through Arrow: CSV and Parquet files, standard input, data frames, columns in memory.

Types come from the question and are never inferred. A *number* is the double nearest to what is written or stored; a
32-bit float is widened exactly, true is 1 and false is 0. A *label* is a text without the blanks around it. A cell is
*missing* if it is empty, blank, null, or not a number (NaN). The rule is the same for every source.

Text is UTF-8 with a header, plain or gzip; cells are separated by the first of comma, semicolon, tab and bar with which
the header has every column that is wanted. A row must have as many cells as the header; blank lines are ignored,
except in a file with one column, where they are an empty cell. Reading is one pass in bounded memory.
"""

import csv
import gzip
import io
import re
import sys
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from replcalc.numbers.errors import InputError, MissingLibrary, Unreadable
from replcalc.run.expressions import Query
from replcalc.run.rows import REFUSE, Chunk, Labels

#: Rows held at a time for binary sources; bytes held at a time for text: the longest line.
CHUNK_ROWS, BLOCK_BYTES = 1 << 18, 1 << 20
_DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_EXPECTED = "a CSV file with a header, or a Parquet file"
_IN_MEMORY = "a path, a data frame, a table of Arrow, a mapping"
#: A written number, as a regular expression of Arrow; spellings of truth values, and of what is not a number.
_NUMBER = r"^([+-]?((\d+(POINT\d*)?|POINT\d+)([eE][+-]?\d+)?|(?i:inf(inity)?))|true|True|TRUE|false|False|FALSE)$"
_TRUTHS = {"true": 1.0, "True": 1.0, "TRUE": 1.0, "false": 0.0, "False": 0.0, "FALSE": 0.0}
_NAN = ("nan", "NaN", "NAN", "Nan")
#: Spellings of a missing number where incomplete rows are left out.
NA = "NA"


@dataclass(frozen=True)
class Selection:
    """Which rows are used: the rule for incomplete rows, and a condition (None: all)."""

    missing: str = REFUSE
    where: Query | None = None


@dataclass(frozen=True)
class DataFile:
    """A file by its path, "-" for standard input; the decimal point and a text for missing cells, where it is text."""

    path: str
    decimal: str = "."
    na: str = ""


def read_chunks(
    data: Any, columns: Sequence[str], texts: Sequence[str] = (), selection: Selection = Selection()
) -> Iterator[Chunk]:
    """Yield the selected rows in pieces.

    The condition is decided first, on rows that have all it needs; then the rows where it holds must have a value in
    every column. A row that lacks one is refused by its number, or left out: then the population is the complete rows.

    Args:
        data: A DataFile, or a path; a data frame of pandas or polars, a table of Arrow or a reader of its batches,
            whatever exports itself to Arrow, or a mapping from names to columns.
        columns: The columns that are read as numbers.
        texts: The columns that are read as labels.
        selection: Which rows count.
    """
    for given in (columns, texts):
        if len(set(given)) != len(given):
            raise InputError("columns", ",".join(given), "distinct names")
    where = selection.where
    numbers = tuple(dict.fromkeys((*columns, *(where.columns if where else ()))))
    words = tuple(dict.fromkeys((*texts, *(where.texts if where else ()))))
    if isinstance(data, str | Path):
        data = DataFile(str(data))
    cells = _Cells(data if isinstance(data, DataFile) else DataFile(""), selection.missing != REFUSE)
    first = 1
    wanted = tuple(dict.fromkeys((*numbers, *words)))
    for batch in _read_batches(data, wanted):
        with _source_errors("data", ", ".join(wanted), "columns of numbers or texts"):
            chunk = Chunk(
                first,
                {name: cells.read_numbers(batch.column(name), name, first) for name in numbers},
                {name: cells.read_labels(batch.column(name), name) for name in words},
            )
        first += chunk.read
        if where is not None:
            chunk = where.select(chunk.complete(selection.missing, {*where.columns, *where.texts}), selection.missing)
        kept = {c: chunk.values[c] for c in columns}, {c: chunk.texts[c] for c in texts}
        yield replace(chunk, values=kept[0], texts=kept[1]).complete(selection.missing)


def _read_batches(data: Any, wanted: Sequence[str]) -> Iterator[Any]:
    """Read record batches of Arrow with these columns."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise MissingLibrary("reading data", "pyarrow", "pip install 'replcalc[run]'") from None
    if not isinstance(data, DataFile):
        with _source_errors("data", type(data).__name__, _IN_MEMORY):
            yield from _read_memory(data, wanted)
        return
    path = data.path
    with _source_errors("FILE", path, _EXPECTED), nullcontext() if path == "-" else Path(path).open("rb") as file:
        stream: Any = file or sys.stdin.buffer
        start = stream.peek(4)[:4]
        if start == b"PAR1" and file is not None:
            yield from _read_parquet(path, wanted)
            return
        stream = gzip.GzipFile(fileobj=stream) if start[:2] == b"\x1f\x8b" else stream
        yield from _read_csv(stream.read(BLOCK_BYTES), stream, path, wanted)


def _place_of(known: Sequence[str], column: str, source: str) -> int:
    found = [place for place, name in enumerate(known) if name == column]
    if len(found) == 1:
        return found[0]
    shown = ", ".join(map(str, known[:8])) or "none: there is no header"
    raise InputError("columns", column, f"a column of {source}" + (" that occurs once" if found else f": {shown}"))


@contextmanager
def _source_errors(argument: str, value: str, allowed: str) -> Iterator[None]:
    """Name the source where it cannot be opened, or read by Arrow."""
    import pyarrow

    try:
        yield
    except pyarrow.ArrowException as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise InputError(argument, value, f"{allowed} ({reason[:90]})") from None
    except (OSError, EOFError, zlib.error) as error:
        raise Unreadable(argument, value, allowed, error) from None


# -- text --------------------------------------------------------------------------------------------------------------
class _Stream(io.RawIOBase):
    """Bytes that were read already, those that follow, and at the end a mark.

    The mark is a row with a cell too many, which Arrow reports unless an open quote swallows it.
    """

    def __init__(self, head: bytes, stream: Any, mark: str) -> None:
        self._pending, self._stream, self._mark, self._last = head, stream, mark, b"\n"
        self.is_exhausted = self.mark_seen = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = len(buffer)
        given = self._pending or self._stream.read(size) or b""
        if not given and not self.is_exhausted:
            self.is_exhausted = True
            given = (b"" if self._last in b"\r\n" else b"\n") + f"{self._mark}\n".encode()
        given, self._pending = given[:size], given[size:]
        self._last = given[-1:] or self._last
        buffer[: len(given)] = given
        return len(given)

    def check_row(self, row: Any) -> str:
        """Handle a row with a wrong number of cells."""
        if row.text == self._mark:
            self.mark_seen = True
            return "skip"
        return "error"


def _read_csv(head: bytes, stream: Any, path: str, wanted: Sequence[str]) -> Iterator[Any]:
    import pyarrow
    from pyarrow import csv as arrow

    header, delimiter = _read_header(head, path, wanted)
    places = [str(_place_of(header, name, path)) for name in wanted]
    source = _Stream(head, stream, "end of the data" + delimiter * len(header))
    rows = 0
    with _row_errors(header, delimiter, source):
        reader = arrow.open_csv(
            pyarrow.PythonFile(io.BufferedReader(source, BLOCK_BYTES), mode="r"),
            arrow.ReadOptions(
                use_threads=False,  # errors then name the row
                block_size=BLOCK_BYTES,
                column_names=[str(place) for place in range(len(header))],
                skip_rows_after_names=1,
            ),
            arrow.ParseOptions(
                delimiter=delimiter,
                newlines_in_values=True,
                ignore_empty_lines=len(header) > 1,
                invalid_row_handler=source.check_row,
            ),
            arrow.ConvertOptions(column_types=dict.fromkeys(places, pyarrow.string()), include_columns=places),
        )
        for batch in reader:
            rows += batch.num_rows
            if batch.num_rows:  # none where the mark of the end was
                yield pyarrow.record_batch([batch.column(place) for place in places], list(wanted))
    if not source.mark_seen:
        raise InputError(f"Row {max(rows, 1)}", '"', *_OPEN_QUOTE)


def _read_header(head: bytes, path: str, wanted: Sequence[str]) -> tuple[list[str], str]:
    """Return the names of the columns, and what separates cells."""
    if not head:
        again = ", or was read already: a second pass needs a file" if path == "-" else ""
        raise InputError("FILE", path, _EXPECTED, f"it is empty{again}")
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise InputError("FILE", path, "UTF-8 text", "this is UTF-16: convert it with iconv -f UTF-16 -t UTF-8")
    if b"\0" in head:
        raise InputError("FILE", path, "UTF-8 text", "it has zero bytes: binary data, or UTF-16")
    if len(head) == BLOCK_BYTES and b"\n" not in head and b"\r" not in head:
        raise InputError("FILE", path, f"lines, each of at most {BLOCK_BYTES:,} bytes")
    text = head.decode("utf-8-sig", errors="replace")
    found = {}
    for delimiter in _DELIMITERS:
        try:
            cells = [cell.strip() for cell in next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), [])]
        except csv.Error:
            continue
        if all(name in cells for name in wanted):
            found = {delimiter: cells}
            break
        found[delimiter] = cells
    best = max(found, key=lambda delimiter: len(found[delimiter]), default=",")
    header = found.get(best, [])
    if "\ufffd" in "".join(header):
        raise InputError("FILE", path, "UTF-8 text", "the header is not")
    return header, best


_OPEN_QUOTE = ("a quote that is closed", "the rest of the file is one cell")
_MISMATCH = re.compile(r"Row #(\d+): Expected \d+ columns, got (\d+): ?(.*)", re.DOTALL)


@contextmanager
def _row_errors(header: Sequence[str], delimiter: str, source: _Stream) -> Iterator[None]:
    """Translate Arrow's error about a row; rows are counted after the header."""
    import pyarrow

    try:
        yield
    except pyarrow.ArrowInvalid as error:
        if found := _MISMATCH.search(str(error)):
            if source.is_exhausted and not source.mark_seen and found[3].count('"') % 2:
                raise InputError(f"Row {int(found[1]) - 1}", found[3], *_OPEN_QUOTE) from None
            comma = "commas as decimal points? write points, or semicolons between cells" if delimiter == "," else ""
            cells = f"{len(header)} cell{'s' * (len(header) != 1)} as the header has, between {_DELIMITERS[delimiter]}"
            raise InputError(f"Row {int(found[1]) - 1}", found[3], f"{cells}; there are {found[2]}", comma) from None
        if "straddl" in str(error):
            raise InputError("FILE", "a line", f"lines, each of at most {BLOCK_BYTES:,} bytes") from None
        raise


# -- tables ------------------------------------------------------------------------------------------------------------
def _read_parquet(path: str, wanted: Sequence[str]) -> Iterator[Any]:
    from pyarrow import parquet

    # without these a reader holds whole columns: 382 MB instead of 85 for 28 million rows
    with parquet.ParquetFile(path, pre_buffer=False, buffer_size=BLOCK_BYTES) as file:
        for column in wanted:
            _place_of(file.schema_arrow.names, column, path)
        yield from file.iter_batches(CHUNK_ROWS, columns=list(wanted), use_threads=False)


def _read_memory(data: Any, wanted: Sequence[str]) -> Iterator[Any]:
    """Read the batches of a frame, a table or a mapping; only the columns wanted are converted."""
    import pyarrow

    if hasattr(data, "collect_schema") and hasattr(data, "collect"):  # a lazy frame of polars
        data = data.collect()
    if hasattr(data, "to_arrow"):  # polars; its stream has a type of text that old versions of pyarrow cannot cast
        data = data.to_arrow()
    table = isinstance(data, pyarrow.Table | pyarrow.RecordBatch)
    if not (table or isinstance(data, Mapping) or (hasattr(data, "iloc") and hasattr(data, "columns"))):
        if not hasattr(data, "__arrow_c_stream__"):
            raise InputError("data", type(data).__name__, _IN_MEMORY)
        for batch in pyarrow.RecordBatchReader.from_stream(data):
            yield from _read_memory(batch, wanted)
        return
    known = data if isinstance(data, Mapping) else data.column_names if table else data.columns
    for name in wanted:
        _place_of(list(known), name, "the data")
    try:
        columns = {name: data.column(name) if table else data[name] for name in wanted}
        if len(set(map(len, columns.values()))) > 1:
            raise InputError("data", "columns", "columns of one length")
        found = pyarrow.table(columns)
    except (TypeError, ValueError, OverflowError, pyarrow.ArrowException) as error:  # scalars, sparse, huge integers
        if isinstance(error, InputError):
            raise
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        allowed = f"sequences of numbers or texts as columns ({reason[:90]})"
        raise InputError("data", ", ".join(map(str, wanted)), allowed) from None
    yield from found.to_batches(CHUNK_ROWS)


# -- cells -------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Cells:
    """How cells are read; ``dropping``: rows that lack a value are left out, and NA lacks one."""

    file: DataFile
    dropping: bool

    def read_numbers(self, array: Any, column: str, first: int) -> Any:
        """Return the doubles of a column, NaN where nothing is there."""
        import pyarrow
        from pyarrow import types

        array = _decode_column(array)
        kind = array.type
        if types.is_string(kind) or types.is_large_string(kind):
            return self._parse(array, column, first)
        if types.is_decimal(kind):  # a cast of decimals rounds twice
            array = array.cast(pyarrow.string())
        elif types.is_boolean(kind):
            array = array.cast(pyarrow.int8())
        elif not (types.is_floating(kind) or types.is_integer(kind) or types.is_null(kind)):
            raise InputError(f"Column {column}", str(kind), "a column of numbers")
        return array.cast(pyarrow.float64(), safe=False).to_numpy(zero_copy_only=False)

    def _parse(self, array: Any, column: str, first: int) -> Any:
        """Return the doubles of written numbers; an error names the first cell that is none."""
        import pyarrow
        from pyarrow import compute

        missing = ("", self.file.na, *_NAN, *((NA,) if self.dropping else ()))
        cells = compute.utf8_trim_whitespace(array)
        cells = compute.if_else(compute.is_in(cells, pyarrow.array(missing, cells.type)), None, cells)
        known = compute.match_substring_regex(cells, _NUMBER.replace("POINT", re.escape(self.file.decimal)))
        wrong = compute.index(known, False).as_py()
        if wrong >= 0:
            text = array[wrong].as_py()
            raise InputError(f"Row {first + wrong}, column {column}", text, "a number", _number_hint(text.strip()))
        if self.file.decimal == ",":
            cells = compute.replace_substring(cells, ",", ".")
        try:
            return cells.cast(pyarrow.float64()).to_numpy(zero_copy_only=False)
        except pyarrow.ArrowInvalid:  # a truth, a sign +, a number that a double rounds to 0 or infinity
            return np.array([_TRUTHS.get(text, text) for text in cells.to_pylist()], dtype=np.float64)

    def read_labels(self, array: Any, column: str) -> Labels:
        """Return the labels of any plain column; a label is a text without the blanks around it."""
        import pyarrow
        from pyarrow import types

        array = _decode_column(array)
        if types.is_nested(array.type):
            raise InputError(f"Column {column}", str(array.type), "a column of text, numbers, dates or times")
        coded = array.dictionary_encode()
        texts = coded.dictionary.cast(pyarrow.string()).fill_null("").to_numpy(zero_copy_only=False).tolist()
        codes = coded.indices.cast(pyarrow.int64()).fill_null(-1).to_numpy(zero_copy_only=False)
        names = ["" if text in ("nan", "NaN", self.file.na) else text for text in (text.strip() for text in texts)]
        places = {name: place for place, name in enumerate(dict.fromkeys(filter(None, names)))}
        if len(places) != len(texts):  # some are missing, or differ in blanks
            codes = np.array([*(places.get(name, -1) for name in names), -1], dtype=np.int64)[codes]
        return Labels(tuple(places), codes)


def _decode_column(array: Any) -> Any:
    """Return a column without the dictionary behind it, which may hold far more than occurs; texts as plain ones."""
    import pyarrow
    from pyarrow import types

    if types.is_dictionary(array.type):
        if types.is_string_view(array.type.value_type):  # which Arrow cannot decode
            names = array.dictionary.cast(pyarrow.string())
            array = pyarrow.DictionaryArray.from_arrays(array.indices, names)
        array = array.dictionary_decode()
    return array.cast(pyarrow.string()) if types.is_string_view(array.type) else array


def _number_hint(text: str) -> str:
    if re.fullmatch(r"[+-]?\d{1,3}(,\d{3})+(\.\d*)?", text):
        return "thousands separators are not read: write 1326, not 1,326"
    if text == NA:
        return "--missing drop-row leaves rows with missing values out"
    return "is the decimal point a comma? --decimal ," if re.fullmatch(r"[+-]?\d*,\d+", text) else ""
