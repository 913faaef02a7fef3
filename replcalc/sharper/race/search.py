"""Looking for the parameters of a theorem on voting blocks in floating point: nothing here is trusted, only certified.

``VotesSearch(goal, statement)`` looks for the smallest N, and then for few strings J, in the float model of the theorem
(``model``): x0 and x1 through their shares s and t, everything as logarithms.

``excess`` is ln of the larger of rho/goal and beta/goal at the best (s, t): it decreases in N and in J. More strings
never hurt, so the smallest N belongs to J = infinity (or to the largest J allowed); then J is the smallest number of
strings that needs at most SLACK times as many samples, and no more than the goal's ``samples`` where they are given and
suffice. J is searched, not proved minimal.

What is found depends on the goal alone, not on what was searched before it: a batch finds what single questions find.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from replcalc.planning.composition import Composition
from replcalc.search.optimise import crossing, descend, nelder_mead, smallest_near, smallest_on, whole
from replcalc.sharper.race.model import FARTHEST, LOOKS, ExcessAtPlace, Place, VotesModel, exact_places
from replcalc.sharper.race.statement_squared_votes import squared_votes
from replcalc.statements.statement import Statement

#: N may exceed the smallest one by this factor to save strings.
SLACK = fmpq(101, 100)
#: Room in ln(bound/goal) for what rounding x0 and x1 to decimals costs.
_MARGIN = 4e-6
#: A small difference of ln s or ln t: the bound hardly bends over it.
_STEP = 0.02
#: More strings than this are never asked for.
MOST_STRINGS = 10**15
#: ln of a share beside which nothing else is seen: x0 for infinitely many strings.
_NONE = -80.0

_OfT = Callable[[float], float]


@dataclass(frozen=True)
class Found:
    """The excess over the goal (reached if not above 0), and (ln s, ln t) for every group."""

    excess: float
    places: tuple[Place, ...]

    @property
    def reached(self) -> bool:
        return self.excess <= 0


@dataclass(frozen=True)
class Choice:
    """The search's answer: the strings J, exact x0 and x1 (families), and a first guess of N.

    ``finer``: the same with three more digits of x0 and x1.
    """

    parameters: dict[str, Any]
    finer: dict[str, Any]
    samples: int
    reaches: bool


class VotesSearch(VotesModel):
    """The search for one goal."""

    def __init__(self, goal: Composition, statement: Statement = squared_votes, **settings: int | fmpq) -> None:
        super().__init__(goal, statement, **settings)
        self._rough, self._accuracy = (2e-2, 5e-3) if goal.beta is None else (1e-4, 1e-4)  # two goals make a kink
        #: The excess where rho is no less than about 1: the bound is flat there, and a search that starts on the flat
        #: stays on it, whatever valley lies beside it.
        self._flat = -self.targets[0] - 0.01

    # -- minimising over (s, t) ------------------------------------------------------------------------------------
    def best(self, samples: int, log_strings: float, start: Found | None = None) -> Found:
        """The smallest excess over all (s, t) at so many samples."""
        return self._best(self.blocks(samples), log_strings, start)

    def _best(self, blocks: list[list[float]], log_strings: float, start: Found | None = None) -> Found:
        """From a start that leads to nothing, once more without it."""
        found = self._best_from(blocks, log_strings, start)
        if start is None or found.excess < self._flat:
            return found
        return min(found, self._best_from(blocks, log_strings, None), key=lambda one: one.excess)

    def _best_from(self, blocks: list[list[float]], log_strings: float, start: Found | None) -> Found:
        free = log_strings == math.inf
        if len(self.groups) == 1:
            excess = self.along(0, blocks[0], log_strings, [])
            if start is None:
                return _alone(self._first_look(0, excess, free))
            (place,) = start.places
            known = (excess(place), place)
            better = _improved(excess, free, place)
            return _alone(better if better[0] < known[0] else known)
        if start is None:
            looks = (self.along(g, blocks[g], log_strings, []) for g in range(len(self.groups)))
            places = [self._first_look(g, look, free)[1] for g, look in enumerate(looks)]
        else:
            places = list(start.places)
        shares = [self.totals(g, blocks[g], log_strings, place) for g, place in enumerate(places)]
        value = self.excess(shares)
        for _ in range(8):
            before = value
            for g in range(len(places)):
                others = shares[:g] + shares[g + 1 :]
                _, place = _improved(self.along(g, blocks[g], log_strings, others), free, places[g])
                share = self.totals(g, blocks[g], log_strings, place)
                reached = self.excess([*others, share])
                if reached < value:
                    places[g], shares[g], value = place, share, reached
            if not value < before - 1e-7:
                break
        return Found(value, tuple(places))

    def _printable(self, blocks: list[list[float]], log_strings: float, found: Found) -> Found:
        """The same bound with t no larger than it must be: where any small t is as good, tau would need many digits."""
        places = list(found.places)
        for g, (log_s, log_t) in enumerate(places):
            of_t = _at(log_s, self.along(g, blocks[g], log_strings, self.shares(blocks, log_strings, places, g)))
            level = of_t(log_t) + 1e-9
            if of_t(log_t - 1) <= level:
                edge = crossing(_above(of_t, level), log_t - 1, -FARTHEST, log_t, -1.0, 0.01)
                places[g] = (log_s, log_t if edge is None else edge)
        return Found(found.excess, tuple(places))

    def _first_look(self, group: int, excess: ExcessAtPlace, free: bool) -> tuple[float, Place]:
        """The best of a coarse grid, on its own, and its excess; strings that are no limit (free) need no s."""
        best, s, t = math.inf, 0.0, 0.0
        for first in [self.groups[group].log_rho0 + _NONE] if free else LOOKS:
            values = [excess((first, look)) for look in LOOKS]
            least = min(values)
            if least < best or not s:
                best, s, t = least, first, LOOKS[values.index(least)]
        if free:
            value, t = _best_t(_at(s, excess), t)
            return value, (s, t)
        s, t = nelder_mead(excess, (s, t), 0.3)
        return excess((s, t)), (s, t)

    # -- samples and strings ---------------------------------------------------------------------------------------
    def least_samples(self, log_strings: float) -> tuple[int, Found] | None:
        """About the smallest N at which some (s, t) reach the goal, T taken as real; None if none does."""
        low = math.log(self.largest)
        latest: tuple[float, Found] | None = None

        def excess(log_samples: float) -> float:
            nonlocal latest
            near = latest is not None and abs(log_samples - latest[0]) < 0.7
            start = latest[1] if latest is not None and near else None
            if start is not None and latest is not None:  # t goes down with the root of N
                shift = (latest[0] - log_samples) / 2
                start = Found(0.0, tuple((s, min(t + shift, t / 2)) for s, t in start.places))
            latest = (log_samples, self._best(self.blocks_near(log_samples), log_strings, start))
            return latest[1].excess

        limited = log_strings < math.inf or self.goal.beta is not None
        if limited and excess(FARTHEST) > 0:
            return None
        latest = None
        found = crossing(excess, low, low, FARTHEST, -0.5, 1e-4)
        if found is None or latest is None:
            return None
        if found > low:  # so close by, another (s, t) would make no difference
            places = latest[1].places
            closer = crossing(
                lambda x: self.at(self.blocks_near(x), log_strings, places), found, low, FARTHEST, -0.5, 2e-7
            )
            found = found if closer is None else closer  # none at the very edge of what can be reached
        samples = max(self.largest, -(-whole(found) // self.unit) * self.unit)
        return self._with_whole_blocks(samples, log_strings, latest[1])

    def _with_whole_blocks(self, samples: int, log_strings: float, start: Found) -> tuple[int, Found]:
        """The same for integers T: at most the largest n further on, and nothing to do where all n are equal."""
        found = self.best(samples, log_strings, start)
        if found.reached or len(set(self.goal.n.values)) == 1:
            return samples, found
        low, high = samples, samples + self.largest
        while high - low > self.unit and (high - low) * 10**6 > high:
            middle = low + max(1, (high - low) // (2 * self.unit)) * self.unit
            trial = self.best(middle, log_strings, found)
            if trial.reached:
                high, found = middle, trial
            else:
                low = middle
        return high, found if found.reached else self.best(high, log_strings, found)

    def least_strings(self, samples: int, ceiling: int | None, start: Found | None = None) -> tuple[int, Found] | None:
        """About the smallest J at which some (s, t) reach the goal with ``samples`` samples, to four digits.

        For every group the s is looked for at which J is smallest, t being the best for that s; the groups in turn.
        """
        blocks = self.blocks(samples)
        found = self._best(blocks, math.inf, start)
        if not found.excess < -2 * _MARGIN:
            return None
        most = math.log(MOST_STRINGS if ceiling is None else ceiling)
        places, spare = list(found.places), found.excess
        for g in range(len(places)):  # each takes its part of what is left of the goal
            part = spare * (len(places) - 1 - g) / len(places)
            places[g] = self._farthest(g, blocks, places, part)
        least = math.inf
        for _ in range(1 if len(places) == 1 else 6):
            before = least
            for g in range(len(places)):
                least, places[g] = min((least, places[g]), self._fewest(g, blocks, places, most))
            if not least < before - 1e-3:
                break
        if least == math.inf:
            return None
        strings = _four_digits_up(least)
        strings = strings if ceiling is None else min(strings, ceiling)
        best = self._best(blocks, math.log(strings), Found(0.0, tuple(places)))
        return strings, self._printable(blocks, math.log(strings), best)

    def _with(
        self, group: int, blocks: list[list[float]], places: list[Place], log_s: float, accuracy: float
    ) -> tuple[float, Place]:
        """The best t of a group for its s, whatever the strings cost, and the excess."""
        others = self.shares(blocks, math.inf, places, group)
        of_t = _at(log_s, self.along(group, blocks[group], math.inf, others))
        s, t = places[group]
        value, log_t = _best_t(of_t, min(t + max(0.0, log_s - s) / 2, t / 8), accuracy)
        if value >= self._flat:
            value, log_t = min((value, log_t), _best_t(of_t, min(LOOKS, key=of_t), accuracy))
        return value, (log_s, log_t)

    def _farthest(self, group: int, blocks: list[list[float]], places: list[Place], part: float) -> Place:
        """The largest s of a group that leaves ``part`` (not above 0) of the excess."""
        low, high = places[group][0], math.log(0.999)

        def left(log_s: float) -> float:
            excess, place = self._with(group, blocks, places, log_s, self._rough)
            if excess <= 0:  # the next t starts from one that is of use
                places[group] = place
            return part - excess

        start = max(-5.0, self.groups[group].log_rho0)
        found = crossing(left, start, low, high, -0.1, 0.04)
        return self._with(group, blocks, places, high if found is None else found - 0.04, self._rough)[1]

    def _fewest(self, group: int, blocks: list[list[float]], places: list[Place], most: float) -> tuple[float, Place]:
        """ln of the smallest J over the s of one group, and its place."""
        trial, here = list(places), places[group]
        low, high = here[0] - 0.8, min(here[0] + 0.3, -1e-6)
        guess = math.log(1024)
        ends: tuple[Place, Place] | None = None
        if self.goal.beta is None:  # the best t is smooth in s: a straight line between two of them will do
            last = self._with(group, blocks, trial, min(here[0] + 0.1, high), self._accuracy)[1]
            ends = (self._with(group, blocks, trial, low, self._accuracy)[1], last)

        def log_strings(log_s: float) -> float:
            nonlocal guess
            if ends is None:
                trial[group] = self._with(group, blocks, trial, log_s, self._accuracy)[1]
            else:
                (s0, t0), (s1, t1) = ends
                trial[group] = (log_s, t0 + (t1 - t0) * (log_s - s0) / (s1 - s0))
            found = self._strings_for(blocks, trial, guess, most)
            if found == math.inf:
                trial[group] = here
            else:
                guess = found
            return found

        value, log_s = smallest_on(log_strings, low, high, 4e-3)
        return value, self._with(group, blocks, trial, log_s, self._accuracy)[1]

    def _strings_for(self, blocks: list[list[float]], places: list[Place], guess: float, most: float) -> float:
        """ln of the J that reaches the goal at these places; infinite if none does.

        What strings cost is a factor 1 + c e^(-J r), or nearly: ln(factor - 1) is linear in J, and a secant exact.
        """

        def excess(log_strings: float) -> float:
            return self.at(blocks, log_strings, places)

        free = excess(math.inf) + _MARGIN
        if free >= 0:
            return math.inf
        wanted = math.log(math.expm1(-free))

        def beyond(log_strings: float) -> float:
            cost = excess(log_strings) + _MARGIN - free
            return (math.log(math.expm1(cost)) if cost < 30 else cost) - wanted if cost > 1e-13 else -math.inf

        x, value = guess, beyond(guess)
        while value == -math.inf and x > 0:
            x = max(x - 0.7, 0.0)
            value = beyond(x)
        before = (x - 0.1, beyond(x - 0.1))
        for _ in range(8):
            if x <= 0 and value <= 0:
                return 0.0
            if abs(x - before[0]) < 1e-4 or value == before[1] or not math.isfinite(value):
                break
            rate = (value - before[1]) / (math.exp(x) - math.exp(before[0]))
            strings = math.exp(x) - value / rate if rate < 0 else math.exp(x + 1)
            before, x = (x, value), min(math.log(strings) if strings > 1 else 0.0, most)
            value = beyond(x)
        if abs(value) < 1e-3:
            return x
        found = crossing(beyond, x, 0.0, most, -1.0, 1e-4)
        return math.inf if found is None else found

    def choose(self, ceiling: int | None) -> Choice:
        """J, exact x0 and x1, and a guess of N; where nothing reaches the goal, what comes close to it."""
        least = self.least_samples(math.inf if ceiling is None else math.log(ceiling))
        if least is None:
            samples = max(self.largest, 1 << 20) * 1000
            strings = ceiling if ceiling is not None else 1 << 20
            return self.exact(strings, self.best(samples, math.log(strings)), samples, False)
        allowed = int((fmpq(least[0]) * SLACK).floor())
        if self.goal.samples is not None and least[0] <= self.goal.samples:
            allowed = min(allowed, self.goal.samples)
        fewest = self.least_strings(allowed, ceiling, least[1] if ceiling is None else None)
        if fewest is None:
            if ceiling is None:  # infinitely many strings are no yardstick here
                return self.choose(MOST_STRINGS)
            return self.exact(ceiling, least[1], least[0])
        strings, found = fewest
        latest = found
        if strings > 999:
            return self.exact(strings, found, allowed)

        def excess(log_samples: float) -> float:  # J is an integer, so a little of the slack is left: give it back
            nonlocal latest
            latest = self._best(self.blocks_near(log_samples), math.log(strings), latest)
            return latest.excess + _MARGIN

        low, high = math.log(least[0]), math.log(allowed)
        back = crossing(excess, high, low, high, -0.5, 1e-6)
        if back is None:
            return self.exact(strings, found, allowed)
        return self.exact(strings, latest, whole(back))

    def exact(self, strings: int, found: Found, samples: int, reaches: bool = True) -> Choice:
        """The theorem's parameters by name, x0 and x1 as decimals."""

        def parameters(finer: int) -> dict[str, Any]:
            x0, x1 = exact_places(self.goal, self.groups, found.places, finer)
            return {"J": strings, "x0": x0, "x1": x1}

        return Choice(parameters(1), parameters(1000), samples, reaches)


def _alone(found: tuple[float, Place]) -> Found:
    return Found(found[0], (found[1],))


def _improved(excess: ExcessAtPlace, free: bool, place: Place) -> tuple[float, Place]:
    """A better place near this one, and its excess; with strings that are no limit (free) s stays."""
    if free:
        value, log_t = _best_t(_at(place[0], excess), place[1])
        return value, (place[0], log_t)
    log_s, log_t = descend(excess, place, _STEP)
    return excess((log_s, log_t)), (log_s, log_t)


def _at(log_s: float, excess: ExcessAtPlace) -> _OfT:
    """The excess as a function of ln t alone."""
    return lambda log_t: excess((log_s, log_t))


def _best_t(of_t: _OfT, start: float, accuracy: float = 1e-3) -> tuple[float, float]:
    return smallest_near(of_t, start, 2 * _STEP, -1e-9, accuracy)


def _above(of_t: _OfT, level: float) -> _OfT:
    return lambda log_t: of_t(log_t) - level


def _four_digits_up(log_count: float) -> int:
    """e^x rounded up to four digits."""
    count = whole(log_count)
    unit = int(10 ** max(0, len(str(count)) - 4))
    return -(-count // unit) * unit
