"""Heavy hitters on real data (derived:heavy-hitters).

List every value whose frequency reaches one shared threshold, uniform on [low, low + width]. Frequencies are exact
rationals and the comparison with the threshold is exact.

Bounded memory: of at most ``capacity`` values counts are kept (Misra and Gries). When there are more, the count of the
(capacity+1)-th most frequent one is subtracted from all and values without a count are dropped. What was subtracted in
all, ``dropped``, is at most rows/(capacity+1), and every true count lies between its count and its count + dropped. If
both ends fall on the same side of the threshold for every value, the list is exact after one pass; if not, a second
pass counts the values in question.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from replcalc.run.plans import plan_by, promise, rational_quantity, require_samples
from replcalc.run.rows import Labels
from replcalc.run.seeds import Shared
from replcalc.run.task import NAME, PROBABILITY, Columns, Published, Read, RunTask, asked
from replcalc.sharper.frequencies.method_heavy import heavy_question
from replcalc.vocabulary import InputError, Result

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
    """Does a count out of so many rows reach the shared threshold? Decided exactly."""
    low, width = rational_quantity(plan, "low"), rational_quantity(plan, "width")
    threshold = shared.uniform("heavy-hitters", column)
    return lru_cache(maxsize=1 << 16)(lambda count, rows: threshold.below((Fraction(count, rows) - low) / width))


@dataclass(frozen=True, kw_only=True)
class HeavyHittersTask(RunTask):
    """The values of a column of probability nu or more, and none of nu - epsilon or less.

    >>> import replcalc
    >>> asked = dict(nu="0.4", epsilon="0.3", rho="0.2", beta="0.01")
    >>> replcalc.run.heavy_hitters(None, "page", **asked)
    <Result: random-threshold, certified, 4095 samples>
    >>> visits = {"page": ["home"] * 4000 + ["help"] * 100 + [str(number) for number in range(3000)]}
    >>> replcalc.run.heavy_hitters(visits, "page", **asked, seed="May").answers
    {'list': '["home"]'}
    """

    column: str = asked(NAME, "The column whose values are counted.")
    nu: str = asked(PROBABILITY, "Probability from which a value must be listed.")
    epsilon: str = asked(PROBABILITY, "Tolerance: what has probability NU - E or less must not be listed.")

    name, title = "heavy-hitters", "Replicable heavy hitters"
    examples = (
        "visits.csv column=page nu=0.4 epsilon=0.3 rho=0.2 beta=0.001 seed=May",
        "column=page nu=0.05 epsilon=0.025 rho=0.1 beta=0.001",
    )

    def plan(self) -> Result:
        return plan_by(heavy_question(self.nu, self.epsilon, self.rho, self.beta), "random-threshold")

    def guarantee(self, plan: Result) -> str:
        right = f"it has every value of probability {self.nu} or more and none of {self.nu} - {self.epsilon} or less"
        return promise(plan, "this list", self.rho, right, self.beta)

    def reads(self) -> Columns:
        return (), (self.column,)

    def carry_out(self, plan: Result, read: Read, shared: Shared, capacity: int | None = None) -> Published:
        """One pass, and a second one where the counts that were kept leave a value open."""
        capacity = CAPACITY if capacity is None else capacity
        if rational_quantity(plan, "low") * (capacity + 1) <= 1:
            raise InputError("nu", self.nu, f"heavy values of which at most {capacity:,} can exist")
        reached = reaches(plan, self.column, shared)
        seen = FrequentCounts(capacity)
        for chunk in read():
            seen.add(chunk.texts[self.column])
        require_samples(plan, seen.rows)
        found = {x for x, count in seen.counts.items() if reached(count + seen.dropped, seen.rows)}
        open_values = {x for x in found if not reached(seen.counts[x], seen.rows)}
        if open_values:
            again: Counter[str] = Counter()
            for chunk in read():
                counts = chunk.texts[self.column].counts()
                again.update({x: count for x, count in counts.items() if x in open_values})
            found -= {x for x in open_values if not reached(again[x], seen.rows)}
        values = sorted(found)
        answers = {"list": json.dumps(values, ensure_ascii=False)}
        shown = tuple(enumerate(values, 1)) or (("-", "no value"),)
        return Published(seen.rows, answers, shown, ("number", self.column))

    def flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        try:
            (listed,) = (json.loads(answers[name]) for name in ("list",) if set(answers) == {"list"})
        except (ValueError, RecursionError):
            return "its answer is no list"
        if not isinstance(listed, list) or not all(isinstance(value, str) for value in listed):
            return "its answer is no list of texts"
        if listed != sorted(set(listed)):
            return "its list is not in order, or names a value twice"
        return "" if len(listed) * rational_quantity(plan, "low") <= 1 else "it lists more values than can be heavy"
