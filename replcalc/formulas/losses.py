"""Probabilities next to 1, for the compiler: 1 - x through the loss -ln x, of which only the logarithm is carried.

For x = prod_i sech(e_i) with e_i = 1e-200 no float tells ln x from 0, but ln(-ln x) is an ordinary number. Losses of
factors add up, so ``losses`` rewrites 1 - x as ``one_less(v)`` = 1 - e^-v with v the sum of the factors' losses.
"""

from __future__ import annotations

from collections.abc import Mapping

from replcalc.formulas.algebra import add, apply, content, multiply, power
from replcalc.formulas.node import ONE, Add, Function, Mul, Node, Pow, Product, Sum, number


def losses(definitions: Mapping[Node, Node]) -> dict[Node, Node]:
    """The definitions with every c - c x, x a product of such factors, written through the loss of x.

    The functions it writes with: one_less(v) = 1 - e^-v, lack(y) = -ln(1 - y), logcosh(z) = ln cosh z.
    """
    return {symbol: _rewritten(expression, definitions) for symbol, expression in definitions.items()}


def _rewritten(expression: Node, definitions: Mapping[Node, Node]) -> Node:
    common, rest = content(expression)
    if common != 1:
        return multiply(number(common), _rewritten(rest, definitions))
    if isinstance(expression, Pow):
        return power(_rewritten(expression.base, definitions), expression.exponent)
    less = one_minus(expression)
    if less is not None:
        loss = _loss(less, definitions)
        return expression if loss is None else apply("one_less", loss)
    return expression


def one_minus(expression: Node) -> Node | None:
    """x if the expression is 1 - x."""
    if isinstance(expression, Add) and len(expression.args) == 2 and expression.args[0] is ONE:
        return -expression.args[1]
    return None


def _loss(x: Node, definitions: Mapping[Node, Node]) -> Node | None:
    """-ln x as a sum of positive terms, or None where the form of x does not give one."""
    x = definitions.get(x, x)
    if isinstance(x, Product):
        each = _loss(x.body, definitions)
        return None if each is None else Sum.identified(each, x.index, x.upper)
    if isinstance(x, Mul):
        parts = [_loss(factor, definitions) for factor in x.args]
        found = [part for part in parts if part is not None]
        return add(*found) if len(found) == len(parts) else None
    if isinstance(x, Pow) and x.exponent.positive:
        base = _loss(x.base, definitions)
        return None if base is None else multiply(x.exponent, base)
    if isinstance(x, Function) and x.head == "sech":
        return apply("logcosh", x.args[0])
    less = one_minus(x)
    return None if less is None else apply("lack", less)
