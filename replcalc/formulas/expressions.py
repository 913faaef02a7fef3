"""The functions of the vocabulary that sympy does not have, as sympy's own: for the prover, LaTeX and whoever asks.

``MaximumOver(body, (i, 1, k))`` is the maximum of ``body`` over the index i, next to sympy's own Sum and Product.
Statements are written with ``language``; ``bridge`` goes from there to here and back.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits

from replcalc.numbers.fields import SPECIAL

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


def with_families(expression: Any) -> Any:
    """The same expression for people: its sums know families (see ``_OverFamily``). Nothing is evaluated anew."""
    if not expression.has(sp.Sum):
        return expression
    args = tuple(map(with_families, expression.args))
    if isinstance(expression, sp.Sum):
        return FamilySum(*args)
    if isinstance(expression, sp.Add | sp.Mul | sp.Pow | sp.Function | sp.Min | sp.Max):
        return expression.func(*args, evaluate=False)
    return expression.func(*args)


class Lesser(sp.Function):  # type: ignore[misc]
    """min(a, b) as a function whose derivative the prover can enclose (``replcalc.prover.slopes``)."""

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
