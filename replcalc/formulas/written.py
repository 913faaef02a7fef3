"""Formulas written out by sympy's printers: as text, in LaTeX, drawn for the terminal."""

from __future__ import annotations

from typing import Any, Literal

from replcalc.formulas.node import Indexed, Number, Relation, Symbol

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
        from replcalc.formulas.latex import symbol_latex

        names = {s: symbol_latex(str(s)) for s in expression.atoms(sp.Symbol)}
        try:
            return str(sp.latex(expression, symbol_names=names))
        except ValueError:  # its printer puts in 0 to see whether a denominator is constant: a maximum of infinities
            parts = {part: sp.Dummy(positive=True) for part in expression.atoms(sp.Max, sp.Min)}
            names |= {dummy: str(sp.latex(part, symbol_names=names)) for part, dummy in parts.items()}
            return str(sp.latex(expression.xreplace(parts), symbol_names=names))
    from replcalc.formulas.drawing import drawn

    return drawn(sp.Function(order)(expression) if order else expression)
