"""Means and statistical queries on real data: plan, one pass, one answer per name, a receipt.

Every column (or query) has values in a promised range. The calculator plans k statistical queries at the accuracy asked
for, less the error of the data grid; each column is summed exactly; the means are rounded one by one (``rounding``) or
drawn in groups with cosine noise (``cosine``), whichever way needs fewer samples within the rounds allowed: unless
somebody allows some, nothing is sampled, and the plan is what ``replcalc queries`` says to run. More rows than planned
only help: means of more samples are closer to each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Self

from flint import fmpq

from replcalc.numbers.exact import parse_rational
from replcalc.planning.registry import get, names
from replcalc.problems.queries.method import derive_cosine
from replcalc.problems.queries.question import Queries, queries_question
from replcalc.run.expressions import Query, parse_grouping, parse_query
from replcalc.run.plans import (
    numbers_apart,
    plan_by,
    promise,
    rational_quantity,
    require_certified,
    require_samples,
    share_of_range,
    variance_share,
)
from replcalc.run.rows import GRID_BITS, REFUSE, Chunk, PromisedRange, sum_columns, sum_groups
from replcalc.run.seeds import Shared
from replcalc.run.task import (
    GROUPING,
    NAMES,
    POSITIVE,
    QUERIES,
    RANGE,
    SOME_NAMES,
    Columns,
    InputKind,
    Published,
    Read,
    RunTask,
    asked,
    number_text,
)
from replcalc.run.task import (
    ROUNDS as ROUNDS_ALLOWED,
)
from replcalc.search.optimise import rounded
from replcalc.sharper.cosine.algorithm import CosineNoise
from replcalc.sharper.means.algorithm import Rounding
from replcalc.sharper.means.method import own_question
from replcalc.vocabulary import InputError, PrecisionExhausted, Result, certify

#: The methods for means that this module carries out.
METHODS = ("rounding", "cosine")
#: Points that the races of one run may look at unless somebody allows more: there is no race.
ROUNDS = "1"
_ROUNDS_SAY = "Points that races of means drawn together may look at (default: no race)."


def best_plan(question: Queries, max_rounds: str = ROUNDS) -> Result:
    """The certified plan with the fewest samples among the ways through means."""
    return _planned(replace(question, max_rounds=parse_rational(max_rounds, "max_rounds")))


@lru_cache(maxsize=64)
def _planned(question: Queries) -> Result:
    found = []
    for name in (method for method in METHODS if method in names(question.kind)):
        with suppress(PrecisionExhausted):  # out of reach at extreme values
            found.append(get(name, question.kind).solve(question, 20))
    runnable = [result for result in found if result.effort and result.effort.within(question.max_rounds)]
    if not runnable:
        raise PrecisionExhausted("no plan through means can be certified at these values")
    return require_certified(_settled(min(runnable, key=lambda result: result.rank)))


def _settled(plan: Result) -> Result:
    """Cosine noise with few digits, certified anew: its search is in floats, and two machines must choose the same."""
    if plan.method != "cosine" or not plan.samples:
        return plan
    scale = 10 ** max(0, len(str(plan.samples)) - 4)
    samples = (-(-plan.samples // scale) + 1) * scale
    size = rounded(float(rational_quantity(plan, "a")), 6)
    given = {"N": fmpq(samples), "G": plan.chosen["G"], "g": plan.chosen["g"], "a": size}
    answer = certify(derive_cosine(), plan.question.point | given, digits=20)
    figures = {"samples": samples, **{name: answer.value(f"{name}_achieved") for name in ("rho", "beta")}}
    return replace(plan, answer=answer, chosen={**plan.chosen, "a": size}, extra={**plan.extra, **figures})


def estimates(plan: Result, means: Mapping[str, Fraction], shared: Shared) -> dict[str, Fraction]:
    """The plan carried out on exact sample means in [0, 1], by name; the order of the names belongs to the question."""
    if plan.method != "cosine":
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


@dataclass(frozen=True, kw_only=True)
class RangedTask(RunTask):
    """What tasks about numbers of a promised range ask."""

    range: PromisedRange = asked(RANGE, "Range in which every value is promised to lie.")
    alpha: str = asked(POSITIVE, "Accuracy, in the units of the data.")
    max_rounds: str = asked(ROUNDS_ALLOWED, _ROUNDS_SAY, ROUNDS)


@dataclass(frozen=True, kw_only=True)
class _Means(RunTask):
    """What means of columns and of expressions share: ``averaged``, of all rows or of those of each group.

    Groups belong to the question: those that occur in a sample differ from team to team. Rows of no group named count
    for nothing. Every group needs as many rows as the plan says.
    """

    group_by: str = asked(GROUPING, "One answer for each group: a column, or an expression such as age >= 40.", "")
    groups: tuple[str, ...] = asked(SOME_NAMES, "The groups to be answered; a sample cannot say which.", ())

    title = "Replicable means"

    def __post_init__(self) -> None:
        super().__post_init__()
        if bool(self.group_by) != bool(self.groups):
            raise InputError("groups", ",".join(self.groups) or None, "group_by, and the groups that are asked about")
        if len(set(self.groups)) != len(self.groups):
            raise InputError("groups", ",".join(self.groups), "different groups")

    @property
    def unit(self) -> str:  # type: ignore[override]
        return "rows of every group" if self.groups else "rows"

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

    def wanted(self, averaged: str) -> tuple[PromisedRange, str]:
        """The range of what is averaged, and how near an answer must be, in the units of the data."""
        raise NotImplementedError

    def _wanted(self) -> dict[str, tuple[PromisedRange, str]]:
        """The same for everything that is answered."""
        return {
            name: self.wanted(own)
            for own in self.averaged
            for name in ([f"{own}[{group}]" for group in self.groups] or [own])
        }

    def rounded(self, plan: Result, means: Mapping[str, Fraction], shared: Shared) -> dict[str, Fraction]:
        """The plan carried out on means as shares of their ranges."""
        return estimates(plan, means, shared)

    def guarantee(self, plan: Result) -> str:
        one, near = len(self.names) == 1, {own: self.wanted(own)[1] for own in self.averaged}
        told = ", ".join(f"{each} ({own})" for own, each in near.items())
        told = next(iter(near.values())) if len(set(near.values())) == 1 else told
        right = f"{'it is' if one else 'all are'} within {told} of the population mean{'' if one else 's'}"
        told = "this answer" if one else f"these {len(self.names)} answers"
        return promise(plan, told, self.rho, right, self.beta, self.unit)

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        ranges = {name: self.wanted(name)[0] for name in self.averaged}
        remarks: tuple[str, ...] = ()
        if (grouping := self.grouping) is None:
            sums = sum_columns(self.values(read()), self.names, ranges)
            require_samples(plan, sums.rows)
            means, rows, remarks = sums.means, sums.rows, tuple(self._useless(sums.ends))
        else:
            parts = self.values(labelled(read(), grouping, self.missing))
            by_column = sum_groups(parts, grouping.text, self.averaged, self.groups, ranges)
            counts = next(iter(by_column.values())).counts
            for group, count in counts.items():
                require_samples(plan, count, f"Rows of group {group}")
            rows = min(counts.values())
            means = {f"{name}[{group}]": m for name, each in by_column.items() for group, m in each.means.items()}
        found, wanted = self.rounded(plan, means, shared), self._wanted()
        answers = {name: wanted[name][0].write(share) for name, share in found.items()}
        return Published(rows, answers, remarks=remarks)

    def _useless(self, ends: Mapping[str, tuple[int, int]]) -> Iterator[str]:
        """Of columns whose values are nearer to each other than the accuracy, the answers say next to nothing."""
        for name, points in ends.items():
            within, alpha = self.wanted(name)
            low, high = (within.value(Fraction(point, 1 << GRID_BITS)) for point in points)
            if high - low <= Fraction(alpha):
                yield (
                    f"{name}: all values lie between {float(low):g} and {float(high):g}, nearer to each other than the "
                    f"accuracy {alpha}: the answer says next to nothing. Next time give it a range and an accuracy of "
                    "its own."
                )

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
        wanted = self._wanted()
        shares = {name: wanted[name][0].share(answers[name]) for name in self.names}
        for name, share in shares.items():
            if share is None:
                return f"its answer to {name} is no number of the range"
        near = {name: min(max(share, Fraction(0)), Fraction(1)) for name, share in shares.items() if share is not None}
        grid = near if plan.method == "cosine" else self.rounded(plan, near, shared)
        off = [name for name in self.names if wanted[name][0].write(grid[name]) != answers[name]]
        return f"its answer to {off[0]} is no point of the seed's grid" if off else ""

    def apart(self, one: Mapping[str, str], two: Mapping[str, str]) -> str:
        """Two right answers lie within 2 alpha of each other."""
        return numbers_apart(one, two, {name: Fraction(a) for name, (_, a) in self._wanted().items()}, self.beta)


def plan_of_means(count: int, wanted: tuple[PromisedRange, str], task: RunTask, max_rounds: str) -> Result:
    """The certified plan for so many means of one accuracy on values of one range."""
    within, alpha = wanted
    return best_plan(queries_question(count, share_of_range(alpha, within), task.rho, task.beta), max_rounds)


#: A column with a range, an accuracy and perhaps a variance of its own.
_OWN = re.compile(
    r"(?P<name>.+):(?P<low>[^:]+?)\.\.(?P<high>[^:]+):(?P<alpha>[^:]+)(?::(?P<variance>[^:]+))?", re.DOTALL
)


@dataclass(frozen=True)
class OwnColumn:
    """``variance``: promised, or nothing."""

    name: str
    within: PromisedRange
    alpha: str
    variance: str = ""

    @staticmethod
    def parsed(text: str) -> OwnColumn | None:
        """None where it is the name of a column and no more."""
        found = _OWN.fullmatch(text)
        if found is None:
            return None
        within: PromisedRange = RANGE.parse((found["low"], found["high"]), "columns")
        spread = POSITIVE.parse(found["variance"], "columns") if found["variance"] else ""
        return OwnColumn(found["name"].strip(), within, POSITIVE.parse(found["alpha"], "columns"), spread)

    def __str__(self) -> str:
        low, high = (number_text(repr(end)) for end in (self.within.low, self.within.high))
        return f"{self.name}:{low}..{high}:{self.alpha}" + (f":{self.variance}" if self.variance else "")


def _name_of(column: str) -> str:
    own = OwnColumn.parsed(column)
    return column if own is None else own.name


def _columns(given: Any, name: str) -> tuple[str, ...]:
    """Names, or names with what is their own, in one spelling."""
    found = tuple(str(OwnColumn.parsed(text) or text) for text in NAMES.parse(given, name))
    if len(set(map(_name_of, found))) != len(found):
        raise InputError(name, given, "distinct names separated by commas")
    return found


_COLUMNS = InputKind("A,B:LO..HI:ALPHA,...", _columns, list)
#: A range, or none: written as nothing, which TOML can hold.
_SOME_RANGE = InputKind(
    RANGE.metavar,
    lambda given, name: RANGE.parse(given, name) if given else None,
    lambda within: "" if within is None else RANGE.written(within),
)


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

    columns: tuple[str, ...] = asked(
        _COLUMNS,
        "Columns of the file; age:0..100:2 has a range and an accuracy of its own, age:0..100:2:90 a variance too.",
    )
    range: PromisedRange | None = asked(_SOME_RANGE, "Range in which every value is promised to lie.", None)
    alpha: str = asked(POSITIVE, "Accuracy, in the units of the data.", "")
    max_rounds: str = asked(ROUNDS_ALLOWED, _ROUNDS_SAY, ROUNDS)

    name = "means"
    examples = (
        "data.csv columns=a,b range=0,1 alpha=0.1 rho=0.1 beta=0.01 seed='study 2026'",
        "data.csv columns=dose:0..40:2,a:0..1:0.1 rho=0.1 beta=0.01 seed='study 2026'",
        "columns=dose range=0,40 alpha=1 rho=0.1 beta=1e-6",
    )

    @classmethod
    def made_of(cls, given: Mapping[str, Any], **also: Any) -> Self:
        """Range and accuracy are asked for where some column has none of its own."""
        columns = given.get("columns")
        if columns is None or not all(map(OwnColumn.parsed, _columns(columns, "columns"))):
            also = {"range": given.get("range"), "alpha": given.get("alpha"), **also}
        return super().made_of(given, **also)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in self.averaged:
            self.wanted(name)
        if len(self._own) == len(self.columns) and (self.alpha or self.range is not None):
            told = "nothing: every column has a range and an accuracy of its own"
            raise InputError("alpha" if self.alpha else "range", self.alpha or "given", told)

    @property
    def _own(self) -> dict[str, OwnColumn]:
        return {own.name: own for own in map(OwnColumn.parsed, self.columns) if own is not None}

    @property
    def averaged(self) -> tuple[str, ...]:
        return tuple(map(_name_of, self.columns))

    def wanted(self, averaged: str) -> tuple[PromisedRange, str]:
        if (own := self._own.get(averaged)) is not None:
            return own.within, own.alpha
        if self.range is None or not self.alpha:
            raise InputError("alpha" if self.range else "range", None, f"that of {averaged}, or of its own in columns")
        return self.range, self.alpha

    def plan(self) -> Result:
        if not (own := self._own):
            return plan_of_means(len(self.names), self.wanted(self.averaged[0]), self, self.max_rounds)
        shares, spreads = [], []
        for name in self.averaged:
            within, alpha = self.wanted(name)
            spread = variance_share(own[name].variance if name in own else "", within)
            for _ in self.groups or ("",):
                shares.append(share_of_range(alpha, within))
                spreads.append(spread)
        return plan_by(own_question(shares, self.rho, self.beta, spreads), "rounding")

    def rounded(self, plan: Result, means: Mapping[str, Fraction], shared: Shared) -> dict[str, Fraction]:
        if not self._own:
            return estimates(plan, means, shared)
        widths = {name: plan.chosen[f"width_{place}"] for place, name in enumerate(self.names, 1)}
        grids = {name: Rounding(Fraction(int(width.p), int(width.q)), shared) for name, width in widths.items()}
        return {name: grids[name].answer(name, mean) for name, mean in means.items()}

    def guarantee(self, plan: Result) -> str:
        granted = [f"{own.variance} ({name})" for name, own in self._own.items() if own.variance]
        told = f" Taken for granted: variances of at most {', '.join(granted)}." if granted else ""
        return super().guarantee(plan) + told

    def reads(self) -> Columns:
        return self.reading(self.averaged)


@dataclass(frozen=True, kw_only=True)
class QueriesTask(_Means, RangedTask):
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

    def wanted(self, averaged: str) -> tuple[PromisedRange, str]:
        return self.range, self.alpha

    def plan(self) -> Result:
        return plan_of_means(len(self.names), (self.range, self.alpha), self, self.max_rounds)

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
        values = {name: query.values_on(chunk) for name, query in queries.items()}
        yield replace(chunk, values=values).complete(missing)


def labelled(parts: Iterator[Chunk], grouping: Query, missing: str) -> Iterator[Chunk]:
    """The same rows with the label of their group, under the text of the query; a row must have one."""
    for chunk in parts:
        texts = {**chunk.texts, grouping.text: grouping.labels_of(chunk)}
        yield replace(chunk, texts=texts).complete(missing, {grouping.text})


def columns_read(queries: Sequence[Query]) -> tuple[str, ...]:
    """The columns that some query reads, each once."""
    return tuple(dict.fromkeys(column for query in queries for column in query.columns))


def labels_read(queries: Sequence[Query]) -> tuple[str, ...]:
    """The columns that some query compares with texts, each once."""
    return tuple(dict.fromkeys(column for query in queries for column in query.texts))
