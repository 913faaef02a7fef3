"""Frequencies of groups on real data (derived:proportions, derived:proportions-any, derived:heavy-hitters).

Frequencies are exact rationals. ``cells``: each falls into one cell of a grid whose offset is shared by all groups, and
the centre of the cell is the answer; of two groups the first is rounded, the other is what is left. ``any-number``: the
boundaries are t, t + w, t + 2w, ... with a shared t uniform on [low, low + w); everything below t, also what does not
occur, has one answer. ``random-threshold``: list every value whose frequency reaches one shared threshold, uniform on
[low, low + width]. Every comparison is exact.

Bounded memory: of at most ``capacity`` values counts are kept (Misra and Gries). When there are more, the count of the
(capacity+1)-th most frequent one is subtracted from all and values without a count are dropped. What was subtracted in
all, ``dropped``, is at most rows/(capacity+1), and every true count lies between its count and its count + dropped. If
anything was dropped, a second pass counts the values that may reach the threshold.
"""

import json
import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from replcalc.run.plans import explain_numbers, find_rational, require_samples, scale_accuracy, write_guarantee
from replcalc.run.rows import Labels, ValueRange
from replcalc.run.seeds import Shared
from replcalc.run.task import (
    FLAG,
    NAME,
    NAMES_OR_COUNT,
    POSITIVE,
    PROBABILITY,
    Columns,
    Published,
    Read,
    Task,
    input_field,
)
from replcalc.sharper.frequencies.method import ANY, heavy_question, proportions_question
from replcalc.sharper.means.algorithm import Rounding
from replcalc.vocabulary import InputError, Result

UNIT = ValueRange(0.0, 1.0)


@dataclass(frozen=True)
class Boundaries:
    """Cells between t + j width, t = low + U width with a shared U; below t there is one answer."""

    low: Fraction
    width: Fraction
    shared: Shared
    column: str

    def answer(self, frequency: Fraction) -> Fraction:
        """Return the centre of the cell, clipped to [0, 1]."""
        offset = self.shared.uniform("proportions", self.column)
        place = (frequency - self.low) / self.width
        whole = math.floor(place)
        cell = max(-1, whole if offset.below(place - whole) else whole - 1)
        return min(max(self.low + (offset.shown() + cell + Fraction(1, 2)) * self.width, Fraction(0)), Fraction(1))


def boundaries(plan: Result, column: str, shared: Shared) -> Boundaries:
    """Return the cells of a plan for any number of groups."""
    return Boundaries(find_rational(plan, "low"), find_rational(plan, "width"), shared, column)


def round_groups(plan: Result, column: str, frequencies: Mapping[str, Fraction], shared: Shared) -> dict[str, Fraction]:
    """Round the proportion of every group; the order of the groups belongs to the question."""
    if plan.method == ANY:
        cells = boundaries(plan, column, shared)
        return {group: cells.answer(share) for group, share in frequencies.items()}
    grid = Rounding(find_rational(plan, "width"), shared)
    if len(frequencies) == 2:
        (first, share), (second, _) = frequencies.items()
        return {first: (one := grid.answer(column, share)), second: 1 - one}
    return {group: grid.answer(column, share) for group, share in frequencies.items()}


#: Different values whose counts are kept: some hundred megabytes.
CAPACITY = 10**6


@dataclass
class FrequentCounts:
    """Counts of the most frequent values of a stream."""

    capacity: int = CAPACITY
    counts: Counter[str] = field(default_factory=Counter)
    rows: int = 0
    dropped: int = 0

    def add(self, values: Labels) -> None:
        self.counts.update(values.counts())
        self.rows += len(values)
        if len(self.counts) > self.capacity:
            least = sorted(self.counts.values(), reverse=True)[self.capacity]
            self.dropped += least
            self.counts = Counter({value: count - least for value, count in self.counts.items() if count > least})


def reaches(plan: Result, column: str, shared: Shared) -> Callable[[int, int], bool]:
    """Return a function that decides exactly whether a count out of so many rows reaches the shared threshold."""
    low, width = find_rational(plan, "low"), find_rational(plan, "width")
    threshold = shared.uniform("heavy-hitters", column)
    return lru_cache(maxsize=1 << 16)(lambda count, rows: threshold.below((Fraction(count, rows) - low) / width))


def count_frequent(
    read: Read, column: str, capacity: int, reached: Callable[[int, int], bool]
) -> tuple[dict[str, int], int]:
    """Count exactly all values whose count may reach what is asked; a second pass where some counts were dropped."""
    seen = FrequentCounts(capacity)
    for chunk in read():
        seen.add(chunk.texts[column])
    counts = {value: count for value, count in seen.counts.items() if reached(count + seen.dropped, seen.rows)}
    if seen.dropped:
        again: Counter[str] = Counter()
        for chunk in read():
            again.update({value: count for value, count in chunk.texts[column].counts().items() if value in counts})
        counts = dict(again)
    return counts, seen.rows


