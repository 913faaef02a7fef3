"""Data as people have them: CSV and Parquet files, standard input, data frames, columns in memory; all through Arrow.

Text is UTF-8 with a header, plain or gzip; cells are separated by the first of comma, semicolon, tab and bar with which
the header has every column asked for. A row must have as many cells as the header; blank lines count for nothing,
except where there is one column only: there they are an empty cell. Reading is one pass in bounded memory.
"""

from __future__ import annotations

import csv
import gzip
import io
import re
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from replcalc.numbers.errors import InputError, Unreadable
from replcalc.run.expressions import Query
from replcalc.run.rows import REFUSE, Chunk
from replcalc.run.tallies import Tally
from replcalc.run.values import AS_WRITTEN, BY_VALUE, CountedLabels, LabelColumn, as_label, as_number

#: Rows held at a time, of what is no text; bytes of text held at a time: the longest line.
CHUNK, BLOCK = 1 << 18, 1 << 20
#: Labels whose value is remembered.
_KEPT = 1 << 20
_DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_EXPECTED = "a CSV file with a header, or a Parquet file"


@dataclass(frozen=True)
class Selection:
    """Which rows count: what happens to those that lack a value, a condition (None: all), how labels are compared.

    ``counted``: how often a label occurs is all that matters, so equal rows may come together, at any time.
    """

    missing: str = REFUSE
    where: Query | None = None
    labels: str = BY_VALUE
    counted: bool = False


@dataclass(frozen=True)
class DataFile:
    """A file by its path, "-" for standard input; ``decimal``: the decimal point, where it is text."""

    path: str
    decimal: str = "."


def chunks(
    data: Any, columns: Sequence[str], texts: Sequence[str] = (), selection: Selection = Selection()
) -> Iterator[Chunk]:
    """The rows that count, in pieces: the named columns as numbers, and ``texts`` as labels.

    ``data``: a DataFile, or the path of one with decimal points; a data frame of pandas or polars (a lazy one too), a
    table of Arrow or a reader of its batches, or a mapping from names to columns.

    The condition is decided first, on rows that have all it needs; then the rows where it holds must have a value in
    every column. A row that lacks one is refused by its number, or left out: then the population is the complete rows.
    """
    for given in (columns, texts):
        if len(set(given)) != len(given):
            raise InputError("columns", ",".join(given), "distinct names")
    where = selection.where
    numbers = tuple(dict.fromkeys((*columns, *(where.columns if where else ()))))
    words = tuple(dict.fromkeys((*texts, *(where.texts if where else ()))))
    if selection.counted and not numbers and len(words) == 1:
        yield from _counted(data, *words, selection)
        return
    known: dict[str, str] = {}
    cells = NumberCells(data.decimal if isinstance(data, DataFile) else ".", selection.missing != REFUSE)
    first = 1
    for batch in _batches(data, numbers, words):
        with _arrow_errors("data"):
            chunk = Chunk(
                first,
                {name: _numbers(batch.column(name), name, first, cells) for name in numbers},
                {name: _labels(batch.column(_text(name)), name, selection.labels, known) for name in words},
            )
        first += chunk.read
        yield selected(chunk, selection, columns, texts)


def _counted(data: Any, name: str, selection: Selection) -> Iterator[Chunk]:
    """The labels of one column: no rows while they are counted, then every label with all of its rows.

    Only a row whose value may be missing is looked at by itself. Texts become labels once they are counted.
    """
    import numpy as np
    import pyarrow
    from pyarrow import types

    known: dict[str, str] = {}
    tally, first = Tally(), 1

    def found() -> Iterator[Chunk]:
        by_value = selection.labels == BY_VALUE
        texts = tally.taken()
        while some := list(islice(texts, CHUNK)):
            times: Counter[str] = Counter()
            for text, count in some:
                times[as_label(text) if by_value else text] += count
            yield Chunk(first, {}, {name: CountedLabels(times, by_value)}, read=0)

    for batch in _batches(data, (), (name,)):
        array = batch.column(_text(name))
        with _arrow_errors("data"):
            kind = _label_kind(array.type, name, selection.labels)
            doubtful = np.ones(len(array), bool)
            if _is_text(kind) or types.is_integer(kind):
                doubtful = tally.add(array.cast(pyarrow.string()))
            rows = np.flatnonzero(doubtful)
            labels = _labels(array.take(pyarrow.array(rows)), name, selection.labels, known)
        yield selected(Chunk(first, {}, {name: labels}, rows, len(array)), selection, (), (name,))
        first += len(array)
        if tally.full:
            yield from found()
    yield from found()


