"""The least number of samples of the best replicable test, found in floats and certified on both sides."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import NormalDist

from flint import fmpq

from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.exact import to_float
from replcalc.sharper.threshold_test.certificates import (
    MOST_CELLS,
    CheckedDistribution,
    CoinFlips,
    DistributionCheck,
    Prior,
    TwoValues,
    angle_of,
    bound_cost,
)
from replcalc.sharper.threshold_test.program import Grid, Optimum, optimum

#: Samples of a count, standard deviations between the two values, and deviations times the square root of the samples,
#: up to which a test is answered in seconds: a certificate has cells for every deviation, and sums over the counts.
MOST_COUNTS, MOST_DEVIATIONS, MOST_WORK = 10**6, 130.0, 30_000
#: Probabilities and distances below this are refused: their squares are near the end of floats.
_SMALLEST = 1e-100
#: Programs that are solved before the search gives up, and steps of a certificate away from the floats' answer.
_PROGRAMS, _STEPS = 60, 24
#: Samples from which on a certificate takes seconds: few are tried, each at once with a larger margin.
_MANY, _FEW_CERTIFICATES = 20_000, 3
#: Steps where a distribution for a stricter question is tried next.
_FEW_STEPS = 6
#: Largest change of ln(samples) in one step of the search.
_LARGEST_STEP = 0.7
#: Up to so many samples the search goes on until neighbours are distinguished.
_FEW = 8000
#: To within this the program is solved where neighbours are hard to tell apart.
_CLOSEST = 1e-7

_HALF = fmpq(1, 2)


@dataclass(frozen=True)
class Excluded:
    """So many samples do not suffice: against this prior every test costs at least ``worth``, more than is allowed."""

    samples: int
    prior: Prior
    worth: fmpq


@dataclass(frozen=True)
class LeastTest:
    """``samples`` suffice, with this distribution; ``excluded`` ones do not (None: one sample is enough)."""

    samples: int
    distribution: CheckedDistribution
    excluded: Excluded | None


@dataclass
class _Search:
    """Optima by number of samples. ``beyond``: parameters outside the two values take part."""

    task: TwoValues
    beyond: bool
    known: dict[int, Optimum] = field(default_factory=dict)

    def at(self, samples: int) -> Optimum:
        if samples not in self.known:
            if len(self.known) >= _PROGRAMS:
                raise PrecisionExhausted(f"the search for the least N stops after {_PROGRAMS} linear programs")
            near = min(self.known, key=lambda n: abs(math.log(n / samples)), default=None)
            grid: Grid | None = None
            if near is not None and abs(math.log(near / samples)) < 0.05:
                grid = self.known[near].grid
            tolerance = min(1e-3, max(1e-5, 0.1 / samples))
            self.known[samples] = optimum(CoinFlips(samples), self.task, tolerance, grid, beyond=self.beyond)
        return self.known[samples]

    def suffices(self, samples: int) -> bool:
        """Leave a margin for a certificate of few cells where samples are many."""
        return self.at(samples).most <= (1 - 4e-5 if samples > _FEW else 1)

    def least(self, guess: int) -> int:
        """Return the smallest N that suffices in floats: s falls like a power of N, the last two tell which."""
        low, high = 0, 0  # excluded, sufficient
        here = max(1, guess)
        while high == 0 or high - low > max(1, low // 8000):
            if self.suffices(here):
                high = here
            else:
                low = here
            here = self._next(low, high)
        return high

    def _next(self, low: int, high: int) -> int:
        def excess(n: int) -> float:
            return math.log((self.known[n].least + self.known[n].most) / 2)

        if high and low:
            a, b = excess(low), excess(high)
            share = min(0.95, max(0.05, a / (a - b))) if a > b else 0.5
            step = round(float(low * (high / low) ** share))
            if len(self.known) % 3 == 2:  # a secant alone may creep up from one side
                step += 1 if a > -b else -1
            return min(max(step, low + 1), high - 1)
        here = low or high
        # Errors fall exponentially with the samples, so far from the answer the power law overshoots without bound;
        # for beta near 1/2 it falls short again and again: then the steps become larger.
        change = 2 * 1.5 ** (len(self.known) // 8) * excess(here)
        factor = math.exp(min(max(change, -_LARGEST_STEP), _LARGEST_STEP))
        aimed = round(here * factor)
        if low:
            return max(low + 1, aimed + max(1, aimed // 5000))
        return max(1, min(high - 1, aimed - max(1, aimed // 5000))) if high > 1 else 1


def _deviations(task: TwoValues) -> float:
    """Estimate the standard deviations between the two values that the test needs, its thresholds lying evenly."""
    rho = to_float(task.rho)
    if rho < _SMALLEST:  # beyond every test here, and almost beyond floats
        return math.inf
    return 2 / math.sqrt(math.pi) / rho - NormalDist().inv_cdf(to_float(task.beta))


def least_test(task: TwoValues, check: type[DistributionCheck] = DistributionCheck, unit: int = 1) -> LeastTest:
    """Return the least number of samples and what shows it. PrecisionExhausted where it would take minutes.

    ``check``: what a distribution must pass, ``unit``: of what the samples must be a multiple, if of anything.
    """
    beyond = differs_outside(task)
    search = _Search(task, beyond)
    samples, distribution = _sufficient(search, search.least(_first(task)), check, unit)
    inside = _Search(task, False) if beyond else search
    found = LeastTest(samples, distribution, _find_excluded(inside, inside.least(samples) - 1))
    return found if beyond or check is not DistributionCheck else _close_bracket(search, found)


def fewest_test(
    tasks: Sequence[TwoValues], check: type[DistributionCheck], unit: int = 1
) -> tuple[TwoValues, int, CheckedDistribution]:
    """Return the task among ``tasks`` with the fewest samples, these, and the certified distribution.

    The linear programs of every task say about how many samples it needs; certificates, which take longer, are made in
    that order until one succeeds.
    """
    found, failed = [], ""
    for place, task in enumerate(tasks):
        search = _Search(task, differs_outside(task))
        try:
            found.append((search.least(_first(task)), place, search))
        except PrecisionExhausted as error:
            failed = failed or str(error)
    for samples, place, search in sorted(found, key=lambda one: one[:2]):
        try:
            return (tasks[place], *_sufficient(search, samples, check, unit))
        except PrecisionExhausted as error:
            failed = failed or str(error)
    raise PrecisionExhausted(failed)


def _close_bracket(search: _Search, found: LeastTest) -> LeastTest:
    """Return what lies between few samples that suffice and those that are excluded, decided on the finest choices."""
    while found.samples <= _FEW and found.excluded is not None and found.excluded.samples + 1 < found.samples:
        at, task = found.samples - 1, search.task
        experiment = CoinFlips(at)
        best = optimum(experiment, task, _CLOSEST, search.at(at).grid, finest=True)
        distribution = DistributionCheck(experiment, task, best.distribution).certify()
        least = None if distribution is not None else bound_cost(experiment, task, best.prior)
        if distribution is not None:
            found = replace(found, samples=at, distribution=distribution)
        elif least is not None:
            found = replace(found, excluded=Excluded(at, best.prior, least))
        else:
            break
    return found


def find_excluded_test(task: TwoValues) -> Excluded | None:
    """Return the largest number of samples that is shown not to suffice, without a distribution for the next one."""
    search = _Search(task, False)
    return _find_excluded(search, search.least(_first(task)) - 1)


def differs_outside(task: TwoValues) -> bool:
    """Return whether two runs could differ more often outside of the two values than between them."""
    return bool(2 * task.beta * (1 - task.beta) > task.rho)


def _first(task: TwoValues) -> int:
    deviations = _deviations(task)
    width = float(angle_of(to_float(task.high)) - angle_of(to_float(task.low)))
    many = math.isinf(deviations) or width <= _SMALLEST
    samples = 10**200 if many else max(1, math.ceil((deviations / width) ** 2))
    long = deviations > MOST_DEVIATIONS or deviations * math.sqrt(samples) > MOST_WORK
    if long or samples > MOST_COUNTS:
        about = "more than 10^150" if many else f"about {samples:.3g}"
        raise PrecisionExhausted(
            f"the linear programs of a test of {about} samples whose values differ by {deviations:.3g} standard "
            "deviations take too long"
        )
    return samples


def _least_margin(task: TwoValues) -> float:
    """Return the margin below s = 1 at which a certificate needs no more cells than are allowed, about.

    On a cell of so many deviations the disagreement may exceed its ends by 5/8 rho times the square of that. Cells of a
    quarter are halved until this is less than the margin; there are four of them for every deviation.
    """
    halvings = math.floor(math.log2((MOST_CELLS / (4 * _deviations(task)) + 1) / 2))
    return 5 / 8 * 0.0625 * 4.0**-halvings


def _sufficient(
    search: _Search, samples: int, check: type[DistributionCheck], unit: int
) -> tuple[int, CheckedDistribution]:
    """Return the first multiple of ``unit`` from here on whose distribution is certified."""
    missing = _least_margin(search.task) - (1 - search.at(samples).most)
    samples += max(0, int(2 * missing * samples))  # s falls like 1/sqrt(N)
    steps = _FEW_CERTIFICATES if samples >= _MANY else _STEPS if unit == 1 else _FEW_STEPS
    for step in range(steps):
        further = _stride(step, samples) if samples < _MANY else samples // 4000 * 4**step // unit
        at = -(-samples // unit) * unit + unit * further
        found = check(CoinFlips(at), search.task, search.at(at).distribution).certify()
        if found is not None:
            return at, found
    raise PrecisionExhausted(f"no distribution near {samples} samples is certified")


def _find_excluded(search: _Search, samples: int) -> Excluded | None:
    """Return the first number from here downwards that is shown not to suffice."""
    for step in range(_STEPS):
        at = samples - _stride(step, samples)
        if at < 1:
            return None
        prior = search.at(at).prior
        least = bound_cost(CoinFlips(at), search.task, prior)
        if least is not None:
            return Excluded(at, prior, least)
    raise PrecisionExhausted(f"no number of samples near {samples} is excluded")


def _stride(step: int, samples: int) -> int:
    """Return 0, 1, 2, 3, ... for few samples; a twenty-thousandth of many."""
    return step * max(1, samples // 20_000)
