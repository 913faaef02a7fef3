"""Means and statistical queries on real data: plan, one pass, one answer per name, a receipt.

Every column (or query) has values in a promised range. The calculator plans k statistical queries at the accuracy asked
for, less the error of the data grid, each column is summed exactly, and each mean is rounded to a grid of shared offset
(``rounding``). More rows than planned only help: means of more samples are closer to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from replcalc import __version__
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_positive
from replcalc.questions.together import queries_question
from replcalc.run.columns import GRID_ERROR, Chunk, Range, Sums, summed
from replcalc.run.expressions import Query
from replcalc.run.plan import described, exact, require_certified, require_samples
from replcalc.run.receipt import Receipt, written
from replcalc.run.rounding import Rounding
from replcalc.run.shared import Shared
from replcalc.ways.registry import get
from replcalc.ways.result import Result

#: The way of ``queries`` whose plan this module carries out.
WAY = "expected-gap"


@dataclass(frozen=True)
class Task:
    """What is asked of the data: names, the range of their values, the promise."""

    names: tuple[str, ...]
    within: Range
    alpha: str
    rho: str
    beta: str

    def plan(self, digits: int = 20) -> Result:
        """The certified plan: samples and grid for accuracy alpha on values of this range."""
        length = Fraction(self.within.high) - Fraction(self.within.low)
        asked = parse_positive(self.alpha, "alpha")
        share = Fraction(int(asked.p), int(asked.q)) / length - GRID_ERROR
        if not 0 < share < 1:
            raise InputError(
                "alpha", self.alpha, f"an accuracy above {float(GRID_ERROR * length):.3g} and below the range's length"
            )
        question = queries_question(len(self.names), fmpq(share.numerator, share.denominator), self.rho, self.beta)
        return require_certified(get(WAY, question.kind).solve(question, digits))

    def to_json(self) -> dict[str, Any]:
        return {
            "task": "means", "names": list(self.names), "range": [repr(self.within.low), repr(self.within.high)],
            "alpha": self.alpha, "rho": self.rho, "beta": self.beta,
        }  # fmt: skip


@dataclass(frozen=True)
class Answered:
    """The plan carried out: an exact answer per name."""

    task: Task
    plan: Result
    sums: Sums
    answers: Mapping[str, Fraction]
    shared: Shared

    @property
    def guarantee(self) -> str:
        task = self.task
        return (
            "If the rows are independent draws of one population and the seed was chosen before the data: another team "
            f"with this seed, plan and at least {self.plan.samples:,} rows of its own gets exactly these "
            f"{len(task.names)} answers except with probability {task.rho}, and all are within {task.alpha} of the "
            f"population means except with probability {task.beta} (derived:expected-gap-rounding, union bounds)."
        )

    def receipt(self) -> Receipt:
        return Receipt(
            question=self.task.to_json(),
            plan=described(self.plan),
            seed=self.shared.text,
            version=__version__,
            data={"rows": self.sums.rows, "digest": self.sums.digest},
            answers={name: written(value) for name, value in self.answers.items()},
            guarantee=self.guarantee,
        )


def answer(
    task: Task, parts: Iterator[Chunk], shared: Shared, progress: Callable[[int], None] | None = None
) -> Answered:
    """Carry out the certified plan on the data; fewer rows than it needs are refused."""
    plan = task.plan()
    sums = summed(parts, task.names, task.within, progress)
    require_samples(plan, sums.rows)
    rounding = Rounding(exact(plan, "width"), shared)
    found = {name: task.within.value(rounding.answer(name, sums.mean(name))) for name in task.names}
    return Answered(task, plan, sums, found, shared)


def evaluated(parts: Iterator[Chunk], queries: Mapping[str, Query]) -> Iterator[Chunk]:
    """Each query's values in place of the columns they are computed from."""
    for chunk in parts:
        yield Chunk(chunk.first, {name: query(chunk.values) for name, query in queries.items()})


def columns_of(queries: Sequence[Query]) -> tuple[str, ...]:
    """The columns that some query reads, each once."""
    return tuple(dict.fromkeys(column for query in queries for column in query.columns))
