"""LaTeX formulas as presentation MathML, which browsers draw without scripts: what latex2mathml makes of them."""

import re
from functools import cache
from html import escape, unescape
from xml.etree.ElementTree import tostring

from replcalc.numbers.errors import ReplcalcError


class UnsupportedFormula(ReplcalcError):
    """A piece of LaTeX that cannot be converted."""


#: LaTeX that latex2mathml draws otherwise than meant, and what it draws right: 1{,}000 is one number, the names of
#: functions and quantities are single words with a space before them, brackets by name need no size.
_REWRITTEN = (
    (re.compile(r"\{,\}"), r"\\text{,}"),
    (re.compile(r"\\[bB]igg?[lr](?=\\)"), ""),
    (re.compile(r"\\(?:mathrm|operatorname)\s*\{((?:[A-Za-z0-9 ]|\\_)+)\}"), r"\\text{\1}"),
    (re.compile(r"(?<=[A-Za-z0-9})])\s*(?=\\(?:text\{\w|(?:log|ln|exp)(?![a-z])))"), r"\\,"),
)


@cache
def to_mathml(latex: str, *, display: bool = False) -> str:
    """Return the formula as a ``<math>`` element, on a line of its own with ``display``."""
    from latex2mathml.converter import convert_to_element

    source = latex
    for pattern, replacement in _REWRITTEN:
        source = pattern.sub(replacement, source)
    try:
        math = convert_to_element(source, display="block" if display else "inline")
    except Exception as error:  # its errors have no common ancestor, and malformed LaTeX raises others too
        raise UnsupportedFormula(f"{type(error).__name__} in {latex}") from error
    for element in math.iter():  # texts are entities: &#x003B5; is a letter
        element.text = unescape(element.text or "").replace(r"\_", "_")
        if "\\" in element.text or element.text == "&":
            raise UnsupportedFormula(f"'{element.text}' is not known, in {latex}")
    math.attrib = ({"display": "block"} if display else {}) | {"alttext": " ".join(latex.split())}
    return tostring(math, encoding="unicode", short_empty_elements=False)


def format_formula_html(latex: str, *, display: bool = False) -> str:
    """Return the formula as MathML, or as its LaTeX if it cannot be converted (a plugin may print anything)."""
    try:
        return to_mathml(latex, display=display)
    except UnsupportedFormula:
        return f'<code class="tex">{escape(latex)}</code>'
