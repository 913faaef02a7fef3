"""Symbols and formulas in LaTeX: the one place that says how a name is set.

``rho`` is a Greek letter, ``rho0`` and ``T_i`` have subscripts, ``delta_prime`` a prime, ``epsilon_star`` a star,
``delta_hat`` a hat; what is a word (``drift``, the pg of ``C_pg``) is upright.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from replcalc.symbolic.node import Indexed, Node, Number, Relation, Symbol

GREEK = frozenset(
    (
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "zeta",
        "eta",
        "theta",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "pi",
        "rho",
        "sigma",
        "tau",
        "phi",
        "chi",
        "psi",
        "omega",
        "ell",
        "Gamma",
        "Delta",
        "Theta",
        "Lambda",
        "Sigma",
        "Phi",
        "Psi",
        "Omega",
    )
)
_MARKS = frozenset(("hat", "tilde", "bar", "prime", "star"))
_NAME = re.compile(r"([A-Za-z]+)(\d*)")


def symbol_latex(name: str, *indices: str) -> str:
    """A name of the code as a symbol, with further subscripts: ``symbol_latex("rho0", "i")`` is \\rho_{0,i}."""
    first, *rest = name.split("_")
    match = _NAME.fullmatch(first)
    if match is None:
        return rf"\mathrm{{{name}}}".replace("_", r"\_")
    head, digits = match.groups()
    if len(head) > 1 and head not in GREEK and not set(rest) & _MARKS:  # a word of several parts stays one word
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


def latex(formula: Any) -> str:
    """A formula, ours or sympy's, in LaTeX, every symbol set by ``symbol_latex``."""
    return written(formula, "latex") if isinstance(formula, Node) else print_with_sympy(formula, "latex")


# -- formulas written out by sympy's printers: as text, in LaTeX, drawn for the terminal -------------------------------
Form = Literal["text", "latex", "drawn"]


def written(formula: Any, form: Form, order: str = "") -> str:
    """The formula, ours or sympy's, in one form; ``order``: the sign of growth that has it in parentheses (drawn)."""
    plain = _plain(formula) if form == "text" else None
    return plain if plain is not None else print_with_sympy(formula, form, order)


def _plain(formula: Any) -> str | None:
    """What needs no printer, so that an answer in text loads no sympy: names, numbers, and how they compare."""
    if isinstance(formula, Symbol | Number):
        return formula.name if isinstance(formula, Symbol) else str(formula.value)
    if isinstance(formula, Indexed):
        index = _plain(formula.index)
        return None if index is None else f"{formula.base.name}[{index}]"
    if isinstance(formula, Relation):
        left, right = map(_plain, formula.args)
        return None if left is None or right is None else f"{left} {formula.operator} {right}"
    return None


def print_with_sympy(formula: Any, form: Form, order: str = "") -> str:
    """The same, asked of sympy's printers."""
    import sympy as sp

    expression = sp.sympify(formula)
    if form == "text":
        return str(expression)
    if form == "latex":
        names = {s: symbol_latex(str(s)) for s in expression.atoms(sp.Symbol)}
        try:
            return str(sp.latex(expression, symbol_names=names))
        except ValueError:  # its printer puts in 0 to see whether a denominator is constant: a maximum of infinities
            parts = {part: sp.Dummy() for part in expression.atoms(sp.Max, sp.Min)}
            names |= {dummy: str(sp.latex(part, symbol_names=names)) for part, dummy in parts.items()}
            return str(sp.latex(expression.xreplace(parts), symbol_names=names))
    from replcalc.symbolic.drawing import drawn

    return drawn(sp.Function(order)(expression) if order else expression)
