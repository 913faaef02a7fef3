"""Values of nodes over regions in mpmath.iv, and certain signs of constants: what the checker trusts of arithmetic."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, reduce
from operator import add, mul
from typing import Any

from flint import fmpq
from mpmath.libmp import ComplexResult

from replcalc.kernel.algebra import Algebra
from replcalc.kernel.trees import CertificateNode, parse
from replcalc.numbers.interval_field import IntervalField

#: Decimal digits tried for the sign of a constant.
DIGITS = (40, 150, 600)

_INFINITY = float("inf")

Region = dict[str, tuple[Fraction, Fraction]]


class Unverified(Exception):
    """Something in the certificate does not hold, or cannot be shown to."""


def require(fact: bool, what: str) -> None:
    if not fact:
        raise Unverified(what)


def flint_rational(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


@cache
def _intervals(digits: int) -> IntervalField:
    """Making a context of mpmath takes longer than most evaluations in it."""
    return IntervalField(digits)


class Intervals:
    """Evaluates nodes over regions in mpmath.iv."""

    def __init__(self, digits: int = 40) -> None:
        self.field = _intervals(digits)

    def on(self, region: Region) -> RegionValues:
        return RegionValues(self.field, region)

    def value(self, node: CertificateNode, region: Region) -> Any:
        """Return an interval, or None where the node is not defined on the whole region."""
        return self.on(region).value(node)

    def continuous(self, node: CertificateNode, region: Region) -> bool:
        """Return whether the node is defined on the whole region, touching no singularity: it is continuous there."""
        return self.on(region).continuous(node)


class _Undefined(Exception):
    """A second derivative at a kink."""


#: What a node without a value on a region raises.
_NO_VALUE = (ComplexResult, ZeroDivisionError, ValueError, _Undefined)


class RegionValues:
    """The values of nodes on one region, each computed once."""

    def __init__(self, field: IntervalField, region: Region) -> None:
        self.field = field
        self.variables = {
            name: field.hull(flint_rational(low), flint_rational(high)) for name, (low, high) in region.items()
        }
        self.face = not region or any(low == high for low, high in region.values())
        self.known: dict[CertificateNode, Any] = {}

    def value(self, node: CertificateNode) -> Any:
        """Return an interval, or None where the node is not defined on the whole region."""
        try:
            return self._value(node)
        except _NO_VALUE:
            return None

    def continuous(self, node: CertificateNode) -> bool:
        """Return whether the node is defined on the whole region, touching no singularity: it is continuous there."""
        try:
            self._value(node)
            return not self._singular(node, set())
        except _NO_VALUE:
            return False

    def _value(self, node: CertificateNode) -> Any:
        if node not in self.known:
            self.known[node] = self._compute(node)
        return self.known[node]

    def _compute(self, node: CertificateNode) -> Any:
        head = node.head
        if head == "q":
            return self.field.number(flint_rational(node.value))
        if head == "v":
            return self.variables[node.name]
        if head == "pi":
            return self.field.function("pi")
        if head == "^" and node.args[1].head == "q":
            return self.field.power(self._value(node.args[0]), flint_rational(node.args[1].value))
        values = [self._value(a) for a in node.args]
        if head in ("+", "*"):
            return reduce(add if head == "+" else mul, values)
        if head == "^":
            return self.field.function("exp", values[1] * self.field.function("log", values[0]))
        if head in ("chosen", "fixed"):
            a, b, p, q = values
            if self._under(a, b):
                return p
            if self._under(b, a):
                return q
            if head == "fixed":
                raise _Undefined
            return self.field.context.mpf([min(p.a, q.a), max(p.b, q.b)])
        return self.field.function(head, *values)

    def _under(self, a: Any, b: Any) -> bool:
        """Return whether a is smaller; on a face (or at a point) equal branches do not count."""
        return (a.b < b.a) is True if self.face else (a.b <= b.a) is True

    def _singular(self, node: CertificateNode, seen: set[CertificateNode]) -> bool:
        """Return whether an argument touches a point where its function has no value, or a branch is uncertain."""
        if node in seen:
            return False
        seen.add(node)
        if node.head == "chosen":
            a, b = map(self._value, node.args[:2])
            if not self._under(a, b) and not self._under(b, a):
                return True
        if node.head == "atanh" and (abs(self._value(node.args[0])).b < 1) is not True:
            return True
        if node.head in ("loggamma", "digamma") and (self._value(node.args[0]).a > 0) is not True:
            return True
        if node.head in ("log", "^"):
            rational = node.head == "^" and node.args[1].head == "q"
            base = self._value(node.args[0])
            harmless = rational and node.args[1].value >= 0  # x^0 is 1, at 0 too
            if not harmless and (base.a <= 0) is not False and (base.b >= 0) is not False:
                return True
        return any(self._singular(a, seen) for a in node.args)


def node_sign(node: CertificateNode) -> int:
    """Return the sign of a constant node: zero by algebra, otherwise by intervals of rising precision."""
    for digits in DIGITS:
        value = Intervals(digits).value(node, {})
        require(value is not None and (abs(value).b < _INFINITY) is True, "a constant has no value")
        if (value > 0) is True:
            return 1
        if (value < 0) is True:
            return -1
        if digits == DIGITS[0] and Algebra().is_zero(node.tree()):
            return 0
    raise Unverified("the sign of a constant is not certain")


def constant_sign(tree: Any) -> int:
    """-1, 0 or 1 for a tree without variables; Unverified if it is not certain."""
    return node_sign(parse(tree))