def selected(chunk: Chunk, selection: Selection, columns: Sequence[str], texts: Sequence[str]) -> Chunk:
    """The rows of a chunk that count, with these columns."""
    if (where := selection.where) is not None:
        chunk = chunk.complete(selection.missing, {*where.columns, *where.texts})
        chunk = where.decided(chunk, selection.missing)
    values, words = {c: chunk.values[c] for c in columns}, {c: chunk.texts[c] for c in texts}
    return replace(chunk, values=values, texts=words).complete(selection.missing)


def _text(name: str) -> str:
    """The name under which a column is in a batch a second time, as text."""
    return f"text {name}"


def _batches(data: Any, numbers: Sequence[str], texts: Sequence[str]) -> Iterator[Any]:
    """Record batches of Arrow: columns of numbers by their names, those of texts by ``_text``."""
    try:
        import pyarrow
    except ImportError:
        raise InputError("pyarrow", None, "the library that reads data", "pip install 'replcalc[run]'") from None
    if isinstance(data, str | Path):
        data = DataFile(str(data))
    if isinstance(data, DataFile):
        path = data.path
        with _opened(path) as stream:
            head = _read(stream, BLOCK)
            if head[:4] == b"PAR1" and path != "-":
                found = _parquet(path, numbers, texts)
            else:
                found = _csv(_Joined(head, stream), path, numbers, texts)
            with _arrow_errors(path):
                yield from found
        return
    with _arrow_errors(type(data).__name__):
        for batch in _in_memory(data, (*numbers, *texts)):
            yield pyarrow.record_batch([batch.column(c) for c in (*numbers, *texts)], [*numbers, *map(_text, texts)])


def _place(known: Sequence[str], column: str, source: str) -> int:
    found = [place for place, name in enumerate(known) if name == column]
    if len(found) == 1:
        return found[0]
    shown = ", ".join(map(str, known[:8])) or "none: there is no header"
    raise InputError("columns", column, f"a column of {source}" + (" that occurs once" if found else f": {shown}"))


@contextmanager
def _arrow_errors(source: str) -> Iterator[None]:
    import pyarrow

    try:
        yield
    except (pyarrow.ArrowException, OSError, EOFError, zlib.error) as error:
        told = (str(error).splitlines() or [type(error).__name__])[0]
        raise InputError("FILE", source, f"{_EXPECTED} ({told[:90]})") from None


# Text


class _Joined(io.RawIOBase):
    """What was read already, and the rest."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if not self._head:
            return self._rest.read(size) or b""
        cut = len(self._head) if size < 0 else size
        given, self._head = self._head[:cut], self._head[cut:]
        return given

    def readinto(self, buffer: Any) -> int:
        given = self.read(len(buffer))
        buffer[: len(given)] = given
        return len(given)


class _Ended(io.RawIOBase):
    """A stream followed by a last row with a cell too many, which Arrow reports unless an open quote swallows it."""

    def __init__(self, stream: Any, columns: int, delimiter: str) -> None:
        self._stream, self._ended, self.end_seen = stream, False, False
        self._marker = "end of the data" + delimiter * columns
        self._last, self._rest = b"\n", b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        given = b"" if self._ended else _read(self._stream, len(buffer))
        self._last = given[-1:] or self._last
        if len(given) < len(buffer) and not self._ended:
            self._ended = True
            self._rest = (b"" if self._last in b"\r\n" else b"\n") + self._marker.encode() + b"\n"
        room = len(buffer) - len(given)
        given, self._rest = given + self._rest[:room], self._rest[room:]
        buffer[: len(given)] = given
        return len(given)

    def check_row(self, row: Any) -> str:
        """Arrow's handler of rows with a wrong number of cells."""
        if row.text == self._marker:
            self.end_seen = True
            return "skip"
        return "error"


