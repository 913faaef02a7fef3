"""In which regime an order of growth is meant: what becomes small or large, what is assumed, what is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


def _sympy(value: Any) -> Any:
    """sympy is loaded when a bound is reduced, not when a problem is stated."""
    from sympy import sympify

    return sympify(value)


@dataclass(frozen=True)
class Scale:
    """A symbol that becomes small or large, and how to print it."""

    variable: Any
    grows: Literal["small", "large"]
    text: str
    latex: str

    @property
    def symbol(self) -> Any:
        """The variable for sympy, which the reduction works with."""
        return _sympy(self.variable)


@dataclass(frozen=True)
class Regime:
    """Scales, assumed inequalities ``(smaller, larger)`` between symbols, and what the notation hides.

    ``shown_logs``: None for O (every logarithm shown); for O~ the symbols whose logarithms stay visible.
    ``constants``: symbols that count as constants (factors that the literature does not specify). ``exponents``:
    symbols that stand for the unknown power of a hidden logarithm, allowed only under O~.
    """

    scales: tuple[Scale, ...]
    orders: tuple[tuple[Any, Any], ...] = ()
    shown_logs: frozenset[Any] | None = None
    constants: frozenset[Any] = frozenset()
    exponents: frozenset[Any] = frozenset()

    def __post_init__(self) -> None:
        """Formulas of ours become sympy's, which the reduction calculates with."""
        object.__setattr__(self, "orders", tuple((_sympy(a), _sympy(b)) for a, b in self.orders))
        for name in ("shown_logs", "constants", "exponents"):
            symbols = getattr(self, name)
            if symbols is not None:
                object.__setattr__(self, name, frozenset(map(_sympy, symbols)))

    @property
    def soft(self) -> bool:
        return self.shown_logs is not None

    def index(self, symbol: Any) -> int | None:
        for position, scale in enumerate(self.scales):
            if scale.symbol == symbol:
                return position
        return None

    def hides(self, position: int) -> bool:
        return self.shown_logs is not None and self.scales[position].symbol not in self.shown_logs
