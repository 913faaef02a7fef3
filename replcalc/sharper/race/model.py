"""The float model of a theorem on voting blocks: its formulas are compiled from the statement, nothing is trusted.

The theorem is a statement with parameters n, rho0, beta0, N, T, J, x0, x1 and conclusions rho and beta, such as
derived:squared-votes. x0 and x1 are written through shares s and t in (0,1),
    x0 = rho0 + (1-rho0)s,   x1 = x0 + (1-x0)t,
one pair for every value of rho0; all numbers are logarithms, so rho = 1e-300 is as good as rho = 0.1. ``excess`` is ln
of the larger of rho/goal and beta/goal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from operator import sub
from typing import Any

from flint import fmpq

from replcalc.numbers.family import Family
from replcalc.planning.blocks import Group, groups
from replcalc.planning.composition import Composition
from replcalc.search.optimise import decimal_up, from_log, log_add, log_rational, log_total
from replcalc.sharper.race.statement_squared_votes import squared_votes
from replcalc.statements.statement import Statement
from replcalc.symbolic.compiled import LOG, Separated, Target, definitions_of, limits, separated
from replcalc.symbolic.language import Symbol

#: ln t at which a first look is taken.
LOOKS = tuple(-math.exp(-4 + 0.6 * step) for step in range(20))
#: Above this ln N no goal is pursued.
FARTHEST = 1e5

#: ln s and ln t.
Place = tuple[float, float]
ExcessAtPlace = Callable[[Sequence[float]], float]
Totals = tuple[float, ...]

_separated: dict[tuple[str, Target, tuple[str, ...], bool], Separated] = {}


def formulas(statement: Statement, target: Target, names: tuple[str, ...], by_share: bool) -> Separated:
    """The theorem's conclusions of these names, with rho what its conditions limit to 1, apart from the totals over i.

    Within a group only T varies.

    ``by_share``: x0 and x1 are written through s and t, otherwise they are arguments themselves.
    """
    key = (statement.label, target, names, by_share)
    if key not in _separated:
        rho0, s, t = (Symbol(name) for name in ("rho0", "s", "t"))
        varying = [p for p in statement.given if p.indexed and p.name != "T"]
        one: dict[Any, Any] = {p.entry: Symbol(p.name) for p in varying}
        if by_share:
            x0 = statement.parameter("x0").entry
            one |= {x0: rho0 + (1 - rho0) * s, statement.parameter("x1").entry: x0 + (1 - x0) * t}
        wanted = [statement.conclusion(name).expression for name in names]
        wanted += limits(statement) if "rho" in names else []
        _separated[key] = separated(wanted, target, one, definitions_of(statement))
    return _separated[key]


def excess_over(
    parts: Separated,
    fixed: Sequence[Any],
    counts: Sequence[int],
    targets: Sequence[float],
    known: Sequence[float] = (),
    rest: Sequence[float] = (),
) -> ExcessAtPlace:
    """(ln s, ln t) -> ln of the largest bound/target; infinite where a bound has no value.

    ``fixed``: values of the arguments of inner (those of s and t are not read); ``known``: of outer's arguments that
    are no totals; ``rest``: totals of others, added to these.
    """
    inner, outer = parts.inner.function, parts.outer.function
    at_s, at_t = (parts.inner.arguments.index(name) for name in ("s", "t"))
    names = [*parts.totals, *(name for name in parts.outer.arguments if name not in parts.totals)]
    order = [names.index(name) for name in parts.outer.arguments]
    arguments = list(fixed)

    def excess(place: Sequence[float]) -> float:
        arguments[at_s], arguments[at_t] = place
        if not (place[0] < 0 and place[1] < 0):  # shares of a probability
            return math.inf
        try:
            totals = inner(*arguments, counts)
            sums = [*map(log_add, totals, rest), *known] if rest else [*totals, *known]
            worst: float = max(map(sub, outer(*[sums[spot] for spot in order], ()), targets))
        except (ValueError, OverflowError):
            return math.inf
        return worst if worst == worst else math.inf

    return excess


def bounded(goal: Composition) -> tuple[str, ...]:
    """The conclusions that a goal limits."""
    return ("rho",) if goal.beta is None else ("rho", "beta")


class VotesModel:
    """A theorem on votes for one goal, in floats."""

    def __init__(self, goal: Composition, statement: Statement = squared_votes, **settings: int | fmpq) -> None:
        """``settings``: values of further parameters of the statement that are not searched, such as its groups."""
        self.goal, self.statement, self._names = goal, statement, bounded(goal)
        self.targets = [log_rational(goal.rho)] + ([log_rational(goal.beta)] if goal.beta is not None else [])
        self.groups = tuple(groups(goal))
        self.largest = max(goal.n.values)
        self.unit = math.gcd(*set(goal.n.values))
        self._parts = parts = formulas(statement, LOG, self._names, True)
        self.targets += [0.0] * (parts.results - len(self.targets))
        self._inner, self._outer = parts.inner.function, parts.outer.function
        self._order = {name: place for place, name in enumerate(parts.inner.arguments)}
        known = {name: log_rational(fmpq(value)) for name, value in settings.items()}
        self._fixed = tuple(
            self._arguments(k=math.log(sum(g.counts)), rho0=g.log_rho0, beta0=g.log_beta0, **known) for g in self.groups
        )
        known["k"] = math.log(goal.k)
        self._known = [known[name] for name in parts.outer.arguments if name not in parts.totals]
        outer = [*parts.totals, *(name for name in parts.outer.arguments if name not in parts.totals)]
        self._outer_order = [outer.index(name) for name in parts.outer.arguments]
        self._counts = tuple(group.counts for group in self.groups)
        self._spots = (self._order.get("J"), self._order.get("T"), self._order["s"], self._order["t"])

    def _arguments(self, **known: float) -> list[Any]:
        arguments: list[Any] = [None] * len(self._order)
        for name, value in known.items():
            if name in self._order:
                arguments[self._order[name]] = value
        return arguments

    # -- the bound -------------------------------------------------------------------------------------------------
    def _filled(self, group: int, blocks: list[float], log_strings: float, place: Sequence[float]) -> list[Any]:
        arguments = self._fixed[group].copy()
        for spot, value in zip(self._spots, (log_strings, blocks, *place), strict=True):
            if spot is not None:
                arguments[spot] = value
        return arguments

    def totals(self, group: int, blocks: list[float], log_strings: float, place: Sequence[float]) -> Totals:
        """Logarithms of the group's share in every total of the theorem."""
        found: Totals = self._inner(*self._filled(group, blocks, log_strings, place), self._counts[group])
        return found

    def bounds(self, shares: Sequence[Totals]) -> tuple[float, ...]:
        """ln rho and, with a goal on it, ln beta."""
        sums = shares[0] if len(shares) == 1 else [log_sum(column) for column in zip(*shares, strict=True)]
        values = (*sums, *self._known)
        found: tuple[float, ...] = self._outer(*[values[j] for j in self._outer_order], ())
        return found

    def excess(self, shares: Sequence[Totals]) -> float:
        """ln of the larger of disagreement/rho and failure/beta; infinite where there is no value."""
        try:
            bounds = self.bounds(shares)
        except ValueError:  # an infinite total
            return math.inf
        worst = max(bound - target for bound, target in zip(bounds, self.targets, strict=True))
        return worst if worst == worst else math.inf

    def blocks(self, samples: int) -> list[list[float]]:
        """ln T for every group at a whole number of samples."""
        return [[math.log(samples // mean) for _, mean, _ in group.members] for group in self.groups]

    def blocks_near(self, log_samples: float) -> list[list[float]]:
        """The same without rounding T to integers."""
        return [[max(log_samples - math.log(mean), 0.0) for _, mean, _ in group.members] for group in self.groups]

    def along(self, group: int, blocks: list[float], log_strings: float, others: list[Totals]) -> ExcessAtPlace:
        """The excess as a function of one group's place, the other groups' totals given."""
        rest = [log_sum(column) for column in zip(*others, strict=True)]
        fixed = self._filled(group, blocks, log_strings, (0.0, 0.0))
        return excess_over(self._parts, fixed, self._counts[group], self.targets, self._known, rest)

    def shares(self, blocks: list[list[float]], log_strings: float, places: list[Place], without: int) -> list[Totals]:
        """The totals of all groups but one."""
        return [self.totals(g, blocks[g], log_strings, place) for g, place in enumerate(places) if g != without]

    def at(self, blocks: list[list[float]], log_strings: float, places: Iterable[Place]) -> float:
        """The excess with every group at its place."""
        try:
            return self.excess([self.totals(g, blocks[g], log_strings, place) for g, place in enumerate(places)])
        except (ValueError, OverflowError):  # a total without a value
            return math.inf


def exact_places(
    goal: Composition, divided: Sequence[Group], places: Sequence[Place], finer: int = 1
) -> tuple[Family[fmpq], Family[fmpq]]:
    """x0 and x1 as decimals, one pair for every value of rho0, from (ln s, ln t) of every group.

    They are within a thousandth of every gap, or so many times finer.
    """
    exact: dict[fmpq, tuple[fmpq, fmpq]] = {}
    for group, (log_s, log_t) in zip(divided, places, strict=True):
        exact |= dict.fromkeys(group.covers, _rounded(group.covers[-1], log_s, log_t, finer))
    return goal.rho0.map(lambda rho0: exact[rho0][0]), goal.rho0.map(lambda rho0: exact[rho0][1])


def log_sum(logs: Sequence[float]) -> float:
    """ln of the sum of e^x."""
    return log_total(logs, (1,) * len(logs))


def _rounded(rho0: fmpq, log_s: float, log_t: float, finer: int) -> tuple[fmpq, fmpq]:
    """x0 and x1 as decimals within a thousandth of every gap, or finer: rho0 < x0 < x1 < 1.

    x0 is rounded up and x1 down: that makes omega smaller and D larger, and what tau loses more samples make up for.
    """
    x0 = rho0 + (1 - rho0) * from_log(log_s)
    x0 = decimal_up(x0, min(x0 - rho0, 1 - x0) / finer)
    x1 = x0 + (1 - x0) * from_log(log_t)
    return x0, 1 - decimal_up(1 - x1, min(x1 - x0, 1 - x1) / finer)
