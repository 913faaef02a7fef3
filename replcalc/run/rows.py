"""Data in one pass: columns of numbers become exact sums of grid points, in bounded memory.

A value x of the promised range [lo, hi] enters as the integer nearest to 2^40 (x - lo)/(hi - lo). Each of these steps
is one IEEE operation on doubles, so the integer depends on the value alone: not on the order of the rows, the size of
the chunks, the processor or the numerical library. Sums of integers are exact. The grid, and the decimals in which
answers are written, move an answer by less than 2^-40 of the range (``GRID_ERROR``): plans leave room for that.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from replcalc.numbers.errors import InputError
from replcalc.run.values import LabelColumn

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

GRID_BITS = 40
#: How far an answer can be moved, as a share of the range: half a step of the grid (2^-41), half a step of the decimals
#: (at most 2^-42), the rounding of a value to a double (at most 2^-43, or the range is refused), three roundings of
#: doubles and the digits of a shared number that are not shown (less than 2^-50).
GRID_ERROR = Fraction(1, 1 << GRID_BITS)
#: What to do about a row with a missing value.
REFUSE, DROP_ROW = "refuse", "drop-row"


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
        length = self.high - self.low
        if math.ulp(max(abs(self.low), abs(self.high))) * 4 > length / (1 << GRID_BITS):
            raise InputError(
                "range",
                f"{self.low!r},{self.high!r}",
                "LO and HI at least 1/1024 of their size apart: doubles in between are too few",
                "subtract a constant from the data",
            )

    def grid(self, values: Array) -> Array:
        """The grid point of each value, which lies in the range."""
        import numpy as np

        return np.rint((values - self.low) / (self.high - self.low) * float(1 << GRID_BITS)).astype(np.int64)

    def value(self, share: Fraction) -> Fraction:
        """The point of the range at ``share`` of its length."""
        return Fraction(self.low) + share * (Fraction(self.high) - Fraction(self.low))

    def share(self, text: str) -> Fraction | None:
        """The share of a decimal as ``written`` writes it, exactly; None where it is none, or far outside."""
        if not re.fullmatch(r"-?[0-9]{1,400}(\.[0-9]{1,400})?", text):
            return None
        share = (Fraction(text) - Fraction(self.low)) / (Fraction(self.high) - Fraction(self.low))
        return share if abs(share - Fraction(1, 2)) <= Fraction(1, 2) + GRID_ERROR else None

    def written(self, share: Fraction) -> str:
        """The same as a decimal, to the nearest multiple of the largest power of ten below 2^-41 of the range."""
        return decimal_text(self.value(share), (Fraction(self.high) - Fraction(self.low)) / (1 << 41))


def decimal_text(value: Fraction, step: Fraction) -> str:
    """A number as a decimal, to the nearest multiple of the largest power of ten up to ``step``, or to a whole one."""
    places = 0
    while Fraction(1, 10**places) > step:
        places += 1
    scaled = round(value * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    return ("-" if scaled < 0 else "") + f"{whole}" + (f".{rest:0{places}d}" if places else "")


@dataclass(frozen=True)
class Chunk:
    """Consecutive rows: an array of doubles per column of numbers (NaN: missing), labels per column of texts.

    ``first``: the number of the first row read, from 1 on. Where rows were left out, ``kept`` are the places of those
    that are here, from 0 on, and ``read`` is how many there were.
    """

    first: int
    values: dict[str, Array]
    texts: dict[str, Sequence[str]] = field(default_factory=dict)
    kept: Array | None = None
    read: int = -1

    def __post_init__(self) -> None:
        if self.read < 0:
            object.__setattr__(self, "read", self.rows)

    @property
    def rows(self) -> int:
        if self.kept is not None:
            return len(self.kept)
        return len(next(iter((*self.values.values(), *self.texts.values())), ()))

    def row(self, place: int) -> int:
        """The number of the row at a place of this chunk, in what was read."""
        return self.first + (place if self.kept is None else int(self.kept[place]))

    def where(self, mask: Array) -> Chunk:
        """The rows of a mask."""
        import numpy as np

        return Chunk(
            self.first,
            {name: values[mask] for name, values in self.values.items()},
            {name: LabelColumn.of(texts).taken(mask) for name, texts in self.texts.items()},
            np.flatnonzero(mask) if self.kept is None else self.kept[mask],
            self.read,
        )

    def complete(self, missing: str, columns: Collection[str] | None = None) -> Chunk:
        """The rows that lack none of these columns (default: all); with ``refuse``, an error names the first."""
        import numpy as np

        lacks = {name: np.isnan(values) for name, values in self.values.items() if columns is None or name in columns}
        for name, texts in self.texts.items():
            if columns is None or name in columns:
                own = LabelColumn.of(texts).codes < 0
                lacks[name] = own | lacks[name] if name in lacks else own
        if not any(mask.any() for mask in lacks.values()):
            return self
        lacking: Array = np.logical_or.reduce(list(lacks.values()))
        if missing == REFUSE:
            place = int(lacking.argmax())
            column = next(name for name, mask in lacks.items() if mask[place])
            told = f"Row {self.row(place)}, column {column}"
            raise InputError(told, "nothing", "a value", "missing drop-row leaves such rows out")
        return self.where(~lacking)


@dataclass(frozen=True)
class Sums:
    """What a pass found: rows, values and the exact sum of their grid points by name; the least and the largest."""

    rows: int
    counts: dict[str, int]
    totals: dict[str, int]
    ends: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def means(self) -> dict[str, Fraction]:
        """Every mean as a share of the range, exactly."""
        return {name: Fraction(total, self.counts[name] << GRID_BITS) for name, total in self.totals.items()}


RowsRead = Callable[[int], None]


def summed(parts: Iterator[Chunk], columns: Sequence[str], within: PromisedRange | Mapping[str, PromisedRange]) -> Sums:
    """Sum the grid points of every column, and check every value against the range, or that of its column."""
    ranges = dict.fromkeys(columns, within) if isinstance(within, PromisedRange) else within
    totals, ends = dict.fromkeys(columns, 0), dict.fromkeys(columns, (1 << GRID_BITS, 0))
    rows = 0
    for chunk in parts:
        for column in columns if chunk.rows else ():
            points = grid_points(chunk, column, ranges[column])
            totals[column] += int(points.sum())
            low, high = ends[column]
            ends[column] = min(low, int(points.min())), max(high, int(points.max()))
        rows += chunk.rows
    return Sums(rows, dict.fromkeys(columns, rows), totals, ends)


def summed_by(parts: Iterator[Chunk], by: str, column: str, names: Sequence[str], within: PromisedRange) -> Sums:
    """The same for one column, its rows told apart by the label in another, which must be one of ``names``."""
    return summed_groups(known_rows(parts, by, names), by, (column,), names, within)[column]


def known_rows(parts: Iterator[Chunk], by: str, names: Sequence[str]) -> Iterator[Chunk]:
    """The same rows, each with a label that has a name."""
    for chunk in parts:
        labels = LabelColumn.of(chunk.texts[by])
        unknown = labels.among(names) < 0
        if unknown.any():
            row = int(unknown.argmax())
            raise InputError(f"Row {chunk.row(row)}, column {by}", labels[row], f"one of {', '.join(names[:8])}")
        yield chunk


def summed_groups(
    parts: Iterator[Chunk],
    by: str,
    columns: Sequence[str],
    groups: Sequence[str],
    within: PromisedRange | Mapping[str, PromisedRange],
) -> dict[str, Sums]:
    """The same for several columns, by group: the label in ``by``; a row of none of the groups counts for nothing."""
    import numpy as np

    counts = dict.fromkeys(groups, 0)
    totals = {column: dict.fromkeys(groups, 0) for column in columns}
    for chunk in parts:
        codes = LabelColumn.of(chunk.texts[by]).among(groups)
        if (codes < 0).any():
            chunk, codes = chunk.where(codes >= 0), codes[codes >= 0]
        for group, count in zip(groups, np.bincount(codes, minlength=len(groups)).tolist(), strict=True):
            counts[group] += count
        for column in columns:
            points = grid_points(chunk, column, within if isinstance(within, PromisedRange) else within[column])
            # bincount adds doubles: in halves of a grid point the sums of a chunk stay below 2^53
            high, low = (
                np.bincount(codes, half, len(groups)).tolist() for half in np.divmod(points, 1 << GRID_BITS // 2)
            )
            for group, above, below in zip(groups, high, low, strict=True):
                totals[column][group] += (int(above) << GRID_BITS // 2) + int(below)
    return {column: Sums(sum(counts.values()), counts, totals[column]) for column in columns}


def grid_points(chunk: Chunk, column: str, within: PromisedRange) -> Array:
    """The grid points of a column, every value checked against the range."""
    import numpy as np

    values = chunk.values[column]
    outside = ~((values >= within.low) & (values <= within.high))  # a NaN is outside
    if outside.any():
        row = int(np.argmax(outside))
        raise InputError(
            f"Row {chunk.row(row)}, column {column}",
            f"{values[row]:.17g}",
            f"a value in the promised range [{within.low:g}, {within.high:g}]",
        )
    return within.grid(values)
