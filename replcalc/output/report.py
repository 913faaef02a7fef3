"""What a command prints, as a value: a JSON tree for machines, tables and notes for people.

Commands build a Report; ``render`` turns it into text, json, csv, markdown or latex. Leaves may be int, str, bool,
None, Enclosure, fmpq, Verdict or Formula; every format knows how to show each of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, Verdict, nearest, short
from replcalc.numbers.errors import UnknownName
from replcalc.statements.showing import Later as Later

#: What the JSON of every command calls itself; docs/schema describes it.
SCHEMA = "replcalc/3"

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
    """A titled grid of cells. ``right``: indices of columns aligned right (numbers).

    ``digits``: significant digits that people are shown unless they ask for another number of them. ``under``: a column
    of words of which text shows the first in the row and the rest below it; ``spare``: columns that stand below too
    where the row is too long.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    right: tuple[int, ...] = ()
    digits: int = 6
    latex: str = ""  # the table in LaTeX, with its caption, where a publication sets it in its own way
    references: tuple[tuple[str, str], ...] = ()  # key and entry of what that cites, for a document of its own
    under: int | None = None
    spare: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"table '{self.title}': a row has {len(row)} cells, not {len(self.columns)}")

    @classmethod
    def of(cls, title: str, items: Iterable[Any], *columns: TableColumn, digits: int = 6) -> Table:
        """One row for each item."""
        rows = tuple(tuple(column.of(item) for column in columns) for item in items)
        right = tuple(place for place, column in enumerate(columns) if column.number)
        return cls(title, tuple(column.heading for column in columns), rows, right, digits)

    @classmethod
    def of_records(cls, title: str, records: Sequence[Mapping[str, Any]], only: Sequence[str] = ()) -> Table:
        """One row for each mapping, a column for each of their keys or for some of them."""
        columns = tuple(only) or tuple(dict.fromkeys(key for record in records for key in record)) or ("",)
        return cls(title, columns, tuple(tuple(record.get(column) for column in columns) for record in records))

    @classmethod
    def of_values(
        cls, title: str, values: Mapping[str, Any], meanings: Mapping[str, str], heading: str = "quantity"
    ) -> Table:
        """One row for each value that there is, with its meaning."""
        rows = tuple((name, value, meanings[name]) for name, value in values.items() if value is not None)
        return cls(title, (heading, "value", "meaning"), rows, (1,))


@dataclass(frozen=True, repr=False)
class Report:
    """``data`` is the complete JSON; ``tables`` and ``notes`` are what a person reads."""

    data: Mapping[str, Any]
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    heading: str = ""
    lead: tuple[str, ...] = ()  # lines right below the heading: what is promised, what was assumed
    status: str = ""  # what the heading is worth, in a word
    text_notes: tuple[str, ...] | None = None  # instead of ``notes`` in text: what to type next
    preformatted: str = field(default="", compare=False)  # trees and drawn formulas, shown as they are
    text_tables: tuple[Table, ...] | None = None  # instead of ``tables`` in text, where drawings make some redundant
    figures: Table | None = None  # the answer as data, for CSV, where the table for people holds words
    answer: Any = field(default=None, compare=False, repr=False)  # the values it was made of: a Comparison, a Result...

    @property
    def data_table(self) -> Table:
        """The one table that CSV holds: the figures, or else the first table."""
        if self.figures is not None:
            return self.figures
        return self.tables[0] if self.tables else Table("", ("note",), tuple((note,) for note in self.notes))

    def picked(self, name: str) -> Report:
        """This report with one of its tables as its data; each is called by its title up to a colon."""
        tables = (*self.tables, *((self.figures,) if self.figures else ()))
        known = {slug(re.split("[:;] ", t.title)[0]) or "answer": t for t in tables}
        if slug(name) not in known:
            raise UnknownName("table", name, "one of " + ", ".join(known))
        chosen = known[slug(name)]
        return replace(self, figures=chosen, tables=(chosen,), text_tables=None, notes=(), text_notes=None)

    # -- what every answer can do, see replcalc.statements.showing ------------------------------------------------
    def report(self) -> Report:
        return self

    def to_dict(self, digits: int = 20) -> dict[str, Any]:
        """The JSON of the command as a dictionary."""
        found: dict[str, Any] = jsonable({"schema": SCHEMA, **self.data}, digits)
        return found

    def to_frame(self, library: str | None = None) -> Any:
        """The table of the command's CSV as a data frame."""
        from replcalc.output.formats import frame

        return frame(self.data_table, library)

    def to_html(self, digits: int = 20) -> str:
        """The answer as one self-contained page: what --report writes."""
        from replcalc.output.report_page import report_page

        return report_page(self, digits=digits)

    def __repr__(self) -> str:
        titles = ", ".join(table.title or "answer" for table in self.tables[:3])
        return f"<Report: {self.heading or titles or 'text'}>"

    def __str__(self) -> str:
        from replcalc.output.formats import render

        return render(self, "text")

    def _repr_html_(self) -> str:
        from replcalc.output.formats import report_html

        return report_html(self)

    def _repr_latex_(self) -> str:
        from replcalc.output.formats import render

        return render(self, "latex")


def slug(title: str) -> str:
    """A title as one types it: lower case, words joined by dashes."""
    return "-".join("".join(c if c.isalnum() else " " for c in title.lower()).split())


def jsonable(value: Any, digits: int) -> Any:
    """The contract's JSON: reals as enclosing decimal strings, integers as integers."""
    if isinstance(value, Enclosure):
        return value.to_json(digits)
    if isinstance(value, fmpq):
        return Enclosure.exactly(value).to_json(digits)
    if isinstance(value, Verdict):
        return value.value
    if isinstance(value, Formula):
        return value.text
    if isinstance(value, Mapping):
        return {str(key): jsonable(item, digits) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [jsonable(item, digits) for item in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value  # wall-clock seconds and the like; never a result
    return str(value)


def count_text(samples: int | None) -> str:
    """A number of samples with all its digits, as long as a reader can read them."""
    if samples is None:
        return "?"
    return f"{samples:,}" if samples < 10**15 else short(samples, 6)


def cell_text(value: Any, digits: int = 6) -> str:
    """A cell for a reader: certain digits, grouped integers, verdicts in capitals."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}" if abs(value) < _LONG_INTEGER else nearest(fmpq(value), digits)
    if isinstance(value, Enclosure):
        if value.is_integer:
            return cell_text(int(value.lower.p), digits)
        return short(value, digits)
    if isinstance(value, fmpq):
        return cell_text(Enclosure.exactly(value), digits)
    if isinstance(value, Sequence) and not isinstance(value, str):
        shown = [cell_text(item, digits) for item in value[:4]]
        return ", ".join(shown) + (f", … ({len(value)} in all)" if len(value) > 4 else "")
    return str(value)
