"""The tables of a document in LaTeX with booktabs: formulas, names and numbers as mathematics, words as they are.

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
_SPECIAL |= {character: "\\" + character for character in "&%$#_{}"} | {c: f"${c}$" for c in "<>|"}
_SPECIAL |= {"–": "--", "—": "---", "…": r"\dots{}", "’": "'", "“": "``", "”": "''", "\u2003": r"\quad "}
_NAMES = {"≤": "le", "≥": "ge", "≠": "ne", "·": "cdot", "→": "to", "∞": "infty", "√": "surd", "≈": "approx"}
_NAMES |= {"⌈": "lceil", "⌉": "rceil", "Σ": "sum", "ε": "varepsilon", "φ": "varphi", "λ": "lambda"}
#: A Greek letter or another one, with its index: eps_i, rho_target, rho0[i].
_SYMBOL = re.compile(rf"(?<![\w:\\'])((?:{'|'.join(GREEK)}|eps)\d?(?:_\w+|\[i\])?|[A-Za-z](?:_\w+|\[i\]))(?!\w)")


def escape_latex(text: str) -> str:
    """Return characters as they are: special ones escaped, common mathematical ones translated, unknown ones as '?'."""
    return "".join(map(_escape_character, text))


def _escape_character(character: str) -> str:
    if character in _SPECIAL:
        return _SPECIAL[character]
    name = _NAMES.get(character, "")
    if "α" <= character <= "ω":
        name = name or unicodedata.name(character).split()[-1].lower()
    if name:
        return rf"$\{name}$"
    return character if character < "\u0180" and (character.isprintable() or character == " ") else "?"


def format_latex(text: str) -> str:
    """Return words with their names of quantities as mathematics; labels may be broken."""
    parts = _SYMBOL.split(text.replace("<=", "≤").replace(">=", "≥"))
    for place, part in enumerate(parts):
        if place % 2:
            name, *indices = re.sub(r"^eps(?=_|$)", "epsilon", part).removesuffix("]").split("[")
            parts[place] = f"${symbol_latex(name, *indices)}$"
        else:
            parts[place] = re.sub(r"(?<=[:_])(?=\w)", r"\\allowbreak{}", escape_latex(part))
    return "".join(parts)


def format_cell_latex(value: Any, digits: int = 6) -> str:
    """Return a cell of a table: numbers and formulas are mathematics."""
    if isinstance(value, tuple) and value and isinstance(value[0], Formula):
        return r"\\ ".join(format_cell_latex(each, digits) for each in value)
    if isinstance(value, Formula):
        return rf"\replcalcfit{{${value.latex}$}}" if len(value.text) > _WHOLE else f"${value.latex}$"
    text = format_cell(value, digits)
    if isinstance(value, int | Enclosure | fmpq) and not isinstance(value, bool):
        return "$" + latex_number(text).replace(",", "{,}") + "$"
    return format_latex(text)


def render_latex_tables(document: Document, shown: int | None = None) -> str:
    """Return the tables of a document, the title in the caption of the first; without tables its sentences."""
    packages = "% needs " + " ".join(rf"\usepackage{{{package}}}" for package in PACKAGES)
    parts, used = [packages, FIT], set[str]()
    tables = (*((document.typeset,) if document.typeset else ()), *document.tables)
    for position, table in enumerate(tables):
        caption = ". ".join(filter(None, (document.title.rstrip(".:") * (position == 0), table.title.rstrip(".:"))))
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
    lines = [rf"{{\small\begin{{longtable}}{{@{{}}{_choose_alignments(table, digits)}@{{}}}}"]
    lines += [rf"\caption{{{format_latex(caption)}.}}\label{{{label}}} \\"] if caption else []
    lines += [r"\toprule"]
    lines += [" & ".join(map(format_latex, table.columns)) + r" \\", r"\midrule"] if any(table.columns) else []
    lines += [r"\endhead", r"\bottomrule", r"\endfoot"]
    lines += [" & ".join(format_cell_latex(value, digits) for value in row) + r" \\" for row in table.rows]
    return "\n".join((*lines, r"\end{longtable}}"))


def _choose_alignments(table: Table, digits: int) -> str:
    """Return r for numbers, l for short cells, and for long ones a share of what these leave of the line."""
    longest = [max(len(format_cell(cell, digits)) for cell in column) for column in zip(*table.rows, strict=True)]
    is_wide = sum(longest) + 2 * len(longest) > _LINE
    broken = {p: min(n, 120) for p, n in enumerate(longest) if is_wide and n > _WHOLE and p not in table.right}
    left = max(0.9 - sum(n + 2 for p, n in enumerate(longest) if p not in broken) / _LINE, 0.3)
    shares = {place: left * size / sum(broken.values()) for place, size in broken.items()}
    return "".join(
        rf">{{\raggedright\arraybackslash}}p{{{shares[place]:.3f}\linewidth}}"
        if place in shares
        else ("r" if place in table.right else "l")
        for place in range(len(table.columns))
    )
