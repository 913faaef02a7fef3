"""Proportions of groups on real data (derived:proportions, derived:proportions-any).

Frequencies are exact rationals. ``cells``: each falls into one cell of a grid whose offset is shared by all groups, and
the centre of the cell is the answer; of two groups the first is rounded, the other is what is left. ``any-number``: the
boundaries are t, t + w, t + 2w, ... with a shared t uniform on [low, low + w); everything below t, also what does not
occur, has one answer. Which cell it is, is decided exactly.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from replcalc.planning.registry import get
from replcalc.run.plans import (
    accuracy_less_grid,
    numbers_apart,
    promise,
    rational_quantity,
    require_certified,
    require_samples,
)
from replcalc.run.rows import PromisedRange
from replcalc.run.seeds import Shared
from replcalc.run.task import FLAG, NAME, POSITIVE, SOME_NAMES, Columns, Published, Read, RunTask, asked
from replcalc.sharper.frequencies.algorithm_heavy import CAPACITY, FrequentCounts
from replcalc.sharper.frequencies.method import ANY, KNOWN, Proportions, proportions_question
from replcalc.sharper.means.algorithm import Rounding
from replcalc.vocabulary import InputError, PrecisionExhausted, Result

UNIT = PromisedRange(0.0, 1.0)


@lru_cache(maxsize=64)
def _planned(question: Proportions) -> Result:
    """The certified plan with the fewest rows: many groups are cheaper if their number is forgotten."""
    found = []
    for name in (KNOWN, ANY):
        with suppress(PrecisionExhausted):
            found.append(get(name, question.kind).solve(question, 20))
    fit = [result for result in found if result.certified]
    if not fit:
        raise PrecisionExhausted("no plan for proportions can be certified at these values")
    return require_certified(min(fit, key=lambda result: result.samples or 0))


@dataclass(frozen=True)
class Boundaries:
    """Cells between t + j width, t = low + U width with a shared U; below t there is one answer."""

    low: Fraction
    width: Fraction
    shared: Shared
    column: str

    def answer(self, frequency: Fraction) -> Fraction:
        """The centre of the cell, clipped to [0, 1]."""
        offset = self.shared.uniform("proportions", self.column)
        place = (frequency - self.low) / self.width
        whole = math.floor(place)
        cell = max(-1, whole if offset.below(place - whole) else whole - 1)
        return min(max(self.low + (offset.shown() + cell + Fraction(1, 2)) * self.width, Fraction(0)), Fraction(1))


def boundaries(plan: Result, column: str, shared: Shared) -> Boundaries:
    """The cells of a plan for any number of groups."""
    return Boundaries(rational_quantity(plan, "low"), rational_quantity(plan, "width"), shared, column)


def rounded_groups(
    plan: Result, column: str, frequencies: Mapping[str, Fraction], shared: Shared
) -> dict[str, Fraction]:
    """The proportion of every group; the order of the groups belongs to the question."""
    if plan.method == ANY:
        cells = boundaries(plan, column, shared)
        return {group: cells.answer(share) for group, share in frequencies.items()}
    grid = Rounding(rational_quantity(plan, "width"), shared)
    if len(frequencies) == 2:
        (first, share), (second, _) = frequencies.items()
        return {first: (one := grid.answer(column, share)), second: 1 - one}
    return {group: grid.answer(column, share) for group, share in frequencies.items()}


@dataclass(frozen=True, kw_only=True)
class ProportionsTask(RunTask):
    """How large a part of the population every group is: the groups of a column, named beforehand or any number.

    >>> import numpy, replcalc
    >>> asked = dict(groups="red,green,blue", alpha="0.2", rho="0.3", beta="0.05")
    >>> replcalc.run.proportions(None, "colour", **asked)
    <Result: cells, certified, 318 samples>
    >>> teams = [numpy.random.default_rng(team).choice(["red", "green", "blue"], 318) for team in (1, 2)]
    >>> ours, theirs = (replcalc.run.proportions({"colour": team}, "colour", **asked, seed="s 2") for team in teams)
    >>> ours.answers == theirs.answers
    True
    """

    column: str = asked(NAME, "The column that names the group of a row.")
    groups: tuple[str, ...] = asked(SOME_NAMES, "All groups there are; another value in the column is refused.", ())
    any_groups: bool = asked(FLAG, "There may be any groups: those below a shared boundary have one answer.", False)
    alpha: str = asked(POSITIVE, "Accuracy of every proportion, 0 < A < 1.")

    name, title = "proportions", "Replicable proportions"
    examples = (
        "data.csv column=item groups=x,y,z alpha=0.1 rho=0.1 beta=0.01 seed=May",
        "column=page any_groups= alpha=0.05 rho=0.1 beta=0.01",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if bool(self.groups) == self.any_groups:
            raise InputError("groups", ",".join(self.groups) or None, "either all groups, or any groups")

    def plan(self) -> Result:
        count = None if self.any_groups else len(self.groups)
        return _planned(proportions_question(count, accuracy_less_grid(self.alpha), self.rho, self.beta))

    def guarantee(self, plan: Result) -> str:
        what = "these proportions, of every value there may be," if self.any_groups else "these proportions"
        right = f"all are within {self.alpha} of those of the population"
        return promise(plan, what, self.rho, right, self.beta)

    def reads(self) -> Columns:
        return (), (self.column,)

    def carry_out(self, plan: Result, read: Read, shared: Shared, capacity: int | None = None) -> Published:
        counts, rows = self._any(plan, read, capacity or CAPACITY) if self.any_groups else self._counted(read)
        require_samples(plan, rows)
        shares = {group: Fraction(count, rows) for group, count in counts.items()}
        found = rounded_groups(plan, self.column, shares, shared)
        if not self.any_groups:
            return Published(rows, {group: UNIT.write(found[group]) for group in self.groups})
        others = boundaries(plan, self.column, shared).answer(Fraction(0))
        listed = {group: UNIT.write(share) for group, share in sorted(found.items()) if share != others}
        answers = {"proportions": json.dumps(listed, ensure_ascii=False), "others": UNIT.write(others)}
        ranked = sorted(listed.items(), key=lambda entry: (-Fraction(entry[1]), entry[0]))
        return Published(rows, answers, (*ranked, ("each other value", answers["others"])), (self.column, "proportion"))

    def _counted(self, read: Read) -> tuple[Mapping[str, int], int]:
        """Rows of every group; a value that is none of them is refused."""
        import numpy as np

        totals = np.zeros(len(self.groups), dtype=np.int64)
        for chunk in read():
            labels = chunk.texts[self.column]
            codes = labels.places_among(self.groups)
            if (codes < 0).any():
                place, listed = int((codes < 0).argmax()), ", ".join(self.groups[:8])
                raise InputError(f"Row {chunk.row(place)}, column {self.column}", labels[place], f"one of {listed}")
            totals += np.bincount(codes, minlength=len(self.groups))
        return dict(zip(self.groups, totals.tolist(), strict=True)), int(totals.sum())

    def _any(self, plan: Result, read: Read, capacity: int) -> tuple[Mapping[str, int], int]:
        """Counts of all values that may reach the smallest boundary, exact; a second pass where some were dropped."""
        low = rational_quantity(plan, "low")
        if low * (capacity + 1) <= 1:
            raise InputError("alpha", self.alpha, f"an accuracy at which at most {capacity:,} values count")
        seen = FrequentCounts(capacity)
        for chunk in read():
            seen.add(chunk.texts[self.column])
        counts = {value: count for value, count in seen.counts.items() if count + seen.dropped >= low * seen.rows}
        if seen.dropped:
            again: Counter[str] = Counter()
            for chunk in read():
                found = chunk.texts[self.column].counts()
                again.update({value: count for value, count in found.items() if value in counts})
            counts = dict(again)
        return counts, seen.rows

    def flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        """Every answer is a point of the seed's grid."""
        if not self.any_groups:
            return _off_grid(plan, self.column, answers, shared) if set(answers) == set(self.groups) else _OTHERS
        try:
            listed: Any = json.loads(answers["proportions"]) if set(answers) == {"proportions", "others"} else None
        except (ValueError, RecursionError):
            listed = None
        if not isinstance(listed, dict) or not all(isinstance(text, str) for text in listed.values()):
            return _OTHERS
        if answers["others"] != UNIT.write(boundaries(plan, self.column, shared).answer(Fraction(0))):
            return "its answer to the others is not the seed's"
        return _off_grid(plan, self.column, listed, shared)

    def apart(self, one: Mapping[str, str], two: Mapping[str, str]) -> str:
        if self.any_groups:
            return ""
        return numbers_apart(one, two, {group: Fraction(self.alpha) for group in self.groups}, self.beta)


_OTHERS = "it answers other groups"


def _off_grid(plan: Result, column: str, answers: Mapping[str, str], shared: Shared) -> str:
    """Which answer is not the answer to itself: no point of the grid."""
    shares = {group: UNIT.share(text) for group, text in answers.items()}
    near = {group: min(max(share, Fraction(0)), Fraction(1)) for group, share in shares.items() if share is not None}
    if len(near) < len(answers):
        return "an answer is no proportion"
    again = rounded_groups(plan, column, near, shared)
    off = [group for group, text in answers.items() if UNIT.write(again[group]) != text]
    return f"its answer to {off[0]} is no point of the seed's grid" if off else ""
