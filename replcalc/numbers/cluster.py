"""A job over many items on a Dask cluster: of this machine's processors, or one that is running elsewhere.

A worker that dies costs time: its items are given to others. Only an item that takes several workers down is lost, and
is reported as such. Everything else a job raises is the job's own business.
"""

from __future__ import annotations

import importlib.util
import logging
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.numbers.interruption import held

S = TypeVar("S")
T = TypeVar("T")

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
        raise InputError(argument, address, "Dask to be installed", "pip install 'replcalc[cluster]'")


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
    from replcalc.numbers.workers import processors, undisturbed

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
                n_workers=workers or processors(), threads_per_worker=1, processes=True, dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )  # fmt: skip
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
