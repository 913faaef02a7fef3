"""Formulas written out: as text, in LaTeX, drawn for the terminal.

sympy's printers write them. What they wrote of the catalogue's formulas is kept in ``written.json`` by the formula's
key, so that showing a statement loads no sympy; any other formula is written when it is asked for. The file is made by
``python -m replcalc.theories.index``, and a test compares it with what the printers say.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from replcalc.formulas.node import Node

Form = Literal["text", "latex", "drawn"]
FORMS: tuple[Form, ...] = ("text", "latex", "drawn")


def written(formula: Node, form: Form, order: str = "") -> str:
    """The formula in one form; ``order`` is the sign of growth that has it in parentheses (drawn formulas only)."""
    kept = _kept()[form].get(order + formula.key)
    return print_with_sympy(formula, form, order) if kept is None else kept


def print_with_sympy(formula: Any, form: Form, order: str = "") -> str:
    """The same, asked of sympy's printers; the formula may be sympy's."""
    import sympy as sp

    expression = sp.sympify(formula)
    if form == "text":
        return str(expression)
    if form == "latex":
        from replcalc.formulas.latex import symbol_latex

        names = {s: symbol_latex(str(s)) for s in expression.atoms(sp.Symbol)}
        return str(sp.latex(expression, symbol_names=names))
    whole = sp.Function(order)(expression) if order else expression
    return str(sp.pretty(whole, use_unicode=True, wrap_line=False))


@cache
def _kept() -> dict[str, dict[str, str]]:
    path = files("replcalc.formulas") / "written.json"
    found: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {form: found.get(form, {}) for form in FORMS}


def to_text(wanted: Iterable[tuple[Node, Form, str]]) -> str:
    """What ``written.json`` holds for these formulas; a line for each, so that two people's additions do not meet."""
    found: dict[str, dict[str, str]] = {form: {} for form in FORMS}
    for formula, form, order in wanted:
        found[form][order + formula.key] = print_with_sympy(formula, form, order)
    parts = []
    for name, entries in found.items():
        lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(entries[key])}" for key in sorted(entries))
        parts.append(f'"{name}": {{\n{lines}\n}}')
    return "{" + ",\n".join(parts) + "}\n"
