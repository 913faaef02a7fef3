"""Symbols and formulas as text, in LaTeX and as Python, on sympy's printers.

``rho`` is a Greek letter, ``rho0`` and ``T_i`` have subscripts, ``delta_prime`` a prime, ``epsilon_star`` a star,
``delta_hat`` a hat; what is a word (``drift``, the pg of ``C_pg``) is upright. In the terminal the natural logarithm is
ln and a line breaks at operators only. In Python families are sequences and sums run over range(k).
"""

import re
from functools import partialmethod
from typing import Any

import sympy as sp
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.pycode import PythonCodePrinter
from sympy.printing.str import StrPrinter

from replcalc.numbers.errors import UnsupportedNode
from replcalc.symbolic.language import free, over

_LETTERS = (
    "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi chi psi omega ell "
    "Gamma Delta Theta Lambda Sigma Phi Psi Omega"
)
_GREEK = dict(zip(_LETTERS.split(), "αβγδεζηθκλμνξπρστφχψωℓΓΔΘΛΣΦΨΩ", strict=True))
GREEK = frozenset(_GREEK)
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_MARKS = {"star": "*", "prime": "′", "hat": "\u0302", "tilde": "\u0303", "bar": "\u0304"}
_NAME = re.compile(r"([A-Za-z]+)(\d*)")


# -- symbols -----------------------------------------------------------------------------------------------------------
def symbol_latex(name: str, *indices: str) -> str:
    """Return a name of the code as a symbol, with further subscripts: ``symbol_latex("rho0", "i")`` is \\rho_{0,i}."""
    first, *rest = name.split("_")
    match = _NAME.fullmatch(first)
    if match is None:
        return rf"\mathrm{{{name}}}".replace("_", r"\_")
    head, digits = match.groups()
    if len(head) > 1 and head not in GREEK and not set(rest) & _MARKS.keys():  # a word of several parts stays one word
        joined = r"\_".join((first, *rest))
        return rf"\mathrm{{{joined}}}" + (f"_{{{','.join(indices)}}}" if indices else "")
    symbol = {"epsilon": r"\varepsilon", "log": r"\log"}.get(head) or _word(head)
    below = [digits] if digits else []
    above = ""
    for part in rest:
        if part in ("hat", "tilde", "bar"):
            symbol = rf"\{part}{{{symbol}}}"
        elif part in ("prime", "star"):
            above += {"prime": r"\prime", "star": "*"}[part]
        elif part:
            below.append(_word(part))
    below += [_word(index) if index.isalnum() else index for index in indices]
    return symbol + (f"_{{{','.join(below)}}}" if below else "") + (f"^{{{above}}}" if above else "")


def _word(text: str) -> str:
    if text in GREEK:
        return rf"\{text}"
    return text if len(text) == 1 or text.isdigit() else rf"\mathrm{{{text}}}"


def symbol_text(name: str) -> str:
    """Return a name of the code as on paper: epsilon_star is ε*, delta_prime δ′, beta0 β₀; a word stays a word."""
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


#: A guarantee lists its parameters in this order; so do sums of them.
_LISTED = ("gamma", "epsilon", "delta")


def _ordered_terms(formula: Any) -> list[Any]:
    """Return the terms of a sum as they are printed: gamma + 2 epsilon + delta; others as sympy has them."""
    places = [{str(s).partition("_")[0] for s in free(term)} for term in formula.args]
    if not all(len(letters) == 1 and letters <= set(_LISTED) for letters in places):
        return list(formula.args)
    return sorted(formula.args, key=lambda term: _LISTED.index(str(next(iter(free(term)))).partition("_")[0]))


class _InOrder:
    """Mixin of sympy's printers."""

    def _as_ordered_terms(self, formula: Any, order: Any = None) -> list[Any]:
        return _ordered_terms(formula)


