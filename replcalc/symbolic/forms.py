"""What the compiler reads off the form of a formula: is it positive, is it a probability, is it a divergence."""

from __future__ import annotations

from collections.abc import Mapping

from replcalc.numbers.fields import SPECIAL
from replcalc.symbolic.algebra import add, apply, content, multiply, power
from replcalc.symbolic.language import kl
from replcalc.symbolic.node import (
    MINUS,
    ONE,
    Add,
    Constant,
    Function,
    Indexed,
    Mul,
    Node,
    Number,
    Over,
    Pow,
    Product,
    Sum,
    Symbol,
    number,
)

#: The functions that choose among their arguments, and what they are called in fields and arithmetics.
EXTREMA = {"min": "min", "max": "max", "lesser": "min", "greater": "max"}
#: Functions that are positive for positive arguments.
_POSITIVE = frozenset(("exp", "raised", "cosh", "sech", "erfc", "gamma", "betainc"))
_LOSSES = frozenset(("one_less", "lack", "logcosh"))


def head(node: Node) -> str:
    """The name of a function; empty for everything else."""
    return node.head if isinstance(node, Function) else ""


class Forms:
    """Signs by form, for formulas in which ``definitions`` stand for nodes. Parameters are taken for positive."""

    def __init__(self, definitions: Mapping[Node, Node]) -> None:
        self.definitions = definitions
        self._sure: dict[Node, bool] = {}

    def resolve(self, node: Node) -> Node:
        """What stands for the node."""
        while node in self.definitions:
            node = self.definitions[node]
        return node

    def sure(self, node: Node) -> bool:
        """Is the node positive for positive inputs by its form? (Parameters are positive, conclusions assumed so.)"""
        node = self.resolve(node)
        if node not in self._sure:
            self._sure[node] = self._is_sure(node)
        return self._sure[node]

    def _is_sure(self, node: Node) -> bool:
        if isinstance(node, Number):
            return node.positive
        if isinstance(node, Symbol | Indexed | Constant):
            return True
        if isinstance(node, Pow):
            return self.sure(node.base)
        if isinstance(node, Add):  # 1 - x and 2 - x are taken for positive where x is a probability by its form
            rest = one_minus(content(node)[1])
            if rest is None:
                rest = one_minus(node - 1)
            less = rest is not None and self._share(rest)
            return less or divergence(node) is not None or all(self.sure(a) for a in node.args)
        if isinstance(node, Mul) or head(node) in EXTREMA:
            return all(self.sure(a) for a in node.args)
        if isinstance(node, Over):
            return self.sure(node.body)
        return head(node) in _POSITIVE or head(node) in _LOSSES or head(node) in SPECIAL

    def _share(self, node: Node) -> bool:
        """Is the node a probability by its form, made of parameters that are taken for probabilities?"""
        node = self.resolve(node)
        if isinstance(node, Symbol | Indexed):
            return not node.integer
        if isinstance(node, Pow):
            return isinstance(node.exponent, Number) and node.exponent.positive and self._share(node.base)
        if isinstance(node, Mul):
            return all(self._share(a) or (isinstance(a, Number) and 0 < a.value <= 1) for a in node.args)
        if head(node) == "min":
            return any(self._share(a) or a is ONE for a in node.args) and all(self.sure(a) for a in node.args)
        if isinstance(node, Product):
            return self._share(node.body)
        if head(node) in ("raised", "sech", "one_less"):
            return True
        rest = one_minus(node)
        return rest is not None and self._share(rest)


def divergence(node: Node) -> tuple[Node, Node] | None:
    """(a, b) if the node is kl(a||b) as ``language.kl`` writes it."""
    for term in sorted(node.args, key=lambda a: isinstance(a, Mul) and any(isinstance(f, Add) for f in a.args)):
        logs = [f for f in (term.args if isinstance(term, Mul) else (term,)) if head(f) == "log"]
        if len(logs) == 1:
            a = term / logs[0]
            b = a / logs[0].args[0]
            if b is not ONE and not any(head(part) == "log" for part in b.nodes()) and kl(a, b) is node:
                return a, b
    return None


def under_the_bar(factor: Node) -> bool:
    """Does the factor belong under a fraction bar?"""
    return isinstance(factor, Pow) and isinstance(factor.exponent, Number) and bool(factor.exponent.value < 0)


def negative(term: Node) -> bool:
    """Has the term a minus sign in front?"""
    first = term.args[0] if isinstance(term, Mul) else term
    return isinstance(first, Number) and bool(first.value < 0)


def without_sign(factors: tuple[Node, ...]) -> tuple[str, tuple[Node, ...]]:
    """The sign of a product and the factors that are not -1."""
    if MINUS in factors and len(factors) > 1:
        return "-", tuple(f for f in factors if f is not MINUS)
    return "", factors


# -- probabilities next to 1 -------------------------------------------------------------------------------------------
# For the compiler: 1 - x through the loss -ln x, of which only the logarithm is carried.
# For x = prod_i sech(e_i) with e_i = 1e-200 no float tells ln x from 0, but ln(-ln x) is an ordinary number. Losses
# of factors add up, so ``losses`` rewrites 1 - x as ``one_less(v)`` = 1 - e^-v with v the sum of the factors' losses.
def losses(definitions: Mapping[Node, Node]) -> dict[Node, Node]:
    """The definitions with every c - c x, x a product of such factors, written through the loss of x.

    The functions it writes with: one_less(v) = 1 - e^-v, lack(y) = -ln(1 - y), logcosh(z) = ln cosh z.
    """
    return {symbol: _rewritten(expression, definitions) for symbol, expression in definitions.items()}


def _rewritten(expression: Node, definitions: Mapping[Node, Node]) -> Node:
    common, rest = content(expression)
    if common != 1:
        return multiply(number(common), _rewritten(rest, definitions))
    if isinstance(expression, Pow):
        return power(_rewritten(expression.base, definitions), expression.exponent)
    less = one_minus(expression)
    if less is not None:
        loss = _loss(less, definitions)
        return expression if loss is None else apply("one_less", loss)
    return expression


def one_minus(expression: Node) -> Node | None:
    """x if the expression is 1 - x."""
    if isinstance(expression, Add) and len(expression.args) == 2 and expression.args[0] is ONE:
        return -expression.args[1]
    return None


def _loss(x: Node, definitions: Mapping[Node, Node]) -> Node | None:
    """-ln x as a sum of positive terms, or None where the form of x does not give one."""
    x = definitions.get(x, x)
    if isinstance(x, Product):
        each = _loss(x.body, definitions)
        return None if each is None else Sum.identified(each, x.index, x.upper)
    if isinstance(x, Mul):
        parts = [_loss(factor, definitions) for factor in x.args]
        found = [part for part in parts if part is not None]
        return add(*found) if len(found) == len(parts) else None
    if isinstance(x, Pow) and x.exponent.positive:
        base = _loss(x.base, definitions)
        return None if base is None else multiply(x.exponent, base)
    if isinstance(x, Function) and x.head == "sech":
        return apply("logcosh", x.args[0])
    less = one_minus(x)
    return None if less is None else apply("lack", less)
