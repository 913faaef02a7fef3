"""Symbols and domains that any theory writes its statements with. Natural logarithms everywhere."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.statements.statement import Domain
from replcalc.statements.statement import i as i
from replcalc.statements.statement import k as k

j, ell = sp.symbols("j ell", integer=True, positive=True)

UNIT_CLOSED = Domain(sp.Integer(0), sp.Integer(1), False, False)
HALF_OPEN = Domain(sp.Integer(0), sp.Rational(1, 2))


def real(name: str) -> Any:
    """A positive real."""
    return sp.Symbol(name, positive=True)


def family(name: str) -> Any:
    """Positive reals, one for every i."""
    return sp.IndexedBase(name, positive=True)
