"""Boxes with exact rational ends, the regions on which inequalities are decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

from flint import fmpq

from replcalc.numbers.enclosure import rational_text
from replcalc.numbers.errors import MalformedStatement
from replcalc.numbers.exact import parse_rational

BoxEnd = Literal["lower", "upper"]
ENDS: tuple[BoxEnd, BoxEnd] = ("lower", "upper")
BoxPoint = Mapping[Any, fmpq]


@dataclass(frozen=True)
class Box:
    """``sides``: (symbol, lower, upper) in a fixed order; a degenerate side (lower == upper) is a fixed value."""

    sides: tuple[tuple[Any, fmpq, fmpq], ...]

    @staticmethod
    def of(ranges: Mapping[Any, tuple[Any, Any]]) -> Box:
        """From symbol -> (lower, upper), ends as anything exact ('1/10', 2, Fraction, sympy Rational)."""
        sides = []
        for symbol, (lower, upper) in ranges.items():
            low, high = parse_rational(lower), parse_rational(upper)
            if low > high:
                raise MalformedStatement(f"empty side for {symbol}: [{low}, {high}]")
            sides.append((symbol, low, high))
        return Box(tuple(sides))

    @property
    def symbols(self) -> tuple[Any, ...]:
        return tuple(symbol for symbol, _, _ in self.sides)

    @property
    def free(self) -> tuple[Any, ...]:
        """The symbols whose side is not a single point."""
        return tuple(symbol for symbol, low, high in self.sides if low != high)

    @property
    def is_point(self) -> bool:
        return not self.free

    def ends(self, symbol: Any) -> tuple[fmpq, fmpq]:
        return next((low, high) for s, low, high in self.sides if s == symbol)

    def end(self, symbol: Any, which: BoxEnd) -> fmpq:
        return self.ends(symbol)[0 if which == "lower" else 1]

    def width(self, symbol: Any) -> fmpq:
        low, high = self.ends(symbol)
        return high - low

    def midpoint(self) -> dict[Any, fmpq]:
        return {symbol: (low + high) / 2 for symbol, low, high in self.sides}

    def corners(self) -> Iterator[dict[Any, fmpq]]:
        for choice in product(*((low, high) if low != high else (low,) for _, low, high in self.sides)):
            yield dict(zip(self.symbols, choice, strict=True))

    def replace(self, symbol: Any, low: fmpq, high: fmpq) -> Box:
        return Box(tuple((s, low, high) if s == symbol else (s, a, b) for s, a, b in self.sides))

    def face(self, symbol: Any, which: BoxEnd) -> Box:
        value = self.end(symbol, which)
        return self.replace(symbol, value, value)

    def split(self, symbol: Any, at: fmpq | None = None) -> tuple[Box, Box]:
        low, high = self.ends(symbol)
        middle = (low + high) / 2 if at is None else at
        return self.replace(symbol, low, middle), self.replace(symbol, middle, high)

    def fixed(self) -> dict[Any, fmpq]:
        """The values of the degenerate sides."""
        return {symbol: low for symbol, low, high in self.sides if low == high}

    def to_json(self) -> dict[str, list[str]]:
        return {str(symbol): [rational_text(low), rational_text(high)] for symbol, low, high in self.sides}

    def __str__(self) -> str:
        return ", ".join(f"{s} in [{rational_text(a)}, {rational_text(b)}]" for s, a, b in self.sides)


def point_text(point: BoxPoint) -> dict[str, str]:
    return {str(symbol): rational_text(value) for symbol, value in point.items()}


def parse_cuts(cuts: Mapping[Any, Iterable[Any]] | None) -> dict[Any, tuple[fmpq, ...]]:
    return {symbol: tuple(sorted(parse_rational(v) for v in values)) for symbol, values in (cuts or {}).items()}
