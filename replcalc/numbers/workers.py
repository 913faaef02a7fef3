"""The one pool of processes: a job over many names, results as they come in."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")

#: Below this many items a pool of processes costs more than it saves.
FEW = 4


def in_parallel(job: Callable[[S], T], wanted: Sequence[S], workers: int | None = None) -> Iterator[T]:
    """``job`` of every item, as results come in; in this process if there are few of them or one worker."""
    workers = workers or processors()
    if workers < 2 or len(wanted) < FEW:
        yield from map(job, wanted)
        return
    from multiprocessing import Pool

    ignore = (signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's business; leaving the pool ends the workers
    with Pool(min(workers, len(wanted)), initializer=signal.signal, initargs=ignore) as pool:
        yield from pool.imap_unordered(job, wanted)


def processors() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
