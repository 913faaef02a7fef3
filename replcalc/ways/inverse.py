"""The inverse questions: the best rho for given samples, the most problems for given samples and rho.

Two routes compete, ``naive`` and ``direct``. The search is in floats; every answer is certified: the goal is PROVED at
the answer and, for the number of problems, REFUTED one step beyond it with the same parameters.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import short
from replcalc.numbers.errors import UnmetCondition
from replcalc.numbers.exact import parse_probability
from replcalc.numbers.family import Family
from replcalc.questions.assumption import Assumed
from replcalc.questions.composition import Composition, composition
from replcalc.questions.defaults import MOST_BETA
from replcalc.search.floats import decimal_up, from_log
from replcalc.search.votes import MOST_STRINGS, SLACK, VotesSearch
from replcalc.ways import direct, naive
from replcalc.ways.result import Result

_LABEL = direct.RACE.statement.label
_votes = partial(VotesSearch, statement=direct.RACE.model)


@dataclass(frozen=True)
class Inverse:
    """A goal that an inverse question led to, its certified solution, and what the other route could promise."""

    goal: Composition
    result: Result
    other: fmpq | None = None


def best_rho(
    n: Any,
    samples: int,
    *,
    rho0: Any = None,
    beta0: Any = None,
    beta: Any = None,
    max_strings: int | None = None,
) -> fmpq:
    """The smallest rho that ``naive`` or ``direct`` certifies with ``samples`` samples (see most_replicable)."""
    return most_replicable(n, samples, rho0=rho0, beta0=beta0, beta=beta, max_strings=max_strings).goal.rho


def most_replicable(
    n: Any,
    samples: int,
    *,
    rho0: Any = None,
    beta0: Any = None,
    beta: Any = None,
    max_strings: int | None = None,
    digits: int = 20,
) -> Inverse:
    """The best rho with ``samples`` samples, and the certified composition that reaches it with at most that many.

    Side by side it is the sum of the rho0_i. By squared votes half a percent of rho (one percent of the samples) is
    given away to keep the number of strings small, and rho is rounded up to five digits.
    """
    goal = composition(n, "1/2", rho0=rho0, beta0=beta0, beta=beta, max_strings=max_strings)
    largest = max(goal.n.values)
    if samples < largest:
        raise UnmetCondition(_LABEL, f"n_i <= N = {samples}", f"one of the algorithms needs {largest} samples")
    beside = _side_by_side(goal, digits)
    voted = _by_votes(goal, samples, digits)
    if isinstance(voted, Inverse) and (beside is None or voted.goal.rho < beside.goal.rho):
        return replace(voted, other=beside.goal.rho if beside else None)
    if beside is not None:
        return replace(beside, other=voted.goal.rho if isinstance(voted, Inverse) else None)
    assert isinstance(voted, UnmetCondition)
    raise voted


def _side_by_side(goal: Composition, digits: int) -> Inverse | None:
    total = sum((count * rho0 for count, rho0 in zip(goal.n.counts, goal.rho0.values, strict=True)), fmpq(0))
    if total >= 1:
        return None
    trial = replace(goal, rho=total)
    result = naive.solve(trial, digits)
    return Inverse(trial, result) if result.applicable else None


def _by_votes(goal: Composition, samples: int, digits: int) -> Inverse | UnmetCondition:
    log_rho = _least_log_rho(goal, samples)
    if log_rho is None:
        needed = _votes(replace(goal, rho=fmpq(99, 100))).least_samples(_log_strings(goal))
        both = " for rho and beta" if goal.beta is not None else ""
        hint = f"about {needed[0]} are needed for rho = 0.99" if needed else f"no number of samples is enough{both}"
        return UnmetCondition(_LABEL, "rho < 1", f"{short(samples)} samples do not get rho below 1; {hint}")
    log_rho += math.log(1.0051)
    for _ in range(40):
        rho = min(_rounded_up(from_log(log_rho)), fmpq(999999, 1000000)) if log_rho < 0 else fmpq(999999, 1000000)
        trial = replace(goal, rho=rho)
        result = direct.solve(trial, digits)
        if result.applicable and result.samples is not None and result.samples <= samples:
            return Inverse(trial, result)
        log_rho += 0.002
    return UnmetCondition(_LABEL, "rho < 1", f"no rho could be certified with {short(samples)} samples")


def _log_strings(goal: Composition) -> float:
    return math.log(MOST_STRINGS if goal.max_strings is None else goal.max_strings)


def _least_log_rho(goal: Composition, samples: int) -> float | None:
    """ln of the smallest rho that some parameters reach with ``samples``; None if it is not below 1."""

    def reached(log_rho: float) -> bool:
        trial = _votes(replace(goal, rho=from_log(log_rho)))
        return trial.best(samples, _log_strings(goal)).reached

    high = -1e-6
    if not reached(high):
        return None
    step = 1.0
    while reached(high - step):
        high, step = high - step, step * 2
        if high < -50_000:
            return high
    low = high - step
    while high - low > 1e-5:
        middle = (low + high) / 2
        if reached(middle):
            high = middle
        else:
            low = middle
    return high


def _rounded_up(rho: fmpq) -> fmpq:
    """rho to five digits, not below it."""
    return decimal_up(rho, rho / 10)


@dataclass(frozen=True)
class MostProblems:
    """The largest k, its certified composition, and the refusal at k + 1 with the same parameters.

    ``by_votes`` and ``side_by_side`` are the largest k of the two routes (0: none); ``beyond`` is None at the cap MOST.
    """

    k: int
    goal: Composition
    result: Result
    beyond: Result | None
    by_votes: int
    side_by_side: int


#: More equal problems than this are not counted.
MOST = 10**9


def most_problems(
    size: int,
    samples: int,
    rho: Any,
    *,
    rho0: Any = None,
    beta0: Any = None,
    beta: Any = None,
    max_strings: int | None = None,
    digits: int = 20,
) -> MostProblems:
    """The largest k such that k problems of ``size`` samples each are solved rho-replicably from ``samples`` samples.

    A failure probability that nobody bounds could reach 1 and promise nothing: without ``beta``, 0.999 is assumed.
    Squared votes again give away one percent for fewer strings: their k may fall short of the largest by that much.
    """
    target = parse_probability(rho, "rho")
    assumed = Assumed()
    failure = assumed.parsed("beta", beta, MOST_BETA, parse_probability)
    one = composition([size], target, rho0=rho0, beta0=beta0, beta=failure, max_strings=max_strings)
    one = replace(one, assumed={**one.assumed, **assumed})
    if samples < size:
        raise UnmetCondition(_LABEL, f"n <= N = {samples}", f"the algorithm needs {size} samples")
    beside = int((target / one.rho0.values[0]).floor())
    beside = min(beside, int((failure / one.beta0.values[0]).floor()), MOST)
    voted = _most_by_votes(one, samples, digits)
    if voted is not None and voted.k > beside:
        return replace(voted, side_by_side=beside)
    if beside == 0:
        detail = f"not even one problem can be made {short(target)}-replicable with {short(samples)} samples"
        raise UnmetCondition(_LABEL, "k >= 1", detail)
    result, more = naive.solve(_copies(one, beside), digits), None
    if beside < MOST:
        more = naive.solve(_copies(one, beside + 1), digits)
    return MostProblems(beside, _copies(one, beside), result, more, voted.k if voted else 0, beside)


def _copies(one: Composition, k: int) -> Composition:
    """k copies of a goal about one algorithm."""
    n, rho0, beta0 = (Family.constant(f.values[0], k) for f in (one.n, one.rho0, one.beta0))
    return replace(one, n=n, rho0=rho0, beta0=beta0)


def _most_by_votes(one: Composition, samples: int, digits: int) -> MostProblems | None:
    def fits(k: int, log_strings: float) -> bool:
        return _votes(_copies(one, k)).best(samples, log_strings).reached

    if not fits(1, _log_strings(one)):
        return None
    most = _largest(lambda k: fits(k, _log_strings(one)))
    enough = max(1, int((fmpq(most) / SLACK).ceil()))
    fewest = _votes(_copies(one, enough)).least_strings(samples, one.max_strings)
    if fewest is None:
        return None
    strings = fewest[0]
    k = _largest(lambda k: fits(k, math.log(strings)))
    search = _votes(_copies(one, k))
    x0, x1 = search.exact(search.best(samples, math.log(strings)))[one.rho0.values[0]]

    def certified(k: int) -> Result:
        places = {"x0": Family.constant(x0, k), "x1": Family.constant(x1, k)}
        return direct.certified(_copies(one, k), {"J": strings, **places}, samples, digits)

    result, beyond = certified(k), None
    while not result.applicable and k > 1:  # rounding of x0 and x1 may cost one
        beyond, k = result, k - 1
        result = certified(k)
    while k < MOST and beyond is None:
        beyond = certified(k + 1)
        if beyond.applicable:
            k, result, beyond = k + 1, beyond, None
    return MostProblems(k, _copies(one, k), result, beyond, k, 0)


def _largest(fits: Callable[[int], bool]) -> int:
    """The largest k <= MOST with ``fits(k)``, given that 1 fits and that fitting is monotone."""
    high = 2
    while high <= MOST and fits(high):
        high *= 4
    low, high = max(1, high // 4), min(high, MOST + 1)
    while high - low > 1:
        middle = (low + high) // 2
        if fits(middle):
            low = middle
        else:
            high = middle
    return low
