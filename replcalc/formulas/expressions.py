"""The functions of the vocabulary that sympy does not have, as sympy's own: for the prover, LaTeX and whoever asks.

``MaximumOver(body, (i, 1, k))`` is the maximum of ``body`` over the index i, next to sympy's own Sum and Product.
Statements are written with ``language``; ``bridge`` goes from there to here and back.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits

from replcalc.numbers.special import SPECIAL


class MaximumOver(ExprWithLimits):  # type: ignore[misc]
    """max over i = lower..upper of ``body``; the bound index is a dummy like that of Sum."""

    is_real = True

    def _latex(self, printer: Any) -> str:
        index, lower, upper = self.args[1]
        low, name, high, body = map(printer._print, (lower, index, upper, self.args[0]))
        return rf"\max_{{{low} \le {name} \le {high}}} \left({body}\right)"

    def _pretty(self, printer: Any) -> Any:
        return printer._print_Function(sp.Function(f"max_{self.args[1][0]}")(self.args[0]))

    def _sympystr(self, printer: Any) -> str:
        index, lower, upper = self.args[1]
        return f"max_{{{index}={lower}..{upper}}}({printer._print(self.args[0])})"


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
