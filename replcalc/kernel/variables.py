"""What a certificate says about its variables: bounds and integrality.

Written ``{"x": ["> 0"], "k": [">= 1", "integer"], "m": [">= -1", "<= 1"], "z": []}``. Every variable of a statement is
listed; an empty list is any real number. A variable that is not listed has no sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

#: Longest rational a certificate may hold, in characters: more than any claim needs, too short to be a burden.
MAX_DIGITS = 4000
_RATIONAL = re.compile(r"-?[0-9]+(?:/[0-9]+|\.[0-9]+)?(?:e-?[0-9]{1,4})?")


def read_rational(text: Any) -> Fraction:
    """Return a rational of a certificate, "-3/4" or "1.5e-7"; nothing that takes long to read."""
    if not isinstance(text, str) or len(text) > MAX_DIGITS or not _RATIONAL.fullmatch(text):
        raise ValueError(f"not a rational of at most {MAX_DIGITS} characters: {str(text)[:40]}")
    return Fraction(text)


@dataclass(frozen=True)
class Bounds:
    """The reals (or integers) between ``low`` and ``high``; None is no bound, the ``open`` ends are left out."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False
    integer: bool = False

    @staticmethod
    def of(constraints: Iterable[str]) -> Bounds:
        found: dict[str, Any] = {}
        for constraint in constraints:
            if constraint == "integer":
                found["integer"] = True
                continue
            operator, value = constraint.split(" ")
            end = {">": "low", ">=": "low", "<": "high", "<=": "high"}[operator]
            if end in found:
                raise ValueError(f"two bounds at one end: {constraint}")
            found |= {end: read_rational(value), f"{end}_open": operator in "<>"}
        return Bounds(**found)

    def contains(self, value: Fraction) -> bool:
        above = self.low is None or value > self.low or (value == self.low and not self.low_open)
        below = self.high is None or value < self.high or (value == self.high and not self.high_open)
        return above and below and (not self.integer or value.denominator == 1)

    def within(self, outer: Bounds) -> bool:
        """Return whether the outer bounds allow every value that these allow."""
        low = outer.low is None or (
            self.low is not None
            and (self.low > outer.low or (self.low == outer.low and (self.low_open or not outer.low_open)))
        )
        high = outer.high is None or (
            self.high is not None
            and (self.high < outer.high or (self.high == outer.high and (self.high_open or not outer.high_open)))
        )
        return low and high and (self.integer or not outer.integer)

    def constraints(self) -> list[str]:
        """Return the bounds as certificates write them."""
        found = []
        if self.low is not None:
            found.append(f"{'>' if self.low_open else '>='} {self.low}")
        if self.high is not None:
            found.append(f"{'<' if self.high_open else '<='} {self.high}")
        return [*found, "integer"] if self.integer else found

    @property
    def empty(self) -> bool:
        """Is there no such number?"""
        if self.low is None or self.high is None:
            return False
        if self.integer:
            first = self.low // 1 + 1 if self.low_open else -(-self.low // 1)
            return first > self.high or (first == self.high and self.high_open)
        return self.low > self.high or (self.low == self.high and (self.low_open or self.high_open))

    @property
    def sign(self) -> int | None:
        """1: positive, 0: nonnegative, None: either sign."""
        if self.low is None or self.low < 0:
            return None
        return 1 if self.low > 0 or self.low_open else 0


Variables = Mapping[str, Bounds]


def variables_of(document: Mapping[str, Any]) -> dict[str, Bounds]:
    return {name: Bounds.of(constraints) for name, constraints in document.items()}


def nonnegative(variables: Variables) -> frozenset[str]:
    """Return the names under roots that may be taken apart: sqrt(x**2 y) = x sqrt(y) for x >= 0 only."""
    return frozenset(name for name, bounds in variables.items() if bounds.sign is not None)


def family_of(name: str) -> str:
    """Return the family of a member such as ``n[i]``, "n[]"; of any other variable its name."""
    return f"{name.partition('[')[0]}[]" if name.endswith("]") else name


def variable_names(tree: Any) -> Iterator[str]:
    """Yield the names of the variables in a tree, bound ones too."""
    if tree[0] == "v":
        yield tree[1]
    elif tree[0] != "q":
        for part in tree[1:]:
            yield from variable_names(part)
