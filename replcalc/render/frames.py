"""Tables as data frames. pandas and polars are imported only when one is asked for."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, nearest
from replcalc.numbers.errors import InputError, MissingLibrary
from replcalc.render.formats import EndMark, data_columns
from replcalc.render.report import Table

LIBRARIES = ("pandas", "polars")
#: Integers from here on do not fit into the 64 bits of a column.
_WIDE = 1 << 63


def frame(table: Table, library: str | None = None) -> Any:
    """One row per row: integers, floats next to the reals, brackets as two columns, words, None where nothing is.

    Integers beyond 64 bits: Python integers in a column of objects with pandas, decimal text with polars.
    """
    if library is not None and library not in LIBRARIES:
        raise InputError("library", library, "one of " + ", ".join(LIBRARIES))
    chosen = library or next((name for name in LIBRARIES if find_spec(name) is not None), None)
    if chosen is None or find_spec(chosen) is None:
        raise MissingLibrary("to_frame", chosen or "pandas or polars", f"pip install {chosen or 'pandas'}")
    columns = {name: _column(cells, chosen) for name, cells in data_columns(table, 17)}
    return import_module(chosen).DataFrame(columns, **({"strict": False} if chosen == "polars" else {}))


def _column(cells: list[Any], library: str) -> list[Any]:
    plain = [_plain(cell) for cell in cells]
    if any(isinstance(cell, int) and abs(cell) >= _WIDE for cell in plain) and library == "polars":
        return [None if cell is None else str(cell) for cell in plain]
    return plain


def _plain(cell: Any) -> Any:
    if isinstance(cell, Enclosure | fmpq):
        value = cell.midpoint if isinstance(cell, Enclosure) else cell
        return int(value.p) if value.q == 1 else float(nearest(value, 17))
    if isinstance(cell, EndMark):
        return float(cell)
    return cell if cell is None or isinstance(cell, bool | int | float) else str(cell)
