"""Rows by their values alone: a digest independent of their order, and exactly N rows chosen by the seed.

Every row is mixed into words of 64 bits, column by column in the order of the question. A number enters as the bits of
its double (-0.0 as 0.0), a text as the first 8 bytes of its SHA-256. The mixing is a fast one (splitmix64): different
rows have different words unless they are built to collide.

*Digest.* Two such words of all rows are added up modulo 2^64; the names of the columns, the number of rows and both
sums go through SHA-256. It identifies the rows of a receipt without revealing them.

*Choice*, for theorems about runs of one size. The rows are ordered by their words; the stream of the names "rows", the
group and n chooses a uniform subset of N of the n places: those of the N smallest of n words (drawn anew should the
N-th and the next one be equal, so that all subsets are exactly equally likely). A guarantee for N independent draws
holds for the chosen ones. Were the choice private, they would be N independent draws, whatever n is. Runs that share it
agree no less often: with everything else fixed, two runs give equal answers with probability sum_x p_x(choice)^2, whose
mean over the choices is at least sum_x (mean of p_x)^2. Teams with another n have another stream: their choices are as
good as private.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from replcalc.run.rows import Array, Chunk
from replcalc.run.seeds import Shared, Stream

Words = np.ndarray[Any, np.dtype[np.uint64]]

#: First words of the two sums, and what a column's bits are multiplied by in each.
_STARTS = (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03)
_ODD = (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53)
#: Texts whose words are kept.
_MOST_KEPT = 1 << 17


class RowsDigest:
    """A digest of rows, which may be added in any order and in any pieces."""

    def __init__(self, columns: tuple[str, ...], texts: tuple[str, ...] = ()) -> None:
        self.columns, self.texts = columns, texts
        self.rows = 0
        self._sums = [0, 0]
        self._words: dict[str, int] = {}

    def add(self, chunk: Chunk) -> None:
        """Add the rows of a chunk."""
        bits = _number_bits(chunk, self.columns)
        for name in self.texts:
            words = [self._word(label) for label in chunk.texts[name].names]
            bits.append(np.array([*words, 0], dtype=np.uint64)[chunk.texts[name].codes])
        for lane, total in enumerate(self._sums):
            self._sums[lane] = (total + int(_mix_columns(bits, chunk.rows, lane).sum())) % (1 << 64)
        self.rows += chunk.rows

    def hexdigest(self) -> str:
        """Return the digest of all rows added."""
        summary = json.dumps([self.columns, self.texts, self.rows, *(f"{total:016x}" for total in self._sums)])
        return hashlib.sha256(summary.encode()).hexdigest()

    def _word(self, text: str) -> int:
        found = self._words.get(text)
        if found is None:
            if len(self._words) >= _MOST_KEPT:
                self._words.clear()
            found = int.from_bytes(hashlib.sha256(text.encode(errors="surrogatepass")).digest()[:8], "big")
            self._words[text] = found
        return found


def choose_rows(
    read: Callable[[], Iterator[Chunk]],
    columns: Sequence[str],
    needed: int,
    shared: Shared,
    check: Callable[[Chunk], object],
    by: str = "",
    groups: Sequence[str] = ("",),
) -> tuple[dict[str, int], Iterator[Chunk]]:
    """Choose exactly ``needed`` rows of every group by the seed; 16 bytes of memory for every row.

    Args:
        read: Starts a pass over the data; there are two.
        columns: The columns of numbers whose values order the rows.
        needed: Rows of each group.
        shared: The shared seed.
        check: Called with every row before one is chosen; refuses rows that break an assumption.
        by: The column that names the group of a row; a row of no group is kept and refused later.
        groups: The groups.

    Returns:
        The number of rows of every group, and the chosen rows.
    """
    words, codes = [np.empty(0, np.uint64)], [np.empty(0, np.int64)]
    for chunk in read():
        check(chunk)
        words.append(_mix_columns(_number_bits(chunk, columns), chunk.rows, 0))
        codes.append(chunk.texts[by].places_among(groups) if by else np.zeros(chunk.rows, np.int64))
    keys, places = np.concatenate(words), np.concatenate(codes)
    kept = places < 0
    counts = {}
    for code, group in enumerate(groups):
        rows = np.flatnonzero(places == code)
        counts[group] = len(rows)
        if len(rows) >= needed:
            in_order = rows[np.argsort(keys[rows], kind="stable")]
            kept[in_order[_choose_subset(len(rows), needed, shared.stream("rows", group, len(rows)))]] = True

    def read_chosen() -> Iterator[Chunk]:
        first = 0
        for chunk in read():
            yield chunk.where(kept[first : first + chunk.rows])
            first += chunk.rows

    return counts, read_chosen()


def _choose_subset(count: int, needed: int, stream: Stream) -> Array:
    """Choose ``needed`` of the positions 0..count-1, every subset equally likely."""
    while needed < count:
        words = stream.words(count)
        order = np.argsort(words, kind="stable")
        if words[order[needed - 1]] < words[order[needed]]:
            return order[:needed]
    return np.arange(count)


def _number_bits(chunk: Chunk, columns: Sequence[str]) -> list[Words]:
    return [(chunk.values[name] + 0.0).view(np.uint64) for name in columns]


def _mix_columns(bits: list[Words], rows: int, lane: int) -> Words:
    mixed = np.full(rows, _STARTS[lane], dtype=np.uint64)
    spare = np.empty_like(mixed)
    for words in bits:
        mixed ^= np.multiply(words, np.uint64(_ODD[lane]), out=spare)
        _scatter_bits(mixed, spare)
    return mixed


def _scatter_bits(words: Words, spare: Words) -> None:
    """Apply the finaliser of splitmix64, a bijection of 64-bit words, in place."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        words ^= np.right_shift(words, np.uint64(shift), out=spare)
        words *= np.uint64(factor)
    words ^= np.right_shift(words, np.uint64(31), out=spare)
