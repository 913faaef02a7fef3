"""Probabilities next to 1, for the compiler: 1 - x through the loss -ln x, of which only the logarithm is carried.

For x = prod_i sech(e_i) with e_i = 1e-200 no float tells ln x from 0, but ln(-ln x) is an ordinary number. Losses of
factors add up, so ``losses`` rewrites 1 - x as ``OneLess(v)`` = 1 - e^-v with v the sum of the factors' losses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp


class OneLess(sp.Function):  # type: ignore[misc]
    """1 - e^-v for v > 0."""

    nargs = 1
    is_positive = True


class Lack(sp.Function):  # type: ignore[misc]
    """-ln(1 - y), the loss of 1 - y."""

    nargs = 1
    is_positive = True


class LogCosh(sp.Function):  # type: ignore[misc]
    """ln cosh z, the loss of sech z."""

    nargs = 1
    is_positive = True


def losses(definitions: Mapping[Any, Any]) -> dict[Any, Any]:
    """The definitions with every c - c x, x a product of such factors, written through the loss of x."""
    return {symbol: _rewritten(expression, definitions) for symbol, expression in definitions.items()}


def _rewritten(expression: Any, definitions: Mapping[Any, Any]) -> Any:
    content, rest = expression.primitive()
    if content != 1:
        return content * _rewritten(rest, definitions)
    if expression.is_Pow:
        return sp.Pow(_rewritten(expression.base, definitions), expression.exp)
    if expression.is_Add and len(expression.args) == 2 and expression.args[0] == 1:
        loss = _loss(1 - expression, definitions)
        return expression if loss is None else OneLess(loss)
    return expression


def _loss(x: Any, definitions: Mapping[Any, Any]) -> Any | None:
    """-ln x as a sum of positive terms, or None where the form of x does not give one."""
    x = definitions.get(x, x)
    if isinstance(x, sp.Product):
        each = _loss(x.function, definitions)
        return None if each is None else sp.Sum(each, *x.limits)
    if x.is_Mul:
        parts = [_loss(factor, definitions) for factor in x.args]
        return None if None in parts else sp.Add(*parts)
    if x.is_Pow and x.exp.is_positive:
        base = _loss(x.base, definitions)
        return None if base is None else x.exp * base
    if isinstance(x, sp.sech):
        return LogCosh(x.args[0])
    return Lack(1 - x) if x.is_Add and len(x.args) == 2 and x.args[0] == 1 else None
