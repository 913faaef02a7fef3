"""What formulas are written with: symbols, functions, sums over i, relations. Natural logarithms everywhere.

Functions of nodes and exact numbers give nodes; given an expression of sympy they give sympy's, so that a claim may
write with the same words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from flint import fmpq

from replcalc.numbers.fields import Special, introduce
from replcalc.symbolic.algebra import apply, power
from replcalc.symbolic.node import Base as Base
from replcalc.symbolic.node import HalfLine, Number, Relation, node, number, number_or_node, ours
from replcalc.symbolic.node import MaxOver as MaxOver
from replcalc.symbolic.node import Node as Node
from replcalc.symbolic.node import Product as Product
from replcalc.symbolic.node import Sum as Sum
from replcalc.symbolic.node import Symbol as Symbol
from replcalc.symbolic.node import pi as pi


def rational(top: int, bottom: int = 1) -> Number:
    """An exact number."""
    return number(fmpq(top, bottom))


def symbols(names: str, **known: bool) -> tuple[Symbol, ...]:
    """Several symbols of which the same is known."""
    return tuple(Symbol(name, **known) for name in names.split())


#: The index of families in every statement, and the number of their members.
i, k = symbols("i k", integer=True, positive=True)


def _applied(head: str, *args: Any) -> Any:
    if all(map(ours, args)):
        return apply(head, *args)
    from replcalc.symbolic.bridge import as_sympy

    return as_sympy(head, *args)


def _function(head: str) -> Callable[..., Any]:
    return partial(_applied, head)


log, exp, sech, tanh, cos, asin = map(_function, ("log", "exp", "sech", "tanh", "cos", "asin"))
erf, erfc, loggamma = map(_function, ("erf", "erfc", "loggamma"))
#: The largest and the smallest of terms; the least integer from a number on.
largest, smallest, ceiling = map(_function, ("max", "min", "ceiling"))
#: Euler's number.
E = exp(1)


def sqrt(x: Any) -> Any:
    if not ours(x):
        import sympy

        return sympy.sqrt(x)
    return power(number_or_node(x), rational(1, 2))


def betainc(a: Any, b: Any, lower: Any, upper: Any) -> Any:
    """The regularised incomplete beta function between two points."""
    return _applied("betainc", a, b, lower, upper)


def special(function: Special) -> Callable[..., Any]:
    """A function that a theorem brings with it, to write formulas with."""
    introduce(function)
    return lambda *args: _applied(function.name, *args)


def raised(b: Any, s: Any) -> Node:
    """The probability b + (1-b)s above b, given through its share s in (0,1): for the compiler."""
    return apply("raised", b, s)


def half_line(body: Any, variable: Symbol) -> Node:
    """The integral of ``body`` over the variable from 0 to infinity."""
    return HalfLine(body, (variable, 1, 1))


def kl(a: Any, b: Any) -> Any:
    """Bernoulli relative entropy a ln(a/b) + (1-a) ln((1-a)/(1-b)), natural logarithm."""
    a, b = _either(a), _either(b)
    return a * log(a / b) + (1 - a) * log((1 - a) / (1 - b))


def correlated_error(x: Any) -> Any:
    """2x/(1+x): how often correlated sampling disagrees on laws at total variation x."""
    x = _either(x)
    return 2 * x / (1 + x)


def race_error(x: Any) -> Any:
    """How often a race disagrees at squared Hellinger distance x: with r = sqrt(2x - x^2) and c = 2/sqrt 3,

    1 - (1-x)^2/(1 + cr) = r(c + r)/(1 + cr), written without cancellation.
    """
    x = _either(x)
    r, c = sqrt(x) * sqrt(2 - x), 2 / sqrt(rational(3))
    return r * (c + r) / (1 + c * r)


def _either(x: Any) -> Any:
    return number_or_node(x) if ours(x) else x


def relation(left: Any, operator: str, right: Any) -> Any:
    """left < right and the like, kept as written."""
    if ours(left) and ours(right):
        return Relation.identified(node(left), operator, node(right))
    from replcalc.symbolic.bridge import sympy_relation

    return sympy_relation(left, operator, right)


def _relating(operator: str) -> Callable[[Any, Any], Any]:
    return lambda left, right: relation(left, operator, right)


#: left <= right, left < right, left >= right, left > right, left = right.
at_most, below, at_least, above, equal = map(_relating, ("<=", "<", ">=", ">", "=="))
