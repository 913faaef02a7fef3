"""Means one by one: round each to a grid of shared random offset (derived:variance-rounding).

The mean of N values in [0, 1] falls into one cell [(U + j) a, (U + j + 1) a) of a grid of width a whose offset U is
shared and uniform; its centre is the answer. Two means at distance d are separated with probability at most d/a. Which
cell holds the mean is decided exactly, from as many digits of U as that takes; the centre is written with 128 of them.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

from replcalc.run.seeds import Shared


@dataclass(frozen=True)
class Rounding:
    """A grid of ``width`` per name."""

    width: Fraction
    shared: Shared

    def centre(self, name: str, mean: Fraction) -> Fraction:
        """Return the centre of the cell that holds the mean."""
        offset = self.shared.uniform("rounding", name)
        place = mean / self.width
        whole = math.floor(place)
        cell = whole if offset.below(place - whole) else whole - 1
        return (offset.shown() + cell + Fraction(1, 2)) * self.width

    def answer(self, name: str, mean: Fraction) -> Fraction:
        """Return the same clipped to [0, 1], which moves no answer away from the truth."""
        return min(max(self.centre(name, mean), Fraction(0)), Fraction(1))
