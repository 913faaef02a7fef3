"""Pieces of HTML that reports, the site and the calculator share: cells, tables, formulas, whole documents.

Everything that is not made here is escaped. A document is complete in itself: its styles are in it or, for the site and
the calculator, in one file beside it; nothing is fetched from elsewhere and nothing needs a script to be read.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html import escape, unescape
from html.entities import html5
from importlib.resources import files
from typing import Any
from unicodedata import lookup, name
from xml.etree.ElementTree import Element, tostring

from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import ReplcalcError
from replcalc.output.report import Formula, Table, cell_text


# -- LaTeX formulas as presentation MathML -----------------------------------------------------------------------------
# What browsers draw without scripts. latex2mathml reads; this module tidies.
# latex2mathml lets pass what it does not know (``\unheard`` stays as it is, ``&`` outside of a matrix is printed,
# ``\frac{1}`` has no denominator): whatever is left over in its tree is an UnsupportedFormula, so a test over every
# formula that is shipped finds it. Names of several letters are one upright word, set apart from their neighbours;
# alphabets are Unicode's, since browsers have dropped ``mathvariant``.
class UnsupportedFormula(ReplcalcError):
    """A piece of LaTeX that cannot be drawn."""


#: Children that an element of MathML has, no more and no fewer.
_CHILDREN = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3, "mroot": 2}
#: Alphabet -> how HTML's entities for its letters end: &Eopf; is double-struck, &Escr; script.
_ALPHABETS = {"double-struck": "opf", "script": "scr"}
#: What latex2mathml takes for a letter or an operator, and what it is.
_KINDS = {
    ("mi", "~"): ("mo", "∼"),
    ("mi", "±"): ("mo", "±"),
    ("mi", "ϵ"): ("mi", "ε"),
    ("mo", "*"): ("mo", "∗"),
    **{("mo", character): ("mi", character) for character in "∞∅∎⊥"},
}
#: Operators with indices below and above them in a displayed formula, and the elements that put them there.
_LIMITED = ("max", "min", "sup", "inf", "lim", "Pr", "⨂")
_LIMITS = {"msub": "munder", "msubsup": "munderover"}
#: What stands between operands.
_BETWEEN = ("mo", "mspace", "mtext", "mtr", "mtd")
_THIN = "0.17em"
#: LaTeX that latex2mathml draws otherwise than meant, and what it draws right: 1{,}000 is one number, the names of
#: functions and quantities are single words, sympy's logarithm is the natural one, brackets by name do not grow.
_REWRITTEN = (
    (re.compile(r"\\[lr]vert(?![A-Za-z])"), "|"),
    (re.compile(r"\\lbrace(?![A-Za-z])"), r"\\{"),
    (re.compile(r"\\rbrace(?![A-Za-z])"), r"\\}"),
    (re.compile(r"\{,\}"), r"\\text{,}"),
    (re.compile(r"\\(?:mathrm|operatorname)\s*\{((?:[A-Za-z0-9 ]|\\_)+)\}"), r"\\text{\1}"),
    (re.compile(r"\\log(?=\{\\left)"), r"\\ln"),
)


@cache
def mathml(latex: str, *, display: bool = False) -> str:
    """The formula as a ``<math>`` element, on a line of its own with ``display``."""
    from latex2mathml.converter import convert_to_element

    source = latex
    for pattern, replacement in _REWRITTEN:
        source = pattern.sub(replacement, source)
    if re.sub(r"\\.", "", source).count("{") != re.sub(r"\\.", "", source).count("}"):
        raise UnsupportedFormula(f"a brace is not closed or not opened in {latex}")
    try:
        math = convert_to_element(source, display="block" if display else "inline")
    except Exception as error:  # its errors have no common ancestor, and malformed LaTeX raises others too
        raise UnsupportedFormula(f"{type(error).__name__} in {latex}") from error
    for element in math.iter():
        _tidy(element, latex)
    for element in list(math.iter()):
        if element.tag not in _CHILDREN:
            element[:] = _spaced(element[:])
    math.attrib = ({"display": "block"} if display else {}) | {"alttext": " ".join(latex.split())}
    return tostring(math, encoding="unicode", short_empty_elements=False)


def formula(latex: str, *, display: bool = False) -> str:
    """The formula for a page; one that cannot be read (a pack may print anything) is shown as its LaTeX."""
    try:
        return mathml(latex, display=display)
    except UnsupportedFormula:
        return f'<code class="tex">{escape(latex)}</code>'


def _tidy(element: Element, latex: str) -> None:
    """Characters as such, alphabets as Unicode's letters, words as one name; refuses what was not understood."""
    from latex2mathml.symbols_parser import convert_symbol

    text = unescape(element.text or "").replace(r"\_", "_")
    if text.startswith("\\") and (code := convert_symbol(text)):  # the bracket of \\Bigl\\lceil
        text = chr(int(code, 16))
    if text.startswith("\\") or (element.tag == "mi" and text in ("&", "_", "^")):
        raise UnsupportedFormula(f"'{text}' is not known, in {latex}")
    if len(element) != _CHILDREN.get(element.tag, len(element)):
        raise UnsupportedFormula(f"<{element.tag}> with {len(element)} parts, in {latex}")
    element.tag, element.text = _KINDS.get((element.tag, text), (element.tag, text))
    variant = element.get("mathvariant")
    if variant in _ALPHABETS or variant == "bold":
        element.text = "".join(_letter(character, variant) for character in text)
        del element.attrib["mathvariant"]
    elif variant == "monospace":
        element.attrib = {"class": "code"}
    elif element.tag == "mtext" and re.fullmatch(r"\w+", text):
        element.tag, element.attrib = "mi", {"mathvariant": "normal"} if len(text) == 1 else {}
    elif element.tag == "mo" and text in ("/", "|"):
        element.attrib |= {"lspace": "0", "rspace": "0"}
    elif element.tag == "mo" and text.isalpha() and len(text) > 1 and text != "mod":
        element.attrib |= {"form": "prefix", "lspace": _THIN, "rspace": "0.1em"}
    elif element.tag in _LIMITS and element[0].tag == "mo" and unescape(element[0].text or "") in _LIMITED:
        element.tag = _LIMITS[element.tag]
        element[0].set("movablelimits", "true")