@contextmanager
def _readable(path: str) -> Iterator[None]:
    try:
        yield
    except (OSError, EOFError, zlib.error) as error:
        raise Unreadable("FILE", path, _EXPECTED, error) from None


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    if path == "-":
        yield sys.stdin.buffer
        return
    with _readable(path), Path(path).open("rb") as stream:
        yield stream


def _read(stream: Any, size: int) -> bytes:
    """So many bytes, or all there are: a pipe gives them in pieces."""
    found = b""
    while len(found) < size and (piece := stream.read(size - len(found))):
        found += piece
    return found


def _csv(stream: Any, path: str, numbers: Sequence[str], texts: Sequence[str]) -> Iterator[Any]:
    import pyarrow
    from pyarrow import csv as arrow

    head = _read(stream, BLOCK)
    if head[:2] == b"\x1f\x8b":
        with _readable(path):
            stream = gzip.GzipFile(fileobj=_Joined(head, stream))
            head = _read(stream, BLOCK)
    header, delimiter = _header(head, path, (*numbers, *texts))
    wanted = {name: _place(header, name, path) for name in (*numbers, *texts)}
    source = _Ended(_Joined(head, stream), len(header), delimiter)
    rows = 0
    with _rows_named(header, delimiter):
        reader = arrow.open_csv(
            pyarrow.PythonFile(source, mode="r"),
            arrow.ReadOptions(
                use_threads=False,  # errors then name the row
                block_size=BLOCK,
                column_names=[str(place) for place in range(len(header))],
                skip_rows_after_names=1,
            ),
            arrow.ParseOptions(
                delimiter=delimiter,
                newlines_in_values=True,
                ignore_empty_lines=len(header) > 1,
                invalid_row_handler=source.check_row,
            ),
            arrow.ConvertOptions(
                column_types={str(place): pyarrow.string() for place in wanted.values()},
                include_columns=[str(place) for place in dict.fromkeys(wanted.values())],
            ),
        )
        for batch in reader:
            if not batch.num_rows:  # where the mark of the end was
                continue
            rows += batch.num_rows
            columns = [batch.column(str(wanted[name])) for name in (*numbers, *texts)]
            yield pyarrow.record_batch(columns, [*numbers, *map(_text, texts)])
    if not source.end_seen:
        raise InputError(f"Row {max(rows, 1)}", '"', "a quote that is closed", "the rest of the file is one cell")


def _header(head: bytes, path: str, wanted: Sequence[str]) -> tuple[list[str], str]:
    """The names of the columns, and what separates cells."""
    if not head:
        again = ", or was read already: a second pass needs a file" if path == "-" else ""
        raise InputError("FILE", path, _EXPECTED, f"it is empty{again}")
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise InputError("FILE", path, "UTF-8 text", "this is UTF-16: iconv -f UTF-16 -t UTF-8 makes it readable")
    if b"\0" in head:
        raise InputError("FILE", path, "UTF-8 text", "it has zero bytes: binary data, or UTF-16")
    if len(head) == BLOCK and b"\n" not in head and b"\r" not in head:
        raise InputError("FILE", path, f"lines, each of at most {BLOCK:,} bytes")
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
    for name in wanted:
        _place(header, name, path)
    return header, best


_MISMATCH = re.compile(r"Row #(\d+): Expected \d+ columns, got (\d+): ?(.*)", re.DOTALL)


@contextmanager
def _rows_named(header: Sequence[str], delimiter: str) -> Iterator[None]:
    """What Arrow finds wrong with a row, in our words: rows are counted after the header."""
    import pyarrow

    try:
        yield
    except pyarrow.ArrowInvalid as error:
        told = str(error)
        if found := _MISMATCH.search(told):
            comma = "commas as decimal points? write points, or semicolons between cells" if delimiter == "," else ""
            cells = f"{len(header)} cell{'s' * (len(header) != 1)} as the header has, between {_DELIMITERS[delimiter]}"
            raise InputError(f"Row {int(found[1]) - 1}", found[3], f"{cells}; there are {found[2]}", comma) from None
        if "straddl" in told:
            raise InputError("FILE", "a line", f"lines, each of at most {BLOCK:,} bytes") from None
        raise


# Tables


