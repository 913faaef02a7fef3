"""Closeness and conditioning of finite distributions on pairs as exact formulas: distributions are tables, first
coordinate by row.

``factor`` stands for e^epsilon, so that a rational factor keeps everything exact. The largest difference
law(O) - factor * other(O) over all events O is attained by the event of the outcomes where it is positive.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from replcalc.prover.finite import indicator

_u, _v, _w = sp.symbols("u v w", integer=True, nonnegative=True)
AnyLaw = Any  # an IndexedBase, or anything else with an entry law[row, column]


@dataclass(frozen=True)
class LawByFormula:
    """A distribution given by a formula for its entries."""

    entry: Callable[[Any, Any], Any]

    def __getitem__(self, place: tuple[Any, Any]) -> Any:
        return self.entry(*place)


def total_mass(law: AnyLaw, rows: int, columns: int) -> Any:
    """The mass of everything."""
    return sp.Sum(law[_u, _v], (_u, 0, rows - 1), (_v, 0, columns - 1))


def column(law: AnyLaw, value: Any, rows: int) -> Any:
    """The mass of a value of the second coordinate."""
    return sp.Sum(law[_w, value], (_w, 0, rows - 1))


def excess(law: AnyLaw, other: AnyLaw, factor: Any, rows: int, columns: int) -> Any:
    """The largest law(O) - factor * other(O) over all events O: the additive part that closeness needs."""
    positive = sp.Max(0, law[_u, _v] - factor * other[_u, _v], evaluate=False)
    return sp.Sum(positive, (_u, 0, rows - 1), (_v, 0, columns - 1))


def needed(law: AnyLaw, other: AnyLaw, factor: Any, rows: int, columns: int) -> Any:
    """The smallest delta for which the two distributions are (ln factor, delta)-close in both directions."""
    both = (excess(law, other, factor, rows, columns), excess(other, law, factor, rows, columns))
    return sp.Max(*both, evaluate=False)  # sympy would ask at length which is larger


def given(law: AnyLaw, value: Any, rows: int) -> LawByFormula:
    """The distribution of the first coordinate given the second, as column 0; every value has positive mass."""
    return LawByFormula(lambda u, _: law[u, value] / column(law, value, rows))


def bad_mass(law: AnyLaw, other: AnyLaw, factor: Any, additive: Any, rows: int, columns: int) -> Any:
    """Mass under ``law`` of the values given which the distributions are not (ln factor, additive)-close."""
    value = sp.Symbol("x", integer=True, nonnegative=True)
    apart = needed(given(law, value, rows), given(other, value, rows), factor, rows, 1)
    return sp.Sum(indicator(sp.Gt(apart, additive, evaluate=False)) * column(law, value, rows), (value, 0, columns - 1))
