"""Formulas for sympy and from sympy: the only module that knows both.

Functions are handed to sympy as they stand where it would ask at length what is inside; numbers it evaluates.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

import sympy as sp
from flint import fmpq
from sympy.concrete.expr_with_limits import ExprWithLimits

from replcalc.numbers.errors import MalformedStatement, UnsupportedNode
from replcalc.numbers.fields import SPECIAL
from replcalc.symbolic import node as light
from replcalc.symbolic.algebra import add, apply, multiply, power
from replcalc.symbolic.node import Node, number

# -- the functions of the vocabulary that sympy does not have ----------------------------------------------------------
# As sympy's own: for the prover, LaTeX and whoever asks.
# ``MaximumOver(body, (i, 1, k))`` is the maximum of ``body`` over the index i, next to sympy's own Sum and Product.
# Statements are written with ``language``; ``bridge`` goes from there to here and back.
#: Maxima of more members than this are not written out.
LARGEST = 64


class _OverFamily(ExprWithLimits):  # type: ignore[misc]
    """What is taken over an index, and knows families: ``subs(x[i], f)`` puts f for every member of x.

    sympy takes the i that was typed for another one than the bound index, and changes nothing. A member is known by the
    names of its family and of an index (``INDEX_NAMES``); x[1] and x[m] are single members, and left to sympy.
    """

    def _eval_subs(self, old: Any, new: Any) -> Any:
        index = self.limits[0][0]
        if not (isinstance(old, sp.Indexed) and len(old.indices) == 1 and str(old.indices[0]) in INDEX_NAMES):
            return super()._eval_subs(old, new)
        here = sp.sympify(new).subs(old.indices[0], index)
        name = str(old.base.label)
        body = self.function
        for part in body.atoms(sp.Indexed):
            if str(part.base.label) == name and part.indices == (index,):
                body = body.xreplace({part: here})
        return self.func(body.subs(old, new) if body.has(_OverFamily) else body, *self.limits)

    def doit(self, **hints: Any) -> Any:
        """Equal members are one, few members are written out; sympy's searches for closed forms are left out."""
        index, lower, upper = (part.doit(**hints) for part in self.limits[0])
        body = self.function.doit(**hints)
        if index not in body.free_symbols:
            return self._of_equals(body, upper - lower + 1)
        if lower.is_Integer and upper.is_Integer and upper - lower < LARGEST:
            return self._of_members(*(body.subs(index, m) for m in range(int(lower), int(upper) + 1)))
        return self.func(body, (index, lower, upper))


#: Names of indices that stand for any member: those that formulas are written with.
INDEX_NAMES = frozenset("ijlhrstuv")


class MaximumOver(_OverFamily):
    """max over i = lower..upper of ``body``; the bound index is a dummy like that of Sum."""

    is_real = True

    _of_members = staticmethod(sp.Max)

    @staticmethod
    def _of_equals(body: Any, count: Any) -> Any:
        return body

    def _eval_derivative(self, symbol: Any) -> Any:
        """That of one member where all are equal; else there is none in general."""
        if self.args[1][0] not in self.function.free_symbols:
            return self.function.diff(symbol)
        return sp.Integer(0) if symbol not in self.free_symbols else None

    def _latex(self, printer: Any) -> str:
        index, lower, upper = self.args[1]
        low, name, high, body = map(printer._print, (lower, index, upper, self.args[0]))
        return rf"\max_{{{low} \le {name} \le {high}}} \left({body}\right)"

    def _pretty(self, printer: Any) -> Any:
        return printer._print_Function(sp.Function(f"max_{self.args[1][0]}")(self.args[0]))

    def _sympystr(self, printer: Any) -> str:
        index, lower, upper = self.args[1]
        return f"max_{{{index}={lower}..{upper}}}({printer._print(self.args[0])})"


class FamilySum(_OverFamily, sp.Sum):  # type: ignore[misc]
    """sympy's Sum, in which a family's members can be substituted. srepr writes it as a Sum.

    It is not equal to that Sum: sympy remembers what became of a substitution, and would take one for the other.
    """

    _of_members = staticmethod(sp.Add)

    @staticmethod
    def _of_equals(body: Any, count: Any) -> Any:
        return count * body

    def _sympyrepr(self, printer: Any) -> str:
        return f"Sum({', '.join(map(printer._print, self.args))})"


