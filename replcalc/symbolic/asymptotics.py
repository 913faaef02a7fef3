"""The leading order of a formula, with its constant, as a symbol goes to infinity or 0; how near it is from where on.

Every part that grows or shrinks regularly is C x^a (ln x)^b (ln ln x)^d (1 + o(1)) with x = the symbol, or 1 over it,
going to infinity, and C free of x. Sums keep their largest terms, products and powers multiply, ln(C x^a ...) is
a ln x, or b ln ln x, or ln C. Where terms with limits cancel, what is left is the sum of how far each is from its
limit, to first order: exp(f) - exp(C) ~ exp(C) (f - C), and alike for powers, logarithms, products. What has no such
form, or cancels further, is refused: nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.errors import ReplcalcError
from replcalc.numbers.fields import BallField, ExactField, Field
from replcalc.symbolic.algebra import add, apply, multiply, power
from replcalc.symbolic.evaluation import Environment, evaluate
from replcalc.symbolic.node import (
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
        return Leading(apply(head, *others, *top), best.powers)

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


# -- how far a formula of one symbol is from its leading order, certified for all values beyond a point ----------------
# As in ``asymptotics``, with every constant a number: on x >= x0 each part is C x^a (ln x)^b (ln ln x)^d (1 + r), where
# r lies in a ball that holds for all of these x at once. Balls are carried through the formula:
#
#     product      (1+r)(1+s) - 1                 power    (1+r)^p - 1
#     sum          of the largest terms, C_i (1+r_i) over the sum of the C_i; a smaller term adds its quotient by them
#     ln           ln(C x^a ..(1+r)) = a ln x (1 + (ln C + b ln ln x + .. + ln(1+r))/(a ln x))
#     exp          of what has a limit            ceiling  adds at most 1 over the least value
#     max, min     of terms of one order; a term of another order must already lie on its side at x0
#
# A quotient x^-a (ln x)^b .. that vanishes lies between 0 and its value at x0 once it decreases there; that is checked:
# with y = ln x its logarithm has the slope a + b/y + d/(y ln y). What has no such form (cancelling terms, families that
# change with x) is refused.
_BITS = 256
Powers = tuple[fmpq, fmpq, fmpq]
_FLAT: Powers = (fmpq(0), fmpq(0), fmpq(0))


@dataclass(frozen=True)
class Near:
    """constant x^powers[0] (ln x)^powers[1] (ln ln x)^powers[2] (1 + rest), for all x from a point on."""

    constant: arb
    powers: Powers
    rest: arb


def size(powers: Powers) -> int:
    """1: goes to infinity, -1: to 0, 0: stays."""
    return next((1 if p > 0 else -1 for p in powers if p), 0)


def within(formula: Node, symbol: Symbol, values: Mapping[Node, fmpq], factor: fmpq, *, to_zero: bool) -> int | None:
    """The least m, as far as this bounds it, such that the formula is within the factor of its leading order for all
    values of the symbol from 10^m on (or up to 10^-m); None where no m up to a million is found."""
    large = Symbol.identified("large", ("positive",), 1)
    whole = formula.xreplace({symbol: power(large, MINUS) if to_zero else large})

    def enough(m: int) -> bool:
        try:
            rest = remainder(whole, large, values, m)
        except NoLeadingOrder:
            return False
        return bool(1 + rest <= arb(factor)) and bool((1 + rest) * arb(factor) >= 1)

    low, high = 1, 2
    while not enough(high):
        low, high = high, 2 * high
        if high > 10**6:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def remainder(formula: Node, large: Symbol, values: Mapping[Node, fmpq], m: int) -> arb:
    """A ball that holds formula/(leading order) - 1 for every value of ``large`` from 10^m on, m >= 2."""
    field = BallField(_BITS)
    with field.active():
        return _Remainders(large, dict(values), arb(10).log() * m, field).of(formula).rest


class _Remainders:
    def __init__(self, large: Symbol, values: dict[Node, fmpq], y: arb, field: BallField) -> None:
        self.large, self.values, self.field = large, values, field
        self.y, self.log = y, y.log()  # ln x0 and ln ln x0
        self._done: dict[Node, Near] = {}

    def of(self, node: Node) -> Near:
        if node not in self._done:
            self._done[node] = self._of(node)
        return self._done[node]

    def number(self, node: Node, field: Field) -> Any:
        try:
            return evaluate(node, Environment(self.values, {}), field)
        except ReplcalcError as error:
            raise NoLeadingOrder(str(error)) from None

    def _of(self, node: Node) -> Near:
        if self.large not in node.free:
            return Near(self._sure(arb(self.number(node, self.field))), _FLAT, arb(0))
        if node is self.large:
            return Near(arb(1), (fmpq(1), fmpq(0), fmpq(0)), arb(0))
        if isinstance(node, Mul):
            return reduce(self._product, map(self.of, node.args))
        if isinstance(node, Pow) and self.large not in node.exponent.free:
            return self._power(self.of(node.base), node.exponent)
        if isinstance(node, Add):
            return self._sum([self.of(a) for a in node.args])
        if isinstance(node, Function):
            return self._function(node.head, [self.of(a) for a in node.args])
        raise NoLeadingOrder(f"no bound on the rest of {node}")

    # -- balls that hold for all x >= x0 -------------------------------------------------------------------------------
    def scale(self, powers: Powers) -> arb:
        """x^a (ln x)^b (ln ln x)^d at x0."""
        a, b, d = map(arb, powers)
        return (a * self.y + b * self.log + d * self.log.log()).exp()

    def vanishing(self, powers: Powers) -> arb:
        """From 0 to the value at x0, where it decreases from x0 on."""
        a, b, d = powers
        d = max(d, fmpq(0)) if a or b else d  # a y + b + d/ln y falls as y grows: what is negative stays so
        slope = arb(a) + arb(b) / self.y + arb(d) / (self.y * self.log)
        if size(powers) >= 0 or not slope < 0:
            raise NoLeadingOrder("a smaller term still grows there")
        return _from_zero(self.scale(powers))

    @staticmethod
    def _sure(constant: arb) -> arb:
        if not (constant > 0 or constant < 0):
            raise NoLeadingOrder("a constant that may be 0")
        return constant

    # -- operations ----------------------------------------------------------------------------------------------------
    def _product(self, one: Near, other: Near) -> Near:
        powers = tuple(p + q for p, q in zip(one.powers, other.powers, strict=True))
        return Near(one.constant * other.constant, powers, (1 + one.rest) * (1 + other.rest) - 1)  # type: ignore[arg-type]

    def _power(self, base: Near, exponent: Node) -> Near:
        if not (base.constant > 0 and 1 + base.rest > 0):
            raise NoLeadingOrder("a power of what may be negative")
        p = self.number(exponent, ExactField())
        powers = tuple(q * p for q in base.powers)
        return Near(base.constant ** arb(p), powers, (1 + base.rest) ** arb(p) - 1)  # type: ignore[arg-type]

    def _sum(self, terms: list[Near]) -> Near:
        top = reduce(lambda a, b: b if size(_less(b.powers, a.powers)) > 0 else a, terms).powers
        equal = [t for t in terms if t.powers == top]
        constant = self._sure(sum((t.constant for t in equal), arb(0)))
        rest = sum((t.constant * t.rest for t in equal), arb(0)) / constant
        for t in terms:
            if t.powers != top:
                rest += t.constant / constant * self.vanishing(_less(t.powers, top)) * (1 + t.rest)
        return Near(constant, top, rest)

    def _function(self, head: str, inner: list[Near]) -> Near:
        if head == "log":
            return self._log(inner[0])
        if head == "exp" and size(inner[0].powers) == 0:
            return Near(inner[0].constant.exp(), _FLAT, (inner[0].constant * inner[0].rest).exp() - 1)
        if head == "exp" and size(inner[0].powers) < 0:
            small = inner[0].constant * self.vanishing(inner[0].powers) * (1 + inner[0].rest)
            return Near(arb(1), _FLAT, small.exp() - 1)
        if head == "ceiling" and size(inner[0].powers) > 0 and inner[0].constant > 0 and 1 + inner[0].rest > 0:
            step = self.vanishing(_less(_FLAT, inner[0].powers)) / inner[0].constant
            return Near(inner[0].constant, inner[0].powers, inner[0].rest + _from_zero(step))
        if head in ("max", "min"):
            return self._extremum(head, inner)
        raise NoLeadingOrder(f"no bound on the rest of {head}")

    def _log(self, inner: Near) -> Near:
        if not (inner.constant > 0 and 1 + inner.rest > 0):
            raise NoLeadingOrder("a logarithm of what may be negative")
        a, b, d = inner.powers
        off = inner.constant.log() + (1 + inner.rest).log()
        if a:
            later = arb(b + abs(d)) * _from_zero(self.log / self.y)  # falls from ln x = e on; ln ln ln x is smaller
            if d < 0 or not self.y > arb(1).exp():
                raise NoLeadingOrder("a logarithm with a small power of ln ln x in it")
            return Near(arb(a), (fmpq(0), fmpq(1), fmpq(0)), (off * _from_zero(1 / self.y) + later) / arb(a))
        if b and not d:
            return Near(arb(b), (fmpq(0), fmpq(0), fmpq(1)), off * _from_zero(1 / self.log) / arb(b))
        if b or d:
            raise NoLeadingOrder("a logarithm of ln ln")
        constant = self._sure(inner.constant.log())
        return Near(constant, _FLAT, (1 + inner.rest).log() / constant)

    def _extremum(self, head: str, inner: list[Near]) -> Near:
        sign = 1 if head == "max" else -1
        top = reduce(lambda a, b: b if sign * size(_less(b.powers, a.powers)) > 0 else a, inner).powers
        if not all(t.constant > 0 and 1 + t.rest > 0 for t in inner):
            raise NoLeadingOrder(f"a {head} of terms whose signs are not known")
        choose = arb.max if head == "max" else arb.min
        equal = [t for t in inner if t.powers == top]
        constant = reduce(choose, (t.constant for t in equal))
        taken = reduce(choose, (t.constant * (1 + t.rest) for t in equal))
        for t in (t for t in inner if t.powers != top):
            other = t.constant * (1 + t.rest)
            smaller, larger, powers = (other, taken, t.powers) if sign > 0 else (taken, other, top)
            if not smaller * self.vanishing(_less(powers, top if sign > 0 else t.powers)) < larger:
                raise NoLeadingOrder(f"the terms of a {head} change places later")
        return Near(constant, top, taken / constant - 1)


def _from_zero(value: arb) -> arb:
    """A ball that holds everything between 0 and the value."""
    return value.union(arb(0))


def _less(one: Powers, other: Powers) -> Powers:
    return tuple(p - q for p, q in zip(one, other, strict=True))  # type: ignore[return-value]
