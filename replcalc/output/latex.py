"""A document in LaTeX: its tables with booktabs, formulas and numbers as mathematics, the title as caption.

A piece for \\input names the packages it needs in its first line; ``render_latex_document`` makes a document of it.
"""

import re
import unicodedata
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, latex_number
from replcalc.output.document import Document, Formula, Table, format_cell, make_slug
from replcalc.symbolic.printing import GREEK, symbol_latex

PACKAGES = ("amsmath", "amssymb", "booktabs", "longtable", "array", "graphicx")
#: Shrinks a formula that is wider than the line; nothing else is scaled.
FIT = r"\providecommand{\replcalcfit}[1]{\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{#1}}"
#: Characters on a line of the text of an article, and the longest cell of words that is not broken.
_LINE, _WHOLE = 74, 24

_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_SPECIAL |= {character: "\\" + character for character in "&%$#_{}"}
_SPECIAL |= {"–": "--", "—": "---", "…": r"\dots{}", "’": "'", "“": "``", "”": "''", "\u2003": r"\quad "}
_SPECIAL |= {character: rf"${character}$" for character in "<>|"}
_MATHEMATICS = {"≤": "le", "≥": "ge", "≠": "ne", "·": "cdot", "×": "times", "→": "to", "∞": "infty", "√": "surd"}
_MATHEMATICS |= {"≈": "approx", "±": "pm", "∈": "in", "⌈": "lceil", "⌉": "rceil", "Σ": "sum", "ε": "varepsilon"}
_MATHEMATICS |= {c: unicodedata.name(c).split()[-1].lower() for c in "αβγδηθλμνπρστχψω"} | {
    "φ": "varphi",
    "λ": "lambda",
}
_SPECIAL |= {character: rf"$\{name}$" for character, name in _MATHEMATICS.items()}
for _place, _digits in (("^", "⁰¹²³⁴⁵⁶⁷⁸⁹"), ("_", "₀₁₂₃₄₅₆₇₈₉")):
    _SPECIAL |= {character: rf"${_place}{number}$" for number, character in enumerate(_digits)}

_RELATIONS = {"<=": r"\le", ">=": r"\ge", "!=": r"\ne", "->": r"\to"}
#: A quantity is Greek, or one letter with or without a subscript; "a", "A" and "I" are words.
_SYMBOL = rf"(?:(?:{'|'.join(GREEK)}|eps)(?:[_\d]\w*)?|(?![aAI]\b)[A-Za-z](?:[_\d]\w{{0,12}})?)"
_TOKEN = re.compile(
    rf"""(?P<label>(?:[A-Za-z]+:[A-Za-z_]|[a-z]{{2,}}\.[a-z])[\w/:.-]*\w)
      | (?P<starred>(?<!\w)(?:eps|epsilon|delta|gamma)[*'])
      | (?P<number>(?<![\w.])\d[\d.]*e[+-]?\d+(?!\w|\.\d))
      | (?P<relation><=|>=|!=|->)
      | (?P<indexed>(?<![\w'])[A-Za-z]\w*\[\w+\])
      | (?P<name>(?<![\w'’]){_SYMBOL}(?!\w))""",
    re.VERBOSE,
)


def escape_latex(text: str) -> str:
    """Return characters as they are: special ones escaped, common mathematical ones translated, unknown ones as '?'."""
    return "".join(_SPECIAL.get(c) or (c if c < "\u0180" and (c.isprintable() or c == " ") else "?") for c in text)


def format_latex(text: str) -> str:
    """Return a sentence or a name: ``eps_i <= 1e-4`` is mathematics, ``lm:azuma`` a label, the rest words."""
    parts, end = [], 0
    for match in _TOKEN.finditer(text):
        parts += [escape_latex(text[end : match.start()]), _format_token(str(match.lastgroup), match.group())]
        end = match.end()
    return re.sub(r"\$ ?\$", " ", "".join((*parts, escape_latex(text[end:]))))


