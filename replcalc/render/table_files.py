"""The files under ``tables/``: markdown, LaTeX and CSV of every table, the letter, and the comparison with the disk."""

from __future__ import annotations

import csv
import difflib
from collections.abc import Iterator
from pathlib import Path

from replcalc.problems.asymptotics import reduce
from replcalc.problems.formula import parse_formula
from replcalc.problems.orders import new_order, previous_order
from replcalc.problems.registry import get
from replcalc.render.formats import render
from replcalc.render.growth import growth_formula
from replcalc.render.tables import BUILDERS
from replcalc.theories.replicable_composition.errata.letter import letter

#: file ending -> output format
_FORMATS = {"md": "markdown", "tex": "latex", "csv": "csv"}
#: table -> name of its files
_STEMS = {"1": "table1"}
_DIGITS = 6


def contents() -> Iterator[tuple[str, str]]:
    """(file name, text) of every generated file; each table is built once."""
    for name, builder in BUILDERS.items():
        report = builder()
        for ending, output_format in _FORMATS.items():
            yield f"{_STEMS.get(name, name)}.{ending}", render(report, output_format, _DIGITS)
    yield "errata-letter.md", letter()


def differences(directory: Path) -> Iterator[str]:
    """Unified diffs between the files on disk and what the code produces; nothing if they agree."""
    for name, text in contents():
        path = directory / name
        try:
            found = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            yield f"{path}: missing\n"
            continue
        if found != text:
            lines = difflib.unified_diff(
                found.splitlines(keepends=True),
                text.splitlines(keepends=True),
                f"{path} (on disk)",
                f"{name} (generated)",
            )
            yield "".join(lines)
    transcription = directory / "paper" / "table1.csv"
    if transcription.exists():
        yield from transcription_differences(transcription.read_text(encoding="utf-8"))


def transcription_differences(text: str) -> Iterator[str]:
    """Rows of the paper's table, as transcribed, whose order of growth is not the derived one."""
    for row in csv.DictReader(text.splitlines()):
        problem = get(row["problem"])
        symbols = {str(scale.symbol): scale.symbol for scale in problem.scales}
        for column, derived in (("previous", previous_order(problem)), ("new", new_order(problem))):
            printed = reduce(parse_formula(row[column], symbols), derived.regime)
            if printed != derived or row["notation"] != problem.notation:
                shown = f"{row['notation']}({row[column]})"
                yield f"table 1, {problem.name}, {column}: printed {shown}, derived {growth_formula(derived)}\n"
