"""The functions of the vocabulary that sympy does not have, as sympy's own: for the prover, LaTeX and whoever asks.

``MaximumOver(body, (i, 1, k))`` is the maximum of ``body`` over the index i, next to sympy's own Sum and Product.
``SignIntegral`` is the integral that bounds how often two runs of an accurate sign test disagree, ``VoteKappa`` the
constant of threshold votes. Statements are written with ``language``; ``bridge`` goes from there to here and back.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits


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


class SignIntegral(sp.Function):  # type: ignore[misc]
    """The integral over p in (0, 1) of 2p(1-p)/(a i(p) + b), i = phi(Phi^-1): see numbers/sign_integral.py."""

    nargs = 2
    is_real = True
    is_positive = True

    def _latex(self, printer: Any) -> str:
        a, b = map(printer._print, self.args)
        return rf"\int_0^1 \frac{{2 p (1-p)}}{{\left({a}\right) \varphi(\Phi^{{-1}}(p)) + {b}}} dp"


class VoteKappa(sp.Function):  # type: ignore[misc]
    """kappa_T of T threshold votes: the largest coefficient c_s of ``replcalc.numbers.vote_kappa``."""

    nargs = 1
    is_positive = True

    def _latex(self, printer: Any) -> str:
        return rf"\kappa_{{{printer._print(self.args[0])}}}"
