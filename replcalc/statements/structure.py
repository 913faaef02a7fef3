"""The symbols of an expression and a new name for its index, read off the tree as it stands.

sympy's own ``free_symbols`` and ``xreplace`` build every node above a sum anew and ask again which of two terms is the
smaller or whether a root can be taken: for a formula with a minimum inside a sum that takes longer than to write it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits

from replcalc.statements.expressions import MaxOver


@lru_cache(maxsize=1 << 16)
def free_symbols(expression: Any) -> frozenset[Any]:
    """The symbols that no sum, product or maximum binds; a family x[i] counts as its label x and what is in i."""
    if expression.is_Symbol:
        return frozenset((expression,))
    if isinstance(expression, sp.IndexedBase):
        return frozenset((expression.label,))
    if isinstance(expression, ExprWithLimits | MaxOver):
        found = free_symbols(expression.function)
        for index, *ends in expression.limits:  # inner ones first: their ends may hold an outer index
            found = (found - {index}).union(*map(free_symbols, ends))
        return found
    return frozenset().union(*map(free_symbols, expression.args))


def renamed(expression: Any, old: Any, new: Any) -> Any:
    """The expression with one free symbol named anew; assumptions are the same, so nothing is evaluated again."""
    if expression == old:
        return new
    if old not in free_symbols(expression):
        return expression
    arguments = [renamed(argument, old, new) for argument in expression.args]
    if expression.is_Add or expression.is_Mul:
        return expression._new_rawargs(*arguments)
    if isinstance(expression, sp.Pow | sp.Function | sp.Min | sp.Max):
        return expression.func(*arguments, evaluate=False)
    return expression.func(*arguments)
