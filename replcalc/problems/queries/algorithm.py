"""Means and statistical queries on real data: plan, one pass, one answer per name, a receipt.

Every column (or query) has values in a promised range. The calculator plans k statistical queries at the accuracy asked
for, less the error of the data grid; each column is summed exactly; the means are rounded one by one (``rounding``) or
drawn in groups with cosine noise (``cosine``), whichever way needs fewer samples within the rounds allowed: unless
somebody allows some, nothing is sampled, and the plan is what ``replcalc queries`` says to run. More rows than planned
only help: means of more samples are closer to each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import fmpq

from replcalc.ask.registry import get, names
from replcalc.ask.result import Result
from replcalc.data.columns import GRID_ERROR, Chunk, PromisedRange, RowsRead, summed
from replcalc.data.expressions import Query
from replcalc.data.plan import promise, rational_quantity, require_certified, require_samples
from replcalc.data.receipt import Done, made
from replcalc.data.streams import Shared
from replcalc.numbers.errors import InputError, PrecisionExhausted
from replcalc.numbers.exact import parse_positive, parse_rational
from replcalc.problems.queries.question import Arms, Queries, queries_question
from replcalc.problems.queries.way_means import derive_cosine
from replcalc.search.floats import rounded
from replcalc.sharper.cosine.algorithm import CosineNoise
from replcalc.sharper.expected_gap_rounding.algorithm import Rounding
from replcalc.statements.certification import certify

#: The ways through means that this module carries out, for queries and for arms.
WAYS = ("rounding", "expected-gap", "cosine-grouped")
#: Points that the races of one run may look at unless somebody allows more: there is no race.
ROUNDS = "1"


def best_plan(question: Queries | Arms, max_rounds: str = ROUNDS) -> Result:
    """The certified plan with the fewest samples among the ways through means."""
    return _planned(replace(question, max_rounds=parse_rational(max_rounds, "max_rounds")))


@lru_cache(maxsize=64)
def _planned(question: Queries | Arms) -> Result:
    found = []
    for name in (way for way in WAYS if way in names(question.kind)):
        with suppress(PrecisionExhausted):  # out of reach at extreme values
            found.append(get(name, question.kind).solve(question, 20))
    runnable = [result for result in found if result.effort and result.effort.within(question.max_rounds)]
    if not runnable:
        raise PrecisionExhausted("no plan through means can be certified at these values")
    return require_certified(_settled(min(runnable, key=lambda result: result.rank)))


def _settled(plan: Result) -> Result:
    """Cosine noise with few digits, certified anew: its search is in floats, and two machines must choose the same."""
    if plan.way != "cosine-grouped" or not plan.samples:
        return plan
    scale = 10 ** max(0, len(str(plan.samples)) - 4)
    samples = (-(-plan.samples // scale) + 1) * scale
    size = rounded(float(rational_quantity(plan, "a")), 6)
    given = {"N": fmpq(samples), "G": plan.chosen["G"], "g": plan.chosen["g"], "a": size}
    answer = certify(derive_cosine(plan.question.kind), plan.question.point | given, digits=20)
    figures = {"samples": samples, **{name: answer.value(f"{name}_achieved") for name in ("rho", "beta")}}
    return replace(plan, answer=answer, chosen={**plan.chosen, "a": size}, extra={**plan.extra, **figures})


def estimates(plan: Result, means: Mapping[str, Fraction], shared: Shared) -> dict[str, Fraction]:
    """The plan carried out on exact sample means in [0, 1], by name; the order of the names belongs to the question."""
    if plan.way != "cosine-grouped":
        rounding = Rounding(rational_quantity(plan, "width"), shared)
        return {name: rounding.answer(name, mean) for name, mean in means.items()}
    noise, size, order = (
        CosineNoise(rational_quantity(plan, "a"), shared),
        int(rational_quantity(plan, "g")),
        list(means),
    )
    found: dict[str, Fraction] = {}
    for first in range(0, len(order), size):
        group = order[first : first + size]
        found |= zip(group, noise.answer(group[0], [means[name] for name in group]), strict=True)
    return {name: min(max(value, Fraction(0)), Fraction(1)) for name, value in found.items()}


def share_of_range(alpha: str, within: PromisedRange, errors: int = 1) -> fmpq:
    """An accuracy in units of the data as a share of the range, less so many errors of the grid."""
    length = Fraction(within.high) - Fraction(within.low)
    asked = parse_positive(alpha, "alpha")
    share = Fraction(int(asked.p), int(asked.q)) / length - errors * GRID_ERROR
    if not 0 < share < 1:
        least = float(errors * GRID_ERROR * length)
        raise InputError("alpha", alpha, f"an accuracy above {least:.3g} and below the range's length")
    return fmpq(share.numerator, share.denominator)


@dataclass(frozen=True)
class MeansTask:
    """What is asked of the data: names, the range of their values, the promise.

    ``expressions``: what each name stands for, where it is not a column: two teams must ask the same.
    """

    names: tuple[str, ...]
    within: PromisedRange
    alpha: str
    rho: str
    beta: str
    max_rounds: str = ROUNDS
    expressions: tuple[str, ...] = ()

    unit = "rows"

    def plan(self) -> Result:
        """The certified plan for accuracy alpha on values of this range."""
        share = share_of_range(self.alpha, self.within)
        return best_plan(queries_question(len(self.names), share, self.rho, self.beta), self.max_rounds)

    def to_json(self) -> dict[str, Any]:
        asked = {
            "task": "means", "names": list(self.names), "range": [repr(self.within.low), repr(self.within.high)],
            "alpha": self.alpha, "rho": self.rho, "beta": self.beta, "max_rounds": self.max_rounds,
        }  # fmt: skip
        return asked | ({"expressions": list(self.expressions)} if self.expressions else {})

    def guarantee(self, plan: Result) -> str:
        right = f"all are within {self.alpha} of the population means"
        return promise(plan, f"these {len(self.names)} answers", self.rho, right, self.beta)


def answer(task: MeansTask, parts: Iterator[Chunk], shared: Shared, progress: RowsRead | None = None) -> Done:
    """Carry out the certified plan on the data; fewer rows than it needs are refused."""
    plan = task.plan()
    sums = summed(parts, task.names, task.within, progress)
    require_samples(plan, sums.rows)
    found = {name: task.within.written(share) for name, share in estimates(plan, sums.means, shared).items()}
    data = {"rows": sums.rows, "digest": sums.digest}
    receipt = made(task.to_json(), plan, shared, data, found, task.guarantee(plan))
    return Done("Replicable means", plan, receipt, ("name", "answer"), tuple(found.items()))


def evaluated(parts: Iterator[Chunk], queries: Mapping[str, Query]) -> Iterator[Chunk]:
    """Each query's values in place of the columns they are computed from."""
    for chunk in parts:
        yield Chunk(chunk.first, {name: query(chunk.values) for name, query in queries.items()})


def columns_read(queries: Sequence[Query]) -> tuple[str, ...]:
    """The columns that some query reads, each once."""
    return tuple(dict.fromkeys(column for query in queries for column in query.columns))
