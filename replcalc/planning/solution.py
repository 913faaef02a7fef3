"""The unknown of a question by every method, ranked; solving.py finds it for one method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.enclosure import short
from replcalc.numbers.errors import InputError
from replcalc.planning.assumption import ROUNDS
from replcalc.planning.comparison import Comparison, refuse_unknown
from replcalc.planning.method import names
from replcalc.planning.solving import (
    SMALL_IS_HARD,
    UNKNOWNS,
    Solved,
    holds_at,
    promises_nothing,
    solve,
    solve_method,
    unknown_of,
)

#: Digits to which a trial is certified.
REPAIR_DIGITS = 6


@dataclass(frozen=True, repr=False)
class Solution(Comparison):
    """The unknown by every method, best first; ``available``: the samples at hand, if given."""

    unknown: str = ""
    available: int | None = None
    solved: Mapping[str, Solved] = field(default_factory=dict)

    _writer: ClassVar[tuple[str, str]] = ("comparisons", "solution_document")

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
    unit: str = "samples",
) -> Solution:
    """Find the best value of ``unknown`` for every named method (all by default); ignore its value in the question."""
    sought = unknown_of(question.kind, unknown)
    if sought is None:
        found = [_fewest(name, question, digits, samples) for name in dict.fromkeys(wanted) or names(question.kind)]
    else:
        if sought.needs_samples and samples is None:
            raise InputError("samples", None, f"the samples you have, to solve for {unknown}")
        if unknown == "k" and question.kind == "composition" and len(question.n.counts) != 1:
            raise InputError("n", question.n, "one size, such as 100, where k is solved for")
        left = {name: why for name, why in question.assumed.items() if name != unknown}
        asked = replace(question, assumed=left)
        found = [solve_method(sought, asked, n, samples, digits) for n in dict.fromkeys(wanted) or names(question.kind)]
        question = asked
    if unknown != "beta0" and question.kind == "composition" and all(solved.value is None for solved in found):
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
        unit,
        unknown=unknown,
        available=samples,
        solved={s.result.method: s for s in found},
    )


def _with_repair(solved: Solved, samples: int | None) -> Solved:
    """Find, where no value holds, the largest beta0 at which the easiest value is certified; None without one."""
    result = solved.result
    if result.answer is not None or not ("empty" in result.reason or promises_nothing(result.question)):
        return solved
    beta0 = solve_method(UNKNOWNS["composition"]["beta0"], result.question, result.method, samples, REPAIR_DIGITS).value
    return solved if beta0 is None else replace(solved, result=replace(result, repair={"beta0": beta0}))


def _fewest(method: str, question: Any, digits: int, samples: int | None) -> Solved:
    result = solve(method, question, digits)
    return Solved("samples", result, result.samples if holds_at(result, samples) else None)