def for_users(expression: Any) -> Any:
    """Convert an expression for people who calculate with sympy.

    Symbols carry no assumptions, so that ``subs("rho", x)`` and ``diff(e, Symbol("rho"))`` find them; sums know
    families (see ``_OverFamily``). What sympy simplifies for positive symbols only: ``sympy.posify``.
    """
    if isinstance(expression, sp.IndexedBase):
        return sp.IndexedBase(str(expression.label))
    if isinstance(expression, sp.Symbol):
        return expression if isinstance(expression, sp.Dummy) else sp.Symbol(expression.name)
    if not expression.args:
        return expression
    args = tuple(map(for_users, expression.args))
    if isinstance(expression, sp.Sum):
        return FamilySum(*args)
    if isinstance(expression, sp.Min | sp.Max | sp.core.relational.Relational):
        return expression.func(*args, evaluate=False)
    return expression.func(*args)


class Lesser(sp.Function):  # type: ignore[misc]
    """min(a, b) as a function whose derivative the prover can enclose (``replcalc.prover.leaves``)."""

    nargs = 2


class Greater(sp.Function):  # type: ignore[misc]
    """max(a, b), see ``Lesser``."""

    nargs = 2


class Chosen(sp.Function):  # type: ignore[misc]
    """p where a < b and q where a > b: the derivative of a minimum; on a box, the hull of what may be active.

    That hull bounds every difference quotient, so mean-value and monotonicity arguments stay valid across the kink.
    A second derivative does not exist there: it is ``Fixed``, undefined unless one branch is active on the whole box.
    """

    nargs = 4

    @classmethod
    def eval(cls, a: Any, b: Any, p: Any, q: Any) -> Any:
        return p if p == q else None


class Fixed(sp.Function):  # type: ignore[misc]
    """p if a <= b throughout, q if a >= b throughout, otherwise undefined; see ``Chosen``."""

    nargs = 4


@cache
def special_function(name: str) -> Any:
    """A function that a theorem brought with it, as a class of sympy."""
    about = SPECIAL[name]

    def _latex(self: Any, printer: Any) -> str:
        return about.latex(*map(printer._print, self.args))

    told = {"nargs": about.arity, "is_real": True, "is_positive": True, "special": name, "_latex": _latex}
    return type(name, (sp.Function,), told)


