"""Sympy expressions as the nested lists that certificates are written in (see ``replcalc.checker.certificate``)."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.formulas.expressions import Greater, Lesser
from replcalc.numbers.errors import MalformedStatement, UnsupportedNode

_HEADS: dict[type, str] = {
    sp.log: "log",
    sp.Min: "min",
    sp.Max: "max",
    Lesser: "min",
    Greater: "max",
    sp.Abs: "abs",
    sp.tanh: "tanh",
    sp.sinh: "sinh",
    sp.cosh: "cosh",
    sp.sech: "sech",
    sp.atanh: "atanh",
    sp.asin: "asin",
    sp.erf: "erf",
    sp.erfc: "erfc",
    sp.loggamma: "loggamma",
}

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
    head = _HEADS.get(type(node))
    if head is None:
        raise UnsupportedNode(f"no certificate form for {type(node).__name__}: {node}")
    return [head, *map(to_tree, node.args)]