# -- LaTeX -------------------------------------------------------------------------------------------------------------
class _Latex(_InOrder, LatexPrinter):  # type: ignore[misc]
    def _print_Symbol(self, symbol: Any, style: str = "plain") -> str:
        return symbol_latex(symbol.name)

    def _needs_mul_brackets(self, factor: Any, first: bool = False, last: bool = False) -> bool:
        """Return a root or a function of a sum is closed already."""
        closed = isinstance(factor, sp.Function) or (factor.is_Pow and factor.exp == sp.S.Half)
        return not closed and bool(super()._needs_mul_brackets(factor, first, last))

    def _print_IndexedBase(self, base: Any) -> str:
        return symbol_latex(str(base))

    def _print_Indexed(self, member: Any) -> str:
        return symbol_latex(str(member.base), *map(self._print, member.indices))


_LATEX = _Latex({"order": "none"})


def latex(formula: Any) -> str:
    """Return a formula in LaTeX, every symbol set by ``symbol_latex``."""
    return str(_LATEX.doprint(formula))


# -- on one line, as people write it in a terminal ---------------------------------------------------------------------
_SIGNS = {"<=": "≤", ">=": "≥", "==": "=", "!=": "≠"}


class _Terminal(StrPrinter):  # type: ignore[misc]
    printmethod = "_terminal"

    def _print_Symbol(self, symbol: Any) -> str:
        return symbol_text(symbol.name)

    def _print_IndexedBase(self, base: Any) -> str:
        return symbol_text(str(base))

    def _print_Indexed(self, member: Any) -> str:
        return f"{symbol_text(str(member.base))}_{','.join(map(self._print, member.indices))}"

    def _print_Add(self, formula: Any, order: Any = None) -> str:
        terms = sorted(
            _ordered_terms(formula), key=lambda term: bool(term.could_extract_minus_sign())
        )  # 1 - x, not -x + 1
        text = ""
        for term in terms:
            minus = term.could_extract_minus_sign()
            body = self.parenthesize(-term if minus else term, PRECEDENCE["Mul"], strict=True)
            text += (" - " if minus else " + ") + body if text else ("-" if minus else "") + body
        return text

    def _print_Mul(self, formula: Any) -> str:
        factor, rest = formula.as_coeff_Mul()
        above, below = [], []
        for part in sp.Mul.make_args(rest):
            base, exponent = part.as_base_exp() if not isinstance(part, sp.exp) else (part, sp.S.One)
            if exponent.is_Rational and exponent < 0:
                below.append(sp.Pow(base, -exponent))
            elif part is not sp.S.One:
                above.append(part)
        sign = "-" if factor < 0 else ""
        top, bottom = ([str(x)] if x != 1 else [] for x in (abs(factor.p), factor.q))
        top += [self.parenthesize(part, PRECEDENCE["Mul"], strict=True) for part in above]
        bottom += [self.parenthesize(part, PRECEDENCE["Mul"], strict=True) for part in below]
        written = sign + ("·".join(top) or "1")
        if not bottom:
            return written
        return f"{written}/({'·'.join(bottom)})" if len(bottom) > 1 else f"{written}/{bottom[0]}"

    def _print_Pow(self, formula: Any, rational: bool = False) -> str:
        if formula.exp.is_Rational and formula.exp < 0:
            return self._print_Mul(formula)
        if formula.exp == sp.S.Half:
            return f"sqrt({self._print(formula.base)})"
        base, exponent = (self.parenthesize(part, PRECEDENCE["Atom"], strict=True) for part in formula.args)
        return f"{base}^{exponent}"

    def _reduction(self, sign: str, formula: Any) -> str:
        body, index, upper = over(formula)
        text, name = self._print(body), self._print(index)
        if upper.is_Symbol and str(upper) not in _INDEX_NAMES:  # all members
            return f"{sign}_{name}({text})"
        less = upper + 1
        bound = f" < {self._print(less)}" if less.is_Symbol else f" ≤ {self._print(upper)}"
        return f"{sign}_({name}{bound})({text})"

    _print_Sum = partialmethod(_reduction, "Σ")
    _print_Product = partialmethod(_reduction, "Π")
    _print_MaxOver = partialmethod(_reduction, "max")

    def _print_Integral(self, formula: Any) -> str:
        return f"∫({self._print(formula.function)}, {self._print(formula.limits[0][0])} > 0)"

    def _print_Relational(self, formula: Any) -> str:
        left, right = map(self._print, formula.args)
        return f"{left} {_SIGNS.get(formula.rel_op, formula.rel_op)} {right}"


