"""Symbols and formulas in LaTeX: the one place that says how a name is set.

``rho`` is a Greek letter, ``rho0`` and ``T_i`` have subscripts, ``delta_prime`` a prime, ``epsilon_star`` a star,
``delta_hat`` a hat; what is a word (``drift``, the pg of ``C_pg``) is upright.
"""

from __future__ import annotations

import re
from typing import Any

from replcalc.formulas.node import Node
from replcalc.formulas.written import print_with_sympy, written

GREEK = frozenset(
    ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "lambda", "mu", "nu", "xi", "pi",
     "rho", "sigma", "tau", "phi", "chi", "psi", "omega", "ell", "Gamma", "Delta", "Theta", "Lambda", "Sigma", "Phi",
     "Psi", "Omega")
)  # fmt: skip
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