def _parquet(path: str, numbers: Sequence[str], texts: Sequence[str]) -> Iterator[Any]:
    import pyarrow
    from pyarrow import parquet

    wanted = tuple(dict.fromkeys((*numbers, *texts)))
    # without these a reader holds whole columns: 382 MB instead of 85 for 28 million rows
    with parquet.ParquetFile(path, pre_buffer=False, buffer_size=BLOCK) as file:
        for column in wanted:
            _place(file.schema_arrow.names, column, path)
        for batch in file.iter_batches(CHUNK, columns=list(wanted), use_threads=False):
            yield pyarrow.record_batch([batch.column(c) for c in (*numbers, *texts)], [*numbers, *map(_text, texts)])


def _in_memory(data: Any, wanted: Sequence[str]) -> Iterator[Any]:
    """The batches of a frame, a table or a mapping; only the columns wanted are converted."""
    import pyarrow

    names = list(dict.fromkeys(wanted))
    if isinstance(data, pyarrow.RecordBatchReader):
        for batch in data:
            yield from _in_memory(batch, wanted)
        return
    if hasattr(data, "collect_schema") and hasattr(data, "collect"):
        yield from _collected(data, names)
        return
    arrow, pandas = isinstance(data, pyarrow.Table | pyarrow.RecordBatch), hasattr(data, "iloc")
    if not (arrow or pandas or isinstance(data, Mapping) or hasattr(data, "to_arrow")):
        if not hasattr(data, "__arrow_c_stream__"):
            raise InputError("data", type(data).__name__, "a path, a data frame, a table of Arrow, a mapping")
        yield from _in_memory(pyarrow.RecordBatchReader.from_stream(data), wanted)
        return
    known = data if isinstance(data, Mapping) else data.column_names if arrow else data.columns
    for name in names:
        _place(list(known), name, "the data")
    try:
        if isinstance(data, Mapping):
            if len({len(data[name]) for name in names}) > 1:
                raise InputError("data", "columns", "columns of one length")
            table = pyarrow.table({name: data[name] for name in names})
        elif arrow:
            table = pyarrow.table({name: data.column(name) for name in names})
        elif pandas:
            table = pyarrow.Table.from_pandas(data[names], preserve_index=False)
        else:
            table = data[names].to_arrow()
    except (TypeError, ValueError, OverflowError) as error:  # scalars, generators, sparse columns, huge integers
        told = (str(error).splitlines() or [type(error).__name__])[0]
        allowed = f"sequences of numbers or texts as columns ({told[:90]})"
        raise InputError("data", ", ".join(map(str, names)), allowed) from None
    yield from table.to_batches(CHUNK)


def _collected(frame: Any, names: Sequence[str]) -> Iterator[Any]:
    """The batches of a LazyFrame of polars; polars of 1.34 on collects piece by piece."""
    from polars.exceptions import PolarsError

    try:
        for name in names:
            _place(frame.collect_schema().names(), name, "the data")
        wanted = frame.select(names)
        pieces = hasattr(wanted, "collect_batches")
        for piece in wanted.collect_batches(chunk_size=CHUNK) if pieces else [wanted.collect()]:
            yield from piece.to_arrow().to_batches(CHUNK)
    except (PolarsError, OSError) as error:
        told = (str(error).splitlines() or [type(error).__name__])[0]
        raise InputError("data", type(frame).__name__, f"a frame that polars can collect ({told[:90]})") from None


# Cells


@dataclass(frozen=True)
class NumberCells:
    """How texts are read as numbers: the decimal point, and whether NA is a missing value."""

    decimal: str = "."
    na_is_missing: bool = False

    def parse(self, text: str) -> float | None:
        """Return the number, NaN for a missing one, None for anything else."""
        text = text.strip()
        if self.na_is_missing and text == "NA":
            return float("nan")
        if self.decimal == ",":
            text = text.replace(".", "?").replace(",", ".")
        return as_number(text)

    def parse_all(self, array: Any) -> Any:
        """Return the doubles of an array of plain decimals; None where a cell must be looked at by itself."""
        import pyarrow
        from pyarrow import compute

        array = compute.utf8_trim_whitespace(array)
        if self.decimal == ",":
            if compute.any(compute.match_substring(array, ".")).as_py():
                return None
            array = compute.replace_substring(array, ",", ".")
        array = compute.if_else(compute.equal(array, ""), None, array)
        try:
            found = array.cast(pyarrow.float64())
        except pyarrow.ArrowInvalid:
            return None
        return None if compute.any(compute.is_nan(found)).as_py() else found.to_numpy(zero_copy_only=False)


