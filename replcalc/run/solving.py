"""The smallest accuracy, rho or beta (three digits) whose certified plan needs at most a given number of rows.

The number of rows is agreed upon before there are data. It is never read from a file: if every team used its own row
count, each would round to another grid, and the answers would differ. The rows that a plan needs fall as the value
grows; only methods with fast plans are used.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.numbers.exact import parse_integer, parse_rational
from replcalc.planning.result import Result
from replcalc.planning.solving import PER_DECADE, SMALL_IS_HARD, Trial, decimal_at, find_boundary, place_of
from replcalc.run.task import Task, write_number
from replcalc.statements.rendering import Renderable

#: Inputs to solve for; smaller is better for all of them.
NAMES = ("alpha", "rho", "beta")
#: Values are searched between these powers of ten; multiples of the rows that are shown as well.
_SMALLEST, _LARGEST, MORE = -15, 16, (2, 4)


@dataclass(frozen=True, repr=False)
class SolvedTask(Renderable):
    """The question with the smallest ``name`` that ``rows`` rows guarantee; ``more``: that of more rows."""

    task: Task
    name: str
    rows: int
    more: tuple[tuple[int, str], ...] = ()

    _writer: ClassVar[tuple[str, str]] = ("running", "report_solution")

    @property
    def value(self) -> str:
        """The smallest value."""
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
    name = "alpha" if name == "tau" else name
    if name not in NAMES or name not in inputs:
        raise InputError("solve", name, "one of " + ", ".join(each for each in NAMES if each in inputs))
    for called in (name, *inputs[name].metadata["also"]):
        if given.get(called) is not None:
            raise InputError(called, given[called], "no value, since it is solved for")
    count = parse_integer(rows, "rows")
    found = smallest_value(_with_valid_value(kind, given, name), name, count)
    more = tuple((count * times, getattr(smallest_value(found, name, count * times), name)) for times in MORE)
    return SolvedTask(found, name, count, more)


def list_offers(task: Task, rows: int) -> str:
    """Return the guarantees possible with these rows as text; empty if there are none."""
    found = []
    for name in (each for each in ("alpha", "rho") if getattr(task, each, "")):
        try:
            found.append(f"{name} = {getattr(smallest_value(task, name, rows), name)}")
        except ReplcalcError:
            continue
    return " or ".join(found)


def smallest_value(task: Task, name: str, rows: int) -> Task:
    """Return the question with the smallest ``name`` that ``rows`` rows guarantee; its own value must be valid."""

    def at(place: int) -> Task:
        return replace(task, **{name: write_number(decimal_at(place))})

    @cache
    def needed(place: int) -> int | None:
        try:
            return at(place).quick_plan().samples
        except ReplcalcError:  # the value is invalid, or has no plan
            return None

    start = place_of(parse_rational(getattr(task, name)))

    def trial(place: int) -> Trial:
        samples = needed(place)
        if samples is None:  # at the easy end this may be no value of the question: those after it count
            return Trial(place < start, None)
        return Trial(samples <= rows, math.log(samples / max(rows, 1)))

    easiest = -PER_DECADE * _LARGEST if name == "alpha" else 0
    row = replace(SMALL_IS_HARD, easiest=easiest, hardest=-_SMALLEST * PER_DECADE, power=-2.0)
    good, bad = find_boundary(row, start, trial)
    if good is None or needed(good) is None:
        fewest = needed(easiest if bad is None else bad) or 0
        raise InputError("rows", f"{rows:,}", f"at least {fewest:,}: fewer give no guarantee for any {name}")
    return at(good)


def _with_valid_value(kind: type[Task], given: Mapping[str, Any], name: str) -> Task:
    """Return the question with some valid value."""
    for text in ("0.5", *(f"1e{power}" for power in range(_LARGEST - 1, _SMALLEST, -1))):
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
