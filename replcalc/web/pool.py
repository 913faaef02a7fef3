"""Workers with limits behind a queue: a request waits its turn, ends in time, or is told why not.

Every worker is a process that answers one question at a time under a limit of time and memory; one that must be ended,
or ends by itself, is replaced. New workers are forked from a clean process that has imported everything already.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from replcalc.numbers.workers import Worker

#: Answers that are kept, and questions after which a worker is replaced so that nothing can pile up in it.
KEPT, TIRED = 256, 500


@dataclass(frozen=True)
class Limits:
    workers: int
    seconds: float = 20.0
    megabytes: int = 2048
    waiting: int = 256


class Overloaded(Exception):
    """So many questions wait already that another one is refused at once."""


class Abandoned(Exception):
    """Nobody waits for the answer any more."""


class Ended(Exception):
    """The worker had to be ended: ``why`` is time or memory."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


class Pool:
    """``ask`` is the whole interface; ``start`` and ``stop`` frame it."""

    def __init__(self, job: Callable[[Any], Any], limits: Limits, preload: str = "") -> None:
        self.job, self.limits = job, limits
        self.context = get_context("forkserver")
        if preload:
            self.context.set_forkserver_preload([preload])
        self.threads = ThreadPoolExecutor(limits.workers, thread_name_prefix="worker")
        self.idle: asyncio.LifoQueue[_Slot] = asyncio.LifoQueue()
        self.waiting = self.busy = self.replaced = self.answered = 0
        self.kept: OrderedDict[Hashable, Any] = OrderedDict()
        self.slots: list[_Slot] = []

    async def start(self) -> None:
        self.slots = [_Slot(self) for _ in range(self.limits.workers)]
        for slot in self.slots:
            self.idle.put_nowait(slot)
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(self.threads, slot.ready) for slot in self.slots))

    async def stop(self) -> None:
        for slot in self.slots:
            slot.end()
        self.threads.shutdown(wait=False, cancel_futures=True)

    async def ask(self, item: Hashable, alive: Callable[[], Awaitable[bool]] | None = None) -> Any:
        """The answer; Overloaded, Abandoned or Ended where there is none. The same question is not computed twice.

        ``alive``: does anybody wait for it still? Asked when its turn has come.
        """
        if item in self.kept:
            self.kept.move_to_end(item)
            return self.kept[item]
        if self.waiting >= self.limits.waiting:
            raise Overloaded
        self.waiting += 1
        try:
            slot = await self.idle.get()
        finally:
            self.waiting -= 1
        if alive is not None and not await alive():
            self.idle.put_nowait(slot)
            raise Abandoned
        self.busy += 1
        running = asyncio.get_running_loop().run_in_executor(self.threads, slot.ask, item)
        running.add_done_callback(lambda done: self._free(slot, item, done))
        return await asyncio.shield(running)  # who leaves does not stop the worker: it ends in time by itself

    def _free(self, slot: _Slot, item: Hashable, done: asyncio.Future[Any]) -> None:
        self.busy -= 1
        self.idle.put_nowait(slot)
        if done.cancelled() or done.exception() is not None:
            return
        self.answered += 1
        self.kept[item] = done.result()
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)


class _Slot:
    """A place for a worker: there is one in it, or there will be when the next question comes."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.worker: Worker | None = None
        self.asked = 0

    def ready(self) -> Worker:
        if self.worker is None:
            self.worker = Worker(self.pool.job, self.pool.limits.megabytes, self.pool.context)
            self.asked = 0
        return self.worker

    def ask(self, item: Any) -> Any:
        worker, start = self.ready(), time.monotonic()
        finished, result = worker.ask(item, self.pool.limits.seconds)
        self.asked += 1
        if not finished:
            self.end()
            self.pool.replaced += 1
            raise Ended("time" if time.monotonic() - start >= self.pool.limits.seconds else "memory")
        if self.asked >= TIRED:
            self.end()
        return result

    def end(self) -> None:
        worker, self.worker = self.worker, None
        if worker is not None:
            worker.end()
