"""Heavy hitters on real data (derived:heavy-hitters).

List every value whose frequency reaches one shared threshold, uniform on [low, low + width]. Frequencies are exact
rationals and the comparison with the threshold is exact.

Bounded memory: of at most ``capacity`` values counts are kept (Misra and Gries). When there are more, the count of the
(capacity+1)-th most frequent one is subtracted from all and values without a count are dropped. What was subtracted in
all, ``dropped``, is at most rows/(capacity+1), and every true count lies between its count and its count + dropped. If
anything was dropped, a second pass counts the values that may reach the threshold.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from replcalc.run.plans import find_rational, require_samples
from replcalc.run.rows import Labels
from replcalc.run.seeds import Shared
from replcalc.run.task import Published, Read
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
