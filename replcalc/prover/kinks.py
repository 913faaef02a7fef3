"""Minima, maxima and their derivatives as functions of sympy whose values on a box can be enclosed."""

from __future__ import annotations

from typing import Any

import sympy as sp


class Lesser(sp.Function):  # type: ignore[misc]
    """min(a, b) as a function whose derivative the prover can enclose (``replcalc.prover.leaves``)."""

    nargs = 2
    number_function = "min"


class Greater(sp.Function):  # type: ignore[misc]
    """max(a, b), see ``Lesser``."""

    nargs = 2
    number_function = "max"


class Chosen(sp.Function):  # type: ignore[misc]
    """p where a < b and q where a > b: the derivative of a minimum; on a box, the hull of what may be active.

    That hull bounds every difference quotient, so mean-value and monotonicity arguments stay valid across the kink.
    A second derivative does not exist there: it is ``Fixed``, undefined unless one branch is active on the whole box.
    """

    nargs = 4
    number_function = "chosen"

    @classmethod
    def eval(cls, a: Any, b: Any, p: Any, q: Any) -> Any:
        return p if p == q else None


class Fixed(sp.Function):  # type: ignore[misc]
    """p if a <= b throughout, q if a >= b throughout, otherwise undefined; see ``Chosen``."""

    nargs = 4
    number_function = "fixed"
