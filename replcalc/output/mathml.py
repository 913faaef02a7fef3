"""LaTeX formulas as presentation MathML, which browsers draw without scripts.

latex2mathml reads the formula. It lets pass what it does not know (``\\unheard`` stays as it is, ``\\frac{1}`` has no
denominator): whatever is left over in its tree raises UnsupportedFormula, so a test over every formula that is shipped
finds it. Names of several letters become one upright word, set apart from their neighbours; alphabets are Unicode's.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape, unescape
from html.entities import html5
from unicodedata import lookup, name
from xml.etree.ElementTree import Element, tostring

from replcalc.numbers.errors import ReplcalcError


class UnsupportedFormula(ReplcalcError):
    """A piece of LaTeX that cannot be converted."""


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
def to_mathml(latex: str, *, display: bool = False) -> str:
    """Return the formula as a ``<math>`` element, on a line of its own with ``display``."""
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
            element[:] = _insert_spaces(element[:])
    math.attrib = ({"display": "block"} if display else {}) | {"alttext": " ".join(latex.split())}
    return tostring(math, encoding="unicode", short_empty_elements=False)


def format_formula_html(latex: str, *, display: bool = False) -> str:
    """Return the formula as MathML, or as its LaTeX if it cannot be converted (a plugin may print anything)."""
    try:
        return to_mathml(latex, display=display)
    except UnsupportedFormula:
        return f'<code class="tex">{escape(latex)}</code>'


def _tidy(element: Element, latex: str) -> None:
    """Replace entities by characters and alphabets by Unicode letters, join words; refuse unknown LaTeX."""
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
        element.text = "".join(_find_letter(character, variant) for character in text)
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


def _find_letter(character: str, variant: str) -> str:
    """Return a letter or a digit in another alphabet of Unicode."""
    if variant in _ALPHABETS:
        return html5.get(f"{character}{_ALPHABETS[variant]};", character)
    named = name(character).replace("LATIN ", "").replace(" LETTER", "")
    return lookup(f"MATHEMATICAL BOLD {named}") if character.isascii() and character.isalnum() else character


def _insert_spaces(children: Iterable[Element]) -> Iterator[Element]:
    """Insert a thin space between a word and its factor or argument, unless that is in brackets."""
    before = Element("mspace")
    for element in children:
        if (_is_word(element) and _ends_operand(before)) or (_is_word(before) and _starts_operand(element)):
            yield Element("mspace", {"width": _THIN})
        yield element
        before = element


def _find_base(element: Element) -> Element:
    """Return the base of an element with indices, or the element itself."""
    return _find_base(element[0]) if element.tag in ("msub", "msup", "msubsup") else element


def _is_word(element: Element) -> bool:
    return _find_base(element).tag == "mi" and len(_find_base(element).text or "") > 1


def _starts_operand(element: Element) -> bool:
    """Return whether an operand begins with this element, not an operator, a bracket or a space."""
    element = _find_base(element)
    if element.tag == "mrow":
        return len(element) > 0 and _starts_operand(element[0])
    return element.tag not in _BETWEEN


def _ends_operand(element: Element) -> bool:
    """Return whether an operand or a closing bracket ends with this element."""
    element = _find_base(element)
    if element.tag == "mrow":
        return len(element) > 0 and _ends_operand(element[-1])
    return element.tag not in _BETWEEN or (element.tag == "mo" and element.text in (")", "]", "|"))
