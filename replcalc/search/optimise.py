"""Minima, roots and least integers by cheap functions of floats. What is found is certified, in balls.

``smallest_on`` (Brent, bounded) and ``nelder_mead`` (where the function has kinks) take microseconds a step, where a
call through scipy.optimize takes hundreds: searches that call them thousands of times use them, others scipy.
"""

from __future__ import annotations

import math
from bisect import insort_right
from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter

from flint import arb, fmpq

from replcalc.numbers.enclosure import decimal_exponent
from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.fields import BallField
from replcalc.statements.certification import CEILING, MANY_RUNS, starting_bits


# -- floats and rationals ----------------------------------------------------------------------------------------------
# Nothing here is trusted: what a search finds is certified later.
def log_rational(q: fmpq) -> float:
    """ln q for q > 0 of any size, also next to 1."""
    if abs(q - 1) < fmpq(1, 4):
        near = q - 1
        return math.log1p(int(near.p) / int(near.q))
    return math.log(int(q.p)) - math.log(int(q.q))


def from_log(x: float) -> fmpq:
    """e^x < 1 as a rational of about fifteen digits, however small."""
    exponent = math.floor(x / math.log(10))
    mantissa = math.exp(x - exponent * math.log(10))
    return fmpq(*mantissa.as_integer_ratio()) * fmpq(10) ** exponent


def whole(x: float) -> int:
    """e^x rounded up to an integer; of about fifteen digits, however large."""
    if x < 34:
        return math.ceil(math.exp(x) * (1 - 1e-14))
    shift = max(0, math.floor(x / math.log(2)) - 50)
    return math.ceil(math.exp(x - shift * math.log(2))) << shift


def _unit(gap: fmpq) -> fmpq:
    """The power of ten three places below the leading place of ``gap``."""
    return fmpq(10) ** (math.floor(log_rational(gap) / math.log(10)) - 3)


def decimal_up(x: fmpq, gap: fmpq) -> fmpq:
    """The smallest such decimal that is at least x."""
    return fmpq((x / _unit(gap)).ceil()) * _unit(gap)


def rounded(value: float, digits: int = 8) -> fmpq:
    """A float as a short exact decimal, rounded to nearest."""
    mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    whole = int(mantissa.replace(".", ""))
    power = int(exponent) - (digits - 1)
    return fmpq(whole) * fmpq(10) ** power


def next_decimals(value: fmpq, digits: int) -> tuple[fmpq, fmpq]:
    """The next smaller and the next larger number of so many significant digits."""
    unit = fmpq(10) ** (decimal_exponent(value) - digits + 1)
    return rounded_down(value - unit / 10, digits), value + unit


def rounded_down(value: fmpq, digits: int = 8) -> fmpq:
    """A positive rational rounded down to ``digits`` significant decimal digits."""
    unit = fmpq(10) ** (decimal_exponent(value) - digits + 1)
    return fmpq((value / unit).floor()) * unit


#: Floats tell neighbouring integers apart below this size.
_FLOAT_EXACT = 1 << 50
#: Below this size a few steps from where floats say lead to the answer.
_FLOAT_NEAR = 1 << 58
#: A search that leaves this many bits behind has no answer.
_HOPELESS = 10_000


# -- the least integer that meets a bound ------------------------------------------------------------------------------
def certain(value: Callable[[BallField], arb], size: int, name: str, runs: int = 1) -> arb:
    """A ball of certain sign from ``value`` at rising precision, which starts with twice the bits of ``size``.

    With many ``runs`` it starts with what tells neighbouring sizes apart: a second attempt is rare, and balls of up to
    128 bits are small.
    """
    bits = starting_bits(20) + 2 * size.bit_length() if runs <= MANY_RUNS else 64 + size.bit_length()
    while bits < CEILING:
        field = BallField(bits)
        with field.active():
            ball = value(field)
            if ball <= 0 or ball > 0:
                return ball
        bits *= 2
    raise PrecisionExhausted(f"{name}: whether {size} samples suffice is not certain at {bits} bits")


