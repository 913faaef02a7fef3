"""The smallest accuracy, rho or beta (three digits) whose certified plan needs at most a given number of rows.

The number of rows is agreed upon before there are data. It is never read from a file: if every team used its own row
count, each would round to another grid, and the answers would differ.

The rows that a plan needs fall as the value grows. Values of three digits are numbered, 900 to a decade, and the least
that is enough is found by bisection, down from a value that is allowed. Only methods with fast plans are
used.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.numbers.exact import parse_integer
from replcalc.planning.result import Result
from replcalc.run.task import Task, number_text
from replcalc.statements.showing import Shown

#: Inputs to solve for; smaller is better for all of them.
NAMES = ("alpha", "rho", "beta")
#: Values of three digits per decade, the decades that are searched, and multiples of the rows shown as well.
_DECADE, _LEAST, _MOST, MORE = 900, -15, 16, (2, 4)


@dataclass(frozen=True, repr=False)
class SolvedTask(Shown):
    """The question with the smallest ``name`` that ``rows`` rows guarantee; ``more``: that of more rows."""

    task: Task
    name: str
    rows: int
    more: tuple[tuple[int, str], ...] = ()

    _writer: ClassVar[tuple[str, str]] = ("running", "solved_report")

    @property
    def value(self) -> str:
        """The least value."""
        found: str = getattr(self.task, self.name)
        return found

    @property
    def plan(self) -> Result:
        """Return the plan at that value."""
        return self.task.plan()

    def _summary(self) -> str:
        return f"{self.name} = {self.value} with {self.rows:,} {self.task.unit}"


def solve_task(kind: type[Task], given: Mapping[str, Any], name: str, rows: Any) -> SolvedTask:
    """Return the question with these inputs and the smallest ``name`` that ``rows`` rows guarantee."""
    inputs = {each.name: each for each in kind.inputs()}
    if name == "tau":
        name = "alpha"
    if name not in NAMES or name not in inputs:
        raise InputError("solve", name, "one of " + ", ".join(each for each in NAMES if each in inputs))
    for called in (name, *inputs[name].metadata["also"]):
        if given.get(called) is not None:
            raise InputError(called, given[called], "no value, since it is solved for")
    count = parse_integer(rows, "rows")
    found = least_value(_allowed(kind, given, name), name, count)
    more = tuple((count * times, getattr(least_value(found, name, count * times), name)) for times in MORE)
    return SolvedTask(found, name, count, more)


def offers(task: Task, rows: int) -> str:
    """Return the guarantees possible with these rows as text; empty if there are none."""
    found = []
    for name in (each for each in ("alpha", "rho") if getattr(task, each, "")):
        try:
            found.append(f"{name} = {getattr(least_value(task, name, rows), name)}")
        except ReplcalcError:
            continue
    return " or ".join(found)


def least_value(task: Task, name: str, rows: int) -> Task:
    """Return the question with the smallest ``name`` that ``rows`` rows guarantee; its own value must be valid.

    The first steps down double, so that slow plans with far more rows are not computed.
    """
    needed = _rows_needed(task, name)
    good, beyond = _number_of(Fraction(getattr(task, name))), _DECADE * (_MOST if name == "alpha" else 0)
    while beyond - good > 1:  # the largest valid value; for a probability the last one below 1
        between = beyond - 1 if name in ("rho", "beta") else (good + beyond) // 2
        good, beyond = (between, beyond) if needed(between) is not None else (good, between)
    most = needed(good)
    if most is None or most > rows:
        raise InputError("rows", f"{rows:,}", f"at least {most or 0:,}: fewer give no guarantee for any {name}")
    bad, step = _DECADE * _LEAST, 1
    while good - bad > 1:
        guess = good - step if step else (good + bad) // 2
        guess = min(max(guess, bad + 1), good - 1)
        found = needed(guess)
        if found is not None and found <= rows:
            good = guess
            # down as if rows grew like 1/value^2, and twice as far every time
            step = step and max(2 * step, int(_DECADE * math.log10(rows / max(1, found)) / 2) + 1)
        else:
            bad, step = guess, 0
    return replace(task, **{name: _value_of(good)})


def _rows_needed(task: Task, name: str) -> Callable[[int], int | None]:
    """Return the rows needed at a numbered value; None where it is invalid or has no plan."""

    @cache
    def needed(number: int) -> int | None:
        try:
            return replace(task, **{name: _value_of(number)}).quick_plan().samples
        except ReplcalcError:
            return None

    return needed


def _allowed(kind: type[Task], given: Mapping[str, Any], name: str) -> Task:
    """Return the question with some valid value."""
    for text in ("0.5", *(f"1e{power}" for power in range(_MOST - 1, _LEAST, -1))):
        try:
            task = kind.make({**given, name: text})
            task.quick_plan()
        except InputError as error:
            if error.argument != name:
                raise
        except ReplcalcError:
            continue  # no plan at this value
        else:
            return task
    raise InputError(name, None, "a question that has a plan for some value of it")


def _number_of(value: Fraction) -> int:
    """Return the number of the smallest value of three digits that is not below."""
    power = len(str(int(value))) - 1 if value >= 1 else -len(str(math.ceil(1 / value) - 1))
    return _DECADE * power + math.ceil(value / Fraction(10) ** (power - 2)) - 100


def _value_of(number: int) -> str:
    power, digits = divmod(number, _DECADE)
    return number_text(f"{digits + 100}e{power - 2}")
