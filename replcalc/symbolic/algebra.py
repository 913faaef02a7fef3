"""Sums, products, powers and functions of nodes in canonical form.

Sums collect equal terms, products equal bases, and a number times a sum is distributed; powers of powers and of
products are taken apart where that is an identity for real numbers. Nothing else is simplified.
"""

from __future__ import annotations

from math import gcd, isqrt, lcm
from typing import Any

from flint import fmpq

from replcalc.symbolic.node import MINUS, ONE, ZERO, Add, Function, Mul, Node, Number, Pow, number, number_or_node


def coefficient(term: Node) -> tuple[fmpq, Node]:
    """A term as a number times the rest."""
    if isinstance(term, Number):
        return term.value, ONE
    if isinstance(term, Mul) and isinstance(term.args[0], Number):
        rest = term.args[1:]
        return term.args[0].value, rest[0] if len(rest) == 1 else Mul.identified(*rest)
    return fmpq(1), term


def scaled(factor: fmpq, rest: Node) -> Node:
    """A number times what has none; over a sum it is distributed."""
    if factor == 0:
        return ZERO
    if rest is ONE:
        return number(factor)
    if factor == 1:
        return rest
    if isinstance(rest, Add):
        return add(*(multiply(number(factor), a) for a in rest.args))
    factors = rest.args if isinstance(rest, Mul) else (rest,)
    return Mul.identified(number(factor), *factors)


def add(*terms: Node) -> Node:
    """The sum, equal terms collected."""
    constant, found = fmpq(0), dict[Node, fmpq]()
    pending = list(reversed(terms))
    while pending:
        term = pending.pop()
        if isinstance(term, Add):
            pending.extend(reversed(term.args))
            continue
        factor, rest = coefficient(term)
        if rest is ONE:
            constant += factor
        else:
            found[rest] = found.get(rest, fmpq(0)) + factor
    parts = sorted((scaled(factor, rest) for rest, factor in found.items() if factor != 0), key=_order)
    if constant != 0:
        parts.insert(0, number(constant))
    return ZERO if not parts else parts[0] if len(parts) == 1 else Add.identified(*parts)


def multiply(*factors: Node) -> Node:
    """The product, equal bases collected."""
    constant = fmpq(1)
    found: dict[Node, list[Node]] = {}
    exponentials: list[Node] = []
    pending = list(factors)
    while pending:
        factor = pending.pop()
        if isinstance(factor, Number):
            constant *= factor.value
        elif isinstance(factor, Mul):
            pending.extend(factor.args)
        elif isinstance(factor, Pow):
            found.setdefault(factor.base, []).append(factor.exponent)
        elif isinstance(factor, Function) and factor.head == "exp":
            exponentials.append(factor.args[0])
        else:
            found.setdefault(factor, []).append(ONE)
    if constant == 0:
        return ZERO
    parts: list[Node] = []
    again: list[Node] = []
    for base, exponents in found.items():
        if len(exponents) == 1:
            parts.append(base if exponents[0] is ONE else Pow.identified(base, exponents[0]))
            continue
        part = power(base, add(*exponents))
        moved = isinstance(part, Number | Mul | Function) or (isinstance(part, Pow) and part.base is not base)
        (again if moved else parts).append(part)  # sqrt(2) sqrt(2) is a number now
    if exponentials:
        part = apply("exp", add(*exponentials))
        (parts if isinstance(part, Function) and part.head == "exp" else again).append(part)
    if again:
        return multiply(number(constant), *parts, *again)
    parts.sort(key=_order)
    rest = ONE if not parts else parts[0] if len(parts) == 1 else Mul.identified(*parts)
    return scaled(constant, rest)


def divide(above: Node, below: Node) -> Node:
    return multiply(above, power(below, MINUS))


def power(base: Node, exponent: Node) -> Node:
    """base ** exponent, powers of powers and of products taken apart where that is an identity."""
    if exponent is ZERO or base is ONE:
        return ONE
    if exponent is ONE:
        return base
    whole = isinstance(exponent, Number) and exponent.whole
    if isinstance(base, Number) and isinstance(exponent, Number):
        found = _number_power(base.value, exponent.value)
        return Pow.identified(base, exponent) if found is None else number(found)
    if isinstance(base, Function) and base.head == "exp":
        return apply("exp", multiply(base.args[0], exponent))
    if isinstance(base, Pow) and (whole or base.base.positive):
        return power(base.base, multiply(base.exponent, exponent))
    if isinstance(base, Mul) and whole:
        return multiply(*(power(a, exponent) for a in base.args))
    if isinstance(base, Mul) and isinstance(exponent, Number):
        outside = [a for a in base.args if a.positive]
        inside = [a for a in base.args if not a.positive]
        if outside and inside:
            return multiply(*(power(a, exponent) for a in outside), power(multiply(*inside), exponent))
        if outside:
            return multiply(*(power(a, exponent) for a in outside))
    return Pow.identified(base, exponent)


def _number_power(base: fmpq, exponent: fmpq) -> fmpq | None:
    """A rational power of a rational where it is rational at sight: whole exponents and perfect squares, not 1/0."""
    if exponent.q == 1:
        if abs(int(exponent.p)) > 10_000 or (base == 0 and exponent < 0):
            return None
        return base ** int(exponent.p)
    if exponent.q == 2 and base > 0:
        top, bottom = isqrt(int(base.p)), isqrt(int(base.q))
        if top * top == base.p and bottom * bottom == base.q:
            return fmpq(top, bottom) ** int(exponent.p)
    return None


def _order(term: Node) -> tuple[int, str]:
    return len(term.key), term.key


def content(expression: Node) -> tuple[fmpq, Node]:
    """A formula as a positive number times the rest whose coefficients are coprime whole numbers."""
    if not isinstance(expression, Add):
        factor, rest = coefficient(expression)
        return abs(factor), scaled(fmpq(1 if factor > 0 else -1), rest)
    parts = [coefficient(a)[0] for a in expression.args]
    top, bottom = gcd(*(int(q.p) for q in parts)), lcm(*(int(q.q) for q in parts))
    common = fmpq(top, bottom)
    return common, multiply(number(1 / common), expression)


def apply(head: str, *args: Any) -> Node:
    """A function of nodes; values at sight: exp 0, log 1, exp log x, one term of a minimum."""
    nodes = tuple(map(number_or_node, args))
    if head == "exp" and isinstance(nodes[0], Function) and nodes[0].head == "log":
        return nodes[0].args[0]
    if head == "exp" and nodes[0] is ZERO:
        return ONE
    if head == "log" and nodes[0] is ONE:
        return ZERO
    if head in ("min", "max"):
        nodes = tuple(sorted(dict.fromkeys(nodes), key=_order))
        if len(nodes) == 1:
            return nodes[0]
    return Function.identified(head, *nodes)


def without(head: str, root: Node) -> Node:
    """The formula with every function of that name replaced by its argument: a cost without its ceilings."""
    args = tuple(without(head, a) for a in root.args)
    if isinstance(root, Function) and root.head == head:
        return args[0]
    return root if args == root.args else root.rebuilt(args)
