"""Shared exponential clocks: sampling from a distribution so that similar distributions give the same answer
(derived:race).

Points arrive at the times of a shared Poisson process of rate one, each at a shared place. A run whose distribution has
weight w(z) at the place z answers the point of least time/w(z): the first of exponential clocks of rate w(z). It stops
as soon as time/(largest w) exceeds the best value so far.

Nothing is rounded. Times are sums of exponential variables that are made from comparisons of uniform reals alone (von
Neumann's method), each comparison decided by as many digits as it takes; weights are enclosed in balls. A race is run
with 64 digits of every time, and if some comparison stays open it is run again with twice as many: the winner is that
of the ideal race on real numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flint import arb

from replcalc.numbers.errors import InputError, PrecisionExhausted
from replcalc.numbers.fields import ball_precision
from replcalc.run.seeds import Shared, Stream, Uniform

RacePoint = TypeVar("RacePoint")

#: Digits up to which a comparison is followed: that many equal ones have probability 2^-16384.
_MOST_BITS = 1 << 14


def exponential_draw(stream: Stream) -> tuple[int, Uniform]:
    """An exponential variable: its integer part, and its fractional part.

    Draw u and then further numbers until the falling run u > u2 > ... ends. Given u = x, the run ends at an even place
    with probability e^-x: then x is the fractional part. Otherwise add one to the integer part and start again.
    """
    whole = 0
    while True:
        first = last = stream.uniform()
        place = 1
        while True:
            number = stream.uniform()
            place += 1
            if number.exceeds(last):
                break
            last = number
        if place % 2 == 0:
            return whole, first
        whole += 1


class Undecided(Exception):
    """Two clocks are closer than the digits in use can tell."""


def run_race(
    shared: Shared,
    names: tuple[str | int, ...],
    draw: Callable[[Stream], RacePoint],
    weight: Callable[[RacePoint, int], arb],
    largest: Callable[[int], arb],
    most_rounds: int,
) -> RacePoint:
    """The winning point. ``weight(point, bits)`` and ``largest(bits)`` are balls made with that many digits."""
    bits = 64
    while bits <= _MOST_BITS:
        try:
            with ball_precision(bits + 64):
                found: RacePoint = _run(shared, names, draw, weight, largest, most_rounds, bits)
                return found
        except Undecided:
            bits *= 2
    raise PrecisionExhausted(f"race: two clocks agree in {_MOST_BITS} digits")


def _run(
    shared: Shared, names: tuple[str | int, ...], draw: Any, weight: Any, largest: Any, most_rounds: int, bits: int
) -> Any:
    clocks, places = shared.stream("race", *names, "times"), shared.stream("race", *names, "places")
    most = largest(bits)
    now = 0
    best: tuple[arb, arb, Any] | None = None  # time and weight of the leader, and its point
    for arrival in range(1, most_rounds + 1):
        whole, part = exponential_draw(clocks)
        now += (whole << bits) + part.floor(bits)
        time = arb(now, arrival)  # every one of the parts was rounded down by less than one unit
        if best is not None and best[0] * most < time * best[1]:
            return best[2]
        point = draw(places)
        mass = weight(point, bits)
        if mass == 0:
            continue
        if best is None:
            best = time, mass, point
            continue
        ours, theirs = best[0] * mass, time * best[1]
        if ours < theirs:
            continue
        if not theirs < ours:
            raise Undecided
        best = time, mass, point
    raise InputError("rounds", most_rounds, "as many rounds as the race takes", "smaller groups need fewer")