def _in_pattern(pattern: str) -> Any:
    return lambda self, formula: pattern.format(", ".join(map(self._print, formula.args)))


for _function, _pattern in {
    "exp": "exp({})",
    "log": "ln({})",
    "ceiling": "⌈{}⌉",
    "floor": "⌊{}⌋",
    "Min": "min({})",
    "Max": "max({})",
    "Pi": "π",
    "Exp1": "e",
}.items():
    setattr(_Terminal, f"_print_{_function}", _in_pattern(_pattern))


#: Names of indices: a sum up to one of them does not run over all members.
_INDEX_NAMES = frozenset(("i", "j", "l", "ell"))
_TERMINAL = _Terminal()


def format_formula(formula: Any) -> str:
    """Return the formula on one line, as on paper."""
    return str(_TERMINAL.doprint(formula))


def wrap_formula(text: str, width: int, indent: str = "    ") -> list[str]:
    """Cut a formula into lines of at most ``width`` where operators allow it, never inside a name.

    Cuts are after spaces and ·, and after / and ( where a piece between those is too long for a line.
    """
    lines: list[str] = []
    line = ""
    for whole in re.findall(r"[^ ·]*[ ·]|[^ ·]+$", text):
        short = len(whole.rstrip()) <= width - len(indent)
        for piece in [whole] if short else re.findall(r"[^/(]*[/(]|[^/(]+$", whole):
            if line.strip() and len(line) + len(piece.rstrip()) > width:
                lines.append(line.rstrip())
                line = indent
            line += piece
    return [*lines, line.rstrip()]


# -- Python ------------------------------------------------------------------------------------------------------------
class _Python(PythonCodePrinter):  # type: ignore[misc]
    printmethod = "_python"

    def _print_Indexed(self, member: Any) -> str:
        index = member.indices[0]
        return f"{member.base}[{index - 1 if index.is_Integer else f'{self._print(index)} - 1'}]"

    def _over(self, function: str, formula: Any) -> str:
        body, index, upper = map(self._print, over(formula))
        return f"{function}({body} for {index} in range(1, {upper} + 1))"

    _print_Sum = partialmethod(_over, "math.fsum")
    _print_Product = partialmethod(_over, "math.prod")
    _print_MaxOver = partialmethod(_over, "max")

    def _print_not_supported(self, formula: Any) -> str:
        raise UnsupportedNode(f"Python's math has no {type(formula).__name__}; sympy does")

    emptyPrinter = _print_Function = _print_Integral = _print_not_supported


def to_python(formula: Any) -> str:
    """Return the formula as an expression of Python."""
    return str(_Python({"fully_qualified_modules": True, "order": "none"}).doprint(formula))


def python_function(name: str, formula: Any, doc: str = "") -> str:
    """Return a module with one function of this name; families are sequences, the rest numbers."""
    families = sorted(str(s) for s in free(formula) if isinstance(s, sp.IndexedBase))
    others = sorted(str(s) for s in free(formula) if isinstance(s, sp.Symbol))
    body = to_python(formula)
    sized = [f"    k = len({families[0]})"] if families and "k" in others else []
    arguments = [*families, *(o for o in others if not (sized and o == "k"))]
    documented = [f'    """{doc}"""'] if doc else []
    lines = ["import math", "", "", f"def {name}({', '.join(arguments)}):", *documented, *sized, f"    return {body}"]
    return "\n".join(lines)
