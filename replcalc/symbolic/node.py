"""The nodes of formulas: frozen trees in one canonical form, so that equal formulas are one object.

A formula is written with Python's operators and the functions of ``language``. Building one costs microseconds: sums
collect equal terms, products equal bases, powers of powers are merged where that is an identity for real numbers, and
nothing else is simplified. Everything that walks formulas (evaluation, the compiler) knows these classes only.
``node.sympy`` is the same formula for sympy; sympy itself takes a node wherever it takes an expression.

    Number      an exact rational                     Symbol      x, with what is known of it (positive, integer, real)
    Constant    pi                                    Base        a family x over i; base[i] is an Indexed
    Add, Mul    args: a number first, if any          Pow         base, exponent
    Function    head ("log", "min", ...), args        Over        Sum, Product, MaxOver of body over index = 1..upper
    Relation    left, operator, right
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from operator import is_
from typing import Any, ClassVar, Self
from weakref import WeakValueDictionary

from flint import fmpq, fmpz

from replcalc.numbers.errors import MalformedStatement
from replcalc.numbers.fields import SPECIAL

_nodes: WeakValueDictionary[tuple[Any, ...], Node] = WeakValueDictionary()
_building = threading.Lock()


class Node:
    """A formula. ``args`` are the nodes below it; ``key`` orders nodes and names what they are."""

    args: tuple[Node, ...] = ()
    key: str

    @classmethod
    def _one(cls, identity: tuple[Any, ...], **parts: Any) -> Self:
        """The node with these parts: the one that exists already, or a new one."""
        name = (cls, *identity)
        found = _nodes.get(name)
        if found is None:
            with _building:
                found = _nodes.get(name)
                if found is None:
                    found = object.__new__(cls)
                    found.__dict__.update(parts, key=_abridged(parts["key"]))
                    found.__dict__["_identity"] = identity
                    _nodes[name] = found
        return found  # type: ignore[return-value]

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("formulas are frozen")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), self.__dict__["_identity"])

    # -- reading -----------------------------------------------------------------------------------------------------
    @cached_property
    def free(self) -> frozenset[Node]:
        """The symbols and families in it that no sum, product or maximum binds."""
        return frozenset().union(*(a.free for a in self.args))

    @cached_property
    def positive(self) -> bool:
        """Is it positive by its form and by what is known of its symbols?"""
        return False

    @property
    def is_number(self) -> bool:
        return not self.free

    def nodes(self) -> Iterator[Node]:
        """Every node of the tree, each once."""
        seen: set[Node] = set()
        pending: list[Node] = [self]
        while pending:
            node = pending.pop()
            if node not in seen:
                seen.add(node)
                yield node
                pending.extend(node.args)

    def has(self, *parts: Node) -> bool:
        return any(node in parts for node in self.nodes())

    def rebuilt(self, args: tuple[Node, ...]) -> Node:
        """The node of this kind over other arguments."""
        return self

    def xreplace(self, values: Mapping[Any, Any]) -> Node:
        """Every node that is a key replaced by its value; a bound index hides the one outside."""
        return _replaced(self, {node(key): node(value) for key, value in values.items()}, {})

    @cached_property
    def sympy(self) -> Any:
        """The formula as sympy's expression."""
        from sympy import evaluate

        from replcalc.symbolic.bridge import to_sympy

        with evaluate(True):  # it is kept: also where somebody has switched evaluation off for a while
            return to_sympy(self)

    def _sympy_(self) -> Any:
        return self.sympy

    def __str__(self) -> str:
        from replcalc.symbolic.latex import written

        return written(self, "text")

    def __repr__(self) -> str:
        return self.key

    def _repr_latex_(self) -> str:
        from replcalc.symbolic.latex import latex

        return f"${latex(self)}$"

    # -- writing -----------------------------------------------------------------------------------------------------
    def __add__(self, other: Any) -> Any:
        return algebra.add(self, number_or_node(other)) if ours(other) else self.sympy + other

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return algebra.add(self, -number_or_node(other)) if ours(other) else self.sympy - other

    def __rsub__(self, other: Any) -> Any:
        return algebra.add(number_or_node(other), -self) if ours(other) else other - self.sympy

    def __mul__(self, other: Any) -> Any:
        return algebra.multiply(self, number_or_node(other)) if ours(other) else self.sympy * other

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return algebra.divide(self, number_or_node(other)) if ours(other) else self.sympy / other

    def __rtruediv__(self, other: Any) -> Any:
        return algebra.divide(number_or_node(other), self) if ours(other) else other / self.sympy

    def __pow__(self, other: Any) -> Any:
        return algebra.power(self, number_or_node(other)) if ours(other) else self.sympy**other

    def __rpow__(self, other: Any) -> Any:
        return algebra.power(number_or_node(other), self) if ours(other) else other**self.sympy

    def __neg__(self) -> Node:
        return algebra.multiply(MINUS, self)

    def __pos__(self) -> Node:
        return self


#: Longer keys are replaced by their digest: formulas share parts, and written out they may be long.
_LONGEST_KEY = 240


