"""Words, names, numbers and formulas of a report in LaTeX: symbols are mathematics, labels break where they may."""

from __future__ import annotations

import re
from typing import Any

from flint import fmpq

from replcalc.formulas.latex import GREEK, symbol_latex
from replcalc.numbers.enclosure import Enclosure, latex_number
from replcalc.render.report import Formula, cell_text

_SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "≤": r"$\le$", "≥": r"$\ge$", "·": r"$\cdot$",
    "×": r"$\times$", "→": r"$\to$", "…": r"\dots{}", "∞": r"$\infty$", "√": r"$\surd$", "≈": r"$\approx$",
    "<": r"$<$", ">": r"$>$", "²": r"$^2$", "ε": r"$\varepsilon$", "δ": r"$\delta$", "ρ": r"$\rho$", "β": r"$\beta$",
    "γ": r"$\gamma$", "—": "---", "–": "--", "|": r"$|$", "±": r"$\pm$", "≠": r"$\ne$", "∈": r"$\in$", "’": "'",
    "‘": "`", "“": "``", "”": "''", "Σ": r"$\sum$", "′": r"$'$", "⌈": r"$\lceil$", "⌉": r"$\rceil$",
    **{letter: rf"$\{name}$" for letter, name in zip("αηθλμνπστφχω", (
        "alpha", "eta", "theta", "lambda", "mu", "nu", "pi", "sigma", "tau", "varphi", "chi", "omega",
    ), strict=True)},
    **{digit: rf"$_{number}$" for number, digit in enumerate("₀₁₂₃₄₅₆₇₈₉")},
}  # fmt: skip
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