def _letter(character: str, variant: str) -> str:
    """A letter or a digit in another alphabet of Unicode."""
    if variant in _ALPHABETS:
        return html5.get(f"{character}{_ALPHABETS[variant]};", character)
    named = name(character).replace("LATIN ", "").replace(" LETTER", "")
    return lookup(f"MATHEMATICAL BOLD {named}") if character.isascii() and character.isalnum() else character


def _spaced(children: Iterable[Element]) -> Iterator[Element]:
    """A thin space between a word and what it is multiplied with or applied to, unless that is in brackets."""
    before = Element("mspace")
    for element in children:
        if (_is_word(element) and _ends(before)) or (_is_word(before) and _begins(element)):
            yield Element("mspace", {"width": _THIN})
        yield element
        before = element


def _base(element: Element) -> Element:
    """What carries the indices, or the element itself."""
    return _base(element[0]) if element.tag in ("msub", "msup", "msubsup") else element


def _is_word(element: Element) -> bool:
    return _base(element).tag == "mi" and len(_base(element).text or "") > 1


def _begins(element: Element) -> bool:
    """Does an operand begin here, not an operator, a bracket or a space?"""
    element = _base(element)
    if element.tag == "mrow":
        return len(element) > 0 and _begins(element[0])
    return element.tag not in _BETWEEN


def _ends(element: Element) -> bool:
    """Does an operand end here, a closing bracket among them?"""
    element = _base(element)
    if element.tag == "mrow":
        return len(element) > 0 and _ends(element[-1])
    return element.tag not in _BETWEEN or (element.tag == "mo" and element.text in (")", "]", "|"))


#: Words at the start of a cell that say what something is worth -> class of their style.
_WORTH = {
    "PROVED": "good",
    "certified": "good",
    "REFUTED": "bad",
    "not applicable": "bad",
    "not found": "doubt",
    "UNDECIDED": "doubt",
    "conditional": "doubt",
    "vacuous": "doubt",
    "false": "bad",
}
#: A formula of more LaTeX than this is set smaller, so that it fits a printed page.
_LONG, _LONGER = 160, 320
#: A table of more columns does not fit on a phone.
MANY = 3


@cache
def asset(name: str) -> str:
    """A file of ``render/assets``: styles, scripts of the site."""
    return (files("replcalc.output") / "assets" / name).read_text(encoding="utf-8")


def cell_html(value: Any, digits: int = 6) -> str:
    """A cell: formulas as MathML, verdicts and promises in their colours, everything else as in the text."""
    if isinstance(value, Formula):
        return formula(value.latex)
    text = cell_text(value, digits)
    if isinstance(value, Verdict | str):
        worth = next((name for word, name in _WORTH.items() if text.startswith(word)), None)
        if worth is not None:
            return f'<span class="worth {worth}">{escape(text)}</span>'
    return escape(text)


