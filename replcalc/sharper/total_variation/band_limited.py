"""The means of a minorant and a majorant with finitely many frequencies (proof-product-tv.md, "Brackets").

With N = ``size`` - 1 frequencies, a = P/(2 size) and t = n/size, both are h(0)/size plus the sum over n of
2 h(t) F(w_n) cos(w_n E)/size, where D = 2 sinh^2(a/2) + 2 sin^2(pi t) and

    above: h D = (1-t) sinh a + (a/pi) sin(pi t) cos(pi t),
    below: h D = (1-t) 2 sinh(a/2) cos(pi t) + (a/pi) cosh(a/2) sin(pi t).

Few values of F are balls, each with its term in balls; many are doubles with a common error, and then the terms are
too, with the error of every one of them added up: see ``_Rough``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq

from replcalc.sharper.total_variation.cosines import COSINE_ERROR, SLACK, UNIT, cosine_error, cosines, phases

#: Relative rounding error of one term, generously: fewer than 32 operations.
TERM_ERROR = 64 * UNIT
#: Relative error of the sine of a small angle: of the angle (three roundings), of the polynomial and its product.
SMALL_SINE_ERROR = 8 * UNIT


@dataclass(frozen=True)
class RoughValues:
    """F at many n in doubles (arrays), each within ``error``."""

    numbers: Any
    values: Any
    error: float

    @staticmethod
    def joined(parts: Sequence[RoughValues]) -> RoughValues:
        """All of them, with the largest of their errors."""
        import numpy as np

        numbers, values = np.concatenate([p.numbers for p in parts]), np.concatenate([p.values for p in parts])
        return RoughValues(numbers, values, max(p.error for p in parts))


@dataclass(frozen=True)
class Band:
    """The functions for one period and one number of frequencies."""

    period: fmpq
    size: int

    @property
    def a(self) -> arb:
        return arb(self.period / (2 * self.size))

    def means(
        self, values: Sequence[tuple[int, arb]], rough: Sequence[RoughValues], points: Sequence[fmpq]
    ) -> Iterator[tuple[arb, arb]]:
        """(mean of the minorant, mean of the majorant) at every E in ``points``."""
        half = self.a / 2
        terms = [self._term(n, value) for n, value in values]
        rest = [_Rough.of(self, RoughValues.joined(rough))] if rough else []
        for point in points:
            turn = point / self.period * 2
            low, high = 1 / half.sinh(), 1 / half.tanh()
            for n, below, above in terms:
                wave = arb.cos_pi_fmpq(turn * n) if point else arb(1)
                low += below * wave
                high += above * wave
            for some in rest:
                below, above = some.sums(point / self.period)
                low, high = low + below, high + above
            yield low / self.size, high / self.size

    def _term(self, n: int, value: arb) -> tuple[int, arb, arb]:
        """n, and 2 h F of minorant and majorant, in balls."""
        a, half, t = self.a, self.a / 2, fmpq(n, self.size)
        sine, cosine = arb.sin_pi_fmpq(t), arb.cos_pi_fmpq(t)
        scaled = 2 * value / (2 * half.sinh() ** 2 + 2 * sine**2)
        above = arb(1 - t) * a.sinh() + a / arb.pi() * sine * cosine
        below = arb(1 - t) * 2 * half.sinh() * cosine + a / arb.pi() * half.cosh() * sine
        return n, scaled * below, scaled * above


@dataclass(frozen=True)
class _Rough:
    """2 h F of minorant and majorant at many n in doubles, each with its error.

    Sine and cosine of pi t are within delta = COSINE_ERROR + size pi 2^-64, for t < 1/64 the sine within a relative
    SMALL_SINE_ERROR; with the error d of the sine, D is within 4 |sin| d + 2 d^2, and the numerators h D are within
    (delta + TERM_ERROR) times the sum of their coefficients. With F within its error e, the term 2 F (h D)/D is within

        (2/D) (e |h D| + (|F| + e) (error of h D) + (|F| + e) |h D| ((error of D)/D + TERM_ERROR)),

    |h D| widened by its error; SLACK covers the change of the leading 1/D as long as the error of D is below D/10^4,
    which is demanded.
    """

    numbers: Any
    below: Any
    above: Any
    error: float  # of all terms together, for either

    @staticmethod
    def of(band: Band, some: RoughValues) -> _Rough:
        import numpy as np

        angle = fmpq(1, 2 * band.size)
        sine = cosines(phases([angle], some.numbers, turn=-(2**62))[0])  # sin x = cos(x - a quarter circle)
        cosine = cosines(phases([angle], some.numbers)[0])
        delta = COSINE_ERROR + band.size * math.pi * 2.0**-64
        unsure = np.full(len(some.numbers), delta)
        small = some.numbers < band.size // 64
        sine[small] = _small_sine(some.numbers[small].astype(np.float64) * (math.pi / band.size))
        unsure[small] = SMALL_SINE_ERROR * sine[small]
        half = band.a / 2
        sinh_a, sinh_half, cosh_half, slope = map(_near, (band.a.sinh(), half.sinh(), half.cosh(), band.a / arb.pi()))
        rest = 1.0 - some.numbers.astype(np.float64) / band.size
        denominator = 2 * sinh_half**2 + 2 * sine * sine
        spoilt = 4 * np.abs(sine) * unsure + 2 * unsure * unsure
        if not (spoilt < denominator * 1e-4).all():
            return _Rough(some.numbers, 0 * sine, 0 * sine, math.inf)
        above = rest * sinh_a + slope * sine * cosine
        below = rest * (2 * sinh_half) * cosine + slope * cosh_half * sine
        moved = (sinh_a + 3 * slope * cosh_half) * (delta + TERM_ERROR)
        largest = np.maximum(np.abs(above), np.abs(below)) + moved
        size = np.abs(some.values) + some.error
        worst = some.error * largest + size * moved + size * largest * (spoilt / denominator + TERM_ERROR)
        error = float((2 / denominator * worst).sum()) * SLACK
        scaled = 2 * some.values / denominator
        return _Rough(some.numbers, scaled * below, scaled * above, error)

    def sums(self, rotation: fmpq) -> tuple[arb, arb]:
        """The sums over n of the terms times cos(2 pi n rotation), as balls."""
        import numpy as np

        count, last = len(self.numbers), int(self.numbers[-1]) if len(self.numbers) else 0
        wave = cosines(phases([rotation], self.numbers)[0]) if rotation else np.ones(count)
        found = []
        for terms in (self.below, self.above):
            total = float(np.abs(terms).sum()) * SLACK  # wave: its own error, and that of adding up
            error = self.error + total * (cosine_error(last) + (count + 2) * UNIT)
            found.append(arb(float((terms * wave).sum()), error * SLACK))
        return found[0], found[1]


def _small_sine(x: Any) -> Any:
    """sin x for 0 <= x <= pi/64 from Taylor's series up to x^9, relatively within SMALL_SINE_ERROR."""
    y = x * x
    return x * (1 - y * (1 / 6 - y * (1 / 120 - y * (1 / 5040 - y * (1 / 362880)))))


def _near(ball: arb) -> float:
    """The double nearest to the middle of a narrow ball: within a relative UNIT of its number, or a little more."""
    return float(ball.mid())