def _abridged(key: str) -> str:
    return key if len(key) <= _LONGEST_KEY else "~" + blake2b(key.encode(), digest_size=16).hexdigest()


def _rebuilt(kind: type[Node], identity: tuple[Any, ...]) -> Node:
    """A node from what identifies it (unpickling)."""
    return kind.identified(*identity)  # type: ignore[attr-defined, no-any-return]


def ours(value: Any) -> bool:
    return isinstance(value, Node | int | fmpq | fmpz | Fraction)


def number_or_node(value: Any) -> Node:
    """A number a person may write in a formula, as a node; a float in a formula is a mistake."""
    if isinstance(value, Node):
        return value
    if isinstance(value, Fraction):
        return number(fmpq(value.numerator, value.denominator))
    if isinstance(value, int | fmpz | fmpq) and not isinstance(value, bool):
        return number(fmpq(value))
    raise MalformedStatement(f"no exact number or formula: {value!r}")


def node(value: Any) -> Node:
    """Anything that stands for a formula: a node, an exact number, an expression of sympy."""
    if ours(value):
        return number_or_node(value)
    from replcalc.symbolic.bridge import from_sympy

    return from_sympy(value)


# -- leaves ------------------------------------------------------------------------------------------------------------


class Number(Node):
    """An exact rational ``value``."""

    value: fmpq

    @classmethod
    def identified(cls, top: int, bottom: int) -> Number:
        return number(fmpq(top, bottom))

    @cached_property
    def positive(self) -> bool:
        return bool(self.value > 0)

    @property
    def whole(self) -> bool:
        return bool(self.value.q == 1)

    def __str__(self) -> str:
        return str(self.value)

    def __float__(self) -> float:
        return int(self.value.p) / int(self.value.q)

    def __int__(self) -> int:
        if not self.whole:
            raise ValueError(f"{self} is no whole number")
        return int(self.value.p)


def number(value: fmpq) -> Number:
    top, bottom = int(value.p), int(value.q)
    return Number._one((top, bottom), value=value, key=f"{top}/{bottom}" if bottom != 1 else str(top))


ZERO, ONE, MINUS, HALF = number(fmpq(0)), number(fmpq(1)), number(fmpq(-1)), number(fmpq(1, 2))


class Constant(Node):
    """A number that has a name: pi."""

    name: str
    positive = True

    @classmethod
    def identified(cls, name: str) -> Constant:
        return Constant._one((name,), name=name, key=f"#{name}")

    def __str__(self) -> str:
        return self.name


pi = Constant.identified("pi")

#: What may be known of a symbol, by its mark in keys.
_MARKS = {"integer": "z", "positive": "+", "nonnegative": "0", "negative": "-", "real": "r"}


def _told(facts: Mapping[str, bool]) -> tuple[str, ...]:
    unknown = facts.keys() - _MARKS.keys()
    if unknown:
        raise MalformedStatement(f"a symbol is {', '.join(_MARKS)}, not {', '.join(unknown)}")
    return tuple(fact for fact in _MARKS if facts.get(fact))


class _Declared(Node):
    """A leaf with a name, and what is known of it."""

    name: str
    known: tuple[str, ...]

    @cached_property
    def free(self) -> frozenset[Node]:
        return frozenset((self,))

    @property
    def integer(self) -> bool:
        return "integer" in self.known

    def __str__(self) -> str:
        return self.name


class Symbol(_Declared):
    """A variable; symbols of one name are different where different things are known of them."""

    unique: int

    def __new__(cls, name: str, **facts: bool) -> Symbol:
        return cls.identified(name, _told(facts))

    @classmethod
    def identified(cls, name: str, known: tuple[str, ...], unique: int = 0) -> Symbol:
        key = name + "'" + "".join(map(_MARKS.__getitem__, known)) + (f"#{unique}" if unique else "")
        return Symbol._one((name, known, unique), name=name, known=known, unique=unique, key=key)

    @cached_property
    def positive(self) -> bool:
        return "positive" in self.known


class Base(_Declared):
    """A family of numbers over i = 1..k: ``base[i]`` is its general term."""

    def __new__(cls, name: str, **facts: bool) -> Base:
        return cls.identified(name, _told(facts))

    @classmethod
    def identified(cls, name: str, known: tuple[str, ...]) -> Base:
        key = name + "[]'" + "".join(map(_MARKS.__getitem__, known))
        return Base._one((name, known), name=name, known=known, key=key)

    def __getitem__(self, index: Any) -> Indexed:
        return Indexed.identified(self, number_or_node(index))

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"the family {self.name} has no fixed length")


class Indexed(Node):
    """One member of a family."""

    base: Base
    index: Node

    @classmethod
    def identified(cls, base: Base, index: Node) -> Indexed:
        return Indexed._one((base, index), base=base, index=index, args=(base, index), key=f"{base.key}({index.key})")

    @cached_property
    def positive(self) -> bool:
        return "positive" in self.base.known

    @property
    def integer(self) -> bool:
        return self.base.integer

    def rebuilt(self, args: tuple[Node, ...]) -> Node:
        base, index = args
        if not isinstance(base, Base):
            raise MalformedStatement(f"{base!r} is no family")
        return base[index]

    def __str__(self) -> str:
        return f"{self.base}[{self.index}]"


