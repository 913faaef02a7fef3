"""Means on real data: plan, one pass, one answer per name, a receipt.

Every column (or expression over columns) has values in a given range. The plan answers k means at the accuracy asked
for, less the error of the data grid; each column is summed exactly; the means are rounded one by one (``rounding``) or
drawn in groups with cosine noise (``cosine``). Unless somebody allows sampling rounds, nothing is sampled. More rows
than planned only help: means of more samples are closer to each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from flint import fmpq

from replcalc.numbers.exact import parse_rational
from replcalc.planning.assumption import ROUNDS, parse_rounds
from replcalc.planning.comparison import Comparison, rank_results, solve_all
from replcalc.problems.queries.method import compare, derive_cosine
from replcalc.problems.queries.question import Queries, queries_question, with_variance
from replcalc.run.expressions import Query, parse_grouping, parse_query
from replcalc.run.plans import (
    explain_numbers,
    find_rational,
    require_certified,
    require_samples,
    scale_accuracy,
    scale_variance,
    to_fraction,
    write_guarantee,
)
from replcalc.run.rows import GRID_BITS, Chunk, ValueRange, sum_columns, sum_groups
from replcalc.run.seeds import Shared
from replcalc.run.task import (
    COUNT,
    FLAG,
    GROUPING,
    NAMES,
    POSITIVE,
    PROBABILITY,
    QUERIES,
    RANGE,
    Columns,
    InputKind,
    Published,
    Read,
    Task,
    input_field,
    write_number,
)
from replcalc.run.task import ROUNDS as ROUNDS_ALLOWED
from replcalc.search.optimise import to_decimal
from replcalc.sharper.cosine.algorithm import CosineNoise
from replcalc.sharper.means.algorithm import Rounding
from replcalc.sharper.means.method import own_question
from replcalc.vocabulary import InputError, PrecisionExhausted, Result, certify


# -- plans -------------------------------------------------------------------------------------------------------------
@lru_cache(maxsize=64)
def find_plan(question: Any, methods: tuple[str, ...]) -> Result:
    """Return the certified plan with the fewest samples among those within the rounds allowed."""
    found = solve_all(question, methods, 20)
    runnable = [r for r in found if r.effort is None or r.effort.within(getattr(question, "max_rounds", ROUNDS))]
    if not runnable:
        raise PrecisionExhausted("no plan through means can be certified at these values")
    return require_certified(_settle(rank_results(runnable)[0]))


def _settle(plan: Result) -> Result:
    """Certify cosine noise with few digits: its search is in floats, and two machines must choose the same."""
    if plan.method != "cosine" or not plan.samples:
        return plan
    scale = 10 ** max(0, len(str(plan.samples)) - 4)
    samples = (-(-plan.samples // scale) + 1) * scale
    size = to_decimal(float(find_rational(plan, "a")), 6)
    given = {"N": fmpq(samples), "G": plan.chosen["G"], "g": plan.chosen["g"], "a": size}
    answer = certify(derive_cosine(), plan.question.point | given, digits=20)
    figures = {"samples": samples, **{name: answer.value(f"{name}_achieved") for name in ("rho", "beta")}}
    return replace(plan, answer=answer, chosen={**plan.chosen, "a": size}, extra={**plan.extra, **figures})


def estimate_means(plan: Result, means: Mapping[str, Fraction], shared: Shared) -> dict[str, Fraction]:
    """Carry out the plan on exact sample means in [0, 1], by name; their order belongs to the question."""
    if plan.method != "cosine":
        rounding = Rounding(find_rational(plan, "width"), shared)
        return {name: rounding.answer(name, mean) for name, mean in means.items()}
    most = 10 * int(parse_rational(plan.question.max_rounds))
    noise = CosineNoise(find_rational(plan, "a"), shared, most)
    size, order = int(find_rational(plan, "g")), list(means)
    found: dict[str, Fraction] = {}
    for first in range(0, len(order), size):
        group = order[first : first + size]
        found |= zip(group, noise.answer(group[0], [means[name] for name in group]), strict=True)
    return {name: min(max(value, Fraction(0)), Fraction(1)) for name, value in found.items()}


# -- columns with accuracies of their own ------------------------------------------------------------------------------
#: A column with a range, an accuracy and perhaps a variance of its own.
_OWN = re.compile(
    r"(?P<name>.+):(?P<low>[^:]+?)\.\.(?P<high>[^:]+):(?P<alpha>[^:]+)(?::(?P<variance>[^:]+))?", re.DOTALL
)


@dataclass(frozen=True)
class OwnColumn:
    """``variance``: a bound, or nothing."""

    name: str
    within: ValueRange
    alpha: str
    variance: str = ""

    @staticmethod
    def parse(text: str) -> OwnColumn | None:
        """Return None where it is the name of a column and no more."""
        found = _OWN.fullmatch(text)
        if found is None:
            return None
        within: ValueRange = RANGE.parse((found["low"], found["high"]), "columns")
        spread = POSITIVE.parse(found["variance"], "columns") if found["variance"] else ""
        return OwnColumn(found["name"].strip(), within, POSITIVE.parse(found["alpha"], "columns"), spread)

    def __str__(self) -> str:
        low, high = (write_number(repr(end)) for end in (self.within.low, self.within.high))
        return f"{self.name}:{low}..{high}:{self.alpha}" + (f":{self.variance}" if self.variance else "")


def _name_of(column: str) -> str:
    own = OwnColumn.parse(column)
    return column if own is None else own.name


def _parse_columns(given: Any, name: str) -> tuple[str, ...]:
    """Return names, or names with what is their own, in one spelling."""
    found = tuple(str(OwnColumn.parse(text) or text) for text in NAMES.parse(given, name))
    if len(set(map(_name_of, found))) != len(found):
        raise InputError(name, given, "distinct names separated by commas")
    return found


_COLUMNS = InputKind("A,B:LO..HI:ALPHA,...", _parse_columns, list)


# -- the task ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, kw_only=True)
class MeansTask(Task):
    """Means of columns and of expressions, of all rows or of groups: equal figures from every sample of a population.

    Two samples of one population, one seed:

        >>> import numpy, replcalc
        >>> question = dict(columns="score", range=(0, 1), alpha="0.2", rho="0.2", beta="0.05")
        >>> replcalc.plan.means(**question).samples
        122
        >>> first, second = (numpy.random.default_rng(team).random(150) for team in (1, 2))
        >>> ours = replcalc.run.means({"score": first}, **question, seed="study 2026")
        >>> theirs = replcalc.run.means({"score": second}, **question, seed="study 2026")
        >>> ours.answers == theirs.answers, abs(ours["score"] - 0.5) < 0.2
        (True, True)
        >>> replcalc.run.compare(ours.receipt, theirs.receipt)
        <ReceiptComparison: equal answers>
    """

    columns: tuple[str, ...] = input_field(
        _COLUMNS,
        "Columns of the file; age:0..100:2 has a range and an accuracy of its own, age:0..100:2:90 a variance too.",
        (),
        also=("column",),
    )
    expressions: tuple[tuple[str, str], ...] = input_field(
        QUERIES, "The mean of an expression, such as tall='height > 1.8'; repeatable.", (), also=("expression", "query")
    )
    k: str = input_field(COUNT, "How many means, where no columns are named.", "")
    alpha: str = input_field(POSITIVE, "Accuracy, in the units of the data.", "", also=("tau",))
    beta: str = input_field(
        PROBABILITY, "Failure probability to guarantee, 0 < P < 1 (planning assumes half of rho).", "", data=True
    )
    range: ValueRange | None = input_field(RANGE, "Range in which every value must lie (planning assumes 0,1).", None)
    variance: str = input_field(POSITIVE, "Known bound on the variance of every value; nothing is assumed.", "")
    group_by: str = input_field(
        GROUPING, "One answer for each group: a column, or an expression such as age >= 40.", ""
    )
    groups: tuple[str, ...] = input_field(NAMES, "The groups to be answered; a sample cannot say which.", ())
    adaptive: bool = input_field(FLAG, "To plan: each mean may be chosen from the answers before it.", False)
    max_rounds: str = input_field(
        ROUNDS_ALLOWED, "Sampling rounds you can wait for (a plan compares up to 1e9, a run samples nothing).", ""
    )

    name, title, methods = "means", "Replicable means", ("rounding", "cosine")
    examples = (
        "data.csv columns=a,b range=0,1 alpha=0.1 rho=0.1 beta=0.01 seed='study 2026'",
        "data.csv columns=dose:0..40:2,a:0..1:0.1 rho=0.1 beta=0.01 seed='study 2026'",
        "k=10 alpha=0.05 rho=0.1 beta=0.01",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if bool(self.group_by) != bool(self.groups):
            raise InputError("groups", ",".join(self.groups) or None, "group_by, and the groups that are asked about")
        if len(set(self.averaged)) != len(self.averaged):
            raise InputError("columns", ",".join(self.averaged), "names that differ from those of the expressions")
        if self.averaged and self.k:
            raise InputError("k", self.k, "nothing beside columns or expressions, which say how many")
        if not (self.averaged or self.k):
            raise InputError("columns", None, "columns or expressions, or k to plan without them")
        for name in self.averaged:
            self.find_target(name)
        if self.averaged and len(self._own) == len(self.averaged) and (self.alpha or self.range is not None):
            allowed = "nothing: every column has a range and an accuracy of its own"
            raise InputError("alpha" if self.alpha else "range", self.alpha or "given", allowed)
        if not (self.averaged or self.alpha):
            raise InputError("alpha", None, "an accuracy")

    def require_data(self) -> None:
        super().require_data()
        if not self.averaged:
            raise InputError("columns", None, "columns or expressions: what to average")
        if self.adaptive:
            raise InputError("adaptive", "yes", "a plan: a run fixes its columns before the data")

    @property
    def unit(self) -> str:  # type: ignore[override]
        return "rows of every group" if self.groups else "rows"

    @cached_property
    def _own(self) -> dict[str, OwnColumn]:
        return {own.name: own for own in map(OwnColumn.parse, self.columns) if own is not None}

    @cached_property
    def _parsed(self) -> dict[str, Query]:
        return {name: parse_query(text) for name, text in self.expressions}

    @property
    def averaged(self) -> tuple[str, ...]:
        """What is averaged: columns and expressions, by name."""
        return (*map(_name_of, self.columns), *(name for name, _ in self.expressions))

    @property
    def names(self) -> tuple[str, ...]:
        """What is answered."""
        if not self.groups:
            return self.averaged
        return tuple(f"{name}[{group}]" for name in self.averaged for group in self.groups)

    @property
    def grouping(self) -> Query | None:
        """What distinguishes the groups."""
        return parse_grouping(self.group_by, "group_by") if self.groups else None

    def find_target(self, averaged: str) -> tuple[ValueRange, str]:
        """Return the range of what is averaged, and how near an answer must be, in the units of the data."""
        if (own := self._own.get(averaged)) is not None:
            return own.within, own.alpha
        if self.range is None or not self.alpha:
            raise InputError("alpha" if self.range else "range", None, f"that of {averaged}, or of its own in columns")
        return self.range, self.alpha

    @property
    def _targets(self) -> dict[str, tuple[ValueRange, str]]:
        """The same for everything that is answered."""
        return {
            name: self.find_target(own)
            for own in self.averaged
            for name in ([f"{own}[{group}]" for group in self.groups] or [own])
        }

    # -- the plan --------------------------------------------------------------------------------------------------
    def question(self) -> Any:
        if self._own:
            each = [name for name in self.averaged for _ in self.groups or ("",)]
            targets = [self.find_target(name) for name in each]
            spreads = [self._own[name].variance if name in self._own else "" for name in each]
            shares = [scale_accuracy(alpha, within) for within, alpha in targets]
            squares = [
                scale_variance(spread or self.variance, w) for spread, (w, _) in zip(spreads, targets, strict=True)
            ]
            return own_question(shares, self.rho, self.beta, squares)
        count = len(self.averaged) * max(1, len(self.groups)) or int(self.k) * max(1, len(self.groups))
        question = queries_question(
            count, scale_accuracy(self.alpha, self.range), self.rho, self.beta or None, adaptive=self.adaptive
        )
        return with_variance(question, scale_variance(self.variance, self.range))

    def compare_methods(self, question: Any, digits: int, methods: tuple[str, ...]) -> Comparison:
        if not isinstance(question, Queries):
            return super().compare_methods(question, digits, methods)
        rounds = parse_rounds(self.max_rounds) if self.max_rounds else ROUNDS
        return replace(compare(question, digits, methods, rounds), unit=self.unit)

    def plan(self) -> Result:
        question = self.question()
        if not isinstance(question, Queries) or not self.max_rounds:
            return find_plan(question, ("rounding",))
        return find_plan(replace(question, max_rounds=parse_rounds(self.max_rounds)), self.methods)

    quick_plan = plan

    # -- the run ---------------------------------------------------------------------------------------------------
    def round_means(self, plan: Result, means: Mapping[str, Fraction], shared: Shared) -> dict[str, Fraction]:
        """Carry out the plan on means as shares of their ranges."""
        if not self._own:
            return estimate_means(plan, means, shared)
        widths = {name: plan.chosen[f"width_{place}"] for place, name in enumerate(self.names, 1)}
        grids = {name: Rounding(to_fraction(width), shared) for name, width in widths.items()}
        return {name: grids[name].answer(name, mean) for name, mean in means.items()}

    def guarantee(self, plan: Result) -> str:
        one, near = len(self.names) == 1, {own: self.find_target(own)[1] for own in self.averaged}
        each = ", ".join(f"{alpha} ({own})" for own, alpha in near.items())
        each = next(iter(near.values())) if len(set(near.values())) == 1 else each
        right = f"{'it is' if one else 'all are'} within {each} of the population mean{'' if one else 's'}"
        what = "this answer" if one else f"these {len(self.names)} answers"
        spreads = {name: own.variance for name, own in self._own.items() if own.variance}
        spreads = spreads or ({"every value": self.variance} if self.variance else {})
        bounds = ", ".join(f"{spread} ({name})" for name, spread in spreads.items())
        assumed = f" Assumed: variances of at most {bounds}." if bounds else ""
        return write_guarantee(plan, what, self.rho, right, self.beta, self.unit) + assumed

    def reads(self) -> Columns:
        queries = [*self._parsed.values(), *([self.grouping] if self.grouping else [])]
        numbers = (*map(_name_of, self.columns), *(column for query in queries for column in query.columns))
        return tuple(dict.fromkeys(numbers)), tuple(dict.fromkeys(c for query in queries for c in query.texts))

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        ranges = {name: self.find_target(name)[0] for name in self.averaged}
        parts = self._evaluate(read())
        remarks: tuple[str, ...] = ()
        if (grouping := self.grouping) is None:
            sums = sum_columns(parts, self.names, ranges)
            require_samples(plan, sums.rows)
            means, rows, remarks = sums.means, sums.rows, tuple(self._remarks(sums.ends))
        else:
            by_column = sum_groups(parts, grouping.text, self.averaged, self.groups, ranges)
            counts = next(iter(by_column.values())).counts
            for group, count in counts.items():
                require_samples(plan, count, f"Rows of group {group}")
            rows = min(counts.values())
            means = {f"{name}[{group}]": m for name, each in by_column.items() for group, m in each.means.items()}
        found, targets = self.round_means(plan, means, shared), self._targets
        answers = {name: targets[name][0].write(share) for name, share in found.items()}
        sample = tuple((f"mean of {name}", float(targets[name][0].value(means[name]))) for name in self.names)
        return Published(rows, answers, sample=sample, remarks=remarks)

    def _evaluate(self, parts: Iterator[Chunk]) -> Iterator[Chunk]:
        """Pass on what is averaged and the groups; a row must have a value of each."""
        queries, grouping = self._parsed, self.grouping
        for chunk in parts:
            values = {name: query.values_on(chunk) for name, query in queries.items()}
            values |= {name: chunk.values[name] for name in map(_name_of, self.columns)}
            texts = {grouping.text: grouping.labels_of(chunk)} if grouping else {}
            yield replace(chunk, values=values, texts=texts).complete(self.missing)

    def _remarks(self, ends: Mapping[str, tuple[int, int]]) -> Iterator[str]:
        """Warn of columns whose values are nearer to each other than the accuracy."""
        for name, points in ends.items():
            within, alpha = self.find_target(name)
            low, high = (within.value(Fraction(point, 1 << GRID_BITS)) for point in points)
            if high - low <= Fraction(alpha):
                yield (
                    f"{name}: all values lie between {float(low):g} and {float(high):g}, nearer to each other than the "
                    f"accuracy {alpha}: the answer says next to nothing. Next time give it a range and an accuracy of "
                    "its own."
                )

    def find_flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        """Explain which answer is impossible: rounded means are points of the seed's grid, those of a race in range."""
        if set(answers) != set(self.names):
            return "it answers other names"
        targets = self._targets
        shares = {name: targets[name][0].share(answers[name]) for name in self.names}
        for name, share in shares.items():
            if share is None:
                return f"its answer to {name} is no number of the range"
        near = {name: min(max(share, Fraction(0)), Fraction(1)) for name, share in shares.items() if share is not None}
        grid = near if plan.method == "cosine" else self.round_means(plan, near, shared)
        off = [name for name in self.names if targets[name][0].write(grid[name]) != answers[name]]
        return f"its answer to {off[0]} is no point of the seed's grid" if off else ""

    def explain_difference(self, one: Mapping[str, str], two: Mapping[str, str]) -> str:
        """Explain the difference: two right answers lie within 2 alpha of each other."""
        return explain_numbers(one, two, {name: Fraction(a) for name, (_, a) in self._targets.items()}, self.beta)
