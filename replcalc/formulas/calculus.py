"""Derivatives of formulas, and equations solved for one symbol, where that is possible without asking anybody."""

from __future__ import annotations

from collections.abc import Callable

from replcalc.formulas.algebra import add, apply, divide, multiply, power
from replcalc.formulas.node import (
    MINUS,
    ONE,
    ZERO,
    Add,
    Function,
    Mul,
    Node,
    Over,
    Pow,
    Sum,
    Symbol,
    number_or_node,
)
from replcalc.numbers.errors import UnsupportedNode

_TWO = number_or_node(2)
#: f'(x) by the name of f.
_DERIVATIVES: dict[str, Callable[[Node], Node]] = {
    "exp": lambda x: apply("exp", x),
    "log": lambda x: power(x, MINUS),
    "sinh": lambda x: apply("cosh", x),
    "cosh": lambda x: apply("sinh", x),
    "tanh": lambda x: power(apply("sech", x), _TWO),
}


def differentiated(node: Node, symbol: Symbol) -> Node:
    """The derivative by a symbol; maxima, ceilings and what else has none everywhere are refused."""
    if symbol not in node.free:
        return ZERO
    if node is symbol:
        return ONE
    if isinstance(node, Add):
        return add(*(differentiated(a, symbol) for a in node.args))
    if isinstance(node, Mul):
        return add(*(multiply(node, power(a, MINUS), differentiated(a, symbol)) for a in node.args))
    if isinstance(node, Pow):
        base, exponent = node.base, node.exponent
        inner = multiply(exponent, power(base, add(exponent, MINUS)), differentiated(base, symbol))
        return add(inner, multiply(node, apply("log", base), differentiated(exponent, symbol)))
    if isinstance(node, Function) and node.head in _DERIVATIVES:
        return multiply(_DERIVATIVES[node.head](node.args[0]), differentiated(node.args[0], symbol))
    if isinstance(node, Sum) and symbol not in node.upper.free:
        return Sum.identified(differentiated(node.body, symbol), node.index, node.upper)
    if isinstance(node, Over):
        raise UnsupportedNode(f"a maximum, product or sum over a family has no derivative by {symbol.name} here")
    raise UnsupportedNode(f"no derivative of {getattr(node, 'head', type(node).__name__)} by {symbol.name}")


def occurrences(node: Node, symbol: Symbol) -> int:
    """How often the symbol is written in the formula."""
    return 1 if node is symbol else sum(occurrences(a, symbol) for a in node.args)


def solved(formula: Node, symbol: Symbol, value: Node) -> Node:
    """The positive symbol at which the formula has this value, for a symbol that the formula has once.

    Every step back is an equivalence for positive bases: sums and products are taken to the other side, powers with
    a number or an exponent free of the symbol become roots, exp and log each other.
    """
    count = occurrences(formula, symbol)
    if count != 1:
        raise UnsupportedNode(f"{symbol.name} occurs {count} times: no closed form by undoing one step after the other")
    while formula is not symbol:
        inside = next((a for a in formula.args if symbol in a.free), None)
        if isinstance(formula, Add):
            assert inside is not None
            value = add(value, -add(*(a for a in formula.args if a is not inside)))
        elif isinstance(formula, Mul):
            value = divide(value, multiply(*(a for a in formula.args if a is not inside)))
        elif isinstance(formula, Pow) and inside is formula.base:
            value = power(value, power(formula.exponent, MINUS))
        elif isinstance(formula, Pow):
            value = divide(apply("log", value), apply("log", formula.base))
        elif isinstance(formula, Function) and formula.head in ("exp", "log"):
            value = apply("log" if formula.head == "exp" else "exp", value)
        else:
            raise UnsupportedNode(f"{symbol.name} stands inside a {getattr(formula, 'head', type(formula).__name__)}")
        assert inside is not None
        formula = inside
    return value
