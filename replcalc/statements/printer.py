"""The printer behind ``compiled``: sympy nodes of a whitelist as lines of Python, each subexpression once.

``Printer(target, expressions)`` collects lines; ``finished(expression)`` returns the name of a result. A value may be
wanted as it is or as its logarithm (in the logarithmic targets): the rules ``_linear`` and ``_log`` call each other.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import sympy as sp
from flint import arb, fmpq

from replcalc.numbers import sign_integral
from replcalc.numbers.columns import Column, tree, weighted_total
from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.logs import PLAIN, Arithmetic, arrays
from replcalc.numbers.vote_kappa import kappa_ball
from replcalc.statements.expressions import Greater, Lesser, MaxOver, SignIntegral, VoteKappa, kl
from replcalc.statements.losses import Lack, LogCosh, OneLess
from replcalc.statements.structure import free_symbols


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


class Raised(sp.Function):  # type: ignore[misc]
    """The probability b + (1-b)s above b, given through its share s in (0,1)."""

    nargs = 2


REDUCTIONS = (sp.Sum, sp.Product, MaxOver)

#: Functions by the name they have in the arithmetics and, for balls, as methods.
_FUNCTIONS: dict[type, str] = {
    sp.log: "log", sp.Abs: "abs", sp.floor: "floor", sp.ceiling: "ceiling", sp.tanh: "tanh", sp.cosh: "cosh",
    sp.sinh: "sinh", sp.sech: "sech", sp.asin: "asin", sp.atanh: "atanh", sp.erf: "erf", sp.erfc: "erfc",
    sp.gamma: "gamma", sp.loggamma: "loggamma", sp.betainc_regularized: "betainc",
    SignIntegral: "sign_integral",
    VoteKappa: "kappa", OneLess: "lost", Lack: "lack", LogCosh: "logcosh",
}  # fmt: skip
_METHODS = {"ceiling": "ceil", "loggamma": "lgamma"}
_EXTREMA: dict[type, str] = {sp.Min: "min", sp.Max: "max", Lesser: "min", Greater: "max"}


def _ball_betainc(a: arb, b: arb, lower: Any, upper: arb) -> arb:
    tail = arb(upper).beta_lower(a, b, 1)
    return tail if lower == 0 else tail - arb(lower).beta_lower(a, b, 1)


_BALLS: dict[str, Any] = {
    "arb": arb,
    "total": lambda values, counts: weighted_total(Column(values), counts),
    "product": lambda values, counts: tree(list(map(operator.pow, values, counts)), operator.mul),
    "largest": lambda values: tree(values, arb.max),
    "smallest": lambda values: tree(values, arb.min),
    "without_last": lambda counts: (*counts[:-1], counts[-1] - 1),
    "betainc": _ball_betainc,
    "sign_integral": lambda a, b: sign_integral.in_balls(arb(a), arb(b)),
    "kappa": lambda votes: kappa_ball(int(arb(votes).unique_fmpz())),
}


def _spread(value: Any) -> Any:
    """A batch of scalars beside the runs, which lie on the last axis."""
    return value[..., None] if getattr(value, "ndim", 0) else value


@dataclass
class _Scope:
    """Lines of code with the names of what they computed; a loop's scope reads families, the root's does not."""

    indent: str
    lines: list[str] = field(default_factory=list)
    names: dict[tuple[Any, bool], str] = field(default_factory=dict)
    columns: dict[str, str] = field(default_factory=dict)


class Printer:
    def __init__(self, target: Target, expressions: Iterable[Any], definitions: Mapping[Any, Any]) -> None:
        """``definitions``: what stands for a node wherever it occurs; sympy need not rebuild the formula for that."""
        self.definitions = definitions
        self.target, self.balls, self.logs = target, target is Target.BALL, target.logarithmic
        self.root = _Scope("    ")
        self.scalars: dict[Any, str] = {}
        self.families: dict[Any, str] = {}
        self.namespace: dict[str, Any] = dict(_BALLS) if self.balls else self._arithmetic()
        self.namespace["__builtins__"] = {"zip": zip}
        self._fresh = 0
        self._depends: dict[Any, bool] = {}
        self._sure: dict[Any, bool] = {}
        self.totals: dict[Any, str] = {}
        self.uppers: list[Any] = []
        self.pending = [node for e in expressions for node in self._reductions(e)]
        self.indices = {node.limits[0][0] for node in self.pending}

    def _arithmetic(self) -> dict[str, Any]:
        arithmetic: Arithmetic = arrays() if self.target.array else PLAIN
        logarithmic = {f"log_{name}": function for name, function in arithmetic.logarithmic.items()}
        return {**arithmetic.linear, **logarithmic, "spread": _spread}

    def finished(self, expression: Any) -> str:
        """Code for the result of the whole; a formula with a free index gives one value per run."""
        free = {a.indices[0] for a in expression.atoms(sp.Indexed)} & free_symbols(expression)
        if free:
            self.indices |= free
            return self._column(expression)
        text = self.value(expression, self.logs, self.root)
        return f"arb({text})" if self.balls and expression.is_Rational else text

    # -- names -----------------------------------------------------------------------------------------------------
    def _name(self) -> str:
        self._fresh += 1
        return f"v{self._fresh}"

    def constant(self, value: Any) -> str:
        """The name of an exact constant: an int or fmpq beside balls, a float elsewhere."""
        if self.balls and isinstance(value, fmpq) and value.q == 1 and abs(value.p) < 1 << 60:
            return f"({int(value.p)})"
        if not self.balls and value == value and abs(value) != float("inf"):
            return f"({value!r})"
        name = f"c{len(self.namespace)}"
        self.namespace[name] = value
        return name

    def rational(self, node: Any, logarithm: bool) -> str:
        q = fmpq(int(node.p), int(node.q))
        if self.balls:
            return self.constant(q)
        if logarithm:
            top, bottom = int(q.p), int(q.q)
            if top <= 0:
                return self.constant(-float("inf") if top == 0 else float("nan"))
            near = abs(top - bottom) * 4 < bottom
            return self.constant(math.log1p(_as_float(q - 1)) if near else math.log(top) - math.log(bottom))
        return self.constant(_as_float(q))

    def scalar(self, symbol: Any) -> str:
        return self.scalars.setdefault(symbol, f"s{len(self.scalars)}")

    def resolve(self, node: Any) -> Any:
        """What stands for the node."""
        while node in self.definitions:
            node = self.definitions[node]
        return node

    def depends(self, node: Any) -> bool:
        """Does the node change from run to run?"""
        node = self.resolve(node)
        if node not in self._depends:
            self._depends[node] = node in self.indices or (
                not isinstance(node, REDUCTIONS) and any(self.depends(a) for a in node.args)
            )
        return self._depends[node]

    def sure(self, node: Any) -> bool:
        """Is the node positive for positive inputs by its form? (Parameters are positive, conclusions assumed so.)"""
        node = self.resolve(node)
        if node not in self._sure:
            self._sure[node] = self._is_sure(node)
        return self._sure[node]

    def _is_sure(self, node: Any) -> bool:
        if node.is_Rational:
            return bool(node > 0)
        if node.is_Symbol or isinstance(node, sp.Indexed | sp.exp | Raised) or node in (sp.E, sp.pi):
            return True
        if node.is_Pow:
            return self.sure(node.base)
        if node.is_Add:  # 1 - x and 2 - x are taken for positive where x is a probability by its form
            rest = _rest(node.primitive()[1])
            less = self._share(_rest(node - 1) if rest is None else rest)
            return less or divergence(node) is not None or all(self.sure(a) for a in node.args)
        if node.is_Mul or type(node) in _EXTREMA:
            return all(self.sure(a) for a in node.args)
        if isinstance(node, REDUCTIONS):
            return self.sure(node.function)
        positive = (sp.cosh, sp.sech, sp.erfc, sp.gamma, sp.betainc_regularized, VoteKappa, OneLess, Lack, LogCosh)
        return isinstance(node, positive)

    def _share(self, node: Any) -> bool:
        """Is the node a probability by its form, made of parameters that are taken for probabilities?"""
        node = self.resolve(node)
        if node is None:
            return False
        if isinstance(node, sp.Symbol | sp.Indexed | Raised):
            return not node.is_integer
        if node.is_Pow:
            return bool(node.exp.is_Rational and node.exp > 0) and self._share(node.base)
        if node.is_Mul:
            return all(self._share(a) or bool(a.is_Rational and 0 < a <= 1) for a in node.args)
        if isinstance(node, sp.Min):
            return any(self._share(a) or a == 1 for a in node.args) and all(self.sure(a) for a in node.args)
        if isinstance(node, sp.Product):
            return self._share(node.function)
        return isinstance(node, sp.sech | OneLess) or (node.is_Add and self._share(_rest(node)))

    # -- nodes -----------------------------------------------------------------------------------------------------
    def value(self, node: Any, logarithm: bool, scope: _Scope) -> str:
        """The name of the node's value (or of its logarithm), computed where it belongs."""
        node = self.resolve(node)
        if node.is_Rational:
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

    def _leaf(self, node: Any, scope: _Scope) -> str | None:
        """An argument of the function, or an entry of one."""
        if isinstance(node, sp.Indexed):
            if scope is self.root or node.indices[0] not in self.indices:
                raise UnsupportedNode(f"an index outside a sum over it: {node}")
            family = self.families.setdefault(node.base, f"f{len(self.families)}")
            if self.target.array:
                return family
            return scope.columns.setdefault(family, f"e{family[1:]}")
        return self.scalar(node) if node.is_Symbol else None

    def _linear(self, node: Any, scope: _Scope) -> str:
        leaf = self._leaf(node, scope)
        if leaf is not None:
            return f"exp({leaf})" if self.logs else leaf
        if isinstance(node, REDUCTIONS):
            if not self.depends(node.function):
                return self.value(_without_index(node), False, scope)
            name = self._reduction(node)
            return f"exp({name})" if self._form(node) else name
        if self.logs and self.sure(node):
            return f"exp({self.value(node, True, scope)})"
        if node is sp.E or node is sp.pi:
            return self._number(node)
        if node.is_Add:
            return self._sum(node, scope)
        if node.is_Mul:
            return self._product(node, scope)
        if isinstance(node, sp.exp):
            return self._call("exp", [node.exp], scope)
        if node.is_Pow:
            return self._power(node, scope)
        if isinstance(node, Raised):
            b, s = node.args
            return self.value(b + (1 - b) * s, False, scope)
        if type(node) in _EXTREMA:
            return self._extremum(node, False, scope)
        if isinstance(node, sp.log) and self.logs:
            return self.value(node.args[0], True, scope)
        if type(node) in _FUNCTIONS:
            return self._call(_FUNCTIONS[type(node)], node.args, scope)
        raise UnsupportedNode(f"no rule to compile {type(node).__name__}: {node}")

    def _number(self, node: Any) -> str:
        if self.balls:
            return "arb.pi()" if node is sp.pi else "arb(1).exp()"
        return self.constant(float(node))

    def _sum(self, node: Any, scope: _Scope) -> str:
        pair = None if self.balls else divergence(node)
        if pair is not None:
            return f"kl({', '.join(self.value(a, False, scope) for a in pair)})"
        rest = self.resolve(_rest(node))
        if self.logs and rest is not None and self.sure(rest):
            return f"-expm1({self.value(rest, True, scope)})"
        text = ""
        for a in sorted(node.args, key=lambda a: a.could_extract_minus_sign()):  # a - b costs less than a + (-1) b
            minus = bool(text) and a.could_extract_minus_sign()
            sign = " - " if minus else " + " if text else ""
            text += sign + self.value(-a if minus else a, False, scope)
        return text

    def _product(self, node: Any, scope: _Scope) -> str:
        if self.logs:  # one exponential for the positive factors: they may be far apart
            coefficient, factors = node.as_coeff_mul()
            sure = [a for a in factors if self.sure(a)]
            if sure and (len(sure) > 1 or coefficient != -1):
                others = [self.value(a, False, scope) for a in factors if not self.sure(a)]
                whole = self.value(sp.Mul(abs(coefficient), *sure), True, scope)
                return ("-" if coefficient < 0 else "") + " * ".join([f"exp({whole})", *others])
        above = [a for a in node.args if not _below(a)]
        below = [sp.Pow(a.base, -a.exp) for a in node.args if _below(a)]
        sign = "-" if sp.S.NegativeOne in above and len(above) > 1 else ""
        top = sign + (" * ".join(self.value(a, False, scope) for a in above if not sign or a != -1) or "1")
        if not below:
            return top
        bottom = " * ".join(self.value(a, False, scope) for a in below)
        return self._divide(top, bottom)

    def _divide(self, top: str, bottom: str) -> str:
        return f"({top}) / ({bottom})" if self.balls or self.target.array else f"divide({top}, {bottom})"

    def _power(self, node: Any, scope: _Scope) -> str:
        base, exponent = node.base, node.exp
        x = self.value(base, False, scope)
        if self.balls and base.is_Rational:
            x = f"arb({x})"
        if exponent.is_Rational:
            top, root = int(exponent.p), int(exponent.q)
            if top < 0:
                return self._divide("1", self.value(sp.Pow(base, -exponent), False, scope))
            if root == 2 and top != 1:
                return f"{self.value(sp.sqrt(base), False, scope)} ** {top}"
            if root == 2:
                return f"{x}.sqrt()" if self.balls else f"sqrt({x})"
            if root == 1:
                return f"{x} ** {top}" if self.balls or self.target.array else f"power({x}, {top})"
        y = self.value(exponent, False, scope)
        return f"{x} ** {y}" if self.balls else f"power({x}, {y})"

    def _call(self, name: str, arguments: Sequence[Any], scope: _Scope) -> str:
        values = [self.value(a, False, scope) for a in arguments]
        if self.balls and name not in ("abs", "betainc", "sign_integral", "kappa"):
            wrapped = f"arb({values[0]})" if arguments[0].is_Rational else values[0]
            return f"{wrapped}.{_METHODS.get(name, name)}()"
        if self.balls and name == "abs":
            return f"{values[0]}.__abs__()"
        if name not in self.namespace:
            raise UnsupportedNode(f"no {name} in {self.target.value} arithmetic")
        return f"{name}({', '.join(values)})"

    def _extremum(self, node: Any, logarithm: bool, scope: _Scope) -> str:
        name = _EXTREMA[type(node)]
        values = [self.value(a, logarithm, scope) for a in sorted(node.args, key=lambda a: bool(a.is_Rational))]
        if not self.balls:
            return f"{name}({', '.join(values)})"
        text = f"arb({values[0]})" if node.args[0].is_Rational and len(values) == 1 else values[0]
        for other in values[1:]:
            text = f"{text}.{name}(arb({other}))" if other.startswith(("(", "c")) else f"{text}.{name}({other})"
        return text

    def _log(self, node: Any, scope: _Scope) -> str:
        leaf = self._leaf(node, scope)
        if leaf is not None:
            return leaf
        if isinstance(node, REDUCTIONS):
            if not self.depends(node.function):
                return self.value(_without_index(node), True, scope)
            name = self._reduction(node)
            return name if self._form(node) else f"log({name})"
        if isinstance(node, sp.exp):
            return self.value(node.exp, False, scope)
        if node.is_Mul and node.as_coeff_mul()[0] > 0:
            above = " + ".join(self.value(a, True, scope) for a in node.args if not _below(a)) or "0.0"
            below = [f" - {self.value(sp.Pow(a.base, -a.exp), True, scope)}" for a in node.args if _below(a)]
            return above + "".join(below)
        if node.is_Pow and _below(node):
            return f"-{self.value(sp.Pow(node.base, -node.exp), True, scope)}"
        if node.is_Pow:
            return f"{self.value(node.base, True, scope)} * {self.value(node.exp, False, scope)}"
        if node.is_Add:
            return self._log_sum(node, scope)
        if isinstance(node, Raised):
            b, s = node.args
            return f"log_add({self.value(b, True, scope)}, {self.value((1 - b) * s, True, scope)})"
        if type(node) in _EXTREMA:
            return self._extremum(node, True, scope)
        if isinstance(node, sp.gamma):
            return f"loggamma({self.value(node.args[0], False, scope)})"
        name = _FUNCTIONS.get(type(node), "")
        if f"log_{name}" in self.namespace:
            return f"log_{name}({self.value(node.args[0], True, scope)})"
        if node is sp.E or node is sp.pi:
            return self.constant(float(sp.log(node)))
        if self.sure(node):  # its linear form would come back here
            return f"log({self._call(name, node.args, scope)})"
        return f"log({self.value(node, False, scope)})"

    def _log_sum(self, node: Any, scope: _Scope) -> str:
        pair = divergence(node)
        if pair is not None:
            a, b = pair
            above = self.resolve(a)
            if isinstance(above, Raised) and self.resolve(above.args[0]) == self.resolve(b):
                return f"log_divergence({', '.join(self.value(x, True, scope) for x in (b, 1 - b, above.args[1]))})"
            return f"log_kl({self.value(a, True, scope)}, {self.value(b, True, scope)})"
        content, primitive = node.primitive()
        if content != 1 and _rest(primitive) is not None:
            return f"{self.value(content, True, scope)} + {self.value(primitive, True, scope)}"
        rest = self.resolve(_rest(node))
        if isinstance(rest, Raised):
            return " + ".join(self.value(1 - a, True, scope) for a in rest.args)
        if rest is not None and self.sure(rest):
            return f"log_complement({self.value(rest, True, scope)})"
        terms = [(a, self.sure(a)) for a in node.args]
        if not all(sure or self.sure(-a) for a, sure in terms):
            return f"log({self._sum(node, scope)})"
        plus = self._added([a for a, sure in terms if sure], scope)
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
        reduction = isinstance(expression, REDUCTIONS)
        inside = bound | {expression.limits[0][0]} if reduction else bound
        found = [node for argument in expression.args for node in self._reductions(argument, inside)]
        if not reduction:
            return found
        if len(expression.limits) != 1 or expression.limits[0][1] != 1:
            raise UnsupportedNode(f"only single sums from 1 are supported: {expression}")
        if free_symbols(expression) & bound:
            raise UnsupportedNode(f"prefix sums and double sums are left to the evaluator: {expression}")
        return [*found, expression]

    def _form(self, node: Any) -> bool:
        """Is the total of this reduction carried as a logarithm?"""
        return self.logs and self.sure(node.function)

    def _reduction(self, node: Any) -> str:
        """The name of a total; everything that can be summed in the same loop is."""
        while node not in self.totals:
            open_nodes = [n for n in self.pending if n not in self.totals and self.depends(n.function)]
            wave = [n for n in open_nodes if not any(m in open_nodes for m in self._reductions(n.function))]
            self._loop(list(dict.fromkeys(wave)))
        return self.totals[node]

    def _loop(self, wave: list[Any]) -> None:
        loop = _Scope("    " if self.target.array else "        ")
        heads, tails = [], []
        for node in wave:
            counts = self._counts(node)
            logarithm = self._form(node)
            body = self.value(node.function, logarithm, loop)
            name = self._name()
            if self.target.array:
                heads.append(f"    {name} = {body}")
            else:
                heads.append(f"    {name} = []")
                loop.lines.append(f"        {name}.append({body})")
            total = self._name()
            tails.append(f"    {total} = {self._total(node, name, counts, logarithm)}")
            self.totals[node] = total
        if self.target.array:
            self.root.lines += [*loop.lines, *heads, *tails]
            return
        self.root.lines += heads
        if loop.columns:
            entries, columns = ", ".join(loop.columns.values()), ", ".join(loop.columns)
            self.root.lines += [f"    for {entries}, in zip({columns}):", *loop.lines]
        self.root.lines += tails

    def _column(self, expression: Any) -> str:
        loop = _Scope("    " if self.target.array else "        ")
        text = self.value(expression, self.logs, loop)
        name = self._name()
        if self.target.array:
            self.root.lines += [*loop.lines, f"    {name} = {text}"]
        else:
            entries, columns = ", ".join(loop.columns.values()), ", ".join(loop.columns)
            head = [f"    {name} = []", f"    for {entries}, in zip({columns}):"]
            self.root.lines += [*head, *loop.lines, f"        {name}.append({text})"]
        return name

    def _counts(self, node: Any) -> str:
        upper = node.limits[0][2]
        self.uppers.append(upper if upper.is_Symbol else upper + 1)
        if upper.is_Symbol:
            return "counts"
        if (upper + 1).is_Symbol and not isinstance(node, MaxOver):  # all but the last member
            return "without_last(counts)"
        raise UnsupportedNode(f"no sum to {upper}")

    def _total(self, node: Any, values: str, counts: str, logarithm: bool) -> str:
        if isinstance(node, MaxOver):
            return f"largest({values})"
        if isinstance(node, sp.Product):
            return f"total({values}, {counts})" if logarithm else f"product({values}, {counts})"
        return f"log_total({values}, {counts})" if logarithm else f"total({values}, {counts})"


