"""Partial derivatives of formulas, for bounds on boxes.

At a minimum or maximum the derivative is ``chosen``: on a box, the hull of the derivatives of the branches that may be
active; a second derivative there is ``fixed``, undefined unless one branch is active throughout (see ``expressions``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from flint import fmpq

from replcalc.formulas.algebra import add, apply, multiply, power
from replcalc.formulas.node import ONE, ZERO, Add, Function, Mul, Node, Pow, Symbol, number, pi
from replcalc.numbers.errors import UnsupportedNode

_MINUS = number(fmpq(-1))


def _root_below(x: Node) -> Node:
    """1 - x^2."""
    return add(ONE, multiply(_MINUS, power(x, number(fmpq(2)))))


def _bell(x: Node, factor: int) -> Node:
    """factor e^(-x^2)/sqrt(pi)."""
    bell = apply("exp", multiply(_MINUS, power(x, number(fmpq(2)))))
    return multiply(number(fmpq(factor)), bell, power(pi, number(fmpq(-1, 2))))


#: The derivative of a function of one argument, at that argument.
_OUTER: dict[str, Callable[[Node], Node]] = {
    "exp": lambda x: apply("exp", x),
    "log": lambda x: power(x, _MINUS),
    "sinh": lambda x: apply("cosh", x),
    "cosh": lambda x: apply("sinh", x),
    "tanh": lambda x: add(ONE, multiply(_MINUS, power(apply("tanh", x), number(fmpq(2))))),
    "sech": lambda x: multiply(_MINUS, apply("tanh", x), apply("sech", x)),
    "atanh": lambda x: power(_root_below(x), _MINUS),
    "asin": lambda x: power(_root_below(x), number(fmpq(-1, 2))),
    "erf": lambda x: _bell(x, 2),
    "erfc": lambda x: _bell(x, -2),
}


@lru_cache(maxsize=1 << 14)
def partial_slope(formula: Node, symbol: Symbol) -> Node:
    """d formula/d symbol; UnsupportedNode where there is no rule."""
    if symbol not in formula.free:
        return ZERO
    if formula is symbol:
        return ONE
    if isinstance(formula, Add):
        return add(*(partial_slope(a, symbol) for a in formula.args))
    if isinstance(formula, Mul):
        return _of_product(formula, symbol)
    if isinstance(formula, Pow):
        return _of_power(formula.base, formula.exponent, symbol)
    if isinstance(formula, Function):
        return _of_function(formula.head, formula.args, symbol)
    raise UnsupportedNode(f"no derivative of {formula!r}")


def _of_product(formula: Mul, symbol: Symbol) -> Node:
    args = formula.args
    moving = (place for place, a in enumerate(args) if symbol in a.free)
    return add(*(multiply(*args[:place], partial_slope(args[place], symbol), *args[place + 1 :]) for place in moving))


def _of_power(base: Node, exponent: Node, symbol: Symbol) -> Node:
    if symbol not in exponent.free:
        less = add(exponent, _MINUS)
        return multiply(exponent, power(base, less), partial_slope(base, symbol))
    rate = multiply(partial_slope(exponent, symbol), apply("log", base))
    if symbol in base.free:
        rate = add(rate, multiply(exponent, partial_slope(base, symbol), power(base, _MINUS)))
    return multiply(power(base, exponent), rate)


def _of_function(head: str, args: tuple[Node, ...], symbol: Symbol) -> Node:
    if head in ("lesser", "greater"):
        a, b = args if head == "lesser" else (multiply(_MINUS, x) for x in args)
        p, q = (partial_slope(x, symbol) for x in args)
        return p if p is q else apply("chosen", a, b, p, q)
    if head in ("chosen", "fixed"):
        a, b, p, q = args
        return apply("fixed", a, b, partial_slope(p, symbol), partial_slope(q, symbol))
    if head not in _OUTER:
        raise UnsupportedNode(f"no derivative of {head}")
    return multiply(_OUTER[head](args[0]), partial_slope(args[0], symbol))
