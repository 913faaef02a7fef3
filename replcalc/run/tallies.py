"""How often every text of a column occurs, in bounded memory, nearly at the speed of sorting numbers.

A text of at most 8 bytes, none of them zero, is a number of 64 bits: most numbers, codes and words. Those numbers are
sorted, which is faster than any table of texts; longer texts go through a hash table of Arrow. What a text stands for
(a label, a row that lacks a value) is decided elsewhere, once for each text that occurs and not for each row.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

#: Rows whose texts are counted together, and bytes of texts that are no numbers.
_ROWS, _BYTES = 1 << 21, 1 << 24
#: Different texts that are held at a time, and how many become objects of Python at once.
MOST, _PIECE = 1 << 20, 1 << 16
_SHORT = 8
#: First bytes of texts that are not blank: visible ASCII, and all of UTF-8 except where it has blanks (C2, E1, E2, E3).
_PLAIN = (*range(0x21, 0x7F), *range(0xC3, 0xE1), *range(0xE4, 0xF5))
#: What a missing number may begin with.
_NAN = tuple(int.from_bytes(text, "little") for text in (b"nan", b"NaN"))


class Tally:
    """Texts, and how often each was added."""

    def __init__(self) -> None:
        self._rows: list[Array] = []  # numbers, one for each row
        self._numbers: list[tuple[Array, Array]] = []  # different numbers in order, and how often each
        self._texts: list[Any] = []  # Arrow's texts, one for each row
        self._counted: list[Any] = []  # tables of different texts, and how often each

    def add(self, texts: Any) -> Array:
        """Count the texts of an Arrow array, except where one may stand for nothing; returns the mask of those rows."""
        import numpy as np
        import pyarrow

        if not len(texts):
            return np.zeros(0, bool)
        ends = np.frombuffer(texts.buffers()[1], np.int32, len(texts) + 1, texts.offset * 4)
        starts, sizes, whole = ends[:-1] - ends[0], np.diff(ends), int(ends[-1] - ends[0])
        letters = np.zeros(whole + _SHORT, np.uint8)
        if whole:
            letters[:whole] = np.frombuffer(texts.buffers()[2], np.uint8, whole, ends[0])
        # eight bytes from any place on, of which those of the text are kept; the first has the lowest bits
        words = np.ndarray((whole + 1,), "<u8", letters, 0, (1,))[starts] & _kept()[np.minimum(sizes, _SHORT)]
        doubtful: Array = ~_plain()[words & np.uint64(0xFF)]  # an empty text too: its first byte is 0
        for number in _NAN:
            doubtful |= (words & np.uint64(0xFFFFFF)) == number
        if texts.null_count:
            doubtful |= texts.is_null().to_numpy(zero_copy_only=False)
        short = ~doubtful
        if sizes.max() > _SHORT or not letters[:whole].all():
            short &= (sizes <= _SHORT) & letters[:whole].all()
            self._texts.append(texts.filter(pyarrow.array(~(short | doubtful))))
        self._rows.append(words if short.all() else words[short])
        if sum(map(len, self._rows)) > _ROWS:
            self._count_rows()
        if sum(part.nbytes for part in self._texts) > _BYTES:
            self._count_texts()
        return doubtful

    @property
    def full(self) -> bool:
        """Are more different texts held than there should be?"""
        if self._held() > 2 * MOST:
            self._merge()
            return self._held() > MOST
        return False

    def _held(self) -> int:
        return sum(len(numbers) for numbers, _ in self._numbers) + sum(map(len, self._counted))

    def taken(self) -> Iterator[tuple[str, int]]:
        """Every text once, and how often it was added; then nothing is held."""
        self._count_rows()
        self._count_texts()
        self._merge()
        for numbers, times in self._numbers:
            for some in _slices(len(numbers)):
                texts = [text.decode() for text in numbers[some].astype("<u8").view(f"S{_SHORT}").tolist()]
                yield from zip(texts, times[some].tolist(), strict=True)
        for table in self._counted:
            for some in _slices(len(table)):
                part = table.slice(some.start, some.stop - some.start)
                yield from zip(part["text"].to_pylist(), part["times"].to_pylist(), strict=True)
        self._numbers, self._counted = [], []

    def _count_rows(self) -> None:
        import numpy as np

        numbers = np.concatenate([*self._rows, np.empty(0, np.uint64)])
        self._rows = []
        if len(numbers):
            numbers.sort()
            firsts = _firsts(numbers)
            self._numbers.append((numbers[firsts], np.diff(firsts, append=len(numbers))))

    def _count_texts(self) -> None:
        import pyarrow

        if self._texts:
            found = pyarrow.chunked_array(self._texts).value_counts()
            self._texts = []
            self._counted.append(pyarrow.table({"text": found.field("values"), "times": found.field("counts")}))

    def _merge(self) -> None:
        import numpy as np
        import pyarrow

        if len(self._numbers) > 1:
            numbers, times = (np.concatenate(parts) for parts in zip(*self._numbers, strict=True))
            order = np.argsort(numbers, kind="stable")  # which merges what is in order already
            numbers, times = numbers[order], times[order]
            firsts = _firsts(numbers)
            self._numbers = [(numbers[firsts], np.add.reduceat(times, firsts))]
        if len(self._counted) > 1:
            grouped = pyarrow.concat_tables(self._counted).group_by("text", use_threads=False)
            summed = grouped.aggregate([("times", "sum")])
            self._counted = [pyarrow.table({"text": summed["text"], "times": summed["times_sum"]})]
            del grouped, summed
            pyarrow.default_memory_pool().release_unused()  # hundreds of megabytes, before Python needs its own


def _slices(count: int) -> Iterator[slice]:
    """So many places in pieces: objects of Python take ten times the memory of arrays."""
    return (slice(first, min(first + _PIECE, count)) for first in range(0, count, _PIECE))


def _firsts(in_order: Array) -> Array:
    """The places where a new number begins."""
    import numpy as np

    return np.flatnonzero(np.concatenate(([True], in_order[1:] != in_order[:-1])))


@cache
def _kept() -> Array:
    """For every size the bits of a word that a text has."""
    import numpy as np

    return np.array([(1 << 8 * size) - 1 for size in range(_SHORT + 1)], np.uint64)


@cache
def _plain() -> Array:
    """For every byte, whether a text that begins with it is surely not blank."""
    import numpy as np

    return np.isin(np.arange(256), _PLAIN)
