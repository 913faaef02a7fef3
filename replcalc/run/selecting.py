"""Exactly as many rows as a plan says, chosen by the seed: for theorems about runs of one size.

The rows are put into an order that is a function of their values (by 64-bit words made of them, digest.py), so that the
order of the file plays no part. The stream of the names "rows", the group and n chooses a uniform subset of N of the n
places: those of the N smallest of n words (drawn anew should the N-th and the next one be equal, so that all subsets
are exactly equally likely).

What is promised of N independent draws holds of the chosen ones. Were the choice private, they would be N independent
draws, whatever n is. Runs that share it agree no less often: with everything else fixed, two runs give equal answers
with probability sum_x p_x(choice)^2, whose mean over the choices is at least sum_x (mean of p_x)^2. Teams with another
n have another stream: their choices are as good as private.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from replcalc.run.digest import row_words
from replcalc.run.rows import Chunk
from replcalc.run.seeds import Shared, Stream
from replcalc.run.values import LabelColumn

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]


def chosen_rows(
    read: Callable[[], Iterator[Chunk]],
    columns: Sequence[str],
    needed: int,
    shared: Shared,
    checked: Callable[[Chunk], object],
    by: str = "",
    groups: Sequence[str] = ("",),
) -> tuple[dict[str, int], Iterator[Chunk]]:
    """How many rows every group has, and the chosen ones of each in a second pass; 16 bytes of memory for every row.

    ``by``: the column that names the group of a row; a row of no group is kept: somebody refuses it. ``checked`` sees
    every row before one is chosen, and refuses what breaks a promise.
    """
    import numpy as np

    words, codes = [np.empty(0, np.uint64)], [np.empty(0, np.int64)]
    for chunk in read():
        checked(chunk)
        words.append(row_words(chunk, columns))
        codes.append(LabelColumn.of(chunk.texts[by]).among(groups) if by else np.zeros(chunk.rows, np.int64))
    keys, places = np.concatenate(words), np.concatenate(codes)
    kept = places < 0
    counts = {}
    for code, group in enumerate(groups):
        rows = np.flatnonzero(places == code)
        counts[group] = len(rows)
        if len(rows) >= needed:
            in_order = rows[np.argsort(keys[rows], kind="stable")]
            kept[in_order[_subset(len(rows), needed, shared.stream("rows", group, len(rows)))]] = True

    def again() -> Iterator[Chunk]:
        first = 0
        for chunk in read():
            yield chunk.where(kept[first : first + chunk.rows])
            first += chunk.rows

    return counts, again()


def _subset(count: int, needed: int, stream: Stream) -> Array:
    """So many of the places 0..count-1, every subset equally likely."""
    import numpy as np

    while needed < count:
        words = stream.words(count)
        order = np.argsort(words, kind="stable")
        if words[order[needed - 1]] < words[order[needed]]:
            return order[:needed]
    return np.arange(count)
