"""The printer behind ``compiled``: the nodes of a formula as lines of Python, each subexpression once.

``Printer(target, expressions)`` collects lines; ``finished(expression)`` returns the name of a result. A value may be
wanted as it is or as its logarithm (in the logarithmic targets): the rules ``_linear`` and ``_log`` call each other.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.exact import to_float
from replcalc.numbers.family import Column, tree, weighted_total
from replcalc.numbers.fields import SPECIAL, BallField
from replcalc.numbers.logs import PLAIN, Arithmetic, arrays
from replcalc.symbolic.algebra import coefficient, content, multiply, power
from replcalc.symbolic.forms import EXTREMA, Forms, divergence, head, negative, one_minus, under_the_bar, without_sign
from replcalc.symbolic.node import (
    MINUS,
    Add,
    Constant,
    HalfLine,
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
    number,
)


# -- what a formula is compiled for ------------------------------------------------------------------------------------
# The kinds of numbers, and the names that compiled code may use with each.
class Target(Enum):
    """Numbers that a formula is compiled for."""

    FLOAT = "float"
    LOG_FLOAT = "log-float"
    NUMPY = "numpy"
    LOG_NUMPY = "log-numpy"
    BALL = "ball"

    @property
    def logarithmic(self) -> bool:
        return self in (Target.LOG_FLOAT, Target.LOG_NUMPY)

    @property
    def array(self) -> bool:
        return self in (Target.NUMPY, Target.LOG_NUMPY)

    def namespace(self) -> dict[str, Any]:
        """The functions that compiled code calls, and nothing else."""
        builtins = {"__builtins__": {"zip": zip}}
        if self is Target.BALL:
            return _BALLS | {name: special.balls for name, special in SPECIAL.items()} | builtins
        arithmetic: Arithmetic = arrays() if self.array else PLAIN
        logarithmic = {f"log_{name}": function for name, function in arithmetic.logarithmic.items()}
        brought = {name: special.floats for name, special in SPECIAL.items() if special.floats is not None}
        return {**brought, **arithmetic.linear, **logarithmic, "spread": _spread, **builtins}


_BALLS: dict[str, Any] = {
    "arb": arb,
    "total": lambda values, counts: weighted_total(Column(values), counts),
    "product": lambda values, counts: tree(list(map(operator.pow, values, counts)), operator.mul),
    "largest": lambda values: tree(values, arb.max),
    "without_last": lambda counts: (*counts[:-1], counts[-1] - 1),
    **BallField().functions(),
}


def _spread(value: Any) -> Any:
    """A batch of scalars beside the runs, which lie on the last axis."""
    return value[..., None] if getattr(value, "ndim", 0) else value


def _called(head: str) -> str:
    """What compiled code calls a function; whether an arithmetic has it is seen when it is called."""
    return "lost" if head == "one_less" else head


@dataclass
class _Scope:
    """Lines of code with the names of what they computed; a loop's scope reads families, the root's does not."""

    indent: str
    lines: list[str] = field(default_factory=list)
    names: dict[tuple[Any, bool], str] = field(default_factory=dict)
    columns: dict[str, str] = field(default_factory=dict)


class Printer:
    def __init__(self, target: Target, expressions: Iterable[Any], definitions: Mapping[Any, Any]) -> None:
        """``definitions``: what stands for a node wherever it occurs; the formula is not rebuilt for that."""
        self.forms = Forms(definitions)
        self.resolve, self.sure = self.forms.resolve, self.forms.sure
        self.target, self.balls, self.logs = target, target is Target.BALL, target.logarithmic
        self.root = _Scope("    ")
        self.scalars: dict[Any, str] = {}
        self.families: dict[Any, str] = {}
        self.namespace = target.namespace()
        self._fresh = 0
        self._depends: dict[Any, bool] = {}
        self.totals: dict[Any, str] = {}
        self.uppers: list[Any] = []
        self.pending = [node for e in expressions for node in self._reductions(e)]
        self.indices: set[Node] = {node.index for node in self.pending}

    def finished(self, expression: Any) -> str:
        """Code for the result of the whole; a formula with a free index gives one value per run."""
        free = {a.index for a in expression.nodes() if isinstance(a, Indexed)} & expression.free
        if free:
            self.indices |= free
            return self._column(expression)
        return self.value(expression, self.logs, self.root)

    # -- names -----------------------------------------------------------------------------------------------------
    def _name(self) -> str:
        self._fresh += 1
        return f"v{self._fresh}"

    def constant(self, value: Any) -> str:
        """The name of a float, or of what the namespace is to hold."""
        if isinstance(value, float) and math.isfinite(value):
            return f"({value!r})"
        name = f"c{len(self.namespace)}"
        self.namespace[name] = value
        return name

    def rational(self, node: Number, logarithm: bool) -> str:
        """A number of the formula, or its logarithm."""
        q = node.value
        if self.balls:
            return self._ball(node)
        if logarithm:
            top, bottom = int(q.p), int(q.q)
            if top <= 0:
                return self.constant(-math.inf if top == 0 else math.nan)
            near = abs(top - bottom) * 4 < bottom
            return self.constant(math.log1p(to_float(q - 1)) if near else math.log(top) - math.log(bottom))
        return self.constant(to_float(q))

    def _ball(self, node: Number) -> str:
        """A number as a ball, before every loop: a whole one is exact, a fraction has the precision of the call."""
        if (node, False) not in self.root.names:
            name = self.constant(arb(node.value) if node.whole else node.value)
            if not node.whole:
                self.root.lines.append(f"    v{name} = arb({name})")
                name = f"v{name}"
            self.root.names[node, False] = name
        return self.root.names[node, False]

    def scalar(self, symbol: Any) -> str:
        return self.scalars.setdefault(symbol, f"s{len(self.scalars)}")

    def depends(self, node: Any) -> bool:
        """Does the node change from run to run?"""
        node = self.resolve(node)
        if node not in self._depends:
            self._depends[node] = node in self.indices or (
                not isinstance(node, Over) and any(self.depends(a) for a in node.args)
            )
        return self._depends[node]

    # -- nodes -----------------------------------------------------------------------------------------------------
    def value(self, node: Any, logarithm: bool, scope: _Scope) -> str:
        """The name of the node's value (or of its logarithm), computed where it belongs."""
        node = self.resolve(node)
        if isinstance(node, Over) and not self.depends(node.body):
            node = self.resolve(_of_equal_members(node))
        if isinstance(node, Number):
            return self.rational(node, logarithm)
        if scope is not self.root and not self.depends(node):
            name = self.value(node, logarithm, self.root)
            if not self.target.array or name.startswith(("(", "c")):
                return name
            key = (name, logarithm)
            if key not in scope.names:
                scope.names[key] = self._name()
                scope.lines.append(f"{scope.indent}{scope.names[key]} = spread({name})")
            return scope.names[key]
        key = (node, logarithm)
        if key not in scope.names:
            text = (self._log if logarithm else self._linear)(node, scope)
            if not text.isidentifier():
                name = self._name()
                scope.lines.append(f"{scope.indent}{name} = {text}")
                text = name
            scope.names[key] = text
        return scope.names[key]

    def _carried(self, node: Any, scope: _Scope) -> tuple[str, bool] | None:
        """The name of an argument, of an entry of one or of a total over i, and whether it holds a logarithm."""
        if isinstance(node, Over):
            return self._reduction(node), self._form(node)
        if isinstance(node, Symbol):
            return self.scalar(node), self.logs
        if isinstance(node, Indexed):
            if scope is self.root or node.index not in self.indices:
                raise UnsupportedNode(f"an index outside a sum over it: {node}")
            family = self.families.setdefault(node.base, f"f{len(self.families)}")
            entry = family if self.target.array else scope.columns.setdefault(family, f"e{family[1:]}")
            return entry, self.logs
        return None

    def _linear(self, node: Any, scope: _Scope) -> str:
        carried = self._carried(node, scope)
        if carried is not None:
            name, logarithm = carried
            return f"exp({name})" if logarithm else name
        if self.logs and self.sure(node):
            return f"exp({self.value(node, True, scope)})"
        if isinstance(node, Constant):
            return "arb.pi()" if self.balls else self.constant(math.pi)
        if isinstance(node, Add):
            return self._sum(node, scope)
        if isinstance(node, Mul):
            return self._product(node, scope)
        if isinstance(node, Pow):
            return self._power(node, scope)
        if head(node) == "raised":
            b, s = node.args
            return self.value(b + (1 - b) * s, False, scope)
        if head(node) in EXTREMA:
            return self._extremum(node, False, scope)
        if head(node) == "log" and self.logs:
            return self.value(node.args[0], True, scope)
        called = _called(head(node))
        if called:
            return self._call(called, node.args, scope)
        raise UnsupportedNode(f"no rule to compile {type(node).__name__}: {node}")

    def _sum(self, node: Any, scope: _Scope) -> str:
        pair = None if self.balls else divergence(node)
        if pair is not None:
            return f"kl({', '.join(self.value(a, False, scope) for a in pair)})"
        rest = self._rest(node)
        if self.logs and rest is not None and self.sure(rest):
            return f"-expm1({self.value(rest, True, scope)})"
        text = ""
        for a in sorted(node.args, key=negative):  # a - b costs less than a + (-1) b
            minus = bool(text) and negative(a)
            sign = " - " if minus else " + " if text else ""
            text += sign + self.value(-a if minus else a, False, scope)
        return text

    def _rest(self, node: Node) -> Node | None:
        """What stands for x if the node is 1 - x."""
        rest = one_minus(node)
        return None if rest is None else self.resolve(rest)

    def _product(self, node: Mul, scope: _Scope) -> str:
        if self.logs:  # one exponential for the positive factors: they may be far apart
            factor, rest = coefficient(node)
            factors = rest.args if isinstance(rest, Mul) else (rest,)
            sure = [a for a in factors if self.sure(a)]
            if sure and (len(sure) > 1 or factor != -1):
                others = [self.value(a, False, scope) for a in factors if not self.sure(a)]
                whole = self.value(multiply(number(abs(factor)), *sure), True, scope)
                return ("-" if factor < 0 else "") + " * ".join([f"exp({whole})", *others])
        sign, above = without_sign(tuple(a for a in node.args if not under_the_bar(a)))
        under = [_inverse(a) for a in node.args if under_the_bar(a)]
        top = sign + (" * ".join(self.value(a, False, scope) for a in above) or "1")
        if not under:
            return top
        return self._divide(top, " * ".join(self.value(a, False, scope) for a in under))

    def _divide(self, top: str, bottom: str) -> str:
        return f"({top}) / ({bottom})" if self.balls or self.target.array else f"divide({top}, {bottom})"

    def _power(self, node: Any, scope: _Scope) -> str:
        base, exponent = node.base, node.exponent
        x = self.value(base, False, scope)
        if isinstance(exponent, Number):
            top, root = int(exponent.value.p), int(exponent.value.q)
            if top < 0:
                return self._divide("1", self.value(power(base, -exponent), False, scope))
            if root == 2 and top != 1:
                return f"{self.value(power(base, number(fmpq(1, 2))), False, scope)} ** {top}"
            if root == 2:
                return f"sqrt({x})"
            if root == 1:
                return f"{x} ** {top}" if self.balls or self.target.array else f"power({x}, {top})"
        y = self.value(exponent, False, scope)
        return f"{x} ** {y}" if self.balls else f"power({x}, {y})"

    def _call(self, name: str, arguments: Iterable[Any], scope: _Scope) -> str:
        if name not in self.namespace:
            raise UnsupportedNode(f"no {name} in {self.target.value} arithmetic")
        return f"{name}({', '.join(self.value(a, False, scope) for a in arguments)})"

    def _extremum(self, node: Any, logarithm: bool, scope: _Scope) -> str:
        ordered = sorted(node.args, key=lambda a: isinstance(a, Number))
        return f"{EXTREMA[head(node)]}({', '.join(self.value(a, logarithm, scope) for a in ordered)})"

    def _log(self, node: Any, scope: _Scope) -> str:
        carried = self._carried(node, scope)
        if carried is not None:
            name, logarithm = carried
            return name if logarithm else f"log({name})"
        name = head(node)
        if name == "exp":
            return self.value(node.args[0], False, scope)
        if isinstance(node, Mul) and not negative(node):
            above = " + ".join(self.value(a, True, scope) for a in node.args if not under_the_bar(a)) or "0.0"
            return above + "".join(f" - {self.value(_inverse(a), True, scope)}" for a in node.args if under_the_bar(a))
        if isinstance(node, Pow):
            if under_the_bar(node):
                return f"-{self.value(_inverse(node), True, scope)}"
            return f"{self.value(node.base, True, scope)} * {self.value(node.exponent, False, scope)}"
        if isinstance(node, Add):
            return self._log_sum(node, scope)
        if name == "raised":
            b, s = node.args
            return f"log_add({self.value(b, True, scope)}, {self.value((1 - b) * s, True, scope)})"
        if name in EXTREMA:
            return self._extremum(node, True, scope)
        if name == "gamma":
            return f"loggamma({self.value(node.args[0], False, scope)})"
        if isinstance(node, Constant):
            return self.constant(math.log(math.pi))
        called = _called(name)
        if f"log_{called}" in self.namespace:
            return f"log_{called}({self.value(node.args[0], True, scope)})"
        if self.sure(node):  # its linear form would come back here
            return f"log({self._call(called, node.args, scope)})"
        return f"log({self.value(node, False, scope)})"

    def _log_sum(self, node: Any, scope: _Scope) -> str:
        pair = divergence(node)
        if pair is not None:
            a, b = pair
            above = self.resolve(a)
            if head(above) == "raised" and self.resolve(above.args[0]) == self.resolve(b):
                return f"log_divergence({', '.join(self.value(x, True, scope) for x in (b, 1 - b, above.args[1]))})"
            return f"log_kl({self.value(a, True, scope)}, {self.value(b, True, scope)})"
        common, primitive = content(node)
        if common != 1 and one_minus(primitive) is not None:
            return f"{self.value(number(common), True, scope)} + {self.value(primitive, True, scope)}"
        rest = self._rest(node)
        if rest is not None and head(rest) == "raised":
            return " + ".join(self.value(1 - a, True, scope) for a in rest.args)
        if rest is not None and self.sure(rest):
            return f"log_complement({self.value(rest, True, scope)})"
        terms = [(a, self.sure(a)) for a in node.args]
        if not all(sure or self.sure(-a) for a, sure in terms):
            return f"log({self._sum(node, scope)})"
        plus = self._added([a for a, sure in terms if sure], scope) or self.constant(-math.inf)
        minus = self._added([-a for a, sure in terms if not sure], scope)
        return f"log_subtract({plus}, {minus})" if minus else plus

    def _added(self, nodes: list[Any], scope: _Scope) -> str:
        text = ""
        for node in nodes:
            value = self.value(node, True, scope)
            text = f"log_add({text}, {value})" if text else value
        return text

    # -- sums, products and maxima over i ----------------------------------------------------------------------------
    def _reductions(self, expression: Any, bound: frozenset[Any] = frozenset()) -> list[Any]:
        """The sums, products and maxima in an expression, inner ones first."""
        expression = self.resolve(expression)
        inside = bound | {expression.index} if isinstance(expression, Over) else bound
        found = [node for argument in expression.args for node in self._reductions(argument, inside)]
        if not isinstance(expression, Over):
            return found
        if isinstance(expression, HalfLine) or expression.free & bound:
            raise UnsupportedNode(f"prefix sums, double sums and integrals are left to the evaluator: {expression!r}")
        return [*found, expression]

    def _form(self, node: Any) -> bool:
        """Is the total of this reduction carried as a logarithm?"""
        return self.logs and self.sure(node.body)

    def _reduction(self, node: Any) -> str:
        """The name of a total; everything that can be summed in the same loop is."""
        while node not in self.totals:
            open_nodes = [n for n in self.pending if n not in self.totals and self.depends(n.body)]
            wave = [n for n in open_nodes if not any(m in open_nodes for m in self._reductions(n.body))]
            self._loop(list(dict.fromkeys(wave)))
        return self.totals[node]

    def _loop(self, wave: list[Any]) -> None:
        """The totals that wait for no other, in one loop over the runs."""
        loop = self._new_loop()
        listed = [self._listed(node.body, self._form(node), loop) for node in wave]
        self._close(loop)
        for node, values in zip(wave, listed, strict=True):
            self.totals[node] = self._name()
            self.root.lines.append(f"    {self.totals[node]} = {self._total(node, values)}")

    def _column(self, expression: Any) -> str:
        loop = self._new_loop()
        name = self._listed(expression, self.logs, loop)
        self._close(loop)
        return name

    def _new_loop(self) -> _Scope:
        """A scope for what is computed run by run; arrays compute all runs at once."""
        return _Scope("    " if self.target.array else "        ")

    def _listed(self, node: Any, logarithm: bool, loop: _Scope) -> str:
        """The name of the list, or array, of a node's values at all runs."""
        value = self.value(node, logarithm, loop)
        name = self._name()
        if self.target.array:
            loop.lines.append(f"    {name} = {value}")
        else:
            self.root.lines.append(f"    {name} = []")
            loop.lines.append(f"        {name}.append({value})")
        return name

    def _close(self, loop: _Scope) -> None:
        """Write the loop after what stands before it."""
        if loop.columns:
            entries, columns = ", ".join(loop.columns.values()), ", ".join(loop.columns)
            self.root.lines.append(f"    for {entries}, in zip({columns}):")
        if loop.columns or self.target.array:
            self.root.lines += loop.lines

    def _counts(self, node: Any) -> str:
        upper = node.upper
        self.uppers.append(upper if isinstance(upper, Symbol) else upper + 1)
        if isinstance(upper, Symbol):
            return "counts"
        if isinstance(upper + 1, Symbol) and not isinstance(node, MaxOver):  # all but the last member
            return "without_last(counts)"
        raise UnsupportedNode(f"no sum to {upper}")

    def _total(self, node: Any, values: str) -> str:
        counts, logarithm = self._counts(node), self._form(node)
        if isinstance(node, MaxOver):
            return f"largest({values})"
        if isinstance(node, Product):
            return f"total({values}, {counts})" if logarithm else f"product({values}, {counts})"
        return f"log_total({values}, {counts})" if logarithm else f"total({values}, {counts})"


def _of_equal_members(node: Over) -> Node:
    """A sum, product or maximum whose members are equal, without its index."""
    if isinstance(node, MaxOver):
        return node.body
    return multiply(node.body, node.upper) if isinstance(node, Sum) else power(node.body, node.upper)


def _inverse(factor: Node) -> Node:
    return power(factor, MINUS)
