"""Write a Document as text, JSON, CSV, Markdown, LaTeX or HTML; its tables as data frames."""

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
from replcalc.output.document import Document, Formula, Table, format_cell

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
        from replcalc.output.latex import render_latex_document, render_latex_tables

        piece = render_latex_tables(document, shown)
        text = render_latex_document(piece) if standalone else piece
    elif output_format == "html":
        text = _load_template("document.html").render(document=document, shown=shown, digits=digits)
    elif output_format == "json":
        text = json.dumps(document.to_dict(digits), indent=2, ensure_ascii=False)
    elif output_format == "csv":
        text = _render_csv(document, digits)
    else:
        text = {"text": _render_text, "markdown": _render_markdown}[output_format](document, shown)
    return text if text.endswith("\n") else text + "\n"


# -- text --------------------------------------------------------------------------------------------------------------
def _render_text(document: Document, shown: int | None) -> str:
    terminal = sys.stdout.isatty()
    width = _find_line_width(terminal)
    parts = _format_title(document, min(width, PROSE), bold=terminal) if document.title else []
    for line in document.lines:
        parts += wrap_prose(line, width, "  " if document.status else "")
    if document.drawing:
        parts.append(document.drawing.rstrip("\n"))
    for table in document.tables:
        parts += _render_text_table(table, shown, width)
    for note in document.notes:
        parts += wrap_prose(note, width)
    text = "\n".join(line.rstrip() for line in "\n".join(parts).splitlines()).strip("\n") + "\n"
    return re.sub("\n{3,}", "\n\n", text)


def _find_line_width(terminal: bool) -> int:
    """Return COLUMNS if it is set, else the width of the terminal, else 80."""
    use_terminal = terminal or os.environ.get("COLUMNS", "").isdigit()
    return max(40, shutil.get_terminal_size((80, 24)).columns) if use_terminal else 80


def _format_title(document: Document, width: int, *, bold: bool) -> list[str]:
    """Return the title, and its status at the right end of the first line or, where it is full, of the last one."""
    lines, status = _wrap(document.title, width, "", "  "), document.status
    place = 0 if len(lines[0]) + len(status) + 2 <= width else -1
    if status and len(lines[place]) + len(status) + 2 > width:
        lines.append("")
    lines[place] += status.rjust(width - len(lines[place])) if status else ""
    return [f"\x1b[1m{lines[0]}\x1b[0m", *lines[1:]] if bold else lines


def wrap_prose(text: str, width: int = PROSE, indent: str = "") -> list[str]:
    """Return a sentence as lines of at most ``width`` characters, broken between words; items of a list hang."""
    lead = indent + " " * (len(text) - len(text.lstrip(" ")))
    return _wrap(text.strip(), min(width, PROSE), lead, lead + ("  " if text.startswith("- ") else ""))


def _wrap(text: str, width: int, first: str = "", hanging: str = "") -> list[str]:
    """Return the lines of a text; a word that is too long, such as a formula, is broken after an operator."""
    words: list[str] = []
    for word in text.split():
        for number, piece in enumerate(_split_word(word) if len(word) + len(hanging) > width else [word]):
            if number and len(words[-1]) + len(piece) <= width:
                words[-1] += piece
            else:
                words.append(piece)
    if len(words) > len(text.split()):
        text = " ".join(words)
    options: dict[str, Any] = {"initial_indent": first, "subsequent_indent": hanging, "break_on_hyphens": False}
    return textwrap.wrap(text, width, **options) or [""]


def _split_word(word: str) -> list[str]:
    """Return the parts of a formula or of a label between which it may be broken."""
    marks = "_-" if re.match("[a-z]+:[a-z]", word) else "*+/,·"
    return re.findall(rf"[^{marks}]+[{marks}]*|[{marks}]+", word)