def _format_token(kind: str, text: str) -> str:
    match kind:
        case "label":
            return r"\texttt{" + re.sub(r"(?<=[:/_-])(?=[\w\\]{3})", r"\\allowbreak{}", escape_latex(text)) + "}"
        case "starred":
            return f"${_format_symbol(text[:-1])}{'^*' if text[-1] == '*' else text[-1]}$"
        case "number":
            return f"${latex_number(text)}$"
        case "relation":
            return f"${_RELATIONS[text]}$"
        case "indexed":
            return f"${_format_symbol(*text[:-1].split('['))}$"
        case _:
            return f"${_format_symbol(text)}$"


def _format_symbol(name: str, *indices: str) -> str:
    return symbol_latex(re.sub(r"^eps(?=_|$)", "epsilon", name), *indices)


def format_cell_latex(value: Any, digits: int = 6) -> str:
    """Return a cell of a table: numbers and formulas are mathematics."""
    if isinstance(value, tuple) and value and isinstance(value[0], Formula):
        return r"\\ ".join(format_cell_latex(each, digits) for each in value)
    if isinstance(value, Formula):
        return rf"\replcalcfit{{${value.latex}$}}" if len(value.text) > _WHOLE else f"${value.latex}$"
    text = format_cell(value, digits)
    if isinstance(value, bool) or value is None:
        return text
    if isinstance(value, int | Enclosure | fmpq):
        return "$" + latex_number(text).replace(",", "{,}") + "$"
    return format_latex(text)


def render_latex_tables(document: Document, shown: int | None = None) -> str:
    """Return the tables of a document, the title in the caption of the first; without tables its sentences."""
    packages = "% needs " + " ".join(rf"\usepackage{{{package}}}" for package in PACKAGES)
    parts, used = [packages, FIT], set[str]()
    tables = (*((document.typeset,) if document.typeset else ()), *document.tables)
    for position, table in enumerate(tables):
        above = (document.title,) if position == 0 else ()
        parts_of_caption = [text.rstrip(".:") for text in (*above, table.title) if text]
        caption = ". ".join(text[0].upper() + text[1:] if text.isascii() else text for text in parts_of_caption)
        label = make_slug(table.title or document.title)[:60].strip("-") or "answer"
        label += f"-{position + 1}" if label in used else ""
        used.add(label)
        parts.append(_render_table(table, shown or table.digits, caption, f"tab:{label}"))
    if not tables:
        parts += [format_latex(line) + r"\par" for line in (document.title, *document.lines, *document.notes) if line]
    return "\n".join(parts)


def render_latex_document(body: str) -> str:
    """Return a complete document around a body."""
    packages = "\n".join(rf"\usepackage{{{package}}}" for package in PACKAGES)
    return "\n".join((r"\documentclass{article}", packages, r"\begin{document}", body, r"\end{document}"))


def _render_table(table: Table, digits: int, caption: str, label: str) -> str:
    cells = [[format_cell_latex(value, digits) for value in row] for row in table.rows]
    head = " & ".join(map(format_latex, table.columns)) + r" \\"
    named = rf"\caption{{{format_latex(caption)}.}}\label{{{label}}} \\" if caption else ""
    lines = (
        rf"{{\small\begin{{longtable}}{{@{{}}{''.join(_choose_alignments(table, digits))}@{{}}}}",
        named,
        r"\toprule",
        *((head, r"\midrule") if any(table.columns) else ()),
        r"\endhead",
        r"\bottomrule",
        r"\endfoot",
        *(" & ".join(row) + r" \\" for row in cells),
        r"\end{longtable}}",
    )
    return "\n".join(filter(None, lines))


def _choose_alignments(table: Table, digits: int) -> list[str]:
    """Return r for numbers, l for short cells, and for long ones a share of what these leave of the line."""
    longest = [
        max((len(format_cell(row[place], digits)) for row in table.rows), default=0)
        for place in range(len(table.columns))
    ]
    broken = [place for place, size in enumerate(longest) if size > _WHOLE and place not in table.right]
    if sum(longest) + 2 * len(longest) <= _LINE:
        broken = []
    kept = sum(size + 2 for place, size in enumerate(longest) if place not in broken)
    share = max(0.9 - kept / _LINE, 0.3) / (sum(min(longest[place], 120) for place in broken) or 1)
    return [
        rf">{{\raggedright\arraybackslash}}p{{{share * min(longest[place], 120):.3f}\linewidth}}"
        if place in broken
        else ("r" if place in table.right else "l")
        for place in range(len(table.columns))
    ]
