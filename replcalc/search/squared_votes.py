"""Looking for the parameters of derived:squared-votes in floating point: nothing here is trusted, only certified later.

Variables per value of rho0: s, t in (0,1) with x0 = rho0 + (1-rho0)s and x1 = x0 + (1-x0)t, so that
D = (1-rho0)(1-s)(1-t)^2 and no cancellation occurs near rho0 = 0 or 1. Everything is measured in units of rho, through
logarithms, so that rho = 1e-300 is as good as rho = 0.1.

For a given number of samples the bound on the disagreement is minimised over (s, t), one value of rho0 at a time:
beyond the point where 2 tau <= rho it is convex in t, so golden sections nest. More strings never hurt, so the smallest
N belongs to J = infinity (or to the largest J allowed); then J is the smallest number of strings that needs at most
SLACK times as many samples.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from flint import fmpq

from replcalc.questions.composition import Composition
from replcalc.search.floats import (
    LAST,
    Base,
    decimal_up,
    exp_capped,
    from_log,
    golden,
    log_inverse,
    log_rational,
)

#: N may exceed the smallest one by this factor to save strings.
SLACK = fmpq(101, 100)
#: Values of rho0, and values of n per value of rho0, that the search tells apart; more are merged (conservatively).
GROUPS, MEMBERS = 8, 12
#: ln of the smallest s and t that are of use: finer ones save less than two parts in a million of N.
FINEST = math.log(1e-6)
#: More strings than this are never asked for.
MOST_STRINGS = 10**15
#: Exponent T kl(x1||x0) beyond which a larger one would only make tau unprintably small.
CERTAIN = 4000.0
#: The best s and t lie within this factor of the smallest sensible ones.
_REACH = math.log(24)


@dataclass(frozen=True)
class Group:
    """Base algorithms of one rho0: the members as (largest n, mean n, count), and the sum of their beta0 over beta."""

    covers: tuple[fmpq, ...]  # values of rho0 it stands for, the largest last
    base: Base
    members: tuple[tuple[int, int, int], ...]
    failure: float  # sum of beta0 over the members, divided by beta (0 without a bound on the failure)


@dataclass(frozen=True)
class Point:
    """One group at a fixed N: ln of rho0 sum(1/T)/rho^2, its members as (ln T, ln count), ln of their number."""

    group: Group
    log_mass: float
    blocks: tuple[tuple[float, float], ...]
    log_count: float


@dataclass(frozen=True)
class Share:
    """What one group contributes at (s, t): chi over rho^2, string and vote failures over min(rho, beta), failure
    over beta."""

    spread: float
    strings: float
    votes: float
    failure: float


@dataclass(frozen=True)
class Found:
    """The bound in units of the goal, and (ln s, ln t) per group; ln s is -inf for J = infinity."""

    value: float
    places: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Choice:
    """The search's answer: strings, exact (x0, x1) for every rho0 of the goal, and a first guess of N."""

    strings: int
    places: dict[fmpq, tuple[fmpq, fmpq]]
    samples: int
    reaches: bool


