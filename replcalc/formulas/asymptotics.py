"""The leading order of a formula, with its constant, as one symbol goes to infinity or to 0.

Every part that grows or shrinks regularly is C x^a (ln x)^b (ln ln x)^d (1 + o(1)) with x = the symbol, or 1 over it,
going to infinity, and C free of x. Sums keep their largest terms, products and powers multiply, ln(C x^a ...) is
a ln x, or b ln ln x, or ln C. Where terms with limits cancel, what is left is the sum of how far each is from its
limit, to first order: exp(f) - exp(C) ~ exp(C) (f - C), and alike for powers, logarithms, products. What has no such
form, or cancels further, is refused: nothing is guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from replcalc.formulas.algebra import add, apply, multiply, power
from replcalc.formulas.node import (
    MINUS,
    ONE,
    ZERO,
    Add,
    Function,
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
from replcalc.numbers.errors import ReplcalcError

#: log x itself has no logarithm in this scale beyond ln ln ln x.
_SCALES = 3


class NoLeadingOrder(ReplcalcError):
    """A formula, or a part of it, without a leading order of this form."""


@dataclass(frozen=True)
class Leading:
    """constant x^powers[0] (ln x)^powers[1] (ln ln x)^powers[2]."""

    constant: Node
    powers: tuple[Node, Node, Node] = (ZERO, ZERO, ZERO)

    def times(self, other: Leading) -> Leading:
        powers = tuple(add(p, q) for p, q in zip(self.powers, other.powers, strict=True))
        return Leading(multiply(self.constant, other.constant), powers)  # type: ignore[arg-type]

    def to(self, exponent: Node) -> Leading:
        powers = tuple(multiply(p, exponent) for p in self.powers)
        return Leading(power(self.constant, exponent), powers)  # type: ignore[arg-type]

    @property
    def size(self) -> int:
        """1: goes to infinity, -1: to 0, 0: to its constant."""
        for p in self.powers:
            if p is not ZERO:
                if isinstance(p, Number):
                    return 1 if p.value > 0 else -1
                for sign in (1, -1):
                    if _positive(multiply(number_or_node(sign), p)):
                        return sign
                raise NoLeadingOrder(f"the sign of the exponent {p} is not known: give it a value")
        return 0


def _positive(exponent: Node) -> bool:
    """Positive by its form, where symbols may be known as nonnegative: 1 + p."""
    terms = exponent.args if isinstance(exponent, Add) else (exponent,)
    allowed = all(t.positive or (isinstance(t, Symbol) and "nonnegative" in t.known) for t in terms)
    return allowed and any(t.positive for t in terms)


def leading_order(formula: Node, symbol: Symbol, *, to_zero: bool) -> Node:
    """The leading term as a formula in the symbol; it goes to 0 from above, or to infinity."""
    large = Symbol.identified("large", ("positive",), 1)
    inverse = power(large, MINUS) if to_zero else large
    found = _Orders(large).of(formula.xreplace({symbol: inverse}))
    grows = power(symbol, MINUS) if to_zero else symbol
    log = apply("log", grows)
    scales = (grows, log, apply("log", log))
    return multiply(found.constant, *(power(s, p) for s, p in zip(scales, found.powers, strict=True)))


class _Orders:
    def __init__(self, large: Symbol) -> None:
        self.large = large
        self._done: dict[Node, Leading] = {}

    def of(self, node: Node) -> Leading:
        if self.large not in node.free:
            return Leading(node)
        if node not in self._done:
            self._done[node] = self._of(node)
        return self._done[node]

    def _of(self, node: Node) -> Leading:
        if node is self.large:
            return Leading(ONE, (ONE, ZERO, ZERO))
        if isinstance(node, Mul):
            return reduce(Leading.times, map(self.of, node.args))
        if isinstance(node, Pow) and self.large not in node.exponent.free:
            return self.of(node.base).to(node.exponent)
        if isinstance(node, Add):
            return self._sum(node)
        if isinstance(node, Function):
            return self._function(node)
        if isinstance(node, Over):
            return self._over(node)
        raise NoLeadingOrder(f"no leading order of {node}")

    def _sum(self, node: Add) -> Leading:
        found = self._largest([self.of(a) for a in node.args])
        if found.constant is not ZERO:
            return found
        if found.size != 0:
            raise NoLeadingOrder("the leading terms of a difference cancel, and they have no limits")
        return self._rest(node)

    def _rest(self, node: Node) -> Leading:
        """How far the node is from its limit, to first order; nothing (constant 0) if it does not move."""
        whole = self.of(node) if not isinstance(node, Add) else None
        if self.large not in node.free:
            return Leading(ZERO)
        if whole is not None and whole.size < 0:
            return whole
        if whole is not None and whole.size > 0:
            raise NoLeadingOrder("a term without a limit in a difference whose leading terms cancel")
        if isinstance(node, Add):
            moved = [self._rest(a) for a in node.args if self.large in a.free]
        elif isinstance(node, Mul):
            limits = [self.of(a) for a in node.args]
            if any(limit.size for limit in limits):
                raise NoLeadingOrder("a product whose factors have no limits, where leading terms cancel")
            moved = []
            for place, factor in enumerate(node.args):
                others = multiply(*(limit.constant for at, limit in enumerate(limits) if at != place))
                moved.append(Leading(others).times(self._rest(factor)))
        elif isinstance(node, Pow) and self.large not in node.exponent.free:
            limit = self.of(node.base).constant
            slope = multiply(node.exponent, power(limit, add(node.exponent, MINUS)))
            moved = [Leading(slope).times(self._rest(node.base))]
        elif isinstance(node, Function) and node.head in ("exp", "log"):
            inner = self.of(node.args[0])
            limit = inner.constant if inner.size == 0 else ZERO
            slope = apply("exp", limit) if node.head == "exp" else power(limit, MINUS)
            moved = [Leading(slope).times(self._rest(node.args[0]))]
        elif whole is not None and (reached := self._reached(node, whole)) is not None:
            moved = [self._rest(reached)]
        else:
            raise NoLeadingOrder("leading terms cancel in what has no expansion here")
        moved = [m for m in moved if m.constant is not ZERO]
        if not moved:
            return Leading(ZERO)
        found = self._largest(moved)
        if found.constant is ZERO:
            raise NoLeadingOrder("the leading terms of a difference cancel, and those after them")
        return found

    def _largest(self, terms: list[Leading]) -> Leading:
        top = reduce(lambda a, b: a if self._compared(a, b) >= 0 else b, terms)
        return Leading(add(*(t.constant for t in terms if self._compared(t, top) == 0)), top.powers)

    @staticmethod
    def _compared(a: Leading, b: Leading) -> int:
        return Leading(ONE, tuple(add(p, -q) for p, q in zip(a.powers, b.powers, strict=True))).size  # type: ignore[arg-type]

    def _function(self, node: Function) -> Leading:
        inner = [self.of(a) for a in node.args]
        if node.head == "log":
            if inner[0].constant is ONE and inner[0].size == 0:
                return self._rest(node.args[0])  # ln(1 + f) ~ f
            return self._log(inner[0])
        if node.head == "exp" and inner[0].size <= 0:
            return Leading(ONE if inner[0].size < 0 else apply("exp", inner[0].constant))
        if node.head == "ceiling" and inner[0].size > 0:
            return inner[0]
        if node.head in ("min", "max"):
            return self._extremum(node.head, inner)
        raise NoLeadingOrder(f"no leading order of {node}")

    def _log(self, inner: Leading) -> Leading:
        for place, exponent in enumerate(inner.powers[: _SCALES - 1]):
            if exponent is not ZERO:
                powers = tuple(ONE if at == place + 1 else ZERO for at in range(_SCALES))
                return Leading(exponent, powers)  # type: ignore[arg-type]
        if inner.size:
            raise NoLeadingOrder("a logarithm whose leading order is ln ln ln")
        return Leading(apply("log", inner.constant))

    def _extremum(self, head: str, inner: list[Leading]) -> Leading:
        sign = 1 if head == "max" else -1
        best = reduce(lambda a, b: a if sign * self._compared(a, b) >= 0 else b, inner)
        equal = [t.constant for t in inner if self._compared(t, best) == 0]
        if not all(t.constant.positive for t in inner):
            raise NoLeadingOrder(f"a {head} of terms whose signs are not known")
        figures = [c for c in equal if isinstance(c, Number)]  # folded, so that what cancels is seen to be 0
        top = sorted(figures, key=lambda c: sign * c.value)[-1:]
        others = [c for c in equal if not isinstance(c, Number)]
        return Leading(apply(head, *others, *top) if others else top[0], best.powers)

    def _reached(self, node: Node, limit: Leading) -> Node | None:
        """The one argument that a min or max comes down to near its limit; None if several may."""
        if not (isinstance(node, Function) and node.head in ("min", "max") and isinstance(limit.constant, Number)):
            return None
        found = [a for a in node.args if self.of(a) == limit]
        return found[0] if len(found) == 1 else None

    def _over(self, node: Over) -> Leading:
        if self.large in node.upper.free or not isinstance(node, Sum | MaxOver | Product):
            raise NoLeadingOrder(
                "the members of a family change with k: say that they are equal, NAME=const for every family"
            )
        body = self.of(node.body)
        if isinstance(node, Product):
            powers = tuple(multiply(p, node.upper) for p in body.powers)
            return Leading(node.rebuilt((body.constant, node.index, node.upper)), powers)  # type: ignore[arg-type]
        if any(node.index in p.free for p in body.powers):
            raise NoLeadingOrder(f"the members of {node} are of different orders")
        return Leading(node.rebuilt((body.constant, node.index, node.upper)), body.powers)


