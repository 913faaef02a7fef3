"""Data in one pass: columns of a CSV or Parquet file become exact sums of grid points, in bounded memory.

A value x of the promised range [lo, hi] enters as the integer nearest to 2^40 (x - lo)/(hi - lo). Each of these steps
is one IEEE operation on doubles, so the integer depends on the value alone: not on the order of the rows, the size of
the chunks, the processor or the numerical library. Sums of integers are exact. The grid, and the decimals in which
answers are written, move an answer by less than 2^-40 of the range (``GRID_ERROR``): plans leave room for that.
"""

from __future__ import annotations

import csv
import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from replcalc.numbers.errors import InputError, Unreadable

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

GRID_BITS = 40
#: How far an answer can be moved, as a share of the range: half a step of the grid (2^-41), half a step of the decimals
#: (at most 2^-42), three roundings of doubles and the digits of a shared number that are not shown (less than 2^-50).
GRID_ERROR = Fraction(1, 1 << GRID_BITS)
#: Rows held in memory at a time.
CHUNK = 1 << 16
#: A line longer than this is not a row of numbers.
LONGEST_FIELD = 1 << 16


@dataclass(frozen=True)
class PromisedRange:
    """The promised range of the values of every column."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise InputError("range", f"{self.low},{self.high}", "two finite numbers LO,HI with LO < HI")
        if not math.isfinite(self.high - self.low):
            raise InputError("range", f"{self.low},{self.high}", "a range whose length a double can hold")

    def grid(self, values: Array) -> Array:
        """The grid point of each value, which lies in the range."""
        import numpy as np

        return np.rint((values - self.low) / (self.high - self.low) * float(1 << GRID_BITS)).astype(np.int64)

    def value(self, share: Fraction) -> Fraction:
        """The point of the range at ``share`` of its length."""
        return Fraction(self.low) + share * (Fraction(self.high) - Fraction(self.low))

    def written(self, share: Fraction) -> str:
        """The same as a decimal, to the nearest multiple of the largest power of ten below 2^-41 of the range."""
        length, places = Fraction(self.high) - Fraction(self.low), 0
        while Fraction(1, 10**places) > length / (1 << 41):
            places += 1
        scaled = round(self.value(share) * 10**places)
        whole, rest = divmod(abs(scaled), 10**places)
        return ("-" if scaled < 0 else "") + f"{whole}" + (f".{rest:0{places}d}" if places else "")


@dataclass(frozen=True)
class Chunk:
    """Consecutive rows: one array of doubles or list of texts per column; the number of the first row (from 1 on)."""

    first: int
    values: dict[str, Array]
    texts: dict[str, list[str]] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        if self.values:
            return len(next(iter(self.values.values())))
        return len(next(iter(self.texts.values())))


@dataclass(frozen=True)
class Sums:
    """What a pass found: rows, values and the exact sum of their grid points by name."""

    rows: int
    counts: dict[str, int]
    totals: dict[str, int]

    @property
    def means(self) -> dict[str, Fraction]:
        """Every mean as a share of the range, exactly."""
        return {name: Fraction(total, self.counts[name] << GRID_BITS) for name, total in self.totals.items()}


def chunks(path: Path, columns: Sequence[str], texts: Sequence[str] = ()) -> Iterator[Chunk]:
    """The named columns of a file, CHUNK rows at a time; ``texts`` are columns to be read as they stand."""
    if len({*columns, *texts}) != len(columns) + len(texts):
        raise InputError("columns", ",".join((*columns, *texts)), "distinct names")
    if path.suffix.lower() in (".parquet", ".pq"):
        yield from _parquet(path, columns, texts)
    else:
        yield from _csv(path, columns, texts)


def _csv(path: Path, columns: Sequence[str], texts: Sequence[str]) -> Iterator[Chunk]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            yield from _csv_chunks(stream, str(path), columns, texts)
    except UnicodeDecodeError as error:
        raise InputError("FILE", str(path), f"UTF-8 text (byte {error.start} of a block is not)") from None
    except OSError as error:
        raise Unreadable("FILE", str(path), "a CSV file with a header, or a Parquet file", error) from None


def _csv_chunks(stream: TextIO, name: str, columns: Sequence[str], texts: Sequence[str]) -> Iterator[Chunk]:
    csv.field_size_limit(LONGEST_FIELD)
    reader = csv.reader(stream)
    try:
        header = [cell.strip() for cell in next(reader, [])]
        places = [_place(header, column, name) for column in columns]
        text_places = {column: _place(header, column, name) for column in texts}
        first = 1
        rows: list[list[str]] = []

        def chunk() -> Chunk:
            found = {column: _texts(rows, place, column, first) for column, place in text_places.items()}
            return Chunk(first, _numbers(rows, places, columns, first), found)

        lines: list[str] = []
        while not texts and (lines := list(islice(stream, CHUNK))):
            quick = _plain_numbers(lines, places)
            if quick is None:
                break
            if len(quick):
                yield Chunk(first, dict(zip(columns, quick.T, strict=True)))
                first += len(quick)
        reader = csv.reader(chain(lines, stream))
        for row in reader:
            if not row:
                continue
            rows.append(row)
            if len(rows) == CHUNK:
                yield chunk()
                first, rows = first + len(rows), []
        if rows or first == 1:
            yield chunk()
    except csv.Error as error:
        raise InputError("FILE", name, f"comma-separated values ({error} in line {reader.line_num})") from None


def _plain_numbers(lines: list[str], places: Sequence[int]) -> Array | None:
    """The numbers of lines without quotes, four times as fast; None where the careful reader is to say what is there.

    Both make the double that is nearest to the decimal.
    """
    import numpy as np

    if any('"' in line for line in lines) or max(map(len, lines)) > LONGEST_FIELD:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # lines that are all blank
            found = np.loadtxt(lines, delimiter=",", usecols=places, ndmin=2, comments=None)
    except ValueError:
        return None
    return found if found.size else np.empty((0, len(places)))


def _place(header: Sequence[str], column: str, name: str) -> int:
    found = [p for p, cell in enumerate(header) if cell == column]
    if len(found) == 1:
        return found[0]
    known = ", ".join(header[:8]) or "none: the file is empty"
    raise InputError("columns", column, f"a column of {name}" + (" that occurs once" if found else f": {known}"))


def _numbers(rows: list[list[str]], places: Sequence[int], columns: Sequence[str], first: int) -> dict[str, Array]:
    import numpy as np

    found = {}
    for place, column in zip(places, columns, strict=True):
        try:
            found[column] = np.array([float(row[place]) for row in rows])
        except (ValueError, IndexError):
            row = next(r for r, cells in enumerate(rows) if not _is_number(cells, place))
            cell = rows[row][place] if place < len(rows[row]) else "nothing"
            raise InputError(f"Row {first + row}, column {column}", cell, "a number") from None
    return found


def _texts(rows: list[list[str]], place: int, column: str, first: int) -> list[str]:
    try:
        return [row[place] for row in rows]
    except IndexError:
        row = next(r for r, cells in enumerate(rows) if place >= len(cells))
        raise InputError(f"Row {first + row}, column {column}", "nothing", "a value") from None


def _is_number(cells: Sequence[str], place: int) -> bool:
    try:
        float(cells[place])
    except (ValueError, IndexError):
        return False
    return True


def _parquet(path: Path, columns: Sequence[str], texts: Sequence[str]) -> Iterator[Chunk]:
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise InputError("FILE", str(path), "a CSV file (Parquet needs pyarrow)", "install replcalc[run]") from None
    try:
        with parquet.ParquetFile(path) as file:
            wanted = [*columns, *texts]
            for column in wanted:
                _place(file.schema_arrow.names, column, str(path))
            first = 1
            for batch in file.iter_batches(CHUNK, columns=wanted):
                for column in wanted:
                    if batch.column(column).null_count:
                        row = first + batch.column(column).is_null().to_pylist().index(True)
                        raise InputError(f"Row {row}, column {column}", "nothing", "a value")
                numbers = {c: batch.column(c).cast(pyarrow.float64()).to_numpy(zero_copy_only=False) for c in columns}
                read = {c: batch.column(c).cast(pyarrow.string()).to_pylist() for c in texts}
                yield Chunk(first, numbers, read)
                first += batch.num_rows
    except (OSError, pyarrow.ArrowException) as error:
        raise InputError("FILE", str(path), f"a Parquet file of numbers ({str(error).splitlines()[0][:80]})") from None


RowsRead = Callable[[int], None]


def summed(parts: Iterator[Chunk], columns: Sequence[str], within: PromisedRange) -> Sums:
    """Sum the grid points of every column, and check every value against the range."""
    totals = dict.fromkeys(columns, 0)
    rows = 0
    for chunk in parts:
        for column in columns:
            totals[column] += int(_points(chunk, column, within).sum())
        rows += chunk.rows
    return Sums(rows, dict.fromkeys(columns, rows), totals)


def summed_by(parts: Iterator[Chunk], by: str, column: str, names: Sequence[str], within: PromisedRange) -> Sums:
    """The same for one column, its rows told apart by the text in another, which must be one of ``names``."""
    import numpy as np

    place = {name: number for number, name in enumerate(names)}
    counts, totals = [0] * len(names), [0] * len(names)
    rows = 0
    for chunk in parts:
        points = _points(chunk, column, within)
        codes = np.array([place.get(text, -1) for text in chunk.texts[by]], dtype=np.int64)
        if (codes < 0).any():
            row = int(np.argmax(codes < 0))
            listed = ", ".join(names[:8])
            raise InputError(f"Row {chunk.first + row}, column {by}", chunk.texts[by][row], f"one of {listed}")
        for code in range(len(names)):
            own = points[codes == code]
            counts[code] += len(own)
            totals[code] += int(own.sum())
        rows += chunk.rows
    counted, summed_up = (dict(zip(names, numbers, strict=True)) for numbers in (counts, totals))
    return Sums(rows, counted, summed_up)


def _points(chunk: Chunk, column: str, within: PromisedRange) -> Array:
    """The grid points of a column, every value checked against the range."""
    import numpy as np

    values = chunk.values[column]
    outside = ~((values >= within.low) & (values <= within.high))  # a NaN is outside
    if outside.any():
        row = int(np.argmax(outside))
        raise InputError(
            f"Row {chunk.first + row}, column {column}",
            f"{values[row]:.17g}",
            f"a value in the promised range [{within.low:g}, {within.high:g}]",
        )
    return within.grid(values)
