"""In which regime an order of growth is meant: what becomes small or large, what is assumed, what is hidden."""

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Scale:
    """A symbol that becomes small or large, and how to print it."""

    symbol: Any
    grows: Literal["small", "large"]
    text: str
    latex: str


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

    @property
    def soft(self) -> bool:
        return self.shown_logs is not None

    def index(self, symbol: Any) -> int | None:
        return next((place for place, scale in enumerate(self.scales) if scale.symbol == symbol), None)

    def hides(self, position: int) -> bool:
        return self.shown_logs is not None and self.scales[position].symbol not in self.shown_logs
