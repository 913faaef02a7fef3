"""Problem files: the algorithms of a composition as rows of a TOML or CSV file, in place of --n, --rho0 and --beta0.

TOML: one ``[[problem]]`` table per row, and beside them any of rho, beta, samples. CSV: a header with some of the
columns name, n, rho0, beta0, outputs, count. Only n is required; ``count`` repeats a row. Numbers are exact, whether
written as numbers or as text. A column is filled in every row or in none, so that no value is assumed silently.
"""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from replcalc.numbers.errors import InputError, Unreadable
from replcalc.numbers.exact import parse_integer, parse_probability
from replcalc.numbers.family import Family
from replcalc.planning.composition import parse_outputs

COLUMNS = ("name", "n", "rho0", "beta0", "outputs", "count")
#: Keys beside the rows of a TOML file.
GOALS = ("rho", "beta", "samples")
MOST_BYTES = 50_000_000


@dataclass(frozen=True)
class ProblemFile:
    """The values of --n, --rho0, --beta0, --outputs from a file (None: not in the file), and its goals."""

    n: str
    rho0: str | None
    beta0: str | None
    outputs: str | None
    goals: Mapping[str, str]
    names: Family[str] | None = None


def read_problem_file(text: str, typed: Mapping[str, str | None]) -> ProblemFile:
    """Read and check a problem file; every error names the row and the column.

    ``typed``: options that the file may also give; a value given twice is refused.
    """
    path = Path(text)
    if path.suffix.lower() not in (".toml", ".csv"):
        raise InputError("FILE", text, "a problem file that ends in .toml or .csv (a list of samples goes to --n)")
    found = _read(path, text)
    filled = {"--n": found.n, "--rho0": found.rho0, "--beta0": found.beta0, "--outputs": found.outputs}
    for option, value in typed.items():
        if value is not None and filled[option] is not None:
            raise InputError(option, value, f"nothing, since {text} gives it already")
    return found


def _read(path: Path, text: str) -> ProblemFile:
    try:
        with path.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise InputError("FILE", text, f"a file of at most {MOST_BYTES:,} bytes")
        content = raw.decode("utf-8-sig")
    except OSError as error:
        raise Unreadable("FILE", text, "a problem file, .toml or .csv", error) from None
    except UnicodeDecodeError:
        raise InputError("FILE", text, "UTF-8 text") from None
    goals: dict[str, str] = {}
    rows = _toml(content, text, goals) if path.suffix.lower() == ".toml" else _csv(content, text)
    if not rows:
        raise InputError("FILE", text, "at least one row")
    return _checked(rows, text, goals)


def _toml(content: str, name: str, goals: dict[str, str]) -> list[dict[str, str]]:
    try:
        document = tomllib.loads(content, parse_float=str)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError("FILE", name, "TOML", " ".join(str(error).split())[:80]) from None
    rows = document.pop("problem", [])
    for key, value in document.items():
        if key not in GOALS:
            raise InputError(f"FILE {name}, key {key}", value, "[[problem]] tables and " + ", ".join(GOALS))
        goals[key] = _plain(value, f"FILE {name}, key {key}")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InputError(f"FILE {name}, key problem", rows, "[[problem]] tables, one per row")
    return [
        {key: _plain(value, f"FILE {name}, row {place}, column {key}") for key, value in row.items()}
        for place, row in enumerate(rows, 1)
    ]


def _plain(value: Any, where: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InputError(where, value, "a number or a text")
    return str(value)


def _csv(content: str, name: str) -> list[dict[str, str]]:
    try:
        table = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(content, newline=""), strict=True)]
    except csv.Error as error:
        raise InputError("FILE", name, "comma-separated values", str(error)) from None
    table = [row for row in table if any(row)]
    header, *rows = table or [[]]
    if len(set(header)) != len(header):
        raise InputError(f"FILE {name}, header", ",".join(header), "distinct column names")
    for place, row in enumerate(rows, 1):
        if len(row) != len(header):
            raise InputError(f"FILE {name}, row {place}", ",".join(row), f"{len(header)} cells, as in the header")
    return [{key: cell for key, cell in zip(header, row, strict=True) if cell} for row in rows]


def _checked(rows: Sequence[Mapping[str, str]], name: str, goals: Mapping[str, str]) -> ProblemFile:
    for place, row in enumerate(rows, 1):
        for key in row:
            if key not in COLUMNS:
                raise InputError(f"FILE {name}, row {place}, column {key}", row[key], "columns " + ", ".join(COLUMNS))
    counts = [_count(row, name, place) for place, row in enumerate(rows, 1)]
    sizes = _column("n", rows, name, lambda cell, where: str(parse_integer(cell, where, minimum=1)))
    if sizes is None:
        raise InputError(f"FILE {name}, row 1, column n", None, "the samples of the algorithm")
    outputs = _column("outputs", rows, name, lambda cell, where: parse_outputs(cell, where).text)
    listed = {
        key: _column(key, rows, name, lambda cell, where: cell if parse_probability(cell, where) else "")
        for key in ("rho0", "beta0")
    }
    return ProblemFile(
        _joined(sizes, counts) or "",
        _joined(listed["rho0"], counts),
        _joined(listed["beta0"], counts),
        _joined(outputs, counts),
        goals,
        _names(rows, counts),
    )


def _names(rows: Sequence[Mapping[str, str]], counts: Sequence[int]) -> Family[str] | None:
    """Return the names of the rows, if some have one; a row without a name gets its number."""
    if not any("name" in row for row in rows):
        return None
    names = (row.get("name", f"row {place}") for place, row in enumerate(rows, 1))
    return Family.from_runs(zip(names, counts, strict=True))


def _count(row: Mapping[str, str], name: str, place: int) -> int:
    return parse_integer(row.get("count", "1"), f"FILE {name}, row {place}, column count", minimum=1)


def _column(key: str, rows: Sequence[Mapping[str, str]], name: str, parse: Any) -> list[str] | None:
    """Return the parsed cells of a column, or None where no row has one."""
    if not any(key in row for row in rows):
        return None
    found = []
    for place, row in enumerate(rows, 1):
        where = f"FILE {name}, row {place}, column {key}"
        if key not in row:
            raise InputError(where, None, f"a value, since other rows have one (or leave {key} out everywhere)")
        found.append(parse(row[key], where))
    return found


def _joined(cells: Sequence[str] | None, counts: Sequence[int]) -> str | None:
    if cells is None:
        return None
    return ",".join(f"{cell}x{count}" if count > 1 else cell for cell, count in zip(cells, counts, strict=True))
