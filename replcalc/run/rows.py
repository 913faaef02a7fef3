"""Rows in pieces, and their exact sums: given ranges, columns of doubles, columns of labels.

A value x of the given range [lo, hi] enters as the integer nearest to 2^40 (x - lo)/(hi - lo). Each of these steps
is one IEEE operation on doubles, so the integer depends on the value alone: not on the order of the rows, the size of
the pieces, the processor or the numerical library. Sums of integers are exact. The grid, and the decimals in which
answers are written, move an answer by less than 2^-40 of the range (``GRID_ERROR``): plans leave room for that.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from replcalc.numbers.errors import InputError

Array = np.ndarray[Any, np.dtype[Any]]

GRID_BITS = 40
#: How far an answer can be moved, as a share of the range: half a step of the grid (2^-41), half a step of the decimals
#: (at most 2^-42), the rounding of a value to a double (at most 2^-43, or the range is refused), three roundings of
#: doubles and the digits of a shared number that are not shown (less than 2^-50).
GRID_ERROR = Fraction(1, 1 << GRID_BITS)
#: What to do about a row with a missing value.
REFUSE, DROP_ROW = "refuse", "drop-row"
#: Called with the number of rows read so far.
RowsRead = Callable[[int], None]


# -- ranges and decimals -----------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class ValueRange:
    """The range in which every value of a column must lie."""

    low: float
    high: float

    def __post_init__(self) -> None:
        shown = ",".join(repr(end).removesuffix(".0") for end in (self.low, self.high))
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise InputError("range", shown, "two finite numbers LO,HI with LO < HI")
        if not math.isfinite(self.high - self.low):
            raise InputError("range", shown, "a range whose length a double can hold")
        length = self.high - self.low
        if math.ulp(max(abs(self.low), abs(self.high))) * 4 > length / (1 << GRID_BITS):
            raise InputError(
                "range",
                shown,
                "LO and HI at least 1/1024 of their size apart: doubles in between are too few",
                "subtract a constant from the data",
            )

    @property
    def length(self) -> Fraction:
        """The length of the range, exactly."""
        return Fraction(self.high) - Fraction(self.low)

    def grid(self, values: Array) -> Array:
        """Return the grid point of each value, which must lie in the range."""
        return np.rint((values - self.low) / (self.high - self.low) * float(1 << GRID_BITS)).astype(np.int64)

    def value(self, share: Fraction) -> Fraction:
        """Return the point of the range at ``share`` of its length."""
        return Fraction(self.low) + share * self.length

    def share(self, text: str) -> Fraction | None:
        """Return the exact share of a decimal that ``write`` wrote; None for other texts or values far outside."""
        if not re.fullmatch(r"-?[0-9]{1,400}(\.[0-9]{1,400})?", text):
            return None
        share = (Fraction(text) - Fraction(self.low)) / self.length
        return share if abs(share - Fraction(1, 2)) <= Fraction(1, 2) + GRID_ERROR else None

    def write(self, share: Fraction) -> str:
        """Write a share as a decimal, to the nearest multiple of the largest power of ten below 2^-41 of the range."""
        return write_decimal(self.value(share), self.length / (1 << 41))


def write_decimal(value: Fraction, step: Fraction) -> str:
    """Write a number as a decimal, to the nearest multiple of the largest power of ten up to ``step``, or of 1."""
    places = 0
    while Fraction(1, 10**places) > step:
        places += 1
    scaled = round(value * 10**places)
    whole, decimals = divmod(abs(scaled), 10**places)
    return ("-" if scaled < 0 else "") + f"{whole}" + (f".{decimals:0{places}d}" if places else "")


# -- rows --------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Labels:
    """A column of labels: the distinct ones, and for every row the index of its label; -1 where it is missing."""

    names: tuple[str, ...]
    codes: Array

    @classmethod
    def of(cls, texts: Sequence[str] | Labels) -> Labels:
        """Encode one text per row; an empty one is missing."""
        if isinstance(texts, Labels):
            return texts
        places = {name: place for place, name in enumerate(dict.fromkeys(filter(None, texts)))}
        return cls(tuple(places), np.array([places.get(text, -1) for text in texts], dtype=np.int64))

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: int) -> str:
        code = int(self.codes[row])
        return self.names[code] if code >= 0 else ""

    def __iter__(self) -> Iterator[str]:
        return (self.names[code] if code >= 0 else "" for code in self.codes.tolist())

    def select(self, rows: Array) -> Labels:
        """Return the rows of a mask, or at these places."""
        return Labels(self.names, self.codes[rows])

    def places_among(self, names: Sequence[str]) -> Array:
        """Return for every row the index of its label in ``names``; -1 where it is none of them."""
        place = {name: number for number, name in enumerate(names)}
        return np.array([*(place.get(name, -1) for name in self.names), -1])[self.codes]

    def counts(self) -> dict[str, int]:
        """Count how often every label occurs."""
        found = np.bincount(self.codes[self.codes >= 0], minlength=len(self.names)).tolist()
        return {name: count for name, count in zip(self.names, found, strict=True) if count}


@dataclass(frozen=True)
class Chunk:
    """Consecutive rows: an array of doubles per column of numbers (NaN: missing), labels per column of texts.

    ``first``: the number of the first row read, from 1 on. Where rows were left out, ``kept`` are the places of those
    that are here, from 0 on, and ``read`` is how many there were.
    """

    first: int
    values: Mapping[str, Array]
    texts: Mapping[str, Labels] = field(default_factory=dict)
    kept: Array | None = None
    read: int = -1

    def __post_init__(self) -> None:
        object.__setattr__(self, "texts", {name: Labels.of(texts) for name, texts in self.texts.items()})
        if self.read < 0:
            object.__setattr__(self, "read", self.rows)

    @property
    def rows(self) -> int:
        """The number of rows of this chunk."""
        if self.kept is not None:
            return len(self.kept)
        columns: list[Any] = [*self.values.values(), *self.texts.values()]
        return len(columns[0]) if columns else 0

    def row(self, place: int) -> int:
        """Return the number in the source of the row at an index of this chunk."""
        return self.first + (place if self.kept is None else int(self.kept[place]))

    def where(self, mask: Array) -> Chunk:
        """Return the rows of a mask."""
        return Chunk(
            self.first,
            {name: values[mask] for name, values in self.values.items()},
            {name: labels.select(mask) for name, labels in self.texts.items()},
            np.flatnonzero(mask) if self.kept is None else self.kept[mask],
            self.read,
        )

    def complete(self, missing: str, columns: Collection[str] | None = None) -> Chunk:
        """Return the rows that lack none of these columns (default: all); with ``refuse``, name the first that does."""
        lacks = {(name, False): np.isnan(values) for name, values in self.values.items()}
        lacks |= {(name, True): labels.codes < 0 for name, labels in self.texts.items()}
        wanted = {key: mask for key, mask in lacks.items() if columns is None or key[0] in columns}
        if not any(mask.any() for mask in wanted.values()):
            return self
        lacking: Array = np.logical_or.reduce(list(wanted.values()))
        if missing == REFUSE:
            place = int(lacking.argmax())
            column = next(name for (name, _), mask in wanted.items() if mask[place])
            where = f"Row {self.row(place)}, column {column}"
            raise InputError(where, "nothing", "a value", "--missing drop-row leaves such rows out")
        return self.where(~lacking)


def require_known_labels(parts: Iterator[Chunk], by: str, names: Sequence[str]) -> Iterator[Chunk]:
    """Yield the chunks; refuse rows whose label in ``by`` is not one of ``names``."""
    for chunk in parts:
        labels = chunk.texts[by]
        unknown = labels.places_among(names) < 0
        if unknown.any():
            row = int(unknown.argmax())
            raise InputError(f"Row {chunk.row(row)}, column {by}", labels[row], f"one of {', '.join(names[:8])}")
        yield chunk


# -- sums --------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Sums:
    """The result of a pass: rows, and by name the exact sum of grid points, the least and the largest value."""

    rows: int
    counts: dict[str, int]
    totals: dict[str, int]
    ends: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def means(self) -> dict[str, Fraction]:
        """Return every mean as an exact share of the range."""
        return {name: Fraction(total, self.counts[name] << GRID_BITS) for name, total in self.totals.items()}


Ranges = ValueRange | Mapping[str, ValueRange]


def sum_columns(parts: Iterator[Chunk], columns: Sequence[str], within: Ranges) -> Sums:
    """Sum the grid points of every column, checking every value against the range, or that of its column."""
    ranges = dict.fromkeys(columns, within) if isinstance(within, ValueRange) else within
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


def sum_variants(parts: Iterator[Chunk], by: str, column: str, names: Sequence[str], within: ValueRange) -> Sums:
    """Sum one column for every label in ``by``, which must be one of ``names``."""
    return sum_groups(require_known_labels(parts, by, names), by, (column,), names, within)[column]


def sum_groups(
    parts: Iterator[Chunk], by: str, columns: Sequence[str], groups: Sequence[str], within: Ranges
) -> dict[str, Sums]:
    """Sum several columns for every label in ``by``; rows of no group are ignored."""
    counts = dict.fromkeys(groups, 0)
    totals = {column: dict.fromkeys(groups, 0) for column in columns}
    for chunk in parts:
        codes = chunk.texts[by].places_among(groups)
        if (codes < 0).any():
            chunk, codes = chunk.where(codes >= 0), codes[codes >= 0]
        for group, count in zip(groups, np.bincount(codes, minlength=len(groups)).tolist(), strict=True):
            counts[group] += count
        for column in columns:
            points = grid_points(chunk, column, within if isinstance(within, ValueRange) else within[column])
            # bincount adds doubles: in halves of a grid point the sums of a chunk stay below 2^53
            high, low = (
                np.bincount(codes, half, len(groups)).tolist() for half in np.divmod(points, 1 << GRID_BITS // 2)
            )
            for group, above, below in zip(groups, high, low, strict=True):
                totals[column][group] += (int(above) << GRID_BITS // 2) + int(below)
    return {column: Sums(sum(counts.values()), counts, totals[column]) for column in columns}


def grid_points(chunk: Chunk, column: str, within: ValueRange) -> Array:
    """Return the grid points of a column, every value checked against the range."""
    values = chunk.values[column]
    outside = ~((values >= within.low) & (values <= within.high))  # NaN counts as outside
    if outside.any():
        row = int(np.argmax(outside))
        raise InputError(
            f"Row {chunk.row(row)}, column {column}",
            f"{values[row]:.17g}",
            f"a value in the given range [{within.low:g}, {within.high:g}]",
        )
    return within.grid(values)
