"""Families over the problems i = 1..k, run-length encoded.

``Family(((100, 1000), (200, 1)))`` is 100 a thousand times, then 200 once. k may be a million and more while the number
of runs stays small, so everything that sums over i works run by run. Order matters to prefix sums: runs stay in order.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_integer, parse_rational

T = TypeVar("T")
U = TypeVar("U")

#: Largest total length k; the engine costs O(k) only where a prefix sum has no closed form.
MAX_LENGTH = 10**9

_RUN = re.compile(r"(.+?)\s*[xX×]\s*([0-9]+(?:[eE][0-9]+)?)", re.ASCII)


@dataclass(frozen=True)
class Family(Generic[T]):
    """Values over i = 1..k as ``runs`` of (value, count), in order; adjacent runs may hold equal values."""

    runs: tuple[tuple[T, int], ...]

    def __post_init__(self) -> None:
        if not self.runs:
            raise InputError("family", "", "at least one value")
        if any(count < 1 for _, count in self.runs):
            raise InputError("family", self.runs, "run lengths >= 1")

    @staticmethod
    def of(values: Iterable[T]) -> Family[T]:
        """One run per value: results have one entry per run, so what the user listed apart stays apart."""
        return Family(tuple((value, 1) for value in values))

    @staticmethod
    def constant(value: T, length: int) -> Family[T]:
        return Family(((value, length),))

    @cached_property
    def length(self) -> int:
        """k, the number of members."""
        return sum(count for _, count in self.runs)

    @cached_property
    def values(self) -> tuple[T, ...]:
        """One value per run."""
        return tuple(value for value, _ in self.runs)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        return tuple(count for _, count in self.runs)

    def map(self, function: Callable[[T], U]) -> Family[U]:
        return Family(tuple((function(value), count) for value, count in self.runs))

    def with_values(self, values: Sequence[U]) -> Family[U]:
        """The same run structure with other values, one per run."""
        return Family(tuple((v, count) for v, (_, count) in zip(values, self.runs, strict=True)))

    def members(self) -> Iterator[T]:
        """Every member, expanded. Only for small k."""
        for value, count in self.runs:
            for _ in range(count):
                yield value

    def first_index(self, run: int) -> int:
        """The 1-based index i at which ``run`` starts."""
        return 1 + sum(count for _, count in self.runs[:run])

    def __str__(self) -> str:
        return ",".join(f"{value}" if count == 1 else f"{value}x{count}" for value, count in self.runs)


def align(*families: Family[Any]) -> tuple[Family[Any], ...]:
    """The same families on their common refinement, so that run r means the same i in all of them."""
    lengths = {family.length for family in families}
    if len(lengths) != 1:
        raise InputError("lists", " and ".join(str(f.length) for f in families), "lists of one common length")
    cuts: set[int] = set()
    for family in families:
        position = 0
        for count in family.counts:
            position += count
            cuts.add(position)
    ends = sorted(cuts)
    refined = []
    for family in families:
        runs: list[tuple[Any, int]] = []
        remaining = list(family.runs)
        index, start, consumed = 0, 0, 0
        for end in ends:
            value, count = remaining[index]
            runs.append((value, end - start))
            consumed += end - start
            if consumed == count:
                index, consumed = index + 1, 0
            start = end
        refined.append(Family(tuple(runs)))
    return tuple(refined)


def _read_source(text: str, option: str) -> str:
    """The list itself, or the contents of @FILE or of standard input for ``-``."""
    try:
        if text == "-":
            return sys.stdin.read()
        if text.startswith("@"):
            return Path(text[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise InputError(option, text, "a readable text file after @", str(reason)) from None
    return text


def parse_family(text: object, option: str, member: Callable[[str, str], T], allowed: str) -> Family[T]:
    """Parse ``a,b,cx100`` (commas, semicolons or white space between entries), ``@FILE`` or ``-``.

    ``member(text, option)`` parses one entry and raises InputError itself.
    """
    if isinstance(text, Family):
        return text.map(lambda value: member(value, option))  # type: ignore[arg-type]
    if isinstance(text, Sequence) and not isinstance(text, str):
        return Family.of([member(value, option) for value in text]) if text else _empty(option, allowed)
    if not isinstance(text, str):
        return Family(((member(text, option), 1),))  # type: ignore[arg-type]
    source = _read_source(text.strip(), option)
    body = "\n".join(line.split("#", 1)[0] for line in source.splitlines()) if source != text.strip() else source
    joined = re.sub(r"\s*([xX×])\s*", r"\1", body)
    whole = re.sub(r"\s*[,;]$", "", joined.strip())  # one separator at the end is no entry
    entries = re.split(r"\s*[,;]\s*|\s+", whole) if joined.strip() else []
    if not entries:
        return _empty(option, allowed)
    if "" in entries:  # 100,,200: an entry was forgotten, or a script's variable was empty
        raise InputError(option, text, allowed, "an entry between two separators is empty")
    runs: list[tuple[T, int]] = []
    total = 0
    cache: dict[str, T] = {}
    for entry in entries:
        run = _RUN.fullmatch(entry)
        value_text, count = (run.group(1), _run_length(run.group(2), entry, option)) if run else (entry, 1)
        if value_text not in cache:
            cache[value_text] = member(value_text, option)
        value = cache[value_text]
        total += count
        if total > MAX_LENGTH:
            raise InputError(option, entry, f"at most {MAX_LENGTH} members in all")
        runs.append((value, count))
    return Family(tuple(runs))


def _run_length(text: str, entry: str, option: str) -> int:
    try:
        return parse_integer(text, option, maximum=MAX_LENGTH)
    except InputError:
        raise InputError(option, entry, f"a run such as 100x1000 with a length from 1 to {MAX_LENGTH}") from None


def _empty(option: str, allowed: str) -> Family[Any]:
    raise InputError(option, "", allowed, "the list is empty")


def parse_sample_sizes(text: object, option: str = "--n") -> Family[int]:
    """``--n LIST``: positive integers."""
    allowed = "positive integers such as 100,200 or 100x1000"

    def member(entry: str, name: str) -> int:
        try:
            return parse_integer(entry, name)
        except InputError:
            raise InputError(name, entry, allowed) from None

    return parse_family(text, option, member, allowed)


def parse_reals(text: object, option: str, check: Callable[[object, str], Any] = parse_rational) -> Family[Any]:
    """A list of exact rationals, each checked by ``check(text, option)``."""
    return parse_family(text, option, check, "numbers such as 0.1,1e-3x20")