# -- sums, products, powers --------------------------------------------------------------------------------------------


class Add(Node):
    """A sum in canonical form: its number first, then terms with different bases."""

    @classmethod
    def identified(cls, *args: Node) -> Add:
        return Add._one(args, args=args, key="(" + " + ".join(a.key for a in args) + ")")

    @cached_property
    def positive(self) -> bool:
        return all(a.positive for a in self.args)

    def rebuilt(self, args: tuple[Node, ...]) -> Node:
        return algebra.add(*args)


class Mul(Node):
    """A product in canonical form: its number first, then powers of different bases."""

    @classmethod
    def identified(cls, *args: Node) -> Mul:
        return Mul._one(args, args=args, key="(" + " * ".join(a.key for a in args) + ")")

    @cached_property
    def positive(self) -> bool:
        return all(a.positive for a in self.args)

    def rebuilt(self, args: tuple[Node, ...]) -> Node:
        return algebra.multiply(*args)


class Pow(Node):
    """base to the exponent; an exponential is the Function exp."""

    base: Node
    exponent: Node

    @classmethod
    def identified(cls, base: Node, exponent: Node) -> Pow:
        args = (base, exponent)
        return Pow._one(args, base=base, exponent=exponent, args=args, key=f"{base.key}^{exponent.key}")

    @cached_property
    def positive(self) -> bool:
        return self.base.positive

    def rebuilt(self, args: tuple[Node, ...]) -> Node:
        return algebra.power(*args)


# -- functions, reductions, relations ----------------------------------------------------------------------------------


class Function(Node):
    """A function of the vocabulary, by its name."""

    head: str

    #: Functions whose values are positive.
    _positive: ClassVar = frozenset(("exp", "cosh", "sech", "erfc", "one_less", "lack", "logcosh", "raised"))

    @classmethod
    def identified(cls, head: str, *args: Node) -> Function:
        key = f"{head}({', '.join(a.key for a in args)})"
        return Function._one((head, *args), head=head, args=args, key=key)

    @cached_property
    def positive(self) -> bool:
        if self.head in ("min", "max"):
            return all(a.positive for a in self.args)
        return self.head in self._positive or self.head in SPECIAL

    def rebuilt(self, args: tuple[Node, ...]) -> Node:
        return algebra.apply(self.head, *args)


class Over(Node):
    """A sum, product or maximum of ``body`` over ``index`` = 1..upper."""

    body: Node
    index: Symbol
    upper: Node

    def __new__(cls, body: Any, limits: tuple[Any, Any, Any]) -> Over:
        index, lower, upper = limits
        if lower != 1:
            raise MalformedStatement(f"sums start at 1, not at {lower}")
        return cls.identified(number_or_node(body), index, number_or_node(upper))

    @classmethod
    def identified(cls, body: Node, index: Symbol, upper: Node) -> Over:
        key = f"{cls.__name__}({body.key}, {index.key}..{upper.key})"
        parts = {"body": body, "index": index, "upper": upper, "args": (body, index, upper), "key": key}
        return cls._one((body, index, upper), **parts)

    @cached_property
    def free(self) -> frozenset[Node]:
        return (self.body.free - {self.index}) | self.upper.free

    def rebuilt(self, args: tuple[Node, ...]) -> Node:
        body, index, upper = args
        assert isinstance(index, Symbol)
        return type(self).identified(body, index, upper)


class Sum(Over):
    """The sum of body over index = 1..upper."""


class Product(Over):
    """The product of body over index = 1..upper."""


class MaxOver(Over):
    """The largest body over index = 1..upper."""


class HalfLine(Over):
    """The integral of body over index from 0 to infinity; written, never evaluated."""


class Relation(Node):
    """left < right, left <= right, ..., kept as written."""

    left: Node
    operator: str
    right: Node

    @classmethod
    def identified(cls, left: Node, operator: str, right: Node) -> Relation:
        parts = {"left": left, "operator": operator, "right": right, "args": (left, right)}
        return Relation._one((left, operator, right), **parts, key=f"{left.key} {operator} {right.key}")

    def rebuilt(self, args: tuple[Node, ...]) -> Node:
        left, right = args
        return Relation.identified(left, self.operator, right)

    def __str__(self) -> str:
        return f"{self.left} {self.operator} {self.right}"


def _replaced(root: Node, values: Mapping[Node, Node], done: dict[Node, Node]) -> Node:
    if root in values:
        return values[root]
    if root not in done:
        inner, seen = values, done
        if isinstance(root, Over) and root.index in values:
            inner, seen = {key: value for key, value in values.items() if key is not root.index}, {}
        args = tuple(_replaced(a, inner, seen) for a in root.args)
        done[root] = root if all(map(is_, args, root.args)) else root.rebuilt(args)
    return done[root]


from replcalc.symbolic import algebra  # noqa: E402  (nodes calculate with it, and it is made of nodes)