class VotesSearch:
    """The float model of derived:squared-votes for one goal."""

    def __init__(self, goal: Composition) -> None:
        self.log_rho = log_rational(goal.rho)
        self.log_beta = log_rational(goal.beta) if goal.beta is not None else math.inf
        # probabilities in units of the smaller goal: in units of the other they could underflow
        self.log_unit = min(self.log_rho, self.log_beta)
        self.unit_over_rho = math.exp(self.log_unit - self.log_rho)
        self.unit_over_beta = math.exp(self.log_unit - self.log_beta)
        self.largest = max(goal.n.values)
        self.groups = tuple(groups(goal))
        self.total = sum(value * count for value, count in goal.n.runs)

    # -- the bound -------------------------------------------------------------------------------------------------
    def at(self, samples: int) -> list[Point]:
        points = []
        for group in self.groups:
            blocks, logs = [], []
            for largest, mean, count in group.members:
                logs.append(math.log(count) - math.log(samples // mean))
                blocks.append((math.log(samples // largest), math.log(count)))
            top = max(logs)
            log_mass = group.base.log - 2 * self.log_rho + top + math.log(math.fsum(math.exp(x - top) for x in logs))
            points.append(Point(group, log_mass, tuple(blocks), math.log(sum(c for _, _, c in group.members))))
        return points

    def share(self, point: Point, log_strings: float, log_s: float, log_t: float) -> Share:
        base = point.group.base
        s = math.exp(log_s)
        log_d = base.log_rest + math.log1p(-s) + 2 * math.log1p(-math.exp(log_t))
        lost = 0.0
        if log_strings < math.inf:
            lost = exp_capped(point.log_count - exp_capped(log_strings + base.log_divergence(log_s)) - self.log_unit)
        log_rate = base.moved(s).log_divergence(log_t)
        votes = math.fsum(
            exp_capped(c - exp_capped(log_blocks + log_rate) - self.log_unit) for log_blocks, c in point.blocks
        )
        return Share(exp_capped(point.log_mass - log_d), lost, votes, point.group.failure * exp_capped(-log_d))

    def total_bound(self, shares: list[Share]) -> float:
        """The larger of disagreement/rho and failure/beta."""
        root = math.sqrt(2 * math.fsum(share.spread for share in shares))
        main = 2 * root / (1 + root * math.exp(self.log_rho))
        strings, votes = math.fsum(h.strings for h in shares), math.fsum(h.votes for h in shares)
        disagreement = main + (strings + 2 * votes) * self.unit_over_rho
        if math.isinf(self.log_beta):
            return disagreement
        failure = (strings + votes) * self.unit_over_beta + math.fsum(h.failure for h in shares)
        return max(disagreement, failure)

    # -- minimising over (s, t) ------------------------------------------------------------------------------------
    def best(self, samples: int, log_strings: float, start: Found | None = None) -> Found:
        """The smallest bound over all (s, t): group by group; with several groups, sweeps until the goal is reached."""
        points = self.at(samples)
        if len(points) == 1:
            place = self._best_of_group(points[0], log_strings, [])
            return Found(self.total_bound([self.share(points[0], log_strings, *place)]), (place,))
        if start is None:
            start = Found(math.inf, tuple(self._best_of_group(point, log_strings, []) for point in points))
        if log_strings < math.inf and any(log_s == -math.inf for log_s, _ in start.places):
            return self.best(samples, log_strings)
        places = list(start.places)
        shares = [self.share(p, log_strings, *place) for p, place in zip(points, places, strict=True)]
        value = self.total_bound(shares)
        for _ in range(8):
            if value <= 1:
                break
            before = value
            for g, point in enumerate(points):
                others = shares[:g] + shares[g + 1 :]
                place = self._best_of_group(point, log_strings, others)
                share = self.share(point, log_strings, *place)
                reached = self.total_bound([*others, share])
                if reached < value:
                    places[g], shares[g], value = place, share, reached
            if not value < before * (1 - 1e-4):
                break
        return Found(value, tuple(places))

    def _best_of_group(self, point: Point, log_strings: float, others: list[Share]) -> tuple[float, float]:
        """(ln s, ln t) of one group, the others fixed: ``share`` and ``total_bound`` laid out for speed."""
        base, blocks, log_unit, rho = point.group.base, point.blocks, self.log_unit, math.exp(self.log_rho)
        over_rho, over_beta = self.unit_over_rho, self.unit_over_beta
        spread = math.fsum(h.spread for h in others)
        strings_lost, votes_lost = math.fsum(h.strings for h in others), math.fsum(h.votes for h in others)
        failure = math.fsum(h.failure for h in others)
        log_rest, log_mass, own_failure = base.log_rest, point.log_mass, point.group.failure

        def over_t(log_s: float) -> tuple[float, float]:
            s = math.exp(log_s)
            here = base.moved(s)
            lost = strings_lost
            if log_strings < math.inf:
                lost += exp_capped(point.log_count - exp_capped(log_strings + base.log_divergence(log_s)) - log_unit)
            head = log_rest + math.log1p(-s)

            def bound(log_t: float) -> float:
                log_d = head + 2 * math.log1p(-math.exp(log_t))
                log_rate = here.log_divergence(log_t)
                votes = votes_lost
                for log_blocks, log_count in blocks:
                    votes += exp_capped(log_count - exp_capped(log_blocks + log_rate) - log_unit)
                root = math.sqrt(2 * (spread + exp_capped(log_mass - log_d)))
                disagreement = 2 * root / (1 + root * rho) + (lost + 2 * votes) * over_rho
                if not over_beta:
                    return disagreement
                return max(disagreement, (lost + votes) * over_beta + failure + own_failure * exp_capped(-log_d))

            return golden(bound, *self._window_t(point, here))

        if log_strings == math.inf:
            return -math.inf, over_t(-math.inf)[1]
        _, log_s = golden(lambda log_s: over_t(log_s)[0], *self._window_s(point, log_strings))
        return log_s, over_t(log_s)[1]

    def _window_t(self, point: Point, base: Base) -> tuple[float, float]:
        """ln t from where no member's 2 tau alone exceeds rho any more: beyond it the bound is convex in t.

        Where even a fine t makes the votes certain many times over, it is kept as coarse as that certainty allows.
        """
        needed = max(math.log(c + math.log(2) - self.log_rho) - log_t for log_t, c in point.blocks)
        certain = math.log(CERTAIN) - min(log_t for log_t, _ in point.blocks)
        low = log_inverse(base, max(needed, min(certain, base.log_divergence(FINEST))))
        if self.log_beta >= self.log_rho:
            return low, min(low + _REACH, LAST)
        stricter = max(math.log(c - self.log_beta) - log_t for log_t, c in point.blocks)
        return low, min(max(low, log_inverse(base, max(stricter, needed))) + _REACH, LAST)

    def _window_s(self, point: Point, log_strings: float) -> tuple[float, float]:
        base = point.group.base
        finest = min(FINEST, max(base.log - math.log(10), -600.0))
        needed = math.log(max(point.log_count - self.log_rho, 1e-9)) - log_strings
        low = max(log_inverse(base, needed), finest)
        if self.log_beta >= self.log_rho:
            return low, min(low + _REACH, LAST)
        stricter = math.log(point.log_count - self.log_beta) - log_strings
        return low, min(max(low, log_inverse(base, stricter)) + _REACH, LAST)

    # -- samples and strings ---------------------------------------------------------------------------------------
    def least_samples(self, log_strings: float) -> tuple[int, Found] | None:
        """The smallest N (to one part in a million) at which some (s, t) reach the goal; None if none does."""
        low = self.largest
        found = self.best(low, log_strings)
        if found.value <= 1:
            return low, found
        high = max(low, self._leading())
        for _ in range(80):
            found = self.best(high, log_strings)
            if found.value <= 1:
                break
            low, high = high, high * 2 if found.value < 8 else high * 16
        else:
            return None
        while high - low > 1 and (high - low) * 10**6 > high:
            middle = (low + high) // 2
            trial = self.best(middle, log_strings, found)
            if trial.value <= 1:
                high, found = middle, trial
            else:
                low = middle
        return high, found

    def _leading(self) -> int:
        """About 4 rho0 (sum of n)/rho^2, for the group that weighs most: below the answer, but of its order."""
        log_x = 2 * self.log_rho - math.log(8)
        logs = [g.base.log - g.base.log_rest + math.log(sum(mean * c for _, mean, c in g.members)) for g in self.groups]
        log_n = max(logs) - log_x - math.log(2)
        whole = math.floor(log_n / math.log(2))
        return 1 << whole if whole > 0 else 1

    def least_strings(self, samples: int, ceiling: int | None) -> tuple[int, Found] | None:
        """The smallest J at which some (s, t) reach the goal with ``samples`` samples."""
        high = 1
        while True:
            high = min(high, ceiling) if ceiling is not None else high
            found = self.best(samples, math.log(high))
            if found.value <= 1:
                break
            if high == ceiling or high > MOST_STRINGS:
                return None
            high *= 4
        low = high // 4 if high > 1 else 0
        while high - low > max(1, high >> 11):
            middle = (low + high) // 2
            trial = self.best(samples, math.log(middle), found)
            if trial.value <= 1:
                high, found = middle, trial
            else:
                low = middle
        return high, found

    def choose(self, ceiling: int | None) -> Choice:
        """J, exact x0 and x1, and a guess of N; where nothing reaches the goal, what comes close to it."""
        least = self.least_samples(math.inf if ceiling is None else math.log(ceiling))
        if least is None:
            samples = max(self.largest, 1 << 20) * 1000
            strings = ceiling if ceiling is not None else 1 << 20
            return Choice(strings, self.exact(self.best(samples, math.log(strings))), samples, False)
        allowed = int((fmpq(least[0]) * SLACK).floor())
        fewest = self.least_strings(allowed, ceiling)
        if fewest is None:
            if ceiling is None:  # infinitely many strings are no yardstick here
                return self.choose(MOST_STRINGS)
            return Choice(ceiling, self.exact(least[1]), least[0], True)
        strings, found = fewest
        low, high = least[0] - 1, allowed
        for _ in range(5):  # J is an integer, so a little of the slack is left: give it back
            middle = (low + high) // 2
            if not low < middle < high:
                break
            trial = self.best(middle, math.log(strings), found)
            if trial.value <= 1:
                high, found = middle, trial
            else:
                low = middle
        return Choice(strings, self.exact(found), high, True)

    def exact(self, found: Found) -> dict[fmpq, tuple[fmpq, fmpq]]:
        exact: dict[fmpq, tuple[fmpq, fmpq]] = {}
        for group, (log_s, log_t) in zip(self.groups, found.places, strict=True):
            exact |= dict.fromkeys(
                group.covers, _rounded(group.covers[-1], log_s if log_s > -math.inf else FINEST, log_t)
            )
        return exact


def _rounded(rho0: fmpq, log_s: float, log_t: float) -> tuple[fmpq, fmpq]:
    """x0 and x1 as decimals within a thousandth of every gap: rho0 < x0 < x1 < 1.

    x0 is rounded up and x1 down: that makes omega smaller and D larger, and what tau loses more samples make up for.
    """
    x0 = rho0 + (1 - rho0) * from_log(log_s)
    x0 = decimal_up(x0, min(x0 - rho0, 1 - x0))
    x1 = x0 + (1 - x0) * from_log(log_t)
    return x0, 1 - decimal_up(1 - x1, min(x1 - x0, 1 - x1))


def groups(goal: Composition) -> Iterator[Group]:
    """The goal's algorithms by rho0; many values are merged into few, each standing for smaller ones."""
    by_codes: dict[tuple[int, int, int], int] = {}
    for (n, count), rho0_code, beta0_code in zip(goal.n.runs, goal.rho0.codes, goal.beta0.codes, strict=True):
        key = (n, rho0_code, beta0_code)
        by_codes[key] = by_codes.get(key, 0) + count
    by_rho0: dict[int, dict[int, int]] = {}
    failing: dict[tuple[int, int], int] = {}
    for (n, rho0_code, beta0_code), count in by_codes.items():
        members = by_rho0.setdefault(rho0_code, {})
        members[n] = members.get(n, 0) + count
        failing[rho0_code, beta0_code] = failing.get((rho0_code, beta0_code), 0) + count
    failures: dict[int, fmpq] = {}
    for (rho0_code, beta0_code), count in failing.items():
        failures[rho0_code] = failures.get(rho0_code, fmpq(0)) + goal.beta0.distinct[beta0_code] * count
    ordered = sorted(by_rho0, key=goal.rho0.distinct.__getitem__)
    step = -(-len(ordered) // GROUPS)
    for start in range(0, len(ordered), step):
        block = ordered[start : start + step]
        members = {}
        for rho0 in block:
            for n, count in by_rho0[rho0].items():
                members[n] = members.get(n, 0) + count
        failure = sum((failures[rho0] for rho0 in block), fmpq(0))
        ratio = math.exp(min(log_rational(failure / goal.beta), 700.0)) if goal.beta is not None else 0.0
        rho0s = tuple(map(goal.rho0.distinct.__getitem__, block))
        yield Group(rho0s, Base.of(rho0s[-1]), _merged(members), ratio)


def _merged(members: dict[int, int]) -> tuple[tuple[int, int, int], ...]:
    """At most MEMBERS blocks of sizes."""
    ordered = sorted(members)
    step = -(-len(ordered) // MEMBERS)
    merged = []
    for start in range(0, len(ordered), step):
        block = ordered[start : start + step]
        count = sum(members[n] for n in block)
        merged.append((block[-1], sum(n * members[n] for n in block) // count, count))
    return tuple(merged)
