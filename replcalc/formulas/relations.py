"""Relations of sympy rewritten in other variables, and as certificates have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from replcalc.formulas.node import Relation
from replcalc.formulas.trees import to_tree
from replcalc.numbers.errors import MalformedStatement


def reparametrise(relation: Any, substitution: Mapping[Any, Any]) -> Any:
    """The relation in new variables: {x: 1/u - 1} for x in [0, oo), {delta: c1*eps**2*t} for delta <= c1 eps^2."""
    exact = {symbol: sp.sympify(value) for symbol, value in substitution.items()}
    left, right = (side.subs(exact, simultaneous=True) for side in (relation.lhs, relation.rhs))
    return relation.func(left, right, evaluate=False)


def cleared(relation: Any, factor: Any) -> Any:
    """Both sides times ``factor``, multiplied out. The caller answers for factor > 0 on the domain."""
    left, right = (sp.expand(side * factor) for side in (relation.lhs, relation.rhs))
    return relation.func(left, right, evaluate=False)


def margin(relation: Any) -> tuple[Any, bool]:
    """An inequality as (f, strict): f >= 0, or f > 0 if strict."""
    operator = relation.rel_op
    if operator in ("<=", "<"):
        return relation.rhs - relation.lhs, operator == "<"
    if operator in (">=", ">"):
        return relation.lhs - relation.rhs, operator == ">"
    raise MalformedStatement(f"not an inequality: {relation}")


def relation_json(relation: Any) -> dict[str, Any]:
    """A relation, sympy's or ours."""
    left, operator, right = sides(relation)
    return {"left": to_tree(left), "operator": operator, "right": to_tree(right)}


def sides(relation: Any) -> tuple[Any, str, Any]:
    """What stands on the left of a relation, sympy's or ours, its operator, and what stands on the right."""
    if isinstance(relation, Relation):
        return relation.left, relation.operator, relation.right
    return relation.lhs, relation.rel_op, relation.rhs