def smallest_integer(
    log_excess: Callable[[int], arb],
    guess: int,
    lowest: int,
    rough: Callable[[int], float] | None = None,
    unit: int = 1,
    jumps: Sequence[int] = (),
) -> int:
    """The smallest multiple N >= ``lowest`` of ``unit`` with ``log_excess(N)`` <= 0, certainly.

    ``log_excess(N)`` is a ball of ln(bound/goal) whose sign is certain; the bound must not increase with N and must be
    constant between multiples of ``unit``; ``lowest`` is a multiple. ``rough`` is an untrusted, cheap float of the same
    sign. The result is met, and the multiple below it (if it is not ``lowest``) is not. ``jumps``: numbers at whose
    multiples the bound may drop by much; the goal is then often met first at one of them, and found at once.
    """
    start = max(lowest, guess // unit * unit)
    if rough is not None:
        start = _bisect_rough(rough, start, lowest, unit)
    log_excess = cache(log_excess)

    def met(samples: int) -> bool:
        return bool(log_excess(samples) <= 0)

    if start // unit > (_FLOAT_EXACT if rough is None else _FLOAT_NEAR):
        start = _secant(log_excess, start, lowest, unit)
    low, high = _bracket(met, start, lowest, unit)
    if high == lowest:
        return lowest
    for width in (*sorted((jump for jump in jumps if jump > unit), reverse=True), unit):
        while (middle := _multiple_between(low, high, width)) is not None:
            if met(middle):
                high = middle
            else:
                low = middle
        if low < high - unit and not met(high - unit):
            return high
    return high


def _bracket(met: Callable[[int], bool], start: int, lowest: int, unit: int) -> tuple[int, int]:
    """A number that does not meet the goal, and a larger one that does, found in growing steps from ``start``.

    Where ``lowest`` meets it, both are ``lowest``.
    """
    step = unit
    if met(start):
        high = start
        while True:
            if high == lowest:
                return lowest, lowest
            low = max(lowest, high - step)
            if not met(low):
                return low, high
            high, step = low, _longer(step, unit)
    low = start
    while not met(low + step):
        low, step = low + step, _longer(step, unit)
        if step.bit_length() > _HOPELESS + 4 * start.bit_length():
            raise PrecisionExhausted("no number of samples meets the goal")
    return low, low + step


def _multiple_between(low: int, high: int, width: int) -> int | None:
    """A multiple of ``width`` strictly between two numbers, near their middle; None if there is none."""
    middle = (low + high) // (2 * width) * width
    middle += width if middle <= low else 0
    return middle if low < middle < high else None


def _longer(step: int, unit: int) -> int:
    """Steps grow fourfold, and beyond four billion units squared: a far answer is bracketed after a few dozen."""
    return step * 4 if step // unit < 1 << 32 else step * (step // unit)


def _bisect_rough(rough: Callable[[int], float], start: int, lowest: int, unit: int) -> int:
    """Bisect on the float: to the multiple of ``unit`` where floats resolve it, to fifteen digits beyond."""
    stride = max(1, start // unit >> 12) * unit
    low, high = _bracket(lambda samples: rough(samples) <= 0, start, lowest, stride)
    while high - low > max(unit, high // _FLOAT_EXACT):
        middle = low + max(1, (high - low) // (2 * unit)) * unit
        if rough(middle) <= 0:
            high = middle
        else:
            low = middle
    return high


def _secant(log_excess: Callable[[int], arb], start: int, lowest: int, unit: int) -> int:
    """Where ln(bound/goal) crosses zero, to about one unit: a secant against ln N, whose slope is about -1/2.

    It ends where a value comes a second time and both signs have been seen: the bound falls in steps there, its slope
    says nothing, and the least number seen that meets the goal is returned.
    """
    here, slope = start, arb(-1) / 2
    seen: list[tuple[int, arb, arb]] = []
    for _ in range(40):
        value, x = log_excess(here).mid(), arb(here).log().mid()
        if any(value == other for _, _, other in seen) and len({bool(other > 0) for _, _, other in seen}) == 2:
            return min(n for n, _, other in seen if other <= 0)
        if seen and seen[-1][1] != x:
            found = ((value - seen[-1][2]) / (x - seen[-1][1])).mid()
            slope = found if found < arb("-0.05") else arb(-1) / 2
        seen.append((here, x, value))
        there = (arb(here) * (-value / slope).exp()).mid().floor().unique_fmpz()
        if there is None:
            return here
        step = max((int(there) - here) // unit * unit, lowest - here)
        if abs(step) <= unit:
            return here + step
        here += step
    return here


Objective = Callable[[Sequence[float]], float]
_GOLD = (3 - math.sqrt(5)) / 2
_value = itemgetter(0)


# -- minima and roots --------------------------------------------------------------------------------------------------
def smallest_on(function: Callable[[float], float], low: float, high: float, accuracy: float) -> tuple[float, float]:
    """(minimum, minimiser) on [low, high] by Brent's method; for a unimodal function to within ``accuracy``."""
    x = w = v = low + _GOLD * (high - low)
    fx = fw = fv = function(x)
    step = before = 0.0
    for _ in range(200):
        middle = (low + high) / 2
        if abs(x - middle) <= 2 * accuracy - (high - low) / 2:
            break
        golden = True
        if abs(before) > accuracy and math.isfinite(fv) and math.isfinite(fw):
            r, q = (x - w) * (fx - fv), (x - v) * (fx - fw)
            p, q = (x - v) * q - (x - w) * r, 2 * (q - r)
            p, q = (-p, q) if q > 0 else (p, -q)
            if abs(p) < abs(q * before / 2) and q * (low - x) < p < q * (high - x):
                step, before, golden = p / q, step, False
                if min(x + step - low, high - x - step) < 2 * accuracy:
                    step = math.copysign(accuracy, middle - x)
        if golden:
            before = (low if x >= middle else high) - x
            step = _GOLD * before
        u = x + (step if abs(step) >= accuracy else math.copysign(accuracy, step))
        fu = function(u)
        if fu <= fx:
            low, high = (x, high) if u >= x else (low, x)
            v, fv, w, fw, x, fx = w, fw, x, fx, u, fu
        else:
            low, high = (u, high) if u < x else (low, u)
            if fu <= fw or w == x:
                v, fv, w, fw = w, fw, u, fu
            elif fu <= fv or v in (x, w):
                v, fv = u, fu
    return fx, x


def nelder_mead(objective: Objective, start: Sequence[float], step: float) -> list[float]:
    """A local minimum by the downhill simplex: the function may have kinks, and be infinite."""
    size = len(start)
    points = [list(start)] + [[x + (step if i == j else 0.0) for j, x in enumerate(start)] for i in range(size)]
    simplex = sorted([(objective(p), p) for p in points], key=_value)
    for _ in range(220):
        best, anchor = simplex[0]
        if abs(simplex[-1][0] - best) <= 1e-10 * max(abs(best), 1e-3):
            break
        highest, worst = simplex.pop()
        centre = [sum(xs) / size for xs in zip(*[p for _, p in simplex], strict=True)]
        point = [c + (c - w) for c, w in zip(centre, worst, strict=True)]
        value = objective(point)
        if value < best:
            further = [c + 2 * (c - w) for c, w in zip(centre, worst, strict=True)]
            there = objective(further)
            if there < value:
                value, point = there, further
        elif value >= simplex[-1][0]:
            half = 0.5 if value < highest else -0.5
            point = [c + half * (c - w) for c, w in zip(centre, worst, strict=True)]
            value = objective(point)
            if value >= highest:
                others = [p for _, p in simplex[1:]] + [worst]
                moved = [[(a + b) / 2 for a, b in zip(anchor, p, strict=True)] for p in others]
                simplex = sorted([simplex[0], *((objective(p), p) for p in moved)], key=_value)
                continue
        insort_right(simplex, (value, point), key=_value)
    return simplex[0][1]


def minimise(objective: Objective, start: Sequence[float]) -> list[float]:
    """Nelder-Mead from ``start``; each round restarts with a fresh simplex around the best point so far."""
    best, step = list(start), 0.7
    value = objective(best)
    for _ in range(6):
        found = nelder_mead(objective, best, step)
        new = objective(found)
        improved = new < value * (1 - 1e-6) if math.isfinite(value) else new < value
        if new < value:
            best, value = found, new
        if not improved:
            break
        step *= 0.5
    return best


def crossing(
    function: Callable[[float], float], start: float, low: float, high: float, slope: float, accuracy: float
) -> float | None:
    """Where a decreasing function gets down to 0: the x in [low, high], to ``accuracy`` and on the far side of it.

    A secant from ``start`` with a first guess of the slope until both sides are known, then a secant that gives way to
    halving where it does not shrink the bracket. None if function(high) > 0; ``low`` if it is not above 0 there.
    """
    x = min(max(start, low), high)
    value = function(x)
    reach = max(abs(value / slope), 2 * accuracy) if math.isfinite(value) else 1.0
    above = below = (x, value)
    while value > 0:
        if x >= high:
            return None
        below = (x, value)
        x = min(x + reach, high)
        value, reach = function(x), 2 * reach
        above = (x, value)
    while below[1] <= 0:
        if above[0] <= low:
            return low
        x = max(above[0] - reach, low)
        value, reach = function(x), 2 * reach
        if value <= 0:
            above = (x, value)
        else:
            below = (x, value)
    return between(function, below, above, accuracy)


def between(
    function: Callable[[float], float], below: tuple[float, float], above: tuple[float, float], accuracy: float
) -> float:
    """The same between two known (x, value), the first above 0 and the second not: on the far side, to ``accuracy``."""
    last, before = above, below
    widths = [math.inf, math.inf]
    while (width := above[0] - below[0]) > accuracy:
        steepness = (last[1] - before[1]) / (last[0] - before[0])
        x = last[0] - last[1] / steepness if steepness < 0 and math.isfinite(steepness) else math.inf
        x += math.copysign(accuracy / 3, above[0] + below[0] - 2 * x)  # to either side of the root in turn
        margin = min(accuracy / 3, width / 3)
        if not below[0] + margin <= x <= above[0] - margin or width > widths[-3 if len(widths) > 3 else 0] / 2:
            x = (below[0] + above[0]) / 2
        if not below[0] < x < above[0]:  # no float between them
            break
        widths.append(width)
        before, last = last, (x, function(x))
        if last[1] > 0:
            below = last
        else:
            above = last
    return above[0]


# -- sums of numbers given by their logarithms -------------------------------------------------------------------------
def log_add(x: float, y: float) -> float:
    """ln(e^x + e^y)."""
    if x < y:
        x, y = y, x
    return x if y == -math.inf or x == math.inf else x + math.log1p(math.exp(y - x))


def log_total(logs: Sequence[float], counts: Sequence[int]) -> float:
    """ln of the sum of count e^x."""
    if len(logs) == 1:
        return logs[0] + math.log(counts[0])
    top = max(logs)
    if not math.isfinite(top):
        return top
    return top + math.log(math.fsum(count * math.exp(x - top) for x, count in zip(logs, counts, strict=True)))
