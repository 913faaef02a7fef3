"""A statement that is applied again and again (a sweep) is compiled as a whole, for balls and for exact rationals.

A derivation walks its formulas one by one, and each again for its exact value and for its balls: right for a single
question, most of the time of a certificate in a batch. After OFTEN applications of a statement its conclusions and both
sides of its conditions become one function of balls. The figures are the same: another order of the same enclosures.

For exact rationals the conclusions made of + - * / and whole powers become one function; of the others one logarithm
(or exponential) of a rational is computed first: unless that is ln 1 (or e^0) the conclusion has no exact value, and
nothing else of it is looked at. What is left is walked as before, and everything where something has no value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from replcalc.formulas.compiled import BALL, Compiled, compiled, definitions_of
from replcalc.formulas.hot import OFTEN, arguments_of
from replcalc.formulas.node import Add, Function, Indexed, MaxOver, Mul, Node, Number, Over, Pow, Sum, Symbol
from replcalc.numbers.columns import Column
from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, ExactField, Field
from replcalc.statements.statement import Statement

#: Largest whole power that is written out exactly without a look at its size.
_SMALL_POWER = 4
#: Functions of rationals that are rational at one argument alone.
_TRIVIAL = {"log": 1, "exp": 0}


@dataclass(frozen=True)
class AtOnce:
    """What a statement computes, as one function; ``call`` is that function over the numbers of its field."""

    function: Compiled
    call: Callable[..., Any]

    def values(
        self, scalars: Mapping[Any, Any], families: Mapping[Any, Family[Any]], field: Field
    ) -> Sequence[Any] | None:
        """In the order of the function, Columns where there is one value per run; None where a value is missing."""
        arguments = arguments_of(self.function, scalars, families, field)
        if arguments is None:
            return None
        try:
            return [Column(value) if isinstance(value, list) else value for value in self.call(*arguments)]
        except ZeroDivisionError:
            return None


class InBalls(AtOnce):
    """Conclusions, then left and right of every numeric condition."""


@dataclass(frozen=True)
class ExactPlan:
    """How to come to the exact value of a conclusion.

    ``result``: its place among the values, if it is rational. Otherwise it has none unless the variables of earlier
    conclusions that it ``needs`` have one, and the value at ``obstacle``, if there is one, is ``trivial``.
    """

    result: int | None = None
    needs: tuple[Any, ...] = ()
    obstacle: int | None = None
    trivial: int = 0

    def excluded(self, values: Sequence[Any], known: Callable[[Any], bool]) -> bool:
        """Is it certain that there is no exact value?"""
        if not all(map(known, self.needs)):
            return True
        if self.obstacle is None:
            return False
        value = values[self.obstacle]
        return any(x != self.trivial for x in (value if isinstance(value, Column) else (value,)))


@dataclass(frozen=True)
class InRationals(AtOnce):
    """The rational conclusions and the obstacles of the others."""

    plans: tuple[ExactPlan, ...]


@dataclass
class _Counted:
    asked: int = 0
    programs: tuple[InBalls | None, InRationals | None] | None = None


_counted: dict[Statement, _Counted] = {}


def program(statement: Statement, field: Field) -> InBalls | InRationals | None:
    """The statement as a function in this field, if it is applied often and can be compiled."""
    entry = _counted.setdefault(statement, _Counted())
    if entry.programs is None:
        entry.asked += type(field) is BallField
        if entry.asked < OFTEN:
            return None
        entry.programs = _made(statement, _in_balls), _made(statement, _in_rationals)
    if type(field) is BallField:
        return entry.programs[0]
    return entry.programs[1] if type(field) is ExactField else None


def _made(statement: Statement, make: Callable[[Statement], Any]) -> Any:
    try:
        return make(statement)
    except UnsupportedNode:
        return None


def _in_balls(statement: Statement) -> InBalls:
    wanted = [conclusion.formula for conclusion in statement.gives]
    for condition in statement.conditions:
        if condition.inequality is not None:
            wanted += [condition.inequality.left, condition.inequality.right]
    function = _joined(statement, wanted)
    return InBalls(function, function.function)


def _joined(statement: Statement, wanted: list[Node]) -> Compiled:
    if not wanted:
        raise UnsupportedNode(f"{statement.label} has nothing to compute")
    return compiled(wanted, BALL, definitions_of(statement))


def _in_rationals(statement: Statement) -> InRationals:
    rational: dict[Any, bool] = {}  # earlier conclusions
    wanted: list[Node] = []
    plans = []
    for conclusion in statement.gives:
        formula = conclusion.formula
        needs = tuple(variable for variable in rational if variable in formula.free)
        rational[conclusion.variable] = all(rational[variable] for variable in needs) and _rational(formula)
        obstacle = None if rational[conclusion.variable] else _obstacle(formula, frozenset(rational))
        if rational[conclusion.variable]:
            plans.append(ExactPlan(len(wanted)))
            wanted.append(formula)
        elif obstacle is not None:
            plans.append(ExactPlan(None, needs, len(wanted), _TRIVIAL[obstacle.head]))
            wanted.append(obstacle.args[0])
        else:
            plans.append(ExactPlan(None, needs))
    function = _joined(statement, wanted)
    namespace = {**function.function.__globals__, "arb": fmpq, "largest": max}
    exec(compile(function.source, "<exact formula>", "exec"), namespace)  # the compiler's lines, over rationals
    return InRationals(function, namespace["formula"], tuple(plans))


def _rational(node: Node) -> bool:
    """Is it made of + - * / and small whole powers, sums and maxima over all i?"""
    if isinstance(node, Number | Symbol | Indexed):
        return True
    if isinstance(node, Add | Mul):
        return all(map(_rational, node.args))
    if isinstance(node, Pow):
        exponent = node.exponent
        small = isinstance(exponent, Number) and exponent.whole and abs(exponent.value) <= _SMALL_POWER
        return small and _rational(node.base)
    return isinstance(node, Sum | MaxOver) and isinstance(node.upper, Symbol) and _rational(node.body)


def _obstacle(node: Node, conclusions: frozenset[Any]) -> Function | None:
    """A logarithm or exponential of something rational in the parameters that is computed whatever else is."""
    if isinstance(node, Function) and node.head in _TRIVIAL:
        (argument,) = node.args
        if not argument.free & conclusions and _rational(argument):
            return node
    if isinstance(node, Over):
        return _obstacle(node.body, conclusions) if isinstance(node.upper, Symbol) else None
    if isinstance(node, Add | Mul | Pow | Function):
        return next((found for a in node.args if (found := _obstacle(a, conclusions)) is not None), None)
    return None
