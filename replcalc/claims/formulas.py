"""Formulas for claims are taken from the catalogued statements, never typed a second time."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.statements.catalogue import statement

#: A fraction for the prover, R(1, 2): sympy's.
R = sp.Rational


def of(label: str, name: str, **replace: Any) -> Any:
    """A conclusion of a catalogued statement in its parameters alone, those named in ``replace`` put in.

    A family stands for its general term. Symbols of earlier conclusions are expanded; a conclusion or a hidden
    constant can be named in ``replace`` too.
    """
    source = statement(label)
    terms = {p.name: p.term for p in source.given} | {h.name: h.symbol for h in source.hidden}
    values: dict[Any, Any] = {terms[key]: sp.sympify(value) for key, value in replace.items() if key in terms}
    for conclusion in source.gives:
        expression = conclusion.formula.sympy.xreplace(values)
        if conclusion.name == name:
            return expression
        values[conclusion.term] = sp.sympify(replace[conclusion.name]) if conclusion.name in replace else expression
    raise KeyError(f"{label} gives no {name}")


def term_of(label: str, name: str, **replace: Any) -> Any:
    """The general term of a conclusion that is a sum or an extremum over i, up to its sign for a minimum."""
    expression = of(label, name, **replace)
    negative = expression.could_extract_minus_sign()
    inner = -expression if negative else expression
    return -inner.args[0] if negative else inner.args[0]
