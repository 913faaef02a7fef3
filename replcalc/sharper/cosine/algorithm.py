"""Means of a group together: cosine noise drawn by the race (derived:cosine).

Every mean v_i gets noise of density cos^2(pi x/2a)/a on [-a, a], all of a group at once and with shared clocks. Points
arrive at places 2a U, U uniform on [0, 1)^g. The point seen from v is the one y in v + [-a, a)^g congruent to 2a U
modulo 2a; with s_i the fractional part of U_i - (v_i - a)/2a its weight is prod sin^2(pi s_i). The answer is the y of
the winning point: it depends on v only through which point won and which copy of it is near. Both are decided exactly;
y is written with 128 digits of U.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from replcalc.run.seeds import Shared, Stream, Uniform
from replcalc.sharper.race.algorithm import run_race


@dataclass(frozen=True)
class CosineNoise:
    """Noise of half-width ``a`` on a group of means; a race of about 2^g + 1 points."""

    half_width: Fraction
    shared: Shared
    most_rounds: int = 10**7

    def answer(self, name: str, means: Sequence[Fraction]) -> tuple[Fraction, ...]:
        period = 2 * self.half_width
        starts = [(mean - self.half_width) / period for mean in means]
        wholes = [math.floor(start) for start in starts]
        parts = [start - whole for start, whole in zip(starts, wholes, strict=True)]

        def draw(stream: Stream) -> list[Uniform]:
            return [stream.uniform() for _ in means]

        def weight(point: list[Uniform], bits: int) -> arb:
            product = arb(1)
            for place, part in zip(point, parts, strict=True):
                share = place.floor(bits) - (part.numerator << bits) // part.denominator
                product *= arb.sin_pi(arb(share, 1) / (1 << bits)) ** 2  # of period one: the copy does not matter
            return product

        won = run_race(self.shared, ("cosine", name), draw, weight, lambda bits: arb(1), self.most_rounds)
        copies = [whole + place.below(part) for whole, place, part in zip(wholes, won, parts, strict=True)]
        return tuple(period * (place.shown() + copy) for place, copy in zip(won, copies, strict=True))
