"""A CSV file with the algorithms of a composition as rows, in place of --n, --rho0, --beta0 and --outputs.

Its header has some of the columns name, n, rho0, beta0, outputs, count. Only n is required; ``count`` repeats a row.
Numbers are exact. A column is filled in every row or in none, so that no value is assumed silently.
"""

import csv
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from replcalc.numbers.errors import InputError, Unreadable
from replcalc.numbers.exact import parse_integer, parse_probability
from replcalc.numbers.family import Family
from replcalc.planning.composition import parse_outputs

COLUMNS = ("name", "n", "rho0", "beta0", "outputs", "count")
MOST_BYTES = 50_000_000
#: What a cell of a column may be, by a parser that takes the cell and its place.
_PARSERS: Mapping[str, Callable[[str, str], Any]] = {
    "n": lambda cell, where: parse_integer(cell, where, minimum=1),
    "rho0": parse_probability,
    "beta0": parse_probability,
    "outputs": parse_outputs,
}


def read_problem_file(text: str, typed: Mapping[str, str | None]) -> dict[str, Any]:
    """Return n, rho0, beta0 and outputs as the options have them (None: not in the file), and the names of the rows.

    ``typed``: the same options as typed; a value given twice is refused. Every error names the row and the column.
    """
    if Path(text).suffix.lower() != ".csv":
        raise InputError("FILE", text, "a problem file that ends in .csv (a list of samples goes to --n)")
    rows = _read_rows(text)
    if not rows:
        raise InputError("FILE", text, "at least one row")
    counts = [_parse(text, number, "count", row.get("count", "1"), _PARSERS["n"]) for number, row in rows]
    found: dict[str, Any] = dict.fromkeys(_PARSERS)
    for name, parse in _PARSERS.items():
        if name != "n" and not any(name in row for _, row in rows):
            continue
        cells = []
        for (number, row), count in zip(rows, counts, strict=True):
            if name not in row:
                what = "the samples of the algorithm" if name == "n" else "a value, since other rows have one"
                raise InputError(f"FILE {text}, row {number}, column {name}", None, what)
            _parse(text, number, name, row[name], parse)
            cells.append(row[name] if count == 1 else f"{row[name]}x{count}")
        found[name] = ",".join(cells)
        if typed[name] is not None:
            raise InputError(f"--{name}", typed[name], f"nothing, since {text} gives it already")
    found["names"] = None
    if any("name" in row for _, row in rows):
        names = (row.get("name", f"row {number}") for number, row in rows)
        found["names"] = Family.from_runs(zip(names, counts, strict=True))
    return found


def _parse(text: str, number: int, column: str, cell: str, parse: Callable[[str, str], Any]) -> Any:
    return parse(cell, f"FILE {text}, row {number}, column {column}")


def _read_rows(text: str) -> list[tuple[int, dict[str, str]]]:
    """Return the number of each row and its cells by column; empty cells are left out."""
    try:
        with Path(text).open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
        content = raw.decode("utf-8-sig")
    except OSError as error:
        raise Unreadable("FILE", text, "a problem file, .csv", error) from None
    except UnicodeDecodeError:
        raise InputError("FILE", text, "UTF-8 text") from None
    if len(raw) > MOST_BYTES:
        raise InputError("FILE", text, f"a file of at most {MOST_BYTES:,} bytes")
    try:
        lines = list(csv.reader(io.StringIO(content), strict=True))
    except csv.Error as error:
        raise InputError("FILE", text, "a CSV file", str(error)) from None
    header = [name.strip() for name in lines[0]] if lines else []
    if len(set(header)) < len(header):
        raise InputError(f"FILE {text}, header", ",".join(header), "every column once")
    rows = []
    for number, line in enumerate(lines[1:], 1):
        if len(line) != len(header) and line:
            raise InputError(f"FILE {text}, row {number}", ",".join(line), f"{len(header)} cells, as in the header")
        cells = {name: cell.strip() for name, cell in zip(header, line, strict=False) if cell.strip()}
        for name in cells.keys() - set(COLUMNS):
            raise InputError(f"FILE {text}, row {number}, column {name}", cells[name], f"only {', '.join(COLUMNS)}")
        rows += [(number, cells)] if cells else []
    return rows
