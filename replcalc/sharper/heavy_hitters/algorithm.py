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

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from replcalc.ask.registry import get
from replcalc.ask.result import Result
from replcalc.data.columns import Chunk, RowsRead
from replcalc.data.plan import promise, rational_quantity, require_certified, require_samples
from replcalc.data.receipt import Done, made
from replcalc.data.streams import Shared
from replcalc.numbers.errors import InputError
from replcalc.sharper.heavy_hitters.question import HeavyHitters, heavy_question

#: Different values whose counts are kept: some hundred megabytes.
CAPACITY = 10**6


@dataclass
class FrequentCounts:
    """Counts of the most frequent values of a stream."""

    capacity: int = CAPACITY
    counts: Counter[str] = field(default_factory=Counter)
    rows: int = 0
    dropped: int = 0

    def add(self, values: list[str]) -> None:
        self.counts.update(values)
        self.rows += len(values)
        if len(self.counts) > self.capacity:
            least = sorted(self.counts.values(), reverse=True)[self.capacity]
            self.dropped += least
            self.counts = Counter({value: count - least for value, count in self.counts.items() if count > least})


@dataclass(frozen=True)
class HeavyHittersTask:
    """List the values of a column of probability at least nu, and none of probability at most nu - epsilon."""

    column: str
    nu: str
    epsilon: str
    rho: str
    beta: str

    unit = "rows"

    def plan(self) -> Result:
        return _planned(heavy_question(self.nu, self.epsilon, self.rho, self.beta))

    def to_json(self) -> dict[str, Any]:
        fields = ("column", "nu", "epsilon", "rho", "beta")
        return {"task": "heavy-hitters"} | {name: getattr(self, name) for name in fields}

    def guarantee(self, plan: Result) -> str:
        right = f"it has every value of probability {self.nu} or more and none of {self.nu} - {self.epsilon} or less"
        return promise(plan, "this list", self.rho, right, self.beta)


@lru_cache(maxsize=16)
def _planned(question: HeavyHitters) -> Result:
    return require_certified(get("random-threshold", question.kind).solve(question, 20))


def reaches(plan: Result, column: str, shared: Shared) -> Callable[[int, int], bool]:
    """Does a count out of so many rows reach the shared threshold? Decided exactly."""
    low, width = rational_quantity(plan, "low"), rational_quantity(plan, "width")
    threshold = shared.uniform("heavy-hitters", column)
    return lambda count, rows: threshold.below((Fraction(count, rows) - low) / width)


def answer(
    task: HeavyHittersTask,
    read: Callable[[], Iterator[Chunk]],
    shared: Shared,
    progress: RowsRead | None = None,
    capacity: int = CAPACITY,
) -> Done:
    """Carry out the certified plan; ``read`` starts a pass over the data."""
    plan = task.plan()
    if rational_quantity(plan, "low") * (capacity + 1) <= 1:
        raise InputError("nu", task.nu, f"heavy values of which at most {capacity:,} can exist")
    reached = reaches(plan, task.column, shared)
    seen, digest = FrequentCounts(capacity), hashlib.sha256(task.column.encode())
    for chunk in read():
        seen.add(chunk.texts[task.column])
        digest.update("".join(f"\x1f{text}" for text in chunk.texts[task.column]).encode(errors="surrogatepass"))
        if progress is not None:
            progress(seen.rows)
    require_samples(plan, seen.rows)
    found = {x for x, count in seen.counts.items() if reached(count + seen.dropped, seen.rows)}
    open_values = {x for x in found if not reached(seen.counts[x], seen.rows)}
    if open_values:
        again: Counter[str] = Counter()
        for chunk in read():
            again.update(x for x in chunk.texts[task.column] if x in open_values)
        found -= {x for x in open_values if not reached(again[x], seen.rows)}
    values = sorted(found)
    data = {"rows": seen.rows, "digest": digest.hexdigest()}
    answers = {"list": json.dumps(values, ensure_ascii=False)}
    receipt = made(task.to_json(), plan, shared, data, answers, task.guarantee(plan))
    shown = tuple(enumerate(values, 1))
    return Done("Replicable heavy hitters", plan, receipt, ("number", task.column), shown)
