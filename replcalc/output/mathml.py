"""LaTeX formulas as presentation MathML, which browsers draw without scripts.

latex2mathml reads the formula. It lets pass what it does not know (``\\unheard`` stays as it is, ``\\frac{1}`` has no
denominator): whatever is left over in its tree raises UnsupportedFormula, so a test over every formula that is shipped
finds it. Names of several letters become one upright word, with a thin space before a factor or an argument.
"""

import re
from functools import cache
from html import escape, unescape
from xml.etree.ElementTree import Element, tostring

from replcalc.numbers.errors import ReplcalcError


class UnsupportedFormula(ReplcalcError):
    """A piece of LaTeX that cannot be converted."""


#: Children that an element of MathML has, no more and no fewer.
_CHILDREN = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3, "mroot": 2}
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
_GREEK = r"\\(?:var)?(?:alpha|beta|gamma|delta|eps|eta|theta|lambda|mu|rho|sigma|tau|sum|frac|sqrt|Pr)"
#: LaTeX that latex2mathml draws otherwise than meant, and what it draws right: 1{,}000 is one number, the names of
#: functions and quantities are single words, sympy's logarithm is the natural one, brackets by name do not grow.
_REWRITTEN = (
    (re.compile(r"\\[lr]vert(?![A-Za-z])"), "|"),
    (re.compile(r"\\lbrace(?![A-Za-z])"), r"\\{"),
    (re.compile(r"\\rbrace(?![A-Za-z])"), r"\\}"),
    (re.compile(r"\{,\}"), r"\\text{,}"),
    (re.compile(r"\\(?:mathrm|operatorname)\s*\{((?:[A-Za-z0-9 ]|\\_)+)\}"), r"\\text{\1}"),
    (re.compile(r"\\log(?=\{\\left)"), r"\\ln"),
    (re.compile(r"(?<=[A-Za-z0-9})])\s*(?=\\(?:text\{\w|(?:log|ln|exp)(?![a-z])))"), r"\\,"),
    (re.compile(rf"(\\text\{{\w+\}}|\\(?:log|ln|exp)(?![a-z]))\s*(?=[A-Za-z0-9]|{_GREEK})"), r"\1\\,"),
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
    math.attrib = ({"display": "block"} if display else {}) | {"alttext": " ".join(latex.split())}
    return tostring(math, encoding="unicode", short_empty_elements=False)


def format_formula_html(latex: str, *, display: bool = False) -> str:
    """Return the formula as MathML, or as its LaTeX if it cannot be converted (a plugin may print anything)."""
    try:
        return to_mathml(latex, display=display)
    except UnsupportedFormula:
        return f'<code class="tex">{escape(latex)}</code>'


def _tidy(element: Element, latex: str) -> None:
    """Replace entities by characters, join words, put limits below operators; refuse unknown LaTeX."""
    from latex2mathml.symbols_parser import convert_symbol

    text = unescape(element.text or "").replace(r"\_", "_")
    if text.startswith("\\") and (code := convert_symbol(text)):  # the bracket of \\Bigl\\lceil
        text = chr(int(code, 16))
    if text.startswith("\\") or (element.tag == "mi" and text in ("&", "_", "^")):
        raise UnsupportedFormula(f"'{text}' is not known, in {latex}")
    if len(element) != _CHILDREN.get(element.tag, len(element)):
        raise UnsupportedFormula(f"<{element.tag}> with {len(element)} parts, in {latex}")
    element.tag, element.text = _KINDS.get((element.tag, text), (element.tag, text))
    if element.get("mathvariant") == "monospace":
        element.attrib = {"class": "code"}
    elif element.tag == "mtext" and re.fullmatch(r"\w+", text):
        element.tag, element.attrib = "mi", {"mathvariant": "normal"} if len(text) == 1 else {}
    elif element.tag == "mo" and text in ("/", "|"):
        element.attrib |= {"lspace": "0", "rspace": "0"}
    elif element.tag == "mo" and text.isalpha() and len(text) > 1 and text != "mod":
        element.attrib |= {"form": "prefix", "lspace": "0.17em", "rspace": "0.1em"}
    elif element.tag in _LIMITS and element[0].tag == "mo" and unescape(element[0].text or "") in _LIMITED:
        element.tag = _LIMITS[element.tag]
        element[0].set("movablelimits", "true")
