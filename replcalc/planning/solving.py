"""Find the unknown of a question from its other quantities: rho, rho0, beta, beta0, samples or k, by every method.

A trial is the question with one field replaced; the method solves and certifies it, and the trial *holds* if every
condition is PROVED, no bound is vacuous, and no more samples are needed than available. Whether a trial holds is
monotone in every one of these quantities, so the values are ordered from easy to hard - decimals of three digits for
probabilities, integers for k - and the last one that holds is found: steps that follow how far a trial was from the
edge, then a bracket around it. The trial at the answer is certified; the next value was tried as well, and the method
found no parameters for it. Its search is not proved optimal, as ``Solved.checked`` says.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.enclosure import decimal_exponent, short
from replcalc.numbers.errors import InputError
from replcalc.numbers.family import MAX_LENGTH, Family
from replcalc.planning.assumption import ROUNDS
from replcalc.planning.comparison import Comparison, guarantees_nothing, refuse_unknown, solve
from replcalc.planning.composition import with_algorithms, without_assumed_failure
from replcalc.planning.method import names
from replcalc.planning.proving import FAILURE_GOAL
from replcalc.planning.result import Result, Status
from replcalc.search.optimise import log_rational

#: Digits of a value that is solved for, how many of them a decade has, and the decades that are searched.
_DIGITS, PER_DECADE, _DECADES = 3, 900, 300
#: Digits to which trials are certified; the answer is solved again with the digits asked for.
_TRIAL_DIGITS = 6


# -- rows of values ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class SearchGrid:
    """Values from easy to hard by position; ``position`` finds the position of a value, or the next one.

    ``power``: about which power of the value a trial's excess grows with.
    """

    easiest: int
    hardest: int
    value: Callable[[int], Any]
    position: Callable[[fmpq], int]
    power: float = 1.0


def decimal_at(place: int) -> fmpq:
    """Return 0.999, 0.998, ..., 0.100, 0.0999, ... for 0, 1, ..., and 1, 1.01, ... for -1, -2, ..."""
    decade, step = divmod(place, PER_DECADE)
    return fmpq(10**_DIGITS - 1 - step) / fmpq(10) ** (_DIGITS + decade)


def place_of(value: fmpq) -> int:
    """Return the position of the largest such decimal that is at most ``value``."""
    exponent = decimal_exponent(value)
    digits = int((value / fmpq(10) ** (exponent - _DIGITS + 1)).floor())
    place: int = (-1 - exponent) * PER_DECADE + 10**_DIGITS - 1 - digits
    return place


_LAST = _DECADES * PER_DECADE - 1

SMALL_IS_HARD = SearchGrid(0, _LAST, decimal_at, place_of, -1.0)
LARGE_IS_HARD = SearchGrid(-_LAST, 0, lambda p: decimal_at(-p), lambda v: -place_of(v))
COUNTS = SearchGrid(1, MAX_LENGTH, lambda p: p, lambda v: max(1, int(v.floor())))


@dataclass(frozen=True)
class Trial:
    """Whether a trial holds, and ln of its excess over its limits (negative: within; None: no figures)."""

    holds: bool
    excess: float | None


#: After so many trials that fail the easiest value is tried: where it fails too, nothing holds.
FEW_TRIALS = 2
#: CPU seconds for the repairs of one method: then the hardest value found so far is taken.
_REPAIR_S = 4.0


def find_boundary(
    row: SearchGrid, start: int, trial: Callable[[int], Trial], deadline: float = math.inf
) -> tuple[int | None, int | None]:
    """Return the hardest position that holds and the next one, which does not; None where the values end first.

    After ``deadline`` (CPU time of this process) the hardest position found so far is returned, if there is one.
    """
    good: int | None = None
    bad: int | None = None
    seen: list[tuple[float, float]] = []  # ln(value), excess
    here, reach, count = min(max(start, row.easiest), row.hardest), 1, 0
    while True:
        found, log_value, count = trial(here), log_rational(fmpq(row.value(here))), count + 1
        if found.excess is not None and math.isfinite(found.excess):
            seen.append((log_value, found.excess))
        if found.holds:
            good = here
        else:
            bad = here
        if good == row.hardest or bad == row.easiest or (good is not None and bad is not None and bad - good <= 1):
            return good, bad
        if good is not None and time.process_time() > deadline:
            return good, bad
        guess = _predict(row, seen) if count % 3 or good is None or bad is None else None
        if good is not None and bad is not None:
            here = _middle(good, bad) if guess is None else min(max(guess, good + 1), bad - 1)
        elif good is not None:
            here = min(max(good + reach, good if guess is None else guess), row.hardest)
        elif bad is not None:
            step = min(bad - reach, bad if guess is None else guess)
            here = row.easiest if count == FEW_TRIALS else max(step, row.easiest)
        reach *= 4


def _predict(row: SearchGrid, seen: Sequence[tuple[float, float]]) -> int | None:
    """Extrapolate from the last two trials where the excess is 0, as if it were a power of the value."""
    if not seen:
        return None
    (x, y), slope = seen[-1], row.power
    if len(seen) > 1 and seen[-2][0] != x:
        secant = (y - seen[-2][1]) / (x - seen[-2][0])
        if secant * slope > 0.05:
            slope = secant
    root = min(max(x - y / slope, -_DECADES * 2.3), 40.0)
    return row.position(fmpq(*math.exp(root).as_integer_ratio()))


def _middle(good: int, bad: int) -> int:
    return math.isqrt(good * bad) if good > 0 and bad > 4 * good else (good + bad) // 2


# -- unknowns ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Unknown:
    """A quantity to solve for: its values, how to put one into a question, where to start, which end is best."""

    name: str
    row: SearchGrid
    put: Callable[[Any, Any], Any]
    start: Callable[[Any], fmpq]

    @property
    def direction(self) -> str:
        return "smallest" if self.row is SMALL_IS_HARD else "largest"


def _each_setter(name: str) -> Callable[[Any, Any], Any]:
    return lambda question, value: with_algorithms(question, **{name: question.n.spread(value)})


def with_copies(question: Any, k: int) -> Any:
    """Return the composition with k copies of its one algorithm."""
    n, rho0, beta0 = (Family.constant(f.values[0], k) for f in (question.n, question.rho0, question.beta0))
    return with_algorithms(question, n=n, rho0=rho0, beta0=beta0, outputs_by_row=None)


def _failures(question: Any) -> fmpq:
    return 2 * sum((count * beta0 for beta0, count in question.beta0.runs), fmpq(0))


_TENTH = fmpq(1, 10)
#: What can be solved for; an assumed failure probability follows rho where problems are adaptive.
UNKNOWNS: Mapping[str, Unknown] = {
    found.name: found
    for found in (
        Unknown("rho", SMALL_IS_HARD, lambda q, rho: with_algorithms(q, rho=rho), lambda q: _TENTH),
        Unknown("rho0", LARGE_IS_HARD, _each_setter("rho0"), lambda q: q.rho / q.k),
        Unknown("beta", SMALL_IS_HARD, lambda q, beta: replace(q, beta=beta), _failures),
        Unknown("beta0", LARGE_IS_HARD, _each_setter("beta0"), lambda q: (q.beta or fmpq(1)) / q.k),
        Unknown("k", COUNTS, with_copies, lambda q: fmpq(1)),
    )
}


# -- answers -----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Solved:
    """What one method certifies: the value (None: nothing holds), and the next value, which is refused.

    ``result`` is certified at the value, or gives the reason why nothing holds.
    """

    unknown: str
    result: Result
    value: Any | None
    refused: Any | None = None
    why: str = ""

    @property
    def checked(self) -> str:
        """What was checked, in a sentence."""
        name = self.unknown
        if self.value is None:
            return ""
        if name == "samples":
            return "every condition PROVED with these samples; a search found no fewer, which is not proved"
        proved = f"every condition PROVED at {name} = {short(self.value)}"
        if self.refused is None:
            return f"{proved}, where the search ends"
        return f"{proved}; nothing found at {name} = {short(self.refused)}" + (f" ({self.why})" if self.why else "")


def find_unknown(name: str) -> Unknown | None:
    """Return the unknown of that name; None for ``samples``, which every method finds anyway."""
    if name != "samples" and name not in UNKNOWNS:
        raise InputError("solve", name, "one of " + ", ".join((*UNKNOWNS, "samples")))
    return UNKNOWNS.get(name)


def solve_method(
    sought: Unknown, question: Any, method: str, samples: int | None, digits: int, deadline: float = math.inf
) -> Solved:
    """Return the hardest value at which the method holds, certified; after ``deadline`` the best value found so far."""
    budgeted = question if samples is None else replace(question, samples=samples)
    tried: dict[int, Result] = {}

    def trial(position: int) -> Trial:
        result = tried[position] = solve(method, sought.put(budgeted, sought.row.value(position)), _TRIAL_DIGITS)
        return Trial(is_met(result, samples), _excess(result, samples))

    good, bad = find_boundary(sought.row, sought.row.position(sought.start(budgeted)), trial, deadline)
    if good is None:
        assert bad is not None
        last = tried[bad]
        why = _obstacle(last, samples)
        reason = f"{why} even at {sought.name} = {short(sought.row.value(bad))}"
        return Solved(sought.name, Result(method, last.question, None, reason, derivation=last.steps_taken), None)
    value = sought.row.value(good)
    result = solve(method, sought.put(budgeted, value), digits)
    refused = None if bad is None else sought.row.value(bad)
    return Solved(sought.name, result, value, refused, "" if bad is None else _obstacle(tried[bad], samples))


@dataclass(frozen=True, repr=False)
class Solution(Comparison):
    """The unknown by every method, best first; ``available``: the samples at hand, if given."""

    unknown: str = ""
    available: int | None = None
    solved: Mapping[str, Solved] = field(default_factory=dict)

    _writer: ClassVar[tuple[str, str]] = ("comparisons", "report_solution")

    def _summary(self) -> str:
        found = None if self.value is None else short(self.value)
        method = None if self.best is None else self.best.method
        return f"{self.unknown} = {found} by {method}; {len(self.results)} methods"

    @property
    def value(self) -> Any | None:
        """The value that the best method certifies."""
        return self.solved[self.best.method].value if self.best is not None else None


def solve_for(
    unknown: str,
    question: Any,
    wanted: Sequence[str] = (),
    *,
    samples: int | None = None,
    digits: int = 20,
    max_rounds: fmpq = ROUNDS,
) -> Solution:
    """Find the best value of ``unknown`` for every named method (all by default); ignore its value in the question."""
    sought, methods = find_unknown(unknown), dict.fromkeys(wanted) or names(question.kind)
    if sought is None:
        found = [_fewest(name, question, digits, samples) for name in methods]
    else:
        if unknown == "rho" and samples is None:
            raise InputError("samples", None, f"the samples you have, to solve for {unknown}")
        if unknown == "k" and len(question.n.counts) != 1:
            raise InputError("n", question.n, "one size, such as 100, where k is solved for")
        others = {name: why for name, why in question.assumed.items() if name != unknown}
        question = replace(question, assumed=others)
        found = [solve_method(sought, question, name, samples, digits) for name in methods]
    if unknown != "beta0" and all(solved.value is None for solved in found):
        found = [_with_repair(solved, samples) for solved in found]
    refuse_unknown(question.settings, {name for solved in found for name in solved.result.hidden})
    smaller = sought is None or sought.row is SMALL_IS_HARD

    def order(solved: Solved) -> tuple[int, Any]:
        value = solved.value if solved.value is not None else fmpq(0)
        return solved.result.rank[0], fmpq(value) if smaller else -fmpq(value)

    found.sort(key=order)
    return Solution(
        question,
        tuple(s.result for s in found),
        digits,
        max_rounds,
        unknown=unknown,
        available=samples,
        solved={s.result.method: s for s in found},
    )


def _with_repair(solved: Solved, samples: int | None) -> Solved:
    """Find, where no value holds, the largest beta0 at which the easiest value is certified; None without one."""
    result = solved.result
    if result.answer is not None or not guarantees_nothing(result.question):
        return solved
    beta0 = solve_method(UNKNOWNS["beta0"], result.question, result.method, samples, _TRIAL_DIGITS).value
    return solved if beta0 is None else replace(solved, result=replace(result, repair={"beta0": beta0}))


def _fewest(method: str, question: Any, digits: int, samples: int | None) -> Solved:
    result = solve(method, question, digits)
    return Solved("samples", result, result.samples if is_met(result, samples) else None)


def is_met(result: Result, samples: int | None) -> bool:
    needed = result.samples
    within = samples is None or (needed is not None and needed <= samples)
    return within and not guarantees_nothing(result.question) and result.status in (Status.CERTIFIED, Status.APPLIES)


def _excess(result: Result, samples: int | None) -> float | None:
    """Return ln of the largest ratio of a figure to its limit."""
    if result.answer is None:
        return None
    question, parts = result.question, []
    if samples is not None and result.samples:
        parts.append(math.log(result.samples) - math.log(samples))
    for name in ("rho", "beta"):
        bound, limit = getattr(result, name), getattr(question, name, None)
        if bound is not None and bound.upper > 0 and not (name == "rho" and result.applicable):
            parts.append(log_rational(bound.upper) - log_rational(limit if limit is not None else fmpq(1)))
    return max(parts) if parts else None


def _obstacle(result: Result, samples: int | None) -> str:
    """Say why a trial does not hold, in a few words."""
    if not result.applicable:
        return result.unmet[0].brief() if result.unmet else result.why_not
    if samples is not None and result.samples is not None and result.samples > samples:
        return f"needs {short(result.samples, 4)} samples"
    if guarantees_nothing(result.question):
        return "the beta0 add up to 1/2 or more: no failure probability can be guaranteed"
    return "no guarantee: a bound on a probability reaches 1"


def find_repairs(result: Result) -> dict[str, Any]:
    """Return certified values of single inputs at which a refused composition holds: the least changes.

    A search that takes long ends with the smallest change found so far, which is certified too.

    A vacuous one holds where its failure probability is below 1. Where only that is missed these are beta0 and beta
    (beta0 alone where no target was given), otherwise rho0 and rho.
    """
    found: dict[str, Any] = {}
    deadline = time.process_time() + _REPAIR_S
    questions = [result.question]
    if result.status is Status.VACUOUS:
        questions = [without_assumed_failure(result.question), result.question]
    if result.applicable or (result.unmet and all(c.statement == FAILURE_GOAL for c in result.unmet)):
        assumed = guarantees_nothing(result.question) or "beta" in result.assumed
        names: tuple[str, ...] = ("beta0",) if assumed else ("beta0", "beta")
    else:
        names = ("rho0", "rho")
    for name in names:
        sought = UNKNOWNS[name]
        for question in questions:
            easiest = sought.put(question, sought.row.value(sought.row.easiest))
            if not is_met(solve(result.method, easiest, _TRIAL_DIGITS), None):
                continue  # no value helps: those in between are not searched
            value = solve_method(sought, question, result.method, None, _TRIAL_DIGITS, deadline).value
            if value is not None and not guarantees_nothing(sought.put(result.question, value)):
                found[name] = value
                break
    return found
