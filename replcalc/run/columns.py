"""Data in one pass: columns of a CSV or Parquet file become exact sums of grid points, in bounded memory.

A value x of the promised range [lo, hi] enters as the integer nearest to 2^40 (x - lo)/(hi - lo). Each of these steps
is one IEEE operation on doubles, so the integer depends on the value alone: not on the order of the rows, the size of
the chunks, the processor or the numerical library. Sums of integers are exact. The grid moves a mean by less than 2^-40
of the range (``GRID_ERROR``), which plans are asked to leave room for.
"""

from __future__ import annotations

import csv
import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from replcalc.numbers.errors import InputError

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

GRID_BITS = 40
#: How far the grid can move a mean, as a share of the range: half a step, and room for three roundings of doubles.
GRID_ERROR = Fraction(1, 1 << GRID_BITS)
#: Rows held in memory at a time.
CHUNK = 1 << 16
#: A line longer than this is not a row of numbers.
LONGEST_FIELD = 1 << 16


@dataclass(frozen=True)
class Range:
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


@dataclass(frozen=True)
class Chunk:
    """Consecutive rows: one array of doubles per column, and the number of the first row (the first is 1)."""

    first: int
    values: dict[str, Array]

    @property
    def rows(self) -> int:
        return len(next(iter(self.values.values())))


@dataclass(frozen=True)
class Sums:
    """What a pass found: rows, the exact sum of the grid points of every column, a digest of what was read."""

    rows: int
    totals: dict[str, int]
    digest: str

    def mean(self, name: str) -> Fraction:
        """The mean of a column as a share of its range, exactly."""
        return Fraction(self.totals[name], self.rows << GRID_BITS)


def chunks(path: Path, columns: Sequence[str]) -> Iterator[Chunk]:
    """The named columns of a file, CHUNK rows at a time."""
    if len(set(columns)) != len(columns):
        raise InputError("columns", ",".join(columns), "distinct names")
    if path.suffix.lower() in (".parquet", ".pq"):
        yield from _parquet(path, columns)
    else:
        yield from _csv(path, columns)


def _csv(path: Path, columns: Sequence[str]) -> Iterator[Chunk]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            yield from _csv_chunks(stream, str(path), columns)
    except UnicodeDecodeError as error:
        raise InputError("file", str(path), f"UTF-8 text (byte {error.start} of a block is not)") from None
    except OSError as error:
        raise InputError("file", str(path), f"a readable file ({error.strerror})") from None


def _csv_chunks(stream: TextIO, name: str, columns: Sequence[str]) -> Iterator[Chunk]:
    import numpy as np

    csv.field_size_limit(LONGEST_FIELD)
    reader = csv.reader(stream)
    try:
        header = [cell.strip() for cell in next(reader, [])]
        places = [_place(header, column, name) for column in columns]
        first, rows = 1, []
        for row in reader:
            if not row:
                continue
            rows.append(row)
            if len(rows) == CHUNK:
                yield Chunk(first, _numbers(rows, places, columns, first))
                first, rows = first + len(rows), []
        if rows:
            yield Chunk(first, _numbers(rows, places, columns, first))
        elif first == 1:
            yield Chunk(1, {column: np.empty(0) for column in columns})
    except csv.Error as error:
        raise InputError("file", name, f"comma-separated values ({error} in line {reader.line_num})") from None


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
            raise InputError(f"row {first + row}, column {column}", cell, "a number") from None
    return found


def _is_number(cells: Sequence[str], place: int) -> bool:
    try:
        float(cells[place])
    except (ValueError, IndexError):
        return False
    return True


def _parquet(path: Path, columns: Sequence[str]) -> Iterator[Chunk]:
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise InputError("file", str(path), "a CSV file (Parquet needs pyarrow)", "install replcalc[run]") from None
    try:
        with parquet.ParquetFile(path) as file:
            for column in columns:
                _place(file.schema_arrow.names, column, str(path))
            first = 1
            for batch in file.iter_batches(CHUNK, columns=list(columns)):
                values = {}
                for column in columns:
                    array = batch.column(column)
                    if array.null_count:
                        row = first + array.is_null().to_pylist().index(True)
                        raise InputError(f"row {row}, column {column}", "nothing", "a number")
                    values[column] = array.cast(pyarrow.float64()).to_numpy(zero_copy_only=False)
                yield Chunk(first, values)
                first += batch.num_rows
    except (OSError, pyarrow.ArrowException) as error:
        raise InputError("file", str(path), f"a Parquet file of numbers ({str(error).splitlines()[0][:80]})") from None


def summed(
    parts: Iterator[Chunk],
    columns: Sequence[str],
    within: Range,
    progress: Callable[[int], None] | None = None,
) -> Sums:
    """Sum the grid points of every column, check every value against the range, and digest the grid points in order.

    The digest is SHA-256 over the names, then the grid points of each chunk of CHUNK rows column by column, as 8-byte
    big-endian integers: it identifies the data a receipt speaks of without revealing them.
    """
    import numpy as np

    totals = dict.fromkeys(columns, 0)
    digest = hashlib.sha256("\x1f".join(columns).encode())
    rows = 0
    for chunk in parts:
        for column in columns:
            values = chunk.values[column]
            outside = ~((values >= within.low) & (values <= within.high))  # a NaN is outside
            if outside.any():
                row = int(np.argmax(outside))
                raise InputError(
                    f"row {chunk.first + row}, column {column}",
                    f"{values[row]:.17g}",
                    f"a value in the promised range [{within.low:g}, {within.high:g}]",
                )
            points = within.grid(values)
            totals[column] += int(points.sum())
            digest.update(points.astype(">i8").tobytes())
        rows += chunk.rows
        if progress is not None:
            progress(rows)
    return Sums(rows, totals, digest.hexdigest())
