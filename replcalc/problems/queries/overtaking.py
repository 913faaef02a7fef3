"""Which way overtakes which, and from which k on.

Each way is a number of samples as a function of k. The crossing of two is located on a logarithmic scale, where both
are close to straight lines, with cheap guesses where a way has one; then the certified numbers decide at neighbouring
integers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from replcalc.numbers.family import MAX_LENGTH
from replcalc.planning.composition import Composition
from replcalc.search.optimise import between

Count = Callable[[int], int | None]


@dataclass(frozen=True)
class Overtaking:
    """From ``k`` on ``winner`` needs fewer samples than ``loser``; at ``before`` (if any) it does not yet."""

    winner: str
    loser: str
    k: int
    before: int | None


def overtakings(counts: Mapping[str, Count], guesses: Mapping[str, Count] | None = None) -> tuple[Overtaking, ...]:
    """For every pair, the k from which the winner at MAX_LENGTH wins (left out where it wins nowhere or ties)."""
    exact: dict[str, Count] = {name: cache(count) for name, count in counts.items()}
    rough = exact | {name: cache(guess) for name, guess in (guesses or {}).items()}
    crossings = (_crossing(first, second, exact, rough) for first, second in combinations(counts, 2))
    found = [crossing for crossing in crossings if crossing is not None]
    return tuple(sorted(found, key=lambda o: (o.k, o.winner, o.loser)))


def _crossing(first: str, second: str, exact: Mapping[str, Count], rough: Mapping[str, Count]) -> Overtaking | None:
    far = _lead(rough[first], rough[second], MAX_LENGTH)
    if far is None or far == 0:
        return None
    winner, loser = (first, second) if far < 0 else (second, first)
    start = _located(rough[winner], rough[loser], -abs(far))
    if start is None or exact[winner](start) is None or exact[loser](start) is None:
        return None

    def wins(size: int) -> bool:
        lead = _lead(exact[winner], exact[loser], size)
        return lead is not None and lead < 0

    k = _first(wins, start)
    return None if k is None else Overtaking(winner, loser, k, k - 1 if k > 1 else None)


def _first(wins: Callable[[int], bool], start: int) -> int | None:
    """The k next to which ``wins`` changes from False to True, near ``start``: growing steps, then bisection."""
    step = 1
    if wins(start):
        low, high = start, start
        while wins(low):
            if low == 1:
                return 1
            low, high, step = max(1, low - step), low, step * 4
    else:
        low, high = start, start
        while not wins(high):
            if high == MAX_LENGTH:
                return None
            low, high, step = high, min(MAX_LENGTH, high + step), step * 4
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if wins(middle) else (middle, high)
    return high


def _located(a: Count, b: Count, far: float) -> int | None:
    """About the k from which a needs fewer samples than b: a secant in ln k, to a thousandth."""
    near = _lead(a, b, 1)
    if near is None:
        return None
    if near < 0:
        return 1

    unknown = False

    def lead(log_size: float) -> float:
        nonlocal unknown
        found = _lead(a, b, min(round(math.exp(log_size)), MAX_LENGTH))
        unknown = unknown or found is None
        return -1.0 if found is None else found

    where = between(lead, (0.0, near), (math.log(MAX_LENGTH), far), 1e-3)
    return None if unknown else min(round(math.exp(where)), MAX_LENGTH)


def _lead(a: Count, b: Count, size: int) -> float | None:
    """ln of the ratio of the samples: negative where a needs fewer."""
    left, right = a(size), b(size)
    if left is None or right is None:
        return None
    value = math.log(left) - math.log(right)
    if value == 0 and left != right:  # closer than floats can tell
        return 1e-300 if left > right else -1e-300
    return value


def guessed_votes(goal: Composition) -> int | None:
    """About the samples of the way ``direct``, from the float model alone (strings for free, then 1% for them)."""
    from replcalc.sharper.race.method import RACE
    from replcalc.sharper.race.search import SLACK, VotesSearch

    found = VotesSearch(goal, RACE.model).least_samples(math.inf)
    return None if found is None else int((found[0] * SLACK).floor())
