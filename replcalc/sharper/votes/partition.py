"""Choose which problems are answered together, in floats: groups that race, and the others by themselves.

At N samples a problem that is answered by itself disagrees with probability s_j at least. A group of problems that race
together disagrees with f(sum of their distances) + (sum of their tau_j^2), where f is the error of a race: concave, so
that a group is worth more the more problems are in it, but its rounds multiply. For one group the best choice is that
of the largest gains s_j - lambda distance_j - tau_j^2 for some slope lambda of f: a row of slopes is tried. Groups are
made one after the other while they gain; equal ones are one part of the problems, with so many groups.

Votes are counted for infinitely many strings here: nothing is trusted, the parts are solved and certified afterwards.
"""

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from flint import fmpq

from replcalc.planning.blocks import compile_term
from replcalc.planning.effort import UNKNOWN_OUTPUTS
from replcalc.search.optimise import log_rational
from replcalc.sharper.race.statement import ANGLES as _ANGLES_FAIL
from replcalc.sharper.race.statement import binary_votes, raced_votes
from replcalc.sharper.votes.choice import Chooser, ProblemKinds
from replcalc.symbolic.codegen import LOG, Compiled, compile_formula
from replcalc.vocabulary import Symbol, race_error, smallest

SQUARED, ANGLES = "squared votes", "votes as angles"
#: Slopes of the error of a race, and places of x1 between x0 and 1, that are tried.
_SLOPES, _PLACES = 24, 80
#: Factor by which the failures estimated in floats are increased.
_MARGIN = 1.01
#: Parts that are raced, at most.
MOST_PARTS = 4
#: ln N is found to this accuracy.
_ACCURACY = 1e-3
#: With so many times (a power of two) the largest n nothing gets better.
_FAR = 200
#: A distance for problems that cannot race.
_NO_RACE = 1e9
#: Beyond this many votes (its logarithm) a distance is inversely proportional to them.
_ASYMPTOTIC = 30.0


@dataclass(frozen=True)
class RacedPart:
    """Problems that race, by kind, in so many groups alike; about how often they disagree and fail."""

    theorem: str
    members: dict[int, int]
    groups: int
    rho: float
    beta: float


@dataclass(frozen=True)
class Partition:
    """The parts that race, and about how often the other problems disagree and fail by themselves."""

    raced: tuple[RacedPart, ...]
    alone: dict[int, int]
    rho_alone: float
    beta_alone: float

    @property
    def rho(self) -> float:
        return self.rho_alone + sum(part.rho for part in self.raced)

    @property
    def beta(self) -> float:
        return self.beta_alone + sum(part.beta for part in self.raced)

    @property
    def is_mixed(self) -> bool:
        """Whether more than one method is used."""
        return len(self.raced) + bool(self.alone) > 1


@dataclass(frozen=True, eq=False)
class _Curve:
    """Distance, tau^2 and ln(rounds) of one problem of every kind (rows) at every place of x1 (columns).

    ``beta``: how often one of every kind fails, at the place where that is smallest.
    """

    theorem: str
    distance: Any
    tau: Any
    rounds: Any
    beta: Any

    def minimize_at_slopes(self) -> tuple[Any, Any, Any]:
        """Return distance, tau^2, ln(rounds) of every kind (columns) that minimize slope * distance + tau^2 (rows)."""
        place = (_choose_slopes()[:, None, None] * self.distance + self.tau).argmin(axis=2)
        every = np.arange(len(self.beta))
        return self.distance[every, place], self.tau[every, place], self.rounds[every, place]


