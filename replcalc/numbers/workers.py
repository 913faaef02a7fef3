"""The one pool of processes: a job over many names, results as they come in."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

S = TypeVar("S")
T = TypeVar("T")

#: The signals that end a command.
_ENDING = (signal.SIGINT, signal.SIGTERM)
#: The exit code of a worker that ran out of memory.
NO_MEMORY = 71
_KILLED = (-signal.SIGKILL, -signal.SIGTERM)
#: Below this many items a pool of processes costs more than it saves.
FEW = 4


def in_parallel(
    job: Callable[[S], T], wanted: Sequence[S], workers: int | None = None, scheduler: str | None = None
) -> Iterator[T]:
    """``job`` of every item, as results come in; in this process if there are few of them or one worker.

    ``scheduler``: the address of a Dask cluster that does it instead.
    """
    if scheduler is not None:
        from replcalc.numbers.cluster import on_cluster

        yield from on_cluster(job, wanted, scheduler)
        return
    workers = workers or processors()
    if workers < 2 or len(wanted) < FEW:
        yield from map(job, wanted)
        return
    from multiprocessing import Pool

    with undisturbed(*_ENDING):
        pool = Pool(min(workers, len(wanted)), initializer=_at_work)
    with pool:
        yield from pool.imap_unordered(job, wanted)


@contextmanager
def undisturbed(*signals: int) -> Iterator[None]:
    """These signals wait: a pool of which some workers are missing yet cannot be taken down; the command would hang."""
    if not hasattr(signal, "pthread_sigmask"):  # not on this system
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _at_work() -> None:
    """An interrupt is the parent's business; leaving the pool terminates the workers, at once and by the signal itself.

    With the command's own handler a worker unwinds instead, perhaps while it holds the lock of the pool's queue: then
    the other one, and so the command, waits for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)  # they waited while the pool was made
    gc.freeze()  # what was there before the fork is in use: the collector need not look through it again and again


def within_limits(
    job: Callable[[S], T], wanted: Iterable[S], seconds: float, megabytes: int = 4096
) -> Iterator[T | None]:
    """``job`` of every item in order, each ended after ``seconds`` or beyond ``megabytes``; None where it was ended.

    One process does item after item; where it had to be ended, or ended by itself, a new one takes over.
    """
    worker: Worker | None = None
    try:
        for item in wanted:
            worker = worker or Worker(job, megabytes)
            finished, result = worker.ask(item, seconds)
            if not finished:
                worker.end()
                worker = None
            yield result
    finally:
        if worker is not None:
            worker.end()


class Worker:
    """A process that answers one item at a time."""

    def __init__(self, job: Callable[[Any], Any], megabytes: int, context: Any = None) -> None:
        """``context``: how processes are started, of multiprocessing; the system's own way if not said."""
        import multiprocessing

        started = context or multiprocessing
        self.pipe, there = started.Pipe()
        self.process = started.Process(target=_serve, args=(job, there, megabytes), daemon=True)
        self.process.start()
        there.close()

    def ask(self, item: Any, seconds: float) -> tuple[bool, Any]:
        try:
            self.pipe.send(item)
            return (True, self.pipe.recv()) if self.pipe.poll(seconds) else (False, None)
        except (EOFError, OSError):
            return False, None

    @property
    def why_ended(self) -> str:
        """Why there was no answer: time (it is at work still), memory, killed (from outside) or fault (of ours)."""
        self.process.join(0.5)  # its pipe closes a moment before it is gone
        code = self.process.exitcode
        if code is None:
            return "time"
        # out of memory, flint calls abort
        return "memory" if code in (NO_MEMORY, -signal.SIGABRT) else "killed" if code in _KILLED else "fault"

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(job: Callable[[Any], Any], pipe: Any, megabytes: int) -> None:
    _at_work()
    try:
        import resource
    except ImportError:  # no such limits on this system
        pass
    else:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, hard))
    while True:
        try:
            item = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(job(item))
        except MemoryError:
            os._exit(NO_MEMORY)  # what is left of the process is of no use


def processors() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
