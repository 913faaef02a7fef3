"""Formulas on one line: as people write them in a terminal, and as Python.

In the terminal names are as on paper (ε*, δ′, ε_i, β₀), the natural logarithm is ln, and a line breaks at operators
only. In Python a formula is an expression of ``math``: families are sequences, sums run over range(k).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from replcalc.numbers.errors import UnsupportedNode
from replcalc.symbolic.algebra import coefficient, multiply, power
from replcalc.symbolic.node import (
    HALF,
    ONE,
    Add,
    Base,
    Constant,
    Function,
    HalfLine,
    Indexed,
    MaxOver,
    Mul,
    Node,
    Number,
    Over,
    Pow,
    Product,
    Relation,
    Sum,
    Symbol,
    number,
)

_LETTERS = (
    "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi chi psi omega ell "
    "Gamma Delta Theta Lambda Sigma Phi Psi Omega"
)
_GREEK = dict(zip(_LETTERS.split(), "αβγδεζηθκλμνξπρστφχψωℓΓΔΘΛΣΦΨΩ", strict=True))
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_MARKS = {"star": "*", "prime": "′", "hat": "\u0302", "tilde": "\u0303", "bar": "\u0304"}
#: How tightly a form binds.
_SUM, _PRODUCT, _POWER, _ATOM = 1, 2, 3, 4


def symbol_text(name: str) -> str:
    """A name of the code as on paper: epsilon_star is ε*, delta_prime δ′, beta0 β₀; a word stays a word."""
    first, *rest = name.split("_")
    head = first.rstrip("0123456789")
    if head not in _GREEK and len(head) > 1:
        return name
    text, below = _GREEK.get(head, head), []
    for part in rest:
        if part in ("hat", "tilde", "bar"):
            text += _MARKS[part]
        elif part not in _MARKS:
            below.append(_GREEK.get(part, part))
    text += first[len(head) :].translate(_SUBSCRIPTS)
    text += "".join(_MARKS[part] for part in rest if part in ("star", "prime"))
    return text + (f"_{'_'.join(below)}" if below else "")


@dataclass(frozen=True)
class Wording:
    """How one kind of writing says things."""

    python: bool

    def name(self, symbol: Symbol | Base | Constant) -> str:
        return symbol.name if self.python else symbol_text(symbol.name)


TERMINAL, PYTHON = Wording(False), Wording(True)

_CALLED = {
    "ceiling": "ceil",
    "abs": "fabs",
    "loggamma": "lgamma",
    "min": "min",
    "max": "max",
    "lesser": "min",
    "greater": "max",
}
#: Functions that Python has under their own names; ``math`` has them all but min and max.
_IN_PYTHON = frozenset(("exp", "log", "floor", "tanh", "cosh", "sinh", "cos", "asin", "atanh", "erf", "erfc", "gamma"))


def in_terminal(node: Node) -> str:
    """The formula on one line, as on paper."""
    return _written(node, TERMINAL)[0]


def in_python(node: Node) -> str:
    """The formula as an expression of Python."""
    return _written(node, PYTHON)[0]


def python_function(name: str, node: Node, told: str = "") -> str:
    """A module with one function of this name; families are sequences, the rest numbers."""
    families = sorted(s.name for s in node.free if isinstance(s, Base))
    others = sorted(s.name for s in node.free if isinstance(s, Symbol))
    body = in_python(node)
    sized = [f"    k = len({families[0]})"] if families and "k" in others else []
    arguments = [*families, *(o for o in others if not (sized and o == "k"))]
    doc = [f'    """{told}"""'] if told else []
    lines = ["import math", "", "", f"def {name}({', '.join(arguments)}):", *doc, *sized, f"    return {body}"]
    return "\n".join(lines)


def _written(node: Node, style: Wording) -> tuple[str, int]:
    """The text and how tightly it binds."""
    if isinstance(node, Number):
        return str(node.value), _ATOM if node.whole and node.value >= 0 else _PRODUCT
    if isinstance(node, Constant):
        return (f"math.{node.name}" if style.python else symbol_text(node.name)), _ATOM
    if isinstance(node, Symbol | Base):
        return style.name(node), _ATOM
    if isinstance(node, Indexed):
        index = in_python(node.index) if style.python else in_terminal(node.index)
        if style.python:
            at = str(int(node.index) - 1) if isinstance(node.index, Number) else f"{index} - 1"
            return f"{style.name(node.base)}[{at}]", _ATOM
        return f"{style.name(node.base)}_{index}", _ATOM
    if isinstance(node, Add):
        return _sum(node, style), _SUM
    if isinstance(node, Mul):
        return _product(node, style), _PRODUCT
    if isinstance(node, Pow):
        if isinstance(node.exponent, Number) and node.exponent.value < 0:
            return _product(node, style), _PRODUCT
        return _power(node, style)
    if isinstance(node, Function):
        return _function(node, style), _ATOM
    if isinstance(node, Over):
        return _over(node, style), _ATOM
    if isinstance(node, Relation):
        left, right = (_written(side, style)[0] for side in node.args)
        return f"{left} {node.operator if style.python else _SIGNS.get(node.operator, node.operator)} {right}", 0
    raise UnsupportedNode(f"no way to write {node!r}")


_SIGNS = {"<=": "≤", ">=": "≥", "==": "="}


def _bracketed(node: Node, style: Wording, least: int) -> str:
    text, strength = _written(node, style)
    return text if strength >= least else f"({text})"


def _sum(node: Add, style: Wording) -> str:
    terms = sorted(node.args, key=lambda a: coefficient(a)[0] < 0)  # 1 - x, not -x + 1
    text = ""
    for term in terms:
        minus = coefficient(term)[0] < 0
        body = _bracketed(multiply(number(-ONE.value), term) if minus else term, style, _PRODUCT)
        text += (" - " if minus else " + ") + body if text else ("-" if minus else "") + body
    return text


def _product(node: Node, style: Wording) -> str:
    factor, rest = coefficient(node)
    top, bottom = abs(int(factor.p)), int(factor.q)
    factors = rest.args if isinstance(rest, Mul) else () if rest is ONE else (rest,)
    above = [f for f in factors if not _under(f)]
    below = [power(f, number(-ONE.value)) for f in factors if _under(f)]
    tops = ([str(top)] if top != 1 or not above else []) + _factors(above, style)
    bottoms = ([str(bottom)] if bottom != 1 else []) + _factors(below, style)
    sign = "-" if factor < 0 else ""
    join = "*" if style.python else "·"
    under = bottoms[0] if len(bottoms) == 1 else f"({join.join(bottoms)})"
    return sign + join.join(tops) + (f"/{under}" if bottoms else "")


def _under(factor: Node) -> bool:
    return isinstance(factor, Pow) and isinstance(factor.exponent, Number) and factor.exponent.value < 0


def _factors(factors: Iterable[Node], style: Wording) -> list[str]:
    """Letters first, then what is longer; a product below a bar is taken apart."""
    flat = [g for f in factors for g in (f.args if isinstance(f, Mul) else (f,))]
    texts = [_bracketed(f, style, _POWER) for f in flat]
    return sorted(texts, key=lambda text: (not text[:1].isdigit(), "(" in text, text.casefold()))


def _power(node: Pow, style: Wording) -> tuple[str, int]:
    if node.exponent is HALF:
        return f"{'math.sqrt' if style.python else 'sqrt'}({_written(node.base, style)[0]})", _ATOM
    exponent = _bracketed(node.exponent, style, _ATOM)
    return f"{_bracketed(node.base, style, _ATOM)}{'**' if style.python else '^'}{exponent}", _POWER


def _function(node: Function, style: Wording) -> str:
    args = ", ".join(_written(a, style)[0] for a in node.args)
    if not style.python:
        if node.head in ("ceiling", "floor"):
            left, right = ("⌈", "⌉") if node.head == "ceiling" else ("⌊", "⌋")
            return f"{left}{args}{right}"
        return f"{ {'log': 'ln', 'lesser': 'min', 'greater': 'max'}.get(node.head, node.head) }({args})"
    called = _CALLED.get(node.head, node.head if node.head in _IN_PYTHON else "")
    if not called:
        raise UnsupportedNode(f"Python's math has no {node.head}; sympy does")
    return f"{called}({args})" if called in ("min", "max") else f"math.{called}({args})"


#: Names of indices: a sum up to one of them does not run over all members.
_INDICES = frozenset(("i", "j", "l", "ell"))
_OVER = {Sum: ("Σ", "math.fsum"), Product: ("Π", "math.prod"), MaxOver: ("max", "max")}


def _over(node: Over, style: Wording) -> str:
    if isinstance(node, HalfLine):
        if style.python:
            raise UnsupportedNode("Python's math has no integral; sympy does")
        return f"∫({in_terminal(node.body)}, {symbol_text(node.index.name)} > 0)"
    paper, code = _OVER[type(node)]
    body, index, upper = (_written(a, style)[0] for a in (node.body, node.index, node.upper))
    if style.python:
        return f"{code}({body} for {index} in range(1, {upper} + 1))"
    if isinstance(node.upper, Symbol) and node.upper.name not in _INDICES:  # all members
        return f"{paper}_{index}({body})"
    less = node.upper + 1
    bound = f" < {in_terminal(less)}" if isinstance(less, Symbol) else f" ≤ {upper}"
    return f"{paper}_({index}{bound})({body})"


def wrapped(text: str, width: int, indent: str = "    ") -> list[str]:
    """Lines of at most ``width`` as far as operators allow it: cut after spaces and ·, after / and ( only where a piece
    between those is too long for a line; never inside a name."""
    lines: list[str] = []
    line = ""
    for whole in _cut_after(text, " ·"):
        for piece in [whole] if len(whole.rstrip()) <= width - len(indent) else _cut_after(whole, "/("):
            if line.strip() and len(line) + len(piece.rstrip()) > width:
                lines.append(line.rstrip())
                line = indent
            line += piece
    return [*lines, line.rstrip()]


def _cut_after(text: str, marks: str) -> list[str]:
    pieces, piece = [], ""
    for letter in text:
        piece += letter
        if letter in marks:
            pieces.append(piece)
            piece = ""
    return [*pieces, piece] if piece else pieces
