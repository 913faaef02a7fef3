"""Certificate expressions for the checker: immutable nodes, their derivatives, and values put in for variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Any
from weakref import WeakValueDictionary

from replcalc.kernel.variables import read_rational


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class CertificateNode:
    """``head`` and ``args``; ``value`` for a rational ("q"), ``name`` for a variable ("v").

    Made by ``node_of``, ``number`` and ``variable`` only: equal nodes are one object, so that they are compared, and
    looked up, in no time however much of a formula they share.
    """

    head: str
    args: tuple[CertificateNode, ...] = ()
    value: Fraction = Fraction(0)
    name: str = ""

    def tree(self) -> list[Any]:
        """Back to nested lists."""
        if self.head == "q":
            return ["q", str(self.value)]
        if self.head == "v":
            return ["v", self.name]
        return [self.head, *(a.tree() for a in self.args)]


_nodes: WeakValueDictionary[tuple[Any, ...], CertificateNode] = WeakValueDictionary()


def _intern(*parts: Any) -> CertificateNode:
    """Return the node with these parts: the one that exists already, or a new one."""
    found = _nodes.get(parts)
    return _nodes.setdefault(parts, CertificateNode(*parts)) if found is None else found


def node_of(head: str, *args: CertificateNode) -> CertificateNode:
    return _intern(head, args)


def numeral(value: Fraction | int) -> CertificateNode:
    return _intern("q", (), Fraction(value))


def variable(name: str) -> CertificateNode:
    return _intern("v", (), Fraction(0), name)


ZERO, ONE = numeral(0), numeral(1)


def parse(tree: Any) -> CertificateNode:
    """Nested lists as nodes."""
    head, args = tree[0], tree[1:]
    if head == "q":
        return numeral(read_rational(args[0]))
    if head == "v":
        return variable(str(args[0]))
    return node_of(str(head), *map(parse, args))


# -- building with constants folded ------------------------------------------------------------------------------------
def _flatten(head: str, args: tuple[CertificateNode, ...]) -> list[CertificateNode]:
    return [b for a in args for b in (a.args if a.head == head else (a,))]


def sum_of(*args: CertificateNode) -> CertificateNode:
    """Return a sum with equal terms collected: without that, x - x would keep the width of x twice.

    What has no value has none however often it is added: 1/0 - 1/0 is not 0.
    """
    constant = Fraction(0)
    terms: dict[CertificateNode, Fraction] = {}
    for a in _flatten("+", args):
        if a.head == "q":
            constant += a.value
            continue
        scaled = a.head == "*" and a.args[0].head == "q"
        factor = a.args[0].value if scaled else Fraction(1)
        rest = multiply(*a.args[1:]) if scaled else a
        terms[rest] = terms.get(rest, Fraction(0)) + factor
    kept = ((rest, factor) for rest, factor in terms.items() if factor or _without_value(rest))
    parts = [multiply(numeral(factor), rest) for rest, factor in kept]
    if constant or not parts:
        parts.append(numeral(constant))
    return parts[0] if len(parts) == 1 else node_of("+", *parts)


def multiply(*args: CertificateNode) -> CertificateNode:
    """Return a product with exponentials and powers of the same base collected."""
    constant = Fraction(1)
    exponent: list[CertificateNode] = []
    powers: dict[CertificateNode, Fraction] = {}
    for a in _flatten("*", args):
        if a.head == "q":
            constant *= a.value
        elif a.head == "exp":
            exponent.append(a.args[0])
        else:
            rational = a.head == "^" and a.args[1].head == "q"
            base, e = (a.args[0], a.args[1].value) if rational else (a, Fraction(1))
            powers[base] = powers.get(base, Fraction(0)) + e
    if constant == 0:
        broken = [a for a in _flatten("*", args) if _never_cancels(a)]
        return node_of("*", ZERO, *broken) if broken else ZERO
    parts = [power(base, numeral(e)) for base, e in powers.items() if e]
    if exponent:
        parts.append(rebuild("exp", sum_of(*exponent)))
    parts = [part for part in parts if part is not ONE]
    if constant != 1 or not parts:
        parts.insert(0, numeral(constant))
    return parts[0] if len(parts) == 1 else node_of("*", *parts)


def _never_cancels(factor: CertificateNode) -> bool:
    """Return whether 0 times the factor may have no value: x^2 x^-2 is not 0 at x = 0, nor 1.

    A logarithm of zero by itself is no such factor: x ln x is 0 there by continuity, and no algebra makes it vanish.
    """
    whole = factor.head == "^" and factor.args[1].head == "q" and factor.args[1].value > 0
    inner = factor.args[0] if whole else factor
    return any(map(_without_value, inner.args)) if inner.head == "log" else _without_value(inner)


@lru_cache(maxsize=4096)
def _without_value(node: CertificateNode) -> bool:
    if node.head == "^" and node.args[0] is ZERO and node.args[1].head == "q" and node.args[1].value < 0:
        return True
    return (node.head == "log" and node.args[0].head == "q" and node.args[0].value <= 0) or any(
        map(_without_value, node.args)
    )


def negate(node: CertificateNode) -> CertificateNode:
    return multiply(numeral(-1), node)


def power(base: CertificateNode, exponent: CertificateNode) -> CertificateNode:
    if exponent.head == "q":
        if exponent.value == 0:
            return ONE
        if exponent.value == 1:
            return base
        if base.head == "q":
            folded = _rational_power(base.value, exponent.value)
            if folded is not None:
                return numeral(folded)
    return node_of("^", base, exponent)


def _rational_power(base: Fraction, exponent: Fraction) -> Fraction | None:
    if exponent.denominator == 1 and abs(exponent) <= 1000:
        return base ** int(exponent) if base or exponent > 0 else None
    if exponent.denominator == 2 and base >= 0:
        top, bottom = isqrt(base.numerator), isqrt(base.denominator)
        if top * top == base.numerator and bottom * bottom == base.denominator:
            return _rational_power(Fraction(top, bottom), Fraction(exponent.numerator))
    return None


#: Values at 0 of functions of one argument.
_AT_ZERO = {"exp": 1, "cosh": 1, "sech": 1, "sinh": 0, "tanh": 0, "atanh": 0, "asin": 0, "erf": 0, "erfc": 1}


def rebuild(head: str, *args: CertificateNode) -> CertificateNode:
    """Return a node of the same kind on other arguments, folded where the value is rational."""
    if head == "+":
        return sum_of(*args)
    if head == "*":
        return multiply(*args)
    if head == "^":
        return power(*args)
    values = [a.value for a in args if a.head == "q"]
    if len(values) == len(args) and args:
        if head in _AT_ZERO and values[0] == 0:
            return numeral(_AT_ZERO[head])
        if head == "log" and values[0] == 1:
            return ZERO
        if head in ("min", "max"):
            return numeral(min(values) if head == "min" else max(values))
        if head == "abs":
            return numeral(abs(values[0]))
        if head in ("chosen", "fixed") and values[0] != values[1]:
            return args[2] if values[0] < values[1] else args[3]
    return node_of(head, *args)


def restrict(node: CertificateNode, values: Mapping[str, Fraction]) -> CertificateNode:
    """Return the node with rationals put in for some variables."""
    return substitute(node, {name: numeral(value) for name, value in values.items()})


def substitute(node: CertificateNode, values: Mapping[str, CertificateNode]) -> CertificateNode:
    """Return the node with other nodes put in for some variables."""
    memo: dict[CertificateNode, CertificateNode] = {}

    def walk(n: CertificateNode) -> CertificateNode:
        if n.head == "q":
            return n
        if n.head == "v":
            return values.get(n.name, n)
        if n not in memo:
            memo[n] = rebuild(n.head, *map(walk, n.args))
        return memo[n]

    return walk(node)


# -- derivatives -------------------------------------------------------------------------------------------------------
@lru_cache(maxsize=1 << 16)
def derivative(node: CertificateNode, name: str) -> CertificateNode:
    """d node / d name. At a minimum or maximum it is ``chosen``: one of the branches' derivatives (see the prover)."""
    head, args = node.head, node.args
    if head in ("q", "pi"):
        return ZERO
    if head == "v":
        return ONE if node.name == name else ZERO
    slopes = [derivative(a, name) for a in args]
    if all(s is ZERO for s in slopes):
        return ZERO
    if head == "+":
        return sum_of(*slopes)
    if head == "*":
        return sum_of(*(multiply(*args[:j], s, *args[j + 1 :]) for j, s in enumerate(slopes) if s is not ZERO))
    if head == "^":
        return _power_rule(node, slopes)
    if head in ("min", "max"):
        return _branches(head, args, slopes)
    if head in ("chosen", "fixed"):
        return node_of("fixed", args[0], args[1], slopes[2], slopes[3])
    return multiply(_outer(node), slopes[0])


