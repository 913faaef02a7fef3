"""A formula laid out to be evaluated over and over: its nodes in order, each once, as operations of a field.

``evaluate`` of the formulas walks the tree and serves every field, families and sums; branch and bound asks for the
same few functions of scalars on thousands of boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from operator import add, mul
from typing import Any

from replcalc.formulas.forms import EXTREMA
from replcalc.formulas.node import Add, Constant, Function, Mul, Node, Number, Pow, Symbol
from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.fields import Field

#: (values so far, values of the symbols) -> the value of one node.
Step = Callable[[list[Any], Mapping[Node, Any]], Any]


def leaf_program(formula: Node, number_field: Field) -> Callable[[Mapping[Node, Any]], Any]:
    """The formula's value as a function of the symbols' values; NotExact where the field lacks a function."""
    steps = [_step(node, places, number_field) for node, places in _laid_out(formula)]

    def run(values: Mapping[Node, Any]) -> Any:
        found: list[Any] = []
        for step in steps:
            found.append(step(found, values))
        return found[-1]

    return run


@lru_cache(maxsize=4096)
def _laid_out(formula: Node) -> tuple[tuple[Node, tuple[int, ...]], ...]:
    """The nodes of the formula, arguments first, with the places of their arguments."""
    order: dict[Node, int] = {}
    nodes: list[tuple[Node, tuple[int, ...]]] = []

    def visit(node: Node) -> int:
        if node not in order:
            below = (node.base,) if isinstance(node, Pow) and isinstance(node.exponent, Number) else node.args
            places = tuple(map(visit, below))
            order[node] = len(nodes)
            nodes.append((node, places))
        return order[node]

    visit(formula)
    return tuple(nodes)


def _step(node: Node, places: tuple[int, ...], number_field: Field) -> Step:
    if isinstance(node, Number):
        constant = number_field.number(node.value)
        return lambda found, values: constant
    if isinstance(node, Constant):
        constant = number_field.function(node.name)
        return lambda found, values: constant
    if isinstance(node, Symbol):
        return lambda found, values: values[node]
    if isinstance(node, Add | Mul):
        return _folded(add if isinstance(node, Add) else mul, places)
    if isinstance(node, Pow):
        if len(places) == 1:
            (at,), raised = places, number_field.power_by(node.exponent.value)  # type: ignore[attr-defined]
            return lambda found, values: raised(found[at])
        exp, log = number_field.callable("exp"), number_field.callable("log")
        base, exponent = places
        return lambda found, values: exp(found[exponent] * log(found[base]))
    if isinstance(node, Function):
        function = number_field.callable(EXTREMA.get(node.head, node.head))
        return lambda found, values: function(*[found[at] for at in places])
    raise UnsupportedNode(f"no rule to evaluate {node!r}")


def _folded(operation: Callable[[Any, Any], Any], places: tuple[int, ...]) -> Step:
    if len(places) == 2:
        first, second = places
        return lambda found, values: operation(found[first], found[second])
    return lambda found, values: reduce(operation, [found[at] for at in places])
