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

from flint import fmpq

from replcalc.ask.registry import get, names
from replcalc.ask.result import Result
from replcalc.data.columns import GRID_ERROR, REFUSE, Chunk, PromisedRange, summed, summed_groups
from replcalc.data.expressions import Query, parse_grouping, parse_query
from replcalc.data.plan import promise, rational_quantity, require_certified, require_samples
from replcalc.data.streams import Shared
from replcalc.data.task import (
    GROUPING,
    NAMES,
    POSITIVE,
    QUERIES,
    RANGE,
    SOME_NAMES,
    Columns,
    Published,
    Read,
    RunTask,
    asked,
)
from replcalc.data.task import ROUNDS as ROUNDS_ALLOWED
from replcalc.data.values import BY_VALUE, as_label
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


@dataclass(frozen=True, kw_only=True)
class RangedTask(RunTask):
    """What tasks about numbers of a promised range ask."""

    range: PromisedRange = asked(RANGE, "Range in which every value is promised to lie.")
    alpha: str = asked(POSITIVE, "Accuracy, in the units of the data.")
    max_rounds: str = asked(
        ROUNDS_ALLOWED, "Points that races of means drawn together may look at (default: no race).", ROUNDS
    )


@dataclass(frozen=True, kw_only=True)
class _Means(RangedTask):
    """What means of columns and of expressions share: ``averaged``, of all rows or of those of each group.

    Groups belong to the question: those that occur in a sample differ from team to team. Rows of no group named count
    for nothing. Every group needs as many rows as the plan says.
    """

    group_by: str = asked(GROUPING, "One answer for each group: a column, or an expression such as age >= 40.", "")
    groups: tuple[str, ...] = asked(
        SOME_NAMES, "The groups to be answered; a sample cannot say which.", ()
    )

    title = "Replicable means"

    def __post_init__(self) -> None:
        super().__post_init__()
        if bool(self.group_by) != bool(self.groups):
            raise InputError("groups", ",".join(self.groups) or None, "group_by, and the groups that are asked about")
        if self.labels == BY_VALUE:
            object.__setattr__(self, "groups", tuple(map(as_label, self.groups)))
        if len(set(self.groups)) != len(self.groups):
            raise InputError("groups", ",".join(self.groups), "different groups")

    @property
    def averaged(self) -> tuple[str, ...]:
        raise NotImplementedError

    @property
    def names(self) -> tuple[str, ...]:
        """What is answered."""
        if not self.groups:
            return self.averaged
        return tuple(f"{name}[{group}]" for name in self.averaged for group in self.groups)

    @property
    def grouping(self) -> Query | None:
        return parse_grouping(self.group_by, "group_by") if self.groups else None

    def plan(self) -> Result:
        """The certified plan for accuracy alpha on values of this range."""
        share = share_of_range(self.alpha, self.range)
        return best_plan(queries_question(len(self.names), share, self.rho, self.beta), self.max_rounds)

    def guarantee(self, plan: Result) -> str:
        one = len(self.names) == 1
        right = f"{'it is' if one else 'all are'} within {self.alpha} of the population mean{'' if one else 's'}"
        told = "this answer" if one else f"these {len(self.names)} answers"
        return promise(plan, told, self.rho, right, self.beta, "rows of every group" if self.groups else "rows")

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        if (grouping := self.grouping) is None:
            sums = summed(self.values(read()), self.names, self.range)
            require_samples(plan, sums.rows)
            means, rows = sums.means, sums.rows
        else:
            parts = self.values(labelled(read(), grouping, self.missing))
            by_column = summed_groups(parts, grouping.text, self.averaged, self.groups, self.range)
            counts = next(iter(by_column.values())).counts
            for group, count in counts.items():
                require_samples(plan, count, f"Rows of group {group}")
            rows = min(counts.values())
            means = {f"{name}[{group}]": m for name, each in by_column.items() for group, m in each.means.items()}
        found = estimates(plan, means, shared)
        return Published(rows, {name: self.range.written(share) for name, share in found.items()})

    def reading(self, columns: Sequence[str], texts: Sequence[str] = ()) -> Columns:
        """These columns and those that tell groups apart, each once."""
        also = self.grouping
        numbers = (*columns, *(also.columns if also else ()))
        return tuple(dict.fromkeys(numbers)), tuple(dict.fromkeys((*texts, *(also.texts if also else ()))))

    def values(self, parts: Iterator[Chunk]) -> Iterator[Chunk]:
        """What is averaged."""
        return parts

    def flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        """Rounded means are points of the seed's grid; those of a race are only known to lie in the range."""
        if set(answers) != set(self.names):
            return "it answers other names"
        shares = {name: self.range.share(answers[name]) for name in self.names}
        for name, share in shares.items():
            if share is None:
                return f"its answer to {name} is no number of the range"
        near = {name: min(max(share, Fraction(0)), Fraction(1)) for name, share in shares.items() if share is not None}
        grid = near if plan.way == "cosine-grouped" else estimates(plan, near, shared)
        off = [name for name in self.names if self.range.written(grid[name]) != answers[name]]
        return f"its answer to {off[0]} is no point of the seed's grid" if off else ""

    def apart(self, one: Mapping[str, str], two: Mapping[str, str]) -> str:
        """Two right answers lie within 2 alpha of each other."""
        accuracy = Fraction(self.alpha)
        far = [name for name in self.names if abs(Fraction(one[name]) - Fraction(two[name])) > 2 * accuracy]
        if far:
            return (
                f"{', '.join(far)}: farther apart than 2 alpha, so one of them is off by more than alpha (probability "
                f"at most {self.beta} for each team), or the populations are not the same."
            )
        return "All within 2 alpha of each other: both may be right; a mean fell on two sides of a border of the grid."


