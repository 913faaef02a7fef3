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


# -- ending signals where no exception may pass ------------------------------------------------------------------------
# Inside C code that calls back into Python, or while processes start.
# An exception that a handler raises inside such a callback is printed and forgotten, or leaves half of a cluster
# behind. So a handler calls ``interrupt``: it raises at once, or inside ``deferring_interrupts`` when that context
# exits.
_depth = 0
_waiting: BaseException | None = None


def interrupt(reason: BaseException) -> None:
    """Raise ``reason`` from a signal handler, now or when the outermost ``deferring_interrupts`` context exits."""
    global _waiting
    if not _depth:
        raise reason
    _waiting = reason


@contextmanager
def deferring_interrupts() -> Iterator[None]:
    """Context that defers interrupts. Only the main thread receives signals, so elsewhere it does nothing."""
    global _depth, _waiting
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1
        if not _depth and _waiting is not None:
            reason, _waiting = _waiting, None
            raise reason


def integral(function: Callable[[acb, bool], acb], start: acb, end: acb, **tolerances: Any) -> acb:
    """Call ``acb.integral`` so that an interrupt does not raise inside a callback; the others return early.

    The result is then NaN and is discarded.
    """
    from flint import acb

    def callback(x: acb, analytic: bool) -> acb:
        return acb("nan") if _waiting is not None else function(x, analytic)

    with deferring_interrupts():
        return acb.integral(callback, start, end, **tolerances)


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
