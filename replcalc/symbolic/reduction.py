"""Formulas over families reduced by identities of sums, products and maxima; formulas differentiated and solved.

``reduced(formula)`` uses, from the inside outwards, for s = sum, product, maximum over i = 1..k:

    a body free of i                 k b, b^k, b
    a factor free of i               sum f b = f sum b;  prod f b = f^k prod b;  max f b = f max b where f > 0
    a term free of i                 sum (t + b) = k t + sum b;  max (t + b) = t + max b
    k a number up to LARGEST         the members written out
    equal up to the index's name     one formula: sum n_i / sum n_j = 1

A logarithm of what exceeds 1 by its form (``below_one``: the symbols that lie in (0,1)) is positive, as are sums of
positive terms; roots of products are taken apart there. Nothing else is assumed, so the result equals the formula
wherever the formula is defined.

``distinct(formula)`` names the indices: i, j, l, ... from the outside, none twice on a way down. ``with_equal_members``
puts a symbol for a family all of whose members are equal, ``with_values`` formulas for symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from replcalc.numbers.errors import UnsupportedNode
from replcalc.symbolic.algebra import add, apply, divide, multiply, power
from replcalc.symbolic.node import (
    MINUS,
    ONE,
    ZERO,
    Add,
    Base,
    Function,
    Indexed,
    MaxOver,
    Mul,
    Node,
    Number,
    Over,
    Pow,
    Product,
    Sum,
    Symbol,
    number_or_node,
)

#: Sums of more members than this are not written out.
LARGEST = 64
#: Names of indices, from the outside.
_INDICES = ("i", "j", "l", "h", "r", "s", "t", "u", "v")
_WHOLE = ("integer", "positive")


def distinct(root: Node, taken: frozenset[str] = frozenset()) -> Node:
    """The same formula with index names that occur neither in ``taken`` nor on the way down to them."""
    return _distinct(root, taken | {s.name for s in root.free if isinstance(s, Symbol)}, {})


def _distinct(root: Node, taken: frozenset[str], done: dict[tuple[Node, frozenset[str]], Node]) -> Node:
    if not root.args:
        return root
    if (root, taken) not in done:
        if isinstance(root, Over):
            used = taken | {s.name for s in root.free if isinstance(s, Symbol | Base)}
            name = next(name for name in (*_INDICES, *(f"i{n}" for n in range(len(used) + 1))) if name not in used)
            index = Symbol.identified(name, root.index.known)
            body = _distinct(root.body, used | {name, root.index.name}, done).xreplace({root.index: index})
            done[root, taken] = type(root).identified(body, index, _distinct(root.upper, used, done))
        else:
            args = tuple(_distinct(a, taken, done) for a in root.args)
            done[root, taken] = root if args == root.args else root.rebuilt(args)
    return done[root, taken]


def with_equal_members(formula: Node, families: Collection[str]) -> Node:
    """A symbol x for every x[i] of these families: all members are equal."""
    values = {
        part: Symbol.identified(part.base.name, part.base.known)
        for part in formula.nodes()
        if isinstance(part, Indexed) and part.base.name in families
    }
    return formula.xreplace(values)


def with_values(formula: Node, values: Mapping[str, Node]) -> Node:
    """Formulas for the symbols of these names."""
    return formula.xreplace({s: values[s.name] for s in formula.free if isinstance(s, Symbol) and s.name in values})


def reduced(formula: Node, below_one: Collection[str] = ()) -> Node:
    """The formula in its shortest form; ``below_one``: the names of symbols in (0, 1)."""
    reducer = _Reducer(frozenset(below_one))
    return distinct(reducer.shown(reducer.of(formula)))


def surely_positive(formula: Node, below_one: Collection[str] = ()) -> bool:
    """Is it positive by its reduced form, for symbols of ``below_one`` in (0, 1)?"""
    return _Reducer(frozenset(below_one)).of(formula).positive


class _Reducer:
    """Reduces from the inside outwards; what is positive for a reason that its form does not show is ``held`` as a
    positive symbol meanwhile."""

    def __init__(self, below_one: frozenset[str]) -> None:
        self.below_one = below_one
        self._held: dict[Node, Symbol] = {}
        self._done: dict[Node, Node] = {}

    def of(self, root: Node) -> Node:
        if root not in self._done:
            found = self._reduced(root)
            self._done[root] = self._hold(found) if self._surely_positive(found) else found
        return self._done[root]

    def _reduced(self, root: Node) -> Node:
        if isinstance(root, Sum | Product | MaxOver):
            around = max((s.unique for s in root.free if isinstance(s, Symbol) and s.name == "bound"), default=0)
            bound = Symbol.identified("bound", root.index.known, around + 1)
            body = self.of(root.body.xreplace({root.index: bound}))
            return self._over(type(root), body, bound, self.of(root.upper))
        args = tuple(map(self.of, root.args))
        return root if args == root.args else root.rebuilt(args)

    def shown(self, root: Node) -> Node:
        """What was held, in its place again."""
        held = {symbol: node for node, symbol in self._held.items()}
        while any(part in held for part in root.free):
            root = root.xreplace(held)
        return root

    def _hold(self, node: Node) -> Node:
        return self._held.setdefault(node, Symbol.identified("@", ("positive",), len(self._held) + 1))

    def _surely_positive(self, node: Node) -> bool:
        """A positive number that no index changes, but that is not positive by its form."""
        if any(isinstance(s, Symbol) and s.unique and s.name != "@" for s in node.free):
            return False
        if isinstance(node, Sum | Product | MaxOver):
            return node.body.positive
        return isinstance(node, Function) and node.head == "log" and self._exceeds_one(node.args[0])

    def _exceeds_one(self, node: Node) -> bool:
        factors = node.args if isinstance(node, Mul) else (node,)
        return all(map(self._at_least_one, factors)) and any(map(self._above_one, factors))

    def _at_least_one(self, node: Node) -> bool:
        if isinstance(node, Number):
            return bool(node.value >= 1)
        whole = isinstance(node, Symbol) and {"integer", "positive"} <= set(node.known)
        return whole or self._above_one(node)

    def _above_one(self, node: Node) -> bool:
        if isinstance(node, Number):
            return bool(node.value > 1)
        if not (isinstance(node, Pow) and isinstance(node.exponent, Number) and node.exponent.value < 0):
            return False
        return isinstance(node.base, Symbol) and node.base.name in self.below_one

    # -- reductions ----------------------------------------------------------------------------------------------------
    def _over(self, kind: type[Over], body: Node, index: Symbol, upper: Node) -> Node:
        """The reduction of a reduced body, its index named by how deep the reductions inside it are nested."""
        if isinstance(upper, Number) and upper.whole and 1 <= upper.value <= LARGEST and index in body.free:
            members = [self.of(body.xreplace({index: number_or_node(m)})) for m in range(1, int(upper) + 1)]
            return _OF_MEMBERS[kind](*members)
        depth = 1 + max((part.index.unique for part in body.nodes() if isinstance(part, Over)), default=0)
        named = Symbol.identified("index", _WHOLE, depth)
        return self._split(kind, body.xreplace({index: named}), named, upper)

    def _split(self, kind: type[Over], body: Node, index: Symbol, upper: Node) -> Node:
        if index not in body.free:
            return _OF_EQUALS[kind](body, upper)
        factors = body.args if isinstance(body, Mul) else (body,)
        outside = [f for f in factors if index not in f.free and (kind is not MaxOver or f.positive)]
        if outside:
            rest = self._split(kind, multiply(*(f for f in factors if f not in outside)), index, upper)
            common = multiply(*outside)
            return multiply(power(common, upper) if kind is Product else common, rest)
        if isinstance(body, Add) and kind is not Product:
            free = [t for t in body.args if index not in t.free]
            if free:
                rest = self._split(kind, add(*(t for t in body.args if t not in free)), index, upper)
                return add(_OF_EQUALS[kind](add(*free), upper), rest)
        whole = kind.identified(body, index, upper)
        return self._hold(whole) if self._surely_positive(whole) else whole


_OF_EQUALS: dict[type[Over], Callable[[Node, Node], Node]] = {
    Sum: lambda body, upper: multiply(upper, body),
    Product: power,
    MaxOver: lambda body, upper: body,
}
_OF_MEMBERS: dict[type[Over], Callable[..., Node]] = {
    Sum: add,
    Product: multiply,
    MaxOver: lambda *members: apply("max", *members),
}


# -- derivatives of formulas -------------------------------------------------------------------------------------------
# And equations solved for one symbol, where that is possible without asking anybody.
_TWO = number_or_node(2)
#: f'(x) by the name of f.
_DERIVATIVES: dict[str, Callable[[Node], Node]] = {
    "exp": lambda x: apply("exp", x),
    "log": lambda x: power(x, MINUS),
    "sinh": lambda x: apply("cosh", x),
    "cosh": lambda x: apply("sinh", x),
    "tanh": lambda x: power(apply("sech", x), _TWO),
}


def differentiated(node: Node, symbol: Symbol) -> Node:
    """The derivative by a symbol; maxima, ceilings and what else has none everywhere are refused."""
    if symbol not in node.free:
        return ZERO
    if node is symbol:
        return ONE
    if isinstance(node, Add):
        return add(*(differentiated(a, symbol) for a in node.args))
    if isinstance(node, Mul):
        return add(*(multiply(node, power(a, MINUS), differentiated(a, symbol)) for a in node.args))
    if isinstance(node, Pow):
        base, exponent = node.base, node.exponent
        inner = multiply(exponent, power(base, add(exponent, MINUS)), differentiated(base, symbol))
        return add(inner, multiply(node, apply("log", base), differentiated(exponent, symbol)))
    if isinstance(node, Function) and node.head in _DERIVATIVES:
        return multiply(_DERIVATIVES[node.head](node.args[0]), differentiated(node.args[0], symbol))
    if isinstance(node, Sum) and symbol not in node.upper.free:
        return Sum.identified(differentiated(node.body, symbol), node.index, node.upper)
    if isinstance(node, Over):
        raise UnsupportedNode(f"a maximum, product or sum over a family has no derivative by {symbol.name} here")
    raise UnsupportedNode(f"no derivative of {getattr(node, 'head', type(node).__name__)} by {symbol.name}")


def occurrences(node: Node, symbol: Symbol) -> int:
    """How often the symbol is written in the formula."""
    return 1 if node is symbol else sum(occurrences(a, symbol) for a in node.args)


def solved(formula: Node, symbol: Symbol, value: Node) -> Node:
    """The positive symbol at which the formula has this value, for a symbol that the formula has once.

    Every step back is an equivalence for positive bases: sums and products are taken to the other side, powers with
    a number or an exponent free of the symbol become roots, exp and log each other.
    """
    count = occurrences(formula, symbol)
    if count != 1:
        raise UnsupportedNode(f"{symbol.name} occurs {count} times: no closed form by undoing one step after the other")
    while formula is not symbol:
        inside = next((a for a in formula.args if symbol in a.free), None)
        if isinstance(formula, Add):
            assert inside is not None
            value = add(value, -add(*(a for a in formula.args if a is not inside)))
        elif isinstance(formula, Mul):
            value = divide(value, multiply(*(a for a in formula.args if a is not inside)))
        elif isinstance(formula, Pow) and inside is formula.base:
            value = power(value, power(formula.exponent, MINUS))
        elif isinstance(formula, Pow):
            value = divide(apply("log", value), apply("log", formula.base))
        elif isinstance(formula, Function) and formula.head in ("exp", "log"):
            value = apply("log" if formula.head == "exp" else "exp", value)
        else:
            raise UnsupportedNode(f"{symbol.name} stands inside a {getattr(formula, 'head', type(formula).__name__)}")
        assert inside is not None
        formula = inside
    return value
