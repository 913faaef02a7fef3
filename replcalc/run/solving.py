"""What can so many rows promise? The least accuracy, rho or beta whose certified plan needs no more, to three digits.

The number of rows is agreed upon in the plan, before the data. It is never read from a file: a grid that every team
chose by its own row count would be another grid for each, and their answers would not agree.

The rows that a plan needs fall as the value grows. Values of three digits are numbered, 900 to a decade; a bracket of
two numbers, one that needs too many rows and one that does not, is closed by interpolation on logarithms. Plans that
need far more rows than there are take long to find, and are not asked for. A task whose plans take long says itself
about which value it will be.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.numbers.exact import parse_integer
from replcalc.planning.result import Result
from replcalc.run.task import RunTask, number_text
from replcalc.statements.showing import Shown

#: What may be asked for; smaller is better for all of them.
NAMES = ("alpha", "tau", "rho", "beta")
#: Values of three digits in a decade, the decades that are looked at, and multiples of the rows that are told too.
_DECADE, _LEAST, _MOST, MORE = 900, -15, 16, (2, 4)
#: How near a task knows the least value itself, and the values from there on that are tried.
_NEAR, _TRIED = Fraction(1, 5000), 4


@dataclass(frozen=True, repr=False)
class SolvedTask(Shown):
    """``task`` promises with ``rows`` rows the least ``name`` there is; ``more``: what more rows would promise."""

    task: RunTask
    name: str
    rows: int
    more: tuple[tuple[int, str], ...] = ()

    _writer: ClassVar[tuple[str, str]] = ("running", "solved_report")

    @property
    def value(self) -> str:
        found: str = getattr(self.task, self.name)
        return found

    @property
    def plan(self) -> Result:
        return self.task.plan()

    def _summary(self) -> str:
        return f"{self.name} = {self.value} with {self.rows:,} {self.task.unit}"


def solved_task(kind: type[RunTask], given: Mapping[str, Any], name: str, rows: Any) -> SolvedTask:
    """The question with these inputs and the least ``name`` that so many rows promise."""
    inputs = {each.name for each in kind.inputs()}
    if name not in NAMES or name not in inputs:
        raise InputError("solve", name, "one of " + ", ".join(each for each in NAMES if each in inputs))
    if given.get(name) is not None:
        raise InputError(name, given[name], "no value: it is what is solved for")
    count = parse_integer(rows, "rows")
    anchor = _anchored(kind, given, name)
    found = least(anchor, name, count)
    more = tuple((count * times, getattr(least(found, name, count * times, False), name)) for times in MORE)
    return SolvedTask(found, name, count, more)


def offers(task: RunTask, rows: int) -> str:
    """What too few rows could promise, in a few words; nothing where they promise nothing."""
    told = []
    for name in (each for each in task.offered if getattr(task, each, "")):
        try:
            told.append(f"{name} = {getattr(least(task, name, rows, False), name)}")
        except ReplcalcError:
            continue
    return " or ".join(told)


def least(task: RunTask, name: str, rows: int, planned: bool = True) -> RunTask:
    """The same question with the least value of ``name`` that so many rows promise; its own value must be allowed.

    ``planned``: a plan decides the last digit; else it is enough that the promise is certified, where plans take long.
    """
    if (known := _known(task, name, rows, planned)) is not None:
        return known
    needed = _needed(task, name)
    good, beyond = _numbered(Fraction(getattr(task, name))), _DECADE * (_MOST if name == "alpha" else 0)
    while beyond - good > 1:  # the largest value that is allowed at all; of a probability the last one below 1
        between = beyond - 1 if name in ("rho", "beta") else (good + beyond) // 2
        good, beyond = (between, beyond) if needed(between) is not None else (good, between)
    most = needed(good)
    if most is None or most > rows:
        raise InputError("rows", f"{rows:,}", f"at least {most or 0:,}: fewer promise nothing, whatever {name} is")
    step, bad, too_many = 1, _DECADE * _LEAST, 0
    while good - bad > 1:
        enough = needed(good) or 1
        if not too_many:  # down by what 1/value^2 would allow, and twice as far every time: never far below
            step = max(2 * step, int(_DECADE * math.log10(rows / enough) / 2) + 1)
            guess = good - step
        elif too_many > enough and good - bad > 8:
            guess = round(good + math.log(rows / enough) / math.log(too_many / enough) * (bad - good))
        else:
            guess = (good + bad) // 2
        guess = min(max(guess, bad + 1), good - 1)
        found = needed(guess)
        if found is not None and found <= rows:
            good = guess
        else:
            bad, too_many = guess, found or -1
    return replace(task, **{name: _text(good)})


def _known(task: RunTask, name: str, rows: int, planned: bool) -> RunTask | None:
    """The same for a task that says itself about which value it is."""
    about = task.likely(name, rows)
    first = 0 if about is None else _numbered(Fraction(about) * (1 - _NEAR if planned else 1 + _NEAR))
    for number in () if about is None else range(first, first + _TRIED):
        try:
            found = replace(task, **{name: _text(number)})
            if (found.plan().samples or 0) <= rows if planned else found.enough(rows):
                return found
        except ReplcalcError:
            continue  # it is not allowed, or has no plan
    return None


def _needed(task: RunTask, name: str) -> Callable[[int], int | None]:
    """The rows that the question needs with the value of that number; None where it is not allowed or has no plan."""
    known: dict[int, int | None] = {}

    def needed(number: int) -> int | None:
        if number not in known:
            try:
                known[number] = replace(task, **{name: _text(number)}).rough_plan().samples
            except ReplcalcError:
                known[number] = None
        return known[number]

    return needed


def _anchored(kind: type[RunTask], given: Mapping[str, Any], name: str) -> RunTask:
    """The question with some value that is allowed."""
    for text in ("0.5", *(f"1e{power}" for power in range(_MOST - 1, _LEAST, -1))):
        try:
            task = kind.made_of({**given, name: text})
            task.plan()
        except InputError as error:
            if error.argument != name:
                raise
        except ReplcalcError:
            continue  # no plan at this value
        else:
            return task
    raise InputError(name, None, "a question that has a plan for some value of it")


def _numbered(value: Fraction) -> int:
    """The number of the least value of three digits that is not below."""
    power = len(str(int(value))) - 1 if value >= 1 else -len(str(math.ceil(1 / value) - 1))
    return _DECADE * power + math.ceil(value / Fraction(10) ** (power - 2)) - 100


def _text(number: int) -> str:
    power, digits = divmod(number, _DECADE)
    return number_text(f"{digits + 100}e{power - 2}")