def list_frequent(plan: Result, column: str, at_least: str, read: Read, shared: Shared, capacity: int) -> Published:
    """List the values whose frequency reaches the threshold."""
    if find_rational(plan, "low") * (capacity + 1) <= 1:
        raise InputError("at_least", at_least, f"heavy values of which at most {capacity:,} can exist")
    reached = reaches(plan, column, shared)
    counts, rows = count_frequent(read, column, capacity, reached)
    require_samples(plan, rows)
    values = sorted(value for value, count in counts.items() if reached(count, rows))
    shown = tuple(enumerate(values, 1)) or (("-", "no value"),)
    return Published(rows, {"list": json.dumps(values, ensure_ascii=False)}, shown, ("number", column))


def find_list_flaw(plan: Result, answers: Mapping[str, str]) -> str:
    """Say why answers are no list that a run could have published."""
    try:
        (listed,) = (json.loads(answers[name]) for name in ("list",) if set(answers) == {"list"})
    except (ValueError, RecursionError):
        return "its answer is no list"
    if not isinstance(listed, list) or not all(isinstance(value, str) for value in listed):
        return "its answer is no list of texts"
    if listed != sorted(set(listed)):
        return "its list is not in order, or names a value twice"
    return "" if len(listed) * find_rational(plan, "low") <= 1 else "it lists more values than can be heavy"


