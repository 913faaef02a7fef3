"""The five output formats of a Report; its tables as data frames, its HTML for notebooks."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, nearest
from replcalc.numbers.errors import InputError, MissingLibrary
from replcalc.output.report import Formula, Report, Table, cell_text


def render(
    report: Report, output_format: str, digits: int = 20, *, shown: int | None = None, standalone: bool = False
) -> str:
    """The report as text, json, csv, markdown or latex, ending with a newline.

    ``digits`` are for machines (json, csv); people see ``shown`` of them, by default what each table says.
    ``standalone``: LaTeX as a complete document.
    """
    if output_format == "latex":
        from replcalc.output.latex import latex_report

        text = latex_report(report, shown, standalone)
    elif output_format in ("text", "markdown"):
        text = {"text": _text, "markdown": _markdown}[output_format](report, shown)
    else:
        text = {"json": _json, "csv": _csv}[output_format](report, digits)
    return text if text.endswith("\n") else text + "\n"


def _json(report: Report, digits: int) -> str:
    return json.dumps(report.to_dict(digits), indent=2, ensure_ascii=False)


def _text(report: Report, shown: int | None) -> str:
    terminal = sys.stdout.isatty()
    width = _width(terminal)
    lines = []
    if report.heading:
        lines += _headline(report.heading, report.status, min(width, PROSE), bold=terminal)
    for line in report.lead:
        lines += wrapped(line, width, "  " if report.status else "")
    if report.preformatted:
        lines.append(report.preformatted.rstrip("\n"))
    for table in report.tables if report.text_tables is None else report.text_tables:
        lines.append(_grid(table, shown, width, terminal))
    for note in report.notes if report.text_notes is None else report.text_notes:
        lines += wrapped(note, width)
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()).rstrip("\n") + "\n"


#: Longest line of prose: what is wider is hard to read, however wide the terminal is.
PROSE = 80


def _headline(text: str, status: str, width: int, *, bold: bool) -> list[str]:
    """The heading, and at the right end of its first line what it is worth."""
    first, *rest = _folded(text, width - (len(status) + 2 if status else 0), "", "  ")
    first += status.rjust(width - len(first)) if status else ""
    return [f"\x1b[1m{first}\x1b[0m" if bold else first, *rest]


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """A line of prose in lines of at most so many characters, broken between words, hanging."""
    hanging = indent + "  " if indent or text.startswith("- ") else ""
    return _folded(text, min(width, PROSE), indent, hanging)


def _folded(text: str, width: int, first: str, hanging: str) -> list[str]:
    found = textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
    )
    return found or [""]


def _grid(table: Table, shown: int | None, width: int, terminal: bool) -> str:
    """A table; where its words need more room than there is, every row as lines of its own."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    cells = [[cell_text(cell, shown or table.digits) for cell in row] for row in table.rows]
    if (table.under is not None or table.spare) and (rows := _annotated(table, cells, width)) is not None:
        return rows
    least = [_longest_word(name, place, cells, place in table.right) for place, name in enumerate(table.columns)]
    gap = 3 if sum(least) <= width - 3 * len(least) + 1 else 2
    room = width - gap * len(least) + (gap == 3)  # rich pads a wide gap on both sides, and not at the edges
    if sum(least) > room:
        return _records(table, cells, width)
    natural = [max(len(row[place]) for row in (table.columns, *cells)) for place in range(len(least))]
    widths = _shared(natural, least, room)
    stream = io.StringIO()
    console = Console(
        force_jupyter=False,  # in a notebook rich would display the parts by itself, and the text would be empty
        file=stream,
        width=width,
        force_terminal=terminal,
        color_system="auto" if terminal else None,
        highlight=False,
    )
    grid = RichTable(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1) if gap == 3 else (0, 1, 0, 0))
    for position, column in enumerate(table.columns):
        number = position in table.right
        grid.add_column(Text(column), justify="right" if number else "left", width=widths[position], overflow="fold")
    for row in cells:
        grid.add_row(*(Text(cell, style=_COLOURS.get(cell, "")) for cell in row))
    console.print(grid, crop=False)
    title = ["", *wrapped(table.title, width)] if table.title else [""]
    drawn = [line.rstrip() for line in stream.getvalue().splitlines()]
    return "\n".join([*title, *(line for line in drawn if line)]) + "\n"


