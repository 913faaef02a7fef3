"""Products of cosines in doubles with a proved error: vectorised, at a fiftieth of the price of balls.

F(n) = prod_i cos(2 pi n rho_i)^{m_i} for rational rotations rho_i and many n at once. Nothing rests on a library's
cosine (none promises its accuracy): only on IEEE additions and multiplications, rounded to nearest (unit u = 2^-53), on
integer arithmetic modulo 2^64, and on a table that is computed in balls. Written out in proof-product-tv.md:

- *Phase.* A full circle is 2^64. The rotation is rounded once, n times it is exact modulo 2^64: the angle is off by at
  most n pi 2^-64.
- *Cosine.* The nearest of 2048 directions, C and S from the table to within u each, and a rest |r| <= pi/2048 with
  cos r - 1 and sin r from Taylor's series: off by at most COSINE_ERROR.
- *Bound.* The circle is cut into 4096 arcs; a table holds the largest |cos| on each, widened by LARGEST_DRIFT: the
  product of these bounds |F|, also far below the rounding error of one cosine.
- *Value.* Computed factors are cut to [-1, 1], where the true ones lie, so errors add: m_i (error + u) for the i-th.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision

#: Half a unit in the last place of 1: the relative error of one rounded operation.
UNIT = 2.0**-53
#: Largest error of one computed cosine of an exact phase: the table, one rounding of size 1, small change.
COSINE_ERROR = 2.5 * UNIT
#: Allowance for products of small errors and for the rounding of the bounds themselves (up to 10^12 factors).
SLACK = 1.001
#: Directions in the table.
DIRECTIONS = 2048
#: Arcs of the table of bounds, and how far (in circles) a rounded rotation may have drifted.
ARCS, LARGEST_DRIFT = 4096, fmpq(1, 2**24)
#: Largest n: its drift is n/2^65.
LARGEST_FREQUENCY = 2**41
#: Factors between two looks at which frequencies are negligible already, and cosines worked on at a time.
ROWS, CELLS = 16, 8192
#: Added to the error of a product: it may underflow.
TINY = 1e-290

_SHIFT = 53  # 2^64 / 2048
_HALF = 1 << (_SHIFT - 1)
_MASK = (1 << _SHIFT) - 1


@lru_cache(maxsize=1)
def _table() -> tuple[Any, Any]:
    """Cosine and sine of the directions, each the double nearest to the middle of a ball of 100 bits."""
    import numpy as np

    with ball_precision(100):
        quarter = [fmpq(2 * j, DIRECTIONS) for j in range(DIRECTIONS // 4)]
        first = [float(arb.cos_pi_fmpq(t).mid()) for t in quarter]
    rise = [0.0, *reversed(first[1:])]  # sine: the cosine read backwards
    cosine = [*first, *(-x for x in rise), *(-x for x in first), *rise]
    sine = [*rise, *first, *(-x for x in rise), *(-x for x in first)]
    return np.array(cosine), np.array(sine)


@lru_cache(maxsize=64)
def _bounds(power: int = 1) -> Any:
    """The largest |cos|^power on each arc, up to the relative rounding error of ``power`` multiplications."""
    import numpy as np

    if power > 1:
        return _power(_bounds(), power)
    with ball_precision(64):
        width = fmpq(1, ARCS) + 2 * LARGEST_DRIFT
        middles = [fmpq(2 * j + 1, 2 * ARCS) for j in range(ARCS // 4)]
        first = [float(arb(2 * x, width).cos_pi().abs_upper()) for x in middles]
    first = [min(math.nextafter(x, 2.0), 1.0) for x in first]
    return np.array([*first, *reversed(first)] * 2)


def cosines(phases: Any) -> Any:
    """cos(2 pi phase/2^64) for an array of unsigned 64-bit phases, within COSINE_ERROR."""
    import numpy as np

    table_cos, table_sin = _table()
    shifted = phases + np.uint64(_HALF)  # modulo 2^64
    direction = (shifted >> np.uint64(_SHIFT)).astype(np.int64)
    rest = (shifted & np.uint64(_MASK)).astype(np.float64)  # below 2^53: exact
    rest -= float(_HALF)
    rest *= math.pi * 2.0**-63
    square = rest * rest
    sine = square * (1 / 120)
    sine += -1 / 6
    sine *= square
    sine *= rest
    sine += rest
    square *= square * (1 / 24) - 0.5  # cos r - 1
    cosine = table_cos[direction]
    sine *= table_sin[direction]
    square *= cosine
    square -= sine
    cosine += square
    return cosine


def phases(rotations: Sequence[fmpq], numbers: Any, turn: int = 0) -> Any:
    """n times every rotation (one row each) plus ``turn``, in units of 2^-64 circles, modulo a circle."""
    import numpy as np

    circle, half = fmpq(2**64), fmpq(1, 2)
    steps = [int((rho * circle + half).floor()) % 2**64 for rho in rotations]
    found = np.multiply.outer(np.array(steps, dtype=np.uint64), numbers)
    return found + np.uint64(turn % 2**64) if turn else found


@dataclass
class CosineProducts:
    """F(n) for many n. ``rotations`` are (rho_i, m_i), best in an order that mixes slow and fast ones."""

    rotations: Sequence[tuple[fmpq, int]]
    cost: int = 0  # cosines computed
    _steps: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        import numpy as np

        one = np.ones(1, dtype=np.uint64)
        self._steps = phases([rho for rho, _ in self.rotations], one)[:, 0]
        self.members = sum(power for _, power in self.rotations)

    def above(self, first: int, last: int, floor: float) -> Any:
        """The n from ``first`` to ``last`` at which |F(n)| is not proved to be below ``floor``."""
        import numpy as np

        if last > LARGEST_FREQUENCY:
            return np.arange(first, last + 1, dtype=np.uint64)
        numbers = np.arange(first, last + 1, dtype=np.uint64)
        bound, shift = np.full(len(numbers), SLACK), np.uint64(64 - ARCS.bit_length() + 1)
        for start in range(0, len(self.rotations), ROWS):
            arcs = (self._phases(start, numbers) >> shift).view(np.int64)
            powers = [power for _, power in self.rotations[start : start + ROWS]]
            if min(powers) == max(powers):
                factors = _bounds(powers[0]).take(arcs, mode="clip")
            else:
                factors = np.array([_bounds(m).take(row, mode="clip") for m, row in zip(powers, arcs, strict=True)])
            bound *= np.multiply.reduce(factors, axis=0)
            large = bound >= floor
            if not large.all():
                numbers, bound = numbers[large], bound[large]
                if not len(numbers):
                    break
        return numbers

    def values(self, numbers: Any) -> tuple[Any, float]:
        """F at these n, and a bound on the error of each."""
        import numpy as np

        product = np.ones(len(numbers))
        for start in range(0, len(self.rotations), ROWS):
            product *= self._powers(start, np.clip(cosines(self._phases(start, numbers)), -1.0, 1.0))
        error = SLACK * self.members * (cosine_error(int(numbers[-1])) + 2 * UNIT) + TINY
        return product, error

    def _phases(self, start: int, numbers: Any) -> Any:
        """One row for each of ROWS factors, one column for each n."""
        import numpy as np

        steps = self._steps[start : start + ROWS]
        self.cost += len(steps) * len(numbers)
        return np.multiply.outer(steps, numbers)  # modulo 2^64

    def _powers(self, start: int, rows: Any) -> Any:
        """The product of the rows, each to its power."""
        import numpy as np

        for row, (_, power) in enumerate(self.rotations[start : start + ROWS]):
            if power > 1:
                rows[row] = _power(rows[row], power)
        return np.multiply.reduce(rows, axis=0)


def cosine_error(n: int) -> float:
    """Of the cosine at frequencies up to n, the rounding of the rotation included."""
    return COSINE_ERROR + n * math.pi * 2.0**-64


def _power(values: Any, exponent: int) -> Any:
    """values**exponent by squaring: only multiplications, so that the error is that of exponent - 1 of them."""
    result, square = None, values
    while exponent:
        if exponent & 1:
            result = square if result is None else result * square
        exponent >>= 1
        if exponent:
            square = square * square
    return result


def spans(first: int, last: int | None, factors: int) -> Iterator[tuple[int, int]]:
    """Consecutive intervals from ``first`` on, up to ``last`` if there is one; short at first, for little work."""
    length, longest = 16, CELLS // min(factors, ROWS)
    while last is None or first <= last:
        end = first + length - 1 if last is None else min(first + length - 1, last)
        yield first, end
        first, length = end + 1, min(2 * length, longest)
