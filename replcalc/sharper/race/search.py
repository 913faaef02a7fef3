"""Search the parameters of derived:raced-votes in floats; the result is certified afterwards.

With m groups, x0_i = rho0_i + (1 - rho0_i) s_i and x1_i = x0_i + (1 - x0_i) t_i, the theorem bounds

    rho  <= m g(chi/m) + sum omega_i + sum tau_i^2,    chi = sum rho0_i (1-x0_i)/(T_i (1-x1_i)^2),
    beta <= sum omega_i + sum tau_i + sum beta0_i (1-x0_i)/(1-x1_i)^2,
    omega_i = exp(-J kl(x0_i, rho0_i)),    tau_i = exp(-T_i kl(x1_i, x0_i)),    T_i = N/n_i,

where g is the error of a race. Each bound may have x0 and x1 of its own, so they are minimised separately. Algorithms
of one rho0 share s and t. g is concave: with its slope at the present chi in its place, the bound on rho is a sum over
the values of rho0, each minimised on a grid of (s, t) that is made finer around its best place; then the slope is
computed again.

More strings J never hurt: the least N belongs to J without limit; then J is the fewest strings that need at most SLACK
times as many samples. Everything is a logarithm, so that rho = 1e-300 is as good as rho = 0.1.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import starmap
from typing import Any

import numpy as np
from flint import fmpq

from replcalc.numbers.family import Family
from replcalc.planning.blocks import groups
from replcalc.planning.composition import Composition
from replcalc.search.optimise import decimal_up, find_root, from_log, log_rational, whole

Array = Any
#: N may exceed the least one by this factor to save strings; more strings than this are never used.
SLACK, MOST_STRINGS = fmpq(10096, 10000), 10**15
#: Above this ln N no goal is pursued.
FARTHEST = 1e5
#: The first grid of u, where ln s or ln t is -e^u; every refinement has nine places between the neighbours of the best.
_GRID, _STEP, _REFINEMENTS = np.arange(-4.0, 8.0, 0.6), 0.6, 7
#: Margin in ln(bound/goal) for the cost of rounding x0 and x1 to decimals.
_MARGIN = 4e-6
#: What a power of e costs in ln(bound) by which omega or tau are smaller than they must be.
_NEEDLESS = 1e-7
#: Logarithms of 0 and differences of infinities are values here.
_ignoring_infinities = np.errstate(divide="ignore", invalid="ignore", over="ignore")


@dataclass(frozen=True)
class Places:
    """ln s and ln t for every value of rho0 that the search distinguishes."""

    log_s: Array
    log_t: Array


@dataclass(frozen=True)
class Choice:
    """J, about how many samples, and exact x0, x1 (for rho) and y0, y1 (for beta): families along the problems.

    ``reaches``: whether these meet the goal, in floats.
    """

    strings: int
    samples: int
    x: tuple[Family[fmpq], Family[fmpq]]
    y: tuple[Family[fmpq], Family[fmpq]]
    reaches: bool


class VotesSearch:
    """The search for one goal and one number of groups."""

    @_ignoring_infinities
    def __init__(self, goal: Composition, parts: int = 1) -> None:
        self.goal, self.log_parts = goal, math.log(parts)
        self.groups = tuple(groups(goal))
        self._log_n = self._spread(lambda mean, _: math.log(mean), 0.0)
        self._log_count = self._spread(lambda _, count: math.log(count), -math.inf)
        self._rho0 = np.array([group.log_rho0 for group in self.groups])[:, None, None]
        self._below = _log1m(self._rho0)
        self._log_k = _log_sum(self._log_count)
        self._beta0 = self._log_k + np.array([group.log_beta0 for group in self.groups])[:, None, None]
        self._targets = log_rational(goal.rho), None if goal.beta is None else log_rational(goal.beta)
        self._least_log = math.log(max(goal.n.values))

    # -- the bounds ----------------------------------------------------------------------------------------------------
    def _compute_terms(self, log_votes: Array, log_strings: float, places: Places) -> tuple[Array, Array, Array, Array]:
        """Return ln of chi, omega, tau^2 (or tau: half of the exponent) and 1/D for every group at its places."""
        below = self._below
        rest0 = below + _log1m(places.log_s)  # ln(1 - x0)
        x0 = np.logaddexp(self._rho0, below + places.log_s)
        rest1 = rest0 + _log1m(places.log_t)  # ln(1 - x1)
        spread = rest0 - 2 * rest1
        log_kl = 0.0 if log_strings == math.inf else _compute_log_kl(self._rho0, below, places.log_s)
        omega = self._log_k - _exp_sum(log_strings, log_kl)
        tau = -_exp_sum(log_votes, _compute_log_kl(x0, rest0, places.log_t)[..., None])
        chi = self._rho0 + spread + _log_sum(self._log_count - log_votes)
        return chi, omega, tau, spread

    def _bound_rho(self, log_votes: Array, log_strings: float, places: Places) -> tuple[float, float]:
        """Return ln of the bound on rho, and of chi."""
        chi, omega, tau, _ = self._compute_terms(log_votes, log_strings, places)
        total = _log_total(chi)
        race = self.log_parts + compute_log_race(total - self.log_parts)
        return _log_total(np.array([race, _log_total(omega), _log_total(self._log_count + 2 * tau)])), total

    def _minimize_rho(self, log_votes: Array, log_strings: float) -> tuple[float, Places]:
        """Return the least bound on rho: grids at the slope of the race's error, updated until nothing moves."""
        distance = math.log(3 / 8) + 2 * (self._targets[0] - self.log_parts)
        best: tuple[float, Places] | None = None
        for _ in range(6):
            slope = _compute_log_slope(distance)

            def weight(places: Places, slope: float = slope) -> Array:
                chi, omega, tau, _ = self._compute_terms(log_votes, log_strings, places)
                return _add_log_terms(chi + slope, omega, _log_sum(self._log_count + 2 * tau))

            places = self._minimize_places(weight, log_strings)
            value, total = self._bound_rho(log_votes, log_strings, places)
            before, distance = distance, min(total - self.log_parts, 0.0)
            if best is None or value < best[0]:
                best = value, places
            if abs(distance - before) < 1e-3:
                break
        assert best is not None
        return best

    def _minimize_beta(self, log_votes: Array, log_strings: float) -> tuple[float, Places]:
        """Return the least bound on beta: a sum over the groups, each at its own best place."""

        def parts(places: Places) -> tuple[Array, Array, Array]:
            _, omega, tau, spread = self._compute_terms(log_votes, log_strings, places)
            return self._beta0 + spread, omega, _log_sum(self._log_count + tau)

        def weight(places: Places) -> Array:
            return _add_log_terms(*parts(places))

        places = self._minimize_places(weight, log_strings)
        return _log_total(np.stack(parts(places))), places

    def _minimize_places(self, weight: Callable[[Places], Array], log_strings: float) -> Places:
        """Return every group's best place: a coarse grid, then finer ones; s = 0 where strings are no limit."""
        count, free = len(self.groups), log_strings == math.inf
        at_s = np.array([math.inf]) if free else _GRID
        us, ut = np.tile(at_s, (count, 1)), np.tile(_GRID, (count, 1))
        step, every = _STEP, np.arange(count)
        for _ in range(1 + _REFINEMENTS):
            places = Places(-np.exp(us)[:, :, None], -np.exp(ut)[:, None, :])
            values = np.fmin(weight(places), math.inf)
            best = values.reshape(count, -1).argmin(axis=1)
            s, t = us[every, best // ut.shape[1]], ut[every, best % ut.shape[1]]
            around = np.linspace(-step, step, 9)
            us = s[:, None] if free else s[:, None] + around
            ut, step = t[:, None] + around, step / 4
        return Places(-np.exp(s)[:, None, None], -np.exp(t)[:, None, None])

    def _measure_excess_at(self, log_samples: float, log_strings: float) -> float:
        """Return the excess with T that is not rounded; the loss from few blocks is corrected at the end."""
        return self._measure_excess(np.maximum(log_samples - self._log_n, 0.0), log_strings)

    def _measure_excess(self, votes: Array, log_strings: float) -> float:
        """Return ln of the larger of rho/goal and beta/goal."""
        excess = self._minimize_rho(votes, log_strings)[0] - self._targets[0]
        if self._targets[1] is None:
            return excess
        return max(excess, self._minimize_beta(votes, log_strings)[0] - self._targets[1])

    # -- samples and strings -------------------------------------------------------------------------------------------
    def _find_log_samples(self, log_strings: float) -> float | None:
        """Return ln of about the smallest N that meets the goal; None where no N does."""

        def excess(log_samples: float) -> float:
            return min(self._measure_excess_at(log_samples, log_strings) + _MARGIN, 1e6)

        if excess(FARTHEST) > 0:
            return None
        low = self._least_log
        value = excess(low)
        if value <= 0:
            return low
        high = low
        while value > 0:  # the bound falls like 1/sqrt(N), at least in the end
            low, high = high, high + 2 * min(value, 1e3) + 0.1
            value = excess(high)
        return find_root(excess, low, high, 1e-7, 1e-12)

    @_ignoring_infinities
    def choose(self) -> Choice:
        """Choose J, N, x0 and x1; if nothing meets the goal, parameters that come close."""
        ceiling = self.goal.max_strings
        allowed_strings = MOST_STRINGS if ceiling is None else ceiling
        most = math.log(allowed_strings)
        least = self._find_log_samples(math.inf if ceiling is None else most)
        if least is None:
            return self._choose_parameters(ceiling or 1 << 20, max(*self.goal.n.values, 1 << 20) * 1000, False)
        fewest, unit = whole(least), math.gcd(*set(self.goal.n.values))
        most_samples = max(-(-fewest // unit) * unit, int(fmpq(fewest) * SLACK) // unit * unit)  # whole blocks
        if self.goal.samples is not None and fewest <= self.goal.samples:
            most_samples = min(most_samples, self.goal.samples)
        allowed = max(math.log(most_samples), least)

        def excess(log_strings: float) -> float:
            return min(self._measure_excess_at(allowed, log_strings) + _MARGIN, 1e6)

        if excess(0.0) <= 0:
            strings = 1
        elif excess(most) > 0:
            strings = allowed_strings
        else:
            count = whole(find_root(excess, 0.0, most, 1e-4))
            unit = int(10 ** max(0, len(str(count)) - 4))
            strings = -(-count // unit) * unit  # rounded up to four digits
        strings = strings if ceiling is None else min(strings, ceiling)
        found = self._find_log_samples(math.log(strings))
        return self._choose_parameters(strings, whole(allowed if found is None else found), True)

    def _choose_parameters(self, strings: int, samples: int, reaches: bool) -> Choice:
        """Return exact parameters: the smallest N at which whole blocks meet the goal, and its x0, x1 as decimals."""
        unit, log_strings = math.gcd(*set(self.goal.n.values)), math.log(strings)
        low = max(-(-samples // unit) * unit, max(self.goal.n.values))
        if reaches and self._measure_excess(self._count_whole_votes(low), log_strings) > 0:
            high = low + max(self.goal.n.values)
            while high - low > unit and (high - low) * 10**6 > high:
                middle = low + max(1, (high - low) // (2 * unit)) * unit
                if self._measure_excess(self._count_whole_votes(middle), log_strings) > 0:
                    low = middle
                else:
                    high = middle
            low = high
        votes = self._count_whole_votes(low)
        x, y = self._minimize_rho(votes, log_strings)[1], self._minimize_beta(votes, log_strings)[1]
        return Choice(strings, low, self._to_exact(x), self._to_exact(y), reaches)

    def _count_whole_votes(self, samples: int) -> Array:
        """Return ln T for whole numbers of blocks."""
        return self._spread(lambda mean, _: math.log(max(samples // mean, 1)), 0.0)

    def _spread(self, value: Callable[[int, int], float], empty: float) -> Array:
        """Return a value of every member (mean n, count) of every group, as groups x 1 x 1 x members."""
        widest = max(len(group.members) for group in self.groups)
        rows = [[*starmap(value, group.members), *[empty] * (widest - len(group.members))] for group in self.groups]
        return np.array(rows)[:, None, None, :]

    def _to_exact(self, places: Places) -> tuple[Family[fmpq], Family[fmpq]]:
        """Return x0 and x1 as decimals within a millionth of every gap: x0 rounded up, x1 down, rho0 < x0 < x1 < 1."""
        exact: dict[fmpq, tuple[fmpq, fmpq]] = {}
        for g, group in enumerate(self.groups):
            rho0, s, t = group.covers[-1], from_log(places.log_s[g, 0, 0]), from_log(places.log_t[g, 0, 0])
            x0 = rho0 + (1 - rho0) * s
            x0 = decimal_up(x0, min(x0 - rho0, 1 - x0) / 1000)
            x1 = x0 + (1 - x0) * t
            x1 = 1 - decimal_up(1 - x1, min(x1 - x0, 1 - x1) / 1000)
            exact |= dict.fromkeys(group.covers, (x0, x1))
        rho0s = self.goal.rho0
        return rho0s.map(lambda value: exact[value][0]), rho0s.map(lambda value: exact[value][1])


# -- logarithms --------------------------------------------------------------------------------------------------------
def _log1m(log_x: Array) -> Array:
    """Return ln(1 - x) from ln x."""
    return np.log(-np.expm1(log_x))


def _exp_sum(log_a: Array, log_b: Array) -> Array:
    """Return e^(a + b), not beyond 1e300: as an exponent more makes no difference."""
    return np.exp(np.fmin(log_a + log_b, 690.0))


def _compute_log_kl(base: Array, complement: Array, share: Array) -> Array:
    """Return ln of the relative entropy of x = b + (1-b) share to b, from ln b, ln(1-b), ln share."""
    ratio = complement + share - base  # ln((x - b)/b)
    portion, b, c = np.exp(share), np.exp(base), np.exp(complement)
    exact = np.log((b + c * portion) * np.logaddexp(0, ratio) + c * (1 - portion) * np.log1p(-portion))
    # second and third order, where the terms above cancel
    third = np.exp(np.minimum(ratio, 0.0)) * (1 - 2 * b) / (3 * c)
    series = complement + 2 * share - base - math.log(2) + np.log1p(-third)
    return np.where(np.maximum(ratio, share) < -9, series, exact)


def compute_log_race(log_x: float) -> float:
    """Return ln of the error of a race, r (c + r)/(1 + c r) with r = sqrt(x (2 - x)), c = 2/sqrt 3, at x <= 1."""
    log_x, c = min(log_x, 0.0), 2 / math.sqrt(3)
    r = math.exp(max((log_x + math.log(2 - math.exp(log_x))) / 2, -700.0))
    return (log_x + math.log(2 - math.exp(log_x))) / 2 + math.log((c + r) / (1 + c * r))


def _compute_log_slope(log_x: float) -> float:
    """Return ln of the derivative of that error."""
    log_x = min(log_x, -0.02)
    rise = (compute_log_race(log_x + 0.01) - compute_log_race(log_x - 0.01)) / 0.02
    return math.log(max(rise, 1e-9)) + compute_log_race(log_x) - log_x


def _add_log_terms(base: Array, omega: Array, tau: Array) -> Array:
    """Return ln of the sum; a little more where omega or tau are needlessly small: their digits are written out."""
    needless = np.log1p(np.maximum(-omega, 0)) + np.log1p(np.maximum(-tau, 0))
    return np.logaddexp(np.logaddexp(base, omega), tau) + _NEEDLESS * needless


def _log_sum(logs: Array) -> Array:
    """Return ln of the sum of e^x along the last axis."""
    if logs.shape[-1] == 1:
        return logs[..., 0]
    top = logs.max(axis=-1)
    shift = np.where(np.isfinite(top), top, 0.0)
    return shift + np.log(np.exp(logs - shift[..., None]).sum(axis=-1))


def _log_total(logs: Array) -> float:
    return float(_log_sum(np.asarray(logs).reshape(-1)))
