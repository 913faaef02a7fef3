"""Formulas and relations of sympy as certificates have them."""

from typing import Any

import sympy as sp

from replcalc.numbers.errors import MalformedStatement, UnsupportedNode
from replcalc.symbolic.evaluation import function_name
from replcalc.symbolic.parsing import Tree

# -- formulas as the nested lists of certificates ----------------------------------------------------------------------
#: The functions that certificates know, by their name there; exponentials, sums and powers have forms of their own.
_WRITTEN = frozenset(
    ("log", "min", "max", "abs", "tanh", "sinh", "cosh", "sech", "atanh", "asin", "erf", "erfc", "loggamma")
)


def to_tree(node: Any) -> Tree:
    """Return a formula as nested lists."""
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
    if isinstance(node, sp.binomial):
        return ["binom", *map(to_tree, node.args)]
    if isinstance(node, sp.Sum):
        *inner, (index, lower, upper) = node.limits
        body = node.func(node.function, *inner) if inner else node.function
        return ["sum", to_tree(body), to_tree(index), to_tree(lower), to_tree(upper)]
    return [_head(node), *map(to_tree, node.args)]


def _head(node: Any) -> str:
    """Return the name that certificates have for a function."""
    head = function_name(node)
    if head not in _WRITTEN:
        raise UnsupportedNode(f"no certificate form for {type(node).__name__}: {node}")
    return head


def relation_to_trees(relation: Any) -> tuple[Tree, str, Tree]:
    """Return a relation as its two sides, unsimplified, and its operator."""
    return to_tree(relation.lhs), relation.rel_op.replace("==", "="), to_tree(relation.rhs)