@dataclass(frozen=True, kw_only=True)
class MeansTask(_Means):
    """Replicable means of columns: whoever has the same seed and a sample of the same population gets the same figures.

    Two samples of one population, one seed:

        >>> import numpy, replcalc
        >>> asked = dict(columns="score", range=(0, 1), alpha="0.2", rho="0.2", beta="0.05")
        >>> replcalc.run.means(None, **asked)
        <Result: rounding, certified, 122 samples>
        >>> first, second = (numpy.random.default_rng(team).random(150) for team in (1, 2))
        >>> ours = replcalc.run.means({"score": first}, **asked, seed="study 2026")
        >>> theirs = replcalc.run.means({"score": second}, **asked, seed="study 2026")
        >>> ours.answers == theirs.answers
        True
        >>> replcalc.run.compare(ours.receipt, theirs.receipt)
        <Compared: equal answers>
    """

    columns: tuple[str, ...] = asked(NAMES, "Columns of the file.")

    name = "means"
    examples = (
        "data.csv columns=a,b range=0,1 alpha=0.1 rho=0.1 beta=0.01 seed='study 2026'",
        "columns=dose range=0,40 alpha=1 rho=0.1 beta=1e-6",
    )

    @property
    def averaged(self) -> tuple[str, ...]:
        return self.columns

    def reads(self) -> Columns:
        return self.reading(self.columns)


@dataclass(frozen=True, kw_only=True)
class QueriesTask(_Means):
    """Replicable means of expressions over the columns: arithmetic, comparisons, and, or, not, abs, min, max.

    >>> import numpy, replcalc
    >>> people = {"height": numpy.random.default_rng(7).normal(1.7, 0.1, 150)}
    >>> asked = dict(range=(0, 1), alpha="0.2", rho="0.2", beta="0.05", seed="s")
    >>> replcalc.run.queries(people, {"tall": "height > 1.8"}, **asked)
    <Done: Replicable means, 1 answer from 150 rows>
    """

    queries: tuple[tuple[str, str], ...] = asked(
        QUERIES, "A query such as tall='height > 1.8'; repeatable.", option="query"
    )

    name = "queries"
    examples = (
        "data.csv query='tall=height > 1.8' range=0,1 alpha=0.1 rho=0.1 beta=1e-3 seed=s",
        "data.csv query='gap=abs(a - b)' range=0,2 alpha=0.1 rho=0.1 beta=0.01 seed=s",
    )

    @property
    def averaged(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.queries)

    def parsed(self) -> dict[str, Query]:
        return {name: parse_query(text) for name, text in self.queries}

    def reads(self) -> Columns:
        asked = tuple(self.parsed().values())
        return self.reading(columns_read(asked), labels_read(asked))

    def values(self, parts: Iterator[Chunk]) -> Iterator[Chunk]:
        return evaluated(parts, self.parsed(), self.missing)


def evaluated(parts: Iterator[Chunk], queries: Mapping[str, Query], missing: str = REFUSE) -> Iterator[Chunk]:
    """Each query's values in place of the columns they are computed from; a row must have a value of each."""
    for chunk in parts:
        values = {name: query(chunk.values, chunk.texts) for name, query in queries.items()}
        yield replace(chunk, values=values).complete(missing)


def labelled(parts: Iterator[Chunk], grouping: Query, missing: str) -> Iterator[Chunk]:
    """The same rows with the label of their group, under the text of the query; a row must have one."""
    for chunk in parts:
        texts = {**chunk.texts, grouping.text: grouping.labelled(chunk)}
        yield replace(chunk, texts=texts).complete(missing, {grouping.text})


def columns_read(queries: Sequence[Query]) -> tuple[str, ...]:
    """The columns that some query reads, each once."""
    return tuple(dict.fromkeys(column for query in queries for column in query.columns))


def labels_read(queries: Sequence[Query]) -> tuple[str, ...]:
    """The columns that some query compares with texts, each once."""
    return tuple(dict.fromkeys(column for query in queries for column in query.texts))
