"""Minima, roots and least integers by searches in floats, with scipy; results are certified in balls."""

import math
from collections.abc import Callable, Sequence
from functools import cache

from flint import arb, fmpq

from replcalc.numbers.enclosure import decimal_exponent
from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.fields import BallField
from replcalc.statements.certification import CEILING, MANY_RUNS, starting_bits


# -- floats and rationals ----------------------------------------------------------------------------------------------
# Searches are not trusted: their results are certified later.
def log_rational(q: fmpq) -> float:
    """Return ln q for q > 0 of any size, also next to 1."""
    if abs(q - 1) < fmpq(1, 4):
        near = q - 1
        return math.log1p(int(near.p) / int(near.q))
    return math.log(int(q.p)) - math.log(int(q.q))


def from_log(x: float) -> fmpq:
    """Return e^x < 1 as a rational of about fifteen digits, however small."""
    exponent = math.floor(x / math.log(10))
    mantissa = math.exp(x - exponent * math.log(10))
    return fmpq(*mantissa.as_integer_ratio()) * fmpq(10) ** exponent


def whole(x: float) -> int:
    """Return e^x rounded up to an integer of about fifteen digits, however large."""
    if x < 34:
        return math.ceil(math.exp(x) * (1 - 1e-14))
    shift = max(0, math.floor(x / math.log(2)) - 50)
    return math.ceil(math.exp(x - shift * math.log(2))) << shift


def _unit(gap: fmpq) -> fmpq:
    """Return the power of ten three digits below the leading digit of ``gap``."""
    return fmpq(10) ** (math.floor(log_rational(gap) / math.log(10)) - 3)


def decimal_up(x: fmpq, gap: fmpq) -> fmpq:
    """Return the smallest such decimal that is at least x."""
    return fmpq((x / _unit(gap)).ceil()) * _unit(gap)


def to_decimal(value: float, digits: int = 8) -> fmpq:
    """Return a float as a short exact decimal, rounded to nearest."""
    mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    whole = int(mantissa.replace(".", ""))
    power = int(exponent) - (digits - 1)
    return fmpq(whole) * fmpq(10) ** power


def next_decimals(value: fmpq, digits: int) -> tuple[fmpq, fmpq]:
    """Return the next smaller and the next larger number with ``digits`` significant digits."""
    unit = fmpq(10) ** (decimal_exponent(value) - digits + 1)
    return round_down(value - unit / 10, digits), value + unit


def round_down(value: fmpq, digits: int = 8) -> fmpq:
    """Round a positive rational down to ``digits`` significant decimal digits."""
    unit = fmpq(10) ** (decimal_exponent(value) - digits + 1)
    return fmpq((value / unit).floor()) * unit


#: Floats distinguish neighbouring integers below this size.
_FLOAT_EXACT = 1 << 50
#: Below this size the answer is a few steps from the float estimate.
_FLOAT_NEAR = 1 << 58
#: A search beyond this many bits has no answer.
_HOPELESS = 10_000