def _annotated(table: Table, cells: Sequence[Sequence[str]], width: int) -> str | None:
    """Rows of figures, and under a row what its words say beyond the first; None where the figures are too wide."""
    rows, told = [list(row) for row in cells], [[""] for _ in cells]
    if table.under is not None:
        for row, words in zip(rows, told, strict=True):
            row[table.under], words[0] = _PARTED.match(row[table.under]).groups("")  # type: ignore[union-attr]
    for spared in ((), table.spare):
        kept = [place for place in range(len(table.columns)) if place not in spared]
        heads = [table.columns[place].split() for place in kept]
        widths = [
            max(map(len, (*head, *(row[place] for row in rows)))) for head, place in zip(heads, kept, strict=True)
        ]
        if sum(widths) + 2 * len(widths) - 1 <= width:
            break
    else:
        return None

    def line(parts: Sequence[str]) -> str:
        drawn = (
            part.rjust(size) if place in table.right else part.ljust(size)
            for part, size, place in zip(parts, widths, kept, strict=True)
        )
        return " " + "  ".join(drawn)

    lines = ["", *wrapped(table.title, width)] if table.title else [""]
    tall = max(map(len, heads))
    lines += [line([([""] * (tall - len(head)) + head)[level] for head in heads]) for level in range(tall)]
    lines.append(" " + "─" * (sum(widths) + 2 * len(widths) - 2))
    for row, words in zip(rows, told, strict=True):
        lines.append(line([row[place] for place in kept]))
        below = "; ".join(filter(None, (*words, *(_said(table, place, row[place]) for place in spared))))
        lines += _folded(below, min(width, PROSE), "     ", "     ") if below else []
    return "\n".join([*lines, ""])


def _said(table: Table, place: int, cell: str) -> str:
    """A cell that stands below its row: a count with what it counts, words after what they are about."""
    name = table.columns[place]
    return "" if not cell else f"{cell} {name}" if place in table.right else f"{name}: {cell}"


#: The first words of a cell, up to a mark, and the rest.
_PARTED = re.compile(r"([^:;,]*)(?:[:;,] (.*))?$", re.DOTALL)


