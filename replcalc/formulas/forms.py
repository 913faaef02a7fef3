"""What the compiler reads off the form of a formula: is it positive, is it a probability, is it a divergence."""

from __future__ import annotations

from collections.abc import Mapping

from replcalc.formulas.algebra import content
from replcalc.formulas.language import kl
from replcalc.formulas.losses import one_minus
from replcalc.formulas.node import (
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
    Symbol,
)  # fmt: skip
from replcalc.numbers.special import SPECIAL

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
    if not isinstance(node, Add) or len(node.args) != 2:
        return None
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
