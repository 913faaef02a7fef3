"""Shared exponential clocks: sampling from a distribution so that similar distributions give the same answer
(derived:race); squared votes and votes turned into angles, drawn by them (derived:raced-votes, derived:binary-votes).

Points arrive at the times of a shared Poisson process of rate one, each at a shared place. A run whose distribution has
weight w(z) at the place z answers the point of least time/w(z): the first of exponential clocks of rate w(z). It stops
as soon as time/(largest w) exceeds the best value so far.

Nothing is rounded. Times are sums of exponential variables that are made from comparisons of uniform reals alone (von
Neumann's method), each comparison decided by as many digits as it takes; weights are enclosed in balls. A race is run
with 64 digits of every time, and if some comparison stays open it is run again with twice as many: the winner is that
of the ideal race on real numbers.
"""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from flint import arb, fmpq

from replcalc.numbers.errors import InputError, PrecisionExhausted
from replcalc.numbers.fields import ball_precision
from replcalc.run.seeds import Shared, Stream, Uniform
from replcalc.sharper.race.statement import arcsine_is_nearer

RacePoint = TypeVar("RacePoint")
Decided = TypeVar("Decided")

#: Digits up to which a comparison is followed: that many equal ones have probability 2^-16384.
_MOST_BITS = 1 << 14


def draw_exponential(stream: Stream) -> tuple[int, Uniform]:
    """Return an exponential variable: its integer part, and its fractional part.

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


def decide_with_digits(decide: Callable[[int], Decided | None], what: str) -> Decided:
    """Return what ``decide(bits)`` finds in balls with 64, 128, ... binary digits; None: not yet certain."""
    bits = 64
    while bits <= _MOST_BITS:
        with ball_precision(bits + 64):
            found = decide(bits)
        if found is not None:
            return found
        bits *= 2
    raise PrecisionExhausted(f"{what} agree in {_MOST_BITS} binary digits")


def find_smallest(values: Mapping[str, arb]) -> str | None:
    """Return the name of the ball that is certainly below all others, or None."""
    first = min(values, key=lambda name: float(values[name].mid()))
    return first if all(values[first] < value for name, value in values.items() if name != first) else None


def run_race(
    shared: Shared,
    names: tuple[str | int, ...],
    draw: Callable[[Stream], RacePoint],
    weight: Callable[[RacePoint, int], arb],
    largest: Callable[[int], arb],
    most_rounds: int,
) -> RacePoint:
    """Return the winning point. ``weight(point, bits)`` and ``largest(bits)`` are balls made with that many digits."""

    def run(bits: int) -> RacePoint | None:
        clocks, places = shared.stream("race", *names, "times"), shared.stream("race", *names, "places")
        now, most = 0, largest(bits)
        best: tuple[arb, arb, RacePoint] | None = None  # time and weight of the leader, and its point
        for arrival in range(1, most_rounds + 1):
            whole, part = draw_exponential(clocks)
            now += (whole << bits) + part.floor(bits)
            time = arb(now, arrival)  # every one of the parts was rounded down by less than one unit
            if best is not None and best[0] * most < time * best[1]:
                return best[2]
            point = draw(places)
            mass = weight(point, bits)
            if mass == 0 or (best is not None and best[0] * mass < time * best[1]):
                continue
            if best is not None and not time * best[1] < best[0] * mass:
                return None
            best = time, mass, point
        raise InputError("rounds", most_rounds, "as many rounds as the race takes", "smaller groups need fewer")

    return decide_with_digits(run, "race: two clocks")


# -- votes drawn by a race ---------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class SquaredVotes:
    """Squared votes of a group of problems, drawn by one race.

    Every problem i runs its base algorithm on T_i blocks under each of J shared strings; V_i(j, y) of them answer y.
    The distribution of a group is the product of the P_i(j, y), each proportional to V_i(j, y)^2. A point of the race
    is one pair (j, y) per problem, uniform on strings and known outputs. The answers are those of the winning pairs.

    ``outputs[i]`` lists the answers that problem i can give, ``strings`` is the number J of strings of each.
    """

    strings: int
    outputs: tuple[tuple[Hashable, ...], ...]
    shared: Shared
    most_rounds: int = 10**7

    def answer(self, votes: Sequence[Mapping[tuple[int, Any], int]], name: str = "") -> tuple[Any, ...]:
        """Answer from ``votes[i][j, y]``, the number of blocks that answered y under string j of problem i."""
        for table, known in zip(votes, self.outputs, strict=True):
            strange = [answer for _, answer in table if answer not in known]
            if strange or not table:
                raise InputError("base", strange[0] if strange else "no answer", f"one of {known}")

        def draw(stream: Stream) -> list[tuple[int, Any]]:
            return [(stream.below(self.strings), known[stream.below(len(known))]) for known in self.outputs]

        def weight(point: list[tuple[int, Any]], bits: int) -> arb:
            return arb(math.prod(table.get(pair, 0) for table, pair in zip(votes, point, strict=True)) ** 2)

        most = math.prod(max(table.values()) for table in votes) ** 2
        won = run_race(self.shared, ("squared", name), draw, weight, lambda bits: arb(most), self.most_rounds)
        return tuple(answer for _, answer in won)


def compute_angle(votes: int, count: int, arcsine: bool) -> arb:
    """Return phi_count of so many votes, at the current precision."""
    if not arcsine:
        return arb.pi() * arb(fmpq(count, 2 * votes))
    steps = [1 / arb((m + 1) * (votes - m)).sqrt() for m in range(votes)]
    return arb.pi() / 2 * sum(steps[:count], arb(0)) / sum(steps, arb(0))


@dataclass(frozen=True)
class Angles:
    """Votes of two answers turned into angles, a group drawn by one race.

    K of T votes for the second of two known answers make the angle phi_K, 0 = phi_0 < ... < phi_T = pi/2, and that
    answer gets probability sin^2 phi_K. The increments of the angles are proportional to 1/sqrt((m+1)(T-m)), or all
    equal: whichever has the smaller term in the theorem's distance. A point of the race is one uniform bit per problem.

    ``votes[i]``: how many votes problem i takes; ``rho0[i]``: the replicability that was planned with.
    """

    votes: tuple[int, ...]
    rho0: tuple[fmpq, ...]
    shared: Shared
    most_rounds: int = 10**7

    def answer(self, counts: Sequence[int], name: str = "") -> tuple[int, ...]:
        """Answer 0 or 1 for every problem, from the number of its votes for the answer 1."""
        known: dict[int, list[tuple[arb, arb]]] = {}

        def masses(bits: int) -> list[tuple[arb, arb]]:
            if bits not in known:
                known[bits] = [self._masses(*problem) for problem in zip(self.votes, self.rho0, counts, strict=True)]
            return known[bits]

        def draw(stream: Stream) -> list[int]:
            return [stream.below(2) for _ in counts]

        def weight(point: list[int], bits: int) -> arb:
            return math.prod((pair[bit] for pair, bit in zip(masses(bits), point, strict=True)), start=arb(1))

        won = run_race(self.shared, ("angles", name), draw, weight, lambda bits: arb(1), self.most_rounds)
        return tuple(won)

    def _masses(self, votes: int, rho0: fmpq, count: int) -> tuple[arb, arb]:
        if count in (0, votes):  # exactly, so that an answer without votes never wins
            return arb(int(count == 0)), arb(int(count == votes))
        phi = compute_angle(votes, count, arcsine_is_nearer(votes, rho0))
        return phi.cos() ** 2, phi.sin() ** 2