_CLASSES: dict[str, Any] = {
    "exp": sp.exp,
    "log": sp.log,
    "min": sp.Min,
    "max": sp.Max,
    "lesser": Lesser,
    "greater": Greater,
    "abs": sp.Abs,
    "chosen": Chosen,
    "fixed": Fixed,
    "floor": sp.floor,
    "ceiling": sp.ceiling,
    "tanh": sp.tanh,
    "cosh": sp.cosh,
    "sinh": sp.sinh,
    "sech": sp.sech,
    "cos": sp.cos,
    "asin": sp.asin,
    "atanh": sp.atanh,
    "erf": sp.erf,
    "erfc": sp.erfc,
    "gamma": sp.gamma,
    "loggamma": sp.loggamma,
    "betainc": sp.betainc_regularized,
}
HEADS = {kind: head for head, kind in _CLASSES.items()}
_OVER: dict[type, Any] = {light.Sum: sp.Sum, light.Product: sp.Product, light.MaxOver: MaximumOver}
_RELATIONS = {"<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge, "==": sp.Eq}
#: Functions that sympy takes as they stand.
_HELD = frozenset(("exp", "log", "min", "max", "ceiling"))


def to_sympy(node: Node) -> Any:
    """The node as sympy's expression; ``Node.sympy`` keeps it."""
    if isinstance(node, light.Number):
        return sp.Rational(int(node.value.p), int(node.value.q))
    if isinstance(node, light.Symbol):
        if node.unique:
            return sp.Dummy(node.name, dummy_index=node.unique, **dict.fromkeys(node.known, True))
        return sp.Symbol(node.name, **dict.fromkeys(node.known, True))
    if isinstance(node, light.Base):
        return sp.IndexedBase(node.name, **dict.fromkeys(node.known, True))
    if isinstance(node, light.Constant):
        return getattr(sp, node.name)
    if isinstance(node, light.Indexed):
        return node.base.sympy[node.index.sympy]
    args = [a.sympy for a in node.args]
    if isinstance(node, light.Add):
        return sp.Add(*args)
    if isinstance(node, light.Mul):
        return sp.Mul(*args)
    if isinstance(node, light.Pow):
        return sp.Pow(*args, evaluate=not _stands(node))
    if isinstance(node, light.Function):
        return as_sympy(node.head, *args)
    if isinstance(node, light.HalfLine):
        return sp.Integral(args[0], (args[1], 0, sp.oo))
    if isinstance(node, light.Over):
        body, index, upper = args
        return _OVER[type(node)](body, (index, 1, upper))
    if isinstance(node, light.Relation):
        return _RELATIONS[node.operator](*args, evaluate=False)
    raise UnsupportedNode(f"no form in sympy for {node!r}")


def _stands(power: light.Pow) -> bool:
    """Is this what sympy would make of it? Asked, it would first find out at length whether a sum is infinite."""
    if not power.base.free:
        return False
    if power.exponent is light.HALF:
        return not isinstance(power.base, light.Mul)
    return isinstance(power.base, light.Add) and isinstance(power.exponent, light.Number) and power.exponent.whole


@lru_cache(maxsize=1 << 15)
def from_sympy(expression: Any) -> Node:
    """An expression of sympy as a node; what the vocabulary does not have is refused."""
    whole = sp.sympify(expression)
    for rule, reader in _READERS:
        if isinstance(whole, rule):
            return reader(whole)
    raise UnsupportedNode(f"no rule to read {type(whole).__name__}: {whole}")


def _known(symbol: Any) -> tuple[str, ...]:
    told = symbol.assumptions0
    found = [fact for fact in ("integer", "positive", "nonnegative", "negative") if told.get(fact)]
    if "positive" in found:
        found.remove("nonnegative")
    return tuple(found) if found else ("real",) if told.get("real") else ()


def _symbol(symbol: Any) -> Node:
    found = light.Symbol.identified(symbol.name, _known(symbol), getattr(symbol, "dummy_index", 0))
    if found.sympy != symbol:  # else two symbols of one name could become one
        raise UnsupportedNode(f"more is assumed of the symbol {symbol} than that it is integer or real, and its sign")
    return found


def _base(base: Any) -> light.Base:
    return light.Base.identified(str(base.label), _known(base.label))


def _over(kind: type[light.Over], whole: Any) -> Node:
    if len(whole.limits) != 1 or whole.limits[0][1] != 1:
        raise UnsupportedNode(f"only single sums from 1 are supported: {whole}")
    index, _, upper = whole.limits[0]
    return kind(from_sympy(whole.function), (from_sympy(index), 1, from_sympy(upper)))


def _float(whole: Any) -> Node:
    raise MalformedStatement(f"a float in a formula: {whole}; write an exact fraction, such as rational(1, 2)")


def _function(whole: Any) -> Node:
    head = HEADS.get(type(whole)) or getattr(type(whole), "special", None)
    if head is None:
        raise UnsupportedNode(f"no rule to read {type(whole).__name__}: {whole}")
    return apply(head, *map(from_sympy, whole.args))


def _relation(whole: Any) -> Node:
    return light.Relation.identified(from_sympy(whole.lhs), whole.rel_op, from_sympy(whole.rhs))


_READERS: tuple[tuple[Any, Callable[[Any], Node]], ...] = (
    (sp.Rational, lambda x: number(fmpq(int(x.p), int(x.q)))),
    (sp.Float, _float),
    (sp.Indexed, lambda x: _base(x.base)[from_sympy(x.indices[0])]),
    (sp.IndexedBase, _base),
    (sp.Symbol, _symbol),
    (sp.Add, lambda x: add(*map(from_sympy, x.args))),
    (sp.Mul, lambda x: multiply(*map(from_sympy, x.args))),
    (sp.exp, lambda x: apply("exp", from_sympy(x.exp))),
    (sp.Pow, lambda x: apply("exp", from_sympy(x.exp)) if x.base is sp.E else power(*map(from_sympy, x.args))),
    (sp.Sum, lambda x: _over(light.Sum, x)),
    (sp.Product, lambda x: _over(light.Product, x)),
    (MaximumOver, lambda x: _over(light.MaxOver, x)),
    (type(sp.E), lambda x: apply("exp", light.ONE)),
    (type(sp.pi), lambda x: light.pi),
    (sp.core.relational.Relational, _relation),
    (sp.Function | sp.Min | sp.Max, _function),
)


def as_sympy(head: str, *args: Any) -> Any:
    """A function of the vocabulary of expressions of sympy; those of the compiler alone are only names there."""
    terms = list(map(sp.sympify, args))
    held = head in _HELD and not all(a.is_number for a in terms) and not (head == "exp" and terms[0].has(sp.log))
    function = _CLASSES.get(head) or (special_function(head) if head in SPECIAL else sp.Function(head))
    return function(*terms, evaluate=False) if held else function(*terms)


def sympy_relation(left: Any, operator: str, right: Any) -> Any:
    """A relation of expressions of sympy, kept as written; a float in it is a mistake in the claim, not a number."""
    sides = [sp.sympify(side) for side in (left, right)]
    for side in sides:
        if side.has(sp.Float):
            raise MalformedStatement(f"a float in a formula: {side}")
    return _RELATIONS[operator](*sides, evaluate=False)