def _render_text_table(table: Table, shown: int | None, width: int) -> list[str]:
    """Return a table as text; columns of words wrap if the line is too short, numbers are never broken.

    Where the numbers do not fit, every row is a paragraph: its first cell, and below it the others with their names.
    """
    cells = [[format_cell(cell, shown or table.digits) for cell in row] for row in table.rows]
    lines = ["", *(wrap_prose(table.title, width) if table.title else [])]
    widths = _choose_column_widths(table, cells, width)
    if widths is None:
        for row in cells:
            lines += _wrap(row[0], width, "  ", "    ")
            for name, cell in zip(table.columns[1:], row[1:], strict=True):
                lines += _wrap(f"{name}: {cell}" if name else cell, width, "    ", "    ") if cell else []
        return [*lines, ""]

    def row_lines(row: Sequence[str]) -> Iterator[str]:
        for level in zip_longest(*map(_wrap, row, widths), fillvalue=""):
            places = enumerate(zip(level, widths, strict=True))
            yield "  " + "  ".join(t.rjust(size) if p in table.right else t.ljust(size) for p, (t, size) in places)

    if any(table.columns):
        lines += [*row_lines(table.columns), "  " + "─" * (sum(widths) + 2 * len(widths) - 2)]
    return [*lines, *(line for row in cells for line in row_lines(row)), ""]


#: Columns of words keep their words whole up to a third of the line, or where that is too much up to this.
_NARROW = 14