@dataclass(frozen=True, kw_only=True)
class FrequenciesTask(Task):
    """How frequent the values of a column are: of named groups, of any groups, or which reach a frequency.

    >>> import numpy, replcalc
    >>> question = dict(groups="red,green,blue", alpha="0.2", rho="0.3", beta="0.05")
    >>> replcalc.plan.frequencies(**question).best
    <Result: cells, certified, 318 samples>
    >>> teams = [numpy.random.default_rng(team).choice(["red", "green", "blue"], 318) for team in (1, 2)]
    >>> ours, theirs = (replcalc.run.frequencies({"colour": t}, "colour", **question, seed="s 2") for t in teams)
    >>> ours.answers == theirs.answers
    True

    The values of frequency 0.4 or more, and none of 0.1 or less:

    >>> question = dict(at_least="0.4", alpha="0.3", rho="0.2", beta="0.01")
    >>> replcalc.plan.frequencies(**question).samples
    4082
    >>> visits = {"page": ["home"] * 4000 + ["help"] * 100 + [str(number) for number in range(3000)]}
    >>> replcalc.run.frequencies(visits, "page", **question, seed="May").answers
    {'list': '["home"]'}
    """

    column: str = input_field(NAME, "The column that names the group of a row.", "", also=("columns",), data=True)
    groups: tuple[str, ...] | int = input_field(
        NAMES_OR_COUNT, "All groups there are; another value in the column is refused. To plan, how many.", ()
    )
    any_groups: bool = input_field(
        FLAG, "There may be any groups: those below a shared boundary have one answer.", False
    )
    at_least: str = input_field(
        PROBABILITY, "List the values of this frequency or more, and none of it less alpha.", ""
    )
    alpha: str = input_field(POSITIVE, "Accuracy of every frequency, 0 < A < 1.", also=("tau", "epsilon"))

    name, title = "frequencies", "Replicable frequencies"
    methods = ("cells", "any-number", "random-threshold")
    examples = (
        "data.csv column=item groups=x,y,z alpha=0.1 rho=0.1 beta=0.01 seed=May",
        "visits.csv column=page at_least=0.4 alpha=0.3 rho=0.2 beta=0.001 seed=May",
        "any_groups= alpha=0.05 rho=0.1 beta=0.01",
        "at_least=0.05 alpha=0.025 rho=0.1 beta=0.001",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if sum(map(bool, (self.groups, self.any_groups, self.at_least))) != 1:
            value = ",".join(self.names) or None
            raise InputError("groups", value, "one of: all groups, any groups, a least frequency (at-least)")

    def require_data(self) -> None:
        super().require_data()
        if isinstance(self.groups, int):
            raise InputError("groups", self.groups, "the names of the groups")

    @property
    def names(self) -> tuple[str, ...]:
        """The groups, where they have names."""
        return () if isinstance(self.groups, int) else self.groups

    def question(self) -> Any:
        if self.at_least:
            return heavy_question(self.at_least, self.alpha, self.rho, self.beta)
        count = self.groups if isinstance(self.groups, int) else len(self.groups)
        share = scale_accuracy(self.alpha, UNIT if self.column else None)
        return proportions_question(count or None, share, self.rho, self.beta)

    def guarantee(self, plan: Result) -> str:
        if self.at_least:
            least, light = self.at_least, f"{self.at_least} - {self.alpha}"
            right = f"it has every value of frequency {least} or more and none of {light} or less"
            return write_guarantee(plan, "this list", self.rho, right, self.beta)
        what = "these frequencies, of every value there may be," if self.any_groups else "these frequencies"
        right = f"all are within {self.alpha} of those of the population"
        return write_guarantee(plan, what, self.rho, right, self.beta)

    def reads(self) -> Columns:
        return (), (self.column,)

    def carry_out(self, plan: Result, read: Read, shared: Shared, capacity: int | None = None) -> Published:
        if self.at_least:
            return list_frequent(plan, self.column, self.at_least, read, shared, capacity or CAPACITY)
        counts, rows = self._any(plan, read, capacity or CAPACITY) if self.any_groups else self._count_groups(read)
        require_samples(plan, rows)
        shares = {group: Fraction(count, rows) for group, count in counts.items()}
        found = round_groups(plan, self.column, shares, shared)
        sample = tuple((f"share of {group}", float(share)) for group, share in sorted(shares.items()))
        if not self.any_groups:
            return Published(rows, {group: UNIT.write(found[group]) for group in self.names}, sample=sample)
        others = boundaries(plan, self.column, shared).answer(Fraction(0))
        listed = {group: UNIT.write(share) for group, share in sorted(found.items()) if share != others}
        answers = {"frequencies": json.dumps(listed, ensure_ascii=False), "others": UNIT.write(others)}
        ranked = sorted(listed.items(), key=lambda entry: (-Fraction(entry[1]), entry[0]))
        shown = (*ranked, ("each other value", answers["others"]))
        sample = tuple((f"share of {group}", float(shares[group])) for group, _ in ranked)
        return Published(rows, answers, shown, (self.column, "frequency"), sample)

    def _count_groups(self, read: Read) -> tuple[Mapping[str, int], int]:
        """Count the rows of every group; a value that is none of them is refused."""
        import numpy as np

        totals = np.zeros(len(self.names), dtype=np.int64)
        for chunk in read():
            labels = chunk.texts[self.column]
            codes = labels.places_among(self.names)
            if (codes < 0).any():
                place, listed = int((codes < 0).argmax()), ", ".join(self.names[:8])
                raise InputError(f"Row {chunk.row(place)}, column {self.column}", labels[place], f"one of {listed}")
            totals += np.bincount(codes, minlength=len(self.names))
        return dict(zip(self.names, totals.tolist(), strict=True)), int(totals.sum())

    def _any(self, plan: Result, read: Read, capacity: int) -> tuple[Mapping[str, int], int]:
        """Count all values that may reach the smallest boundary, exactly."""
        low = find_rational(plan, "low")
        if low * (capacity + 1) <= 1:
            raise InputError("alpha", self.alpha, f"an accuracy at which at most {capacity:,} values count")
        return count_frequent(read, self.column, capacity, lambda count, rows: count >= low * rows)

    def find_flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        """Return why the answers are impossible: not on the seed's grid, or a list that cannot be one; else nothing."""
        if self.at_least:
            return find_list_flaw(plan, answers)
        if not self.any_groups:
            return _off_grid(plan, self.column, answers, shared) if set(answers) == set(self.names) else _OTHERS
        try:
            listed: Any = json.loads(answers["frequencies"]) if set(answers) == {"frequencies", "others"} else None
        except (ValueError, RecursionError):
            listed = None
        if not isinstance(listed, dict) or not all(isinstance(text, str) for text in listed.values()):
            return _OTHERS
        if answers["others"] != UNIT.write(boundaries(plan, self.column, shared).answer(Fraction(0))):
            return "its answer to the others is not the seed's"
        return _off_grid(plan, self.column, listed, shared)

    def explain_difference(self, one: Mapping[str, str], two: Mapping[str, str]) -> str:
        if not self.names:
            return super().explain_difference(one, two)
        return explain_numbers(one, two, {group: Fraction(self.alpha) for group in self.names}, self.beta)


_OTHERS = "it answers other groups"


def _off_grid(plan: Result, column: str, answers: Mapping[str, str], shared: Shared) -> str:
    """Explain which answer is no point of the grid: rounding changes it."""
    shares = {group: UNIT.share(text) for group, text in answers.items()}
    near = {group: min(max(share, Fraction(0)), Fraction(1)) for group, share in shares.items() if share is not None}
    if len(near) < len(answers):
        return "an answer is no proportion"
    again = round_groups(plan, column, near, shared)
    off = [group for group, text in answers.items() if UNIT.write(again[group]) != text]
    return f"its answer to {off[0]} is no point of the seed's grid" if off else ""