class PartitionSearch:
    """Partitions for one question; ``allowed``: sampling rounds for all races together."""

    def __init__(self, kinds: ProblemKinds, allowed: fmpq) -> None:
        self.kinds, self.chooser = kinds, Chooser(kinds)
        self.counts = np.array(kinds.counts, dtype=float)
        outputs = [row[3].count or UNKNOWN_OUTPUTS for row in kinds.rows]
        self._log_outputs = np.array([math.log(count) for count in outputs])
        smallest_group = log_rational(allowed) / float(self._log_outputs.min())
        groups = max(1.0, math.ceil(float(self.counts.sum()) / max(1.0, smallest_group)))
        #: ln of the rounds that one group may take.
        self.log_rounds = log_rational(allowed) - math.log(groups + 1)
        goal = kinds.goal
        self._rho, self._beta = float(goal.rho), math.inf if goal.beta is None else float(goal.beta) / _MARGIN

    # -- one number of samples -------------------------------------------------------------------------------------
    def build_partition(self, samples: int) -> Partition:
        """Return groups as long as they gain; if the failures add up to too much, some problems change their form."""
        curves, (rhos, betas) = self._build_curves(samples), self.chooser.evaluate_forms(samples)
        cheapest, left = rhos.min(axis=0), self.counts.copy()
        raced: list[RacedPart] = []
        while len(raced) < MOST_PARTS:
            found = [(*self._choose_group(curve, cheapest, left), curve) for curve in curves]
            gain, takes, rho, curve = max(found, key=lambda one: one[0])
            if gain <= 0:
                break
            members = np.flatnonzero(takes)
            groups = int((left[members] // takes[members]).min())
            left -= groups * takes
            kinds = {int(j): int(groups * takes[j]) for j in members}
            raced.append(RacedPart(curve.theorem, kinds, groups, groups * rho, groups * float(takes @ curve.beta)))
        fails = {curve.theorem: curve.beta for curve in curves}
        return self._reduce_failures(self._add_others(raced, left, rhos, betas), fails, rhos, betas)

    def _add_others(self, raced: list[RacedPart], left: Any, rhos: Any, betas: Any) -> Partition:
        fails = betas[rhos.argmin(axis=0), np.arange(len(left))]
        alone = {int(j): int(left[j]) for j in np.flatnonzero(left)}
        return Partition(tuple(raced), alone, float(left @ rhos.min(axis=0)), float(left @ fails))

    def _reduce_failures(self, partition: Partition, fails: dict[str, Any], rhos: Any, betas: Any) -> Partition:
        """Reduce the failures: problems leave their race or take another form, the cheapest change first.

        A race that loses problems keeps its estimate: it disagrees less.
        """
        if partition.beta <= self._beta:
            return partition
        # price, place of the race (the alone: last), kind, failures saved, disagreements added, failures of the form
        moves: list[tuple[float, int, int, float, float, float]] = []
        for place, part in enumerate(partition.raced):
            for kind in part.members:
                moves += _find_cheapest_change(place, kind, float(fails[part.theorem][kind]), 0.0, rhos, betas)
        for kind in partition.alone:
            form = int(rhos[:, kind].argmin())
            moves += _find_cheapest_change(
                len(partition.raced), kind, float(betas[form, kind]), float(rhos[form, kind]), rhos, betas
            )
        members = [*(dict(part.members) for part in partition.raced), dict(partition.alone)]
        beta, alone, rho_alone = [*(part.beta for part in partition.raced), partition.beta_alone], members[-1], 0.0
        for _, place, kind, saved, added, fails_there in sorted(moves):
            excess = sum(beta) - self._beta
            if excess <= 0:
                break
            there = members[place][kind]
            count = there if excess > saved * there else math.ceil(excess / saved)
            rho_alone += count * added
            beta[place] -= count * (saved + fails_there)
            beta[-1] += count * fails_there
            if place < len(partition.raced):
                members[place][kind] -= count
                alone[kind] = alone.get(kind, 0) + count
        raced = []
        for part, left, failing in zip(partition.raced, members[:-1], beta[:-1], strict=True):
            if any(left.values()):
                raced.append(replace(part, members={j: c for j, c in left.items() if c}, beta=failing))
        return Partition(tuple(raced), alone, partition.rho_alone + rho_alone, beta[-1])

    def is_enough(self, partition: Partition) -> bool:
        return partition.rho <= self._rho and partition.beta <= self._beta

    def is_one_method_enough(self, samples: int) -> bool:
        """Return whether one method for all problems needs no more samples: none in a race, or every one."""
        rhos, betas = self.chooser.evaluate_forms(samples)
        without_races = self._reduce_failures(self._add_others([], self.counts, rhos, betas), {}, rhos, betas)
        races = ((self._race_all(curve), float(self.counts @ curve.beta)) for curve in self._build_curves(samples))
        return self.is_enough(without_races) or any(rho <= self._rho and beta <= self._beta for rho, beta in races)

    def find_smallest(self) -> tuple[int, Partition] | None:
        """Return about the smallest N that reaches rho and beta, and its partition; None if no N does."""
        low = high = max(self.kinds.sizes)
        found, reach = self.build_partition(high), 1.1
        while not self.is_enough(found):
            low, high = high, int(high * min(max(reach, 1.1 * (found.rho / self._rho) ** 2), 1e6)) + 1
            if high > max(self.kinds.sizes) << _FAR:
                return None
            found, reach = self.build_partition(high), reach * reach  # in ever larger steps, where a sum has a limit
        while high - low > 1 and math.log(high) - math.log(low) > _ACCURACY:
            middle = max(low + 1, math.isqrt(low * high))
            there = self.build_partition(middle)
            if self.is_enough(there):
                high, found = middle, there
            else:
                low = middle
        return high, found

    # -- groups ----------------------------------------------------------------------------------------------------
    def _choose_group(self, curve: _Curve, worth: Any, left: Any) -> tuple[float, Any, float]:
        """Return the group that gains most: its gain, how many of every kind it takes, how often it disagrees.

        ``worth``: what a problem of every kind costs by itself.
        """
        distance, tau, rounds = curve.minimize_at_slopes()
        gain = worth - _choose_slopes()[:, None] * distance - tau
        order = np.argsort(-gain / rounds, axis=1)
        sorted_rounds = np.take_along_axis(rounds, order, axis=1)
        wanted = np.where(np.take_along_axis(gain, order, axis=1) > 0, left[order], 0.0)
        before = np.cumsum(wanted * sorted_rounds, axis=1) - wanted * sorted_rounds
        allowed = np.floor(np.maximum(self.log_rounds - before, 0.0) / sorted_rounds + 1e-9)
        takes = np.zeros_like(gain)
        np.put_along_axis(takes, order, np.minimum(wanted, allowed), axis=1)
        rho = _evaluate_race_error((takes * distance).sum(axis=1)) + (takes * tau).sum(axis=1)
        gains = np.where(takes.sum(axis=1) > 0, takes @ worth - rho, -np.inf)
        best = int(gains.argmax())
        return float(gains[best]), takes[best], float(rho[best])

    def _race_all(self, curve: _Curve) -> float:
        """Return the disagreement of all problems in races of as few equal groups as the rounds allow."""
        distance, tau, rounds = curve.minimize_at_slopes()
        size = np.maximum(np.floor(self.log_rounds / rounds.max(axis=1)), 1.0)
        groups = np.ceil(self.counts.sum() / size)
        found = groups * _evaluate_race_error(distance @ self.counts / groups) + tau @ self.counts
        return float(found.min())

    def _build_curves(self, samples: int) -> list[_Curve]:
        log_votes = np.array([math.log(int(count)) for count in self.kinds.blocks(samples)])
        beta0, shares = np.exp(self.kinds.log_beta0), np.logspace(-6, -0.05, _PLACES)
        distance, tau, log_D = self._evaluate_squared_votes(log_votes, shares)
        fails = beta0[:, None] * np.exp(-log_D) + np.sqrt(tau)
        step = shares[1] / shares[0]
        nearby = shares[fails.argmin(axis=1)][:, None] * np.linspace(1 / step, min(step, 1.1), _PLACES)
        _, finer, log_D_there = self._evaluate_squared_votes(log_votes, nearby)
        fails = (beta0[:, None] * np.exp(-log_D_there) + np.sqrt(finer)).min(axis=1)
        squared = _Curve(SQUARED, distance, tau, self._log_outputs[:, None] - log_D, fails)
        if not self.kinds.two.any():
            return [squared]
        top = np.minimum(log_votes, _ASYMPTOTIC)
        distance = np.exp(_compile_terms()[2](T=top, rho0=self.kinds.log_rho0) - (log_votes - top))
        distance = np.where(self.kinds.two, distance, _NO_RACE)[:, None]
        nothing = np.zeros_like(distance)
        return [squared, _Curve(ANGLES, distance, nothing, nothing + math.log(2), float(_ANGLES_FAIL) * beta0)]

    def _evaluate_squared_votes(self, log_votes: Any, shares: Any) -> tuple[Any, Any, Any]:
        """Return distance, tau^2 and ln D of squared votes with x1 at these shares of the distance from rho0 to 1."""
        chi, tau, *_ = _compile_terms()
        log_rho0, votes = self.kinds.log_rho0[:, None], log_votes[:, None]
        rho0 = np.exp(log_rho0)
        log_x1 = np.log(rho0 + (1 - rho0) * shares)
        log_distance = chi(T=votes, rho0=log_rho0, x0=log_rho0, x1=log_x1)
        log_D = log_rho0 - votes - log_distance
        return np.exp(log_distance), np.exp(tau(T=votes, x0=log_rho0, x1=log_x1)), log_D


def _find_cheapest_change(
    place: int, kind: int, fails: float, rho: float, rhos: Any, betas: Any
) -> list[tuple[float, int, int, float, float, float]]:
    """Return the form that reduces the failures of a problem at the lowest price in disagreement, if any."""
    found = []
    for there, failing in zip(rhos[:, kind].tolist(), betas[:, kind].tolist(), strict=True):
        if math.isfinite(there) and failing < fails:
            saved, added = fails - failing, there - rho
            found.append((added / saved, place, kind, saved, added, failing))
    return [min(found)] if found else []


@cache
def _compile_terms() -> tuple[Compiled, Compiled, Compiled, Compiled]:
    """Return chi and tau^2 of squared votes, the distance of votes as angles, the error of a race, as logarithms."""
    terms = ((raced_votes, "chi"), (raced_votes, "tau_squares"), (binary_votes, "distance"))
    chi, tau, angles = (compile_term(theorem, theorem.conclusion(name).expression.function) for theorem, name in terms)
    return chi, tau, angles, compile_formula(race_error(smallest(1, Symbol("X"))), LOG)


def _evaluate_race_error(distance: Any) -> Any:
    """Return the error of a race at every distance."""
    raced = distance > 0
    return np.where(raced, np.exp(_compile_terms()[3](X=np.log(np.where(raced, distance, 1.0)))), 0.0)


@cache
def _choose_slopes() -> Any:
    """Return slopes of the error of a race between distances of 1e-14 and 1: it is about sqrt(8x/3)."""
    return np.sqrt(2 / 3 / np.logspace(-14, 0, _SLOPES))