# -- the least integer that meets a bound ------------------------------------------------------------------------------
def certain(value: Callable[[BallField], arb], size: int, name: str, runs: int = 1) -> arb:
    """Evaluate ``value`` at rising precision until its sign is certain, from twice the bits of ``size`` on.

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
) -> int:
    """Return the smallest multiple N >= ``lowest`` of ``unit`` with ``log_excess(N)`` <= 0, certainly.

    ``log_excess(N)`` is a ball of ln(bound/goal) whose sign is certain; the bound must not increase with N and must be
    constant between multiples of ``unit``; ``lowest`` is a multiple. ``rough`` is an untrusted, cheap float of the same
    sign. The result meets the goal, and the multiple below it (unless the result is ``lowest``) does not.
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
    while high - low > unit:
        middle = low + max(1, (high - low) // (2 * unit)) * unit
        low, high = (low, middle) if met(middle) else (middle, high)
    return high


def _bracket(met: Callable[[int], bool], start: int, lowest: int, unit: int) -> tuple[int, int]:
    """Bracket the goal: return a number that misses it and a larger one that meets it, in growing steps.

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


def _longer(step: int, unit: int) -> int:
    """Return the next step: fourfold, or squared beyond four billion units, to reach a far answer in few steps."""
    return step * 4 if step // unit < 1 << 32 else step * (step // unit)


def _bisect_rough(rough: Callable[[int], float], start: int, lowest: int, unit: int) -> int:
    """Bisect on the float: to the multiple of ``unit`` where floats resolve it, to fifteen digits beyond."""
    stride = max(1, start // unit >> 12) * unit
    low, high = _bracket(lambda samples: rough(samples) <= 0, start, lowest, stride)
    while high - low > max(unit, high // _FLOAT_EXACT):
        middle = low + max(1, (high - low) // (2 * unit)) * unit
        low, high = (low, middle) if rough(middle) <= 0 else (middle, high)
    return high


def _secant(log_excess: Callable[[int], arb], start: int, lowest: int, unit: int) -> int:
    """Find the zero of ln(bound/goal) to about one unit, by secants against ln N (slope about -1/2).

    It ends when a value repeats and both signs have occurred: the bound falls in steps there, its slope is useless,
    and the least number seen that meets the goal is returned.
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


# -- minima and roots; scipy is imported for the downhill simplex alone: that takes as long as a whole answer ----------
def smallest_on(function: Callable[[float], float], low: float, high: float, accuracy: float) -> tuple[float, float]:
    """Return (minimum, minimiser) on [low, high] by Brent's method; for a unimodal function to within ``accuracy``.

    The same iterates as ``scipy.optimize.minimize_scalar`` with bounds, without its import.
    """
    golden = (3 - math.sqrt(5)) / 2
    best = second = third = low + golden * (high - low)
    f_best = f_second = f_third = function(best)
    step = before = 0.0
    while True:
        middle, near = (low + high) / 2, math.sqrt(2.2e-16) * abs(best) + accuracy / 3
        if abs(best - middle) <= 2 * near - (high - low) / 2:
            return f_best, best
        p = q = last = 0.0
        if abs(before) > near:  # the vertex of the parabola through the three best points
            r, q = (best - second) * (f_best - f_third), (best - third) * (f_best - f_second)
            p, q = (best - third) * q - (best - second) * r, 2 * (q - r)
            p, q, last, before = (-p if q > 0 else p), abs(q), before, step
        if abs(p) < abs(q * last / 2) and q * (low - best) < p < q * (high - best):
            step = p / q
            if min(best + step - low, high - best - step) < 2 * near:
                step = math.copysign(near, middle - best)
        else:
            before = (low if best >= middle else high) - best
            step = golden * before
        tried = best + math.copysign(max(abs(step), near), step)
        value = function(tried)
        if value <= f_best:
            low, high = (best, high) if tried >= best else (low, best)
            best, second, third, f_best, f_second, f_third = tried, best, second, value, f_best, f_second
            continue
        low, high = (tried, high) if tried < best else (low, tried)
        if value <= f_second or second == best:
            second, third, f_second, f_third = tried, second, value, f_second
        elif value <= f_third or third in (best, second):
            third, f_third = tried, value


def nelder_mead(objective: Callable[[Sequence[float]], float], start: Sequence[float], step: float) -> list[float]:
    """Return a local minimum by the downhill simplex; the function may have kinks and infinite values."""
    from scipy.optimize import minimize

    simplex = [list(start)] + [[x + (step if i == j else 0.0) for j, x in enumerate(start)] for i in range(len(start))]
    size = abs(_finite(objective(start)))
    options = {"initial_simplex": simplex, "maxiter": 400, "xatol": math.inf, "fatol": 1e-13 * min(size, 1e290) + 1e-15}
    found = minimize(lambda x: _finite(objective(x.tolist())), start, method="Nelder-Mead", options=options)
    return list(map(float, found.x))


def _finite(value: float) -> float:
    """Replace missing values by a very large one: scipy compares differences."""
    return min(value, 1e300) if value == value else 1e300


def minimise(objective: Callable[[Sequence[float]], float], start: Sequence[float]) -> list[float]:
    """Run Nelder-Mead from ``start``; each round restarts with a new simplex around the best point so far."""
    best, value = list(start), objective(start)
    for step in (0.7, 0.35, 0.175, 0.09):
        found = nelder_mead(objective, best, step)
        new = objective(found)
        improved = new < value * (1 - 1e-6) if math.isfinite(value) else new < value
        if new < value:
            best, value = found, new
        if not improved:
            break
    return best


def find_root(
    function: Callable[[float], float], low: float, high: float, accuracy: float, relative: float = 0
) -> float:
    """Return a zero between two numbers with values of different signs, by Brent's method.

    The same iterates as ``scipy.optimize.brentq``, whose import takes longer than the searches that need a root.
    """
    last, here, other = low, high, low
    f_last, f_here = function(last), function(here)
    if f_last == 0 or f_here == 0:
        return last if f_last == 0 else here
    if (f_last < 0) == (f_here < 0):
        raise ValueError(f"no change of sign between {low} and {high}")
    f_other, before, step = f_last, 0.0, 0.0
    while True:
        if f_here and (f_last < 0) != (f_here < 0):
            other, f_other, before, step = last, f_last, here - last, here - last
        if abs(f_other) < abs(f_here):
            last, here, other = here, other, here
            f_last, f_here, f_other = f_here, f_other, f_here
        tolerance, half = (accuracy + max(relative, _FLOAT_ACCURACY) * abs(here)) / 2, (other - here) / 2
        if f_here == 0 or abs(half) < tolerance:
            return here
        tried = math.inf
        if abs(before) > tolerance and abs(f_here) < abs(f_last):
            slope = (f_last - f_here) / (last - here)
            if last == other:
                tried = -f_here * (here - last) / (f_here - f_last)
            else:
                beyond = (f_other - f_here) / (other - here)
                tried = -f_here * (f_other * beyond - f_last * slope) / (beyond * slope * (f_other - f_last))
        fast = 2 * abs(tried) < min(abs(before), 3 * abs(half) - tolerance)
        before, step = (step, tried) if fast else (half, half)
        last, f_last = here, f_here
        here += step if abs(step) > tolerance else math.copysign(tolerance, half)
        f_here = function(here)


#: Smallest relative accuracy of a root: four units in the last place.
_FLOAT_ACCURACY = 4 * math.ulp(1.0)


def crossing(function: Callable[[float], float], farthest: float, accuracy: float) -> float | None:
    """Return the zero of a decreasing function on [-farthest, farthest], or up to ``accuracy`` beyond it.

    None without one: the search goes in growing steps from 0.
    """
    low = high = 0.0
    step = 1.0
    while _finite(function(high)) > 0:
        if high >= farthest:
            return None
        low, high, step = high, min(high + step, farthest), 2 * step
    while low == high or _finite(function(low)) <= 0:
        if low <= -farthest:
            return -farthest
        low, high, step = max(low - step, -farthest), low, 2 * step
    return min(high, find_root(lambda x: _finite(function(x)), low, high, accuracy / 2) + accuracy)


# -- sums of numbers given by their logarithms -------------------------------------------------------------------------
def log_add(x: float, y: float) -> float:
    """Return ln(e^x + e^y)."""
    if x < y:
        x, y = y, x
    return x if y == -math.inf or x == math.inf else x + math.log1p(math.exp(y - x))
