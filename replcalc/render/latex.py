"""A report in LaTeX: booktabs tables that fit the width of the text, with caption and label.

How wide a cell will be is estimated in em of the font in use; a table takes the largest font in which its longest
words fit side by side. Columns of words are given shares of \\linewidth, numbers keep their width, formulas that are
too wide for a column stand on a line of their own below their row, and shrink if even that is too narrow. A table that
fits in no font is set row by row. The pieces need PACKAGES and nothing else; ``standalone`` makes a document of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from replcalc.render.latex_text import cell_latex, latex_text
from replcalc.render.report import Formula, Report, Table, slug

PACKAGES = ("amsmath", "amssymb", "array", "booktabs", "graphicx", "longtable")

#: Shrinks a formula that is wider than its column; nothing else is scaled.
FIT = r"\providecommand{\replcalcfit}[1]{\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{#1}}"
#: Font and the em it gives to a line of 345pt, the text of an article on A4 and on letter paper (some are left free).
_FONTS = (("small", 37.0), ("footnotesize", 41.5), ("scriptsize", 44.5))
#: Space between two columns, in em of the small fonts (8pt).
_GAP = 1.0
#: A column of numbers wider than this may break its numbers; a formula wider than the share has its own line.
_NUMBER, _SHARE = 14.0, 0.34
#: Words that need more than one line get at least this.
_PROSE = 7.5
#: Lines of a table that is broken over pages.
_LINES = 38
#: Width of a class of characters, in em.
_CHARACTERS = {**dict.fromkeys("iljtfrI.,:;'!|()[]/- ", 0.36), **dict.fromkeys("mwMWGOQCDHNUX", 0.82)}
_RECORD = 0.26  # share of the names where a table is set row by row


def latex_report(report: Report, shown: int | None = None, standalone: bool = False) -> str:
    """Every table with what was asked and assumed in its caption, then the sentences."""
    parts, used = [FIT], set[str]()
    for position, table in enumerate(report.tables):
        above = (report.heading, *report.lead) if position == 0 else ()
        caption = ". ".join(text[:1].upper() + text[1:].rstrip(".") for text in (*above, table.title) if text) + "."
        name = label = slug(table.title or report.heading)[:60].strip("-") or "answer"
        while label in used:
            label = f"{name}-{sum(each.startswith(name) for each in used) + 1}"
        used.add(label)
        parts.append(latex_table(table, shown or table.digits, caption if len(caption) > 1 else "", f"tab:{label}"))
    alone = () if report.tables else (report.heading, *report.lead)
    parts += paragraphs((*alone, *report.notes))
    return latex_document("\n".join(parts)) if standalone else "\n".join(parts)


def paragraphs(texts: Sequence[str]) -> list[str]:
    lines = [latex_text(" ".join(text.split())) + r"\par" for text in texts if text]
    return [r"\begin{flushleft}\small", *lines, r"\end{flushleft}"] if lines else []


def latex_document(body: str) -> str:
    """A complete document around a body."""
    packages = "\n".join(rf"\usepackage{{{package}}}" for package in PACKAGES)
    return "\n".join((r"\documentclass{article}", packages, r"\begin{document}", body, r"\end{document}"))


# -- one table ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Cell:
    """LaTeX of a cell, its width on one line and the width of its longest word, in em."""

    tex: str
    width: float
    word: float
    formula: bool = False


@dataclass(frozen=True)
class Grid:
    """A table as LaTeX cells; ``below``: (column name, cells) of formulas that have lines of their own."""

    columns: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    right: frozenset[int]
    below: tuple[tuple[str, tuple[Cell, ...]], ...] = ()

    def column(self, position: int) -> list[Cell]:
        return [self.columns[position], *(row[position] for row in self.rows)]

    def natural(self, position: int) -> float:
        return max(cell.width for cell in self.column(position))

    def least(self, position: int) -> float:
        """What a column needs: numbers their width, words that of the longest."""
        natural = self.natural(position)
        if position in self.right and natural <= _NUMBER:
            return natural
        return max(_PROSE if natural > 2 * _PROSE else 0.0, max(cell.word for cell in self.column(position)))


def latex_table(table: Table, digits: int = 6, caption: str = "", label: str = "") -> str:
    """A booktabs table, ready for \\input: ``table`` where it is short, ``longtable`` where it is not."""
    grid = Grid(
        tuple(_cell(column) for column in table.columns),
        tuple(tuple(_cell(value, digits) for value in row) for row in table.rows),
        frozenset(table.right),
    )
    for room, candidate in ((room, g) for g in (grid, _formulas_below(grid)) for room in _FONTS):
        if sum(map(candidate.least, range(len(candidate.columns)))) + _gaps(candidate) <= room[1]:
            return _set(candidate, room[0], room[1], caption, label)
    return _set(_records(grid), *_FONTS[1], caption, label)


def _gaps(grid: Grid) -> float:
    return _GAP * (len(grid.columns) - 1)


def _cell(value: Any, digits: int = 6) -> Cell:
    tex = cell_latex(value, digits)
    if isinstance(value, Formula):
        width = min(estimate(value.text), estimate(tex))
        return Cell(tex if width < 6 else rf"\replcalcfit{{{tex}}}", width, width, formula=width >= 6)
    typed = r"\texttt" in tex
    return Cell(tex, estimate(tex, typed), max((estimate(piece, typed) for piece in _pieces(tex)), default=0.0))


def _pieces(tex: str) -> list[str]:
    """What TeX does not break: words, formulas, numbers up to the next place where a break is allowed."""
    return re.split(r"\\allowbreak(?:\{\}|\s|\\ )?|\s(?![^$]*\$(?:[^$]*\$[^$]*\$)*[^$]*$)|(?<=\w-)|(?<=\\[lg]e)\s", tex)


def estimate(tex: str, typed: bool = False) -> float:
    """Width of a line in em, from its characters: commands count as one, braces and dollars as none.

    ``typed``: it stands in typewriter type, where every character has the same width.
    """
    plain = re.sub(r"\\(?:texttt|mathrm|allowbreak|left|right|replcalcfit|frac|operatorname)\b|[{}$]", "", tex)
    plain = re.sub(r"\\(?:[A-Za-z]+|.)", "=", plain)
    small = 0.15 * sum(map(len, re.findall(r"[_^]\{([^{}]*)\}", tex)))  # letters above and below the line
    if typed:
        return 0.55 * len(plain)
    return sum(_CHARACTERS.get(c, 0.72 if c.isupper() or c in "=+<>" else 0.53) for c in plain) - small


def _formulas_below(grid: Grid) -> Grid:
    """Columns of formulas, one of them wide, become lines of their own below each row."""
    limit = _SHARE * _FONTS[1][1]
    moved = [
        p
        for p in range(len(grid.columns))
        if any(row[p].formula for row in grid.rows) and (grid.natural(p) > limit or len(grid.columns) > 4)
    ]
    if not moved or len(moved) == len(grid.columns):
        return grid
    kept = [p for p in range(len(grid.columns)) if p not in moved]
    return Grid(
        tuple(grid.columns[p] for p in kept),
        tuple(tuple(row[p] for p in kept) for row in grid.rows),
        frozenset(new for new, p in enumerate(kept) if p in grid.right),
        tuple((grid.columns[p].tex, tuple(row[p] for row in grid.rows)) for p in moved),
    )


def _records(grid: Grid) -> Grid:
    """The table row by row: on each line the name of a column and its cell, the first in bold."""
    rows = []
    for number, row in enumerate(grid.rows):
        for p, (name, cell) in enumerate(zip(grid.columns, row, strict=True)):
            if cell.tex:
                space = r"\addlinespace" if p == 0 and number else ""
                bold = replace(cell, tex=rf"\textbf{{{cell.tex}}}" if p == 0 else cell.tex, word=0.0)
                rows.append((replace(name, tex=f"{space} {name.tex}".strip()), bold))
    blank = Cell("", 0.0, 0.0)
    return Grid((blank, blank), tuple(rows), frozenset())


def _set(grid: Grid, font: str, room: float, caption: str, label: str) -> str:
    """The table in a font that gives ``room`` em to a line."""
    shares = _shares(grid, room)
    span = len(grid.columns)
    rows, lines = [], 4
    for number, row in enumerate(grid.rows):
        rows.append(" & ".join(cell.tex for cell in row) + r" \\")
        tall = [ceil(c.width / (share * room)) if share else 1 for c, share in zip(row, shares, strict=True)]
        lines += max(1, *tall)
        for name, cells in grid.below:
            title = f"{name}: " if len(grid.below) > 1 else ""
            rows.append(rf"\multicolumn{{{span}}}{{@{{}}p{{\linewidth}}@{{}}}}{{{title}{cells[number].tex}}} \\")
            lines += 2
        if grid.below and number + 1 < len(grid.rows):
            rows.append(r"\addlinespace")
    named = any(cell.tex for cell in grid.columns)
    head = [" & ".join(cell.tex for cell in grid.columns) + r" \\", r"\midrule"] if named else []
    if len(grid.below) == 1 and head:
        head.insert(1, rf"\multicolumn{{{span}}}{{@{{}}l@{{}}}}{{{grid.below[0][0]}}} \\")
    alignment = "@{}" + "".join(_alignment(grid, p, share) for p, share in enumerate(shares)) + "@{}"
    told = rf"\caption{{{latex_text(caption)}}}" if caption else ""
    told += rf"\label{{{label}}}" if caption and label else ""
    opening = [rf"{{\{font}\setlength{{\tabcolsep}}{{4pt}}"]
    if lines > _LINES:
        body = [r"\setlength{\LTcapwidth}{\linewidth}", rf"\begin{{longtable}}{{{alignment}}}"]
        body += [told + r" \\", r"\toprule", *head, r"\endfirsthead", r"\toprule", *head, r"\endhead"] if told else [
            r"\toprule", *head, r"\endhead"
        ]  # fmt: skip
        body += [r"\bottomrule", r"\endfoot", *rows, r"\end{longtable}}"]
        return "\n".join(opening + body)
    body = [rf"\begin{{tabular}}{{{alignment}}}", r"\toprule", *head, *rows, r"\bottomrule", r"\end{tabular}}"]
    return "\n".join([r"\begin{table}[!htbp]", rf"\centering{told}", *opening, *body, r"\end{table}"])


def _shares(grid: Grid, room: float) -> list[float]:
    """Shares of the line for columns of words, 0 for columns that keep their natural width."""
    span = range(len(grid.columns))
    natural, least = [grid.natural(p) for p in span], [grid.least(p) for p in span]
    if sum(natural) + _gaps(grid) <= room and not any(cell.formula for row in grid.rows for cell in row):
        return [0.0 for _ in span]
    free = [p for p in span if p not in grid.right or natural[p] > _NUMBER]
    if not any(cell.tex for cell in grid.columns) and len(free) == 2:  # set row by row
        return [_RECORD, 0.96 - _RECORD]
    left = room - _gaps(grid) - sum(natural[p] for p in span if p not in free)
    width = {p: least[p] for p in free}
    spare, hungry = left - sum(width.values()), sum(natural[p] - least[p] for p in free)
    for p in free:
        width[p] += min(natural[p] - least[p], spare * (natural[p] - least[p]) / hungry if hungry else 0.0)
    return [width[p] / room if p in width else 0.0 for p in span]


def _alignment(grid: Grid, position: int, share: float) -> str:
    if not share:
        return "r" if position in grid.right else "l"
    ragged = r"\raggedleft" if position in grid.right else r"\raggedright"
    return rf">{{{ragged}\arraybackslash}}p{{{share:.3f}\linewidth}}"
