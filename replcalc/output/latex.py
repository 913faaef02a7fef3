"""A report in LaTeX: booktabs tables as wide as the text, broken over pages where they must, with caption and label.

xltabular gives columns of words what numbers and short words leave of the line. Counting characters decides the rest:
the largest font in which the longest words of all columns stand side by side; a table that fits in none is set row by
row. Formulas shrink where their column is too narrow. The pieces need PACKAGES and nothing else; ``standalone`` makes a
document of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, latex_number
from replcalc.output.report import Formula, Report, Table, cell_text, slug
from replcalc.symbolic.latex import GREEK, symbol_latex

# -- words in LaTeX ----------------------------------------------------------------------------------------------------
# Words, names, numbers and formulas of a report in LaTeX: symbols are mathematics, labels break where they may.
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "·": r"$\cdot$",
    "×": r"$\times$",
    "→": r"$\to$",
    "…": r"\dots{}",
    "∞": r"$\infty$",
    "√": r"$\surd$",
    "≈": r"$\approx$",
    "<": r"$<$",
    ">": r"$>$",
    "²": r"$^2$",
    "ε": r"$\varepsilon$",
    "δ": r"$\delta$",
    "ρ": r"$\rho$",
    "β": r"$\beta$",
    "γ": r"$\gamma$",
    "—": "---",
    "–": "--",
    "|": r"$|$",
    "±": r"$\pm$",
    "≠": r"$\ne$",
    "∈": r"$\in$",
    "’": "'",
    "‘": "`",
    "“": "``",
    "”": "''",
    "Σ": r"$\sum$",
    "′": r"$'$",
    "⌈": r"$\lceil$",
    "⌉": r"$\rceil$",
    **{
        letter: rf"$\{name}$"
        for letter, name in zip(
            "αηθλμνπστφχω",
            (
                "alpha",
                "eta",
                "theta",
                "lambda",
                "mu",
                "nu",
                "pi",
                "sigma",
                "tau",
                "varphi",
                "chi",
                "omega",
            ),
            strict=True,
        )
    },
    **{digit: rf"$_{number}$" for number, digit in enumerate("₀₁₂₃₄₅₆₇₈₉")},
}
_RELATIONS = {"<=": r"\le", ">=": r"\ge", "!=": r"\ne", "==": "=", "->": r"\to", "<": "<", ">": ">"}
#: Single letters that are words of English, not symbols.
_ENGLISH = frozenset("aAI")
#: Digits after which a long number may be broken.
_PIECE = 5
#: Longest name of a symbol with a word below it; a longer one is typed as it is, since it must be breakable.
_SUBSCRIPT = 12
#: Longest number that is never broken.
_WHOLE = 24

_TOKEN = re.compile(
    r"""(?P<label>(?:[A-Za-z]+:[A-Za-z_]|[a-z]{2,}\.[a-z])[\w/:.-]*\w)
      | (?P<number>(?<![\w.])\d[\d.]*e[+-]?\d+(?!\w|\.\d))
      | (?P<power>(?<!\w)[A-Za-z0-9]\w*\^(?:\([^()\s]*\)|-?\w+))
      | (?P<root>\bsqrt\([^()]*\))
      | (?P<indexed>(?<![\w'])[A-Za-z]\w*\[\w+\])
      | (?P<relation><=|>=|!=|==|->|<|>)
      | (?P<soft>\bO~)
      | (?P<name>(?<![\w'’])[A-Za-z]\w*)
      | (?P<digits>\d[\d.,]*\w*)""",
    re.VERBOSE,
)


def latex_escape(text: str) -> str:
    """Characters as they are: special ones escaped, common mathematical ones translated, unknown ones a question."""
    return "".join(_SPECIAL.get(c) or (c if c < "\u0180" and (c.isprintable() or c == " ") else "?") for c in text)


def is_symbol(name: str) -> bool:
    """Whether a name stands for a quantity: Greek, one letter, or one letter with a subscript."""
    head = re.match(r"[A-Za-z]+", name)
    if head is None or name in _ENGLISH:
        return False
    return head.group() in GREEK or (len(head.group()) == 1 and (len(name) == 1 or name[1] in "_0123456789"))


def latex_text(text: str) -> str:
    """A sentence or a name: ``rho0 <= 1e-4`` becomes mathematics, ``lm:azuma`` a label, the rest stays words."""
    parts, end = [], 0
    for match in _TOKEN.finditer(text):
        parts += [latex_escape(text[end : match.start()]), _token(str(match.lastgroup), match.group())]
        end = match.end()
    return _joined("".join((*parts, latex_escape(text[end:]))))


_NUMERAL = r"(\d+(?:[.,/]\d+)*)(?![\w.]*\w)"


def _joined(tex: str) -> str:
    """$a$ $\\le$ $b$ as one formula, and $k$ = 2 too: then the spaces around relations are right."""
    tex = re.sub(r"(?<=[\d\$]) (?=\$\\(?:le|ge|ne|to)\$)|(?<=\\[lgnt][eo]\$) (?=\$)", "", tex)
    tex = re.sub(r"\$ ?\$", " ", tex)
    return re.sub(rf"(\\[lgn]e|[<>])\$ {_NUMERAL}|\$ = {_NUMERAL}", _numeral, tex)


def _numeral(match: re.Match[str]) -> str:
    number = (match.group(2) or match.group(3)).replace(",", "{,}")
    return f"{match.group(1) or ' ='} {number}$"


def _token(kind: str, text: str) -> str:
    match kind:
        case "label":
            return _typewriter(text)
        case "number":
            return f"${latex_number(text)}$"
        case "power":
            base, _, exponent = text.partition("^")
            return f"${_atom(base)}^{{{_atom(exponent)}}}$"
        case "root":
            return rf"$\sqrt{{{_atom(text[5:-1])}}}$"
        case "indexed":
            name, _, index = text[:-1].partition("[")
            return f"${symbol_latex(name, index)}$"
        case "relation":
            return f"${_RELATIONS[text]}$"
        case "soft":
            return r"$\widetilde{O}$"
        case "name" if is_symbol(text) and len(text) <= _SUBSCRIPT:
            return f"${symbol_latex(text)}$"
        case "name" if "_" in text:
            return _typewriter(text)
        case "digits" if len(text) > _WHOLE:
            return re.sub(rf"(\d{{{_PIECE}}})(?=\d)", r"\1\\allowbreak{}", text)
        case _:
            return latex_escape(text)


def _atom(text: str) -> str:
    """Inside a formula: symbols as symbols, other characters as they are."""
    return re.sub(r"[A-Za-z]\w*", lambda m: symbol_latex(m.group()), text.replace("*", r"\cdot "))


def _typewriter(text: str) -> str:
    """A name as it is typed; it may be broken after a mark between two words."""
    return r"\texttt{" + re.sub(r"(?<=[:/_-])(?=[\w\\]{3})", r"\\allowbreak{}", latex_escape(text)) + "}"


def cell_latex(value: Any, digits: int = 6) -> str:
    """A cell of a table: numbers and formulas are mathematics."""
    if isinstance(value, Formula):
        return f"${value.latex}$"
    if isinstance(value, bool) or value is None:
        return cell_text(value)
    if isinstance(value, int | Enclosure | fmpq):
        return _number(cell_text(value, digits))
    return latex_text(cell_text(value, digits))


def _number(text: str) -> str:
    if text.startswith("["):
        low, high = text[1:-1].split(", ")
        return rf"$[{_digits(low)},\allowbreak\ {_digits(high)}]$"
    return f"${_digits(text)}$"


def _digits(text: str) -> str:
    shown = latex_number(text).replace(",", "{,}")
    if len(text) <= _WHOLE:
        return shown
    return re.sub(rf"(\d{{{_PIECE}}})(?=\d)", r"\1\\allowbreak ", shown)


PACKAGES = ("amsmath", "amssymb", "booktabs", "graphicx", "xltabular")

#: Shrinks a formula that is wider than its column; nothing else is scaled.
FIT = r"\providecommand{\replcalcfit}[1]{\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{#1}}"
#: Font -> characters on a line of 345pt, the text of an article on A4 and on letter paper.
_FONTS = {"small": 66, "footnotesize": 74, "scriptsize": 81}
#: Characters that the space between two columns takes.
_GAP = 2
#: Columns up to this length keep it, longer ones are words that are broken; a number up to this length is not broken.
_SHORT, _NUMBER = 12, 26
#: A formula is shrunk to this part of its length before it asks for a wider column.
_SHRUNK = 0.5


def latex_report(report: Report, shown: int | None = None, standalone: bool = False) -> str:
    """Every table with what was asked and assumed in its caption, then the sentences."""
    parts, used = [FIT], set[str]()
    for position, table in enumerate(report.tables):
        if table.latex:
            parts.append(table.latex)
            continue
        above = (report.heading, *report.lead) if position == 0 else ()
        caption = ". ".join(text[:1].upper() + text[1:].rstrip(".") for text in (*above, table.title) if text) + "."
        name = label = slug(table.title or report.heading)[:60].strip("-") or "answer"
        while label in used:
            label = f"{name}-{sum(each.startswith(name) for each in used) + 1}"
        used.add(label)
        parts.append(latex_table(table, shown or table.digits, caption if len(caption) > 1 else "", f"tab:{label}"))
    alone = () if report.tables else (report.heading, *report.lead)
    parts += paragraphs((*alone, *report.notes))
    if standalone:
        parts += _bibliography([entry for table in report.tables for entry in table.references])
    return latex_document("\n".join(parts)) if standalone else "\n".join(parts)


def _bibliography(entries: Sequence[tuple[str, str]]) -> list[str]:
    items = [rf"\bibitem{{{key}}} {latex_escape(entry)}" for key, entry in dict(entries).items()]
    return [rf"\begin{{thebibliography}}{{{len(items)}}}", *items, r"\end{thebibliography}"] if items else []


def paragraphs(texts: Sequence[str]) -> list[str]:
    lines = [latex_text(" ".join(text.split())) + r"\par" for text in texts if text]
    return [r"\begin{flushleft}\small", *lines, r"\end{flushleft}"] if lines else []


def latex_document(body: str) -> str:
    """A complete document around a body."""
    packages = "\n".join(rf"\usepackage{{{package}}}" for package in PACKAGES)
    return "\n".join((r"\documentclass{article}", packages, r"\begin{document}", body, r"\end{document}"))


# -- one table ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Column:
    """Name and cells in LaTeX; ``whole``: characters of the longest cell, ``least``: of what cannot be broken."""

    name: str
    cells: tuple[str, ...]
    whole: int
    least: int
    right: bool = False
    formulas: bool = False

    @property
    def is_fixed(self) -> bool:
        """Does it keep its width where the line is too short?"""
        return (not self.formulas and self.least >= self.whole) or self.whole <= _SHORT


def latex_table(table: Table, digits: int = 6, caption: str = "", label: str = "") -> str:
    """A booktabs table, ready for \\input."""
    columns = [
        _column(name, [row[p] for row in table.rows], p in table.right, digits) for p, name in enumerate(table.columns)
    ]
    needed = sum(column.least + _GAP for column in columns) - _GAP
    font = next((font for font, room in _FONTS.items() if needed <= room), None)
    told = rf"\caption{{{latex_text(caption)}}}" + (rf"\label{{{label}}}" if label else "") if caption else ""
    return _set(columns, font, told) if font else _set(_records(columns), "footnotesize", told)


def _column(name: str, values: Sequence[Any], right: bool, digits: int) -> _Column:
    texts = [cell_text(value, digits) for value in values]
    longest = max(map(len, texts), default=0)
    words = [word for text in (name, *texts) for word in re.split(r"\s|(?<=[\w)][:/_-])", text)]
    whole, least = max(longest, len(name)), max(map(len, words))
    head, cells = latex_text(name), [cell_latex(value, digits) for value in values]
    drawn = [len(value.text) for value in values if isinstance(value, Formula)]
    formulas = max(drawn, default=0) > _SHORT
    if formulas:
        least = max(_SHORT, int(_SHRUNK * max(drawn)))
        cells = [rf"\replcalcfit{{{c}}}" if isinstance(v, Formula) else c for c, v in zip(cells, values, strict=True)]
    elif right and longest <= _NUMBER:
        whole = least = max(longest, *map(len, name.split()), 1)
        head = rf"\shortstack[r]{{{head.replace(' ', chr(92) * 2)}}}" if len(name) > whole else head
    return _Column(head, tuple(cells), whole, least, right, formulas)


def _records(columns: Sequence[_Column]) -> list[_Column]:
    """The table row by row: on each line the name of a column and its cell, the first in bold."""
    names, cells = [], []
    for number in range(len(columns[0].cells)):
        for p, column in enumerate(columns):
            if column.cells[number]:
                names.append((r"\addlinespace " if p == 0 and number else "") + column.name)
                cells.append(rf"\textbf{{{column.cells[number]}}}" if p == 0 else column.cells[number])
    line = _FONTS["footnotesize"]
    return [_Column("", tuple(names), _SHORT, _SHORT), _Column("", tuple(cells), line, line - _SHORT - _GAP)]


def _set(columns: Sequence[_Column], font: str, told: str) -> str:
    """The table in a font; where the line is too short, columns of words share what the others leave of it."""
    room = _FONTS[font] - _GAP * (len(columns) - 1)
    broken = [] if sum(c.whole for c in columns) <= room else [c for c in columns if not c.is_fixed]
    spare = max(0, room - sum(c.least if c in broken else c.whole for c in columns))
    wish = sum(c.whole - c.least for c in broken)
    widths = [c.least + spare * (c.whole - c.least) / wish if c in broken else 0 for c in columns]
    shares = [width * len(broken) / sum(widths) if width else 0 for width in widths]
    names = " & ".join(c.name for c in columns)
    head = [r"\toprule", *([names + r" \\", r"\midrule"] if names.strip(" &") else [])]
    first = [told + r" \\", *head, r"\endfirsthead"] if told else []
    rows = [" & ".join(cells) + r" \\" for cells in zip(*(c.cells for c in columns), strict=True)]
    opening = r"\begin{xltabular}{\linewidth}" if broken else r"\begin{longtable}"
    return "\n".join(
        [
            rf"{{\{font}\setlength{{\tabcolsep}}{{4pt}}\setlength{{\LTcapwidth}}{{\linewidth}}",
            f"{opening}{{@{{}}{''.join(map(_alignment, columns, shares))}@{{}}}}",
            *first,
            *head,
            r"\endhead",
            r"\bottomrule",
            r"\endfoot",
            *rows,
            rf"\end{{{'xltabular' if broken else 'longtable'}}}}}",
        ]
    )


def _alignment(column: _Column, share: float) -> str:
    if not share:
        return "r" if column.right else "l"
    ragged = r"\raggedleft" if column.right else r"\raggedright"
    return rf">{{\hsize={share:.3f}\hsize{ragged}\arraybackslash}}X"
