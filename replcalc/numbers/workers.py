"""Pools of processes: a job over many items, with results as they come in; limits of time and memory; signals."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from flint import acb


# -- integrals ---------------------------------------------------------------------------------------------------------
def integral(function: Callable[[acb, bool], acb], start: acb, end: acb, **tolerances: Any) -> acb:
    """Call ``acb.integral``; a signal that ends the command waits for its end, which it makes come soon.

    Flint prints and forgets what a signal handler raises inside the callback.
    """
    from flint import acb

    if threading.current_thread() is not threading.main_thread():  # which alone receives signals
        return acb.integral(function, start, end, **tolerances)
    waiting: list[int] = []
    handlers = {each: signal.signal(each, lambda number, _: waiting.append(number)) for each in _ENDING}
    try:
        return acb.integral(lambda x, exact: acb("nan") if waiting else function(x, exact), start, end, **tolerances)
    finally:
        for each, handler in handlers.items():
            signal.signal(each, handler)
        for number in waiting[:1]:
            signal.raise_signal(number)


# -- a job over many items in processes -------------------------------------------------------------------------------
S = TypeVar("S")
T = TypeVar("T")

#: The signals that end a command.
_ENDING = (signal.SIGINT, signal.SIGTERM)
#: The exit code of a worker that ran out of memory.
NO_MEMORY = 71
_KILLED = (-signal.SIGKILL, -signal.SIGTERM)
#: Below this many items a pool of processes costs more than it saves.
FEW = 4
#: Seconds by the clock that are added to what a worker may take.
PATIENCE = 10


def in_parallel(job: Callable[[S], T], wanted: Sequence[S], workers: int | None = None) -> Iterator[T]:
    """Yield ``job`` of every item as results come in; in this process for few items or one worker."""
    workers = workers or processors()
    if workers < 2 or len(wanted) < FEW:
        yield from map(job, wanted)
        return
    from multiprocessing import Pool

    with blocking_signals(*_ENDING):
        pool = Pool(min(workers, len(wanted)), initializer=_at_work)
    with pool:
        yield from pool.imap_unordered(job, wanted)


@contextmanager
def blocking_signals(*signals: int) -> Iterator[None]:
    """Context that blocks these signals while a pool starts: terminating a half-started pool would hang."""
    if not hasattr(signal, "pthread_sigmask"):  # not on this system
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _at_work() -> None:
    """Reset signals in a worker: the parent handles an interrupt and terminates its workers by the signal itself.

    With the command's handler a worker would unwind, perhaps while it holds the lock of the pool's queue, and the
    command would wait forever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)  # they were blocked while the pool was made
    gc.freeze()  # objects from before the fork stay in use: the collector need not scan them


def within_limits(
    job: Callable[[S], T], wanted: Iterable[S], seconds: float, megabytes: int = 4096
) -> Iterator[T | None]:
    """Yield ``job`` of every item in order; None if it took over ``seconds`` of CPU time or ``megabytes``.

    One process handles item after item; if it ended, a new one takes over.
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
        """``context``: the multiprocessing context; by default that of the system."""
        import multiprocessing

        started = context or multiprocessing
        self.pipe, there = started.Pipe()
        self.process = started.Process(target=_serve, args=(job, there, megabytes), daemon=True)
        self.process.start()
        there.close()

    def ask(self, item: Any, seconds: float) -> tuple[bool, Any]:
        """Return the answer, and whether it came within ``seconds`` of CPU time (and a multiple of it by the clock)."""
        try:
            self.pipe.send((item, seconds))
            return (True, self.pipe.recv()) if self.pipe.poll(PATIENCE + 20 * seconds) else (False, None)
        except (EOFError, OSError):
            return False, None

    @property
    def why_ended(self) -> str:
        """Why there was no answer: time (it is at work still), memory, killed (from outside) or fault (of ours)."""
        self.process.join(0.5)  # its pipe closes a moment before it is gone
        code = self.process.exitcode
        if code in (None, -signal.SIGPROF):
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
            item, seconds = pipe.recv()
        except EOFError:
            return
        try:
            signal.setitimer(signal.ITIMER_PROF, seconds)  # counts CPU time; its signal ends the process
            result = job(item)
            signal.setitimer(signal.ITIMER_PROF, 0)
            pipe.send(result)
        except MemoryError:
            os._exit(NO_MEMORY)  # the process cannot be used any more


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
