"""Sympy expressions as the nested lists that certificates are written in (see ``replcalc.checker.certificate``)."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.formulas.bridge import HEADS
from replcalc.formulas.forms import EXTREMA
from replcalc.numbers.errors import MalformedStatement, UnsupportedNode

#: The functions that certificates know, by their name there; exponentials, sums and powers are written apart.
_WRITTEN = frozenset(
    ("log", "min", "max", "abs", "tanh", "sinh", "cosh", "sech", "atanh", "asin", "erf", "erfc", "loggamma")
)

Tree = list[Any]


def to_tree(node: Any) -> Tree:
    """A sympy expression as nested lists."""
    if node.is_Rational:
        return ["q", str(node.p) if node.q == 1 else f"{node.p}/{node.q}"]
    if node.is_Float:
        raise MalformedStatement(f"a float in a formula: {node}")
    if isinstance(node, sp.Indexed):
        return ["v", str(node)]
    if node.is_Symbol:
        return ["v", node.name]
    if node is sp.pi:
        return ["pi"]
    if node is sp.E:
        return ["exp", ["q", "1"]]
    if node.is_Add:
        return ["+", *map(to_tree, node.args)]
    if node.is_Mul:
        return ["*", *map(to_tree, node.args)]
    if isinstance(node, sp.exp):
        return ["exp", to_tree(node.exp)]
    if node.is_Pow:
        return ["^", to_tree(node.base), to_tree(node.exp)]
    if isinstance(node, sp.Sum):
        index, lower, upper = node.limits[0]
        return ["sum", to_tree(node.function), to_tree(index), to_tree(lower), to_tree(upper)]
    head = HEADS.get(type(node), "")
    head = EXTREMA.get(head, head)
    if head not in _WRITTEN:
        raise UnsupportedNode(f"no certificate form for {type(node).__name__}: {node}")
    return [head, *map(to_tree, node.args)]