def _shared(natural: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Widths of columns: what each wants, and where that is too much the widest give way, down to their least."""
    widths = list(natural)
    while sum(widths) > room:
        widest = max((w for w, low in zip(widths, least, strict=True) if w > low))
        place = next(p for p, w in enumerate(widths) if w == widest and w > least[p])
        widths[place] -= 1
    return widths


def _records(table: Table, cells: Sequence[Sequence[str]], width: int) -> str:
    """Every row as a paragraph: its first cell, then what the other columns say of it."""
    lines = ["", *wrapped(table.title, width)] if table.title else [""]
    for row in cells:
        lines += _folded(row[0], width, "", "  ")
        named = zip(table.columns[1:], row[1:], strict=True)
        told = [f"{name}: {cell}" if name else cell for name, cell in named if cell]
        lines += _folded("; ".join(told), width, "    ", "    ") if told else []
    return "\n".join([*lines, ""])


def _width(terminal: bool) -> int:
    """COLUMNS if it is set, else that of the terminal, else 80."""
    asked = terminal or os.environ.get("COLUMNS", "").isdigit()
    return max(40, shutil.get_terminal_size((80, 24)).columns) if asked else 80


def _longest_word(column: str, position: int, rows: Sequence[Sequence[str]], number: bool) -> int:
    """How wide a column is at least: no word is broken, and no number, be it ">= 1.2e9"."""
    cells = [row[position] for row in rows]
    whole = [text for text in cells if number and not _WORDS.search(text)]
    broken = [word for text in (column, *cells) if text not in whole for word in text.split()]
    return max(map(len, (*whole, *broken)), default=1)


#: What is no number: it may be parted between its words.
_WORDS = re.compile(r"[A-Za-z]{3}")
#: Verdicts in a terminal.
_COLOURS = {"PROVED": "green", "REFUTED": "red", "UNDECIDED": "yellow"}


def _csv(report: Report, digits: int) -> str:
    """The report's data: one table of plain numbers; a column with brackets becomes two, NAME_lower and NAME_upper."""
    columns = data_columns(report.data_table, digits)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([_inert(name) for name, _ in columns])
    writer.writerows(zip(*([_inert(_plain(cell, digits)) for cell in cells] for _, cells in columns), strict=True))
    return stream.getvalue()


#: What a spreadsheet would compute: a column of somebody's data may be called =cmd|calc.
_COMPUTED = re.compile(r"[=@\t\r](?! )|[+-](?=.*[|!])|\+(?![ \d.])")


def _inert(text: str) -> str:
    """With an apostrophe before it a spreadsheet shows a text and computes nothing."""
    return f"'{text}" if _COMPUTED.match(text) else text


class EndMark(str):
    """One end of a bracket as a decimal string, rounded outward."""


def data_columns(table: Table, digits: int) -> list[tuple[str, list[Any]]]:
    """The table column by column as data; a column with brackets becomes two, NAME_lower and NAME_upper."""
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
    """A cell for machines: every digit of an integer, ungrouped; reals as decimals that any program reads."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, int):
        return str(cell)
    if isinstance(cell, Enclosure | fmpq):
        return nearest(cell.midpoint if isinstance(cell, Enclosure) else cell, digits)
    if isinstance(cell, Sequence) and not isinstance(cell, str):
        return ";".join(_plain(item, digits) for item in cell)
    return cell_text(cell, digits)


def _markdown(report: Report, shown: int | None) -> str:
    parts = [f"## {report.heading}" + (f" ({report.status})" if report.status else "")] if report.heading else []
    parts += list(report.lead)
    if report.preformatted:
        parts.append("```\n" + report.preformatted.rstrip("\n") + "\n```")
    parts += [markdown_table(table, shown or table.digits) for table in report.tables]
    parts += list(report.notes)
    return "\n\n".join(parts)


def escaped(text: str) -> str:
    """A text in a cell of Markdown: no end of the cell, no tag of HTML."""
    return re.sub(r"<(?=[A-Za-z/!?])", r"\\<", text.replace("|", "\\|").replace("\n", " "))


def markdown_table(table: Table, digits: int = 6) -> str:
    def cell(value: object) -> str:
        text = escaped(cell_text(value, digits))
        return f"`{text}`" if re.search(r"\\[A-Za-z]|\$", text) else text  # TeX is shown as it is typed

    lines = [f"**{table.title}**", ""] if table.title else []
    lines.append("| " + " | ".join(map(escaped, table.columns)) + " |")
    lines.append("|" + "|".join("---:" if p in table.right else "---" for p in range(len(table.columns))) + "|")
    lines += ["| " + " | ".join(cell(value) for value in row) + " |" for row in table.rows]
    return "\n".join(lines)


# -- tables as data frames. pandas and polars are imported only when one is asked for ----------------------------------
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
    columns = {name: _native_column(cells, chosen) for name, cells in data_columns(table, 17)}
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


# -- HTML of a Report, for notebooks -----------------------------------------------------------------------------------
def _cell_html(cell: Any) -> str:
    """A cell of a notebook's table: formulas are typeset by the browser (MathML)."""
    if isinstance(cell, Formula):
        from replcalc.output.page import formula

        return formula(cell.latex)
    return escape(cell_text(cell))


def report_html(report: Report) -> str:
    """Plain tables, no scripts, no styles beyond alignment."""
    worth = f" <small>{escape(report.status)}</small>" if report.status else ""
    parts = [f"<h4>{escape(report.heading)}{worth}</h4>"] if report.heading else []
    parts += [f"<p>{escape(line)}</p>" for line in report.lead]
    for table in report.tables:
        head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
        body = "".join(
            "<tr>"
            + "".join(
                f'<td style="text-align:{"right" if p in table.right else "left"}">{_cell_html(cell)}</td>'
                for p, cell in enumerate(row)
            )
            + "</tr>"
            for row in table.rows
        )
        caption = f"<caption>{escape(table.title)}</caption>" if table.title else ""
        parts.append(f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
    parts += [f"<p>{escape(note)}</p>" for note in report.notes]
    return "".join(parts)
