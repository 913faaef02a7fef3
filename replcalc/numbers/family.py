"""Families over the problems i = 1..k, run-length and dictionary encoded; columns of values along their runs.

``Family.from_runs(((100, 1000), (200, 1), (100, 2)))`` is 100 a thousand times, 200 once, 100 twice: two distinct
values, three runs that refer to them. k may be a million and more while the number of runs stays small, so everything
that sums over i works run by run, and what depends on one value alone works value by value. Order matters to prefix
sums: runs stay in order.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from itertools import accumulate, chain, repeat
from typing import Any, Generic, TypeVar

from flint import arb, fmpq

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_integer, parse_rational

T = TypeVar("T")
U = TypeVar("U")

#: Largest total length k; the engine costs O(k) only where a prefix sum has no closed form.
MAX_LENGTH = 10**9

_RUN = re.compile(r"([^x]+)x([0-9]+(?:[eE][0-9]+)?)", re.ASCII)


@dataclass(frozen=True, repr=False)
class Family(Generic[T]):
    """Run r holds ``distinct[codes[r]]``, ``counts[r]`` times; adjacent runs may hold one value.

    ``distinct`` lists every value once, in order of first appearance; codes that count up are a ``range``.
    """

    distinct: tuple[T, ...]
    codes: Sequence[int]
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.counts:
            raise InputError("family", "", "at least one value")
        if min(self.counts) < 1:
            raise InputError("family", min(self.counts), "run lengths >= 1")

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields alone, without cached properties."""
        return {"distinct": self.distinct, "codes": self.codes, "counts": self.counts}

    @staticmethod
    def from_runs(runs: Iterable[tuple[T, int]]) -> Family[T]:
        """Make a family of runs (value, count), in order."""
        pairs = list(runs)
        distinct, codes = encode([value for value, _ in pairs])
        return Family(distinct, codes, tuple(count for _, count in pairs))

    @staticmethod
    def of(values: Iterable[T]) -> Family[T]:
        """Make a family with one run per value: results have one entry per run, so listed values stay apart."""
        distinct, codes = encode(list(values))
        return Family(distinct, codes, (1,) * len(codes))

    @staticmethod
    def constant(value: T, length: int) -> Family[T]:
        return Family((value,), range(1), (length,))

    @cached_property
    def length(self) -> int:
        """k, the number of members."""
        return sum(self.counts)

    @cached_property
    def values(self) -> tuple[T, ...]:
        """One value per run."""
        return self.distinct if isinstance(self.codes, range) else tuple(map(self.distinct.__getitem__, self.codes))

    @property
    def runs(self) -> tuple[tuple[T, int], ...]:
        """Every run as (value, count)."""
        return tuple(zip(self.values, self.counts, strict=True))

    def map(self, function: Callable[[T], U]) -> Family[U]:
        """Apply ``function`` to every value, once per distinct one."""
        return Family(tuple(map(function, self.distinct)), self.codes, self.counts)

    def with_values(self, values: Iterable[U]) -> Family[U]:
        """Return the same runs with other values, one per run, without comparing them."""
        new = tuple(values)
        if len(new) != len(self.counts):
            raise ValueError(f"{len(new)} values for {len(self.counts)} runs")
        return Family(new, range(len(new)), self.counts)

    def spread(self, value: U) -> Family[U]:
        """Return the same runs, all with one value."""
        return Family((value,), (0,) * len(self.counts) if len(self.counts) > 1 else range(1), self.counts)

    def select(self, distinct: tuple[U, ...], codes: Sequence[int]) -> Family[U]:
        """Return the same runs, run r with the value ``distinct[codes[r]]``."""
        return Family(distinct, codes, self.counts)

    def members(self) -> Iterator[T]:
        """Return every member. Only for small k."""
        return chain.from_iterable(map(repeat, self.values, self.counts))

    def first_index(self, run: int) -> int:
        """Return the 1-based index i at which ``run`` starts."""
        return 1 + sum(self.counts[:run])

    def without_last(self) -> Family[T] | None:
        """Return all members but the last; None if that leaves none."""
        last = self.counts[-1]
        if last > 1:
            return Family(self.distinct, self.codes, (*self.counts[:-1], last - 1))
        if len(self.counts) == 1:
            return None
        codes = self.codes[:-1]
        return Family(self.distinct[: max(codes) + 1], codes, self.counts[:-1])  # only the last value can disappear

    def __repr__(self) -> str:
        more = ",..." if len(self.counts) > 4 else ""
        return f"<Family of {self.length:,}: {_written(self.values[:4], self.counts[:4])}{more}>"

    def __str__(self) -> str:
        return _written(self.values, self.counts)


