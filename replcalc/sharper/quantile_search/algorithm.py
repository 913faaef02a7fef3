"""Quantiles on real data: on agreed cut points (derived:quantile-search), by halving.

Cut points: one pass counts the values at or below every cut. Each quantile is searched by halving among the cells
between the cuts; the s-th comparison goes to the lower half if the frequency reaches q - w/2 + U_s w, with U_1, U_2,
... shared. The same numbers U_s serve all quantiles, so that a larger q never has a smaller answer. Comparisons are
exact.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from replcalc.numbers.exact import parse_rational
from replcalc.run.plans import find_rational, require_samples, write_guarantee
from replcalc.run.seeds import Shared
from replcalc.run.task import NAME, Columns, InputKind, Published, Read, Task, input_field, write_number
from replcalc.run.task import POSITIVE as TOLERANCE
from replcalc.sharper.quantile_search.method import Quantiles, quantiles_question
from replcalc.vocabulary import InputError, Result

#: Most cut points.
MOST_CUTS = 10**6


def _cuts(given: Any, name: str) -> str:
    """Return increasing numbers A,B,... or FIRST..LAST:STEP, in one spelling."""
    allowed = "increasing numbers A,B,... or FIRST..LAST:STEP, at most a million of them"
    text = given if isinstance(given, str) else ",".join(map(str, given))
    ends, colon, step = text.partition(":")
    if colon:
        parts = [write_number(parse_rational(part, name)) for part in (*ends.split(".."), step)]
        if len(parts) == 3:
            text = f"{parts[0]}..{parts[1]}:{parts[2]}"
    else:
        text = ",".join(write_number(parse_rational(part, name)) for part in text.split(","))
        parts = [""] * 3
    if len(parts) != 3 or not 0 < _count(text) <= MOST_CUTS:
        raise InputError(name, given, allowed)
    found = [float(cut) for cut in parse_cut_points(text)]
    if any(not one < two for one, two in pairwise(found)):
        raise InputError(name, given, allowed + ", different as doubles")
    return text


def _count(text: str) -> int:
    ends, colon, step = text.partition(":")
    if not colon:
        return text.count(",") + 1
    first, last = map(Fraction, ends.split(".."))
    return int((last - first) / Fraction(step)) + 1 if Fraction(step) > 0 and last >= first else 0


def parse_cut_points(text: str) -> list[Fraction]:
    """Return the cut points that ``cuts`` stands for."""
    ends, colon, step = text.partition(":")
    if not colon:
        return list(map(Fraction, text.split(",")))
    first = Fraction(ends.split("..")[0])
    return [first + j * Fraction(step) for j in range(_count(text))]


def _levels(given: Any, name: str) -> tuple[str, ...]:
    parts = given.split(",") if isinstance(given, str) else given if isinstance(given, Sequence) else [given]
    return tuple(write_number(parse_rational(part, name)) for part in parts)


CUTS = InputKind("A,B,...|FIRST..LAST:STEP", _cuts)
LEVELS = InputKind("Q,...", _levels, list)


def search(plan: Result, column: str, shared: Shared) -> Callable[[Fraction, Sequence[int], int], int]:
    """For a q and the numbers of rows at or below every cut, of so many rows: the cell, from 0 on, of the quantile."""
    width = find_rational(plan, "width")
    thresholds = [shared.uniform("quantiles", column, step) for step in range(plan.question.levels)]

    def cell(q: Fraction, below: Sequence[int], rows: int) -> int:
        low, high, step = 0, len(below), 0
        while low < high:
            middle = (low + high) // 2
            place = (Fraction(below[middle], rows) - q) / width + Fraction(1, 2)
            low, high = (low, middle) if thresholds[step].below(place) else (middle + 1, high)
            step += 1
        return low

    return cell


@dataclass(frozen=True, kw_only=True)
class QuantilesTask(Task):
    """Quantiles of a column on cut points that were agreed, for any population.

    >>> import numpy, replcalc
    >>> question = dict(cuts="0..100:10", q="0.5", alpha="0.2", rho="0.3", beta="0.05")
    >>> replcalc.plan.quantiles(**question).samples
    619
    >>> teams = [{"age": numpy.random.default_rng(team).normal(43, 9, 619)} for team in (1, 2)]
    >>> ours, theirs = (replcalc.run.quantiles(team, "age", **question, seed="s 1") for team in teams)
    >>> ours.answers == theirs.answers
    True

    """

    column: str = input_field(NAME, "The column of numbers.", "", also=("columns",), data=True)
    q: tuple[str, ...] = input_field(LEVELS, "Which quantiles, 0 < Q < 1: 0.5 is the median.")
    cuts: str = input_field(CUTS, "Cut points that were agreed: the answer is one of them.")
    alpha: str = input_field(TOLERANCE, "Accuracy as a share of the population, 0 < A < 1.", also=("tau",))
    name, title, methods = "quantiles", "Replicable quantiles", ("search",)
    examples = (
        "data.csv column=dose q=0.25,0.5,0.75 cuts=5..35:5 alpha=0.2 rho=0.2 beta=0.01 seed='study 7'",
        "data.csv column=height q=0.5 cuts=1.5..2:0.1 alpha=0.2 rho=0.2 beta=0.01 seed='study 8'",
        "q=0.5 cuts=0..102300:100 alpha=0.05 rho=0.1 beta=0.01",
    )

    def question(self) -> Quantiles:
        return quantiles_question(self.q, _count(self.cuts), self.alpha, self.rho, self.beta)

    def guarantee(self, plan: Result) -> str:
        right = (
            f"for every q the share of the population up to the cut named is at least q - {self.alpha}, and up to the "
            f"cut before it at most q + {self.alpha},"
        )
        return write_guarantee(plan, "these cuts", self.rho, right, self.beta)

    def reads(self) -> Columns:
        return (self.column,), ()

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        import numpy as np

        cuts = np.array([float(cut) for cut in parse_cut_points(self.cuts)])
        counts = np.zeros(len(cuts) + 1, dtype=np.int64)
        for chunk in read():
            counts += np.bincount(np.searchsorted(cuts, chunk.values[self.column]), minlength=len(counts))
        rows = int(counts.sum())
        require_samples(plan, rows)
        below, cell = np.cumsum(counts)[:-1].tolist(), search(plan, self.column, shared)
        names = self.names()
        answers = {q: names[cell(Fraction(q), below, rows)] for q in self.q}
        return Published(rows, answers, header=("q", self.column))

    def names(self) -> list[str]:
        """Return what is published for every cell between cuts."""
        cuts = [write_number(str(cut)) for cut in parse_cut_points(self.cuts)]
        return [*cuts, f"above {cuts[-1]}"]

    def find_flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        """Explain which answer is impossible: answers are cuts, and grow with q."""
        if set(answers) != set(self.q):
            return "it answers other quantiles"
        places = {name: place for place, name in enumerate(self.names())}
        found: list[Any] = [places.get(answers[q]) for q in sorted(self.q, key=Fraction)]
        if None in found:
            return "an answer is no cut"
        return "" if found == sorted(found) else "its answers do not grow with q"
