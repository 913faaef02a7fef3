"""One description of an answer, the same for every format: what a person reads, and the value that JSON holds.

A Document is a title (the answer in a sentence), lines below it, tables, notes. ``formats.render`` writes it as text,
JSON, CSV, Markdown, LaTeX or HTML. Cells may be int, str, bool, None, Enclosure, fmpq, Verdict, Formula or a sequence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, nearest, short

#: What the JSON of every command calls itself; docs/schema describes it.
SCHEMA = "replcalc/4"

#: Integers below this are printed in full in text, above it in scientific notation.
_LONG_INTEGER = 10**12


@dataclass(frozen=True)
class Formula:
    """A formula: plain text for the terminal, LaTeX for everything else."""

    text: str
    latex: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class TableColumn:
    """A column of a Table: its heading, what of an item its cell shows, whether that is a number (aligned right).

    ``cell``: a function of the item, or the name of an attribute or a key of it, by default the heading.
    """

    heading: str
    cell: Callable[[Any], Any] | str = ""
    number: bool = False

    def of(self, item: Any) -> Any:
        if callable(self.cell):
            return self.cell(item)
        name = self.cell or self.heading
        return item[name] if isinstance(item, Mapping) else getattr(item, name)


@dataclass(frozen=True)
class Table:
    """A titled grid of cells.

    Args:
        right: indices of the columns of numbers, which are aligned right.
        digits: significant digits that people are shown unless they ask for another number of them.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    right: tuple[int, ...] = ()
    digits: int = 6

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"table '{self.title}': a row has {len(row)} cells, not {len(self.columns)}")

    @classmethod
    def of(cls, title: str, items: Iterable[Any], *columns: TableColumn, digits: int = 6) -> Table:
        """Build one row for each item."""
        rows = tuple(tuple(column.of(item) for column in columns) for item in items)
        right = tuple(place for place, column in enumerate(columns) if column.number)
        return cls(title, tuple(column.heading for column in columns), rows, right, digits)


@dataclass(frozen=True, repr=False)
class Document:
    """An answer as a person reads it, and ``value``, of which JSON is the fields.

    Args:
        value: a dataclass or a mapping, or a function without arguments that makes it when it is needed.
        tables: shown in this order in every format; CSV holds ``data``, by default the first of them.
        notes: sentences below the tables.
        title: the answer in one sentence.
        lines: sentences right below the title: what is guaranteed, what was assumed.
        status: what the title is worth, in a word.
        drawing: trees and drawn formulas, shown as they are.
        typeset: the same as a table, for formats that typeset formulas (HTML, LaTeX).
        data: the table that CSV and data frames hold.
        answer: the result that the document is about.
    """

    value: Any
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    title: str = ""
    lines: tuple[str, ...] = ()
    status: str = ""
    drawing: str = field(default="", compare=False)
    data: Table | None = None
    typeset: Table | None = None
    answer: Any = field(default=None, compare=False)

    @property
    def data_table(self) -> Table:
        """The one table that CSV holds."""
        if self.data is not None:
            return self.data
        return self.tables[0] if self.tables else Table("", ("note",), tuple((note,) for note in self.notes))

    # -- what every answer can do, see replcalc.statements.rendering ---------------------------------------------------
    def report(self) -> Document:
        return self

    def to_dict(self, digits: int = 20) -> dict[str, Any]:
        """Return the JSON of the command as a dictionary."""
        value = self.value() if callable(self.value) else self.value
        found: dict[str, Any] = {"schema": SCHEMA, **encode(value, digits)}
        return found

    def to_frame(self, library: str | None = None) -> Any:
        """Return the table of the command's CSV as a data frame."""
        from replcalc.output.formats import build_frame

        return build_frame(self.data_table, library)

    def to_html(self, digits: int = 20) -> str:
        """Return the answer as one self-contained page: what --format html prints."""
        from replcalc.output.formats import render

        return render(self, "html", digits)

    def __repr__(self) -> str:
        titles = ", ".join(table.title or "answer" for table in self.tables[:3])
        return f"<Document: {self.title or titles or 'text'}>"

    def __str__(self) -> str:
        from replcalc.output.formats import render

        return render(self, "text")

    def _repr_html_(self) -> str:
        from replcalc.output.formats import render_html_fragment

        return render_html_fragment(self)

    def _repr_latex_(self) -> str:
        from replcalc.output.formats import render

        return render(self, "latex")


def make_slug(title: str) -> str:
    """Return a title as one types it: lower case, words joined by dashes."""
    return "-".join(re.findall("[a-z0-9]+", title.lower()))


def encode(value: Any, digits: int) -> Any:
    """Return what JSON holds: dataclasses by their fields, reals as enclosing decimal strings, integers as integers."""
    if isinstance(value, Enclosure):
        return value.to_json(digits)
    if isinstance(value, fmpq):
        return Enclosure.exactly(value).to_json(digits)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Formula):
        return value.text
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: encode(getattr(value, each.name), digits) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): encode(item, digits) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [encode(item, digits) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)


def format_count(samples: int | None) -> str:
    """Return a number of samples with all its digits, as long as a reader can read them."""
    if samples is None:
        return "?"
    return f"{samples:,}" if samples < 10**15 else short(samples, 6)


def format_cell(value: Any, digits: int = 6) -> str:
    """Return a cell for a reader: certain digits, grouped integers, verdicts in capitals."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}" if abs(value) < _LONG_INTEGER else nearest(fmpq(value), digits)
    if isinstance(value, Enclosure):
        if value.is_integer:
            return format_cell(int(value.lower.p), digits)
        return short(value, digits)
    if isinstance(value, fmpq):
        return format_cell(Enclosure.exactly(value), digits)
    if isinstance(value, Sequence) and not isinstance(value, str):
        shown = [format_cell(item, digits) for item in value[:4]]
        return ", ".join(shown) + (f", ... ({len(value)} in all)" if len(value) > 4 else "")
    return str(value)
