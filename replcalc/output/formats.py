"""Write a Document as text, JSON, CSV, Markdown, LaTeX or HTML; its tables as data frames."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import zip_longest
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, nearest
from replcalc.numbers.errors import InputError, MissingLibrary
from replcalc.output.document import Document, Formula, Table, cell_text

#: Longest line of prose: what is wider is hard to read, however wide the terminal is.
PROSE = 80


def render(
    document: Document, output_format: str, digits: int = 20, *, shown: int | None = None, standalone: bool = False
) -> str:
    """Return the document in a format, ending with a newline.

    Args:
        digits: significant digits for machines (json, csv).
        shown: significant digits for people, by default what each table says.
        standalone: LaTeX as a complete document instead of a piece for \\input.
    """
    if output_format == "latex":
        from replcalc.output.latex import latex_document, latex_piece

        piece = latex_piece(document, shown)
        text = latex_document(piece) if standalone else piece
    elif output_format == "html":
        text = _template("document.html").render(document=document, shown=shown, digits=digits)
    elif output_format == "json":
        text = json.dumps(document.to_dict(digits), indent=2, ensure_ascii=False)
    elif output_format == "csv":
        text = _csv(document, digits)
    else:
        text = {"text": _text, "markdown": _markdown}[output_format](document, shown)
    return text if text.endswith("\n") else text + "\n"


# -- text --------------------------------------------------------------------------------------------------------------
def _text(document: Document, shown: int | None) -> str:
    terminal = sys.stdout.isatty()
    width = _line_width(terminal)
    parts = []
    if document.title:
        parts += _title_lines(document.title, document.status, min(width, PROSE), bold=terminal)
    for line in document.lines:
        parts += wrap_prose(line, width, "  " if document.status else "")
    if document.drawing:
        parts.append(document.drawing.rstrip("\n"))
    parts += [text_table(table, shown, width) for table in document.tables]
    for note in document.notes:
        parts += wrap_prose(note, width)
    text = "\n".join(line.rstrip() for line in "\n".join(parts).splitlines()).strip("\n") + "\n"
    return re.sub("\n{3,}", "\n\n", text)


def _line_width(terminal: bool) -> int:
    """Return COLUMNS if it is set, else the width of the terminal, else 80."""
    asked = terminal or os.environ.get("COLUMNS", "").isdigit()
    return max(40, shutil.get_terminal_size((80, 24)).columns) if asked else 80


def _title_lines(text: str, status: str, width: int, *, bold: bool) -> list[str]:
    """Return the title, and its status at the right end of the first line or, where it is full, of the last one."""
    lines = _wrap(text, width, "", "  ")
    place = 0 if len(lines[0]) + len(status) + 2 <= width else -1
    if status and len(lines[place]) + len(status) + 2 > width:
        lines.append("")
    lines[place] += status.rjust(width - len(lines[place])) if status else ""
    if bold:
        lines[0] = f"\x1b[1m{lines[0]}\x1b[0m"
    return lines


def wrap_prose(text: str, width: int = PROSE, indent: str = "") -> list[str]:
    """Return a sentence as lines of at most ``width`` characters, broken between words; items of a list hang."""
    own = re.match(" *", text)
    lead = indent + (own.group() if own else "")
    return _wrap(text.strip(), min(width, PROSE), lead, lead + ("  " if text.startswith("- ") else ""))


def _wrap(text: str, width: int, first: str = "", hanging: str = "", *, breaking: bool = False) -> list[str]:
    found = textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=hanging, break_long_words=breaking, break_on_hyphens=False
    )
    return found or [""]


def text_table(table: Table, shown: int | None = None, width: int = PROSE) -> str:
    """Return a table whose columns of words wrap where the line is too short; numbers are never broken.

    Where not even that fits, the first column and the numbers stand in rows, the words of a row below it; where the
    numbers do not fit either, every row is a paragraph.
    """
    cells = [[cell_text(cell, shown or table.digits) for cell in row] for row in table.rows]
    lines = ["", *wrap_prose(table.title, width)] if table.title else [""]
    every = tuple(range(len(table.columns)))
    numbers = tuple(place for place in every if place == 0 or place in table.right)
    for places in (every, numbers):
        widths = _column_widths(table, cells, places, width)
        if widths is not None:
            break
    else:
        return "\n".join([*lines, *(line for row in cells for line in _below(table, row, every, width)), ""])

    def row_lines(row: Sequence[str]) -> Iterator[str]:
        parts = [_wrap_cell(row[place], size) for place, size in zip(places, widths, strict=True)]
        for level in zip_longest(*parts, fillvalue=""):
            drawn = (
                part.rjust(size) if place in table.right else part.ljust(size)
                for place, part, size in zip(places, level, widths, strict=True)
            )
            yield "  " + "  ".join(drawn)

    if any(table.columns[place] for place in places):
        lines += [*row_lines(table.columns), "  " + "─" * (sum(widths) + 2 * len(widths) - 2)]
    rest = (0, *(place for place in every if place not in places))
    for row in cells:
        lines += row_lines(row)
        lines += _below(table, row, rest, width)[1:] if len(rest) > 1 else []
    return "\n".join([*lines, ""])


def _column_widths(table: Table, cells: Sequence[Sequence[str]], places: Sequence[int], width: int) -> list[int] | None:
    """Return the widths of columns; those of words give way down to their longest word or a third of the line."""
    room = width - 2 * len(places)
    natural, least = [], []
    for place in places:
        column = [table.columns[place], *(row[place] for row in cells)]
        words = [word for text in column for word in text.split()]
        whole = max(map(len, column[1:]), default=1) if place in table.right else 1
        natural.append(max(1, *map(len, column)))
        least.append(max(whole, min(max(map(len, words), default=1), width // 3)))
    if sum(least) > room:
        return None
    while sum(natural) > room:
        widest = max(range(len(natural)), key=lambda place: (natural[place] > least[place], natural[place]))
        natural[widest] -= 1
    return natural


def _below(table: Table, row: Sequence[str], places: Sequence[int], width: int) -> list[str]:
    """Return a row as lines: its first cell, then every other cell that holds something, after its column's name."""
    lines = _wrap(row[0], width, "  ", "    ")
    for place in places[1:]:
        name = f"{table.columns[place]}: " if table.columns[place] else ""
        lines += ["    " + line for line in _wrap_cell(name + row[place], width - 4)] if row[place] else []
    return lines