def table_html(table: Table, digits: int = 6, cell: Callable[[Any, int], str] = cell_html) -> str:
    """A table whose first column heads the rows; it scrolls sideways where it must.

    On a narrow screen the cells of a wide one stand below each other, each beside the name of its column (``data-of``).
    """
    head = "".join(
        f'<th scope="col"{_number(p, table)}>{escape(column)}</th>' for p, column in enumerate(table.columns)
    )
    rows = []
    for row in table.rows:
        cells = [
            f'<th scope="row"{_number(p, table)}>{cell(value, digits)}</th>'
            if p == 0 and len(row) > 1
            else f'<td{_number(p, table)} data-of="{escape(table.columns[p])}">{cell(value, digits)}</td>'
            for p, value in enumerate(row)
        ]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    caption = f"<caption>{escape(table.title)}</caption>" if table.title else ""
    grid = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    label = escape(table.title or "table")
    grid = grid.replace("<table>", '<table class="many">', 1) if len(table.columns) > MANY else grid
    return f'<div class="wide" tabindex="0" role="region" aria-label="{label}">{grid}</div>'


def _number(position: int, table: Table) -> str:
    return ' class="number"' if position in table.right else ""


def display(latex: str) -> str:
    """A formula on a line of its own; a long one is smaller and can be scrolled."""
    size = " longer" if len(latex) > _LONGER else " long" if len(latex) > _LONG else ""
    return f'<div class="formula{size}" tabindex="0">{formula(latex, display=True)}</div>'


def section(title: str, body: str, identifier: str = "") -> str:
    """A section with a heading; nothing where there is nothing to say."""
    name = f' id="{escape(identifier)}"' if identifier else ""
    return f"<section{name}><h2>{escape(title)}</h2>{body}</section>" if body else ""


_LETTERS = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "epsilon": "ε",
    "eps": "ε",
    "eta": "η",
    "theta": "θ",
    "kappa": "κ",
    "lambda": "λ",
    "mu": "μ",
    "nu": "ν",
    "pi": "π",
    "rho": "ρ",
    "sigma": "σ",
    "tau": "τ",
    "chi": "χ",
    "psi": "ψ",
    "omega": "ω",
}
_SYMBOL = re.compile(
    rf"(?<![\w`])(?:({'|'.join(_LETTERS)})([0-9]?)|([A-Za-z])(?=[_^])|([kmn])(?![\w']))(?:_(\w+))?(?:\^(\w+|\*|\([\w+-]+\)))?(?!\w)"
)
#: Labels, options and files: they stay as they are.
_NAME = re.compile(r"(--\w[\w-]*|\w[\w/-]*:\w[\w:/-]*|\w[\w/]*\.(?:py|md|json)\b)")


def prose(text: str) -> str:
    """Words about mathematics: letters that are named become letters, indices and exponents stand where they belong."""

    def drawn(found: re.Match[str]) -> str:
        letter, digit, latin, alone, index, power = found.groups()
        low = (digit or "") + (index or "")
        base = f"<i>{_LETTERS[letter] if letter else latin or alone}</i>"
        high = _LETTERS.get(power, power) if power else ""
        return base + (f"<sub>{low}</sub>" if low else "") + (f"<sup>{high}</sup>" if high else "")

    parts = _NAME.split(escape(text, quote=False))
    parts[::2] = [_SYMBOL.sub(drawn, part) for part in parts[::2]]
    return "".join(parts)


def paragraphs(lines: Iterable[str], kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return "".join(f"<p{attribute}>{escape(line)}</p>" for line in lines)


def items(entries: Iterable[str], *, ordered: bool = False) -> str:
    """A list of entries that are HTML already."""
    inner = "".join(f"<li>{entry}</li>" for entry in entries)
    name = "ol" if ordered else "ul"
    return f"<{name}>{inner}</{name}>" if inner else ""


def pairs(entries: Iterable[tuple[str, str]]) -> str:
    """Names and what they stand for, both HTML already."""
    inner = "".join(f"<div><dt>{name}</dt><dd>{meaning}</dd></div>" for name, meaning in entries)
    return f"<dl>{inner}</dl>" if inner else ""


def details(summary: str, body: str, *, is_open: bool = False) -> str:
    """A part that opens on demand; ``summary`` is HTML already."""
    return f"<details{' open' if is_open else ''}><summary>{summary}</summary>{body}</details>"


def barred(bar: str, body: str) -> str:
    """A page's body below a bar, which can be skipped."""
    skip = '<a class="skip" href="#content">To the content</a>'
    return f'{skip}<header class="bar">{bar}</header><main id="content">{body}</main>'


def document(title: str, body: str, *, head: str = "", kind: str = "") -> str:
    """A whole page."""
    attribute = f' class="{kind}"' if kind else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n{head}</head>\n<body{attribute}>\n{body}\n</body>\n</html>\n"
    )


def text_digest(text: str) -> str:
    """SHA-256 of a text, by which two copies can be compared."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
