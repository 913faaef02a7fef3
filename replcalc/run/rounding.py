"""Means one by one: round each to a grid of shared random offset (derived:expected-gap-rounding).

The mean of N values in [0, 1] falls into one cell [theta + j a, theta + (j+1) a) of a grid of width a whose offset
theta is shared; its centre is the answer. Two means at distance d are separated with probability at most d/a. All of it
is exact rational arithmetic, so a mean on an edge falls to the same side everywhere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from replcalc.run.shared import Shared


@dataclass(frozen=True)
class Rounding:
    """A grid of ``width`` per name; answers lie in [0, 1]."""

    width: Fraction
    shared: Shared

    def offset(self, name: str) -> Fraction:
        return self.width * self.shared.stream("rounding", name).fraction()

    def answer(self, name: str, mean: Fraction) -> Fraction:
        """The centre of the cell that holds the mean, clipped to [0, 1] (which moves no answer away from the truth)."""
        offset = self.offset(name)
        cell = math.floor((mean - offset) / self.width)
        return min(max(offset + (cell + Fraction(1, 2)) * self.width, Fraction(0)), Fraction(1))