def _wrap_cell(text: str, size: int) -> list[str]:
    """Return the lines of a cell; a word that is too long, such as a formula, is broken after an operator."""
    words: list[str] = []
    for word in text.split():
        pieces = re.findall(r"[^*+/,·]+[*+/,·]*|[*+/,·]+", word) if len(word) > size else [word]
        for number, piece in enumerate(pieces):
            if number and len(words[-1]) + len(piece) <= size:
                words[-1] += piece
            else:
                words.append(piece)
    return _wrap(" ".join(words), size, breaking=True)


# -- CSV and data frames -----------------------------------------------------------------------------------------------
#: What a spreadsheet would compute: a column of somebody's data may be called =cmd|calc.
_COMPUTED = re.compile(r"[=@\t\r](?! )|[+-](?=.*[|!])|\+(?![ \d.])")


def _csv(document: Document, digits: int) -> str:
    """Return one table of plain numbers; a column of brackets becomes two, NAME_lower and NAME_upper."""
    columns = _data_columns(document.data_table, digits)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([_inert(name) for name, _ in columns])
    writer.writerows(zip(*([_inert(_plain(cell, digits)) for cell in cells] for _, cells in columns), strict=True))
    return stream.getvalue()


def _inert(text: str) -> str:
    """Put an apostrophe before what a spreadsheet would compute; then it shows a text."""
    return f"'{text}" if _COMPUTED.match(text) else text


class EndMark(str):
    """One end of a bracket as a decimal string, rounded outward."""


def _data_columns(table: Table, digits: int) -> list[tuple[str, list[Any]]]:
    found: list[tuple[str, list[Any]]] = []
    for place, name in enumerate(table.columns):
        cells = [row[place] for row in table.rows]
        if any(isinstance(c, Enclosure) and not c.is_exact and not c.agrees_to(min(digits, 6)) for c in cells):
            pairs = [tuple(map(EndMark, c.decimals(digits))) if isinstance(c, Enclosure) else (c, c) for c in cells]
            found += [(f"{name}_lower", [low for low, _ in pairs]), (f"{name}_upper", [high for _, high in pairs])]
        else:
            found.append((name, cells))
    return found


