"""Formulas for claims are taken from the catalogued statements, never typed a second time."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.paper.catalogue import statement


def of(label: str, name: str, **replace: Any) -> Any:
    """A conclusion of a catalogued statement in its parameters alone, those named in ``replace`` put in.

    Symbols of earlier conclusions are expanded; a conclusion or a hidden constant can be named in ``replace`` too.
    """
    source = statement(label)
    symbols = {p.name: p.symbol for p in source.given} | {h.name: h.symbol for h in source.hidden}
    values: dict[Any, Any] = {symbols[key]: sp.sympify(value) for key, value in replace.items() if key in symbols}
    for conclusion in source.gives:
        expression = conclusion.expression.xreplace(values)
        if conclusion.name == name:
            return expression
        values[conclusion.symbol] = sp.sympify(replace[conclusion.name]) if conclusion.name in replace else expression
    raise KeyError(f"{label} gives no {name}")