def _written(values: Sequence[Any], counts: Sequence[int]) -> str:
    """Write the runs as they are typed: 100x3,200."""
    return ",".join(f"{v}" if c == 1 else f"{v}x{c}" for v, c in zip(values, counts, strict=True))


def encode(values: Sequence[T]) -> tuple[tuple[T, ...], Sequence[int]]:
    """Return the distinct values in order of first appearance, and for every value its index among them.

    Rationals are compared by numerator and denominator, since their hash is slow. Balls are never merged, since
    equality of balls cannot be decided.
    """
    places: dict[Any, int] = {}
    if set(map(type, values)) == {int}:  # fast for a million of them
        places = dict(zip(dict.fromkeys(values), range(len(values)), strict=False))
        plain = len(places) == len(values)
        return tuple(places), range(len(values)) if plain else tuple(map(places.__getitem__, values))
    distinct: list[T] = []
    codes: list[int] = []
    for value in values:
        key: Any = value
        if isinstance(value, fmpq):
            key = (int(value.p), int(value.q))
        elif isinstance(value, arb):
            key = object()
        code = places.setdefault(key, len(distinct))
        if code == len(distinct):
            distinct.append(value)
        codes.append(code)
    return tuple(distinct), range(len(codes)) if len(distinct) == len(codes) else tuple(codes)


def align(*families: Family[Any]) -> tuple[Family[Any], ...]:
    """Return the families on their common refinement, so that run r means the same i in all of them."""
    lengths = {family.length for family in families}
    if len(lengths) != 1:
        raise InputError("lists", " and ".join(str(f.length) for f in families), "lists of one common length")
    ends = sorted(set().union(*(accumulate(family.counts) for family in families)))
    counts = tuple(end - start for start, end in zip([0, *ends], ends, strict=False))
    return tuple(_refined(family, ends, counts) for family in families)


def _refined(family: Family[T], ends: Sequence[int], counts: tuple[int, ...]) -> Family[T]:
    if len(counts) == len(family.counts):
        return family
    codes, own = [], zip(family.codes, accumulate(family.counts), strict=True)
    code, until = next(own)
    for end in ends:
        if end > until:
            code, until = next(own)
        codes.append(code)
    return Family(family.distinct, tuple(codes), counts)


def parse_family(text: object, option: str, member: Callable[[str, str], T], allowed: str) -> Family[T]:
    """Parse ``a,b,cx100``: commas, semicolons or white space between entries.

    ``member(text, option)`` parses one entry and raises InputError itself.
    """
    if isinstance(text, Family):
        return text.map(lambda value: member(value, option))
    several = isinstance(text, Iterable) and not isinstance(text, str | bytes | Mapping | Set)
    if several and getattr(text, "ndim", 1) > 0:  # a list, a range, an array, a column of a data frame
        values = [member(value, option) for value in text]  # type: ignore[attr-defined]
        return Family.of(values) if values else _empty(option, allowed)
    if not isinstance(text, str):
        return Family.constant(member(text, option), 1)  # type: ignore[arg-type]
    entries = _entries(text)
    if not entries:
        return _empty(option, allowed)
    if "" in entries:  # 100,,200: an entry was forgotten, or a script's variable was empty
        raise InputError(option, text, allowed, "an entry between two separators is empty")
    places: dict[str, int] = {}
    codes, counts, total = [], [], 0
    for entry in entries:
        value_text, count = entry, 1
        run = _RUN.fullmatch(entry)
        if run:
            value_text, count = run.group(1), _run_length(run.group(2), entry, option)
        codes.append(places.setdefault(value_text, len(places)))
        counts.append(count)
        total += count
        if total > MAX_LENGTH:
            raise InputError(option, entry, f"at most {MAX_LENGTH} members in all")
    distinct, merged = encode([member(value_text, option) for value_text in places])
    if isinstance(merged, range):  # every text is another value
        return Family(distinct, range(len(codes)) if len(codes) == len(distinct) else tuple(codes), tuple(counts))
    return Family(distinct, tuple(merged[code] for code in codes), tuple(counts))