def _plain(cell: object, digits: int) -> str:
    """Return a cell for machines: every digit of an integer, ungrouped; reals as decimals that any program reads."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, int):
        return str(cell)
    if isinstance(cell, Enclosure | fmpq):
        return nearest(cell.midpoint if isinstance(cell, Enclosure) else cell, digits)
    if isinstance(cell, Sequence) and not isinstance(cell, str):
        return ";".join(_plain(item, digits) for item in cell)
    return cell_text(cell, digits)


LIBRARIES = ("pandas", "polars")
#: Integers from here on do not fit into the 64 bits of a column.
_WIDE = 1 << 63


def frame(table: Table, library: str | None = None) -> Any:
    """Return a data frame: integers, floats next to the reals, brackets as two columns, words, None where nothing is.

    Integers beyond 64 bits: Python integers in a column of objects with pandas, decimal text with polars.
    """
    if library is not None and library not in LIBRARIES:
        raise InputError("library", library, "one of " + ", ".join(LIBRARIES))
    chosen = library or next((name for name in LIBRARIES if find_spec(name) is not None), None)
    if chosen is None or find_spec(chosen) is None:
        raise MissingLibrary("to_frame", chosen or "pandas or polars", f"pip install {chosen or 'pandas'}")
    columns = {name: _native_column(cells, chosen) for name, cells in _data_columns(table, 17)}
    return import_module(chosen).DataFrame(columns, **({"strict": False} if chosen == "polars" else {}))


def _native_column(cells: list[Any], library: str) -> list[Any]:
    plain = [_native(cell) for cell in cells]
    if any(isinstance(cell, int) and abs(cell) >= _WIDE for cell in plain) and library == "polars":
        return [None if cell is None else str(cell) for cell in plain]
    return plain


def _native(cell: Any) -> Any:
    if isinstance(cell, Enclosure | fmpq):
        value = cell.midpoint if isinstance(cell, Enclosure) else cell
        return int(value.p) if value.q == 1 else float(nearest(value, 17))
    if isinstance(cell, EndMark):
        return float(cell)
    return cell if cell is None or isinstance(cell, bool | int | float) else str(cell)


# -- Markdown ----------------------------------------------------------------------------------------------------------
def _markdown(document: Document, shown: int | None) -> str:
    status = f" ({document.status})" if document.status else ""
    parts = [f"## {document.title}{status}"] if document.title else []
    parts += document.lines
    if document.drawing:
        parts.append("```\n" + document.drawing.rstrip("\n") + "\n```")
    parts += [_markdown_table(table, shown or table.digits) for table in document.tables]
    parts += document.notes
    return "\n\n".join(part.strip() for part in parts)


def _markdown_table(table: Table, digits: int = 6) -> str:
    def cell(value: object) -> str:
        text = _markdown_text(cell_text(value, digits))
        return f"`{text}`" if re.search(r"\\[A-Za-z]|\$", text) else text  # TeX is shown as it is typed

    lines = [f"**{table.title}**", ""] if table.title else []
    lines.append("| " + " | ".join(map(_markdown_text, table.columns)) + " |")
    lines.append("|" + "|".join("---:" if p in table.right else "---" for p in range(len(table.columns))) + "|")
    lines += ["| " + " | ".join(cell(value) for value in row) + " |" for row in table.rows]
    return "\n".join(lines)


def _markdown_text(text: str) -> str:
    """Escape a text in a cell of Markdown: no end of the cell, no tag of HTML."""
    return re.sub(r"<(?=[A-Za-z/!?])", r"\\<", text.replace("|", "\\|").replace("\n", " "))


# -- HTML --------------------------------------------------------------------------------------------------------------
@cache
def _template(name: str) -> Any:
    """Return a template of output/assets with the filters that write cells and formulas."""
    from jinja2 import Environment, PackageLoader

    environment = Environment(
        loader=PackageLoader("replcalc.output", "assets"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["cell"] = cell_html
    return environment.get_template(name)


def html_fragment(document: Document, shown: int | None = None) -> str:
    """Return title, lines, tables and notes without a page around them: for notebooks and for the calculator."""
    found: str = _template("answer.html").render(document=document, shown=shown)
    return found


def cell_html(value: Any, digits: int = 6) -> Any:
    """Return a cell as HTML: formulas as MathML, verdicts and statuses with a class, other cells as in the text."""
    from markupsafe import Markup, escape

    if isinstance(value, tuple) and value and isinstance(value[0], Formula):
        return Markup("<br>").join(cell_html(each) for each in value)
    if isinstance(value, Formula):
        from replcalc.output.mathml import formula

        return Markup(formula(value.latex))
    text = cell_text(value, digits)
    kind = next((kind for word, kind in _KINDS.items() if text.startswith(word)), None)
    return Markup('<span class="worth {}">{}</span>').format(kind, text) if kind else escape(text)


#: Words at the start of a cell that say what something is worth, and the class of their style.
_KINDS = {
    "PROVED": "good",
    "certified": "good",
    "REFUTED": "bad",
    "not applicable": "bad",
    "UNDECIDED": "doubt",
    "conditional": "doubt",
    "vacuous": "doubt",
    "misses target": "doubt",
    "not found": "doubt",
}
