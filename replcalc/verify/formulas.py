"""Formulas for claims are taken from the catalogued statements, never typed a second time."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.paper.catalogue import statement


def of(label: str, name: str, **replace: Any) -> Any:
    """A conclusion of a catalogued statement, its parameters replaced by the given symbols or numbers."""
    source = statement(label)
    symbols = {parameter.name: parameter.symbol for parameter in source.given}
    return source.conclusion(name).expression.xreplace({symbols[key]: sp.sympify(v) for key, v in replace.items()})
