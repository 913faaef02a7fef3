"""Finite exact computations as outcomes: a formula for every value of its indices, none left out.

Formulas are sympy expressions with finite sums, binomial coefficients, case distinctions (``indicator``), tables
(``IndexedBase``) and derivatives in one polynomial variable. The certificate holds the formulas, their ranges and
tables, and the kernel computes them with Fractions.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sympy as sp
from sympy.core.symbol import Str

from replcalc.kernel.certificate import Certificate
from replcalc.kernel.finite import FiniteValue, count_comparisons, first_failure
from replcalc.numbers.enclosure import Verdict, rational_text
from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.exact import parse_rational
from replcalc.prover.outcome import Outcome
from replcalc.symbolic.relations import Tree, to_tree

IndexRange = tuple[Any, Any, Any]


class Case(NamedTuple):
    """``relation`` between exact formulas, for every value of the indices ``over``: (symbol, first, last)."""

    name: str
    relation: Any
    over: Sequence[IndexRange] = ()


class Where(sp.Expr):  # type: ignore[misc]
    """Where(operator, a, b, then, otherwise): a case distinction that sympy leaves as it is."""

    is_commutative = True


class FunctionCall(sp.Expr):  # type: ignore[misc]
    """Called(name, arguments...): a function of integers that the kernel has (``replcalc.kernel.finite``)."""

    is_commutative = True


def call_function(name: str, *arguments: Any) -> Any:
    return FunctionCall(Str(name), *map(sp.sympify, arguments))


def indicator(condition: Any, then: Any = 1, otherwise: Any = 0) -> Any:
    """Return ``then`` where the relation holds, ``otherwise`` elsewhere."""
    if condition in (sp.true, sp.false):
        return sp.sympify(then if condition == sp.true else otherwise)
    return Where(Str(condition.rel_op), condition.lhs, condition.rhs, sp.sympify(then), sp.sympify(otherwise))


def prove_finite(
    cases: Sequence[Case],
    *,
    given: Mapping[Any, Any] | None = None,
    tables: Mapping[Any, Any] | None = None,
    polynomial: Any = None,
) -> Outcome:
    """PROVED if every comparison holds exactly, REFUTED by the first that does not.

    ``given``: values of parameters. ``tables``: nested lists of rationals, indices from 0. ``polynomial``: a symbol in
    which the two sides are polynomials.
    """
    values = {str(symbol): rational_text(parse_rational(value)) for symbol, value in (given or {}).items()}
    data = {
        "given": values,
        "tables": {base.label.name: _nest_rows(rows) for base, rows in (tables or {}).items()},
        "polynomial": None if polynomial is None else str(polynomial),
        "cases": [_case_json(case) for case in cases],
    }
    found = first_failure(data)
    if found is None:
        detail = f"{count_comparisons(data)} comparisons"
        return Outcome(Verdict.PROVED, "computed", Certificate("finite", data), detail=detail)
    fails, left, right = found
    counterexample = {"case": fails["case"], **fails["at"], "left": _text(left), "right": _text(right)}
    return Outcome(Verdict.REFUTED, "computed", Certificate("finite", data | {"fails": fails}), counterexample)


def _nest_rows(rows: Any) -> Any:
    return list(map(_nest_rows, rows)) if isinstance(rows, list | tuple) else rational_text(parse_rational(rows))


def _text(value: FiniteValue) -> str:
    """Return a number, or the coefficients of a polynomial."""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _case_json(case: Case) -> dict[str, Any]:
    ranges = [[str(symbol), finite_tree(low), finite_tree(high)] for symbol, low, high in case.over]
    relation = case.relation
    sides = {"left": finite_tree(relation.lhs), "operator": relation.rel_op, "right": finite_tree(relation.rhs)}
    return {"name": case.name, "for": ranges, "relation": sides}


def finite_tree(expression: Any) -> Tree:
    """Return an expression as a ``finite`` certificate writes it (see ``replcalc.kernel.finite``)."""
    node = sp.sympify(expression)
    if isinstance(node, sp.Indexed):
        return ["at", node.base.label.name, *map(finite_tree, node.indices)]
    if isinstance(node, sp.binomial):
        return ["binom", *map(finite_tree, node.args)]
    if isinstance(node, sp.Derivative):
        return ["diff", finite_tree(node.expr)]
    if isinstance(node, sp.Sum):
        tree = finite_tree(node.function)
        for index, lower, upper in node.limits:
            tree = ["sum", tree, to_tree(index), finite_tree(lower), finite_tree(upper)]
        return tree
    if isinstance(node, FunctionCall):
        return [node.args[0].name, *map(finite_tree, node.args[1:])]
    if isinstance(node, Where):
        return ["if", node.args[0].name, *map(finite_tree, node.args[1:])]
    if node.args and not isinstance(node, sp.exp | sp.Rational):
        heads = {sp.Add: "+", sp.Mul: "*", sp.Pow: "^", sp.Min: "min", sp.Max: "max", sp.Abs: "abs"}
        head = heads.get(type(node))
        if head is None:
            raise UnsupportedNode(f"no exact value: {node}")
        return [head, *map(finite_tree, node.args)]
    return to_tree(node)
