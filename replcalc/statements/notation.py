"""Symbols and domains that any theory writes its statements with. Natural logarithms everywhere."""

from __future__ import annotations

from typing import Any

from replcalc.formulas.language import Base, MaxOver, Sum, Symbol, rational, symbols
from replcalc.statements.statement import Domain
from replcalc.statements.statement import i as i
from replcalc.statements.statement import k as k

j, ell = symbols("j ell", integer=True, positive=True)

UNIT_CLOSED = Domain(rational(0), rational(1), False, False)
HALF_OPEN = Domain(rational(0), rational(1, 2))


def real(name: str) -> Any:
    """A positive real."""
    return Symbol(name, positive=True)


def family(name: str) -> Any:
    """Positive reals, one for every i."""
    return Base(name, positive=True)


def natural(name: str) -> Any:
    """A positive whole number."""
    return Symbol(name, integer=True, positive=True)


def total(term: Any) -> Any:
    """The sum of a term over i = 1..k."""
    return Sum(term, (i, 1, k))


def greatest(term: Any) -> Any:
    """The largest value of a term over i = 1..k."""
    return MaxOver(term, (i, 1, k))
