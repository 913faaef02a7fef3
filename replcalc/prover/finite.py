"""Finite exact computations as outcomes: a formula for every value of its indices, none left out.

AtPoints are sympy expressions with finite sums, binomial coefficients, case distinctions (``indicator``), tables
(``IndexedBase``) and derivatives in one polynomial variable. Here they are evaluated with flint; the certificate holds
the formulas, their ranges and tables, and the checker computes everything again with Fractions of its own.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from math import comb
from operator import add, getitem, itemgetter, mul
from typing import Any, NamedTuple

import sympy as sp
from flint import fmpq, fmpq_poly
from sympy.core.symbol import Str

from replcalc.kernel.certificate import Certificate
from replcalc.numbers.enclosure import Verdict, rational_text
from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.exact import parse_rational
from replcalc.prover.declared import calculates
from replcalc.prover.outcome import Outcome
from replcalc.symbolic.relations import Tree, to_tree

IndexRange = tuple[Any, Any, Any]
#: A formula as a function of a point.
AtPoint = Callable[[Mapping[Any, Any]], Any]
_COMPARE: dict[str, Any] = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "==": operator.eq,
    "!=": operator.ne,
}


class Case(NamedTuple):
    """``relation`` between exact formulas, for every value of the indices ``over``: (symbol, first, last)."""

    name: str
    relation: Any
    over: Sequence[IndexRange] = ()


class Where(sp.Expr):  # type: ignore[misc]
    """Where(operator, a, b, then, otherwise): a case distinction that sympy leaves as it is."""

    is_commutative = True


class Called(sp.Expr):  # type: ignore[misc]
    """Called(name, arguments...): a function of integers that prover and checker compute each in its own way."""

    is_commutative = True


def called(name: str, *arguments: Any) -> Any:
    return Called(Str(name), *map(sp.sympify, arguments))


def indicator(condition: Any, then: Any = 1, otherwise: Any = 0) -> Any:
    """``then`` where the relation holds, ``otherwise`` elsewhere."""
    if condition in (sp.true, sp.false):
        return sp.sympify(then if condition == sp.true else otherwise)
    return Where(Str(condition.rel_op), condition.lhs, condition.rhs, sp.sympify(then), sp.sympify(otherwise))


@calculates
def prove_finite(
    cases: Sequence[Case],
    *,
    given: Mapping[Any, Any] | None = None,
    tables: Mapping[Any, Any] | None = None,
    polynomial: Any = None,
    functions: Mapping[str, Callable[..., int]] | None = None,
) -> Outcome:
    """PROVED if every comparison holds exactly, REFUTED by the first that does not.

    ``given``: values of parameters. ``tables``: nested lists of rationals, indices from 0. ``polynomial``: a symbol in
    which the two sides are polynomials. ``functions``: what is ``called``, by name.
    """
    values = {symbol: parse_rational(value) for symbol, value in (given or {}).items()}
    exact = {base.label.name: _nested(rows, parse_rational) for base, rows in (tables or {}).items()}
    statement = {
        "given": {str(symbol): rational_text(value) for symbol, value in values.items()},
        "tables": {name: _nested(rows, rational_text) for name, rows in exact.items()},
        "polynomial": None if polynomial is None else str(polynomial),
        "cases": [_case_json(case) for case in cases],
    }
    evaluator = _Evaluator(exact, polynomial, functions or {})
    count = 0
    for case in cases:
        left, right = case.relation.lhs, case.relation.rhs
        for point in evaluator.points(case.over, values):
            count += 1
            a, b = evaluator.value(left, point), evaluator.value(right, point)
            if not _COMPARE[case.relation.rel_op](a, b):
                at = {str(symbol): rational_text(point[symbol]) for symbol, _, _ in case.over}
                data = {**statement, "fails": {"case": case.name, "at": at}}
                witness = {"case": case.name, **at, "left": _text(a), "right": _text(b)}
                return Outcome(Verdict.REFUTED, "computed", Certificate("finite", data), witness)
    return Outcome(Verdict.PROVED, "computed", Certificate("finite", statement), detail=f"{count} comparisons")


def _nested(rows: Any, convert: Any) -> Any:
    return [_nested(row, convert) for row in rows] if isinstance(rows, list | tuple) else convert(rows)


def _text(value: Any) -> str:
    return rational_text(value) if isinstance(value, fmpq) else str(value)


def _case_json(case: Case) -> dict[str, Any]:
    ranges = [[str(symbol), finite_tree(low), finite_tree(high)] for symbol, low, high in case.over]
    relation = case.relation
    sides = {"left": finite_tree(relation.lhs), "operator": relation.rel_op, "right": finite_tree(relation.rhs)}
    return {"name": case.name, "for": ranges, "relation": sides}


def finite_tree(expression: Any) -> Tree:
    """An expression as a ``finite`` certificate writes it (see ``replcalc.kernel.finite``)."""
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
    if isinstance(node, Called):
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


@dataclass(frozen=True)
class _Evaluator:
    """AtPoints at integer points, in flint rationals and polynomials."""

    tables: Mapping[str, Any]
    polynomial: Any
    functions: Mapping[str, Callable[..., int]]

    _known: dict[Any, AtPoint] = field(default_factory=dict)

    def points(self, over: Sequence[IndexRange], outer: Mapping[Any, fmpq]) -> Iterator[dict[Any, fmpq]]:
        if not over:
            yield dict(outer)
            return
        (symbol, low, high), *rest = over
        first, last = self.whole(sp.sympify(low)), self.whole(sp.sympify(high))
        for number in range(first(outer), last(outer) + 1):
            yield from self.points(rest, {**outer, symbol: fmpq(number)})

    def value(self, node: Any, at: Mapping[Any, Any]) -> Any:
        return self.formula(node)(at)

    def whole(self, node: Any) -> Callable[[Mapping[Any, Any]], int]:
        """A formula whose value must be an integer."""
        formula = self.formula(node)

        def integer(at: Mapping[Any, Any]) -> int:
            value = formula(at)
            if not isinstance(value, fmpq) or value.q != 1:
                raise UnsupportedNode(f"not an integer: {node}")
            return int(value.p)

        return integer

    def formula(self, node: Any) -> AtPoint:
        """The node as a function of a point; each is read once, however many points there are."""
        if node not in self._known:
            self._known[node] = self._read(node)
        return self._known[node]

    def _read(self, node: Any) -> AtPoint:
        if node.is_Rational:
            number = fmpq(int(node.p), int(node.q))
            return lambda at: number
        if node.is_Symbol:
            variable = fmpq_poly([0, 1])
            return (lambda at: variable) if node == self.polynomial else itemgetter(node)
        if isinstance(node, sp.Indexed):
            table, indices = self.tables[node.base.label.name], [self.whole(index) for index in node.indices]
            return lambda at: reduce(getitem, (index(at) for index in indices), table)
        if isinstance(node, sp.Sum):
            over, body = tuple(reversed(node.limits)), self.formula(node.function)
            return lambda at: sum(map(body, self.points(over, at)), fmpq(0))
        if isinstance(node, Called):
            called, given = self.functions[node.args[0].name], [self.whole(a) for a in node.args[1:]]
            return lambda at: fmpq(called(*(a(at) for a in given)))
        if isinstance(node, Where):
            compare = _COMPARE[node.args[0].name]
            left, right, then, otherwise = map(self.formula, node.args[1:])
            return lambda at: (then if compare(left(at), right(at)) else otherwise)(at)
        if isinstance(node, sp.binomial):
            n, k = map(self.whole, node.args)
            return lambda at: fmpq(comb(n(at), k(at)))
        if node.is_Pow:
            base, exponent = self.formula(node.base), self.whole(node.exp)
            return lambda at: base(at) ** exponent(at)
        if isinstance(node, sp.Derivative):
            inner = self.formula(node.expr)
            return lambda at: (fmpq_poly([0]) + inner(at)).derivative()
        combine = next((rule for kind, rule in _COMBINED.items() if isinstance(node, kind)), None)
        if combine is None:
            raise UnsupportedNode(f"no exact value: {node}")
        parts = [self.formula(a) for a in node.args]
        return lambda at: combine([part(at) for part in parts])


#: What is made of the values of the arguments.
_COMBINED: dict[Any, Callable[[list[Any]], Any]] = {
    sp.Add: partial(reduce, add),
    sp.Mul: partial(reduce, mul),
    sp.Min: min,
    sp.Max: max,
    sp.Abs: lambda values: abs(values[0]),
}
