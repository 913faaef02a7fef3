"""Means of a group together: cosine noise drawn by the race (derived:cosine-noise).

Every mean v_i gets noise of density cos^2(pi x/2a)/a on [-a, a], all of a group at once and with shared clocks. Points
arrive at places U uniform on the torus (R/2a)^g. The point seen from v is the one y in v + [-a, a)^g congruent to U;
with s_i the fractional part of U_i/2a - (v_i - a)/2a its weight is prod sin^2(pi s_i). The answer is the y of least
time/weight, an exact rational that depends on v only through which point won and which copy of it is near.

Doubles only propose: every point within one part in 10^9 of the best value is compared again in balls of growing
precision, so rounding never decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from replcalc.numbers.errors import InputError
from replcalc.numbers.fields import ball_precision
from replcalc.run.race import Arrivals
from replcalc.run.shared import Shared

#: Doubles are trusted to this much in ln(time/weight).
_CLOSE = 1e-9


@dataclass(frozen=True)
class _Candidate:
    value: float  # ln(time/weight), roughly
    time: int
    shares: tuple[Fraction, ...]
    answer: tuple[Fraction, ...]

    def weight(self) -> arb:
        product = arb(1)
        for share in self.shares:
            product *= arb.sin_pi(arb(fmpq(share.numerator, share.denominator))) ** 2
        return product


@dataclass(frozen=True)
class CosineNoise:
    """Noise of half-width ``a`` on a group of means; a race of about 2^g + 1 points."""

    half_width: Fraction
    shared: Shared
    most_rounds: int = 10**6

    def answer(self, name: str, means: Sequence[Fraction]) -> tuple[Fraction, ...]:
        period = 2 * self.half_width
        starts = [(mean - self.half_width) / period for mean in means]
        arrivals = Arrivals(self.shared.stream("cosine", name, "times"))
        places = self.shared.stream("cosine", name, "places")
        best: _Candidate | None = None
        for _ in range(self.most_rounds):
            time = arrivals.next()
            log_time = math.log(time) if time else -math.inf
            if best is not None and log_time > best.value + _CLOSE:  # weights are at most one
                return best.answer
            point = [Fraction(places.word(), 1 << 64) for _ in means]
            copies = [math.ceil(start - place) for start, place in zip(starts, point, strict=True)]
            shares = tuple(p + c - s for p, c, s in zip(point, copies, starts, strict=True))
            if not all(shares):
                continue
            value = log_time - 2 * math.fsum(math.log(math.sin(math.pi * float(share))) for share in shares)
            if best is None or value < best.value + _CLOSE:
                answer = tuple(period * (p + c) for p, c in zip(point, copies, strict=True))
                found = _Candidate(value, time, shares, answer)
                best = found if best is None or value < best.value - _CLOSE else _sooner(best, found)
        raise InputError("problems", len(means), f"a group whose race ends within {self.most_rounds} rounds")


def _sooner(one: _Candidate, two: _Candidate) -> _Candidate:
    """Which clock rings first, decided in balls; an exact tie keeps the earlier point."""
    bits = 128
    while bits <= 1 << 14:
        with ball_precision(bits):
            left, right = one.time * two.weight(), two.time * one.weight()
            if left < right:
                return one
            if right < left:
                return two
        bits *= 2
    return one
