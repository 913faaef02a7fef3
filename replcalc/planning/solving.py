"""Find the unknown of a question from its other quantities: rho, rho0, beta, beta0, samples or k.

This module is independent of methods and formulas. A trial is the question with one field replaced; the method solves
and certifies it, and the trial *holds* if every condition is PROVED, no bound is vacuous, and no more samples are
needed than available. Whether a trial holds is monotone in every one of these quantities, so the values are ordered
from easy to hard - decimals of three digits for probabilities, integers for k - and the last one that holds is found:
steps that follow how far a trial was from the edge, then a bracket around it. The trial at the answer is certified;
the next value was tried as well, and the method found no parameters for it. Its search is not proved optimal, as
``Solved.checked`` says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import decimal_exponent, short
from replcalc.numbers.errors import InputError, PrecisionExhausted, UnmetCondition
from replcalc.numbers.family import MAX_LENGTH, Family
from replcalc.planning.assumption import TOGETHER, half_of_rho, in_turn
from replcalc.planning.composition import with_algorithms
from replcalc.planning.method import Method, get
from replcalc.planning.proving import FAILURE_GOAL
from replcalc.planning.result import Result, Status
from replcalc.search.optimise import log_rational

#: Digits of a probability that is solved for, and the decades that are searched.
DIGITS, DECADES = 3, 300
#: Digits to which trials are certified; the answer is solved again with the digits asked for.
_TRIAL_DIGITS = 6


# -- rows of values ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class ValueRow:
    """Values from easy to hard by position; ``position`` finds the position of a value, or the next one."""

    easiest: int
    hardest: int
    value: Callable[[int], Any]
    position: Callable[[fmpq], int]


_PER_DECADE = 9 * 10 ** (DIGITS - 1)


def _decimal(place: int) -> Any:
    """Return 0.999, 0.998, ..., 0.100, 0.0999, ... for 0, 1, ..."""
    decade, step = divmod(place, _PER_DECADE)
    return fmpq(10**DIGITS - 1 - step) / fmpq(10) ** (DIGITS + decade)


def _place(value: fmpq) -> int:
    """Return the position of the largest such decimal that is at most ``value``."""
    if value >= _decimal(0):
        return 0
    exponent = decimal_exponent(value)
    digits = int((value / fmpq(10) ** (exponent - DIGITS + 1)).floor())
    place: int = (-1 - exponent) * _PER_DECADE + 10**DIGITS - 1 - digits
    return place


_LAST = DECADES * _PER_DECADE - 1

SMALL_IS_HARD = ValueRow(0, _LAST, _decimal, _place)
LARGE_IS_HARD = ValueRow(-_LAST, 0, lambda p: _decimal(-p), lambda v: -_place(v))
COUNTS = ValueRow(1, MAX_LENGTH, lambda p: p, lambda v: max(1, int(v.floor())))


@dataclass(frozen=True)
class Trial:
    """Whether a trial holds, and ln of its excess over its limits (negative: within; None: no figures)."""

    holds: bool
    excess: float | None


def edge(row: ValueRow, start: int, trial: Callable[[int], Trial]) -> tuple[int | None, int | None]:
    """Return the hardest position that holds and the next one, which does not; None where the values end first."""
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
        if good == row.hardest or bad == row.easiest:
            return good, bad
        if good is not None and bad is not None:
            if bad - good <= 1:
                return good, bad
            guess = _predicted(row, seen) if count % 3 else None
            here = _middle(good, bad) if guess is None else min(max(guess, good + 1), bad - 1)
        else:
            guess = _predicted(row, seen)
            if good is not None:
                here = min(max(good + reach, good if guess is None else guess), row.hardest)
            elif bad is not None:
                here = max(min(bad - reach, bad if guess is None else guess), row.easiest)
            reach *= 4


def _predicted(row: ValueRow, seen: Sequence[tuple[float, float]]) -> int | None:
    """Extrapolate from the last two trials where the excess is 0, as if it were a power of the value."""
    if not seen:
        return None
    (x, y), slope = seen[-1], 1.0 if row is not SMALL_IS_HARD else -1.0
    if len(seen) > 1 and seen[-2][0] != x:
        secant = (y - seen[-2][1]) / (x - seen[-2][0])
        if secant * slope > 0.05:
            slope = secant
    root = min(max(x - y / slope, -DECADES * 2.3), 21.0)
    return row.position(fmpq(*math.exp(root).as_integer_ratio()))


def _middle(good: int, bad: int) -> int:
    if good > 0 and bad > 4 * good:
        return math.isqrt(good * bad)
    return (good + bad) // 2


# -- unknowns ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Unknown:
    """A quantity to solve for: its values, how to put one into a question, where to start, which end is best."""

    name: str
    row: ValueRow
    put: Callable[[Any, Any], Any]
    start: Callable[[Any], fmpq]
    needs_samples: bool = False

    @property
    def wish(self) -> str:
        return "smallest" if self.row is SMALL_IS_HARD else "largest"


def _put(name: str) -> Callable[[Any, Any], Any]:
    return lambda question, value: replace(question, **{name: value})


def _put_rho(question: Any, rho: fmpq) -> Any:
    """Set rho of means and choices; an assumed beta stays half of rho."""
    if "beta" not in question.assumed:
        return replace(question, rho=rho)
    return replace(question, rho=rho, beta=rho / 2, assumed={**question.assumed, "beta": half_of_rho(rho)})


def _put_goal(question: Any, rho: fmpq) -> Any:
    """Set rho of a composition; an assumed failure probability may follow it."""
    return with_algorithms(question, rho=rho) if question.adaptive else replace(question, rho=rho)


def _put_each(name: str) -> Callable[[Any, Any], Any]:
    return lambda question, value: with_algorithms(question, **{name: question.n.spread(value)})


def copies(question: Any, k: int) -> Any:
    """Return the composition with k copies of its one algorithm."""
    n, rho0, beta0 = (Family.constant(f.values[0], k) for f in (question.n, question.rho0, question.beta0))
    return with_algorithms(question, n=n, rho0=rho0, beta0=beta0, outputs_by_row=None)


def _failures(question: Any) -> fmpq:
    total = sum((c * b for c, b in zip(question.n.counts, question.beta0.values, strict=True)), fmpq(0))
    return 2 * total


_TENTH = fmpq(1, 10)
_RHO = Unknown("rho", SMALL_IS_HARD, _put("rho"), lambda q: _TENTH, needs_samples=True)
_BETA = Unknown("beta", SMALL_IS_HARD, _put("beta"), lambda q: _TENTH, needs_samples=True)
_ALPHA = Unknown("alpha", SMALL_IS_HARD, _put("alpha"), lambda q: _TENTH, needs_samples=True)
_K = Unknown("k", COUNTS, _put("k"), lambda q: fmpq(1), needs_samples=True)

#: kind of question -> what can be solved for
UNKNOWNS: Mapping[str, Mapping[str, Unknown]] = {
    "composition": {
        "rho": replace(_RHO, put=_put_goal),
        "rho0": Unknown("rho0", LARGE_IS_HARD, _put_each("rho0"), lambda q: q.rho / q.k),
        "beta": replace(_BETA, start=_failures, needs_samples=False),
        "beta0": Unknown("beta0", LARGE_IS_HARD, _put_each("beta0"), lambda q: (q.beta or fmpq(1)) / q.k),
        "k": replace(_K, put=copies, needs_samples=False),
    },
    "queries": {"rho": replace(_RHO, put=_put_rho), "beta": _BETA, "alpha": _ALPHA, "k": _K},
    "choose": {"rho": replace(_RHO, put=_put_rho), "beta": _BETA, "alpha": _ALPHA, "k": _K},
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


def unknown_of(kind: str, name: str) -> Unknown | None:
    """Return the unknown of that name; None for ``samples``, which every method finds anyway."""
    if name == "samples":
        return None
    if name not in UNKNOWNS[kind]:
        raise InputError("solve", name, "one of " + ", ".join((*UNKNOWNS[kind], "samples")))
    return UNKNOWNS[kind][name]


def solve_method(sought: Unknown, question: Any, method: str, samples: int | None, digits: int) -> Solved:
    """Return the hardest value at which the method holds, certified."""
    budgeted = question if samples is None or not hasattr(question, "samples") else replace(question, samples=samples)
    tried: dict[int, Result] = {}

    def trial(position: int) -> Trial:
        result = tried[position] = solve(method, sought.put(budgeted, sought.row.value(position)), _TRIAL_DIGITS)
        return Trial(holds_at(result, samples), _excess(result, samples))

    good, bad = edge(sought.row, sought.row.position(sought.start(budgeted)), trial)
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


def solve(method: str, question: Any, digits: int) -> Result:
    """Solve a question by one method; a refusal is a result too."""
    found = get(method, question.kind)
    if in_turn(question) and not found.adaptive:
        return Result(method, question, None, TOGETHER, derivation=found.derive())
    try:
        result = found.solve(question, digits)
    except (PrecisionExhausted, UnmetCondition) as error:
        gave_up = isinstance(error, PrecisionExhausted)
        result = Result(method, question, None, str(error), derivation=found.derive(), gave_up=gave_up)
    return _falling_short(found, question, digits) or result if _misses_failure(result) else result


def _misses_failure(result: Result) -> bool:
    """Return whether the failure probability may be all that a composition misses."""
    if result.applicable or result.question.kind != "composition" or result.question.beta is None:
        return False
    return all(condition.statement == FAILURE_GOAL for condition in result.unmet)


def _falling_short(method: Method, question: Any, digits: int) -> Result | None:
    """Return the result without a target for the failure probability; None where the method still does not apply."""
    try:
        free = method.solve(replace(question, beta=None), digits)
    except (PrecisionExhausted, UnmetCondition):
        return None
    return replace(free, question=question, short=True) if free.applicable else None


def holds_at(result: Result, samples: int | None) -> bool:
    spent = result.samples
    within = samples is None or (spent is not None and spent <= samples)
    return within and not promises_nothing(result.question) and result.status in (Status.CERTIFIED, Status.APPLIES)


def promises_nothing(question: Any) -> bool:
    """Return whether a composition has no target for its failure probability and the beta0 give none below 1."""
    return question.kind == "composition" and question.beta is None and not question.any_failure


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
    if promises_nothing(result.question):
        return "the beta0 add up to 1/2 or more: no failure probability can be guaranteed"
    return "no guarantee: a bound on a probability reaches 1"


def repairs(result: Result) -> dict[str, Any]:
    """Return certified values of single inputs at which a refused composition holds: the least changes.

    Where only the failure probability is missed these are beta0 and beta (beta0 alone where no
    target was given), otherwise rho0 and rho.
    """
    found: dict[str, Any] = {}
    if result.applicable or (result.unmet and all(c.statement == FAILURE_GOAL for c in result.unmet)):
        assumed = promises_nothing(result.question) or "beta" in result.assumed
        names: tuple[str, ...] = ("beta0",) if assumed else ("beta0", "beta")
    else:
        names = ("rho0", "rho")
    for name in names:
        solved = solve_method(UNKNOWNS["composition"][name], result.question, result.method, None, _TRIAL_DIGITS)
        if solved.value is not None:
            found[name] = solved.value
    return found