def _entries(body: str) -> list[str]:
    """Split at commas, semicolons and white space; two adjacent separators give an empty entry.

    One separator at the end is no entry. Blanks are reduced to one first: patterns are then linear in the length.
    """
    words = re.sub(" ?[xX×] ?", "x", " ".join(body.split()))
    parts = re.split(" ?[,;] ?", words)
    if len(parts) > 1 and not parts[-1]:
        parts.pop()
    return [entry for part in parts for entry in part.split(" ")] if words else []


def _run_length(text: str, entry: str, option: str) -> int:
    try:
        return parse_integer(text, option, maximum=MAX_LENGTH)
    except InputError:
        raise InputError(option, entry, f"a run such as 100x1000 with a length from 1 to {MAX_LENGTH}") from None


def _empty(option: str, allowed: str) -> Family[Any]:
    raise InputError(option, "", allowed, "the list is empty")


def parse_sample_sizes(text: object, option: str = "n") -> Family[int]:
    """Parse a list of positive integers."""
    allowed = "positive integers such as 100,200 or 100x1000"
    if isinstance(text, str) and text.isascii():
        entries = list(map(str.strip, text.split(","))) if "," in text else text.split()
        if entries and all(map(str.isdigit, entries)) and max(map(len, entries)) < 18:
            sizes = list(map(int, entries))
            if min(sizes) > 0 and len(sizes) <= MAX_LENGTH:
                return Family.of(sizes)

    def member(entry: object, name: str) -> int:
        if type(entry) is int and entry > 0:
            return entry
        try:
            return parse_integer(entry, name)
        except InputError:
            raise InputError(name, entry, allowed) from None

    return parse_family(text, option, member, allowed)


def parse_reals(text: object, option: str, check: Callable[[object, str], Any] = parse_rational) -> Family[Any]:
    """Parse a list of exact rationals, each checked by ``check(text, option)``."""
    return parse_family(text, option, check, "numbers such as 0.1,1e-3x20")


# -- columns of values and how to combine them; power sums for the blocks of a prefix sum ------------------------------
Value = Any


class Column(list):  # type: ignore[type-arg]
    """One value per position of the current axis."""

    def map(self, function: Callable[[Sequence[Value]], Sequence[Value]]) -> Column:
        """Apply ``function``, which takes all values at once and gives as many."""
        return Column(function(self))


def lift(function: Callable[..., Value], *args: Value) -> Value:
    """Apply ``function`` entrywise, repeating scalars along the columns."""
    columns = [a for a in args if isinstance(a, Column)]
    if not columns:
        return function(*args)
    return Column(map(function, *(a if isinstance(a, Column) else repeat(a) for a in args)))


def fold(values: list[Value], operation: Callable[[Value, Value], Value]) -> Value:
    """Combine scalars first, so that long columns are touched least."""
    if not any(isinstance(v, Column) for v in values):
        return reduce(operation, values)
    return reduce(partial(lift, operation), sorted(values, key=lambda v: isinstance(v, Column)))


def tree(values: list[Value], operation: Callable[[Value, Value], Value]) -> Value:
    """Combine pairwise: the radius of a ball grows with the depth, not with the length."""
    while len(values) > 1:
        paired = list(map(operation, values[::2], values[1::2]))
        values = [*paired, values[-1]] if len(values) % 2 else paired
    return values[0]


def weighted_total(column: Column, weights: Sequence[int]) -> Value:
    if len(column) != len(weights):
        raise ValueError(f"{len(column)} values and {len(weights)} weights")
    if max(weights) == min(weights) == 1:
        return tree(column, operator.add)
    return tree([x if w == 1 else x * w for x, w in zip(column, weights, strict=True)], operator.add)
