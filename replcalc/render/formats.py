"""The five output formats of a Report."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sys
from typing import TYPE_CHECKING

from replcalc.render.report import Report, Table, cell_latex, cell_text, jsonable

if TYPE_CHECKING:
    from rich.box import Box


def render(report: Report, output_format: str, digits: int = 20) -> str:
    """The report in one of FORMATS, ending with a newline."""
    writer = {"text": _text, "json": _json, "csv": _csv, "markdown": _markdown, "latex": _latex}[output_format]
    text = writer(report, digits)
    return text if text.endswith("\n") else text + "\n"


def _json(report: Report, digits: int) -> str:
    return json.dumps(jsonable(report.data, digits), indent=2, ensure_ascii=False)


def _shown(digits: int) -> int:
    """People read six digits unless they ask for more than the default twenty."""
    return 6 if digits <= 20 else digits


def _text(report: Report, digits: int) -> str:
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    stream = io.StringIO()
    terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size((100, 24)).columns if terminal else 100
    console = Console(
        file=stream, width=width, force_terminal=terminal, color_system="auto" if terminal else None, highlight=False
    )
    if report.heading:
        console.print(Text(report.heading, style="bold"))
    for line in report.lead:
        console.print(Text(line))
    if report.preformatted:
        stream.write(report.preformatted.rstrip("\n") + "\n")
    for table in report.tables if report.text_tables is None else report.text_tables:
        grid = RichTable(
            title=table.title or None, title_justify="left", title_style="italic", box=_box(), pad_edge=False
        )
        for position, column in enumerate(table.columns):
            number = position in table.right  # a number is never broken, words may be
            grid.add_column(Text(column), justify="right" if number else "left", overflow="fold", no_wrap=number)
        for row in table.rows:
            grid.add_row(*(Text(cell_text(cell, _shown(digits)), style=_style(cell_text(cell))) for cell in row))
        console.print(grid)
    for note in report.notes:
        console.print(Text(note))
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def _box() -> Box:
    from rich import box

    return box.SIMPLE_HEAD


def _style(text: str) -> str:
    return {"PROVED": "green", "REFUTED": "red", "UNDECIDED": "yellow"}.get(text, "")


def _csv(report: Report, digits: int) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    several = len(report.tables) > 1
    for position, table in enumerate(report.tables):
        if position:
            stream.write("\n")
        writer.writerow((["table"] if several else []) + list(table.columns))
        for row in table.rows:
            plain = [str(cell) if _is_integer(cell) else cell_text(cell, digits) for cell in row]
            writer.writerow(([table.title] if several else []) + plain)
    return stream.getvalue()


def _is_integer(cell: object) -> bool:
    """Machines get every digit of an integer, ungrouped."""
    return isinstance(cell, int) and not isinstance(cell, bool)


def _markdown(report: Report, digits: int) -> str:
    parts = [f"## {report.heading}"] if report.heading else []
    parts += list(report.lead)
    if report.preformatted:
        parts.append("```\n" + report.preformatted.rstrip("\n") + "\n```")
    parts += [markdown_table(table, _shown(digits)) for table in report.tables]
    parts += list(report.notes)
    return "\n\n".join(parts)


def markdown_table(table: Table, digits: int = 6) -> str:
    def cell(value: object) -> str:
        return cell_text(value, digits).replace("|", "\\|").replace("\n", " ")

    lines = [f"**{table.title}**", ""] if table.title else []
    lines.append("| " + " | ".join(table.columns) + " |")
    lines.append("|" + "|".join("---:" if p in table.right else "---" for p in range(len(table.columns))) + "|")
    lines += ["| " + " | ".join(cell(value) for value in row) + " |" for row in table.rows]
    return "\n".join(lines)


def _latex(report: Report, digits: int) -> str:
    parts = [f"% {line}" for text in (report.heading, *report.lead) for line in text.splitlines()]
    parts += [latex_table(table, _shown(digits)) for table in report.tables]
    parts += [f"% {line}" for note in report.notes for line in note.splitlines()]
    return "\n".join(parts)


def latex_table(table: Table, digits: int = 6) -> str:
    """A booktabs tabular, ready for \\input."""
    from replcalc.render.report import latex_escape

    alignment = "".join("r" if p in table.right else "l" for p in range(len(table.columns)))
    lines = [f"% {table.title}"] if table.title else []
    lines += [rf"\begin{{tabular}}{{{alignment}}}", r"\toprule"]
    lines.append(" & ".join(latex_escape(column) for column in table.columns) + r" \\")
    lines.append(r"\midrule")
    lines += [" & ".join(cell_latex(value, digits) for value in row) + r" \\" for row in table.rows]
    lines += [r"\bottomrule", r"\end{tabular}"]
    return "\n".join(lines)
