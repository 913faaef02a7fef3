"""The smallest integer at which a decreasing bound is met: guessed in floats, sharpened and certified by balls."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache

from flint import arb, fmpq

from replcalc.numbers.enclosure import decimal_exponent
from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.fields import BallField
from replcalc.statements.certification import CEILING, MANY_RUNS, starting_bits


# -- floating-point helpers of the parameter searches. Nothing here is trusted -----------------------------------------
# Floating-point helpers of the parameter searches. Nothing here is trusted: what a search finds is certified later.
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


def nine_digits(x: float) -> fmpq:
    """e^x < 1 to nine digits, in whole numbers: a hundred thousand of them are asked for at once."""
    exponent = math.floor(x / math.log(10))
    top, bottom = math.exp(x - exponent * math.log(10)).as_integer_ratio()
    return fmpq((2 * top * 10**8 + bottom) // (2 * bottom), 10 ** (8 - exponent))


def whole(x: float) -> int:
    """e^x rounded up to an integer; of about fifteen digits, however large."""
    if x < 34:
        return math.ceil(math.exp(x) * (1 - 1e-14))
    shift = max(0, math.floor(x / math.log(2)) - 50)
    return math.ceil(math.exp(x - shift * math.log(2))) << shift


def _unit(gap: fmpq) -> fmpq:
    """The power of ten three places below the leading place of ``gap``."""
    return fmpq(10) ** (math.floor(log_rational(gap) / math.log(10)) - 3)


def nearest_decimal(x: fmpq, gap: fmpq) -> fmpq:
    """The decimal nearest to x whose last place is three places below the leading one of ``gap``."""
    return fmpq((x / _unit(gap) + fmpq(1, 2)).floor()) * _unit(gap)


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