def _power_rule(node: CertificateNode, slopes: list[CertificateNode]) -> CertificateNode:
    base, exponent = node.args
    if exponent.head == "q":
        return multiply(exponent, power(base, numeral(exponent.value - 1)), slopes[0])
    logarithm = node_of("log", base)
    return multiply(
        node, sum_of(multiply(slopes[1], logarithm), multiply(exponent, slopes[0], power(base, numeral(-1))))
    )


def _branches(head: str, args: tuple[CertificateNode, ...], slopes: list[CertificateNode]) -> CertificateNode:
    """Fold n arguments pairwise: the running minimum against the next one."""
    value, slope = args[0], slopes[0]
    for other, other_slope in zip(args[1:], slopes[1:], strict=True):
        pair = (value, other) if head == "min" else (negate(value), negate(other))
        slope = node_of("chosen", *pair, slope, other_slope)
        value = node_of(head, value, other)
    return slope


def _outer(node: CertificateNode) -> CertificateNode:
    """Return the derivative of a function of one argument, at that argument."""
    (x,) = node.args
    if node.head == "exp":
        return node
    if node.head == "log":
        return power(x, numeral(-1))
    if node.head == "abs":
        return node_of("chosen", negate(x), x, ONE, numeral(-1))
    if node.head == "tanh":
        return sum_of(ONE, negate(power(node, numeral(2))))
    if node.head == "sinh":
        return node_of("cosh", x)
    if node.head == "cosh":
        return node_of("sinh", x)
    if node.head == "sech":
        return negate(multiply(node_of("tanh", x), node))
    if node.head == "atanh":
        return power(sum_of(ONE, negate(power(x, numeral(2)))), numeral(-1))
    if node.head == "asin":
        return power(sum_of(ONE, negate(power(x, numeral(2)))), numeral(Fraction(-1, 2)))
    if node.head in ("erf", "erfc"):
        root = power(node_of("pi"), numeral(Fraction(-1, 2)))
        return multiply(numeral(2 if node.head == "erf" else -2), root, rebuild("exp", negate(power(x, numeral(2)))))
    if node.head == "loggamma":
        return node_of("digamma", x)
    raise ValueError(f"no derivative of {node.head}")