def _comma_hint(text: str) -> str:
    if re.fullmatch(r"[+-]?\d{1,3}(,\d{3})+(\.\d*)?", text):
        return "thousands separators are not read: write 1326, not 1,326"
    return "is the decimal point a comma? --decimal ," if re.fullmatch(r"[+-]?\d*,\d+", text) else ""


def _numbers(array: Any, column: str, first: int, cells: NumberCells = NumberCells()) -> Any:
    """Doubles, NaN where nothing is there."""
    import numpy as np
    import pyarrow
    from pyarrow import types

    kind = array.type
    if types.is_dictionary(kind):
        array = array.dictionary_decode()
        kind = array.type
    if types.is_float64(kind):
        return array.to_numpy(zero_copy_only=False)
    if types.is_integer(kind) or types.is_float16(kind) or types.is_null(kind):
        return array.cast(pyarrow.float64(), safe=False).to_numpy(zero_copy_only=False)
    if types.is_boolean(kind):
        return array.cast(pyarrow.int8()).cast(pyarrow.float64()).to_numpy(zero_copy_only=False)
    if types.is_float32(kind) or types.is_decimal(kind):  # a cast of decimals rounds twice
        return array.cast(pyarrow.string()).cast(pyarrow.float64()).to_numpy(zero_copy_only=False)
    if not _is_text(kind):
        raise InputError(f"Column {column}", str(kind), "a column of numbers")
    if (plain := cells.parse_all(array)) is not None:
        return plain
    coded = array.dictionary_encode()
    found = [cells.parse(text) for text in coded.dictionary.to_pylist()]
    codes = coded.indices.cast(pyarrow.int64()).fill_null(len(found)).to_numpy(zero_copy_only=False)
    if None in found:
        row = int(np.isin(codes, [place for place, value in enumerate(found) if value is None]).argmax())
        text = coded.dictionary[codes[row]].as_py()
        raise InputError(f"Row {first + row}, column {column}", text, "a number", _comma_hint(text.strip()))
    return np.array([*found, np.nan], dtype=np.float64)[codes]


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _label_kind(kind: Any, column: str, compared: str) -> Any:
    """What the cells of a column of labels are, if that is allowed."""
    from pyarrow import types

    kind = kind.value_type if types.is_dictionary(kind) else kind
    plain = _is_text(kind) or types.is_binary(kind) or types.is_integer(kind) or types.is_date(kind)
    typed = types.is_floating(kind) or types.is_boolean(kind) or types.is_decimal(kind) or types.is_timestamp(kind)
    if not (plain or types.is_null(kind) or (typed and compared == BY_VALUE)):
        hint = f"writers differ in how they write {kind}" if typed else ""
        allowed = "a column of text, whole numbers or dates" + ("" if compared == AS_WRITTEN else ", numbers or times")
        raise InputError(f"Column {column}", str(kind), allowed, hint)
    return kind


def _labels(array: Any, column: str, compared: str, known: dict[str, str]) -> LabelColumn:
    """Labels of any kind of column; ``known`` remembers the value of texts."""
    import numpy as np
    import pyarrow
    from pyarrow import types

    _label_kind(array.type, column, compared)
    if types.is_dictionary(array.type):  # which may hold far more than occurs here
        array = array.dictionary_decode()
    coded = array.dictionary_encode()
    texts = coded.dictionary.cast(pyarrow.string()).fill_null("").to_numpy(zero_copy_only=False).tolist()
    codes = coded.indices.cast(pyarrow.int64()).fill_null(-1).to_numpy(zero_copy_only=False)
    if compared == BY_VALUE:
        if len(known) > _KEPT:
            known.clear()
        found = list(map(known.get, texts))
        if None in found:
            known.update((text, as_label(text)) for text, name in zip(texts, found, strict=True) if name is None)
            found = list(map(known.get, texts))
        texts = found
    places = {name: place for place, name in enumerate(dict.fromkeys(filter(None, texts)))}
    if len(places) != len(texts):  # some are empty, or written in two ways
        codes = np.array([*(places.get(name, -1) for name in texts), -1], dtype=np.int64)[codes]
    return LabelColumn(tuple(places), codes, compared == BY_VALUE)