def _without_index(node: Any) -> Any:
    """A sum, product or maximum of equal members; sympy is not asked to simplify it."""
    if isinstance(node, MaxOver):
        return node.function
    combine = sp.Mul if isinstance(node, sp.Sum) else sp.Pow
    return combine(node.function, node.limits[0][2], evaluate=False)


def divergence(node: Any) -> tuple[Any, Any] | None:
    """(a, b) if the node is kl(a||b) as ``expressions.kl`` writes it."""
    if not node.is_Add or len(node.args) != 2:
        return None
    for term in sorted(node.args, key=lambda a: isinstance(a, sp.Mul) and any(f.is_Add for f in a.args)):
        logs = [f for f in sp.Mul.make_args(term) if isinstance(f, sp.log)]
        if len(logs) == 1:
            a = term / logs[0]
            b = a / logs[0].args[0]
            if not b.has(sp.log) and kl(a, b) == node:
                return a, b
    return None


def _rest(node: Any) -> Any | None:
    """x if the node is 1 - x."""
    return 1 - node if len(node.args) == 2 and node.args[0] == 1 else None


def _below(factor: Any) -> bool:
    return bool(factor.is_Pow and factor.base is not sp.E and factor.exp.is_Rational and factor.exp < 0)


def _as_float(q: fmpq) -> float:
    try:
        return int(q.p) / int(q.q)
    except OverflowError:
        return float("inf") if q > 0 else -float("inf")
