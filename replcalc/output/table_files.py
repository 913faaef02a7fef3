"""The files under ``tables/``: markdown, LaTeX and CSV of every table, the letter, and the comparison with the disk."""

from __future__ import annotations

import csv
import difflib
from collections.abc import Callable, Iterator
from pathlib import Path

from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.output.formats import render
from replcalc.output.published_tables import BUILDERS, NARROW, table_one
from replcalc.output.report import Report
from replcalc.output.table_one import growth_formula
from replcalc.paper.errata_table import letter
from replcalc.problems.boosting.registry import get
from replcalc.problems.table_one.asymptotics import reduce
from replcalc.problems.table_one.orders import new_order, previous_order, printed_formula

#: file ending -> output format
_FORMATS = {"md": "markdown", "tex": "latex", "csv": "csv"}
#: table -> name of its files
_STEMS = {"1": "table1"}
_DIGITS = 6
_LETTER = "errata-letter.md"


def table_files(only: str | None = None) -> dict[str, str]:
    """Name of each generated file -> table that it holds; the letter belongs to the errata."""
    if only is not None and only not in BUILDERS:
        raise InputError("only", only, "one of " + ", ".join(BUILDERS))
    wanted = BUILDERS if only is None else (only,)
    named = {f"{_STEMS.get(name, name)}.{ending}": name for name in wanted for ending in _FORMATS}
    return named | ({_LETTER: "errata"} if "errata" in wanted else {})


def contents(only: str | None = None) -> Iterator[tuple[str, str]]:
    """(file name, text) of every generated file, or of those of one table; each table is built once."""
    built: dict[tuple[str, bool], Report] = {}
    for file, name in table_files(only).items():
        if file == _LETTER:
            yield file, letter()
            continue
        output_format = _FORMATS[file.rpartition(".")[2]]
        wide = name != "1" or output_format not in NARROW
        if (name, wide) not in built:
            built[name, wide] = BUILDERS[name]() if wide else table_one(wide=False)
        yield file, render(built[name, wide], output_format, _DIGITS)


def differences(directory: Path, only: str | None = None, done: Callable[[str], object] = str) -> Iterator[str]:
    """Unified diffs between the files on disk and what the code produces; nothing if they agree."""
    for name, text in contents(only):
        path = directory / name
        found, problem = _read(path)
        if found is None:
            yield f"{path}: {problem}\n"
        elif found != text:
            lines = difflib.unified_diff(
                found.splitlines(keepends=True),
                text.splitlines(keepends=True),
                f"{path} (on disk)",
                f"{name} (generated)",
            )
            yield "".join(lines)
        done(name)
    transcription = directory / "paper" / "table1.csv"
    if only in (None, "1") and transcription.exists():
        found, problem = _read(transcription)
        yield from [f"{transcription}: {problem}\n"] if found is None else transcription_differences(found)


def _read(path: Path) -> tuple[str | None, str]:
    """The text of a file, or why there is none: the check goes on with the next file."""
    try:
        return path.read_text(encoding="utf-8"), ""
    except FileNotFoundError:
        return None, "missing"
    except UnicodeDecodeError:
        return None, "not UTF-8"
    except OSError as error:
        return None, f"cannot be read ({error.strerror})"


def transcription_differences(text: str) -> Iterator[str]:
    """Rows of the paper's table, as transcribed, that are malformed or whose growth is not the derived one."""
    for number, row in enumerate(csv.DictReader(text.splitlines()), start=2):
        try:
            problem = get(row["problem"])
            symbols = {str(scale.symbol): scale.symbol for scale in problem.scales}
            for column, derived in (("previous", previous_order(problem)), ("new", new_order(problem))):
                printed = reduce(printed_formula(row[column], symbols), derived.regime)
                if printed != derived or row["notation"] != problem.notation:
                    shown = f"{row['notation']}({row[column]})"
                    yield f"table 1, {problem.name}, {column}: printed {shown}, derived {growth_formula(derived)}\n"
        except KeyError as error:
            yield f"transcription of table 1, line {number}: no column {error}\n"
        except (ReplcalcError, ValueError, TypeError, AttributeError) as error:
            yield f"transcription of table 1, line {number}: {error}\n"
