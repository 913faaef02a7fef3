"""Samples against sampling rounds: what waiting longer saves.

Ways that sample nothing together stand at 10^0 rounds. The grouped ones give a curve: groups of g = 1, 2, 4, ...
problems, each point searched and certified like the way itself, as long as its rounds are within ``reach``. One race
for everything ends the curve; where its rounds are beyond the reach it is kept and said to be beyond.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flint import fmpq

from replcalc.numbers.errors import UnmetCondition
from replcalc.planning.comparison import Comparison
from replcalc.problems.queries import method_means as means
from replcalc.problems.queries.question import Queries
from replcalc.search.optimise import log_rational
from replcalc.sharper.race import method_grouped as grouped
from replcalc.vocabulary import Composition, PrecisionExhausted, Result

#: Rounds (log10) up to which groups are made larger, at least; beyond any computer, and the shape is clear by then.
_REACH = 24.0
#: Ways that are points of a curve drawn here, not ways that stand alone.
_GROUPED = ("grouped", "cosine-grouped")


@dataclass(frozen=True)
class Point:
    """A certified result; ``curve`` is the name of its curve, or empty for a way that stands alone."""

    result: Result
    curve: str = ""
    group: int | None = None

    @property
    def name(self) -> str:
        return f"{self.curve}, g = {self.group}" if self.curve else self.result.method

    @property
    def samples(self) -> int:
        assert self.result.samples is not None
        return self.result.samples

    @property
    def rounds_log10(self) -> float:
        return float(self.result.rounds_log10 or 0)


@dataclass(frozen=True)
class Tradeoff:
    """Points by rising rounds. ``reach``: log10 of the rounds up to which a picture goes."""

    points: tuple[Point, ...]
    max_rounds: fmpq
    reach: float

    @property
    def curves(self) -> dict[str, tuple[Point, ...]]:
        """Points of every curve by group size."""
        names = dict.fromkeys(p.curve for p in self.points if p.curve)
        return {name: tuple(sorted((p for p in self.points if p.curve == name), key=_size)) for name in names}

    @property
    def alone(self) -> tuple[Point, ...]:
        return tuple(p for p in self.points if not p.curve)

    def within(self, point: Point) -> bool:
        """Are its rounds within the reach of a picture?"""
        return point.rounds_log10 <= self.reach

    def best(self, point: Point) -> bool:
        """Does nothing else need both fewer samples and no more rounds?"""
        return not any(p.samples < point.samples and p.rounds_log10 <= point.rounds_log10 for p in self.points)


def _size(point: Point) -> int:
    return point.group or 0


def tradeoff(comparison: Comparison) -> Tradeoff:
    """The certified ways of a comparison and the curves of its grouped ways, where such ways exist for its question."""
    reach = max(_REACH, 1.25 * log_rational(comparison.max_rounds) / math.log(10))
    alone = [
        Point(r) for r in comparison.results if r.certified and r.effort and r.samples and r.method not in _GROUPED
    ]
    points = [*alone, *_curves(comparison, reach)]
    order = sorted(points, key=lambda p: (p.rounds_log10, p.samples))
    return Tradeoff(tuple(order), comparison.max_rounds, reach)


def _curves(comparison: Comparison, reach: float) -> Iterator[Point]:
    question, digits = comparison.question, comparison.digits
    if isinstance(question, Composition):
        yield from _curve("squared votes", question.k, reach, lambda g: grouped.squared(question, digits, g))
        if question.outputs.two:
            yield from _curve("votes as angles", question.k, reach, lambda g: grouped.angles(question, digits, g))
    elif isinstance(question, Queries):
        yield from _curve("cosine noise", question.k, reach, lambda g: means.cosine_in_groups(question, digits, g))


def _curve(name: str, k: int, reach: float, solve: Callable[[int], Result]) -> Iterator[Point]:
    """g = 1, 2, 4, ... below k, then k itself: only what is certified, until the rounds are beyond the reach."""
    size = 1
    while True:
        try:
            result = solve(size)
        except (PrecisionExhausted, UnmetCondition):
            result = None
        if result is not None and result.certified:
            point = Point(result, name, size)
            if point.rounds_log10 > reach:
                return
            yield point
        elif size > 3.33 * reach:  # at least 2^g rounds: nothing to come is within reach
            return
        if size == k:
            return
        size = min(2 * size, k)
