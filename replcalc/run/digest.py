"""Which rows a receipt speaks of, without revealing them: the same rows in another order have the same digest.

Every row is mixed into two words of 64 bits, column by column in the order of the question; the words of all rows are
added up modulo 2^64, which forgets their order; the names of the columns, the number of rows and both sums go through
SHA-256. A number enters as the bits of its double (-0.0 as 0.0), a text as the first 8 bytes of its SHA-256. The
mixing is a fast one (splitmix64): different data have different digests unless somebody works for the contrary, and
who wants to pass data off as new changes a row anyway.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from replcalc.run.rows import Chunk
from replcalc.run.values import LabelColumn

if TYPE_CHECKING:
    import numpy as np

    Words = np.ndarray[Any, np.dtype[np.uint64]]

#: First words of the two lanes, and what a column's bits are multiplied by in each.
_STARTS = (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03)
_ODD = (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53)
#: Texts whose words are kept.
_KEPT = 1 << 17


class RowsDigest:
    """Rows may be added in any order and in any pieces."""

    def __init__(self, columns: tuple[str, ...], texts: tuple[str, ...] = ()) -> None:
        self.columns, self.texts = columns, texts
        self.rows = 0
        self._sums = [0, 0]
        self._words: dict[str, int] = {}

    def add(self, chunk: Chunk) -> None:
        import numpy as np

        labelled = [LabelColumn.of(chunk.texts[name]) for name in self.texts]
        if not self.columns and len(labelled) == 1:  # equal rows have equal words: each is mixed once
            counts = labelled[0].counts()
            bits, rows = [self._all(counts)], len(counts) + 1
            times = np.array([*counts.values(), chunk.rows - sum(counts.values())], dtype=np.uint64)
        else:
            bits, rows, times = _bits(chunk, self.columns), chunk.rows, np.ones(1, np.uint64)
            bits += [self._all(labels.names)[labels.codes] for labels in labelled]
        for lane, total in enumerate(self._sums):
            self._sums[lane] = (total + int((_lane(bits, rows, lane) * times).sum())) % (1 << 64)
        self.rows += chunk.rows

    def hexdigest(self) -> str:
        told = json.dumps([self.columns, self.texts, self.rows, *(f"{total:016x}" for total in self._sums)])
        return hashlib.sha256(told.encode()).hexdigest()

    def _all(self, labels: Iterable[str]) -> Words:
        """The word of every label, and that of a missing one."""
        import numpy as np

        return np.array([*map(self._word, labels), 0], dtype=np.uint64)  # of mixed sizes: floats else

    def _word(self, text: str) -> int:
        found = self._words.get(text)
        if found is None:
            if len(self._words) >= _KEPT:
                self._words.clear()
            found = int.from_bytes(hashlib.sha256(text.encode(errors="surrogatepass")).digest()[:8], "big")
            self._words[text] = found
        return found


def row_words(chunk: Chunk, columns: Sequence[str]) -> Words:
    """A word for every row, made of these columns of numbers: equal rows have equal words."""
    return _lane(_bits(chunk, columns), chunk.rows, 0)


def _bits(chunk: Chunk, columns: Sequence[str]) -> list[Words]:
    import numpy as np

    return [(chunk.values[name] + 0.0).view(np.uint64) for name in columns]


def _lane(bits: list[Words], rows: int, lane: int) -> Words:
    import numpy as np

    mixed = np.full(rows, _STARTS[lane], dtype=np.uint64)
    spare = np.empty_like(mixed)
    for words in bits:
        mixed ^= np.multiply(words, np.uint64(_ODD[lane]), out=spare)
        _mix(mixed, spare)
    return mixed


def _mix(words: Words, spare: Words) -> None:
    """The finaliser of splitmix64: a bijection of 64-bit words that scatters every bit. In place: half the time."""
    import numpy as np

    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        words ^= np.right_shift(words, np.uint64(shift), out=spare)
        words *= np.uint64(factor)
    words ^= np.right_shift(words, np.uint64(31), out=spare)
