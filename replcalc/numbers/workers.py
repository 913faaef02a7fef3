"""The one pool of processes: a job over many names, results as they come in; Dask clusters; ending signals."""

from __future__ import annotations

import gc
import importlib.util
import logging
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from replcalc.numbers.errors import InputError, MissingLibrary, ReplcalcError

if TYPE_CHECKING:
    from flint import acb


# -- ending signals where no exception may pass ------------------------------------------------------------------------
# Inside C code that calls back into Python, or while processes start.
# An exception that a handler raises inside such a callback is printed and forgotten, or leaves half of a cluster
# behind. So a handler calls ``interrupt``: it raises at once where nothing is held, and otherwise when ``held`` is
# left.
_depth = 0
_waiting: BaseException | None = None


def interrupt(reason: BaseException) -> None:
    """What the handler of a signal does: raise ``reason``, now or as soon as nothing is held."""
    global _waiting
    if not _depth:
        raise reason
    _waiting = reason


@contextmanager
def held() -> Iterator[None]:
    """Within it an interrupt waits. Signals reach the main thread alone, so elsewhere there is nothing to hold."""
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
    """``acb.integral``, whose callbacks an interrupt does not enter: it makes what is left of them worthless and short.

    The result is then not a number, and nobody sees it.
    """
    from flint import acb

    def callback(x: acb, analytic: bool) -> acb:
        return acb("nan") if _waiting is not None else function(x, analytic)

    with held():
        return acb.integral(callback, start, end, **tolerances)


# -- a job over many items on a Dask cluster ---------------------------------------------------------------------------
# Of this machine's processors, or one that is running elsewhere.
# A worker that dies costs time: its items are given to others. Only an item that takes several workers down is lost,
# and is reported as such. Everything else a job raises is the job's own business.
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
    """``job`` of every item in order, each ended after ``seconds`` of CPU time or beyond ``megabytes``; None then.

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
        """The answer, and whether there is one within ``seconds`` of CPU time (and many times that by the clock)."""
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
            os._exit(NO_MEMORY)  # what is left of the process is of no use


def processors() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


#: Seconds within which a scheduler must answer.
PATIENCE = 10
#: So many workers may die over one item before it counts as lost.
DEATHS = 5


class Lost(ReplcalcError):
    """An item took its workers down, again and again."""


class SchedulerGone(ReplcalcError):
    """The scheduler ended, or cannot be reached any more, while items were under way."""


def installed() -> bool:
    return importlib.util.find_spec("distributed") is not None


def check_scheduler(address: str, argument: str = "scheduler") -> None:
    """Refuse what cannot be an address, and a missing Dask, before anything is computed."""
    if not address.startswith(("tcp://", "tls://", "ucx://", "ws://", "wss://")):
        raise InputError(argument, address, "the address of a Dask scheduler, such as tcp://127.0.0.1:8786")
    if not installed():
        raise MissingLibrary("a scheduler", "Dask", "pip install 'replcalc[cluster]'")


@contextmanager
def client_of(address: str | None, workers: int | None = None) -> Iterator[Any]:
    """A client of the scheduler at ``address``, or of a cluster of this machine's processors that ends with it."""
    import dask
    from distributed import Client, LocalCluster

    if address is not None:
        check_scheduler(address)
        try:
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise InputError("scheduler", address, "a scheduler that answers", str(error)[:120]) from None
        for name in ("distributed", "distributed.client"):  # a scheduler that dies is told in one line, by us
            logging.getLogger(name).setLevel(logging.CRITICAL)
        with client:
            _same_version(client, address)
            yield client
        return
    quiet = {
        "distributed.scheduler.allowed-failures": DEATHS,
        "distributed.admin.tick.limit": "1h",
        # what nobody looks at: every worker's stack a hundred times a second, the pulse of every process fifty times,
        # its memory and network twice; together an eighth of a processor
        "distributed.worker.profile.enabled": False,
        "distributed.admin.tick.interval": "1s",
        "distributed.admin.system-monitor.interval": "5s",
    }
    with dask.config.set(quiet):
        with undisturbed(signal.SIGINT), held():  # half a cluster cannot be taken down; workers leave Ctrl-C to us
            cluster = LocalCluster(
                n_workers=workers or processors(),
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
        with cluster, Client(cluster, set_as_default=False) as client:
            yield client


def version_here() -> str:
    import replcalc

    return replcalc.__version__


def _same_version(client: Any, address: str) -> None:
    ours = version_here()
    if not client.scheduler_info()["workers"]:
        raise InputError("scheduler", address, "a scheduler with workers", "it has none now")
    try:
        theirs = set(client.run(version_here).values())
    except Exception as error:  # whatever a foreign worker answers
        wanted = f"workers on which replcalc {ours} is installed"
        raise InputError("scheduler", address, wanted, f"{type(error).__name__}: {error}"[:160]) from None
    if theirs != {ours}:
        raise InputError("scheduler", address, f"workers with replcalc {ours}", f"there: {', '.join(sorted(theirs))}")


def on_client(client: Any, job: Callable[[S], T], wanted: Sequence[S]) -> Iterator[tuple[S, T | Lost]]:
    """Each item with its result as it comes in; ``Lost`` where the item took its workers down."""
    from asyncio import CancelledError

    from distributed import CancelledError as Cancelled
    from distributed import KilledWorker, as_completed
    from distributed.comm import CommClosedError

    futures = client.map(job, wanted, pure=False, key="replcalc")
    items = {future.key: item for future, item in zip(futures, wanted, strict=True)}
    for future in as_completed(futures, loop=client.loop):
        try:
            result: T | Lost = future.result()
        except KilledWorker as error:
            result = Lost(str(error))
        except (Cancelled, CancelledError, CommClosedError) as error:
            told = f"the Dask scheduler ended while items were under way ({type(error).__name__})"
            raise SchedulerGone(told) from None
        yield items[future.key], result
        future.release()


def on_cluster(job: Callable[[S], T], wanted: Sequence[S], address: str) -> Iterator[T]:
    """``job`` of every item on the cluster at ``address``, as results come in; a lost item is an error."""
    with client_of(address) as client:
        for item, result in on_client(client, job, wanted):
            if isinstance(result, Lost):
                raise Lost(f"{item}: {result}")
            yield result