def _choose_column_widths(table: Table, cells: Sequence[Sequence[str]], width: int) -> list[int] | None:
    """Return the widths of columns; the widest of words give way first. None where the line is too short."""
    columns = [(heading, *(row[place] for row in cells)) for place, heading in enumerate(table.columns)]
    natural = [max(1, *map(len, column)) for column in columns]
    available = width - 2 * len(columns)
    for most in (width // 3, _NARROW):
        least = []
        for place, column in enumerate(columns):
            number = max(map(len, column[1:]), default=1) if place in table.right else 1
            words = max((len(word) for text in column for word in text.split()), default=1)
            least.append(max(number, min(words, most)))
        if sum(least) <= available:
            break
    else:
        return None
    while sum(natural) > available:
        widest = max(range(len(natural)), key=lambda place: (natural[place] > least[place], natural[place]))
        natural[widest] -= 1
    return natural


# -- CSV and data frames -----------------------------------------------------------------------------------------------
#: What a spreadsheet would compute: a column of somebody's data may be called =cmd|calc.
_COMPUTED = re.compile(r"[=@\t\r](?! )|[+-](?=.*[|!])|\+(?![ \d.])")
LIBRARIES = ("pandas", "polars")
#: Integers from here on do not fit into the 64 bits of a column.
_WIDE = 1 << 63


class RealText(str):
    """A real number as a decimal string."""


def _render_csv(document: Document, digits: int) -> str:
    """Return one table of plain numbers; text that a spreadsheet would evaluate as a formula gets an apostrophe."""

    def write(cell: Any) -> str:
        text = str(cell).lower() if isinstance(cell, bool) else "" if cell is None else str(cell)
        return f"'{text}" if not isinstance(cell, RealText | int | float) and _COMPUTED.match(text) else text

    columns = _build_data_columns(document.data_table, digits)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(map(write, columns))
    writer.writerows(map(write, row) for row in zip(*columns.values(), strict=True))
    return stream.getvalue()


def _build_data_columns(table: Table, digits: int) -> dict[str, list[Any]]:
    """Return the cells of each column as plain values; a column of brackets becomes two, NAME_lower and NAME_upper."""
    found: dict[str, list[Any]] = {}
    for place, name in enumerate(table.columns):
        cells = [row[place] for row in table.rows]
        if any(isinstance(c, Enclosure) and not c.is_exact and not c.agrees_to(min(digits, 6)) for c in cells):
            for end, suffix in enumerate(("lower", "upper")):
                ends = (RealText(c.decimals(digits)[end]) if isinstance(c, Enclosure) else c for c in cells)
                found[f"{name}_{suffix}"] = [_convert_cell(c, digits) for c in ends]
        else:
            found[name] = [_convert_cell(cell, digits) for cell in cells]
    return found


def _convert_cell(cell: Any, digits: int) -> Any:
    """Return a cell for machines: integers with every digit, reals as decimals that any program reads, texts."""
    if isinstance(cell, Enclosure) and cell.is_exact:
        cell = cell.lower
    if isinstance(cell, fmpq) and cell.q == 1:
        return int(cell.p)
    if isinstance(cell, Enclosure | fmpq):
        return RealText(nearest(cell.midpoint if isinstance(cell, Enclosure) else cell, digits))
    if cell is None or isinstance(cell, bool | int | float | RealText):
        return cell
    if isinstance(cell, Sequence) and not isinstance(cell, str):
        return ";".join(str(_convert_cell(item, digits)) for item in cell)
    return format_cell(cell, digits)


def build_frame(table: Table, library: str | None = None) -> Any:
    """Return a data frame: integers, floats next to the reals, brackets as two columns, words, None where nothing is.

    Integers beyond 64 bits, or beside None: Python integers in a column of objects with pandas; decimal text with
    polars beyond 64 bits.
    """
    if library is not None and library not in LIBRARIES:
        raise InputError("library", library, "one of " + ", ".join(LIBRARIES))
    chosen = library or next((name for name in LIBRARIES if find_spec(name) is not None), None)
    if chosen is None or find_spec(chosen) is None:
        raise MissingLibrary("to_frame", chosen or "pandas or polars", f"pip install {chosen or 'pandas'}")
    columns = _build_data_columns(table, 17)
    for name, cells in columns.items():
        columns[name] = [float(cell) if isinstance(cell, RealText) else cell for cell in cells]
        if chosen == "polars" and any(isinstance(cell, int) and abs(cell) >= _WIDE for cell in cells):
            columns[name] = [None if cell is None else str(cell) for cell in cells]
        elif chosen == "pandas" and None in cells and any(isinstance(cell, int) for cell in cells):
            columns[name] = import_module(chosen).Series(cells, dtype=object)
    return import_module(chosen).DataFrame(columns, **({"strict": False} if chosen == "polars" else {}))


# -- Markdown ----------------------------------------------------------------------------------------------------------
def _render_markdown(document: Document, shown: int | None) -> str:
    status = f" ({document.status})" if document.status else ""
    parts = [f"## {document.title}{status}"] if document.title else []
    parts += document.lines
    if document.drawing:
        parts.append("```\n" + document.drawing.rstrip("\n") + "\n```")
    parts += [_render_markdown_table(table, shown or table.digits) for table in document.tables]
    parts += document.notes
    return "\n\n".join(part.strip() for part in parts)


def _render_markdown_table(table: Table, digits: int = 6) -> str:
    def cell(value: object) -> str:
        text = _escape_markdown(format_cell(value, digits))
        return f"`{text}`" if re.search(r"\\[A-Za-z]|\$", text) else text  # TeX is shown as it is typed

    lines = [f"**{table.title}**", ""] if table.title else []
    lines.append("| " + " | ".join(map(_escape_markdown, table.columns)) + " |")
    lines.append("|" + "|".join("---:" if p in table.right else "---" for p in range(len(table.columns))) + "|")
    lines += ["| " + " | ".join(cell(value) for value in row) + " |" for row in table.rows]
    return "\n".join(lines)


def _escape_markdown(text: str) -> str:
    """Escape a text in a cell of Markdown: no end of the cell, no tag of HTML."""
    return re.sub(r"<(?=[A-Za-z/!?])", r"\\<", text.replace("|", "\\|").replace("\n", " "))


# -- HTML --------------------------------------------------------------------------------------------------------------
@cache
def _load_template(name: str) -> Any:
    """Return a template of output/assets with the filters that write cells and formulas."""
    from jinja2 import Environment, PackageLoader

    environment = Environment(
        loader=PackageLoader("replcalc.output", "assets"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["cell"] = format_cell_html
    return environment.get_template(name)


def render_html_fragment(document: Document, shown: int | None = None) -> str:
    """Return title, lines, tables and notes without a page around them: for notebooks and for the calculator."""
    found: str = _load_template("answer.html").render(document=document, shown=shown)
    return found


def format_cell_html(value: Any, digits: int = 6) -> Any:
    """Return a cell as HTML: formulas as MathML, verdicts and statuses with a class, other cells as in the text."""
    from markupsafe import Markup, escape

    if isinstance(value, tuple) and value and isinstance(value[0], Formula):
        return Markup("<br>").join(format_cell_html(each) for each in value)
    if isinstance(value, Formula):
        from replcalc.output.mathml import format_formula_html

        return Markup(format_formula_html(value.latex))
    text = format_cell(value, digits)
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
